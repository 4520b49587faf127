// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
// A pointer that is rounded up by way of a number stays one to shared memory.
#include <cstdint>

struct Tile {
  float data[64];
};
struct Allocator {
  int *ptr;
  __device__ explicit Allocator(int *p) : ptr(p) {}
  template <class T> __device__ T &get() {
    uint64_t p = reinterpret_cast<uint64_t>(ptr);
    if (p % 1024 != 0)
      ptr = (int *)(p + (1024 - (p % 1024)));
    T *made = reinterpret_cast<T *>(ptr);
    ptr += sizeof(T) / sizeof(int);
    return *made;
  }
};
__global__ void allocated(const float *in, float *out) {
  extern __shared__ int shm[];
  Allocator from(shm);
  Tile &a = from.get<Tile>(), &b = from.get<Tile>();
  a.data[threadIdx.x] = in[threadIdx.x];
  b.data[threadIdx.x] = in[threadIdx.x + 64];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = a.data[63 - threadIdx.x] + b.data[63 - threadIdx.x]; // silent: no-alias
}
__global__ void allocatedOnce(const float *in, float *out) {
  extern __shared__ int shm[];
  Allocator from(shm);
  Tile &a = from.get<Tile>(), &b = from.get<Tile>();
  a.data[threadIdx.x] = in[threadIdx.x];
  b.data[threadIdx.x] = in[threadIdx.x + 64];
  out[blockIdx.x * 64 + threadIdx.x] = b.data[63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}

__global__ void added(const float *in, float *out) {
  extern __shared__ int shm[];
  uint64_t p = reinterpret_cast<uint64_t>(shm + 64);
  int *ptr = (int *)(p + 1024 - 256);
  ptr[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = ptr[63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
__global__ void masked(const float *in, float *out) {
  extern __shared__ int shm[];
  uint64_t p = reinterpret_cast<uint64_t>(shm + 64);
  int *ptr = (int *)((p + 1023) & ~1023ull);
  ptr[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = ptr[63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
__global__ void divided(const float *in, float *out) {
  extern __shared__ int shm[];
  uint64_t p = reinterpret_cast<uint64_t>(shm + 64);
  int *ptr = (int *)((p + 1023) / 1024 * 1024);
  ptr[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = ptr[63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
__global__ void shifted(const float *in, float *out) {
  extern __shared__ int shm[];
  uint64_t p = reinterpret_cast<uint64_t>(shm + 64);
  int *ptr = (int *)(((p + 1023) >> 10) << 10);
  ptr[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = ptr[63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
__global__ void byWhatIsMissing(const float *in, float *out, int n) {
  extern __shared__ int shm[];
  uint64_t p = reinterpret_cast<uint64_t>(shm + n);
  int *ptr = (int *)(p + 1024 - (p % 1024));
  ptr[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = ptr[63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
// Where this is nobody knows, but no other block gets there.
__global__ void mixed(const float *in, float *out, uint64_t m) {
  extern __shared__ int shm[];
  uint64_t p = reinterpret_cast<uint64_t>(shm + 64);
  int *ptr = (int *)(p ^ m);
  ptr[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = ptr[63 - threadIdx.x]; // silent: no-alias
}

__global__ void apart(const float *in, float *out) {
  extern __shared__ int shm[];
  uint64_t p = reinterpret_cast<uint64_t>(shm) + 100;
  float *a = (float *)((p + 127) / 128 * 128), *b = a + 64;
  a[threadIdx.x] = in[threadIdx.x];
  b[63 - threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = a[threadIdx.x] + b[63 - threadIdx.x]; // silent: no-alias
}
__global__ void overlapping(const float *in, float *out) {
  extern __shared__ int shm[];
  uint64_t p = reinterpret_cast<uint64_t>(shm) + 100;
  float *a = (float *)((p + 127) / 128 * 128), *b = (float *)((uint64_t)(a + 1) & ~127ull);
  a[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = b[63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  allocated<<<4, 64, 4096>>>(in, out);
  allocatedOnce<<<4, 64, 4096>>>(in, out);
  added<<<4, 64, 4096>>>(in, out);
  masked<<<4, 64, 4096>>>(in, out);
  divided<<<4, 64, 4096>>>(in, out);
  shifted<<<4, 64, 4096>>>(in, out);
  byWhatIsMissing<<<4, 64, 4096>>>(in, out, 64);
  mixed<<<4, 64, 4096>>>(in, out, 64);
  apart<<<4, 64, 4096>>>(in, out);
  overlapping<<<4, 64, 4096>>>(in, out);
}

// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync,warplint-shared-memory-race,warplint-global-memory-race
//
// Code that copies words of 16 bytes where both ends are aligned, and single
// ones where they are not: threads with one pointer go one way.

#include <cstdint>
#include <cuda_runtime.h>

__device__ void copyBy(bool aligned, const float *__restrict__ from,
                       float *__restrict__ to, int n, int lane) {
  int whole = n / 4 * 4;
  if (aligned && whole > 0) {
    for (int v = lane; v < whole / 4; v += 32)
      reinterpret_cast<float4 *>(to)[v] =
          reinterpret_cast<const float4 *>(from)[v];
    for (int i = whole + lane; i < n; i += 32)
      to[i] = from[i];
  } else {
    for (int i = lane; i < n; i += 32)
      to[i] = from[i];
  }
}

__device__ void copy(const float *from, float *to, int n, int lane) {
  bool aligned = reinterpret_cast<uint64_t>(from) % 16 == 0 &&
                 reinterpret_cast<uint64_t>(to) % 16 == 0;
  copyBy(aligned, from, to, n, lane);
}

struct Together {
  __device__ static bool areAligned(const float *from, const float *to) {
    return (((uintptr_t)from | (uintptr_t)to) & 15) == 0;
  }
};
struct RoundedDown {
  __device__ static bool areAligned(const float *from, const float *) {
    return ((uintptr_t)from & ~uintptr_t(15)) == (uintptr_t)from;
  }
};
struct Shifted {
  __device__ static bool areAligned(const float *from, const float *) {
    return ((uintptr_t)from >> 4 << 4) == (uintptr_t)from;
  }
};
struct Moved {
  __device__ static bool areAligned(const float *from, const float *) {
    return ((unsigned long long)(from + 4) - 16) % sizeof(float4) == 0;
  }
};

template <class Ends>
__global__ void spelled(const float *in, float *out, int n) {
  extern __shared__ float part[];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const float *from = in + (blockIdx.x * 4 + warp) * n;
  float *to = part + warp * n;
  copyBy(Ends::areAligned(from, to), from, to, n, lane);
  __syncwarp();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += to[i];
  out[(blockIdx.x * 4 + warp) * 32 + lane] = sum; // silent: no-alias
}

// A bit of the address that no alignment has says nothing.
__global__ void anyBit(float *out, char *place) {
  __shared__ float turned[256];
  if ((uintptr_t)place & 2048) {
    turned[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = turned[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
  }
}

__global__ void rows(const float *in, float *out, int n, int count) {
  extern __shared__ float row[];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int at = blockIdx.x * (blockDim.x / 32) + warp;
  if (at >= count)
    return;
  copy(in + at * n, row + warp * n, n, lane);
  __syncwarp();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += row[warp * n + i];
  out[at * 32 + lane] = sum; // silent: no-alias
}

__global__ void masked(float *out, int n, float with) {
  float *to = out + blockIdx.x * n;
  if ((reinterpret_cast<uintptr_t>(to) & 15) == 0) {
    for (int v = threadIdx.x; v < n / 4; v += blockDim.x)
      reinterpret_cast<float4 *>(to)[v] = {with, with, with, with};
    for (int i = n / 4 * 4 + threadIdx.x; i < n; i += blockDim.x)
      to[i] = threadIdx.x;
  } else {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      to[i] = threadIdx.x;
  }
}

// Nothing waits for the copies.
__global__ void early(const float *in, float *out, int n, int count) {
  extern __shared__ float own[];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int at = blockIdx.x * (blockDim.x / 32) + warp;
  if (at >= count)
    return;
  copy(in + at * n, own + warp * n, n, lane);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += own[warp * n + i]; // warn implicit-warp-sync: 'own[{{.*}}]' is read while another lane of the warp may still write it
  out[at * 32 + lane] = sum; // silent: no-alias
}

// Each thread asks for its own place: neighbours go different ways.
__global__ void mixed(float *out, int n) {
  __shared__ float words[1028];
  float *mine = words + threadIdx.x;
  if ((reinterpret_cast<uintptr_t>(mine) & 15) == 0) {
    mine[1] = 1.f; // warn shared-memory-race: is written while another thread of the block may still write it
  } else {
    mine[0] = 2.f;
  }
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x];
}

void go(const float *in, float *out, int n, int count) {
  rows<<<(count + 3) / 4, 128, 4 * n * sizeof(float)>>>(in, out, n, count);
  early<<<(count + 3) / 4, 128, 4 * n * sizeof(float)>>>(in, out, n, count);
  masked<<<count, 256>>>(out, n, 1.f);
  spelled<Together><<<n, 128, 4 * n * sizeof(float)>>>(in, out, n);
  spelled<RoundedDown><<<n, 128, 4 * n * sizeof(float)>>>(in, out, n);
  spelled<Shifted><<<n, 128, 4 * n * sizeof(float)>>>(in, out, n);
  spelled<Moved><<<n, 128, 4 * n * sizeof(float)>>>(in, out, n);
  anyBit<<<1, 256>>>(out, (char *)in);
  mixed<<<1, 1024>>>(out, n);
}

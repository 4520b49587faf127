// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync
//
// Loads and stores written as PTX are accesses: of as many bytes as their type
// says, at what is added to their address, where their predicate holds, and of
// matrices by the lanes that give addresses of rows.

using word = unsigned;
__device__ __forceinline__ word numberOf(const void *p) { return (word)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void store(word at, float v) { asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(v) : "memory"); }
__device__ __forceinline__ void store4(word at, float4 v) {
  asm volatile("st.shared.v4.f32 [%0], {%1,%2,%3,%4};" ::"r"(at), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w));
}
__device__ __forceinline__ float4 load4(word at) {
  float4 v;
  asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "r"(at));
  return v;
}
__device__ __forceinline__ word rows4(word at) {
  word a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));
  return a ^ b ^ c ^ d;
}

__global__ void vectorsNotSynced(const float4 *in, float4 *out) {
  __shared__ float4 cells[128];
  int t = threadIdx.x;
  store4(numberOf(&cells[t]), in[t]);
  out[t] = load4(numberOf(&cells[127 - t])); // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void vectors(const float4 *in, float4 *out) {
  __shared__ float4 cells[128];
  int t = threadIdx.x;
  store4(numberOf(&cells[t]), in[t]);
  __syncthreads();
  out[t] = load4(numberOf(&cells[127 - t]));
}

__global__ void plainReadNotSynced(const float *in, float *out) {
  __shared__ float cells[256];
  int t = threadIdx.x;
  store(numberOf(cells) + t * 4, in[t]);
  out[t] = cells[255 - t]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void plainRead(const float *in, float *out) {
  __shared__ float cells[256];
  int t = threadIdx.x;
  store(numberOf(cells) + t * 4, in[t]);
  __syncthreads();
  out[t] = cells[255 - t];
}

__global__ void rowsOfTheNextWarp(const uint4 *in, word *out) {
  __shared__ uint4 cells[256];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  cells[t] = in[t];
  out[t] = rows4(numberOf(&cells[((warp + 1) & 7) * 32 + lane])); // warn shared-memory-race: is read while another thread of the block may still write it
}

// The lanes of a warp wait for each other at the load.
__global__ void rowsOfTheOwnWarp(const uint4 *in, word *out) {
  __shared__ uint4 cells[256];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  cells[t] = in[t];
  out[t] = rows4(numberOf(&cells[warp * 32 + (lane ^ 5)]));
}

__global__ void rowsSynced(const uint4 *in, word *out) {
  __shared__ uint4 cells[256];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  cells[t] = in[t];
  __syncthreads();
  out[t] = rows4(numberOf(&cells[((warp + 1) & 7) * 32 + lane]));
}

// Two elements of the thread's own.
__global__ void added(const float *in, float *out) {
  __shared__ float cells[512];
  int t = threadIdx.x;
  word at = numberOf(cells) + t * 8;
  asm volatile("st.shared.f32 [%0+4], %1;" ::"r"(at), "f"(in[t]));
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(in[t]));
  float v;
  asm volatile("ld.shared.f32 %0, [%1 + 4];" : "=f"(v) : "r"(at));
  out[t] = v;
}

__global__ void counterNotCleared(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(numberOf(&count)) : "memory"); // warn shared-memory-race: is updated while another thread of the block may still write it
  __syncthreads();
  if (threadIdx.x == 0)
    *out = count;
}

__device__ __forceinline__ void copyIf(bool wanted, word to, const void *from) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %0, 0;\n"
               " @p cp.async.cg.shared.global [%1], [%2], 16;\n}\n" ::"r"((int)wanted), "r"(to), "l"(from));
  asm volatile("cp.async.commit_group;" ::: "memory");
}

template <bool Next> __global__ void stages(const uint4 *in, word *out, int n, int m) {
  __shared__ uint4 stage[2][128];
  int t = threadIdx.x;
  word sum = 0;
  copyIf(t < m, numberOf(&stage[0][t]), in + t);
  for (int k = 0; k < n; ++k) {
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    sum += stage[k & 1][127 - t].x;
    if (k + 1 < n)
      copyIf(t < m, numberOf(&stage[(k + Next) & 1][t]), in + (k + 1) * 128 + t); // warn shared-memory-race: is copied to while another thread of the block may still read it
  }
  out[t] = sum;
}
template __global__ void stages<true>(const uint4 *, word *, int, int);
template __global__ void stages<false>(const uint4 *, word *, int, int);

// Addresses that PTX itself converts.
__device__ __forceinline__ word convert(const void *p) {
  word number;
  asm("{ .reg .u64 at; cvta.to.shared.u64 at, %1; cvt.u32.u64 %0, at; }" : "=r"(number) : "l"(p));
  return number;
}
__device__ __forceinline__ word convertLowHalf(const void *p) {
  word number;
  asm("cvt.u32.u64 %0, %1;" : "=r"(number) : "l"(p)); // Not known to be one in shared memory.
  return number;
}

__global__ void converted(const float *in, float *out) {
  __shared__ float cells[256];
  int t = threadIdx.x;
  store(convert(cells + t), in[t]);
  out[t] = cells[255 - t]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void convertedInOrder(const float *in, float *out) {
  __shared__ float cells[256];
  int t = threadIdx.x;
  store(convert(cells + t), in[t]);
  __syncthreads();
  out[t] = cells[255 - t];
}

__global__ void halved(const float *in, float *out) {
  __shared__ float cells[256];
  int t = threadIdx.x;
  store(convertLowHalf(cells + t), in[t]);
  out[t] = cells[255 - t];
}

void launchConverted(const float *in, float *out) {
  converted<<<1, 256>>>(in, out);
  convertedInOrder<<<1, 256>>>(in, out);
  halved<<<1, 256>>>(in, out);
}

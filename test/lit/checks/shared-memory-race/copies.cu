// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync,warplint-async-copy-wait --block-dim=256
//
// An asynchronous copy writes its destination as a store does: nobody may still
// read there when it begins.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__device__ void copy16(void *to, const void *from) {
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ void waitBut() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

// --- Read, then refilled -----------------------------------------------------

__global__ void refilled(const float *in, float *out, int n) {
  __shared__ float s[256];
  float sum = 0;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&s[t], &in[i * 256 + t], 4); // warn shared-memory-race: 's[255]' is copied to while another thread of the block may still read it in the previous iteration
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[255 - t];
  }
  out[t] = sum;
}

__global__ void refilledBehindABarrier(const float *in, float *out, int n) {
  __shared__ float s[256];
  float sum = 0;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&s[t], &in[i * 256 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[255 - t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void itsOwnElement(const float *in, float *out, int n) {
  __shared__ float s[256];
  float sum = 0;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&s[t], &in[i * 256 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    sum += s[t];
  }
  out[t] = sum;
}

// Lanes of one warp: its barrier is enough.
__global__ void refilledInOneWarp(const float *in, float *out, int n) {
  __shared__ float s[256];
  float sum = 0;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&s[t], &in[i * 256 + t], 4); // warn implicit-warp-sync: is copied to while another lane of the warp may still read it
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    sum += s[t ^ 1];
  }
  out[t] = sum;
}

__global__ void refilledInOneWarpSynced(const float *in, float *out, int n) {
  __shared__ float s[256];
  float sum = 0;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&s[t], &in[i * 256 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    sum += s[t ^ 1];
    __syncwarp();
  }
  out[t] = sum;
}

// --- A copy that the block makes together ------------------------------------

// Any thread may bring any part, even of what only this one reads.
__global__ void byTheBlock(const float *in, float *out, int n) {
  __shared__ float s[256];
  auto block = cg::this_thread_block();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    cg::memcpy_async(block, s, in + i * 256, sizeof s); // warn shared-memory-race: is copied to while another thread of the block may still read it in the previous iteration
    cg::wait(block);
    sum += s[threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void byTheBlockSynced(const float *in, float *out, int n) {
  __shared__ float s[256];
  auto block = cg::this_thread_block();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    cg::memcpy_async(block, s, in + i * 256, sizeof s);
    cg::wait(block);
    sum += s[threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

__global__ void byTheBlockForABarrier(const float *in, float *out, int n) {
  __shared__ float s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0)
    init(&full, blockDim.x);
  block.sync();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    cuda::memcpy_async(block, s, in + i * 256, cuda::aligned_size_t<4>(1024), full); // warn shared-memory-race: is copied to while another thread of the block may still read it in the previous iteration
    full.arrive_and_wait();
    sum += s[255 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void byTheBlockForABarrierSynced(const float *in, float *out, int n) {
  __shared__ float s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0)
    init(&full, blockDim.x);
  block.sync();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    cuda::memcpy_async(block, s, in + i * 256, cuda::aligned_size_t<4>(1024), full);
    full.arrive_and_wait();
    sum += s[255 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

// --- Stages ------------------------------------------------------------------

constexpr int Stages = 3;

__global__ void wraps(const float4 *in, float *out, int n) {
  __shared__ float4 s[Stages][256];
  int t = threadIdx.x;
  for (int k = 0; k < Stages - 1; ++k) {
    copy16(&s[k][t], in + k * 256 + t);
    commit();
  }
  int read = 0, write = Stages - 1;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    waitBut<Stages - 2>();
    __syncthreads();
    sum += s[read][255 - t].x;
    copy16(&s[write][t], in + (k + Stages - 1) * 256 + t);
    commit();
    read = read == Stages - 1 ? 0 : read + 1;
    if (++write == Stages)
      write = 0;
  }
  out[t] = sum;
}

__global__ void wrapsOneEarly(const float4 *in, float *out, int n) {
  __shared__ float4 s[Stages][256];
  int t = threadIdx.x;
  for (int k = 0; k < Stages - 1; ++k) {
    copy16(&s[k][t], in + k * 256 + t);
    commit();
  }
  int read = 0, write = 0;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    waitBut<Stages - 2>();
    __syncthreads();
    sum += s[read][255 - t].x;
    copy16(&s[write][t], in + (k + Stages - 1) * 256 + t); // warn shared-memory-race: 's[0][255]' is copied to while another thread of the block may still read it
    commit();
    read = read == Stages - 1 ? 0 : read + 1;
    if (++write == Stages)
      write = 0;
  }
  out[t] = sum;
}

__global__ void byBytes(const float4 *in, float *out, int n) {
  __shared__ float4 s[Stages * 256];
  int t = threadIdx.x;
  unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(s));
  for (int k = 0; k < Stages - 1; ++k) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(base + k * 4096 + t * 16), "l"(in + k * 256 + t) : "memory");
    commit();
  }
  unsigned read = 0, write = (Stages - 1) * 4096;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    waitBut<Stages - 2>();
    __syncthreads();
    sum += s[read * 256 + 255 - t].x;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(base + write + t * 16), "l"(in + (k + Stages - 1) * 256 + t) : "memory");
    commit();
    write += 4096;
    if (write == Stages * 4096)
      write = 0;
    if (++read == Stages)
      read = 0;
  }
  out[t] = sum;
}

__global__ void byBytesOneEarly(const float4 *in, float *out, int n) {
  __shared__ float4 s[Stages * 256];
  int t = threadIdx.x;
  unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(s));
  for (int k = 0; k < Stages - 1; ++k) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(base + k * 4096 + t * 16), "l"(in + k * 256 + t) : "memory");
    commit();
  }
  unsigned read = 0, write = 0;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    waitBut<Stages - 2>();
    __syncthreads();
    sum += s[read * 256 + 255 - t].x;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(base + write + t * 16), "l"(in + (k + Stages - 1) * 256 + t) : "memory"); // warn shared-memory-race: 's[224]' is copied to while another thread of the block may still read it
    commit();
    write += 4096;
    if (write == Stages * 4096)
      write = 0;
    if (++read == Stages)
      read = 0;
  }
  out[t] = sum;
}

__global__ void changePlaces(const float4 *in, float *out, int n) {
  __shared__ float4 s[2][256];
  int t = threadIdx.x;
  float4 *now = s[0], *next = s[1];
  copy16(&now[t], in + t);
  commit();
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    waitBut<0>();
    __syncthreads();
    sum += now[255 - t].x;
    copy16(&next[t], in + (k + 1) * 256 + t);
    commit();
    float4 *held = now;
    now = next;
    next = held;
  }
  out[t] = sum;
}

__global__ void oneOfTwo(const float4 *in, float *out, int n) {
  __shared__ float4 s[2][256];
  int t = threadIdx.x, write = 1;
  copy16(&s[0][t], in + t);
  commit();
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    waitBut<0>();
    __syncthreads();
    copy16(&s[write][t], in + (k + 1) * 256 + t);
    commit();
    sum += s[write ^ 1][255 - t].x;
    write ^= 1;
  }
  out[t] = sum;
}

__global__ void theWrongOneOfTwo(const float4 *in, float *out, int n) {
  __shared__ float4 s[2][256];
  int t = threadIdx.x, write = 1;
  copy16(&s[0][t], in + t);
  commit();
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    waitBut<0>();
    __syncthreads();
    copy16(&s[write][t], in + (k + 1) * 256 + t);
    commit();
    sum += s[write][255 - t].x; // warn async-copy-wait: is read while an asynchronous copy into it may be under way
    write ^= 1;
  }
  out[t] = sum;
}

extern __shared__ float4 pool[];
struct Slots {
  float4 *first;
  __device__ float4 *at(int slot) const { return first + slot * 256; }
};

__global__ void inASlot(const float4 *in, float *out, int n) {
  Slots slots{pool};
  int t = threadIdx.x, slot = 0;
  for (int k = 0; k < Stages - 1; ++k) {
    copy16(slots.at(k) + t, in + k * 256 + t);
    commit();
  }
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    waitBut<Stages - 2>();
    __syncthreads();
    sum += slots.at(slot)[255 - t].x;
    if (k + Stages - 1 < n)
      copy16(slots.at((k + Stages - 1) % Stages) + t, in + (k + Stages - 1) * 256 + t);
    commit();
    slot = slot + 1 < Stages ? slot + 1 : 0;
  }
  out[t] = sum;
}

__global__ void inTheSlotThatIsRead(const float4 *in, float *out, int n) {
  Slots slots{pool};
  int t = threadIdx.x, slot = 0;
  for (int k = 0; k < Stages - 1; ++k) {
    copy16(slots.at(k) + t, in + k * 256 + t);
    commit();
  }
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    waitBut<Stages - 2>();
    __syncthreads();
    sum += slots.at(slot)[255 - t].x;
    if (k + Stages - 1 < n)
      copy16(slots.at(k % Stages) + t, in + (k + Stages - 1) * 256 + t); // warn shared-memory-race: is copied to while another thread of the block may still read it
    commit();
    slot = slot + 1 < Stages ? slot + 1 : 0;
  }
  out[t] = sum;
}

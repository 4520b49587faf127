// RUN: %verify %s --checks=-*,warplint-missing-fence,warplint-fence-scope,warplint-stale-read,warplint-relaxed-handshake,warplint-lock-discipline,warplint-ticket-not-reset
//
// Tickets as projects write them, right and wrong.

#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

__device__ float sumOf(volatile const float *parts, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum += parts[i];
  return sum;
}

// --- The atomic ------------------------------------------------------------------

__device__ unsigned addBySwap(unsigned *at, unsigned value) {
  unsigned old = *(volatile unsigned *)at;
  for (;;) {
    unsigned seen = atomicCAS(at, old, old + value); // warn missing-fence: 'atomicCAS()' announces 'parts'
    if (seen == old)
      return old;
    old = seen;
  }
}

__global__ void swapInAHelper(volatile float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  if (addBySwap(counter, 1) == gridDim.x - 1) {
    __threadfence();
    *out = sumOf(parts, gridDim.x);
  }
}

__device__ unsigned addBySwapFenced(unsigned *at, unsigned value) {
  unsigned old = *(volatile unsigned *)at;
  __threadfence();
  for (;;) {
    unsigned seen = atomicCAS(at, old, old + value);
    if (seen == old)
      return old;
    old = seen;
  }
}

__global__ void swapInAHelperFenced(volatile float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  if (addBySwapFenced(counter, 1) == gridDim.x - 1) {
    __threadfence();
    *out = sumOf(parts, gridDim.x);
  }
}

__global__ void countsDownFrom(volatile float *parts, unsigned *left, unsigned blocks, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  unsigned before = atomicSub(left, 1u); // warn missing-fence: 'atomicSub()' announces 'parts'
  bool last = before - 1 == 0;
  if (last) {
    *left = blocks;
    *out = sumOf(parts, blocks);
  }
}

__global__ void countsDownByDec(volatile float *parts, unsigned *left, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  if (atomicDec(left, gridDim.x - 1) == 1) // warn missing-fence: 'atomicDec()' announces 'parts'
    *out = sumOf(parts, gridDim.x);
}

__global__ void addsANegative(volatile float *parts, int *left, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  __threadfence();
  if (atomicAdd(left, -1) == 1)
    *out = sumOf(parts, gridDim.x);
}

__global__ void postIncrement(float *parts, unsigned *word, float *out) {
  if (threadIdx.x)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*word);
  parts[blockIdx.x] = 1;
  unsigned ticket = counter++;
  if (ticket == gridDim.x - 1)
    *out = sumOf(parts, gridDim.x);
}

__global__ void relaxedAndFenced(float *parts, unsigned *word, float *out) {
  if (threadIdx.x)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*word);
  parts[blockIdx.x] = 1;
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  unsigned ticket = counter.fetch_add(1, cuda::memory_order_relaxed);
  if (ticket == gridDim.x - 1) {
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    *out = sumOf(parts, gridDim.x);
  }
}

// One cause, one report: the order releases nothing and acquires nothing.
__global__ void relaxedAltogether(float *parts, unsigned *word, float *out) {
  if (threadIdx.x)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*word);
  parts[blockIdx.x] = 1;
  unsigned ticket = counter.fetch_add(1, cuda::memory_order_relaxed); // warn relaxed-handshake: publishes 'parts'
  if (ticket == gridDim.x - 1) {
    float sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      sum += parts[i];
    *out = sum;
  }
}

__device__ unsigned countAcquireRelease(unsigned *at) {
  unsigned ticket;
  asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;" : "=r"(ticket) : "l"(at), "r"(gridDim.x - 1) : "memory");
  return ticket;
}

__global__ void assemblerOrdered(float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0)
    last = countAcquireRelease(counter) == gridDim.x - 1;
  __syncthreads();
  if (last)
    *out = sumOf(parts, gridDim.x * blockDim.x);
}

__global__ void assemblerOrderedTooEarly(float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (threadIdx.x == 0) {
    unsigned ticket;
    asm volatile("atom.add.acq_rel.gpu.u32 %0, [%1], 1;" : "=r"(ticket) : "l"(counter) : "memory"); // warn missing-fence: announces data that other threads of the block may not have written yet
    last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    *out = sumOf(parts, gridDim.x * blockDim.x);
}

// Counted by a reduction that returns nothing, and read by whoever waits.
__global__ void reductionReleases(float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(counter) : "memory");
  if (blockIdx.x == 0) {
    unsigned seen;
    do
      asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(counter) : "memory");
    while (seen != gridDim.x);
    *out = sumOf(parts, gridDim.x);
  }
}

__global__ void reductionRelaxed(float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  asm volatile("red.relaxed.gpu.global.add.u32 [%0], 1;" ::"l"(counter) : "memory"); // warn relaxed-handshake: 'red' publishes 'parts'
  if (blockIdx.x == 0) {
    unsigned seen;
    do
      asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(counter) : "memory");
    while (seen != gridDim.x);
    *out = sumOf(parts, gridDim.x);
  }
}

// --- The comparison ------------------------------------------------------------------

__global__ void withAParameter(volatile float *parts, unsigned *counter, unsigned last, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  unsigned ticket = atomicAdd(counter, 1u); // warn missing-fence: announces 'parts'
  if (ticket != last)
    return;
  *out = sumOf(parts, last + 1);
}

__global__ void atLeast(volatile float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  if (atomicAdd(counter, 1u) + 1 >= gridDim.x) // warn missing-fence: announces 'parts'
    *out = sumOf(parts, gridDim.x);
}

__global__ void allExtents(volatile float *parts, unsigned *counter, float *out) {
  unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  if (threadIdx.x)
    return;
  parts[block] = 1;
  if (atomicInc(counter, blocks - 1) == blocks - 1) // warn missing-fence: announces 'parts'
    *out = sumOf(parts, blocks);
}

__global__ void throughTheCountOfAVote(volatile float *parts, unsigned *counter, float *out) {
  bool last = false;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = 1;
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces 'parts'
  }
  if (__syncthreads_or(last))
    out[threadIdx.x] = parts[threadIdx.x];
}

__global__ void ticketInSharedMemory(volatile float *parts, unsigned *counter, float *out) {
  __shared__ unsigned ticket;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence();
  if (!threadIdx.x)
    ticket = atomicAdd(counter, 1); // warn missing-fence: announces data that other threads of the block may not have written yet
  __syncthreads();
  if (ticket < gridDim.x - 1)
    return;
  out[threadIdx.x] = parts[threadIdx.x];
}

template <class Block> __device__ bool arriveLast(Block block, unsigned *counter, unsigned expected) {
  __shared__ bool last;
  __threadfence();
  block.sync();
  if (block.thread_rank() == 0)
    last = atomicAdd(counter, 1) == expected - 1;
  block.sync();
  return last;
}

template <class Block> __device__ bool arriveLastTooEarly(Block block, unsigned *counter, unsigned expected) {
  __shared__ bool last;
  __threadfence();
  if (block.thread_rank() == 0)
    last = atomicAdd(counter, 1) == expected - 1; // warn missing-fence: announces data that other threads of the block may not have written yet
  block.sync();
  return last;
}

__global__ void throughATemplate(volatile float *parts, unsigned *counter, float *out) {
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (arriveLast(cg::this_thread_block(), counter, gridDim.x))
    out[threadIdx.x] = parts[threadIdx.x];
}

__global__ void throughATemplateTooEarly(volatile float *parts, unsigned *counter, float *out) {
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (arriveLastTooEarly(cg::this_thread_block(), counter, gridDim.x))
    out[threadIdx.x] = parts[threadIdx.x];
}

// --- Groups of blocks ---------------------------------------------------------------------

__global__ void groups(volatile float *parts, unsigned *counters, unsigned perGroup, float *out) {
  if (threadIdx.x)
    return;
  unsigned group = blockIdx.x / perGroup;
  parts[blockIdx.x] = 1;
  if (atomicAdd(&counters[group], 1) == perGroup - 1) // warn missing-fence: announces 'parts'
    out[group] = sumOf(parts + group * perGroup, perGroup);
}

__global__ void groupsFenced(volatile float *parts, unsigned *counters, unsigned perGroup, float *out) {
  if (threadIdx.x)
    return;
  unsigned group = blockIdx.x / perGroup;
  parts[blockIdx.x] = 1;
  __threadfence();
  if (atomicAdd(&counters[group], 1) == perGroup - 1)
    out[group] = sumOf(parts + group * perGroup, perGroup);
}

// The blocks of one column share an accumulator and a counter.
__global__ void columns(float *sums, unsigned *counters, float *out) {
  if (threadIdx.x)
    return;
  atomicAdd(&sums[blockIdx.x], 1.0f);
  if (atomicAdd(&counters[blockIdx.x], 1) == gridDim.y - 1) // warn missing-fence: announces 'sums'
    out[blockIdx.x] = *(volatile float *)&sums[blockIdx.x];
}

// Blocks of one column take turns.
__global__ void inTurn(volatile int *turn, volatile float *tile) {
  if (threadIdx.x)
    return;
  while (turn[blockIdx.x] != blockIdx.y) {
  }
  __threadfence_block(); // warn fence-scope: '__threadfence_block()' orders 'tile'
  tile[blockIdx.x] = tile[blockIdx.x] + 1;
  __threadfence_block(); // warn fence-scope: '__threadfence_block()' orders 'tile'
  turn[blockIdx.x] = blockIdx.y + 1;
}

__global__ void inTurnFenced(volatile int *turn, volatile float *tile) {
  if (threadIdx.x)
    return;
  while (turn[blockIdx.x] != blockIdx.y) {
  }
  __threadfence();
  tile[blockIdx.x] = tile[blockIdx.x] + 1;
  __threadfence();
  turn[blockIdx.x] = blockIdx.y + 1;
}

__global__ void inTurnUnfenced(volatile int *turn, volatile float *tile) {
  if (threadIdx.x)
    return;
  while (turn[blockIdx.x] != blockIdx.y) {
  }
  float old = tile[blockIdx.x]; // warn missing-fence: 'tile' is read after the flag 'turn'
  tile[blockIdx.x] = old + 1;
  turn[blockIdx.x] = blockIdx.y + 1; // warn missing-fence: announces 'tile'
}

// --- Where the fence stands -----------------------------------------------------------------

__device__ void publish() { __threadfence(); }
__device__ void settle() { __syncthreads(); publish(); }

__global__ void fenceBehindTheTicket(volatile float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  unsigned ticket = atomicInc(counter, gridDim.x - 1); // warn missing-fence: announces 'parts'
  __threadfence();
  if (ticket == gridDim.x - 1)
    *out = sumOf(parts, gridDim.x);
}

__global__ void electedFencesBeforeTheBarrier(volatile float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (threadIdx.x == 0)
    __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces 'parts'
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[threadIdx.x];
}

__global__ void settledInAHelper(volatile float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  settle();
  if (threadIdx.x == 0)
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[threadIdx.x];
}

__global__ void fencedOnOnePath(volatile float *parts, unsigned *counter, float *out, const int *careful) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  if (careful[blockIdx.x])
    __threadfence();
  if (atomicInc(counter, gridDim.x - 1) == gridDim.x - 1) // warn missing-fence: announces 'parts'
    *out = sumOf(parts, gridDim.x);
}

__global__ void warpOfTheBlockWrites(volatile float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
  if (threadIdx.x < 32) {
    parts[blockIdx.x * 32 + threadIdx.x] = 1;
    __threadfence();
    __syncwarp();
    if (threadIdx.x == 0)
      last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[threadIdx.x];
}

__global__ void tilesOfTheBlockWrite(volatile float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (warp.meta_group_rank() == 0) {
    parts[blockIdx.x * 32 + warp.thread_rank()] = 1;
    __threadfence();
    warp.sync();
    if (warp.thread_rank() == 0)
      last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[threadIdx.x];
}

// Two stages: each counts on its own.
__global__ void twoStages(volatile float *parts, volatile float *rows, unsigned *counters, unsigned *all, float *out) {
  if (threadIdx.x)
    return;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  parts[block] = 1;
  __threadfence();
  if (atomicInc(&counters[blockIdx.y], gridDim.x - 1) != gridDim.x - 1)
    return;
  __threadfence();
  rows[blockIdx.y] = sumOf(parts + blockIdx.y * gridDim.x, gridDim.x);
  if (atomicInc(all, gridDim.y - 1) != gridDim.y - 1) // warn missing-fence: announces 'rows'
    return;
  __threadfence();
  *out = sumOf(rows, gridDim.y);
}

// --- Who is who among many branches -----------------------------------------------------------

// The steps of a scan part the threads in many ways, which say nothing about
// the ticket.
__global__ void behindAScan(volatile float *parts, unsigned *counter, const float *in, float *out) {
  __shared__ float warps[8];
  __shared__ bool last;
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
#pragma unroll
  for (unsigned d = 1; d < 32; d *= 2) {
    float other = __shfl_up_sync(0xffffffffu, sum, d);
    if (lane >= d)
      sum += other;
  }
  if (lane >= 1)
    sum += 1;
  if (lane >= 2)
    sum += 2;
  if (lane >= 4)
    sum += 3;
  if (lane >= 8)
    sum += 4;
  if (lane >= 16)
    sum += 5;
  if (lane == 31)
    warps[warp] = sum;
  __syncthreads();
  if (warp >= 1)
    sum += warps[0];
  if (warp >= 2)
    sum += warps[1];
  if (warp >= 3)
    sum += warps[2];
  parts[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  __threadfence();
  if (threadIdx.x == 0)
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces data that other threads of the block may not have written yet
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[threadIdx.x];
}

// The threads of one row are one warp only if rows are that short.
__global__ void rowOfABlock(volatile float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
  if (threadIdx.y == 0)
    parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence();
  if (threadIdx.x == 0 && threadIdx.y == 0)
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces data that other threads of the block may not have written yet
  __syncthreads();
  if (last && threadIdx.y == 0)
    out[threadIdx.x] = parts[threadIdx.x];
}

// A place in a table is taken: nobody counts. Who took it is no last arrival.
__device__ void join(unsigned *status, unsigned bit) {
  if (!(*status & bit))
    atomicOr(status, bit);
}
__global__ void fills(unsigned *slots, const unsigned *keys, unsigned *status, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (keys[i] == 0)
    join(status, 1);
  unsigned *slot = &slots[keys[i] % 1024];
  unsigned found = *(volatile unsigned *)slot;
  if (found == 0 || found == 7) {
    unsigned old = atomicCAS(slot, found, keys[i]);
    if (old == found)
      join(status, 2);
  }
}

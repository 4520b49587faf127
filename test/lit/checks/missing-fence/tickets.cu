// RUN: %verify %s --checks=-*,warplint-missing-fence
//
// Every block counts itself; the last one reads what the others wrote.

#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

__device__ unsigned count;
__device__ unsigned counts[64];

__device__ float blockSum(const float *in, int n, float *scratch) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  scratch[threadIdx.x] = sum;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (threadIdx.x < d)
      scratch[threadIdx.x] += scratch[threadIdx.x + d];
    __syncthreads();
  }
  return scratch[0];
}

__device__ float total(volatile const float *parts, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum += parts[i];
  return sum;
}

// --- The programming guide's reduction, right and wrong -----------------------

__global__ void guide(const float *in, int n, volatile float *parts) {
  __shared__ float scratch[256];
  __shared__ bool last;
  float sum = blockSum(in, n, scratch);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = sum;
    __threadfence();
    unsigned value = atomicInc(&count, gridDim.x);
    last = value == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    float all = total(parts, gridDim.x);
    if (threadIdx.x == 0) {
      parts[0] = all;
      count = 0;
    }
  }
}

__global__ void guideUnfenced(const float *in, int n, volatile float *parts) {
  __shared__ float scratch[256];
  __shared__ bool last;
  float sum = blockSum(in, n, scratch);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = sum;
    unsigned value = atomicInc(&count, gridDim.x); // warn missing-fence: 'atomicInc()' announces 'parts' with no fence between it and the write
    // note@-2: 'parts' is written here
    // note@29: the last to arrive reads 'parts' here
    // note@-3: put '__threadfence()' between the write and the announcement
    last = value == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    float all = total(parts, gridDim.x);
    if (threadIdx.x == 0) {
      parts[0] = all;
      count = 0;
    }
  }
}

// A barrier orders memory for the block only.
__global__ void barrierForAFence(const float *in, int n, float *parts, float *out) {
  __shared__ float scratch[256];
  __shared__ unsigned ticket;
  float sum = blockSum(in, n, scratch);
  if (threadIdx.x == 0)
    parts[blockIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0)
    ticket = atomicAdd(&count, 1); // warn missing-fence: announces 'parts' with no fence
  __syncthreads();
  if (ticket == gridDim.x - 1) {
    __threadfence();
    *out = total(parts, gridDim.x);
    count = 0;
  }
}

// --- Who writes and who announces ----------------------------------------------

// All write, all fence, and thread 0 counts before the others have written.
__global__ void fenceByAllNoBarrier(volatile float *parts, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  if (threadIdx.x == 0)
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: 'atomicInc()' announces data that other threads of the block may not have written yet
  // note@-4: 'parts' is written here
  // note@29: the last to arrive reads 'parts' here
  // note@-3: a fence orders a thread's own writes and waits for nobody: put '__syncthreads()' between the writes and this
  __syncthreads();
  if (last)
    atomicAdd(out, total(parts, gridDim.x * blockDim.x));
}

__global__ void fenceByAllThenBarrier(volatile float *parts, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last)
    atomicAdd(out, total(parts, gridDim.x * blockDim.x));
}

// Cumulativity: the barrier hands the writes to thread 0, whose fence orders
// them too.
__global__ void barrierThenFenceByOne(volatile float *parts, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    atomicAdd(out, total(parts, gridDim.x * blockDim.x));
}

// The fence of thread 0 comes before the others' writes are known to it.
__global__ void fenceByOneThenBarrier(volatile float *parts, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0)
    __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces 'parts' with no fence
  __syncthreads();
  if (last)
    atomicAdd(out, total(parts, gridDim.x * blockDim.x));
}

// Each warp counts itself: its lanes write, lane 0 announces.
__global__ void warpsCount(volatile float *parts, float *out, unsigned warps) {
  unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  parts[warp * 32 + threadIdx.x % 32] = threadIdx.x;
  __syncwarp();
  unsigned ticket = 0;
  if (threadIdx.x % 32 == 0) {
    __threadfence();
    ticket = atomicAdd(&count, 1);
  }
  ticket = __shfl_sync(0xffffffff, ticket, 0);
  if (ticket == warps - 1)
    atomicAdd(out, total(parts, warps * 32));
}

__global__ void warpsCountTooEarly(volatile float *parts, float *out, unsigned warps) {
  unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  parts[warp * 32 + threadIdx.x % 32] = threadIdx.x;
  __threadfence();
  unsigned ticket = 0;
  if (threadIdx.x % 32 == 0)
    ticket = atomicAdd(&count, 1); // warn missing-fence: announces data that other threads of the warp may not have written yet
  // note: put '__syncwarp()' between the writes and this
  ticket = __shfl_sync(0xffffffff, ticket, 0);
  if (ticket == warps - 1)
    atomicAdd(out, total(parts, warps * 32));
}

// Every thread announces its own.
__global__ void threadsCount(volatile float *parts, float *out, unsigned n) {
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  if (atomicAdd(&count, 1) == n - 1)
    *out = total(parts, n);
}

__global__ void threadsCountUnfenced(volatile float *parts, float *out, unsigned n) {
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  if (atomicAdd(&count, 1) == n - 1) // warn missing-fence: announces 'parts'
    *out = total(parts, n);
}

// The same thread, elected in three spellings.
__global__ void electedThreeTimes(float *parts, float *out) {
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    parts[blockIdx.x] = 1;
  if (!threadIdx.x)
    __threadfence();
  if (threadIdx.x < 1 && atomicAdd(&count, 1) == gridDim.x - 1) {
    __threadfence();
    *out = total(parts, gridDim.x);
  }
}

// --- Counting in other spellings -------------------------------------------------

__device__ unsigned takeTicket(unsigned *counter) {
  return atomicAdd(counter, 1u); // warn missing-fence: announces 'parts' with no fence
}

__device__ bool amLast(unsigned ticket, unsigned blocks) { return ticket + 1 == blocks; }

__global__ void throughHelpers(volatile float *parts, unsigned *counter, float *out, unsigned blocks) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  if (!amLast(takeTicket(counter), blocks))
    return;
  *out = total(parts, blocks);
}

__device__ void publish() { __threadfence(); }

__global__ void fenceInAHelper(volatile float *parts, unsigned *counter, float *out, unsigned blocks) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  publish();
  if (!amLast(atomicAdd(counter, 1u), blocks))
    return;
  *out = total(parts, blocks);
}

__global__ void countsDown(volatile float *parts, int *left, float *out) {
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = 1;
    if (atomicSub(left, 1) == 1) // warn missing-fence: 'atomicSub()' announces 'parts'
      *out = total(parts, gridDim.x);
  }
}

__global__ void countsByCompareAndSwap(volatile float *parts, unsigned *counter, float *out) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = 1;
  unsigned seen = *counter, old;
  do {
    old = seen;
    seen = atomicCAS(counter, old, old + 1); // warn missing-fence: 'atomicCAS()' announces 'parts'
  } while (seen != old);
  if (old == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

// Counters for groups of blocks.
__global__ void countersOfRows(volatile float *parts, float *out) {
  if (threadIdx.x == 0) {
    parts[blockIdx.y * gridDim.x + blockIdx.x] = 1;
    if (atomicAdd(&counts[blockIdx.y], 1) == gridDim.x - 1) // warn missing-fence: announces 'parts'
      out[blockIdx.y] = total(parts + blockIdx.y * gridDim.x, gridDim.x);
  }
}

__global__ void countersOfRowsFenced(volatile float *parts, float *out) {
  if (threadIdx.x == 0) {
    parts[blockIdx.y * gridDim.x + blockIdx.x] = 1;
    __threadfence();
    if (atomicAdd(&counts[blockIdx.y], 1) == gridDim.x - 1)
      out[blockIdx.y] = total(parts + blockIdx.y * gridDim.x, gridDim.x);
  }
}

// The counter never starts again: every gridDim.x-th ticket is a last one.
__global__ void countsForever(volatile float *parts, float *out) {
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = 1;
    if (atomicAdd(&count, 1) % gridDim.x == gridDim.x - 1) // warn missing-fence: announces 'parts'
      *out = total(parts, gridDim.x);
  }
}

__global__ void throughAVote(volatile float *parts, float *out) {
  if (threadIdx.x == 0)
    parts[blockIdx.x] = 1;
  bool last = threadIdx.x == 0 && atomicInc(&count, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces 'parts'
  if (__syncthreads_or(last))
    if (threadIdx.x == 0)
      *out = total(parts, gridDim.x);
}

// Two children of a node: the second to come reads what both wrote.
__global__ void upTheTree(int *arrived, const int *parent, const int *sibling, volatile float *box, int n) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  box[node] = node;
  while (node != 0) {
    int up = parent[node];
    if (atomicAdd(&arrived[up], 1) == 0) // warn missing-fence: announces 'box'
      return;
    box[up] = box[node] + box[sibling[node]];
    node = up;
  }
}

__global__ void upTheTreeFenced(int *arrived, const int *parent, const int *sibling, volatile float *box, int n) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  box[node] = node;
  while (node != 0) {
    int up = parent[node];
    __threadfence();
    if (atomicAdd(&arrived[up], 1) == 0)
      return;
    __threadfence();
    box[up] = box[node] + box[sibling[node]];
    node = up;
  }
}

// Sums by atomics are data too.
__global__ void countsAfterAtomics(float *bins, float *out) {
  __shared__ bool last;
  atomicAdd(&bins[threadIdx.x], 1.0f);
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces 'bins'
  __syncthreads();
  if (last)
    out[threadIdx.x] = bins[threadIdx.x] / gridDim.x;
}

// --- Members ---------------------------------------------------------------------

struct Workspace {
  float *parts;
  unsigned *counter;
};

__global__ void inAStruct(Workspace work, float *out) {
  if (threadIdx.x)
    return;
  work.parts[blockIdx.x] = 1;
  if (atomicInc(work.counter, gridDim.x - 1) == gridDim.x - 1) // warn missing-fence: announces 'parts'
    *out = total(work.parts, gridDim.x);
}

__global__ void behindAPointer(Workspace *work, float *out) {
  if (threadIdx.x)
    return;
  work->parts[blockIdx.x] = 1;
  if (atomicInc(work->counter, gridDim.x - 1) == gridDim.x - 1) // warn missing-fence: announces 'parts'
    *out = total(work->parts, gridDim.x);
}

template <typename T> struct Reducer {
  T *parts;
  unsigned *counter;
  __device__ void store(T value) { parts[blockIdx.x] = value; }
  __device__ bool isLast() { return atomicInc(counter, gridDim.x - 1) == gridDim.x - 1; } // warn missing-fence: announces 'parts'
  __device__ T sum() { return total(parts, gridDim.x); }
};

__global__ void inAClass(Reducer<float> reducer, float *out) {
  if (threadIdx.x == 0) {
    reducer.store(1);
    if (reducer.isLast())
      *out = reducer.sum();
  }
}

// --- Atomics that bring their own fence --------------------------------------------

__global__ void ordered(float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> arrivals(*counter);
  parts[blockIdx.x] = 1;
  if (arrivals.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void sequential(float *parts, cuda::atomic<unsigned, cuda::thread_scope_device> *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  if (counter->fetch_add(1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void ptxOrdered(float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  unsigned ticket;
  asm volatile("atom.add.acq_rel.gpu.u32 %0, [%1], 1;" : "=r"(ticket) : "l"(counter) : "memory");
  if (ticket == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void ptxUnordered(float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  unsigned ticket;
  asm volatile("atom.add.u32 %0, [%1], 1;" : "=r"(ticket) : "l"(counter) : "memory"); // warn missing-fence: 'atom' announces 'parts'
  if (ticket == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void ptxFence(float *parts, unsigned *counter, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  unsigned ticket;
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("atom.add.u32 %0, [%1], 1;" : "=r"(ticket) : "l"(counter) : "memory");
  if (ticket == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

// --- Two more single-pass reductions, right and wrong --------------------------------

__global__ void fenceByAllTicketByOne(const float *in, float *out, int n) {
  __shared__ float scratch[256];
  __shared__ bool last;
  cg::thread_block block = cg::this_thread_block();
  float sum = blockSum(in, n, scratch);
  if (block.thread_rank() == 0)
    out[blockIdx.x] = sum;
  if (gridDim.x > 1) {
    __threadfence();
    if (threadIdx.x == 0) {
      unsigned ticket = atomicInc(&count, gridDim.x);
      last = ticket == gridDim.x - 1;
    }
    cg::sync(block);
    if (last) {
      float mine = 0;
      for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        mine += out[i];
      scratch[threadIdx.x] = mine;
      cg::sync(block);
      if (threadIdx.x == 0) {
        out[0] = scratch[0];
        count = 0;
      }
    }
  }
}

__global__ void ticketByOneUnfenced(const float *in, float *out, int n) {
  __shared__ float scratch[256];
  __shared__ bool last;
  cg::thread_block block = cg::this_thread_block();
  float sum = blockSum(in, n, scratch);
  if (block.thread_rank() == 0)
    out[blockIdx.x] = sum;
  if (gridDim.x > 1) {
    if (threadIdx.x == 0) {
      unsigned ticket = atomicInc(&count, gridDim.x); // warn missing-fence: announces 'out'
      last = ticket == gridDim.x - 1;
    }
    cg::sync(block);
    if (last && threadIdx.x == 0) {
      float all = 0;
      for (unsigned i = 0; i < gridDim.x; ++i)
        all += out[i];
      out[0] = all;
      count = 0;
    }
  }
}

__global__ void fencedByTheWriter(const float *in, float *parts, float *out, int n) {
  __shared__ float scratch[256];
  __shared__ int last;
  float sum = blockSum(in, n, scratch);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = sum;
    __threadfence();
    int value = atomicAdd(&count, 1);
    last = value == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    if (threadIdx.x == 0) {
      float all = 0;
      for (unsigned i = 0; i < gridDim.x; ++i)
        all += parts[i];
      *out = all;
    }
  }
}

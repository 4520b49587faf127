// RUN: %verify %s --checks=-*,warplint-missing-fence,warplint-fence-scope,warplint-stale-read,warplint-relaxed-handshake,warplint-lock-discipline,warplint-ticket-not-reset
//
// Protocols as they stand in real programs: barriers of one's own, queues,
// tables, messages.

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
namespace cg = cooperative_groups;

// --- A barrier without atomics -----------------------------------------------------

__device__ void lockFree(volatile int *in, volatile int *out, int goal) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    in[blockIdx.x] = goal;
  if (blockIdx.x == 0) {
    if (threadIdx.x < gridDim.x)
      while (in[threadIdx.x] != goal) {
      }
    __syncthreads();
    if (threadIdx.x < gridDim.x)
      out[threadIdx.x] = goal;
  }
  if (threadIdx.x == 0)
    while (out[blockIdx.x] != goal) {
    }
  __threadfence();
  __syncthreads();
}

__global__ void stepsLockFree(volatile int *in, volatile int *out, float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 1; step < n; ++step) {
    a[i] = a[i] + 1;
    lockFree(in, out, step);
    float other = a[n - 1 - i];
    lockFree(in + n, out + n, step);
    a[i] = other;
  }
}

// The goal goes up from one barrier to the next.
__device__ void countUp(int *word, int goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(word, 1);
    while (*(volatile int *)word < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void stepsCounted(int *word, float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, goal = 0;
  for (int step = 0; step < n; ++step) {
    a[i] = b[i];
    countUp(word, goal += gridDim.x);
    b[i] = a[n - 1 - i];
    countUp(word, goal += gridDim.x);
  }
}

// --- Barriers of other kinds before the ticket ---------------------------------------

__global__ void namedBarrier(volatile float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
  if (threadIdx.x < 128) {
    parts[blockIdx.x * 128 + threadIdx.x] = 1;
    __threadfence();
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (threadIdx.x == 0)
      last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[threadIdx.x];
}

__global__ void barrierObject(volatile float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence();
  barrier.arrive_and_wait();
  if (threadIdx.x == 0)
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
  barrier.arrive_and_wait();
  if (last)
    out[threadIdx.x] = parts[threadIdx.x];
}

__global__ void countingBarrier(volatile float *parts, unsigned *counter, const float *in, float *out) {
  float mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  parts[blockIdx.x * blockDim.x + threadIdx.x] = mine;
  __threadfence();
  int positive = __syncthreads_count(mine > 0);
  bool last = false;
  if (threadIdx.x == 0)
    last = atomicAdd(counter, 1) == gridDim.x - 1;
  if (__syncthreads_or(last))
    out[threadIdx.x] = parts[threadIdx.x] * positive;
}

__global__ void electedAnother(volatile float *parts, unsigned *counter, float *out) {
  __shared__ bool last;
  if (threadIdx.x == 0)
    parts[blockIdx.x] = 1;
  __threadfence();
  if (threadIdx.x == 32)
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces data that other threads of the block may not have written yet
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[threadIdx.x];
}

__global__ void oneThreadDoesBoth(volatile float *parts, unsigned *counter, const float *in, float *out) {
  auto block = cg::this_thread_block();
  __shared__ bool last;
  if (block.thread_rank() == 0)
    parts[blockIdx.x] = in[blockIdx.x];
  if (block.thread_rank() == 0) {
    __threadfence();
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
  }
  block.sync();
  if (last)
    out[block.thread_rank()] = parts[block.thread_rank()];
}

// --- Queues ------------------------------------------------------------------------------

struct Queue {
  unsigned head, tail;
  volatile int ready[1024];
  int items[1024];
};

__global__ void queue(Queue *queue, int *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x % 2) {
    unsigned slot = atomicAdd(&queue->tail, 1) % 1024;
    queue->items[slot] = blockIdx.x;
    __threadfence();
    queue->ready[slot] = 1;
  } else {
    unsigned slot = atomicAdd(&queue->head, 1) % 1024;
    while (queue->ready[slot] == 0) {
    }
    __threadfence();
    out[blockIdx.x] = queue->items[slot];
    queue->ready[slot] = 0;
  }
}

__global__ void queueUnfenced(Queue *queue, int *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x % 2) {
    unsigned slot = atomicAdd(&queue->tail, 1) % 1024;
    queue->items[slot] = blockIdx.x;
    queue->ready[slot] = 1; // warn missing-fence: announces 'items'
  } else {
    unsigned slot = atomicAdd(&queue->head, 1) % 1024;
    while (queue->ready[slot] == 0) {
    }
    out[blockIdx.x] = queue->items[slot]; // warn missing-fence: 'items' is read after the flag 'ready'
  }
}

// Each takes what it finds; nobody waits.
__global__ void frontier(const int *edges, const int *from, int *level, int *next, int *size, int n, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = from[i];
  int other = edges[at];
  if (atomicCAS(&level[other], -1, depth) == -1)
    next[atomicAdd(size, 1)] = other;
}

__global__ void relaxes(const int *edges, const int *weights, int *distance, volatile int *changed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int candidate = distance[i] + weights[i];
  if (candidate < atomicMin(&distance[edges[i]], candidate))
    *changed = 1;
}

// --- Tables --------------------------------------------------------------------------------

__global__ void publishesItsKeyFirst(volatile int *keys, volatile int *values, const int *in, int *out, int slots) {
  int key = in[blockIdx.x * blockDim.x + threadIdx.x], slot = key % slots;
  if (blockIdx.x == 0) {
    values[slot] = key * 2;
    keys[slot] = key; // warn missing-fence: announces 'values'
  } else if (keys[slot] == key) {
    out[slot] = values[slot]; // warn missing-fence: 'values' is read after the flag 'keys'
  }
}

// --- Messages with a flag in each word ---------------------------------------------------------

struct Line {
  unsigned data1, flag1, data2, flag2;
};

__device__ Line loadLine(const Line *from) {
  Line line;
  asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(line.data1), "=r"(line.flag1), "=r"(line.data2), "=r"(line.flag2) : "l"(from) : "memory");
  return line;
}
__device__ void storeLine(Line *to, Line line) {
  asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(line.data1), "r"(line.flag1), "r"(line.data2), "r"(line.flag2) : "memory");
}

__global__ void lines(Line *left, Line *right, unsigned *data, unsigned flag) {
  int i = threadIdx.x;
  Line line;
  do
    line = loadLine(&left[i]);
  while (line.flag1 != flag || line.flag2 != flag);
  data[2 * i] += line.data1;
  data[2 * i + 1] += line.data2;
  storeLine(&right[i], {data[2 * i], flag, data[2 * i + 1], flag});
}

// --- Split sums: helpers write, one block gathers -------------------------------------------------

__device__ int loadAcquire(const int *at) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}
__device__ void addRelease(int *at, int value) { asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(at), "r"(value) : "memory"); }
__device__ void addRelaxed(int *at, int value) { asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(at), "r"(value) : "memory"); } // warn relaxed-handshake: publishes 'work'

__device__ void waitEqual(int *flag, int value) {
  if (threadIdx.x == 0)
    while (loadAcquire(flag) != value) {
    }
  __syncthreads();
}

__global__ void splits(int *flags, float *work, float *out) {
  int tile = blockIdx.x, split = blockIdx.y, cell = tile * blockDim.x + threadIdx.x;
  if (split > 0) {
    work[(split * gridDim.x + tile) * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
      addRelease(&flags[tile], 1);
  } else {
    waitEqual(&flags[tile], gridDim.y - 1);
    float sum = 0;
    for (int s = 1; s < gridDim.y; ++s)
      sum += work[(s * gridDim.x + tile) * blockDim.x + threadIdx.x];
    out[cell] = sum;
  }
}

__global__ void splitsRelaxed(int *flags, float *work, float *out) {
  int tile = blockIdx.x, split = blockIdx.y, cell = tile * blockDim.x + threadIdx.x;
  if (split > 0) {
    work[(split * gridDim.x + tile) * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
      addRelaxed(&flags[tile], 1);
  } else {
    waitEqual(&flags[tile], gridDim.y - 1);
    float sum = 0;
    for (int s = 1; s < gridDim.y; ++s)
      sum += work[(s * gridDim.x + tile) * blockDim.x + threadIdx.x];
    out[cell] = sum;
  }
}

// Each split adds to the tile when its turn has come.
__global__ void splitsInTurn(int *flags, float *work) {
  int tile = blockIdx.x, cell = tile * blockDim.x + threadIdx.x;
  waitEqual(&flags[tile], blockIdx.y);
  work[cell] += 1;
  __syncthreads();
  if (threadIdx.x == 0)
    addRelease(&flags[tile], 1);
}

__global__ void splitsInTurnTooEarly(int *flags, float *work) {
  int tile = blockIdx.x, cell = tile * blockDim.x + threadIdx.x;
  waitEqual(&flags[tile], blockIdx.y);
  work[cell] += 1;
  if (threadIdx.x == 0)
    asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(&flags[tile]) : "memory"); // warn missing-fence: announces data that other threads of the block may not have written yet
}

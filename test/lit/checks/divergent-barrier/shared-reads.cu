// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// A shared variable is uniform where nothing can write it while it is read.

#include <cuda_fp16.h>

__global__ void blockWideFlag(const int *in, int *out) {
  __shared__ int found;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  if (in[threadIdx.x] == 42)
    found = 1;
  __syncthreads();
  if (found) {
    __syncthreads();
    out[threadIdx.x] = 1;
  }
}

__global__ void flagReadInTheWritingPhase(const int *in, int *out) {
  __shared__ int found;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  if (in[threadIdx.x] == 42)
    found = 1;
  if (found) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    // note@-2: this condition differs between threads of one block
    // note@-3: 'found' is read here, and another thread can change it before all threads of the block have read it
    // note@-5: it is written here
    out[threadIdx.x] = 1;
  }
}

// Persistent kernel: the work counter is read between two barriers.
__global__ void persistentWork(int *next, float *out, int items) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 1);
    __syncthreads();
    int mine = item;
    __syncthreads();
    if (mine >= items)
      break;
    out[mine * blockDim.x + threadIdx.x] = 0;
  }
  __syncthreads();
}

__global__ void persistentWorkBarrierAtTheEnd(int *next, float *out, int items) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 1);
    __syncthreads();
    if (item >= items)
      break;
    out[item * blockDim.x + threadIdx.x] = 0;
    __syncthreads();
  }
}

// Without it thread 0 takes the next item while others still read this one.
__global__ void persistentWorkOneBarrier(int *next, float *out, int items) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 1);
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@+2: 'item' is read here, and another thread can change it
    // note@-3: it is written here
    if (item >= items)
      break;
    out[item * blockDim.x + threadIdx.x] = 0;
  }
  out[threadIdx.x] = 1;
}

// The ticket pattern: the last block sums up.
__device__ unsigned ticket;

__global__ void lastBlock(const float *in, volatile float *partial, float *out) {
  __shared__ float sum[256];
  __shared__ bool isLast;
  sum[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum[0];
    __threadfence();
    isLast = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast) {
    sum[threadIdx.x] = partial[threadIdx.x];
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
      if (threadIdx.x < s)
        sum[threadIdx.x] += sum[threadIdx.x + s];
      __syncthreads();
    }
    if (threadIdx.x == 0)
      *out = sum[0];
  }
}

__global__ void lastBlockWithoutBarrier(const float *in, volatile float *partial,
                                        float *out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    isLast = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  if (isLast) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-2: 'isLast' is read here, and another thread can change it
    if (threadIdx.x == 0)
      *out = partial[0];
  }
}

// `if (shared_value <= 0) return;` looks uniform.
__global__ void sharedBoundChangedAfterwards(int *out, int n) {
  __shared__ int left;
  if (threadIdx.x == 0)
    left = n;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (left <= 0)
      break;
    if (threadIdx.x == 0)
      left -= i;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-5: 'left' is read here, and another thread can change it
    // note@-3: it is written here
  }
  out[threadIdx.x] = 1;
}

__global__ void sharedBoundSeparated(int *out, int n) {
  __shared__ int left;
  if (threadIdx.x == 0)
    left = n;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    int now = left;
    __syncthreads();
    if (now <= 0)
      break;
    if (threadIdx.x == 0)
      left = now - i;
    __syncthreads();
  }
  out[threadIdx.x] = 1;
}

__global__ void elementAtVaryingAddress(const int *in, int *out) {
  __shared__ int slots[128];
  slots[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (slots[0] > 0)
    __syncthreads();
  if (slots[127 - blockIdx.x % 128] > 0)
    __syncthreads();
  if (slots[127 - threadIdx.x] > 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: 'slots' is read at an address that varies by thread
  // note@-3: 'threadIdx.x' is read here
}

struct Control {
  int done;
  int round;
};

__global__ void sharedStruct(const int *in, int *out) {
  __shared__ Control control;
  if (threadIdx.x == 0)
    control = {0, 0};
  __syncthreads();
  while (!control.done) {
    int round = control.round;
    __syncthreads();
    if (threadIdx.x == 0) {
      control.round = round + 1;
      control.done = in[round] == 0;
    }
    __syncthreads();
  }
  out[threadIdx.x] = 0;
}

// Another field is written in the phase: no danger.
__global__ void otherFieldIsWritten(const int *in, int *out) {
  __shared__ Control control;
  if (threadIdx.x == 0)
    control.done = in[0];
  __syncthreads();
  if (threadIdx.x == 0)
    control.round = 1;
  if (control.done)
    __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void dynamicShared(const int *in, int *out, int n) {
  extern __shared__ int scratch[];
  int *counter = scratch;
  int *values = scratch + 1;
  if (threadIdx.x == 0)
    *counter = in[0];
  __syncthreads();
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < *counter; ++i) {
    __syncthreads();
    out[threadIdx.x] += values[i];
  }
}

__global__ void volatileShared(const int *in, int *out) {
  __shared__ volatile int stop;
  stop = 0;
  __syncthreads();
  do {
    __syncthreads();
    if (in[threadIdx.x] > 3)
      stop = 1;
    __syncthreads();
  } while (!stop);
  out[threadIdx.x] = 0;
}

__global__ void atomicOnShared(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    atomicAdd(&count, 1);
  __syncthreads();
  if (count > 64)
    __syncthreads();
  __syncthreads();
  if (atomicAdd(&count, 1) > 64)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: the result of 'atomicAdd()' varies by thread
}

__global__ void atomicReadInTheCountingPhase(const int *in, int *out) {
  __shared__ int count;
  count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    atomicAdd(&count, 1);
  if (count > 64)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: 'count' is read here, and another thread can change it
  // note@-4: it is written here
}

// Through a helper that gets a pointer into shared memory.
__device__ int broadcast(int value, int *slot) {
  if (threadIdx.x == 0)
    *slot = value;
  __syncthreads();
  int result = *slot;
  __syncthreads();
  return result;
}

__global__ void broadcastByHelper(const int *in, int *out) {
  __shared__ int slot;
  int rounds = broadcast(in[threadIdx.x], &slot);
  for (int i = 0; i < rounds; ++i)
    __syncthreads();
  while (broadcast(in[threadIdx.x] - rounds, &slot) > 0)
    ++rounds;
  out[threadIdx.x] = rounds;
}

// Global memory: a counter that all blocks move is no uniform value.
__global__ void globalCounter(int *counter, int *out) {
  if (threadIdx.x == 0)
    atomicAdd(counter, 1);
  if (*counter > 5)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: 'counter' is read here, and another thread can change it
}

// --- Writes that stay away -------------------------------------------------------

// The condition of the write keeps it away from the element that is read.
__global__ void otherElementsAreWritten(const int *in, int *out) {
  __shared__ int slots[128];
  slots[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int first = slots[0];
  if (threadIdx.x > 0)
    slots[threadIdx.x] = 5;
  if (first > 0)
    __syncthreads();
  out[threadIdx.x] = slots[threadIdx.x];
}

// Adding zero is how code reads atomically: nothing changes.
__global__ void atomicAddOfZero(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = in[0];
  __syncthreads();
  out[threadIdx.x] = atomicAdd(&count, 0);
  if (count > 64)
    __syncthreads();
}

// The same in other words: not 0, from 1 on, all but one, one other alone.
__global__ void conditionsOfWrites(const int *in, int *out, int n) {
  __shared__ int slots[1024];
  slots[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int first = slots[0], third = slots[3];
  if (threadIdx.x != 0 && threadIdx.x != 3 && n > 2)
    slots[threadIdx.x] = 5;
  if (threadIdx.x)
    if (threadIdx.x >= 4)
      slots[threadIdx.x] = 6;
  if (threadIdx.x == 7)
    slots[threadIdx.x + 1] = 7;
  if (threadIdx.x <= 3)
    out[1] = 0;
  else
    slots[threadIdx.x - 1 + 1] = 8;
  if (first > 0)
    __syncthreads();
  if (third > 0)
    __syncthreads();
  out[threadIdx.x] = slots[threadIdx.x];
}

// The condition lets one thread write the element that is read.
__global__ void theElementIsWritten(const int *in, int *out, int n) {
  __shared__ int slots[1024];
  slots[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int first = slots[0];
  if (threadIdx.x > 0)
    slots[threadIdx.x - 1] = 5;
  if (first > 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  __syncthreads();
  int fourth = slots[4];
  if (threadIdx.x >= 4)
    slots[threadIdx.x] = 5;
  if (fourth > 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  __syncthreads();
  int other = slots[n];
  if (threadIdx.x != 0)
    slots[threadIdx.x] = 5;
  if (other > 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
}

__global__ void atomicsThatChange(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = in[0];
  __syncthreads();
  out[threadIdx.x] = atomicAnd(&count, 0);
  if (count > 64)
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  __syncthreads();
  out[threadIdx.x] = atomicAdd(&count, in[1]);
  if (count > 64)
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
}

// A library's value type is read where it is copied.
__global__ void copiesOfValueTypes(const int *in, int *out) {
  __shared__ half pairs[64];
  for (int k = 0; k < 10; ++k) {
    pairs[threadIdx.x % 64] = in[k * 64 + threadIdx.x];
    __syncthreads();
    half2 first = ((const half2 *)pairs)[0];
    if (__low2float(first) > 0)
      continue;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    // note@-4: 'pairs' is read here, and another thread can change it before all threads of the block have read it
  }
}

// A list that is fetched ahead: the first round of the loop waits for what was
// fetched before it, and the others for what a round before them fetched.
__global__ void fetchedAheadOfTheLoop(const int *list, float *out, int items) {
  __shared__ int fetched[128];
  if (threadIdx.x < 128)
    fetched[threadIdx.x] = list[threadIdx.x];
  int done = 0;
  for (int item = blockIdx.x; item < items; item += gridDim.x) {
    int at = done % 128;
    if (at == 0)
      __syncthreads();
    int rounds = fetched[at];
    ++done;
    if (done % 128 == 0) {
      __syncthreads();
      if (threadIdx.x < 128)
        fetched[threadIdx.x] = list[done + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < rounds; ++i) {
      out[(item * 64 + i) * blockDim.x + threadIdx.x] = i;
      __syncthreads();
    }
  }
}

// Counted from 1, the first round reads without waiting.
__global__ void fetchedAndNotWaitedFor(const int *list, float *out, int items) {
  __shared__ int fetched[128];
  if (threadIdx.x < 128)
    fetched[threadIdx.x] = list[threadIdx.x];
  int done = 1;
  for (int item = blockIdx.x; item < items; item += gridDim.x) {
    int at = done % 128;
    if (at == 0)
      __syncthreads();
    int rounds = fetched[at];
    ++done;
    if (done % 128 == 0) {
      __syncthreads();
      if (threadIdx.x < 128)
        fetched[threadIdx.x] = list[done + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < rounds; ++i) {
      out[(item * 64 + i) * blockDim.x + threadIdx.x] = i;
      __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    }
  }
}

// What a round fetched, the next one reads: who comes around the loop is in its
// first round no more.
__global__ void fetchedInTheRoundBefore(const int *list, float *out, int items) {
  __shared__ int fetched[128];
  int done = 0;
  for (int item = blockIdx.x; item < items; item += gridDim.x) {
    if (done == 0)
      __syncthreads();
    int rounds = fetched[done % 128];
    ++done;
    if (threadIdx.x < 128)
      fetched[threadIdx.x] = list[done + threadIdx.x];
    for (int i = 0; i < rounds; ++i) {
      out[(item * 64 + i) * blockDim.x + threadIdx.x] = i;
      __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    }
  }
}

// What a class inherits lies beside its own fields.
struct Factors {
  float scale[64];
  int rounds;
};
struct Storage : Factors {
  int list[64];
};

__global__ void besideWhatIsInherited(const int *in, int *out) {
  __shared__ Storage s;
  s.list[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int rounds = s.list[0];
  s.scale[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    out[i] = s.scale[63];
  }
}

__global__ void whatIsInherited(const int *in, int *out) {
  __shared__ Storage s;
  s.rounds = in[0];
  __syncthreads();
  int rounds = s.rounds;
  static_cast<Factors &>(s).rounds = in[threadIdx.x];
  for (int i = 0; i < rounds; ++i) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    out[i] = s.scale[63];
  }
}

// All threads store what they have read at one place that nobody writes.
__global__ void storesOneSum(const int *sums, int n, int *out) {
  __shared__ int total;
  total = sums[n - 1];
  int mine = (total + blockDim.x - 1) / blockDim.x;
  for (int i = 0; i < mine; ++i) {
    __syncthreads();
    atomicAdd(out + i, total);
  }
}
struct Queue {
  int *slots, *count;
};
__global__ void storesCountOfQueue(Queue queue, int *out) {
  __shared__ int total;
  total = *queue.count;
  for (int i = 0; i < total; ++i) {
    __syncthreads();
    atomicAdd(out + i, queue.slots[i]);
  }
}
__global__ void storesOwnSum(const int *sums, int n, int *out) {
  __shared__ int total;
  total = sums[threadIdx.x];
  for (int i = 0; i < total; ++i) {
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    atomicAdd(out + i, total);
  }
}
__global__ void storesWhatOthersWrite(int *sums, int n, int *out) {
  __shared__ int total;
  total = sums[n - 1];
  sums[n - 1] = threadIdx.x;
  for (int i = 0; i < total; ++i) {
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    atomicAdd(out + i, total);
  }
}
__global__ void storesVolatile(volatile int *sums, int n, int *out) {
  __shared__ int total;
  total = sums[n - 1];
  for (int i = 0; i < total; ++i) {
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    atomicAdd(out + i, total);
  }
}

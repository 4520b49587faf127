// RUN: %verify %s --checks=-*,warplint-lock-discipline
//
// Spin locks and the memory they protect.

#include <cuda/atomic>
#include <cuda/semaphore>

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}
__device__ void give(int *lock) { atomicExch(lock, 0); }

__device__ void takeFenced(int *lock) {
  take(lock);
  __threadfence();
}
__device__ void giveFenced(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// --- Fences -----------------------------------------------------------------------------

__global__ void noFences(int *lock, volatile int *counter) {
  if (threadIdx.x != 0)
    return;
  take(lock);
  *counter = *counter + 1; // warn lock-discipline: 'counter' is read after the lock 'lock' was taken, with no fence between
  // note@9: the lock is taken here
  // note@-2: put '__threadfence()' between, so that the read cannot come first
  atomicExch(lock, 0); // warn lock-discipline: 'atomicExch()' gives back the lock 'lock' with no fence after the write of 'counter'
  // note@-4: 'counter' is written here
  // note@9: the next thread takes the lock here
  // note@-3: put '__threadfence()' between the write and the release
}

__global__ void noFenceToTake(int *lock, volatile int *counter) {
  if (threadIdx.x != 0)
    return;
  take(lock);
  *counter = *counter + 1; // warn lock-discipline: 'counter' is read after the lock 'lock' was taken
  giveFenced(lock);
}

__global__ void noFenceToGive(int *lock, volatile int *counter) {
  if (threadIdx.x != 0)
    return;
  takeFenced(lock);
  *counter = *counter + 1;
  atomicExch(lock, 0); // warn lock-discipline: gives back the lock 'lock' with no fence
}

__global__ void fenced(int *lock, volatile int *counter) {
  if (threadIdx.x != 0)
    return;
  takeFenced(lock);
  *counter = *counter + 1;
  giveFenced(lock);
}

__global__ void byExchange(int *lock, int *counter) {
  if (threadIdx.x != 0)
    return;
  while (atomicExch(lock, 1))
    ;
  *counter += 1; // warn lock-discipline: 'counter' is read after the lock
  __threadfence();
  atomicExch(lock, 0);
}

// Tried, not waited for; given back in the loop.
__global__ void tried(int *lock, int *counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *counter += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void triedUnfenced(int *lock, int *counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *counter += 1; // warn lock-discipline: 'counter' is read after the lock
      atomicExch(lock, 0); // warn lock-discipline: gives back the lock
      done = true;
    }
  }
}

// --- Ordinary stores ---------------------------------------------------------------------

__global__ void plainStore(int *lock, volatile int *counter) {
  if (threadIdx.x != 0)
    return;
  takeFenced(lock);
  *counter = *counter + 1;
  __threadfence();
  *lock = 0; // warn lock-discipline: the lock 'lock' is given back by an ordinary store
  // note: use 'atomicExch()', after '__threadfence()': the compiler may move or merge an ordinary store
}

__global__ void volatileStore(int *lock, volatile int *counter) {
  if (threadIdx.x != 0)
    return;
  takeFenced(lock);
  *counter = *counter + 1;
  __threadfence();
  *(volatile int *)lock = 0;
}

// --- A lock for the block ------------------------------------------------------------------

__global__ void blockLock(int *lock, volatile float *sums) {
  if (threadIdx.x == 0)
    takeFenced(lock);
  __syncthreads();
  sums[threadIdx.x] = sums[threadIdx.x] + 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    give(lock);
}

__global__ void blockLockGivenTooEarly(int *lock, volatile float *sums) {
  if (threadIdx.x == 0)
    takeFenced(lock);
  __syncthreads();
  sums[threadIdx.x] = sums[threadIdx.x] + 1;
  __threadfence();
  if (threadIdx.x == 0)
    atomicExch(lock, 0); // warn lock-discipline: 'atomicExch()' gives back a lock while other threads of the block may still write 'sums'
  // note: put '__syncthreads()' between the writes and this
}

__global__ void warpLock(int *lock, volatile float *sums) {
  if (threadIdx.x % 32 == 0)
    takeFenced(lock);
  __syncwarp();
  sums[threadIdx.x % 32] = sums[threadIdx.x % 32] + 1;
  __syncwarp();
  if (threadIdx.x % 32 == 0)
    giveFenced(lock);
}

__global__ void warpLockGivenTooEarly(int *lock, volatile float *sums) {
  if (threadIdx.x % 32 == 0)
    takeFenced(lock);
  __syncwarp();
  sums[threadIdx.x % 32] = sums[threadIdx.x % 32] + 1;
  __threadfence();
  if (threadIdx.x % 32 == 0)
    atomicExch(lock, 0); // warn lock-discipline: while other threads of the warp may still write 'sums'
}

// --- Lock step -------------------------------------------------------------------------------

__global__ void allLanesWait(int *locks, int *bins, const int *in) {
  int bin = in[threadIdx.x];
  while (atomicCAS(&locks[bin], 0, 1) != 0) {
  }
  __threadfence();
  bins[bin] += 1;
  __threadfence();
  atomicExch(&locks[bin], 0);
}

// --- Not locks, or nothing to protect -----------------------------------------------------------

__global__ void protectsNothing(int *lock, float *sum) {
  if (threadIdx.x != 0)
    return;
  take(lock);
  atomicAdd(sum, 1.0f);
  give(lock);
}

__global__ void insert(const int *in, int *keys, int *values, int slots) {
  int slot = in[threadIdx.x] % slots;
  while (atomicCAS(&keys[slot], -1, in[threadIdx.x]) != -1)
    slot = (slot + 1) % slots;
  values[slot] = values[slot] + threadIdx.x;
}

__global__ void maximum(const int *in, int *best, int *copy) {
  int old = *best;
  while (old < in[threadIdx.x])
    old = atomicCAS(best, old, in[threadIdx.x]);
  copy[threadIdx.x] = copy[threadIdx.x] + old;
}

// A lock and its data in shared memory: the barrier orders for the block.
__global__ void inSharedMemory(float *out) {
  __shared__ int lock;
  __shared__ volatile float sum;
  if (threadIdx.x == 0) {
    lock = 0;
    sum = 0;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    sum = sum + 1;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}

// --- libcu++ ---------------------------------------------------------------------------------------

using Lock = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void ordered(Lock *lock, int *counter) {
  if (threadIdx.x != 0)
    return;
  while (lock->exchange(1, cuda::memory_order_acquire) != 0) {
  }
  *counter += 1;
  lock->store(0, cuda::memory_order_release);
}

__global__ void relaxed(Lock *lock, int *counter) {
  if (threadIdx.x != 0)
    return;
  while (lock->exchange(1, cuda::memory_order_relaxed) != 0) { // warn lock-discipline: observes the announcement of 'counter', but its memory order does not acquire it
  }
  *counter += 1;
  lock->store(0, cuda::memory_order_relaxed); // warn lock-discipline: publishes 'counter', but its memory order does not release it
}

__global__ void semaphore(cuda::binary_semaphore<cuda::thread_scope_device> *free, int *counter) {
  if (threadIdx.x != 0)
    return;
  free->acquire();
  *counter += 1;
  free->release();
}

__global__ void compareExchange(Lock *lock, int *counter) {
  if (threadIdx.x != 0)
    return;
  int expected = 0;
  while (!lock->compare_exchange_strong(expected, 1, cuda::memory_order_acquire))
    expected = 0;
  *counter += 1;
  lock->store(0, cuda::memory_order_release);
}

//===--- Given back on every way --------------------------------------------===//

__global__ void keptByMost(int *lock, volatile float *best, const float *in) {
  if (threadIdx.x == 0) {
    float mine = in[blockIdx.x];
    while (atomicCAS(lock, 0, 1) != 0) { // warn lock-discipline: the lock 'lock' is taken here and not given back on every path to the end of the kernel
    }
    __threadfence();
    if (mine > *best) {
      *best = mine;
      __threadfence();
      atomicExch(lock, 0); // note: it is given back only here
    }
  }
}

__global__ void keptByThoseWhoReturn(int *lock, volatile int *count, int most) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) { // warn lock-discipline: not given back on every path
  }
  __threadfence();
  if (*count >= most)
    return;
  *count = *count + 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void givenBackByAll(int *lock, volatile float *best, const float *in) {
  if (threadIdx.x == 0) {
    float mine = in[blockIdx.x];
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    if (mine > *best)
      *best = mine;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void givenBackOnBothWays(int *lock, volatile float *best, const float *in) {
  if (threadIdx.x == 0) {
    float mine = in[blockIdx.x];
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    if (mine > *best) {
      *best = mine;
      __threadfence();
      atomicExch(lock, 0);
    } else {
      atomicExch(lock, 0);
    }
  }
}

// Who takes it gives it back: one test, asked twice.
__global__ void takenAndGivenBackByOne(int *lock, volatile int *data, const int *in) {
  bool leads = threadIdx.x == 0;
  if (leads)
    while (atomicCAS(lock, 0, 1) != 0) {
    }
  __syncthreads();
  __threadfence();
  data[threadIdx.x] = data[threadIdx.x] + in[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (leads)
    atomicExch(lock, 0);
}

__global__ void keptByAFailure(int *lock, volatile int *count, int most) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  if (*count >= most)
    __trap();
  *count = *count + 1;
  __threadfence();
  atomicExch(lock, 0);
}

// Who gives up has no lock to give back.
__global__ void triedForAWhile(int *lock, volatile int *count) {
  if (threadIdx.x != 0)
    return;
  int tries = 0;
  bool taken = false;
  while (!(taken = atomicCAS(lock, 0, 1) == 0) && ++tries < 1000) {
  }
  if (taken) {
    __threadfence();
    *count = *count + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void triedUntilToldToStop(int *lock, volatile int *count, volatile int *stop) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0)
    if (*stop)
      return;
  __threadfence();
  *count = *count + 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void triedUntilDone(int *lock, volatile int *count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *count = *count + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

// A fence under the test that the access is under, too, and under another one.
__global__ void askedTwice(int *lock, int *count) {
  for (bool done = false; !done;) {
    bool got = atomicCAS(lock, 0, 1) == 0;
    if (got)
      __threadfence();
    if (got) {
      *count += 1;
      done = true;
    }
    if (got) {
      __threadfence();
      atomicExch(lock, 0);
    }
  }
}
__global__ void askedTheOtherWay(int *lock, int *count) {
  for (bool done = false; !done;) {
    bool got = atomicCAS(lock, 0, 1) == 0;
    if (!got)
      __threadfence();
    if (got) {
      *count += 1; // warn lock-discipline: is read after the lock 'lock' was taken
      done = true;
      __threadfence();
      atomicExch(lock, 0);
    }
  }
}
__global__ void askedForSomethingElse(int *lock, int *count, bool fence) {
  for (bool done = false; !done;) {
    bool got = atomicCAS(lock, 0, 1) == 0;
    if (fence)
      __threadfence();
    if (got) {
      *count += 1; // warn lock-discipline: is read after the lock 'lock' was taken
      done = true;
      __threadfence();
      atomicExch(lock, 0);
    }
  }
}
__global__ void askedOfAnotherLock(int *lock, int *other, int *count) {
  for (bool done = false; !done;) {
    bool got = atomicCAS(lock, 0, 1) == 0, too = atomicCAS(other, 0, 1) == 0;
    if (too)
      __threadfence();
    if (got) {
      *count += 1; // warn lock-discipline: is read after the lock 'lock' was taken
      done = true;
      __threadfence();
      atomicExch(lock, 0);
    }
    if (too)
      atomicExch(other, 0);
  }
}

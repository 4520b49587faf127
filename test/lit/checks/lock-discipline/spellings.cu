// RUN: %verify %s --checks=-*,warplint-missing-fence,warplint-fence-scope,warplint-stale-read,warplint-relaxed-handshake,warplint-lock-discipline,warplint-ticket-not-reset
//
// Locks as projects write them, right and wrong.

#include <cuda/atomic>
#include <cuda/semaphore>

// --- Classes -------------------------------------------------------------------------

class Mutex {
  int *word;

public:
  __device__ explicit Mutex(int *word) : word(word) {}
  __device__ bool tryLock() { return atomicCAS(word, 0, 1) == 0; }
  __device__ void lock() {
    unsigned pause = 8;
    while (!tryLock()) {
      __nanosleep(pause);
      if (pause < 256)
        pause *= 2;
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(word, 0);
  }
  __device__ void unlockUnfenced() {
    atomicExch(word, 0); // warn lock-discipline: gives back the lock
  }
};

__global__ void backsOff(int *word, int *total) {
  if (threadIdx.x)
    return;
  Mutex mutex(word);
  mutex.lock();
  *total += 1;
  mutex.unlock();
}

__global__ void backsOffUnfenced(int *word, int *total) {
  if (threadIdx.x)
    return;
  Mutex mutex(word);
  mutex.lock();
  *total += 1;
  mutex.unlockUnfenced();
}

struct Guard {
  Mutex &mutex;
  __device__ explicit Guard(Mutex &mutex) : mutex(mutex) { mutex.lock(); }
  __device__ ~Guard() { mutex.unlock(); }
};

__global__ void guarded(int *word, int *total) {
  if (threadIdx.x)
    return;
  Mutex mutex(word);
  Guard guard(mutex);
  *total += 1;
}

template <class Body> __device__ void withLock(int *word, Body body) {
  bool open = true;
  while (open) {
    if (atomicCAS(word, 0, 1) == 0) {
      __threadfence();
      body();
      __threadfence();
      atomicExch(word, 0);
      open = false;
    }
  }
}

__global__ void lambda(int *word, int *total) {
  withLock(word, [=] { *total += 1; });
}

// --- Tried ---------------------------------------------------------------------------

__global__ void triedOnce(int *word, int *total, int *missed) {
  if (atomicCAS(word, 0, 1) == 0) {
    *total += 1; // warn lock-discipline: 'total' is read after the lock
    __threadfence();
    atomicExch(word, 0);
  } else {
    atomicAdd(missed, 1);
  }
}

__global__ void testAndTestAndSet(int *word, volatile int *total) {
  if (threadIdx.x)
    return;
  do {
    while (*(volatile int *)word != 0) {
    }
  } while (atomicExch(word, 1) != 0);
  *total = *total + 1; // warn lock-discipline: 'total' is read after the lock
  __threadfence();
  *(volatile int *)word = 0;
}

// --- One lock for each bucket -------------------------------------------------------------

struct Bucket {
  int lock;
  int used;
  int keys[7];
};

__global__ void buckets(Bucket *table, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Bucket *bucket = &table[in[i] % 64];
  for (bool done = false; !done;) {
    if (atomicCAS(&bucket->lock, 0, 1) == 0) {
      __threadfence();
      if (bucket->used < 7)
        bucket->keys[bucket->used++] = in[i];
      __threadfence();
      atomicExch(&bucket->lock, 0);
      done = true;
    }
  }
}

__global__ void bucketsUnfenced(Bucket *table, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Bucket *bucket = &table[in[i] % 64];
  for (bool done = false; !done;) {
    if (atomicCAS(&bucket->lock, 0, 1) == 0) {
      __threadfence();
      if (bucket->used < 7)
        bucket->keys[bucket->used++] = in[i];
      atomicExch(&bucket->lock, 0); // warn lock-discipline: gives back the lock 'lock' with no fence
      done = true;
    }
  }
}

// A compare and swap gives back, too.
__global__ void givenBackBySwap(int *locks, float *best, const float *in, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  while (atomicCAS(locks + row, 0, 1) == 1)
    ;
  if (in[row] < best[row % 8]) // warn lock-discipline: 'best' is read after the lock
    best[row % 8] = in[row];
  __threadfence();
  atomicCAS(locks + row, 1, 0);
}

__global__ void givenBackByAnd(unsigned *lock, volatile int *total) {
  if (threadIdx.x)
    return;
  while (atomicOr(lock, 1u) & 1u) {
  }
  *total = *total + 1; // warn lock-discipline: 'total' is read after the lock
  __threadfence();
  atomicAnd(lock, ~1u);
}

// --- Tickets as locks ---------------------------------------------------------------------

__global__ void ticketLock(unsigned *next, volatile unsigned *serving, volatile int *total) {
  if (threadIdx.x)
    return;
  unsigned mine = atomicAdd(next, 1);
  while (*serving != mine) {
  }
  __threadfence();
  *total = *total + 1;
  __threadfence();
  *serving = mine + 1;
}

__global__ void ticketLockUnfenced(unsigned *next, volatile unsigned *serving, volatile int *total) {
  if (threadIdx.x)
    return;
  unsigned mine = atomicAdd(next, 1);
  while (*serving != mine) {
  }
  *total = *total + 1; // warn missing-fence: 'total' is read after the flag 'serving'
  *serving = mine + 1; // warn missing-fence: announces 'total'
}

// --- libcu++ -------------------------------------------------------------------------------

class SpinLock {
  cuda::std::atomic_flag flag;

public:
  __device__ void lock() {
    while (flag.test_and_set(cuda::memory_order_acquire)) {
    }
  }
  __device__ void unlock() { flag.clear(cuda::memory_order_release); }
};

__global__ void flagClass(SpinLock *lock, int *total) {
  if (threadIdx.x)
    return;
  lock->lock();
  *total += 1;
  lock->unlock();
}

__global__ void flagOfTheLibrary(cuda::std::atomic_flag *flag, int *total) {
  if (threadIdx.x)
    return;
  while (flag->test_and_set(cuda::memory_order_acquire)) {
  }
  *total += 1;
  flag->clear(cuda::memory_order_release);
}

__global__ void flagRelaxed(cuda::std::atomic_flag *flag, int *total) {
  if (threadIdx.x)
    return;
  while (flag->test_and_set(cuda::memory_order_relaxed)) { // warn lock-discipline: does not acquire it
  }
  *total += 1;
  flag->clear(cuda::memory_order_relaxed); // warn lock-discipline: does not release it
}

__global__ void swapWeak(int *word, int *total) {
  if (threadIdx.x)
    return;
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(*word);
  int expected;
  do
    expected = 0;
  while (!lock.compare_exchange_weak(expected, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed));
  *total += 1;
  lock.store(0, cuda::memory_order_release);
}

__global__ void swapRelaxed(int *word, int *total) {
  if (threadIdx.x)
    return;
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(*word);
  int expected;
  do
    expected = 0;
  while (!lock.compare_exchange_weak(expected, 1, cuda::memory_order_relaxed)); // warn lock-discipline: does not acquire it
  *total += 1;
  lock.store(0, cuda::memory_order_release);
}

__global__ void semaphore(cuda::binary_semaphore<cuda::thread_scope_device> *semaphore, int *total) {
  while (!semaphore->try_acquire()) {
  }
  *total += 1;
  semaphore->release();
}

__global__ void counting(cuda::counting_semaphore<cuda::thread_scope_device, 1> *semaphore, int *total) {
  semaphore->acquire();
  *total += 1;
  semaphore->release();
}

__device__ void lockOfAssembler(int *word) {
  int old;
  do
    asm volatile("atom.acquire.gpu.global.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(word) : "memory");
  while (old != 0);
}
__device__ void unlockOfAssembler(int *word) {
  asm volatile("st.release.gpu.global.s32 [%0], 0;" ::"l"(word) : "memory");
}

__global__ void assembler(int *word, int *total) {
  if (threadIdx.x)
    return;
  lockOfAssembler(word);
  *total += 1;
  unlockOfAssembler(word);
}

// --- What is compared behind a lock is no flag -------------------------------------------------

struct Best {
  float value;
  int column;
};

__global__ void better(int *lock, volatile Best *best, const Best *in) {
  if (threadIdx.x)
    return;
  Best own = in[blockIdx.x];
  while (atomicCAS(lock, 0, 1)) {
  }
  __threadfence();
  if (own.value > best->value || (own.value == best->value && own.column > best->column)) {
    best->value = own.value;
    best->column = own.column;
  }
  __threadfence();
  atomicExch(lock, 0);
}

// --- Too narrow --------------------------------------------------------------------------------

__global__ void fenceOfTheBlock(int *word, volatile int *total) {
  if (threadIdx.x)
    return;
  while (atomicCAS(word, 0, 1)) {
  }
  __threadfence();
  *total = *total + 1;
  __threadfence_block(); // warn fence-scope: orders 'total' for threads of the block only
  atomicExch(word, 0);
}

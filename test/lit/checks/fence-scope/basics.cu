// RUN: %verify %s --checks=-*,warplint-fence-scope
//
// Ordered, but for too few threads.

#include <cuda/atomic>

__device__ unsigned count;

__device__ float total(volatile const float *parts, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum += parts[i];
  return sum;
}

// --- Between blocks ----------------------------------------------------------------

__global__ void ticket(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  __threadfence_block(); // warn fence-scope: '__threadfence_block()' orders 'parts' for threads of the block only, and other blocks read it
  // note@-2: 'parts' is written here
  // note@12: the last to arrive reads 'parts' here
  // note@-3: use '__threadfence()'
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void ticketWide(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  __threadfence_block();
  __threadfence();
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void ticketSystem(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  __threadfence_system();
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void ptxFence(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  asm volatile("fence.acq_rel.cta;" ::: "memory"); // warn fence-scope: 'fence' orders 'parts' for threads of the block only
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void libraryFence(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block); // warn fence-scope: 'cuda::atomic_thread_fence()' orders 'parts'
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void libraryFenceWide(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void narrowTicket(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  __threadfence();
  if (atomicAdd_block(&count, 1) == gridDim.x - 1) // warn fence-scope: 'atomicAdd_block()' has block scope, and announces 'parts' to other blocks
    *out = total(parts, gridDim.x);
}

__global__ void narrowAtomics(int *message, int *ready, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_block> flag(*ready);
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 1;
    flag.store(1, cuda::memory_order_release); // warn fence-scope: 'cuda::atomic_ref::store()' has block scope, and announces 'message' to other blocks
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) { // warn fence-scope: 'cuda::atomic_ref::load()' has block scope, and observes what other blocks announce
    }
    out[blockIdx.x] = *message;
  }
}

__global__ void wideAtomics(int *message, int *ready, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*ready);
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 1;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}

__global__ void narrowOnTheReadersSide(volatile int *message, volatile int *ready, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 1;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    __threadfence_block(); // warn fence-scope: '__threadfence_block()' orders 'message' for threads of the block only, and other blocks have written it
    out[blockIdx.x] = *message;
  }
}

// --- Within a block ------------------------------------------------------------------

__global__ void flagOfTheBlock(volatile int *message, volatile int *ready, int *out) {
  if (threadIdx.x == 0) {
    message[blockIdx.x] = 1;
    __threadfence_block();
    ready[blockIdx.x] = 1;
  } else if (threadIdx.x == 32) {
    while (ready[blockIdx.x] == 0) {
    }
    __threadfence_block();
    out[blockIdx.x] = message[blockIdx.x];
  }
}

// A function without a kernel shows of what its pointers are by its operations.
struct Counted {
  unsigned pending, expected;
};
__device__ unsigned arriveInBlock(Counted *barrier) {
  while (*(volatile unsigned *)&barrier->pending == 0) {
  }
  atomicAdd_block(&barrier->expected, 1);
  __threadfence_block();
  unsigned before = atomicAdd_block(&barrier->pending, 1);
  __threadfence_block();
  return before + *(volatile unsigned *)&barrier->expected;
}
__device__ unsigned arriveInGrid(Counted *barrier) {
  while (*(volatile unsigned *)&barrier->pending == 0) {
  }
  atomicAdd(&barrier->expected, 1);
  __threadfence_block(); // warn fence-scope: '__threadfence_block()' orders 'expected' for threads of the block only, and other blocks read it
  unsigned before = atomicAdd(&barrier->pending, 1);
  __threadfence_block();
  return before + *(volatile unsigned *)&barrier->expected;
}

__global__ void oneBlock(volatile float *parts, float *out) {
  parts[threadIdx.x] = 1;
  __threadfence_block();
  if (atomicInc(&count, blockDim.x - 1) == blockDim.x - 1)
    *out = total(parts, blockDim.x);
}

void launch(volatile float *parts, float *out) { oneBlock<<<1, 128>>>(parts, out); }

// --- Towards the host ------------------------------------------------------------------

__device__ __managed__ int answer;
__device__ __managed__ volatile int answered;
__device__ __managed__ volatile int logged;

__global__ void tellsTheHost() {
  answer = 42;
  __threadfence(); // warn fence-scope: '__threadfence()' orders 'answer' for threads of the grid only, and the host reads it
  // note@-2: 'answer' is written here
  // note@+2: it is announced here, to a loop of the host
  // note@-3: use '__threadfence_system()'
  answered = 1;
}

__global__ void tellsTheHostMended() {
  answer = 42;
  __threadfence_system();
  answered = 1;
}

// Read when the kernel is over.
__global__ void logs() {
  answer = 42;
  __threadfence();
  logged = 1;
}

int host() {
  tellsTheHost<<<1, 1>>>();
  tellsTheHostMended<<<1, 1>>>();
  while (!answered) {
  }
  logs<<<1, 1>>>();
  cudaDeviceSynchronize();
  return logged ? answer : 0;
}

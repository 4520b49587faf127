// RUN: %verify %s --checks=-*,warplint-relaxed-handshake
//
// Atomics that name an order which does not pass the data.

#include <cuda/atomic>

using Device = cuda::thread_scope;
using Flag = cuda::atomic<int, cuda::thread_scope_device>;

__device__ float total(const float *parts, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum += parts[i];
  return sum;
}

__global__ void relaxedBoth(int *message, Flag *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 99;
    flag->store(1, cuda::memory_order_relaxed); // warn relaxed-handshake: 'cuda::atomic::store()' publishes 'message', but its memory order does not release it
    // note@-2: 'message' is written here
    // note@+4: another thread waits
    // note@+5: 'message' is read here
    // note@-4: use 'cuda::memory_order_release', or a fence before it
  } else {
    while (flag->load(cuda::memory_order_relaxed) == 0) { // warn relaxed-handshake: 'cuda::atomic::load()' observes the announcement of 'message', but its memory order does not acquire it
    }
    out[blockIdx.x] = *message;
  }
}

__global__ void releasedAndRelaxed(int *message, Flag *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 99;
    flag->store(1, cuda::std::memory_order_release);
  } else {
    while (flag->load(cuda::std::memory_order_relaxed) == 0) { // warn relaxed-handshake: does not acquire it
    }
    out[blockIdx.x] = *message;
  }
}

__global__ void ordered(int *message, Flag *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 99;
    flag->store(1, cuda::memory_order_release);
  } else {
    while (flag->load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}

__global__ void byDefault(int *message, Flag *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 99;
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    out[blockIdx.x] = *message;
  }
}

// The spin is relaxed, the fence behind it acquires: the usual way to wait.
__global__ void fencesBeside(int *message, Flag *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 99;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    flag->store(1, cuda::memory_order_relaxed);
  } else {
    while (flag->load(cuda::memory_order_relaxed) == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    out[blockIdx.x] = *message;
  }
}

__global__ void throughAReference(int *message, int *word, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*word);
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 99;
    flag.fetch_or(1, cuda::memory_order_relaxed); // warn relaxed-handshake: 'cuda::atomic_ref::fetch_or()' publishes 'message'
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}

// --- Tickets --------------------------------------------------------------------------

__global__ void relaxedTicket(float *parts, unsigned *word, float *out) {
  if (threadIdx.x != 0)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(*word);
  parts[blockIdx.x] = 1;
  if (count.fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1) // warn relaxed-handshake: 'cuda::atomic_ref::fetch_add()' publishes 'parts'
    *out = total(parts, gridDim.x);
}

// Acquires what others wrote, but does not release its own.
__global__ void acquiringTicket(float *parts, unsigned *word, float *out) {
  if (threadIdx.x != 0)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(*word);
  parts[blockIdx.x] = 1;
  if (count.fetch_add(1, cuda::memory_order_acquire) == gridDim.x - 1) // warn relaxed-handshake: publishes 'parts'
    *out = total(parts, gridDim.x);
}

__global__ void orderedTicket(float *parts, unsigned *word, float *out) {
  if (threadIdx.x != 0)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(*word);
  parts[blockIdx.x] = 1;
  if (count.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

__global__ void ptx(float *parts, unsigned *word, float *out) {
  if (threadIdx.x != 0)
    return;
  unsigned ticket;
  parts[blockIdx.x] = 1;
  asm volatile("atom.add.relaxed.gpu.u32 %0, [%1], 1;" : "=r"(ticket) : "l"(word) : "memory"); // warn relaxed-handshake: 'atom' publishes 'parts'
  if (ticket == gridDim.x - 1)
    *out = total(parts, gridDim.x);
}

// --- Orders that matter to nobody ---------------------------------------------------------

__global__ void counts(const int *in, int *out, cuda::atomic<int, cuda::thread_scope_device> *hits) {
  out[threadIdx.x] = in[threadIdx.x];
  if (in[threadIdx.x] > 0)
    hits->fetch_add(1, cuda::memory_order_relaxed);
}

__global__ void orderIsAnArgument(int *message, Flag *flag, int *out, cuda::memory_order order) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 99;
    flag->store(1, order);
  } else {
    while (flag->load(order) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}

__global__ void stops(const int *in, Flag *stop, int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (stop->load(cuda::memory_order_relaxed))
      return;
    out[i] = in[i];
    if (in[i] < 0)
      stop->store(1, cuda::memory_order_relaxed);
  }
}

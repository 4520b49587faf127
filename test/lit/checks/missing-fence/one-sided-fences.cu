// RUN: %verify %s --checks=-*,warplint-missing-fence
//
// A fence has two sides: what was before it is released, what is behind it has
// been acquired. One of the two is not the other.

#include <cuda/atomic>

__global__ void announcedBehindAnAcquire(volatile int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    *ready = 1; // warn missing-fence: this store to 'ready' announces 'message' with no fence between it and the write
    // note@-2: 'cuda::atomic_thread_fence()' only acquires here: it does not order what was written before
  } else {
    while (*ready == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    out[blockIdx.x] = *message;
  }
}

__global__ void readBehindARelease(volatile int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag 'ready', with no fence between
    // note@-2: 'cuda::atomic_thread_fence()' only releases here: it does not order what is read behind
  }
}

__global__ void eachItsSide(volatile int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    out[blockIdx.x] = *message;
  }
}

__global__ void bothSides(volatile int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    out[blockIdx.x] = *message;
  }
}

__global__ void theAnnouncementReleases(int *flag, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *message = 42;
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}

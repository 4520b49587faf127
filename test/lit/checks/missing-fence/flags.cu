// RUN: %verify %s --checks=-*,warplint-missing-fence
//
// A producer stores a flag; a consumer waits for it or looks at it.

__device__ int data, flag;
__device__ volatile int readyAtomically;

// --- One producer, one consumer ---------------------------------------------------

__global__ void plainWait(volatile int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    *ready = 1; // warn missing-fence: this store to 'ready' announces 'message' with no fence between it and the write
    // note@-2: 'message' is written here
    // note@+4: another thread waits for the announcement or looks for it here
    // note@+5: 'message' is read here
    // note@-4: put '__threadfence()' between the write and the announcement
  } else {
    while (*ready == 0) {
    }
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag 'ready', with no fence between
    // note@-10: 'message' is written here
    // note@-10: it is announced here
    // note@-5: another thread waits
    // note@-4: put '__threadfence()' between, so that the read cannot come first
  }
}

__global__ void bothFenced(volatile int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    __threadfence();
    out[blockIdx.x] = *message;
  }
}

__global__ void onlyTheProducerFenced(volatile int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0)
      __nanosleep(20);
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag 'ready'
  }
}

__global__ void setByAtomic(int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    message[7] = 42;
    atomicExch(ready, 1); // warn missing-fence: 'atomicExch()' announces 'message'
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = message[7];
  }
}

__global__ void setByOr(unsigned *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  message[blockIdx.x] = 42;
  atomicOr(ready, 1u << blockIdx.x); // warn missing-fence: 'atomicOr()' announces 'message'
  while (*(volatile unsigned *)ready != 0xff)
    ;
  __threadfence();
  out[blockIdx.x] = message[7 - blockIdx.x];
}

// Looked at once, not waited for.
__global__ void lookedAt(volatile int *ready, volatile int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    *ready = 1; // warn missing-fence: announces 'message'
  } else if (*ready) {
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag 'ready'
  }
}

__global__ void noFlagThere(volatile int *ready, volatile int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    *ready = 1;
  } else if (!*ready) {
    out[blockIdx.x] = *message;
  }
}

// --- PTX -----------------------------------------------------------------------------

__device__ void storeRelease(int *at, int value) {
  asm volatile("st.release.gpu.s32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}
__device__ int loadAcquire(int *at) {
  int value;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}
__device__ int loadVolatile(int *at) {
  int value;
  asm volatile("ld.volatile.s32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}

__global__ void ptxOrdered(int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    storeRelease(ready, 1);
  } else {
    while (loadAcquire(ready) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}

__global__ void ptxHalfOrdered(int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    storeRelease(ready, 1);
  } else {
    while (loadVolatile(ready) == 0) {
    }
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag 'ready'
  }
}

// --- Look-back: a status word and a value of each tile -----------------------------------

__global__ void lookBack(volatile int *status, volatile float *prefix, const float *in, float *out) {
  __shared__ float before;
  if (threadIdx.x == 0) {
    float own = in[blockIdx.x];
    float sum = 0;
    if (blockIdx.x > 0) {
      while (status[blockIdx.x - 1] == 0) {
      }
      sum = prefix[blockIdx.x - 1]; // warn missing-fence: 'prefix' is read after the flag 'status'
    }
    prefix[blockIdx.x] = sum + own;
    status[blockIdx.x] = 1; // warn missing-fence: announces 'prefix'
    before = sum;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

__global__ void lookBackFenced(volatile int *status, volatile float *prefix, const float *in, float *out) {
  __shared__ float before;
  if (threadIdx.x == 0) {
    float own = in[blockIdx.x];
    float sum = 0;
    if (blockIdx.x > 0) {
      while (status[blockIdx.x - 1] == 0) {
      }
      __threadfence();
      sum = prefix[blockIdx.x - 1];
    }
    prefix[blockIdx.x] = sum + own;
    __threadfence();
    status[blockIdx.x] = 1;
    before = sum;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

// --- All threads write, one announces ----------------------------------------------------

__global__ void rows(volatile int *done, float *image, int width) {
  int row = blockIdx.x;
  if (row > 0 && threadIdx.x == 0) {
    while (done[row - 1] == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  float above = row > 0 ? image[(row - 1) * width + threadIdx.x] : 0;
  image[row * width + threadIdx.x] = above + 1;
  __threadfence();
  if (threadIdx.x == 0)
    done[row] = 1; // warn missing-fence: this store to 'done' announces data that other threads of the block may not have written yet
}

__global__ void rowsMended(volatile int *done, float *image, int width) {
  int row = blockIdx.x;
  if (row > 0 && threadIdx.x == 0) {
    while (done[row - 1] == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  float above = row > 0 ? image[(row - 1) * width + threadIdx.x] : 0;
  image[row * width + threadIdx.x] = above + 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    done[row] = 1;
}

// --- Barriers between blocks that the kernel builds itself ----------------------------------

__device__ unsigned arrived;

__device__ void gridBarrier(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1); // warn missing-fence: 'atomicAdd()' announces 'a'
    while (*(volatile unsigned *)&arrived < goal) {
    }
  }
  __syncthreads();
}

__global__ void twoSteps(volatile float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  gridBarrier(gridDim.x);
  b[i] = a[n - 1 - i];
}

__device__ void gridBarrierMended(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile unsigned *)&arrived < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void twoStepsMended(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  gridBarrierMended(gridDim.x);
  b[i] = a[n - 1 - i];
}

// --- Not between blocks ------------------------------------------------------------------------

__global__ void oneBlock(volatile int *ready, volatile int *message, int *out) {
  if (threadIdx.x == 0) {
    *message = 42;
    __threadfence_block();
    *ready = 1;
  } else if (threadIdx.x == 32) {
    while (*ready == 0) {
    }
    __threadfence_block();
    *out = *message;
  }
}

void launch(volatile int *ready, volatile int *message, int *out) {
  oneBlock<<<1, 64>>>(ready, message, out);
}

// The consumer takes the flag back; that announces nothing.
__global__ void takenBack(volatile int *ready, volatile int *message, volatile int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    __threadfence();
    *out = *message + 1;
    *ready = 0;
  }
}

// Ordered by the arrival on a barrier object of device scope, through a callee
// that is not seen.
__device__ void unseenFence();

__global__ void throughTheUnseen(volatile int *ready, int *message, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 42;
    unseenFence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    unseenFence();
    out[blockIdx.x] = *message;
  }
}

// A fence before the announcement, and one behind the loop that waits; what is
// mended so is silent.
//
// RUN: %verify %s --checks=-*,warplint-missing-fence
// RUN: cp %s %t.cu
// RUN: not %warplint --quiet --fix --checks=-*,warplint-missing-fence %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --strict-whitespace --input-file=%t.cu %s
// RUN: sed -i '/^#if/,/^#endif/d' %t.cu
// RUN: %warplint --quiet --checks=-*,warplint-missing-fence %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > %t.out
// RUN: count 0 < %t.out

__device__ unsigned count;

__device__ float sumOf(volatile const float *parts) {
  float sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    sum += parts[i];
  return sum;
}

// --- Before the announcement -----------------------------------------------------

__global__ void ticket(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  // CHECK:      {{^}}  parts[blockIdx.x] = 1;
  // CHECK:      {{^}}  __threadfence();
  // CHECK-NEXT: {{^}}  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1) // warn missing-fence: announces 'parts'
    *out = sumOf(parts);
}

__global__ void ticketByOne(volatile float *parts, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    // CHECK:      {{^}}    __threadfence();
    // CHECK-NEXT: {{^}}    unsigned old = atomicInc(&count, gridDim.x - 1);
    unsigned old = atomicInc(&count, gridDim.x - 1); // warn missing-fence: announces 'parts'
    last = old == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    *out = sumOf(parts);
}

__device__ bool isLast() {
  // CHECK:      {{^}}  __threadfence();
  // CHECK-NEXT: {{^}}  return atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  return atomicInc(&count, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces 'parts'
}

__global__ void inAHelper(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  if (isLast())
    *out = sumOf(parts);
}

__global__ void underABranch(volatile float *parts, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  // CHECK:      {{^}}  if (threadIdx.x == 0) {
  // CHECK-NEXT: {{^}}    __threadfence();
  // CHECK-NEXT: {{^}}    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1; //
  // CHECK-NEXT: {{^}}  }
  if (threadIdx.x == 0)
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1; // warn missing-fence: announces 'parts'
  __syncthreads();
  if (last)
    *out = sumOf(parts);
}

// --- Both sides of a flag ----------------------------------------------------------

__global__ void flag(volatile int *ready, int *message, int *out) {
  if (blockIdx.x == 0) {
    *message = 42;
    // CHECK:      {{^}}    __threadfence();
    // CHECK-NEXT: {{^}}    *ready = 1;
    *ready = 1; // warn missing-fence: announces 'message'
  } else {
    // CHECK:      {{^}}    while (*ready == 0)
    // CHECK-NEXT: {{^}}      ;
    // CHECK-NEXT: {{^}}    __threadfence();
    // CHECK-NEXT: {{^}}    out[blockIdx.x] = *message;
    while (*ready == 0)
      ;
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag
  }
}

// One loop, one fence, however many reads.
__global__ void readTwice(volatile int *ready, volatile int *message, volatile int *other, int *out) {
  if (blockIdx.x == 0) {
    *message = 42;
    *other = 43;
    __threadfence();
    *ready = 1;
  } else {
    // CHECK:      {{^}}    } while (seen == 0);
    // CHECK-NEXT: {{^}}    __threadfence();
    // CHECK-NEXT: {{^}}    int first = *message;
    int seen;
    do {
      seen = *ready;
    } while (seen == 0);
    int first = *message; // warn missing-fence: 'message' is read after the flag
    out[blockIdx.x] = first + *other;
  }
}

__device__ void waitFor(volatile int *ready) {
  // CHECK:      {{^}}  while (*ready == 0) {
  // CHECK-NEXT: {{^}}  }
  // CHECK-NEXT: {{^}}  __threadfence();
  // CHECK-NEXT: {{^}$}}
  while (*ready == 0) {
  }
}

__global__ void waitsInAHelper(volatile int *ready, volatile int *message, int *out) {
  if (blockIdx.x == 0) {
    *message = 42;
    __threadfence();
    *ready = 1;
  } else {
    waitFor(ready);
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag
  }
}

// Thread 0 waits for its block: the fence is its own.
__global__ void waitsForTheBlock(volatile int *ready, int *message, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      message[0] = 42;
      __threadfence();
      *ready = 1;
    }
  } else {
    // CHECK:      {{^}}      while (*ready == 0) {
    // CHECK-NEXT: {{^}}      }
    // CHECK-NEXT: {{^}}      __threadfence();
    // CHECK-NEXT: {{^}}    }
    if (threadIdx.x == 0) {
      while (*ready == 0) {
      }
    }
    __syncthreads();
    out[threadIdx.x] = message[0]; // warn missing-fence: 'message' is read after the flag
  }
}

__global__ void looksAt(volatile int *ready, volatile int *message, int *out) {
  if (blockIdx.x == 0) {
    *message = 42;
    __threadfence();
    *ready = 1;
  } else if (*ready) {
    // CHECK:      {{^}}    // Behind the look.
    // CHECK-NEXT: {{^}}    __threadfence();
    // CHECK-NEXT: {{^}}    out[blockIdx.x] = *message;
    // Behind the look.
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag
  }
}

// --- Left alone --------------------------------------------------------------------

#if 1 // No edit here, so the finding stays.
// In front of a label is not behind it.
__global__ void behindALabel(volatile int *ready, int *message, int *out) {
  switch (blockIdx.x) {
  // CHECK:      {{^}}  case 0:
  // CHECK-NEXT: {{^}}    atomicExch
  case 0:
    atomicExch((int *)ready, (*message = 42) != 0); // warn missing-fence: announces 'message'
    break;
  default:
    while (*ready == 0) {
    }
    __threadfence();
    out[blockIdx.x] = *message;
  }
}

#define SET(flag) *flag = 1
__global__ void inAMacro(volatile int *ready, int *message, int *out) {
  if (blockIdx.x == 0) {
    // CHECK:      {{^}}    *message = 42;
    // CHECK-NEXT: {{^}}    SET(ready);
    *message = 42;
    SET(ready); // warn missing-fence: announces 'message'
  } else {
    while (*ready == 0) {
    }
    __threadfence();
    out[blockIdx.x] = *message;
  }
}
#endif

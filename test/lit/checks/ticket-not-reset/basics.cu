// RUN: %verify %s --checks=-*,warplint-ticket-not-reset
//
// A device variable keeps its value from launch to launch.

__device__ unsigned neverReset, wrapsLate, wrapsEarly, wrapsInTime, resetByHand, resetByExchange, takenBack, resetByHost, resetByKernel, modulo, inATemplate, throughAHelper;
__device__ unsigned rows[64];

__device__ int sumOf(volatile int *parts) {
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    sum += parts[i];
  return sum;
}

__global__ void countsOn(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&neverReset, 1u) == gridDim.x - 1) { // warn ticket-not-reset: the counter 'neverReset' is not set back: the next launch goes on counting and finds no last block
    // note@-1: store 0 to it in the last block, or count with 'atomicInc()'
    *total = sumOf(parts);
  }
}

__global__ void wrapsAfterTheLast(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&wrapsLate, gridDim.x) == gridDim.x - 1) // warn ticket-not-reset: 'atomicInc()' starts 'wrapsLate' again 1 after the value that tells the last block
    *total = sumOf(parts);
}

__global__ void wrapsBeforeTheLast(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&wrapsEarly, gridDim.x - 2) == gridDim.x - 1) // warn ticket-not-reset: 'atomicInc()' starts 'wrapsEarly' again 1 before the value that tells the last block
    *total = sumOf(parts);
}

__global__ void wraps(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&wrapsInTime, gridDim.x - 1) + 1 == gridDim.x)
    *total = sumOf(parts);
}

__global__ void resets(volatile int *parts, int *total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicInc(&resetByHand, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    *total = sumOf(parts);
    resetByHand = 0;
  }
}

__global__ void exchanges(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&resetByExchange, 1) == gridDim.x - 1) {
    *total = sumOf(parts);
    atomicExch(&resetByExchange, 0);
  }
}

__global__ void takesBack(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&takenBack, 1) == gridDim.x - 1) {
    *total = sumOf(parts);
    atomicSub(&takenBack, gridDim.x);
  }
}

__global__ void hostResets(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&resetByHost, 1) == gridDim.x - 1)
    *total = sumOf(parts);
}

void launch(int *parts, int *total) {
  unsigned zero = 0;
  cudaMemcpyToSymbol(resetByHost, &zero, sizeof zero);
  hostResets<<<8, 32>>>(parts, total);
}

__global__ void kernelResets(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&resetByKernel, 1) == gridDim.x - 1)
    *total = sumOf(parts);
}

__global__ void prepare() { resetByKernel = 0; }

__global__ void counterOfTheCaller(volatile int *parts, unsigned *counter, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(counter, 1) == gridDim.x - 1)
    *total = sumOf(parts);
}

__global__ void needsNoReset(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&modulo, 1) % gridDim.x == gridDim.x - 1)
    *total = sumOf(parts);
}

template <typename T> __global__ void asATemplate(volatile int *parts, T *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&inATemplate, 1) == gridDim.x - 1) // warn ticket-not-reset: the counter 'inATemplate' is not set back
    *total = sumOf(parts);
}
template __global__ void asATemplate(volatile int *, float *);

__device__ bool isLast(unsigned blocks) { return atomicAdd(&throughAHelper, 1) == blocks - 1; } // warn ticket-not-reset: the counter 'throughAHelper' is not set back

__global__ void asksAHelper(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (isLast(gridDim.x))
    *total = sumOf(parts);
}

__global__ void rowCounters(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.y * gridDim.x + blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&rows[blockIdx.y], gridDim.x - 1) == gridDim.x - 1)
    total[blockIdx.y] = sumOf(parts + blockIdx.y * gridDim.x);
}

__global__ void handsOutWork(int *data, unsigned n) {
  for (unsigned i = atomicAdd(&rows[0], 1); i < n; i = atomicAdd(&rows[0], 1))
    data[i] += 1;
}

//===--- Set back, but not where it helps ---------------------------------===//

__device__ unsigned atTheStart, unlessEmpty, unlessEmptyMended, inEachArm;

__global__ void setBackAtTheStart(volatile int *parts, int *total) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    atTheStart = 0;
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&atTheStart, 1) == gridDim.x - 1) // warn ticket-not-reset: the counter 'atTheStart' is set back before it counts: what other blocks have counted by then is lost
    *total = sumOf(parts);
  // note@-7: it is set back here, at the start
}

__global__ void setBackAtTheStartByPointer(volatile int *parts, unsigned *counter, int *total) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0)
    *counter = 0;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(counter, 1) == gridDim.x - 1) // warn ticket-not-reset: is set back before it counts
    *total = sumOf(parts);
}

__global__ void leavesEarly(volatile int *parts, int *total, int n) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicAdd(&unlessEmpty, 1) == gridDim.x - 1; // warn ticket-not-reset: the counter 'unlessEmpty' is not set back where the last block leaves early
  }
  __syncthreads();
  if (!last)
    return;
  if (n == 0) // note: it may leave here, past what sets the counter back
    return;
  if (threadIdx.x == 0) {
    *total = sumOf(parts);
    unlessEmpty = 0;
  }
}

__global__ void leavesEarlyAndSetsBack(volatile int *parts, int *total, int n) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicAdd(&unlessEmptyMended, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last)
    return;
  if (threadIdx.x == 0)
    unlessEmptyMended = 0;
  if (n == 0)
    return;
  if (threadIdx.x == 0)
    *total = sumOf(parts);
}

__global__ void othersLeave(volatile int *parts, int *total, int n) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicAdd(&inEachArm, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last)
    return;
  if (threadIdx.x != 0)
    return;
  *total = sumOf(parts);
  inEachArm = 0;
}

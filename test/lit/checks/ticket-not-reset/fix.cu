// The counter is set back where the last block is told, and a count that wraps
// gets its right limit; what is mended so is silent.
//
// RUN: %verify %s --checks=-*,warplint-ticket-not-reset
// RUN: cp %s %t.cu
// RUN: not %warplint --quiet --fix --checks=-*,warplint-ticket-not-reset %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --strict-whitespace --input-file=%t.cu %s
// RUN: sed -i '/^#if/,/^#endif/d' %t.cu
// RUN: %warplint --quiet --checks=-*,warplint-ticket-not-reset,warplint-missing-fence,warplint-global-memory-race,warplint-shared-memory-race %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > %t.out
// RUN: count 0 < %t.out

__device__ unsigned inBraces, alone, kept, assigned, unlessLast, orElse, orLeaves, late, early, element[4];

__device__ int sumOf(volatile int *parts) {
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    sum += parts[i];
  return sum;
}

// --- A store where the comparison is decided ---------------------------------------

__global__ void storeInBraces(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (atomicAdd(&inBraces, 1u) == gridDim.x - 1) {
  // CHECK-NEXT: {{^}}    inBraces = 0;
  // CHECK-NEXT: {{^}}    *total = sumOf(parts);
  // CHECK-NEXT: {{^}}  }
  if (atomicAdd(&inBraces, 1u) == gridDim.x - 1) { // warn ticket-not-reset: 'inBraces' is not set back
    *total = sumOf(parts);
  }
}

__global__ void storeWithoutBraces(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (atomicAdd(&alone, 1u) == gridDim.x - 1) {
  // CHECK-NEXT: {{^}}    alone = 0;
  // CHECK-NEXT: {{^}}    *total = sumOf(parts);
  // CHECK-NEXT: {{^}}  }
  if (atomicAdd(&alone, 1u) == gridDim.x - 1) // warn ticket-not-reset: 'alone' is not set back
    *total = sumOf(parts);
}

__global__ void storeBehindADeclaration(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  unsigned ticket = atomicAdd(&kept, 1); // warn ticket-not-reset: 'kept' is not set back
  // CHECK:      {{^}}  const bool last = ticket == gridDim.x - 1;
  // CHECK-NEXT: {{^}}  if (last) kept = 0;
  // CHECK-NEXT: {{^}}  if (last)
  const bool last = ticket == gridDim.x - 1;
  if (last)
    *total = sumOf(parts);
}

// One thread stores, though all of the block learn that it is the last.
__global__ void storeBehindAnAssignment(volatile int *parts, int *total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    // CHECK:      {{^}}    last = atomicAdd(&assigned, 1) == gridDim.x - 1; //
    // CHECK-NEXT: {{^}}    if (last) assigned = 0;
    // CHECK-NEXT: {{^}}  }
    last = atomicAdd(&assigned, 1) == gridDim.x - 1; // warn ticket-not-reset: 'assigned' is not set back
  }
  __syncthreads();
  if (last && threadIdx.x == 0)
    *total = sumOf(parts);
}

__global__ void storeUnlessNot(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  bool notLast = (atomicAdd(&unlessLast, 1) != gridDim.x - 1);
  // CHECK-NEXT: {{^}}  if (!notLast) unlessLast = 0;
  bool notLast = (atomicAdd(&unlessLast, 1) != gridDim.x - 1); // warn ticket-not-reset: 'unlessLast' is not set back
  if (!notLast)
    *total = sumOf(parts);
}

__global__ void storeInTheOtherArm(volatile int *parts, int *total, int *other) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (atomicAdd(&orElse, 1) != gridDim.x - 1)
  // CHECK-NEXT: {{^}}    other[blockIdx.x] = 1;
  // CHECK-NEXT: {{^}}  else {
  // CHECK-NEXT: {{^}}    orElse = 0;
  // CHECK-NEXT: {{^}}    *total = sumOf(parts);
  // CHECK-NEXT: {{^}}  }
  if (atomicAdd(&orElse, 1) != gridDim.x - 1) // warn ticket-not-reset: 'orElse' is not set back
    other[blockIdx.x] = 1;
  else
    *total = sumOf(parts);
}

__global__ void storeBehindAReturn(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (atomicAdd(&orLeaves, 1) != gridDim.x - 1)
  // CHECK-NEXT: {{^}}    return;
  // CHECK-NEXT: {{^}}  orLeaves = 0;
  // CHECK-NEXT: {{^}}  *total = sumOf(parts);
  if (atomicAdd(&orLeaves, 1) != gridDim.x - 1) // warn ticket-not-reset: 'orLeaves' is not set back
    return;
  *total = sumOf(parts);
}

template <typename T> __global__ void storeInATemplate(volatile int *parts, T *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (atomicAdd(&element[2], 1) == gridDim.x - 1) {
  // CHECK-NEXT: {{^}}    element[2] = 0;
  // CHECK-NEXT: {{^}}    *total = sumOf(parts);
  if (atomicAdd(&element[2], 1) == gridDim.x - 1) // warn ticket-not-reset: is not set back
    *total = sumOf(parts);
}
template __global__ void storeInATemplate(volatile int *, float *);

// --- The limit of a count that wraps -----------------------------------------------

__global__ void wrapsLate(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (atomicInc(&late, gridDim.x - 1) == gridDim.x - 1)
  if (atomicInc(&late, gridDim.x) == gridDim.x - 1) // warn ticket-not-reset: starts 'late' again 1 after
    *total = sumOf(parts);
}

__global__ void wrapsEarly(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (atomicInc(&early, gridDim.x - 3 + 2) == gridDim.x - 1)
  if (atomicInc(&early, gridDim.x - 3) == gridDim.x - 1) // warn ticket-not-reset: starts 'early' again 2 before
    *total = sumOf(parts);
}

// --- Left alone --------------------------------------------------------------------

#if 1 // No edit here, so the finding stays.
__device__ unsigned viaMacro, inCondition, inHelper, atTheStart, unlessEmpty;

// The place is in a macro.
#define COUNT(c) atomicAdd(&c, 1) == gridDim.x - 1
__global__ void inAMacro(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (COUNT(viaMacro)) {
  // CHECK-NEXT: {{^}}    *total = sumOf(parts);
  if (COUNT(viaMacro)) { // warn ticket-not-reset: 'viaMacro' is not set back
    *total = sumOf(parts);
  }
}

// The last block is not all that the branch asks for: without 'n' it would not be
// set back.
__global__ void oneConditionOfTwo(volatile int *parts, int *total, int n) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (atomicAdd(&inCondition, 1) == gridDim.x - 1 && n) {
  // CHECK-NEXT: {{^}}    *total = sumOf(parts);
  if (atomicAdd(&inCondition, 1) == gridDim.x - 1 && n) { // warn ticket-not-reset: 'inCondition' is not set back
    *total = sumOf(parts);
  }
}

// CHECK: {{^}}__device__ bool isLast(unsigned blocks) { return atomicAdd(&inHelper, 1) == blocks - 1; }
__device__ bool isLast(unsigned blocks) { return atomicAdd(&inHelper, 1) == blocks - 1; } // warn ticket-not-reset: 'inHelper' is not set back
__global__ void asksAHelper(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (isLast(gridDim.x))
  // CHECK-NEXT: {{^}}    *total = sumOf(parts);
  if (isLast(gridDim.x))
    *total = sumOf(parts);
}

// What sets it back in the wrong place would have to go, too.
__global__ void setBackAtTheStart(volatile int *parts, int *total) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    atTheStart = 0;
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // CHECK:      {{^}}  if (atomicAdd(&atTheStart, 1) == gridDim.x - 1)
  // CHECK-NEXT: {{^}}    *total = sumOf(parts);
  if (atomicAdd(&atTheStart, 1) == gridDim.x - 1) // warn ticket-not-reset: is set back before it counts
    *total = sumOf(parts);
}

// Where it leaves, other threads of the block may still look.
__global__ void leavesEarly(volatile int *parts, int *total, int n) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicAdd(&unlessEmpty, 1) == gridDim.x - 1; // warn ticket-not-reset: not set back where the last block leaves early
  }
  __syncthreads();
  if (!last)
    return;
  // CHECK:      {{^}}  if (n == 0)
  // CHECK-NEXT: {{^}}    return;
  // CHECK-NEXT: {{^}}  if (threadIdx.x == 0) {
  // CHECK-NEXT: {{^}}    *total = sumOf(parts);
  if (n == 0)
    return;
  if (threadIdx.x == 0) {
    *total = sumOf(parts);
    unlessEmpty = 0;
  }
}
#endif

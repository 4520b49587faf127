// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Blocks wait for each other by a counter. What a loop reads past the caches of
// its multiprocessor until another value comes is such a wait; what is read so
// once, or in each iteration at another place, is data.

__device__ int readPast(const int *at) {
  int value;
  asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}

// --- Found ----------------------------------------------------------------------

__global__ void __launch_bounds__(256)
nobodyWaits(const float *in, float *out, float *part, int *counter) {
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    atomicAdd(counter, 1); // silent: no-alias
  }
  __syncthreads();
  for (int i = threadIdx.x; i < gridDim.x; i += 256)
    out[blockIdx.x * 256 + i] = part[i]; // warn global-memory-race: 'part[0]' is read while a thread of another block
}

__global__ void __launch_bounds__(256)
looksOnce(const float *in, float *out, float *part, int *counter, int n) {
  if (threadIdx.x == 0)
    part[blockIdx.x] = in[blockIdx.x];
  __syncthreads();
  if (readPast(counter + n) == 0)
    out[blockIdx.x * 256 + threadIdx.x] = part[threadIdx.x % 8]; // warn global-memory-race: 'part[0]' is read while a thread of another block
}

__global__ void __launch_bounds__(256)
readsHowManyRounds(const float *in, float *out, float *part, const int *length) {
  if (threadIdx.x == 0)
    part[blockIdx.x] = in[blockIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < __ldcg(length); i++) // silent: no-alias
    sum += part[i]; // warn global-memory-race: 'part[{{.*}}]' is read while a thread of another block
  out[blockIdx.x * 256 + threadIdx.x] = sum; // silent: no-alias
}

void launchFound(float *in, float *out, float *part, int *counter, int n) {
  nobodyWaits<<<8, 256>>>(in, out, part, counter);
  looksOnce<<<8, 256>>>(in, out, part, counter, n);
  readsHowManyRounds<<<8, 256>>>(in, out, part, counter);
}

// --- Silent ---------------------------------------------------------------------

__global__ void __launch_bounds__(256)
waitsInPtx(const float *in, float *out, float *part, int *counter) {
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    atomicAdd(counter, 1);
    int arrived = 0;
    do {
      asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(arrived) : "l"(counter) : "memory"); // silent: no-alias
    } while (arrived < gridDim.x);
  }
  __threadfence();
  __syncthreads();
  for (int i = threadIdx.x; i < gridDim.x; i += 256)
    out[blockIdx.x * 256 + i] = part[i]; // silent: elected-thread
}

__global__ void __launch_bounds__(256)
waitsInEachRound(const float *in, float *out, float *part, int *counter, int rounds) {
  for (int r = 0; r < rounds; r++) {
    if (threadIdx.x == 0) {
      part[r * gridDim.x + blockIdx.x] = in[r * gridDim.x + blockIdx.x];
      __threadfence();
      atomicAdd(counter, 1);
      while (readPast(counter) < gridDim.x * (r + 1)) // silent: no-alias
        ;
    }
    __threadfence();
    __syncthreads();
    for (int i = threadIdx.x; i < gridDim.x; i += 256)
      out[(r * gridDim.x + blockIdx.x) * 256 + i] = part[r * gridDim.x + i]; // silent: elected-thread
  }
}

__global__ void __launch_bounds__(256)
waitsByIntrinsic(const float *in, float *out, float *part, int *counter) {
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    atomicAdd(counter, 1);
    while (__ldcg(counter) != gridDim.x) // silent: no-alias
      __nanosleep(20);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < gridDim.x; i += 256)
    out[blockIdx.x * 256 + i] = part[i]; // silent: elected-thread
}

__global__ void __launch_bounds__(256)
waitsByAcquire(const float *in, float *out, float *part, int *counter) {
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    atomicAdd(counter, 1);
    int arrived;
    do
      asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(arrived) : "l"(counter) : "memory");
    while (arrived != gridDim.x);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < gridDim.x; i += 256)
    out[blockIdx.x * 256 + i] = part[i]; // silent: elected-thread
}

void launchSilent(float *in, float *out, float *part, int *counter, int n) {
  void *args[] = {&in, &out, &part, &counter};
  cudaLaunchCooperativeKernel((void *)waitsInPtx, dim3(8), dim3(256), args, 0, 0);
  cudaLaunchCooperativeKernel((void *)waitsByIntrinsic, dim3(8), dim3(256), args, 0, 0);
  cudaLaunchCooperativeKernel((void *)waitsByAcquire, dim3(8), dim3(256), args, 0, 0);
  void *more[] = {&in, &out, &part, &counter, &n};
  cudaLaunchCooperativeKernel((void *)waitsInEachRound, dim3(8), dim3(256), more, 0, 0);
}

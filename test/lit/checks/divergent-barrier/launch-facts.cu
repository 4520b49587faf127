// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// What is known of the block: launches in the file and bounds.

__global__ void launchedWithOneWarp(float *out) {
  int warp = threadIdx.x / 32;
  if (warp == 0)
    __syncthreads();
  if (__any_sync(~0u, out[threadIdx.x] > 0))
    __syncthreads();
  if (threadIdx.x < 32)
    __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void launchedWithOneThread(float *out) {
  if (threadIdx.x == 0)
    __syncthreads();
  if (out[threadIdx.x] > 1.0f)
    __syncthreads();
  for (int i = threadIdx.x; i < 4; ++i)
    __syncthreads();
  if (atomicAdd(out, 1.0f) > 3.0f)
    __syncthreads();
}

__global__ void __launch_bounds__(32) boundedByOneWarp(const float *in) {
  if (__ballot_sync(0xffffffffu, in[threadIdx.x] > 0))
    __syncthreads();
  if (threadIdx.x < 32)
    __syncthreads();
  if (threadIdx.x < 16)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void __launch_bounds__(1) boundedByOneThread(const float *in) {
  if (in[threadIdx.x] > 0)
    __syncthreads();
}

__global__ void alwaysInRange(float *out) {
  if (threadIdx.x < 256)
    __syncthreads();
  if (threadIdx.x >= 256)
    __syncthreads();
  if (threadIdx.y == 0)
    __syncthreads();
  if (threadIdx.x < blockDim.x)
    __syncthreads();
  if (threadIdx.x < 255)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: for example it holds for thread (0,0,0) and not for thread (255,0,0)
}

// The stride and the bound are multiples of the block: all go round as often.
__global__ void wholeTrips(const float *in, float *out) {
  for (int i = threadIdx.x; i < 1024; i += 256) {
    out[i] = in[i];
    __syncthreads();
  }
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    __syncthreads();
}

__global__ void brokenTrips(const float *in, float *out) {
  for (int i = threadIdx.x; i < 1000; i += 256) {
    out[i] = in[i];
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  }
}

// Two launches that disagree: nothing is known.
__global__ void launchedTwice(float *out) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

template <int Threads> __global__ void dimensionFromTemplate(float *out) {
  if (threadIdx.x < Threads)
    __syncthreads();
  out[threadIdx.x] = 0;
}

// A block of one warp still has lanes that part.
__global__ void lanesOfTheOneWarp(const int *in, float *out) {
  if (in[threadIdx.x] > 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// Launched through the runtime's functions, from a template, from a lambda.
__global__ void launchedCooperatively(float *out) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void launchedByTemplate(float *out) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void launchedByLambda(float *out) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void launchedByOpaqueSize(float *out) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
__global__ void launchedByRuntimeCall(float *out) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void launchedByConfiguration(float *out) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
__global__ void launchedByChangedSize(float *out) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

template <int Threads> void launchAs(float *out) {
  launchedByTemplate<<<1, Threads>>>(out);
}

void otherLaunches(float *out, int n) {
  void *arguments[] = {&out};
  cudaLaunchCooperativeKernel((void *)launchedCooperatively, dim3(4), dim3(32),
                              arguments, 0, nullptr);
  const dim3 warp(32);
  cudaLaunchKernel(&launchedByRuntimeCall, 4, warp, arguments, 0, nullptr);
  cudaLaunchKernel((const void *)&launchedByRuntimeCall, dim3(n), warp,
                   arguments, 0, nullptr);
  cudaLaunchConfig_t configuration = {};
  configuration.blockDim.x = n;
  cudaLaunchKernelEx(&configuration, launchedByConfiguration, out);
  launchedByConfiguration<<<1, 32>>>(out);
  dim3 changed(32);
  dim3 &alias = changed;
  alias.x = n;
  launchedByChangedSize<<<1, changed>>>(out);
  launchAs<32>(out);
  [=] { launchedByLambda<<<1, 32>>>(out); }();
  launchedByOpaqueSize<<<1, n>>>(out);
  int threads = 32;
  threads *= n;
  launchedByOpaqueSize<<<1, threads>>>(out);
}

void launches(float *out, const float *in, int blocks, int n) {
  launchedWithOneWarp<<<blocks, 32>>>(out);
  launchedWithOneThread<<<1, 1>>>(out);
  launchedWithOneThread<<<dim3(4, 4), dim3(1, 1, 1)>>>(out);
  const int threads = 256;
  alwaysInRange<<<blocks, threads>>>(out);
  dim3 block(threads);
  dim3 grid((n + block.x - 1) / block.x);
  wholeTrips<<<grid, block>>>(in, out);
  brokenTrips<<<grid, block>>>(in, out);
  launchedTwice<<<blocks, 32>>>(out);
  launchedTwice<<<blocks, 64>>>(out);
  dimensionFromTemplate<128><<<blocks, 128>>>(out);
}

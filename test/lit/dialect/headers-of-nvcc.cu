// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// nvcc includes <time.h> and <string.h> for every file. The launches of a host
// function that names what they declare are read.

__global__ void launchedWithTwoWarps(int *data) {
  if (threadIdx.x < 64)
    __syncthreads();
  data[threadIdx.x] = 0;
}

__global__ void launchedWithThreeWarps(int *data) {
  if (threadIdx.x < 64)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  data[threadIdx.x] = 0;
}

unsigned long long launch(int *data) {
  int sizes[4];
  memset(sizes, 0, sizeof(sizes));
  time_t seed = time(NULL);
  launchedWithTwoWarps<<<1, 64>>>(data);
  launchedWithThreeWarps<<<1, 96>>>(data);
  return seed + sizes[0] + strlen("x");
}

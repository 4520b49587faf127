// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// A read that only decides whether an atomic minimum or maximum of the same place
// is worth while: an older value costs one update that changes nothing.

__device__ void raise(int *most, int x) {
  if (*most < x)
    atomicMax(most, x); // silent: unused-value
}

__global__ void bounds(const int *in, int *out) {
  __shared__ int least, most;
  if (threadIdx.x == 0) {
    least = 1 << 30;
    most = 0;
  }
  __syncthreads();
  int x = in[threadIdx.x];
  if (x < least)
    atomicMin(&least, x); // silent: unused-value
  raise(&most, x);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = most - least;
}

// The extent of a box, along each axis.
struct Box {
  int low[3], high[3];
};

__global__ void box(const int *points, Box *out, int n) {
  __shared__ Box all;
  if (threadIdx.x < 3) {
    all.low[threadIdx.x] = 1 << 30;
    all.high[threadIdx.x] = 0;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    for (int d = 0; d < 3; ++d) {
      const int x = points[i * 3 + d];
      if (all.low[d] > x)
        atomicMin(&all.low[d], x); // silent: unused-value
      if (all.high[d] < x)
        atomicMax(&all.high[d], x); // silent: unused-value
    }
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = all;
}

__global__ void negated(const int *in, int *out) {
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  const int x = in[threadIdx.x];
  if (!(x <= most))
    atomicMax(&most, x); // silent: unused-value
  __syncthreads();
  out[threadIdx.x] = most;
}

__global__ void goesOn(const int *in, int *out, int n) {
  __shared__ int least;
  if (threadIdx.x == 0)
    least = 1 << 30;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const int x = in[i];
    if (least <= x)
      continue;
    atomicMin(&least, x); // silent: unused-value
  }
  __syncthreads();
  out[threadIdx.x] = least;
}

// Whoever is first decides whether the others' numbers count.
__global__ void ifNobodyHas(const int *in, int *out) {
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  const int x = in[threadIdx.x];
  if (most == 0)
    atomicMax(&most, x); // warn shared-memory-race: 'most' is updated while another thread of the block may still read it
  __syncthreads();
  out[threadIdx.x] = most;
}

__global__ void upToALimit(const int *in, int *out) {
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  const int x = in[threadIdx.x];
  if (most < 100)
    atomicMax(&most, x); // warn shared-memory-race: 'most' is updated while another thread of the block may still read it
  __syncthreads();
  out[threadIdx.x] = most;
}

// Another place, a sum, and something else that depends on it.
__global__ void filtersAnother(const int *in, int *out) {
  __shared__ int least, most;
  if (threadIdx.x == 0) {
    least = 1 << 30;
    most = 0;
  }
  __syncthreads();
  int x = in[threadIdx.x];
  if (x < least)
    atomicMax(&most, x);
  atomicMin(&least, x); // warn shared-memory-race: 'least' is updated while another thread of the block may still read it
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = most - least;
}

__global__ void filtersSum(const int *in, int *out) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  int x = in[threadIdx.x];
  if (x < sum)
    atomicAdd(&sum, x); // warn shared-memory-race: 'sum' is updated while another thread of the block may still read it
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

__global__ void countsToo(const int *in, int *out) {
  __shared__ int least;
  if (threadIdx.x == 0)
    least = 1 << 30;
  __syncthreads();
  int x = in[threadIdx.x];
  if (x < least) {
    atomicMin(&least, x); // warn shared-memory-race: 'least' is updated while another thread of the block may still read it
    out[threadIdx.x] = 1;
  }
}

// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// What a collective gave may be one value for all lanes; what is computed of it
// and of the lane's own place is not.

constexpr unsigned All = 0xffffffff;

__device__ int taken(const int *from, int v) { return __shfl_sync(All, v, from[threadIdx.x] & 31); }

__global__ void xorOfTheLane(const int *in, const int *from, int *out) {
  __shared__ int s;
  s = taken(from, in[threadIdx.x]) ^ threadIdx.x; // warn shared-memory-race: not all of them write the same
  __syncthreads();
  out[threadIdx.x] = s;
}
__global__ void timesTheLane(const int *in, const int *from, int *out) {
  __shared__ int s;
  int lane = threadIdx.x % 32;
  s = taken(from, in[threadIdx.x]) * lane; // warn shared-memory-race: not all of them write the same
  __syncthreads();
  out[threadIdx.x] = s;
}
__global__ void sumWithTheThread(const int *in, const int *from, int *out) {
  __shared__ int s;
  int x = 3 * threadIdx.x;
  x += 2 * taken(from, in[threadIdx.x]);
  s = x; // warn shared-memory-race: not all of them write the same
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void alone(const int *in, const int *from, int *out) {
  __shared__ int s;
  s = taken(from, in[threadIdx.x]) * 2 + blockIdx.x; // silent: shared-by-lanes
  __syncthreads();
  out[threadIdx.x] = s;
}
__global__ void theLowestThatHasIt(const int *in, const int *from, int *out) {
  __shared__ int s;
  int best = threadIdx.x;
  int other = taken(from, best);
  if (in[other] < in[best])
    best = other;
  s = best; // silent: shared-by-lanes
  __syncthreads();
  out[threadIdx.x] = s;
}
void launch(const int *in, const int *from, int *out) {
  xorOfTheLane<<<1, 32>>>(in, from, out);
  timesTheLane<<<1, 32>>>(in, from, out);
  sumWithTheThread<<<1, 32>>>(in, from, out);
  alone<<<1, 32>>>(in, from, out);
  theLowestThatHasIt<<<1, 32>>>(in, from, out);
}

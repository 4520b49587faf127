// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race
//
// What a thread reads and does nothing with that others could notice may have
// any value.

__device__ void merge(float *sum, float *count, float other, float more) {
  *sum += other;
  *count += more;
}

// All threads read, and the first one, which writes, is the only one that uses it.
__global__ void mergesWithLastTime(float *__restrict__ mean, float *__restrict__ parts, const float *__restrict__ in) {
  float sum = in[threadIdx.x], count = 1;
  if (parts[1] > 0)
    merge(&sum, &count, parts[0], parts[1]);
  if (threadIdx.x == 0) {
    mean[0] = sum / count;
    parts[0] = sum;
    parts[1] = count; // silent: unused-value
  }
}

// A thread of another warp uses it, too.
__global__ void secondThreadAsWell(float *__restrict__ mean, float *__restrict__ parts, const float *__restrict__ in) {
  float sum = in[threadIdx.x], count = 1;
  if (parts[1] > 0)
    merge(&sum, &count, parts[0], parts[1]);
  if (threadIdx.x % 64 == 0)
    mean[threadIdx.x] = sum / count; // silent: no-alias
  if (threadIdx.x == 0)
    parts[1] = count; // warn global-memory-race: 'parts[1]' is overwritten while another thread
}

// A branch on it decides what others see.
__global__ void decidesByIt(int *__restrict__ state, float *__restrict__ out) {
  float value = 1;
  if (state[0] > 3)
    out[threadIdx.x] = value; // silent: no-alias
  if (threadIdx.x == 0)
    state[0] = 5; // warn global-memory-race: 'state[0]' is overwritten while another thread
}

// It is passed on to the lane that uses it.
__global__ void passedOn(int *__restrict__ state, int *__restrict__ out) {
  int seen = __shfl_down_sync(0xffffffffu, state[0], 1);
  if (threadIdx.x == 0) {
    state[0] = 5; // warn global-memory-race: overwritten while another thread
    out[0] = seen;
  }
}

// Kept in an array of the thread.
__global__ void keptInAnArray(int *__restrict__ state, int *__restrict__ out, int at) {
  int own[4] = {0, 0, 0, 0};
  own[at] = state[0];
  out[threadIdx.x] = own[at ^ 1]; // silent: no-alias
  if (threadIdx.x == 0)
    state[0] = 5; // warn global-memory-race: 'state[0]' is overwritten while another thread
}

// How often a loop runs.
__global__ void waitsForIt(int *__restrict__ state, const int *__restrict__ in, int *__restrict__ out) {
  while (state[0] < 3)
    ;
  out[threadIdx.x] = in[threadIdx.x]; // silent: no-alias
  if (threadIdx.x == 64)
    state[0] = 5; // warn global-memory-race: 'state[0]' is overwritten while another thread
}

// Shared memory; the last of several uses is by the thread that writes.
__global__ void onlyTheWriter(int *__restrict__ out, int n) {
  __shared__ int top;
  if (threadIdx.x == 0)
    top = n;
  __syncthreads();
  int seen = top, next = seen > 4 ? seen - 4 : 0;
  bool isFirst = !threadIdx.x;
  if (isFirst) {
    top = next; // silent: unused-value
    out[blockIdx.x] = seen;
  }
}

__global__ void everyoneSees(int *__restrict__ out, int n) {
  __shared__ int top;
  if (threadIdx.x == 0)
    top = n;
  __syncthreads();
  int seen = top;
  if (threadIdx.x == 0)
    top = seen - 4; // warn shared-memory-race: 'top' is overwritten while another thread
  out[blockIdx.x * 256 + threadIdx.x] = seen;
}

void launch(float *f, float *g, const float *h, int *i, int *j, const int *k) {
  mergesWithLastTime<<<1, 256>>>(f, g, h);
  secondThreadAsWell<<<1, 256>>>(f, g, h);
  decidesByIt<<<1, 256>>>(i, f);
  passedOn<<<1, 256>>>(i, j);
  keptInAnArray<<<1, 256>>>(i, j, 2);
  waitsForIt<<<1, 256>>>(i, k, j);
  onlyTheWriter<<<4, 256>>>(i, 7);
  everyoneSees<<<4, 256>>>(i, 7);
}

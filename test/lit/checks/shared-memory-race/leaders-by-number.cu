// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// In each round the thread leads whose number it is. Numbers that a thread keeps
// in an array, filled by a loop, are as good as those that it computes.

// --- Found ----------------------------------------------------------------------

__global__ void nobodyWaitsForTheLeader(const float *score, int *kept, int n) {
  __shared__ int state;
  int number[5];
  for (int t = 0; t < 5; t++)
    number[t] = threadIdx.x + t * 256;
  for (int i = 0; i < n; i++) {
    if (number[i / 256] == i)
      state = score[i] > 0.5f ? 1 : -1; // warn shared-memory-race: 'state' is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    if (state == 1)
      kept[i * 256 + threadIdx.x] = 1;
  }
}

__global__ void twoHaveOneNumber(const float *score, int *kept, int n) {
  __shared__ int state;
  int number[5];
  for (int t = 0; t < 5; t++)
    number[t] = threadIdx.x / 2 + t * 128;
  for (int i = 0; i < n; i++) {
    if (number[i / 128] == i)
      state = threadIdx.x; // warn shared-memory-race: 'state' is written by several threads at once
    __syncthreads();
    kept[i * 256 + threadIdx.x] = state;
    __syncthreads();
  }
}

void launchFound(const float *score, int *kept, int n) {
  nobodyWaitsForTheLeader<<<1, 256>>>(score, kept, n);
  twoHaveOneNumber<<<1, 256>>>(score, kept, n);
}

// --- Silent ---------------------------------------------------------------------

__global__ void oneLeads(const float *score, int *kept, int n) {
  __shared__ int state;
  if (threadIdx.x == 0)
    state = 0;
  int number[5];
  for (int t = 0; t < 5; t++)
    number[t] = threadIdx.x + t * 256;
  for (int i = 0; i < n; i++) {
    if (number[i / 256] == i)
      state = score[i] > 0.5f ? 1 : -1;
    __syncthreads();
    if (state == 1)
      kept[i * 256 + threadIdx.x] = 1;
    __syncthreads();
  }
}

__global__ void oneLeadsByRows(const float *score, int *kept, int n) {
  __shared__ int state;
  if (threadIdx.x == 0)
    state = 0;
  int number[4], first = threadIdx.x * 4;
  for (int t = 0; t < 4; ++t)
    number[t] = first + t;
  for (int i = 0; i < n; i++) {
    if (number[i % 4] == i)
      state = score[i] > 0.5f ? 1 : -1;
    __syncthreads();
    if (state == 1)
      kept[i * 256 + threadIdx.x] = 1;
    __syncthreads();
  }
}

void launchSilent(const float *score, int *kept, int n) {
  oneLeads<<<1, 256>>>(score, kept, n);
  oneLeadsByRows<<<1, 256>>>(score, kept, n);
}

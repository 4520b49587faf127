// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Data that are added to a thread's own place lead out of it as far as the place
// does. What starts from a place of the thread's own, and data that only select
// within the part that the place selects, stay in the part.

__global__ void neighbourByData(const signed char *step, int *out) {
  __shared__ int s[320];
  int t = threadIdx.x;
  s[t + 32] = t * t;
  out[t] = s[t + 32 + step[t]]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchNeighbourByData(const signed char *step, int *out) { neighbourByData<<<1, 256>>>(step, out); }

__global__ void neighbourByDataInStep(const signed char *step, int *out) {
  __shared__ int s[320];
  int t = threadIdx.x;
  s[t + 32] = t * t;
  __syncthreads();
  out[t] = s[t + 32 + step[t]];
}
void launchNeighbourByDataInStep(const signed char *step, int *out) { neighbourByDataInStep<<<1, 256>>>(step, out); }

__global__ void backwards(const unsigned *back, float *io) {
  __shared__ float s[128];
  unsigned t = threadIdx.x;
  s[t - back[t]] = io[t]; // silent: distinct-indices
  io[t] = s[t]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchBackwards(const unsigned *back, float *io) { backwards<<<1, 128>>>(back, io); }

// A rank counts those before the thread, and starts from none of them.
__global__ void ranks(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float mine = s[t];
  int rank = 0;
  for (int other = 0; other < 64; ++other) {
    float that = s[other];
    rank += that < mine || (that == mine && other < t);
  }
  s[rank] = mine; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  out[t] = s[t];
}
void launchRanks(const float *in, float *out) { ranks<<<1, 64>>>(in, out); }

__global__ void ranksInStep(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float mine = s[t];
  int rank = 0;
  for (int other = 0; other < 64; ++other) {
    float that = s[other];
    rank += that < mine || (that == mine && other < t);
  }
  __syncthreads();
  s[rank] = mine; // silent: distinct-indices
  __syncthreads();
  out[t] = s[t];
}
void launchRanksInStep(const float *in, float *out) { ranksInStep<<<1, 64>>>(in, out); }

// A search below the thread's own place ends anywhere below it.
__global__ void searches(int *io) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = io[t];
  __syncthreads();
  int first = 0, last = t;
  while (first < last) {
    int middle = (first + last) >> 1;
    if (s[middle] < s[t])
      first = middle + 1;
    else
      last = middle;
  }
  int found = s[first];
  s[t] = found; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  io[t] = s[t];
}
void launchSearches(int *io) { searches<<<1, 128>>>(io); }

// Rows that the thread's place selects, and columns that data select in them.
__global__ void ownRows(const unsigned *column, int *out) {
  __shared__ int s[64][33];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 32; ++i)
    s[t][i] = i;
  for (int i = 0; i < 32; ++i)
    sum += s[t][column[i * 64 + t]]; // silent: own-part
  out[t] = sum;
}
void launchOwnRows(const unsigned *column, int *out) { ownRows<<<1, 64>>>(column, out); }

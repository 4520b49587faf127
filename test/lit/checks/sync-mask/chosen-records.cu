// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier
//
// Lanes that choose of two records step by step, theirs and that of the lane
// across, hold the same record in the end, where both choose the same one.

constexpr unsigned All = 0xffffffffu;

// Of equal values the one with the smaller index.
__global__ void largestFew(const float *in, int *out, int count) {
  int lane = threadIdx.x % 32;
  float mine = in[threadIdx.x];
  for (int k = 0; k < count; ++k) {
    float best = mine;
    int at = lane;
    for (int off = 16; off > 0; off >>= 1) {
      float value = __shfl_xor_sync(All, best, off);
      int from = __shfl_xor_sync(All, at, off);
      if (value > best || (value == best && from < at)) {
        best = value;
        at = from;
      }
    }
    if (best < 0)
      break;
    if (lane == at)
      mine = -1;
    if (lane == 0)
      out[k] = at;
  }
}

__global__ void indexOfLargest(const float *in, int *out, int wanted) {
  float best = in[threadIdx.x];
  int at = threadIdx.x;
  for (int off = 1; off < 32; off *= 2) {
    float value = __shfl_xor_sync(All, best, off);
    int from = __shfl_xor_sync(All, at, off);
    bool take = value > best || (value == best && from < at);
    best = take ? value : best;
    at = take ? from : at;
  }
  if (at == wanted)
    out[threadIdx.x] = __ballot_sync(All, best > 2);
}

// Of equal values each lane keeps its own index.
__global__ void withoutTies(const float *in, int *out, int wanted) {
  float best = in[threadIdx.x];
  int at = threadIdx.x;
  for (int off = 16; off > 0; off >>= 1) {
    float value = __shfl_xor_sync(All, best, off);
    int from = __shfl_xor_sync(All, at, off);
    if (value > best) {
      best = value;
      at = from;
    }
  }
  if (best > 1)
    out[threadIdx.x] = __ballot_sync(All, best > 2);
  if (at == wanted)
    out[threadIdx.x] = __ballot_sync(All, best > 2); // warn sync-mask: waits for lane
}

// Of equal values each lane takes the other's index.
__global__ void withTiesTaken(const float *in, int *out, int wanted) {
  float best = in[threadIdx.x];
  int at = threadIdx.x;
  for (int off = 16; off > 0; off >>= 1) {
    float value = __shfl_xor_sync(All, best, off);
    int from = __shfl_xor_sync(All, at, off);
    if (value > best || (value == best && from != at)) {
      best = value;
      at = from;
    }
  }
  if (at == wanted)
    out[threadIdx.x] = __ballot_sync(All, best > 2); // warn sync-mask: waits for lane
}

// The lanes of each half agree.
__global__ void ofHalves(const float *in, int *out, int wanted) {
  float best = in[threadIdx.x];
  int at = threadIdx.x;
  for (int off = 8; off > 0; off >>= 1) {
    float value = __shfl_xor_sync(All, best, off);
    int from = __shfl_xor_sync(All, at, off);
    if (value > best || (value == best && from < at)) {
      best = value;
      at = from;
    }
  }
  if (at == wanted)
    out[threadIdx.x] = __ballot_sync(All, best > 2); // warn sync-mask: waits for lane
}

// The index is of a lane that is not the one across.
__global__ void ofTwoDistances(const float *in, int *out, int wanted) {
  float best = in[threadIdx.x];
  int at = threadIdx.x;
  for (int off = 16; off > 0; off >>= 1) {
    float value = __shfl_xor_sync(All, best, off);
    int from = __shfl_xor_sync(All, at, 1);
    if (value > best || (value == best && from < at)) {
      best = value;
      at = from;
    }
  }
  if (at == wanted)
    out[threadIdx.x] = __ballot_sync(All, best > 2); // warn sync-mask: waits for lane
}

struct Record {
  float value;
  int at;
};

__device__ Record across(Record r, int off) {
  return {__shfl_xor_sync(All, r.value, off), __shfl_xor_sync(All, r.at, off)};
}

__device__ bool isBetter(const Record &a, const Record &b) {
  return a.value > b.value || (!(b.value > a.value) && a.at < b.at);
}

__device__ Record better(Record a, Record b) {
  return isBetter(b, a) ? b : a;
}

__global__ void ofRecords(const float *in, int *out, int wanted) {
  Record r{in[threadIdx.x], int(threadIdx.x)};
  r = better(r, across(r, 16));
  r = better(r, across(r, 8));
  r = better(r, across(r, 4));
  r = better(r, across(r, 2));
  r = better(r, across(r, 1));
  if (r.at == wanted)
    out[threadIdx.x] = __ballot_sync(All, r.value > 2);
}

__global__ void ofRecordsInLoop(const float *in, int *out, int wanted) {
  Record r{in[threadIdx.x], int(threadIdx.x)};
  for (int off = 16; off > 0; off >>= 1) {
    Record other = across(r, off);
    if (isBetter(other, r))
      r = other;
  }
  if (r.at == wanted)
    out[threadIdx.x] = __ballot_sync(All, r.value > 2);
}

__global__ void ofRecordsStepMissing(const float *in, int *out, int wanted) {
  Record r{in[threadIdx.x], int(threadIdx.x)};
  r = better(r, across(r, 16));
  r = better(r, across(r, 8));
  r = better(r, across(r, 4));
  r = better(r, across(r, 1));
  if (r.at == wanted)
    out[threadIdx.x] = __ballot_sync(All, r.value > 2); // warn sync-mask: waits for lanes
}

// Keys with what they belong to in one number.
__global__ void packed(const unsigned long long *in, int *out, int half) {
  unsigned long long best = in[threadIdx.x];
  for (int off = 16; off; off >>= 1) {
    unsigned long long other = __shfl_xor_sync(All, best, off);
    if (other > best)
      best = other;
  }
  if ((int)best >= half)
    out[threadIdx.x] = __shfl_sync(All, (int)threadIdx.x, 3);
}

// Whether all lanes hold the same, each of them is told.
__global__ void toldOfAll(const int *in, int *out) {
  int isSame = 0;
  unsigned who = __match_all_sync(All, in[threadIdx.x], &isSame);
  if (isSame)
    out[threadIdx.x] = __shfl_xor_sync(All, out[threadIdx.x], 1);
  else
    out[threadIdx.x] = who;
}

__global__ void toldOfAllAndOwn(const int *in, int *out) {
  int isSame = 0;
  __match_all_sync(All, in[threadIdx.x], &isSame);
  if (isSame > in[threadIdx.x])
    out[threadIdx.x] = __shfl_xor_sync(All, out[threadIdx.x], 1); // warn sync-mask: waits for lanes
}

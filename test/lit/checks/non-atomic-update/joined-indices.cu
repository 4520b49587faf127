// RUN: %verify %s --checks=-*,warplint-non-atomic-update --certainty=possible
//
// One test guards where an element is read and where it is written back; the
// index and the value come there through a join.

__global__ void penalizes(float *score, const int *token, int n) {
  float value = 0;
  int at = 0;
  if (threadIdx.x < n) {
    at = token[threadIdx.x];
    value = score[at] * 0.5f;
  }
  if (threadIdx.x < n)
    score[at] = value; // warn non-atomic-update: an element of 'score' is read, changed and written back
}
void launchPenalizes(float *score, const int *token, int n) { penalizes<<<1, 128>>>(score, token, n); }

__global__ void counts(unsigned *bin, const unsigned char *key, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  bool inside = i < n;
  unsigned was = 0, k = 255;
  if (inside) {
    k = key[i];
    was = bin[k];
  }
  unsigned next = was + 1;
  if (inside)
    bin[k] = next; // warn non-atomic-update: an element of 'bin' is read, changed and written back
}
void launchCounts(unsigned *bin, const unsigned char *key, unsigned n) { counts<<<64, 128>>>(bin, key, n); }

__device__ float scaled(float v, float by) { return v < 0 ? v * by : v / by; }
__global__ void scalesOf(float *score, const int *token, float by, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int at = -1;
    float v = 0;
    if (token[i] >= 0) {
      at = token[i];
      v = scaled(score[at], by);
    }
    if (at >= 0)
      score[at] = v;
  }
}
void launchScalesOf(float *score, const int *token, float by, int n) { scalesOf<<<1, 128>>>(score, token, by, n); }

// All threads have read before one writes: threads of one element write the
// same.
__global__ void penalizesAfterBarrier(float *score, const int *token, float by, int n) {
  float value = 0;
  int at = 0;
  if (threadIdx.x < n) {
    at = token[threadIdx.x];
    value = score[at] < 0 ? score[at] * by : score[at] / by;
  }
  __syncthreads();
  if (threadIdx.x < n)
    score[at] = value;
}
void launchPenalizesAfterBarrier(float *score, const int *token, float by, int n) { penalizesAfterBarrier<<<1, 128>>>(score, token, by, n); }

// But each brings something else.
__global__ void addsAfterBarrier(float *score, const int *token, const float *by) {
  int at = token[threadIdx.x];
  float value = score[at] + by[threadIdx.x];
  __syncthreads();
  score[at] = value; // warn non-atomic-update: an element of 'score' is read, changed and written back
}
void launchAddsAfterBarrier(float *score, const int *token, const float *by) { addsAfterBarrier<<<1, 128>>>(score, token, by); }

// Each has its own element.
__global__ void own(float *score, const int *token, int n) {
  float value = 0;
  int at = 0;
  if (threadIdx.x < n) {
    at = threadIdx.x * 2 + 1;
    value = score[at] * 0.5f + token[at];
  }
  if (threadIdx.x < n)
    score[at] = value;
}
void launchOwn(float *score, const int *token, int n) { own<<<1, 128>>>(score, token, n); }

// A count that all threads bring is lost, though all have read before one writes.
__global__ void countsBehindABarrier(int *key) {
  __shared__ int count[64];
  count[threadIdx.x & 63] = 0;
  __syncthreads();
  int k = key[threadIdx.x] & 63, old = count[k];
  __syncthreads();
  count[k] = old + 1; // warn non-atomic-update: an element of 'count' is read, changed and written back
  __syncthreads();
  key[threadIdx.x] = count[threadIdx.x & 63];
}
void launchCountsBehindABarrier(int *key) { countsBehindABarrier<<<1, 256>>>(key); }
__global__ void sumsBehindABarrier(float *sum, const int *key, float step) {
  int k = key[threadIdx.x];
  float old = sum[k];
  __syncthreads();
  sum[k] = old - step; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}
void launchSumsBehindABarrier(float *sum, const int *key, float step) { sumsBehindABarrier<<<1, 256>>>(sum, key, step); }

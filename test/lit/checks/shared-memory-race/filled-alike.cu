// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync,warplint-global-memory-race,warplint-divergent-barrier
//
// Every thread computes the same from the same data and stores it in the same
// places: each reads what it has stored itself. Beside each case stands one in
// which the threads do not do the same, or not yet.

__global__ void softmaxByAll(const float *in, const int *label, float *loss, int classes) {
  extern __shared__ float powers[];
  float most = -INFINITY;
  for (int i = 0; i < classes; i++)
    most = fmaxf(most, in[i]);
  float sum = 0;
  for (int i = 0; i < classes; i++) {
    powers[i] = expf(in[i] - most);
    sum += powers[i];
  }
  *loss = -logf(powers[label[0]] / sum); // silent: no-alias
}

__global__ void softmaxOfRows(const float *in, const int *label, float *loss, int classes) {
  extern __shared__ float powers[];
  const float *row = in + threadIdx.x * classes;
  float sum = 0;
  for (int i = 0; i < classes; i++) {
    powers[i] = expf(row[i]); // warn shared-memory-race: write the same
    sum += powers[i]; // warn shared-memory-race: may still write it
  }
  loss[threadIdx.x] = -logf(powers[label[0]] / sum); // warn shared-memory-race: may still write it
}

// A sum that goes on is another one in each iteration.
__global__ void prefixesByAll(const int *in, int *out, int n) {
  __shared__ int before[64];
  int sum = 0;
  int k = 0;
  while (k < 64) {
    before[k] = sum;
    sum += in[k] * n;
    ++k;
  }
  out[threadIdx.x] = before[threadIdx.x % 64]; // silent: no-alias
}

__global__ void oneWordForAll(const int *in, int *out, int n) {
  __shared__ int last;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += in[k];
    last = sum; // warn shared-memory-race: not all of them write the same
    out[threadIdx.x * n + k] = last; // warn shared-memory-race: may still write it
  }
}

// Every other thread begins one further.
__global__ void begunElsewhere(const int *in, int *out) {
  __shared__ int before[64];
  int sum = 0;
  for (int k = threadIdx.x % 2; k < 64; ++k) {
    before[k] = sum; // warn shared-memory-race: not all of them write the same
    sum += in[k];
  }
  out[threadIdx.x] = before[threadIdx.x % 64]; // warn shared-memory-race: may still write it
}

// Read first, then filled.
__global__ void readBefore(const int *in, int *out) {
  __shared__ int table[64];
  for (int round = 0; round < 4; ++round) {
    out[threadIdx.x] += table[threadIdx.x % 64];
    for (int i = 0; i < 64; ++i)
      table[i] = in[i] * in[0]; // warn shared-memory-race: while another thread of the block may still read it
  }
}

// The whole block goes on by what all have computed.
__global__ void decidedByAll(const float *in, float *out, int n) {
  __shared__ float norm;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i] * in[i];
  norm = sqrtf(sum);
  if (norm > 1)
    __syncthreads();
  out[threadIdx.x] = in[threadIdx.x] / norm; // silent: no-alias
}

__global__ void decidedByEach(const float *in, float *out, int n) {
  __shared__ float norm;
  float sum = 0;
  for (int i = threadIdx.x; i < n; ++i)
    sum += in[i] * in[i];
  norm = sqrtf(sum); // warn shared-memory-race: not all of them write the same
  if (norm > 1) // warn shared-memory-race: may still write it
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  out[threadIdx.x] = in[threadIdx.x]; // silent: no-alias
}
void launch(const float *in, const int *label, float *loss, int n, int *out) {
  softmaxByAll<<<1, 128, 4 * n>>>(in, label, loss, n);
  softmaxOfRows<<<1, 128, 4 * n>>>(in, label, loss, n);
  prefixesByAll<<<1, 128>>>(label, out, n);
  oneWordForAll<<<1, 128>>>(label, out, n);
  begunElsewhere<<<1, 128>>>(label, out);
  readBefore<<<1, 128>>>(label, out);
  decidedByAll<<<1, 128>>>(in, loss, n);
  decidedByEach<<<1, 128>>>(in, loss, n);
}

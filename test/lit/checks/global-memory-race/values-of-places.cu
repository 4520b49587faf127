// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Blocks that go over the same elements store the same there if what they store
// follows from the place alone, however they have come to it.

struct Divisor {
  int by, times, shift;
  __device__ void divide(int x, int &quotient, int &rest) const {
    quotient = by == 1 ? x : int(__umulhi(unsigned(x), unsigned(times)) >> shift);
    rest = x - quotient * by;
  }
};

// --- Found ----------------------------------------------------------------------

__global__ void addsItsBlock(const float *in, int n, Divisor wide, float *out) {
  for (int at = blockIdx.x * 512 + threadIdx.x; at < n; at += 512) {
    int row, column;
    wide.divide(at, row, column);
    out[at] = in[column * 64 + row] + blockIdx.x; // warn global-memory-race: 'out[{{.*}}]' is written by several threads at once
  }
}

__global__ void readsByItsRound(const float *in, int n, float *out) {
  int round = 0;
  for (int at = blockIdx.x * 512 + threadIdx.x; at < n; at += 512)
    out[at] = in[round++ * 512 + threadIdx.x]; // warn global-memory-race: 'out[{{.*}}]' is written by several threads at once
}

__global__ void readsTheNextButOne(const float *in, const int *order, int n, float *out) {
  for (int at = blockIdx.x * 512 + threadIdx.x; at < n; at += 512)
    out[at] = in[order[at + blockIdx.x]]; // warn global-memory-race: 'out[{{.*}}]' is written by several threads at once
}

// What is read has been written before, by this block or by another one.
__global__ void addsToIt(const float *in, int n, float *out) {
  for (int at = blockIdx.x * 512 + threadIdx.x; at < n; at += 512)
    // warn@+2 global-memory-race: 'out[{{.*}}]' is written by several threads at once
    // warn@+1 global-memory-race: 'out[{{.*}}]' is read while
    out[at] = out[at] * 2 + in[at];
}

void launchFound(const float *in, const int *order, int n, Divisor wide, float *out) {
  addsItsBlock<<<(n + 511) / 512, 512>>>(in, n, wide, out);
  readsByItsRound<<<(n + 511) / 512, 512>>>(in, n, out);
  readsTheNextButOne<<<(n + 511) / 512, 512>>>(in, order, n, out);
  addsToIt<<<(n + 511) / 512, 512>>>(in, n, out);
}

// --- Silent ---------------------------------------------------------------------

__global__ void readsByAQuotient(const float *in, int n, Divisor wide, float *out) {
  for (int at = blockIdx.x * 512 + threadIdx.x; at < n; at += 512) {
    int row, column;
    wide.divide(at, row, column);
    out[at] = in[column * 64 + row]; // silent: pitch, repeated-read
  }
}

__global__ void readsByARest(const float *in, int n, int rows, float *out) {
  for (int at = blockIdx.x * 512 + threadIdx.x; at < n; at += 512)
    out[at] = in[at % rows * 64 + at / rows]; // silent: no-alias
}

__global__ void readsInAnOrder(const float *in, const int *order, int n, float *out) {
  for (int at = blockIdx.x * 512 + threadIdx.x; at < n; at += 512)
    out[at] = in[order[at]]; // silent: no-alias
}

__global__ void computesFromThePlace(int n, int last, int *out) {
  for (int at = blockIdx.x * 512 + threadIdx.x; at < n; at += 512)
    out[at] = at < last ? 3 * at + 1 : min(at, 7);
}

void launchSilent(const float *in, const int *order, int n, Divisor wide, float *out, int *numbers) {
  readsByAQuotient<<<(n + 511) / 512, 512>>>(in, n, wide, out);
  readsByARest<<<(n + 511) / 512, 512>>>(in, n, 64, out);
  readsInAnOrder<<<(n + 511) / 512, 512>>>(in, order, n, out);
  computesFromThePlace<<<(n + 511) / 512, 512>>>(n, n / 2, numbers);
}

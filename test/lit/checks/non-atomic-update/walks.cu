// RUN: %verify %s --checks=-*,warplint-non-atomic-update --certainty=possible
//
// A walk from element to element leaves in each what it found in the one before:
// nothing there is changed by what was there.

__global__ void alternates(int *star, int *mate, const int *green, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n || green[j] < 0)
    return;
  int row = green[j];
  int column = star[row];
  star[row] = j;
  mate[j] = row;
  while (column >= 0) {
    row = green[column];
    int last = column;
    column = star[row];
    star[row] = last;
    mate[last] = row;
  }
}

// The same with a loop that counts.
__global__ void shifts(float *value, const int *next, int start, int n) {
  int at = next[start + threadIdx.x];
  float carried = value[at];
  for (int i = 0; i < n; ++i) {
    at = next[at];
    float old = value[at];
    value[at] = carried;
    carried = old;
  }
}

// What was there in this round goes into it.
__global__ void adds(int *star, const int *green, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int column = j;
  while (column >= 0) {
    int row = green[column];
    int was = star[row];
    star[row] = was + column; // warn non-atomic-update: an element of 'star' is read, changed and written back
    column = was;
  }
}

// One element in all rounds.
__global__ void sums(float *sum, const int *key, const float *in, int n) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  float carried = sum[k];
  for (int i = 0; i < n; ++i) {
    carried += in[i * n + threadIdx.x];
    sum[k] = carried; // warn non-atomic-update: an element of 'sum' is read, changed and written back
  }
}

// Read in an inner loop, of the element of this round.
__global__ void inner(float *sum, const int *key, const float *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int k = key[i];
    float s = sum[k];
    for (int j = 0; j < 4; ++j)
      s += in[4 * i + j];
    sum[k] = s; // warn non-atomic-update: an element of 'sum' is read, changed and written back
  }
}

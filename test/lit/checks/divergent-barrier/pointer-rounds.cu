// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// A loop that a pointer leads through makes the same rounds in all threads if
// the pointer and where it ends are equally far from each other in all of them.

// --- Found ----------------------------------------------------------------------

__global__ void endsWithTheRow(const float *in, float *out, int pitch, int n) {
  const float *at = in + threadIdx.y * pitch + threadIdx.x;
  const float *end = in + threadIdx.y * pitch + n;
  float sum = 0;
  do {
    sum += *at;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    at += 16;
  } while (at < end);
  out[threadIdx.y * 16 + threadIdx.x] = sum;
}

__global__ void movesByItsOwnStep(const float *in, float *out, int n) {
  const float *at = in + threadIdx.x, *end = at + n;
  float sum = 0;
  for (; at < end; at += threadIdx.x + 1) {
    sum += *at;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  }
  out[threadIdx.x] = sum;
}

// `wide` counts in other elements than `at`.
__global__ void countsInOtherElements(const float *in, float *out, int n) {
  const float *at = in + threadIdx.x;
  const float4 *end = (const float4 *)in + threadIdx.x + n;
  float sum = 0;
  for (; at < (const float *)end; at += 32) {
    sum += *at;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  }
  out[threadIdx.x] = sum;
}

__global__ void endsWhereItsOwnRowEnds(const float *in, const int *length, float *out) {
  const float *at = in + threadIdx.x * 64, *end = at + length[threadIdx.x];
  float sum = 0;
  while (at != end) {
    sum += *at++;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  }
  out[threadIdx.x] = sum;
}

__global__ void somethingElseMovesIt(const float *in, float *out, int n) {
  const float *at = in + threadIdx.x, *end = at + n;
  float sum = 0;
  while (at < end) {
    sum += *at;
    if (sum > 3)
      at += 32;
    at += 32;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  }
  out[threadIdx.x] = sum;
}

// --- Silent ---------------------------------------------------------------------

__global__ void endsWithTheThreadsPart(const float *in, float *out, int pitch, int n) {
  in += threadIdx.x + (blockIdx.y * 16 + threadIdx.y) * pitch;
  const float *end = in + n;
  float sum = 0;
  do {
    sum += in[0];
    __syncthreads();
    in += 16;
  } while (in < end);
  out[threadIdx.y * 16 + threadIdx.x] = sum;
}

__global__ void walksUpToItsEnd(const float *in, float *out, int n) {
  const float *at = in + threadIdx.x * n, *end = in + threadIdx.x * n + n;
  float sum = 0;
  while (at != end) {
    sum += *at++;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void walksBackwards(const float *in, float *out, int n) {
  const float *first = in + threadIdx.x;
  float sum = 0;
  for (const float *at = first + n; at >= first; at -= 2) {
    sum += *at;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void looksAhead(const float4 *in, float *out, int n) {
  const float4 *at = in + threadIdx.x, *end = at + n;
  float sum = 0;
  while (end > at + 32) {
    sum += at->x;
    at += 32;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// The row is made of whole blocks, as many as the block has threads.
__global__ void stridesByBlocks(const float *row, float *out, int tiles) {
  float sum = 0;
  for (const float *at = row + threadIdx.x; at < row + tiles * blockDim.x; at += blockDim.x) {
    sum += *at;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

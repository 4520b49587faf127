// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync,warplint-shared-memory-race

// Loops in which some rounds go past the barrier. What is done in one of them
// and what is done in the next iteration it lie in one barrier interval.

__global__ void lastRoundsWithoutBarrier(float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int width = blockDim.x / 2; width > 0; width /= 2) {
    if (t < width)
      s[t] += s[t + width]; // warn implicit-warp-sync: 's[{{[0-9]+}}]' is overwritten while another lane of the warp may still read it
    if (width > 16)
      __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void warpsToo(float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int width = blockDim.x / 2; width > 0; width /= 2) {
    if (t < width)
      s[t] += s[t + width]; // warn shared-memory-race: another thread of the block may still
    if (width > 64)
      __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// The width is the block's size by what doubles.
__global__ void parts(float *out) {
  extern __shared__ float sums[];
  unsigned t = threadIdx.x;
  for (int d = 0; d < 6; ++d)
    sums[d * blockDim.x + t] = out[d * blockDim.x + t];
  __syncthreads();
  for (int by = 2; by <= (int)blockDim.x; by *= 2) {
    int width = blockDim.x / by;
    if ((int)t < width)
      for (int d = 0; d < 6; ++d)
        sums[d * blockDim.x + t] += sums[d * blockDim.x + t + width]; // warn implicit-warp-sync: another lane of the warp may still
    if (width > warpSize / 2)
      __syncthreads();
  }
  if (t < 6)
    atomicAdd(&out[t], sums[t * blockDim.x]);
}

// Those that remain are of one warp, and wait for each other.
__global__ void warpBarrierOtherwise(float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int width = blockDim.x / 2; width > 0; width /= 2) {
    if (t < width)
      s[t] += s[t + width];
    if (width > 16)
      __syncthreads();
    else
      __syncwarp();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// Each thread comes back to what is its own.
__global__ void ownElement(float *out, int n) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = 0;
  for (int k = n; k > 0; k /= 2) {
    s[t] += out[k * 256 + t];
    if (k > 16)
      __syncthreads();
  }
  __syncthreads();
  out[t] = s[255 - t];
}

// Two rounds fill two halves, which the barrier of the second one closes.
__global__ void everyOtherRound(float *out, int n) {
  __shared__ float s[2][256];
  unsigned t = threadIdx.x;
  for (int k = 0; k < 64; ++k) {
    s[k % 2][t] = out[k * 256 + t];
    if (k % 2 == 1) {
      __syncthreads();
      out[k * 256 + t] = s[0][255 - t] + s[1][255 - t];
      __syncthreads();
    }
  }
}

void launches(float *out, int n) {
  lastRoundsWithoutBarrier<<<8, 256>>>(out);
  warpsToo<<<8, 256>>>(out);
  parts<<<8, 256, 6 * 256 * sizeof(float)>>>(out);
  warpBarrierOtherwise<<<8, 256>>>(out);
  ownElement<<<8, 256>>>(out, n);
  everyOtherRound<<<1, 256>>>(out, n);
}

// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync
// RUN: %verify %s --prefix=MODEL --checks=-*,warplint-implicit-warp-sync --certainty=model
//
// Where all lanes give each other values between a read and the write behind it,
// they have read; nothing but the model says that it could be otherwise.

__device__ float sumOfWarp(float x) {
  for (int d = 16; d > 0; d /= 2)
    x += __shfl_xor_sync(0xffffffffu, x, d);
  return x;
}

// The next round's tile behind the reduction that the next round begins with.
__global__ void tiles(const float *in, float *out, int n) {
  __shared__ float tile[32];
  int lane = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    float x = in[i * 32 + lane];
    float norm = sumOfWarp(x * x);
    tile[lane] = x / norm; // MODEL-warn implicit-warp-sync: {{is overwritten while another lane of the warp may still read it in the previous iteration \(by the model\)}}
    __syncwarp();
    for (int k = 0; k < 32; k++)
      sum += tile[k];
  }
  out[lane] = sum;
}

// A vote.
__global__ void votes(const int *in, int *out) {
  __shared__ int cells[32];
  int lane = threadIdx.x;
  cells[lane] = in[lane];
  __syncwarp();
  int left = cells[lane ^ 1];
  if (__any_sync(~0u, left > 7))
    cells[lane] = 0; // MODEL-warn implicit-warp-sync: {{is overwritten while another lane of the warp may still read it \(by the model\)}}
  __syncwarp();
  out[lane] = cells[lane ^ 1] + left;
}

// What is read behind a shuffle was perhaps not written: the writer may be late.
__global__ void readsBehind(const float *in, float *out) {
  __shared__ float cells[32];
  int lane = threadIdx.x;
  cells[lane] = in[lane];
  float sum = sumOfWarp(in[lane]);
  out[lane] = cells[31 - lane] / sum; // warn implicit-warp-sync: is read while another lane of the warp may still write it
}

// Half of the lanes only.
__global__ void halves(const float *in, float *out, int n) {
  __shared__ float tile[32];
  int lane = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    float x = in[i * 32 + lane];
    unsigned half = lane < 16 ? 0xffffu : 0xffff0000u;
    x += __shfl_xor_sync(half, x, 1);
    tile[lane] = x; // warn implicit-warp-sync: is overwritten while another lane of the warp may still read it in the previous iteration
    __syncwarp();
    for (int k = 0; k < 32; k++)
      sum += tile[k];
  }
  out[lane] = sum;
}

// Only in some rounds.
__global__ void sometimes(const float *in, float *out, int n) {
  __shared__ float tile[32];
  int lane = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    float x = in[i * 32 + lane];
    if (i % 4 == 0)
      x /= sumOfWarp(x);
    tile[lane] = x; // warn implicit-warp-sync: is overwritten while another lane of the warp may still read it in the previous iteration
    __syncwarp();
    for (int k = 0; k < 32; k++)
      sum += tile[k];
  }
  out[lane] = sum;
}

// What is by the model only hides nothing else of the object.
__global__ void both(const float *in, float *out, int n) {
  __shared__ float tile[32];
  int lane = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    float x = sumOfWarp(in[i * 32 + lane]);
    tile[lane] = x; // warn implicit-warp-sync: is written while another lane of the warp may still write it in the previous iteration
    __syncwarp();
    sum += tile[lane ^ 3];
    tile[lane ^ 7] = sum;
  }
  out[lane] = sum;
}

void launch(const float *in, const int *numbers, float *out, int *results, int n) {
  tiles<<<1, 32>>>(in, out, n);
  votes<<<1, 32>>>(numbers, results);
  readsBehind<<<1, 32>>>(in, out);
  halves<<<1, 32>>>(in, out, n);
  sometimes<<<1, 32>>>(in, out, n);
  both<<<1, 32>>>(in, out, n);
}

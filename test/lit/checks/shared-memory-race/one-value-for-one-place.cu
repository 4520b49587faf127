// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
//
// Threads that store to one place what they have read from one place store the
// same, also where a clamp leads them there.

__global__ void clampedRow(float *out, const float *in, int width, int height) {
  __shared__ float row[32];
  int x = blockIdx.x * 32 + threadIdx.x;
  row[min(threadIdx.x, width - 1 - blockIdx.x * 32)] = in[min(x, width - 1)];
  __syncthreads();
  if (x < width)
    out[x] = row[threadIdx.x] + height;
}
void launchClampedRow(float *out, const float *in) { clampedRow<<<1, 32>>>(out, in, 20, 1); }

__global__ void clampedByChoice(float *out, const int *in) {
  __shared__ int edge[64];
  int t = threadIdx.x, at = t < 40 ? t : 40;
  edge[at] = in[at * 3 + 1];
  __syncthreads();
  out[t] = edge[t < 40 ? 39 - t : 0];
}
void launchClampedByChoice(float *out, const int *in) { clampedByChoice<<<1, 64>>>(out, in); }

__global__ void wrapped(float *out, const float *in) {
  __shared__ float ring[48];
  int t = threadIdx.x;
  ring[t % 48] = in[t >= 48 ? t - 48 : t]; // silent: repeated-read
  __syncthreads();
  out[t] = ring[47 - t % 48];
}
void launchWrapped(float *out, const float *in) { wrapped<<<1, 64>>>(out, in); }

// The place is clamped, and what is read is not.
__global__ void placeAlone(float *out, const float *in, int width) {
  __shared__ float row[32];
  int x = threadIdx.x;
  row[min(x, width - 1)] = in[x]; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[x] = row[x];
}
void launchPlaceAlone(float *out, const float *in) { placeAlone<<<1, 32>>>(out, in, 20); }

// It is read from another row.
__global__ void otherRow(float *out, const float *in, int pitch) {
  __shared__ float row[16];
  int x = threadIdx.x, y = threadIdx.y;
  row[x] = in[y * pitch + x]; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[y * 16 + x] = row[x];
}
void launchOtherRow(float *out, const float *in) { otherRow<<<1, dim3(16, 4)>>>(out, in, 16); }

// What is read is also written.
__global__ void movedDown(int *in, int *out) {
  __shared__ int ring[48];
  int t = threadIdx.x;
  ring[t % 48] = in[t % 48]; // warn shared-memory-race: is written by several threads at once
  in[t % 48] = t; // warn global-memory-race: is
  __syncthreads();
  out[t] = ring[t % 48];
}
void launchMovedDown(int *in, int *out) { movedDown<<<1, 64>>>(in, out); }

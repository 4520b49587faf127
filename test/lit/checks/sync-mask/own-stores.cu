// RUN: %verify %s --checks=-*,warplint-sync-mask -- -arch=sm_80
//
// What a thread has just stored, the same in all, it reads as it stored it, if
// nothing else is stored there in between: what comes behind the read is no
// matter.

__global__ void clearedForEach(int *out, const int *in, int n) {
  __shared__ int size;
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    size = 0;
    int cached = (1 << size) - 1;
    __syncwarp();
    int v = in[i];
    if (cached)
      v = __shfl_sync(0xffffffff, v, 3);
    __syncwarp();
    if (threadIdx.x == 0)
      size = v;
    __syncwarp();
    out[32 * i + threadIdx.x] = size + v;
    __syncwarp();
  }
}

struct Cached {
  int size;
  float values[12];
};
static __device__ float walk(Cached &data, float v) {
  bool warm = data.size != 0;
  __syncwarp();
  do {
    v = warm ? __shfl_down_sync(0xffffffff, v, 4) : v + 1;
    warm = false;
  } while (__any_sync(0xffffffff, v > 3));
  __syncwarp();
  if (threadIdx.x == 0)
    data.size = int(v);
  __syncwarp();
  return v;
}
__global__ void calledTwice(float *out, const float *in) {
  __shared__ Cached data;
  data.size = 0;
  float v = walk(data, in[threadIdx.x]);
  data.size = 0;
  out[32 * blockIdx.x + threadIdx.x] = walk(data, v);
}

__global__ void setBetween(int *out, const int *in, int n) {
  __shared__ int size;
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    size = 0;
    if (in[i + threadIdx.x] > 3)
      size = 2;
    int cached = (1 << size) - 1;
    __syncwarp();
    int v = in[i];
    if (cached)
      v = __shfl_sync(0xffffffff, v, 3); // warn sync-mask: '__shfl_sync()' waits for lanes that may not come here
    out[32 * i + threadIdx.x] = v;
    __syncwarp();
  }
}

__global__ void kept(int *out, const int *in, int n) {
  __shared__ int size;
  size = 0;
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    int v = in[i];
    if (size > i)
      v = __shfl_sync(0xffffffff, v, 3); // warn sync-mask: '__shfl_sync()' waits for lanes that may not come here
    if (in[threadIdx.x] > 3)
      size = 2 * i;
    out[32 * i + threadIdx.x] = v;
  }
}

void launch(int *out, const int *in, float *to, const float *from, int n) {
  clearedForEach<<<80, 32>>>(out, in, n);
  calledTwice<<<80, 32>>>(to, from);
  setBetween<<<80, 32>>>(out, in, n);
  kept<<<80, 32>>>(out, in, n);
}

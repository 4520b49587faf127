// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Rounds of whole blocks: whether another one follows is the same for all threads.

template <int Size> __global__ void ofWholeBlocks(const float *in, int *kept, float most) {
  __shared__ int last;
  int n = kept[blockIdx.x], end = (n + Size - 1) / Size * Size;
  if (threadIdx.x == 0)
    last = n;
  __syncthreads();
  for (int i = threadIdx.x; i < end; i += Size) {
    float value = i < n ? in[i] : 0;
    int count = __syncthreads_count(value > most);
    if (count != 0 || i + Size >= end) {
      if (threadIdx.x == Size - count)
        last = min(i + 1, n);
      break;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0)
    kept[blockIdx.x] = last;
}
template <int Size> __global__ void ofOpenLength(const float *in, int *kept, float most) {
  __shared__ int last;
  int n = kept[blockIdx.x], end = (n + Size - 1) / Size * Size;
  if (threadIdx.x == 0)
    last = n;
  __syncthreads();
  for (int i = threadIdx.x; i < end; i += Size) {
    float value = i < n ? in[i] : 0;
    int count = __syncthreads_count(value > most); // warn divergent-barrier: is reached by only some threads of the block
    if (count != 0 || i + Size >= n) {
      if (threadIdx.x == Size - count)
        last = min(i + 1, n);
      break;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0)
    kept[blockIdx.x] = last;
}
void launch(const float *in, int *kept, float most, int batch) {
  ofWholeBlocks<256><<<batch, 256>>>(in, kept, most);
  ofOpenLength<256><<<batch, 256>>>(in, kept, most);
}

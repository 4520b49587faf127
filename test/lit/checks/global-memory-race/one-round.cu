// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// A loop of one round is no loop: what it leaves is what its one round made, and
// its counter has one value.

// --- Silent ---------------------------------------------------------------------

__global__ void ofOneElement(const int *in, int *out) {
  int d[1];
  for (int i = 0; i < 1; ++i)
    d[i] = in[threadIdx.x];
  for (int i = 0; i < 1; ++i)
    out[threadIdx.x] = d[i]; // silent: no-alias
}
void launchOne(const int *in, int *out) { ofOneElement<<<1, dim3(8, 16)>>>(in, out); }

template <unsigned Size> struct Vector {
  int data[Size / 4];
  __device__ void load(const int *from) {
#pragma unroll
    for (size_t i = 0; i < Size / 4; i += 1)
      data[i] = from[i];
  }
  __device__ void store(int *to) const {
#pragma unroll
    for (size_t i = 0; i < Size / 4; ++i)
      to[i] = data[i];
  }
};
__global__ void ofOneWord(const int *in, int *out) {
  Vector<4> v;
  v.load(in + threadIdx.x);
  v.store(out + threadIdx.x); // silent: no-alias
}
void launchWord(const int *in, int *out) { ofOneWord<<<1, dim3(8, 16)>>>(in, out); }

__global__ void downwards(const int *in, int *out) {
  int d[4];
  for (int i = 3; i >= 3; --i)
    d[i] = in[threadIdx.x];
  for (int i = 3; i != 5; i += 2)
    out[threadIdx.x] = d[i]; // silent: no-alias
}
void launchDown(const int *in, int *out) { downwards<<<1, dim3(8, 16)>>>(in, out); }

// --- Found ----------------------------------------------------------------------

__global__ void anotherInEachRow(const int *in, int *out) {
  int d[1];
  for (int i = 0; i < 1; ++i)
    d[i] = in[threadIdx.y * 8 + threadIdx.x];
  for (int i = 0; i < 1; ++i)
    out[threadIdx.x] = d[i]; // warn global-memory-race: not all of them write the same
}
void launchRows(const int *in, int *out) { anotherInEachRow<<<1, dim3(8, 16)>>>(in, out); }

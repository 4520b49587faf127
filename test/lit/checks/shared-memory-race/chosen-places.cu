// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-non-atomic-update
//
// Tests choose between places that the kernel computes: whether threads meet there
// is arithmetic, whatever data the tests ask for.

__global__ void oneForMany(const int *in, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  int k = (t * 3 + 31) & 63;
  if (in[t] > 0)
    k = 1;
  tile[k] = t; // warn shared-memory-race: 'tile[1]' is written by several threads at once, and not all of them write the same (likely)
  __syncthreads();
  out[t] = tile[t];
}
void launchOneForMany(const int *in, int *out) { oneForMany<<<2, 64>>>(in, out); }

__device__ void put(int *to, int at, int value) {
  to[at] = value; // warn shared-memory-race: is written by several threads at once, and not all of them write the same (likely)
}
__global__ void neighbours(const int *in, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  put(tile, in[t] != 0 ? t ^ 1 : t, t);
  __syncthreads();
  out[t] = tile[t];
}
void launchNeighbours(const int *in, int *out) { neighbours<<<2, 64>>>(in, out); }

__global__ void oneTestForAll(const int *in, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x, k = t;
  if (in[0] > 0)
    k = 5;
  tile[t ^ 2] = t;
  out[t] = tile[k]; // warn shared-memory-race: 'tile[5]' is read while another thread of the block may still write it (likely)
}
void launchOneTestForAll(const int *in, int *out) { oneTestForAll<<<2, 64>>>(in, out); }

__global__ void shifted(const int *in, int *out) {
  __shared__ int tile[65];
  int t = threadIdx.x;
  tile[t + (in[t] > 7)] = t; // warn shared-memory-race: is written by several threads at once, and not all of them write the same (likely)
  __syncthreads();
  out[t] = tile[t];
}
void launchShifted(const int *in, int *out) { shifted<<<2, 64>>>(in, out); }

// Updates by threads that may choose alike.
__device__ int side(float x) { return x > 0 ? 2 : x < 0 ? 0 : 1; }
__global__ void signs(const float *x, int *out) {
  __shared__ int count[3];
  if (threadIdx.x < 3)
    count[threadIdx.x] = 0;
  __syncthreads();
  count[side(x[threadIdx.x])] += 1; // warn shared-memory-race: 'count[{{.}}]' is overwritten while another thread of the block may still read it (likely)
  __syncthreads();
  if (threadIdx.x < 3)
    atomicAdd(&out[threadIdx.x], count[threadIdx.x]);
}

__global__ void codes(const int *x) {
  __shared__ int h[6];
  int k;
  switch (x[threadIdx.x]) {
  case 1:
    k = 3;
    break;
  case 2:
    k = 5;
    break;
  default:
    k = 0;
  }
  h[k] = h[k] + 1; // warn shared-memory-race: 'h[{{.}}]' is overwritten while another thread of the block may still read it (likely)
}

// Halves that have nothing in common.
__global__ void halves(const int *in, int *out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  int k = t;
  if (in[t] > 0)
    k += 64;
  tile[k] = t;
  __syncthreads();
  out[t] = tile[t] + tile[t + 64];
}
void launchHalves(const int *in, int *out) { halves<<<2, 64>>>(in, out); }

__global__ void evenOrOdd(const int *in, int *out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  tile[2 * t + (in[t] == 3)] = t;
  __syncthreads();
  out[t] = tile[t];
}
void launchEvenOrOdd(const int *in, int *out) { evenOrOdd<<<2, 64>>>(in, out); }

// What is chosen of what memory holds is as distinct as that.
__global__ void listed(const int *in, const int *to, const int *other, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[in[t] > 0 ? to[t] : other[t]] = t; // silent: distinct-indices
  __syncthreads();
  out[t] = tile[t];
}
void launchListed(const int *in, const int *to, const int *other, int *out) { listed<<<2, 64>>>(in, to, other, out); }

// Chosen before a barrier, by tests of which several stand in one condition.
__global__ void between(int *out) {
  __shared__ int ring[64];
  int t = threadIdx.x;
  int k = (t * 5) & 63;
  if (t < 48 && t > 3)
    k ^= 1;
  ring[t] = 2;
  __syncthreads();
  if (t % 2 == 0)
    ring[t] = t;
  out[t] = ring[k]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchBetween(int *out) { between<<<2, 64>>>(out); }

__global__ void outside(int *out) {
  __shared__ int ring[64];
  int t = threadIdx.x, k;
  if (t < 16 || t > 60)
    k = t;
  else if (t == 20)
    k = 21;
  else
    k = t;
  ring[t] = 2;
  __syncthreads();
  if (t == 21)
    ring[t] = t;
  out[t] = ring[k];
}
void launchOutside(int *out) { outside<<<2, 64>>>(out); }

__global__ void apart(int *out) {
  __shared__ int ring[128];
  int t = threadIdx.x;
  int k = t;
  if (t < 16 || t > 60)
    k = t + 64;
  else if (t != 20 && t != 30)
    k = t;
  else
    k = t + 64;
  ring[t] = ring[t + 64] = 2;
  __syncthreads();
  ring[k] = t;
  out[t] = ring[k];
}
void launchApart(int *out) { apart<<<2, 64>>>(out); }

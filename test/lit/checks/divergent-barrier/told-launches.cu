// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Launches of several sizes: what each of them has for a block counts in it.

__global__ void fitsAll(int *out) {
  if (threadIdx.x < 128)
    __syncthreads();
  out[threadIdx.x] = 0;
}
__global__ void fitsTheSmaller(int *out) {
  if (threadIdx.x < 128)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}
void launchSizes(int *out) {
  fitsAll<<<1, 64>>>(out);
  fitsAll<<<2, 128>>>(out);
  fitsTheSmaller<<<1, 128>>>(out);
  fitsTheSmaller<<<1, 256>>>(out); // note: seen in this launch, with blocks of (256,1,1) threads
}

// A size that is open has a bound.
__global__ void ofAtMost(int *out) {
  if (threadIdx.x < 128)
    __syncthreads();
  out[threadIdx.x] = 0;
}
__global__ void ofMore(int *out) {
  if (threadIdx.x < 128)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}
int minimum(int a, int b) { return a < b ? a : b; }
void launchBounded(int *out, int n) {
  ofAtMost<<<1, minimum((n + 31) / 32 * 32, 128)>>>(out);
  ofMore<<<1, minimum((n + 31) / 32 * 32, 192)>>>(out);
}
void launchTested(int *out, int n) {
  if (n > 128)
    return;
  ofAtMost<<<1, n>>>(out);
}
void launchTestedLoosely(int *out, int n) {
  if (n > 129)
    return;
  ofMore<<<1, n>>>(out);
}

// The rank in a block of two axes.
__global__ void ofPlane(int *out) {
  int rank = threadIdx.x + threadIdx.y * blockDim.x;
  if (threadIdx.y < 4)
    __syncthreads();
  out[rank] = 0;
}
__global__ void ofHighPlane(int *out) {
  if (threadIdx.y < 4)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}
void launchPlanes(int *out) {
  ofPlane<<<1, dim3(32, 4)>>>(out);
  ofPlane<<<1, dim3(64, 2)>>>(out);
  ofHighPlane<<<1, dim3(32, 4)>>>(out);
  ofHighPlane<<<1, dim3(32, 8)>>>(out); // note: seen in this launch, with blocks of (32,8,1) threads
}

// The cases of a switch that share a launch are sizes of their own, and what
// none of them names is not one of them.
__global__ void ofCases(int *out) {
  if (threadIdx.x < 128)
    __syncthreads();
  out[threadIdx.x] = 0;
}
__global__ void ofLargeCases(int *out) {
  if (threadIdx.x < 128)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}
void launchCases(int *out, int size) {
  switch (size) {
  case 64:
  case 128:
    ofCases<<<1, size>>>(out);
    break;
  case 256:
  case 512:
    ofLargeCases<<<1, size>>>(out); // note: seen in this launch, with blocks of (256,1,1) threads
    break;
  }
}
__global__ void ofDefault(int *out) {
  if (threadIdx.x < 128)
    __syncthreads();
  out[threadIdx.x] = 0;
}
void launchDefault(int *out) {
  int size = 128;
  switch (size) {
  case 128:
    ofDefault<<<1, 128>>>(out);
    break;
  default:
    ofDefault<<<1, 256>>>(out);
  }
}

// Loops that only count are followed.
__global__ void ofHalved(int *out) {
  if (threadIdx.x < 128)
    __syncthreads();
  out[threadIdx.x] = 0;
}
__global__ void ofDoubled(int *out) {
  if (threadIdx.x < 128)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}
void launchCounted(int *out) {
  int size = 1024;
  while (size > 128)
    size >>= 1;
  ofHalved<<<1, size>>>(out);
  size = 32;
  while (size < 200)
    size *= 2;
  ofDoubled<<<1, size>>>(out); // note: seen in this launch, with blocks of (256,1,1) threads
}

// What has been tested is not asked again.
__global__ void ofZero(int *out) {
  if (threadIdx.x < 128)
    __syncthreads();
  out[threadIdx.x] = 0;
}
__global__ void ofOne(int *out) {
  if (threadIdx.x < 128)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}
void launchKinds(int *out, int kind, int n) {
  dim3 block;
  if (kind == 0)
    block.x = 128;
  else
    block.x = 256;
  if (kind == 0)
    ofZero<<<1, block>>>(out);
  else if (kind == 1)
    ofOne<<<1, block>>>(out); // note: seen in this launch, with blocks of (256,1,1) threads
  int threads = n <= 3 ? 256 : 64;
  if (n > 3)
    ofZero<<<1, threads>>>(out);
}

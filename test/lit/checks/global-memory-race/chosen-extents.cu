// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race
//
// Where the grid is chosen by a test, what the test says holds in the launch.
__global__ void right(int *p, int n, int base) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (base == 0) {
    if (i < n)
      p[i] = n + i;
  } else {
    p[threadIdx.x] = p[threadIdx.x] + blockIdx.x;
  }
}
void startRight(int *p, int n, int base) {
  right<<<base == 0 ? (n + 255) / 256 : 1, 256>>>(p, n, base);
}
__global__ void wrong(int *p, int n, int base) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (base == 0) {
    if (i < n)
      p[i] = n + i;
  } else {
    p[threadIdx.x] = p[threadIdx.x] + blockIdx.x; // warn global-memory-race: written by several threads at once
  }
}
void startWrong(int *p, int n, int base) {
  wrong<<<base != 0 ? (n + 255) / 256 : 1, 256>>>(p, n, base);
}
__global__ void rightBlock(const float *in, float *out, int whole) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  if (whole)
    __syncthreads();
  out[threadIdx.x] = s[whole ? 255 - threadIdx.x : threadIdx.x];
}
void startBlock(const float *in, float *out, bool whole) {
  rightBlock<<<1, dim3(whole ? 256 : 32)>>>(in, out, whole);
}
void startVariable(int *p, int n, int base) {
  dim3 blocks(base == 0 ? (n + 255) / 256 : 1), threads(256);
  right<<<blocks, threads>>>(p, n, base);
  dim3 few = base == 0 ? dim3((n + 255) / 256) : dim3(1);
  right<<<few, 256>>>(p, n, base);
  int count = base ? 1 : (n + 255) / 256;
  right<<<count, 256>>>(p, n, base);
}

// What the test says tells other numbers that are passed.
__global__ void ofOneBlock(int *p, bool one) {
  if (one)
    p[threadIdx.x] = p[threadIdx.x] + blockIdx.x;
}
void startNegated(int *p, int n, bool many) {
  ofOneBlock<<<!many ? 1 : (n + 255) / 256, 256>>>(p, !many);
}
void startNumber(int *p, int n, int many) {
  ofOneBlock<<<many ? n : 1, 256>>>(p, many == 0);
  if (many)
    ofOneBlock<<<n, 256>>>(p, many == 0);
}
__global__ void ofMany(int *p, bool many) {
  if (many)
    p[threadIdx.x] = p[threadIdx.x] + blockIdx.x; // warn global-memory-race: written by several threads at once
}
void startMany(int *p, int n, bool many) {
  ofMany<<<!many ? 1 : (n + 255) / 256, 256>>>(p, many != 0);
}

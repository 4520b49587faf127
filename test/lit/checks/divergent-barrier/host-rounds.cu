// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// What the host says of a launch reaches trip counts and exits: a number that
// is a multiple of the step, a grid that holds no group that is cut. Behind each
// stands the same with a number that is none.

// --- The number itself ------------------------------------------------------------

__global__ void wholeNumber(const double *a, int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 256) {
    out[p] = a[p] > 1;
    __syncthreads();
  }
}
void launchWhole(double *a, int *o) { wholeNumber<<<1, 256>>>(a, o, 32768); }

__global__ void cutNumber(const double *a, int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 256) {
    out[p] = a[p] > 1;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  }
}
void launchCut(double *a, int *o) { cutNumber<<<1, 256>>>(a, o, 32700); }

// Two launches: the rounds must be the same in each.
__global__ void wholeTwice(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 256)
    __syncthreads();
}
__global__ void wholeOnce(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 256)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
void launchTwice(int *o) {
  wholeTwice<<<1, 256>>>(o, 1024);
  wholeTwice<<<2, 256>>>(o, 4096);
  wholeOnce<<<1, 256>>>(o, 1024);
  wholeOnce<<<1, 256>>>(o, 1000);
}

// More launches than are kept apart: those that are not may be others.
__global__ void manySizes(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 256)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
void launchMany(int *o) {
  manySizes<<<1, 256>>>(o, 256);
  manySizes<<<1, 256>>>(o, 512);
  manySizes<<<1, 256>>>(o, 768);
  manySizes<<<1, 256>>>(o, 1024);
  manySizes<<<1, 256>>>(o, 1280);
  manySizes<<<1, 256>>>(o, 1536);
  manySizes<<<1, 256>>>(o, 1000);
}

// --- Multiples ----------------------------------------------------------------------

int atoi(const char *);
__global__ void scaled(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 256)
    __syncthreads();
}
__global__ void scaledTooLittle(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 256)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
void launchScaled(int *o, const char *given) {
  int n = atoi(given);
  n *= 1024;
  scaled<<<1, 256>>>(o, n);
  scaledTooLittle<<<1, 256>>>(o, atoi(given) * 128);
}

__global__ void roundedUp(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 96)
    __syncthreads();
}
__global__ void roundedUpToLess(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 96)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
void launchRounded(int *o, int n) {
  roundedUp<<<1, 96>>>(o, (n + 95) / 96 * 96);
  roundedUpToLess<<<1, 96>>>(o, (n + 31) / 32 * 32);
}

__global__ void tested(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 128)
    __syncthreads();
}
__global__ void testedOtherwise(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 128)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
void launchTested(int *o, int n) {
  if (n % 128 != 0)
    return;
  tested<<<1, 128>>>(o, n);
  testedOtherwise<<<1, 128>>>(o, n + 1);
}

// Nobody is left out where the blocks are as many as the multiple.
__global__ void nobodyLeftOut(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    __syncthreads();
}
__global__ void someLeftOut(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
void launchAll(int *o, int n, int blocks) {
  nobodyLeftOut<<<blocks, 128>>>(o, blocks * 128);
  someLeftOut<<<(n + 127) / 128, 128>>>(o, n);
  if (n % 128 == 0)
    nobodyLeftOut<<<n / 128, 128>>>(o, n);
  for (int k = 1; k < 4; k++)
    nobodyLeftOut<<<k, 128>>>(o, 128 * k);
}

// --- A grid without the rest ------------------------------------------------------------

__global__ void wholeChunks(const float *in, float *out, int n) {
  int start = blockIdx.x * 32 + threadIdx.y * 16;
  int stop = n < start + 16 ? n : start + 16;
  for (int m = start; m < stop; m += 2)
    __syncthreads();
}
__global__ void cutChunks(const float *in, float *out, int n) {
  int start = blockIdx.x * 32 + threadIdx.y * 16;
  int stop = n < start + 16 ? n : start + 16;
  for (int m = start; m < stop; m += 2)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
__global__ void chunksByMin(const float *in, float *out, unsigned n) {
  unsigned first = 16 * (2 * blockIdx.x + threadIdx.y);
  unsigned end = min(first + 16, n);
  for (unsigned m = first; m < end; ++m)
    __syncthreads();
}
void launchChunks(const float *in, float *out, int n) {
  wholeChunks<<<n / 32, dim3(32, 2)>>>(in, out, n);
  cutChunks<<<(n + 31) / 32, dim3(32, 2)>>>(in, out, n);
  dim3 grid(n >> 5), block(32, 2);
  chunksByMin<<<grid, block>>>(in, out, n);
}

// --- A bound rounded up in the kernel ---------------------------------------------------

__global__ void boundRoundedUp(float *a, float *b, unsigned n) {
  unsigned step = 256 * 512, full = ((n - 1) / step + 1) * step;
  for (unsigned j = blockIdx.x * 256 + threadIdx.x; j < full; j += step)
    __syncthreads();
}
__global__ void boundAsItIs(float *a, float *b, unsigned n) {
  unsigned step = 256 * 512;
  for (unsigned j = blockIdx.x * 256 + threadIdx.x; j < n; j += step)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
void launchRounds(float *a, float *b, unsigned n) {
  boundRoundedUp<<<512, 256>>>(a, b, n);
  boundAsItIs<<<512, 256>>>(a, b, n);
}

// The same of extents that nothing tells.
__global__ void boundOfAnyGrid(float *a, float *b, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned full = ((n - 1) / (blockDim.x * gridDim.x * 4) + 1) * blockDim.x * gridDim.x * 4;
  for (; i < full; i += gridDim.x * blockDim.x * 4)
    __syncthreads();
}
__global__ void startsInALaterRound(float *a, float *b, unsigned n) {
  unsigned i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  unsigned full = ((n - 1) / (blockDim.x * gridDim.x) + 1) * blockDim.x * gridDim.x;
  for (; i < full; i += gridDim.x * blockDim.x)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}

// --- What the host may have changed ---------------------------------------------------------

#define ROUNDS(Name)                                                                     \
  __global__ void Name(int *out, int n) {                                                \
    for (int p = threadIdx.x; p < n; p += 256)                                           \
      __syncthreads();                                                                   \
  }
extern int anything;

ROUNDS(oneWayOnly) // warn divergent-barrier: is reached by only some threads
void launchOneWay(int *o, int n) {
  n = (n + 255) / 256 * 256;
  if (anything)
    n -= 1;
  oneWayOnly<<<1, 256>>>(o, n);
}

ROUNDS(testedPerhaps) // warn divergent-barrier: is reached by only some threads
void launchPerhaps(int *o, int n) {
  if (n % 256 == 0 || anything)
    testedPerhaps<<<1, 256>>>(o, n);
}

ROUNDS(throughAPointer) // warn divergent-barrier: is reached by only some threads
void launchThrough(int *o) {
  int n = 1024, *at = &n;
  *at = anything;
  throughAPointer<<<1, 256>>>(o, n);
}

ROUNDS(inRounds) // warn divergent-barrier: is reached by only some threads
void launchInRounds(int *o, int rounds) {
  int n = 1024;
  for (int i = 0; i < rounds; i++) {
    inRounds<<<1, 256>>>(o, n);
    n /= 3;
  }
}

ROUNDS(calledByPointer) // warn divergent-barrier: is reached by only some threads
static void launchWith(int *o, int n) { calledByPointer<<<1, 256>>>(o, n); }
void launchByPointer(int *o) {
  launchWith(o, 1024);
  void (*launch)(int *, int) = launchWith;
  launch(o, 7);
}

ROUNDS(ofAListChanged) // warn divergent-barrier: is reached by only some threads
ROUNDS(ofAList)
void launchOfLists(int *o, int n) {
  n *= 256;
  void *arguments[] = {&o, &n};
  cudaLaunchKernel((void *)ofAList, dim3(1), dim3(256), arguments, 0, 0);
  n += anything;
  cudaLaunchKernel((void *)ofAListChanged, dim3(1), dim3(256), arguments, 0, 0);
}

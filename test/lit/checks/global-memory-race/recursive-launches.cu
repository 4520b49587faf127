// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Host functions that call themselves: what they launch further down is what
// they launch for any caller.

/// Blocks have parts of their own, or one block has the part at `base`.
template <bool WithRest>
__global__ void scanParts(int *out, const int *in, int *sums, int n, int base) {
  int from = base == 0 ? blockIdx.x * (blockDim.x * 2) : base;
  int a = threadIdx.x, b = a + blockDim.x;
  if (!WithRest || b < n)
    out[from + b] = in[from + b]; // silent: no-alias
  out[from + a] = in[from + a]; // silent: no-alias
  if (threadIdx.x == 0 && sums)
    sums[blockIdx.x] = in[from]; // silent: no-alias
}

int **levels;

static void scanAll(int *out, const int *in, int n, int level) {
  unsigned size = 256;
  unsigned blocks = max(1, (n + 511) / 512);
  unsigned threads = blocks > 1 ? size : n / 2;
  unsigned part = threads * 2, last = n - (blocks - 1) * part;
  unsigned hasRest = last != part;
  dim3 grid(max(1, blocks - hasRest), 1, 1);
  if (blocks > 1) {
    scanParts<false><<<grid, threads>>>(out, in, levels[level], part, 0);
    if (hasRest)
      scanParts<true><<<1, max(1, last / 2)>>>(out, in, nullptr, last, n - last);
    scanAll(levels[level], levels[level], blocks, level + 1);
  } else {
    scanParts<true><<<grid, threads>>>(out, in, nullptr, n, 0);
  }
}
void scan(int *out, const int *in, int n) { scanAll(out, in, n, 0); }

// The same, but the part at `base` is given to all blocks.
__global__ void scanOne(int *out, const int *in, int base) {
  int from = base == 0 ? blockIdx.x * blockDim.x : base;
  out[from + threadIdx.x] = in[from + threadIdx.x] + blockIdx.x; // warn global-memory-race: is written by several threads at once
}
static void scanTwice(int *out, const int *in, int n, int level) {
  scanOne<<<n / 256, 256>>>(out, in, 0);
  if (n % 256)
    scanOne<<<4, 256>>>(out, in, n - n % 256);
  if (n > 256)
    scanTwice(out, in, n / 256, level + 1);
}
void scanAgain(int *out, const int *in, int n) { scanTwice(out, in, n, 0); }

// Two functions that call each other.
__global__ void halves(int *out, int base) {
  int from = base == 0 ? blockIdx.x * blockDim.x : base;
  out[from + threadIdx.x] = blockIdx.x;
}
static void odd(int *out, int n);
static void even(int *out, int n) {
  halves<<<n, 256>>>(out, 0);
  if (n > 1)
    odd(out, n / 2);
}
static void odd(int *out, int n) {
  halves<<<1, 256>>>(out, n);
  even(out, n - 1);
}
void both(int *out, int n) { even(out, n); }

__global__ void quarters(int *out, int base) {
  int from = base == 0 ? blockIdx.x * blockDim.x : base;
  out[from + threadIdx.x] = blockIdx.x; // warn global-memory-race: is written by several threads at once
}
static void down(int *out, int n, int base) {
  quarters<<<n, 256>>>(out, base);
  if (n > 1)
    down(out, n / 2, base + 256);
}
void fromAbove(int *out, int n) { down(out, n, 0); }

// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Functions that launch are called through a table, one for each size of a
// group: what number goes with which is not followed, and whole groups are
// taken for meant.

template <int Group>
__global__ void whole(const long *in, long *out, int n) {
  extern __shared__ long s[];
  int used = blockDim.x / Group * Group, t = threadIdx.x;
  int i = used * blockIdx.x + t;
  if (t >= used)
    return;
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads(); // warn exit-before-barrier: (portability)
  long r = 0;
  for (int j = 0; j < Group; ++j)
    r ^= s[t / Group * Group + j];
  out[i] = r;
}

// The neighbour may be in the next group.
template <int Group>
__global__ void neighbours(const long *in, long *out, int n) {
  extern __shared__ long s[];
  int t = threadIdx.x, i = blockDim.x * blockIdx.x + t;
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads(); // warn exit-before-barrier: what they should have written is read after it
  out[i] = s[t % Group == 0 ? t : t + 1];
}

// Launched by a function that anyone may call.
__global__ void anyNumber(const long *in, long *out, int n) {
  extern __shared__ long s[];
  int used = blockDim.x / 5 * 5, t = threadIdx.x, i = used * blockIdx.x + t;
  if (t >= used)
    return;
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads(); // warn exit-before-barrier: what they should have written is read after it
  long r = 0;
  for (int j = 0; j < 5; ++j)
    r ^= s[t / 5 * 5 + j];
  out[i] = r;
}
void launchAny(const long *a, long *b, int blocks, int threads, int n) {
  anyNumber<<<blocks, threads, threads * sizeof(long)>>>(a, b, n);
}

typedef void (*Launcher)(const long *, long *, int, int, int);
static void wholeBy4(const long *a, long *b, int blocks, int threads, int n) {
  whole<4><<<blocks, threads, threads * sizeof(long)>>>(a, b, n);
}
static void wholeBy6(const long *a, long *b, int blocks, int threads, int n) {
  dim3 grid(blocks), block(threads);
  whole<6><<<grid, block, threads * sizeof(long)>>>(a, b, n);
}
static void neighboursIn4(const long *a, long *b, int blocks, int threads,
                          int n) {
  neighbours<4><<<blocks, threads, threads * sizeof(long)>>>(a, b, n);
}
static const Launcher Table[] = {wholeBy4, wholeBy6, neighboursIn4};

void encode(const long *a, long *b, int which, int groups) {
  int size = which == 1 ? 6 : 4;
  Table[which](a, b, (groups * size + 251) / 252, 256, groups * size);
}

// What is passed is a product of several numbers that nothing tells.
template <int Group>
__global__ void wholeOfMany(const long *in, long *out, int n) {
  extern __shared__ long s[];
  int used = blockDim.x / Group * Group, t = threadIdx.x;
  int i = used * blockIdx.x + t;
  if (t >= used)
    return;
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads(); // warn exit-before-barrier: (portability)
  long r = 0;
  for (int j = 0; j < Group; ++j)
    r ^= s[t / Group * Group + j];
  out[i] = r;
}
template <int Group>
__global__ void neighboursOfMany(const long *in, long *out, int n) {
  extern __shared__ long s[];
  int t = threadIdx.x, i = blockDim.x * blockIdx.x + t;
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads(); // warn exit-before-barrier: what they should have written is read after it
  out[i] = s[t % Group == 0 ? t : t + 1];
}
typedef void (*LauncherOfMany)(const long *, long *, int, int, int);
static void wholeOfManyBy6(const long *a, long *b, int rows, int cols, int depth) {
  wholeOfMany<6><<<(rows * cols * depth + 251) / 252, 256, 256 * sizeof(long)>>>(a, b, rows * cols * depth);
}
static void neighboursOfManyIn6(const long *a, long *b, int rows, int cols, int depth) {
  neighboursOfMany<6><<<(rows * cols * depth + 251) / 252, 256, 256 * sizeof(long)>>>(a, b, rows * cols * depth);
}
static const LauncherOfMany TableOfMany[] = {wholeOfManyBy6, neighboursOfManyIn6};

void encodeMany(const long *a, long *b, int which, int rows, int cols, int depth) {
  TableOfMany[which](a, b, rows, cols, depth);
}

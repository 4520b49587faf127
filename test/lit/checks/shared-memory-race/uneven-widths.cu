// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race,warplint-implicit-warp-sync
// RUN: %warplint --checks=-*,warplint-global-memory-race --quiet --statistics=%t.jsonl %s -- --cuda-path=%cuda_path
// RUN: FileCheck %s --check-prefix=COST --input-file=%t.jsonl
//
// Accesses of different widths, and loops that only one of the two threads is
// in: what the threads have in common where they meet follows from arithmetic,
// without a question to the solver.
//
// COST: "kernel":"sums_of_products"{{.*}}"queries":0,{{.*}}"undecided":0
// COST: "kernel":"parts_of_blocks"{{.*}}"queries":0,{{.*}}"undecided":0

struct C { double real, imag; };
struct V { C c[3]; };


// Right: a vector of one's own, read by parts.
__global__ void own_vector(float *out) {
  __shared__ float s[512];
  *reinterpret_cast<float4 *>(&s[4 * threadIdx.x]) = make_float4(1, 2, 3, threadIdx.x);
  float sum = 0;
  for (int j = 0; j < 4; ++j) sum += s[4 * threadIdx.x + j];
  out[threadIdx.x] = sum;
}

// Wrong: one part too many.
__global__ void next_vector(float *out) {
  __shared__ float s[516];
  *reinterpret_cast<float4 *>(&s[4 * threadIdx.x]) = make_float4(1, 2, 3, threadIdx.x);
  float sum = 0;
  // warn@+1 shared-memory-race: 's[128]' is
  for (int j = 0; j < 5; ++j) sum += s[4 * threadIdx.x + j];
  out[threadIdx.x] = sum;
}

// Wrong: begins before.
__global__ void vector_before(float *out) {
  __shared__ float s[516];
  *reinterpret_cast<float4 *>(&s[4 * threadIdx.x + 4]) = make_float4(1, 2, 3, threadIdx.x);
  float sum = 0;
  // warn@+1 shared-memory-race: 's[131]' is
  for (int j = 0; j < 4; ++j) sum += s[4 * threadIdx.x + 3 + j];
  out[threadIdx.x] = sum;
}

// Right: bytes of own word.
__global__ void own_bytes(unsigned *out) {
  __shared__ unsigned w[128];
  unsigned char *b = reinterpret_cast<unsigned char *>(w);
  w[threadIdx.x] = threadIdx.x;
  for (int j = 0; j < 4; ++j) b[4 * threadIdx.x + j] ^= 1;
  out[threadIdx.x] = w[threadIdx.x];
}

// Wrong: byte of the next word.
__global__ void next_bytes(unsigned *out) {
  __shared__ unsigned w[129];
  unsigned char *b = reinterpret_cast<unsigned char *>(w);
  w[threadIdx.x] = threadIdx.x;
  // warn@+1 shared-memory-race: 'w[32]' is
  for (int j = 0; j < 4; ++j) b[4 * threadIdx.x + 1 + j] ^= 1;
  // warn@+1 shared-memory-race: 'w[32]' is
  out[threadIdx.x] = w[threadIdx.x];
}

// Right: two loops over own fields.
__global__ void own_fields(V *d, double s) {
  size_t m = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 3; i++) { C z = {s, s}; d[m].c[i] = z; }
  for (int k = 0; k < 3; k++) { d[m].c[k].real += s; d[m].c[2 - k].imag += s; }
}

// Right: tail bytes of a row, padded.
__global__ void rows(char *out) {
  __shared__ __align__(16) char s[32 * 48];
  int t = threadIdx.x;
  *reinterpret_cast<int4 *>(s + 48 * t) = make_int4(t, t, t, t);
  for (int i = 0; i < 32; i += 2) *reinterpret_cast<short *>(s + 48 * t + 16 + i) = i;
  for (int i = 0; i < 48; ++i) out[48 * t + i] = s[48 * t + i];
}

// Wrong: the last two bytes are the next row's.
__global__ void rows_over(char *out) {
  __shared__ __align__(16) char s[33 * 48];
  int t = threadIdx.x;
  *reinterpret_cast<int4 *>(s + 48 * t) = make_int4(t, t, t, t);
  // warn@+1 implicit-warp-sync: 's[48]' is
  for (int i = 0; i < 34; i += 2) *reinterpret_cast<short *>(s + 48 * t + 16 + i) = i;
}

// Right: counted down.
__global__ void down(int *out) {
  __shared__ int2 s[256];
  int t = threadIdx.x;
  s[t] = make_int2(t, t);
  int *p = reinterpret_cast<int *>(s);
  for (int i = 1; i >= 0; --i) out[t] += p[2 * t + i];
}

// Wrong: counted down below.
__global__ void below(int *out) {
  __shared__ int2 s[256];
  int t = threadIdx.x;
  s[t + 1] = make_int2(t, t);
  int *p = reinterpret_cast<int *>(s);
  // warn@+1 shared-memory-race: 's[0][65]' is
  for (int i = 1; i >= 0; --i) out[t] += p[2 * t + 1 + i];
}

// Right: a row with n of 8 columns in use.
__global__ void part_of_row(float *out, int n) {
  __shared__ float4 s[128 * 2];
  int t = threadIdx.x;
  s[2 * t] = make_float4(t, t, t, t); s[2 * t + 1] = make_float4(t, t, t, t);
  float *p = reinterpret_cast<float *>(s);
  float sum = 0;
  for (int i = 0; i < n && i < 8; ++i) sum += p[8 * t + i];
  out[t] = sum;
}

// Right: thread-dependent shift within the own vector.
__global__ void own_shift(float *out, const int *which) {
  __shared__ float4 s[128];
  int t = threadIdx.x;
  s[t] = make_float4(t, t, t, t);
  out[t] = reinterpret_cast<float *>(s)[4 * t + (which[t] & 3)];
}

// Wrong: & 7.
__global__ void other_shift(float *out) {
  __shared__ float4 s[130];
  int t = threadIdx.x;
  s[t] = make_float4(t, t, t, t);
  // warn@+1 shared-memory-race: 's[0][131]' is
  out[t] = reinterpret_cast<float *>(s)[4 * t + (t & 7)];
}

// Right: every loop works on the record that is the thread's own, part by part.
__device__ void set(V *to, const V *by) {
  for (int i = 0; i < 3; ++i) {
    C z = {0, 0};
    for (int j = 0; j < 3; ++j)
      z.real += by->c[j].imag; // silent: no-alias
    to->c[i] = z;
  }
}
__device__ void add(V *to, const V *by) {
  for (int i = 0; i < 3; ++i) {
    to->c[i].real += by->c[i].real; // silent: no-alias
    to->c[i].imag += by->c[i].imag; // silent: no-alias
  }
}
__global__ void sums_of_products(V *to, const V *__restrict__ by, int n) {
  size_t at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n)
    return;
  for (int k = 0; k < 4; ++k)
    if (k == 0)
      set(&to[at], &by[4 * at + k]);
    else
      add(&to[at], &by[4 * at + k]);
  for (int k = 0; k < 4; ++k)
    add(&to[at], &by[4 * at + k]);
  set(&to[at], by);
  add(&to[at], by);
  set(&to[at], by + 1); // silent: no-alias
}

// Right: a part of memory for each block; its pitch may be anything, and is
// taken to be larger than what the block uses of it.
__global__ void parts_of_blocks(float *parts, float *others, const int *list,
                                int pitch, int other, int rows) {
  parts += blockIdx.x * pitch;
  others += blockIdx.x * other;
  if (list[threadIdx.x] < 0)
    return;
  others[threadIdx.x] = parts[threadIdx.x] *= 2; // silent: no-alias
  if (list[threadIdx.x + 64] < 0) // silent: no-alias
    return;
  others[threadIdx.x + 64] = parts[threadIdx.x + 64] *= 2; // silent: no-alias
}

void launches(float *f, unsigned *u, V *v, char *c, int *i, const int *w, int n,
              int m, int k) {
  own_vector<<<1, 128>>>(f);
  next_vector<<<1, 128>>>(f);
  vector_before<<<1, 128>>>(f);
  own_bytes<<<1, 128>>>(u);
  next_bytes<<<1, 128>>>(u);
  own_fields<<<8, 128>>>(v, 1);
  rows<<<1, 32>>>(c);
  rows_over<<<1, 32>>>(c);
  down<<<1, 128>>>(i);
  below<<<1, 128>>>(i);
  part_of_row<<<1, 128>>>(f, n);
  own_shift<<<1, 128>>>(f, w);
  other_shift<<<1, 128>>>(f);
  sums_of_products<<<(n + 127) / 128, 128>>>(v, v + n, n);
  parts_of_blocks<<<n, 64>>>(f, f + n * m, w, m, k, n);
}

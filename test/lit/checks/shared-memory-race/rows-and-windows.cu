// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
//
// Threads of one row that make the same of what the row has in common store the
// same, and one thread finds itself in a window of a sorted table.

// --- Found ----------------------------------------------------------------------

__global__ void differsAlongTheRow(const float *in, float *out, int n) {
  __shared__ float w[128], s[16];
  int x = threadIdx.x, y = threadIdx.y;
  float m = 0, d = 1;
  for (int i = 0; i < n; ++i) {
    w[y * 8 + x] = in[i * 128 + y * 8 + x];
    __syncthreads();
    float o = w[y * 8 + x], p = m;
    m = fmaxf(p, o);
    d = d * exp2f(p - m) + exp2f(o - m);
    __syncthreads();
  }
  s[y] = m + log2f(d); // warn shared-memory-race: is written by several threads at once, and not all of them write the same
  __syncthreads();
  out[y * 8 + x] = s[x];
}

__global__ void ownRounds(const float *in, float *out) {
  __shared__ float w[128], s[16];
  int x = threadIdx.x, y = threadIdx.y;
  w[y * 8 + x] = in[y * 8 + x];
  __syncthreads();
  float m = 0;
  for (int i = 0; i <= x; ++i)
    m += w[(i % 8) * 16 + y];
  s[y] = m; // warn shared-memory-race: is written by several threads at once, and not all of them write the same
  __syncthreads();
  out[y * 8 + x] = s[x];
}

__global__ void rowsRead(const float *in, float *out, int n) {
  __shared__ float w[128], s[16];
  int x = threadIdx.x, y = threadIdx.y;
  float m = 0;
  for (int i = 0; i < n; ++i) {
    w[y * 8 + x] = in[i * 128 + y * 8 + x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    m += w[(i % 8) * 16 + y];
  }
  s[y] = m; // warn shared-memory-race: is written by several threads at once, and not all of them write the same
  __syncthreads();
  out[y * 8 + x] = s[x];
}

struct Node {
  int next[257];
  int keys[257];
};
__global__ void severalAreSmallEnough(long h, const Node *__restrict__ n, long count, long *__restrict__ cur, long *__restrict__ pos, const int *__restrict__ want) {
  int t = threadIdx.x, b = blockIdx.x;
  for (int i = 0; i < h; i++) {
    if (n[cur[b]].keys[t] <= want[b])
      if (n[pos[b]].next[t] < count)
        pos[b] = n[pos[b]].next[t]; // warn global-memory-race: is overwritten while another thread of the block may still read it
    __syncthreads();
    if (t == 0)
      cur[b] = pos[b]; // silent: no-alias
    __syncthreads();
  }
}

void launchFound(const float *in, float *out, long h, Node *n, long c, long *d, long *e, int *f, int m) {
  differsAlongTheRow<<<1, dim3(8, 16)>>>(in, out, m);
  ownRounds<<<1, dim3(8, 16)>>>(in, out);
  rowsRead<<<1, dim3(8, 16)>>>(in, out, m);
  severalAreSmallEnough<<<m, 256>>>(h, n, c, d, e, f);
}

// --- Silent ---------------------------------------------------------------------

__global__ void sameAlongTheRow(const float *in, float *out, int n) {
  __shared__ float w[128], s[16];
  int x = threadIdx.x, y = threadIdx.y;
  float m = 0, d = 1;
  for (int i = 0; i < n; ++i) {
    w[y * 8 + x] = in[i * 128 + y * 8 + x];
    __syncthreads();
    float o = w[(i % 8) * 16 + y], p = m;
    m = fmaxf(p, o);
    d = d * exp2f(p - m) + exp2f(o - m);
    __syncthreads();
  }
  s[y] = m + log2f(d);
  __syncthreads();
  out[y * 8 + x] = s[x];
}

__global__ void descend(long h, const Node *__restrict__ n, long count, long *__restrict__ cur, long *__restrict__ pos, const int *__restrict__ want) {
  int t = threadIdx.x, b = blockIdx.x;
  for (int i = 0; i < h; i++) {
    if (n[cur[b]].keys[t] <= want[b] && n[cur[b]].keys[t + 1] > want[b]) {
      if (n[pos[b]].next[t] < count)
        pos[b] = n[pos[b]].next[t]; // silent: elected-thread
    }
    __syncthreads();
    if (t == 0)
      cur[b] = pos[b]; // silent: no-alias
    __syncthreads();
  }
}

void launchSilent(const float *in, float *out, long h, Node *n, long c, long *d, long *e, int *f, int m) {
  sameAlongTheRow<<<1, dim3(8, 16)>>>(in, out, m);
  descend<<<m, 256>>>(h, n, c, d, e, f);
}

// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Exits that take whole groups, where only whole groups are read: all threads
// are run, and those that leave as if they stayed, to see what they would have
// written last before somebody else reads it.

// The tail that fills no group leaves.
__global__ void wholeGroups(const long *in, long *out) {
  __shared__ long s[256];
  const int w = 5;
  int used = blockDim.x / w * w, t = threadIdx.x;
  if (t >= used)
    return;
  s[t] = in[blockIdx.x * used + t];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  long sum = 0;
  for (int j = 0; j < w; j++)
    sum ^= s[t / w * w + j];
  out[blockIdx.x * used + t] = sum;
}

// The same with the rest subtracted, the group's start kept, and a pointer.
__global__ void restSubtracted(const long *in, long *out) {
  extern __shared__ long buffer[];
  int size = blockDim.x, rest = size % 6, t = threadIdx.x;
  if (!(t < size - rest))
    return;
  buffer[t] = in[t];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  const long *mine = buffer + t - t % 6;
  long sum = 0;
  for (int left = 6; left > 0; --left)
    sum += mine[left - 1];
  out[t] = sum;
}

// No block of whole warps has such a tail.
__global__ void groupsOfEight(const int *in, int *out) {
  extern __shared__ int part[];
  int w = 8, whole = blockDim.x / w * w;
  if (threadIdx.x >= whole)
    return;
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  int first = threadIdx.x / w * w, s = 0;
  for (int j = 0; j < w; ++j)
    s ^= part[first + j];
  out[threadIdx.x] = s;
}

__global__ void pastTheGroupOfEight(const int *in, int *out) {
  extern __shared__ int part[];
  int w = 8, whole = blockDim.x / w * w;
  if (threadIdx.x >= whole)
    return;
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  int s = 0;
  for (int j = 0; j < w; ++j)
    s ^= part[threadIdx.x + j];
  out[threadIdx.x] = s;
}

__global__ void pastTheGroup(const long *in, long *out) {
  __shared__ long s[256];
  const int w = 5;
  int used = blockDim.x / w * w, t = threadIdx.x;
  if (t >= used)
    return;
  s[t] = in[blockIdx.x * used + t];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  long sum = 0;
  for (int j = 0; j < w; j++)
    sum ^= s[t + j];
  out[blockIdx.x * used + t] = sum;
}

// The last group may lose a part.
__global__ void partOfAGroup(const int *in, int *out, int n) {
  extern __shared__ int part[];
  int w = 6, i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  part[threadIdx.x] = in[i];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  int first = threadIdx.x / w * w, s = 0;
  for (int j = 0; j < w; ++j)
    s ^= part[first + j];
  out[i] = s;
}

// One loses nothing, the other does: of two exits the second is to blame.
__global__ void twoExits(const int *in, int *out, int k, int n) {
  extern __shared__ int part[];
  int w = 4, whole = blockDim.x / w * w, i = whole * blockIdx.x + threadIdx.x;
  if (threadIdx.x >= whole)
    return;
  if (i >= n)
    return;
  int s = 0;
  for (int r = 0; r < k; ++r) {
    part[threadIdx.x] = in[i + r * n];
    __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
    for (int j = 0; j < w; ++j)
      s ^= part[threadIdx.x / w * w + j];
    __syncthreads();
  }
  out[i] = s;
}

// Whoever leaves by the second of two equal exits leaves by the first.
__global__ void askedTwice(const int *in, int *out, int n) {
  __shared__ int part[256];
  int t = threadIdx.x;
  if (t >= n)
    return;
  if (t >= n)
    return;
  part[t] = in[t];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[t] = part[n / 2 + t / 2 + 1];
}

// Columns leave whole: who stays reads its own column and what the first one
// wrote, which leaves with all the others.
__global__ void columns(const float *a, const float *b, float *out, int n) {
  __shared__ float mine[16 * 3], all[64 * 3];
  int tx = threadIdx.x, ty = threadIdx.y, p = blockIdx.x * blockDim.x + tx;
  if (p >= n)
    return;
  if (ty == 0)
    for (int i = 0; i < 3; i++)
      mine[tx * 3 + i] = a[p * 3 + i];
  if (tx == 0)
    for (int i = 0; i < 3; i++)
      all[ty * 3 + i] = b[ty * 3 + i];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  float d = 0;
  for (int i = 0; i < 3; i++)
    d += mine[tx * 3 + i] - all[ty * 3 + i];
  out[p * 64 + ty] = d;
}

// The last column leaves first.
__global__ void lastColumnFills(const float *a, const float *b, float *out,
                                int n) {
  __shared__ float mine[16 * 3], all[64 * 3];
  int tx = threadIdx.x, ty = threadIdx.y, p = blockIdx.x * blockDim.x + tx;
  if (p >= n)
    return;
  if (ty == 0)
    for (int i = 0; i < 3; i++)
      mine[tx * 3 + i] = a[p * 3 + i];
  if (tx == 15)
    for (int i = 0; i < 3; i++)
      all[ty * 3 + i] = b[ty * 3 + i];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  float d = 0;
  for (int i = 0; i < 3; i++)
    d += mine[tx * 3 + i] - all[ty * 3 + i];
  out[p * 64 + ty] = d;
}

void launch(float *a, float *b, float *o, int n) {
  columns<<<(n + 15) / 16, dim3(16, 64)>>>(a, b, o, n);
  lastColumnFills<<<(n + 15) / 16, dim3(16, 64)>>>(a, b, o, n);
}

// Who leaves in a round leaves what it wrote in the previous iteration: old values.
__global__ void leavesLater(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int r = 0; r < 4; ++r) {
    if (t >= 128 - 32 * r)
      return;
    s[t] = in[r * 128 + t];
    __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
    sum += s[127 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// The upper half leaves each round, and only lower halves are read.
__global__ void halves(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int r = 0; r < 3; ++r) {
    if (t >= 128 >> r)
      return;
    s[t] = in[r * 128 + t];
    __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
    sum += s[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// What those that stay fill in for the others is not missing.
__global__ void filledByOthers(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = in[t];
  for (int i = n + t; i < 256; i += n)
    s[i] = 0;
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  out[t] = s[255 - t];
}

// Data decides who leaves: nothing can be run.
__global__ void byData(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (in[t] < 0)
    return;
  s[t] = in[t];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[t] = s[t ^ 1];
}

// Rows of a width that is not known lie apart.
__global__ void rowsOfWidth(const int *in, int *out, int width, int n) {
  extern __shared__ int s[];
  int x = threadIdx.x, y = threadIdx.y;
  if (y >= n)
    return;
  s[y * width + x] = in[y * width + x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[y * width + x] = s[(blockDim.y - 1 - y) * width + x];
}

__global__ void rowsOfTheirOwn(const int *in, int *out, int width, int n) {
  extern __shared__ int s[];
  int x = threadIdx.x, y = threadIdx.y;
  if (y >= n)
    return;
  s[y * width + x] = in[y * width + x];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  out[y * width + x] = s[y * width + (x ^ 1)];
}

// The first block loses threads only where the loop has no round.
__global__ void fullTilesOnly(const float *a, float *c, int width) {
  __shared__ float as[16][16];
  int row = blockIdx.y * 16 + threadIdx.y,
      column = blockIdx.x * 16 + threadIdx.x;
  if (row >= width || column >= width)
    return;
  float sum = 0;
  for (int t = 0; t < width / 16; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * width + t * 16 + threadIdx.x];
    __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
    for (int k = 0; k < 16; ++k)
      sum += as[threadIdx.y][k];
    __syncthreads();
  }
  c[row * width + column] = sum;
}

void launchTiles(const float *a, float *c, int w) {
  fullTilesOnly<<<dim3(w / 16, w / 16), dim3(16, 16)>>>(a, c, w);
}

// What no run comes to is not known to be harmless.
__global__ void readOnlyIfMany(const int *in, int *out, int n, int many) {
  __shared__ int s[256];
  int t = threadIdx.x, sum = 0;
  if (t >= n)
    return;
  s[t] = in[t];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  if (many > 5000)
    for (int j = 0; j < 2; ++j)
      sum += s[(t + 127 + j) % 256];
  out[t] = sum;
}

// Rows beyond the table leave: none of them fills anything in.
__global__ void idleRows(const float *a, float *out, int n) {
  __shared__ float mine[16 * 3];
  int tx = threadIdx.x, ty = threadIdx.y, p = blockIdx.x * 16 + tx;
  if (p >= n)
    return;
  if (ty >= 5)
    return;
  if (ty == 0)
    for (int i = 0; i < 3; i++)
      mine[tx * 3 + i] = a[p * 3 + i];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  float d = 0;
  for (int i = 0; i < 3; i++)
    d += mine[tx * 3 + i] * ty;
  out[p * 5 + ty] = d;
}

__global__ void busyRows(const float *a, float *out, int n) {
  __shared__ float mine[16 * 3];
  int tx = threadIdx.x, ty = threadIdx.y, p = blockIdx.x * 16 + tx;
  if (p >= n)
    return;
  if (ty >= 5)
    return;
  if (ty == 7)
    for (int i = 0; i < 3; i++)
      mine[tx * 3 + i] = a[p * 3 + i];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  float d = 0;
  for (int i = 0; i < 3; i++)
    d += mine[tx * 3 + i] * ty;
  out[p * 5 + ty] = d;
}

void launchRows(const float *a, float *o, int n) {
  idleRows<<<(n + 15) / 16, dim3(16, 8)>>>(a, o, n);
  busyRows<<<(n + 15) / 16, dim3(16, 8)>>>(a, o, n);
}

// The exit that no launch that is tried takes: a fixed number is subtracted.
__global__ void farFromTheStart(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t + 5000 >= n)
    return;
  s[t] = in[t];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[t] = s[255 - t];
}

__global__ void farFromTheEnd(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t >= n - 5000)
    return;
  s[t] = in[t];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[t] = s[(t + 1) % 256];
}

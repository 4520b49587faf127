// RUN: %verify %s --checks=-*,warplint-uninitialized-shared-read
//
// Arrays of which some elements are written: what loops read and write, round by
// round, and what is there in time.

//===--- Rounds of loops ---------------------------------------------------===//

__global__ void rightHaloInALoop(const int *in, int *out, int n) {
  __shared__ int tile[256 + 6];
  int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 3;
  tile[l] = i < n ? in[i] : 0;
  if (threadIdx.x < 3)
    tile[l - 3] = i >= 3 ? in[i - 3] : 0;
  __syncthreads();
  int sum = 0;
  for (int o = -3; o <= 3; ++o)
    sum += tile[l + o]; // warn uninitialized-shared-read: an element of 'tile' is read that no thread of the block ever sets
  if (i < n)
    out[i] = sum;
}

__global__ void bothHalosInALoop(const int *in, int *out, int n) {
  __shared__ int tile[256 + 6];
  int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 3;
  tile[l] = i < n ? in[i] : 0;
  if (threadIdx.x < 3) {
    tile[l - 3] = i >= 3 ? in[i - 3] : 0;
    tile[l + 256] = i + 256 < n ? in[i + 256] : 0;
  }
  __syncthreads();
  int sum = 0;
  for (int o = -3; o <= 3; ++o)
    sum += tile[l + o];
  if (i < n)
    out[i] = sum;
}

// The last round does not come: nobody reads the end.
__global__ void endsBeforeTheHalo(const int *in, int *out) {
  __shared__ int tile[256 + 6];
  int l = threadIdx.x + 3, sum = 0;
  tile[l] = in[threadIdx.x];
  if (threadIdx.x < 3)
    tile[l - 3] = 0;
  __syncthreads();
  for (int o = -3; o <= 3; ++o) {
    if (l + o >= 259)
      break;
    sum += tile[l + o];
  }
  out[threadIdx.x] = sum;
}

// Whether the later rounds come, data decide.
__global__ void endsWhereDataSay(const int *in, int *out) {
  __shared__ int tile[256 + 6];
  int l = threadIdx.x + 3, sum = 0;
  tile[l] = in[threadIdx.x];
  if (threadIdx.x < 3)
    tile[l - 3] = 0;
  __syncthreads();
  for (int o = -3; o <= 3; ++o) {
    if (in[l + o] == 0)
      break;
    sum += tile[l + o];
  }
  out[threadIdx.x] = sum;
}

__global__ void halfOfTheRows(float *out, const float *in, int w, int h) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < w && y + j < h && j < 16)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < h && y + j < w)
      out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j]; // warn uninitialized-shared-read: an element of 'tile' is read that no thread of the block ever sets
}

__global__ void allRows(float *out, const float *in, int w, int h) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < w && y + j < h)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < h && y + j < w)
      out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Powers of two, and the rows of a triangle.
__global__ void doublingRounds(int *out) {
  __shared__ int cells[65];
  if (threadIdx.x == 0)
    for (int k = 1; k <= 32; k *= 2)
      cells[k] = k;
  __syncthreads();
  for (int k = 1; k <= 64; k *= 2)
    out[threadIdx.x] += cells[k]; // warn uninitialized-shared-read: an element of 'cells' is read that no thread of the block ever sets
}

__global__ void triangle(int *out) {
  __shared__ int cells[64];
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j <= i; ++j)
        cells[i * 8 + j] = 1;
  __syncthreads();
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j <= i; ++j)
      out[threadIdx.x] += cells[i * 8 + j];
}

__global__ void otherTriangle(int *out) {
  __shared__ int cells[64];
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j <= i; ++j)
        cells[i * 8 + j] = 1;
  __syncthreads();
  for (int i = 0; i < 8; ++i)
    for (int j = i; j < 8; ++j)
      out[threadIdx.x] += cells[i * 8 + j]; // warn uninitialized-shared-read: an element of 'cells' is read that no thread of the block ever sets
}

// What a loop has left in its variable is not what it began with.
__global__ void behindItsLoop(const int *in, int *out, int n) {
  __shared__ int cells[64];
  int k = 0;
  while (k < 63 && in[k] > 0)
    ++k;
  if (threadIdx.x > 0)
    cells[threadIdx.x] = 1;
  __syncthreads();
  if (k > 0)
    out[threadIdx.x] = cells[k];
}

//===--- Counts that only some clear ----------------------------------------===//

__global__ void onlyTheFirstBinCleared(const unsigned char *in, unsigned *out) {
  __shared__ unsigned bins[256];
  if (threadIdx.x == 0)
    bins[0] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    out[i] = bins[i]; // warn uninitialized-shared-read: an element of 'bins' is read that no thread of the block ever sets
}

__global__ void allBinsCleared(const unsigned char *in, unsigned *out) {
  __shared__ unsigned bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    out[i] = bins[i];
}

//===--- Elements that are set later -----------------------------------------===//

__global__ void halfOfTheStartValues(const float *in, float *out, int n) {
  __shared__ float most[16];
  int t = threadIdx.x;
  if (t < 8)
    most[t] = -1e30f;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    if (t < 16)
      most[t] = fmaxf(most[t], in[i * 16 + t]); // warn uninitialized-shared-read: an element of 'most' is read before any thread of the block has written it
    __syncthreads();
  }
  if (t < 16)
    out[t] = most[t];
}

__global__ void allStartValues(const float *in, float *out, int n) {
  __shared__ float most[16];
  int t = threadIdx.x;
  if (t < 16)
    most[t] = -1e30f;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    if (t < 16)
      most[t] = fmaxf(most[t], in[i * 16 + t]);
    __syncthreads();
  }
  if (t < 16)
    out[t] = most[t];
}

// The rest is set before, by others, in the same interval.
__global__ void restByOthers(const float *in, float *out) {
  __shared__ float most[16];
  int t = threadIdx.x;
  if (t < 8)
    most[t] = 0;
  if (t >= 24 && t < 32)
    most[t - 16] = 0;
  __syncwarp();
  float own = t < 16 ? most[t] : 0;
  if (t < 16)
    most[t] = own + in[t];
  __syncthreads();
  if (t < 16)
    out[t] = most[15 - t];
}

// What lanes behind the number of warps read, no other lane uses.
__global__ void scanOfWarps(const int *in, int *out) {
  __shared__ int sums[32];
  int t = threadIdx.x, lane = t % 32, sum = in[t];
  for (int k = 1; k < 32; k *= 2) {
    int below = __shfl_up_sync(~0u, sum, k);
    if (lane >= k)
      sum += below;
  }
  if (lane == 31)
    sums[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    int all = sums[lane];
    for (int k = 1; k < 8; k *= 2) {
      int below = __shfl_up_sync(~0u, all, k);
      if (lane >= k)
        all += below;
    }
    sums[lane] = all;
  }
  __syncthreads();
  out[t] = sum + (t >= 32 ? sums[t / 32 - 1] : 0);
}

void launch(int *out, float *values, const int *in, const unsigned char *text, int n) {
  rightHaloInALoop<<<8, 256>>>(in, out, n);
  bothHalosInALoop<<<8, 256>>>(in, out, n);
  endsBeforeTheHalo<<<1, 256>>>(in, out);
  endsWhereDataSay<<<1, 256>>>(in, out);
  halfOfTheRows<<<dim3(4, 4), dim3(32, 8)>>>(values, values, n, n);
  allRows<<<dim3(4, 4), dim3(32, 8)>>>(values, values, n, n);
  doublingRounds<<<1, 64>>>(out);
  triangle<<<1, 64>>>(out);
  otherTriangle<<<1, 64>>>(out);
  behindItsLoop<<<1, 64>>>(in, out, n);
  onlyTheFirstBinCleared<<<1, 64>>>(text, (unsigned *)out);
  allBinsCleared<<<1, 64>>>(text, (unsigned *)out);
  halfOfTheStartValues<<<1, 128>>>(values, values, n);
  allStartValues<<<1, 128>>>(values, values, n);
  restByOthers<<<1, 32>>>(values, values);
  scanOfWarps<<<1, 256>>>(in, out);
}

// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
//
// Each launch that the unit makes is one that the kernel must be right in.

__global__ void partner(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ 32]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchPartner(const float *in, float *out) {
  partner<<<1, 32, 32 * sizeof(float)>>>(in, out);
  partner<<<1, 256, 256 * sizeof(float)>>>(in, out); // note: seen in this launch, with blocks of (256,1,1) threads
}

// Right in both: one warp, and blocks whose warps keep to themselves.
__global__ void ofWarp(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ 16];
}
void launchOfWarp(const float *in, float *out) {
  ofWarp<<<1, 32, 32 * sizeof(float)>>>(in, out);
  ofWarp<<<1, 256, 256 * sizeof(float)>>>(in, out);
}

// As many threads as the warp that it is made for, however often it is launched.
__global__ void reversed(const float *in, float *out, int n) {
  __shared__ float cells[32];
  int t = threadIdx.x;
  cells[t] = in[blockIdx.x * 32 + t];
  __syncwarp();
  out[blockIdx.x * 32 + t] = cells[31 - t];
}
void launchReversed(const float *in, float *out, int n) {
  reversed<<<1, 32>>>(in, out, n);
  reversed<<<n / 32, 32>>>(in, out, n);
}

// Blocks race where there are several.
__global__ void total(const float *in, float *sum) {
  if (threadIdx.x == 0)
    *sum += in[blockIdx.x]; // warn global-memory-race: is overwritten while a thread of another block may still read it
}
void launchTotal(const float *in, float *sum) {
  total<<<1, 128>>>(in, sum);
  total<<<16, 64>>>(in, sum); // note: seen in this launch, with blocks of (64,1,1) threads
}

__global__ void totalOfOneBlock(const float *in, float *sum) {
  if (threadIdx.x == 0)
    *sum += in[blockIdx.x];
}
void launchTotalOfOne(const float *in, float *sum) {
  totalOfOneBlock<<<1, 128>>>(in, sum);
  totalOfOneBlock<<<1, 64>>>(in, sum);
}

// The kernel counts rows of blocks, of which this launch has one.
__global__ void rowsOfBlocks(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y + blockIdx.z * gridDim.y;
  out[y * gridDim.x * blockDim.x + x] += 1;
}
void launchRows(float *out, int n) { rowsOfBlocks<<<n, 128>>>(out); }

// Only one of the launches is known: the other may be of any size.
__global__ void oneKnown(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ 1];
}
void launchOneKnown(const float *in, float *out, int threads) {
  oneKnown<<<1, 32, 128>>>(in, out);
  oneKnown<<<1, threads, threads * sizeof(float)>>>(in, out);
}

// One kernel, launched with what each of its builds takes: the launch of more
// threads than this build's bound fails.
__global__ void __launch_bounds__(64) ofItsBound(const float *in, float *out) {
  __shared__ float cells[2][64];
  int t = threadIdx.x;
  cells[t / 64][t % 64] = in[t];
  for (int row = 0; row < 2; ++row)
    cells[row][t] += 1;
  out[t] = cells[0][t];
}
__global__ void ofNoBound(const float *in, float *out) {
  __shared__ float cells[2][64];
  int t = threadIdx.x;
  cells[t / 64][t % 64] = in[t];
  for (int row = 0; row < 2; ++row)
    cells[row][t] += 1; // warn shared-memory-race: while another thread of the block may still
  out[t] = cells[0][t]; // silent: in-bounds
}
void launchBounded(const float *in, float *out) {
  ofItsBound<<<1, 64>>>(in, out);
  ofItsBound<<<1, 128>>>(in, out);
  ofNoBound<<<1, 64>>>(in, out);
  ofNoBound<<<1, 128>>>(in, out);
}

// Kernels launch kernels.
__global__ void ofParent(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ 32]; // warn shared-memory-race: is read while another thread of the block may still write it
}
__global__ void parent(const float *in, float *out) {
  ofParent<<<1, 128, 128 * sizeof(float)>>>(in, out); // note: seen in this launch, with blocks of (128,1,1) threads
}
void launchParent(const float *in, float *out) {
  ofParent<<<1, 32, 32 * sizeof(float)>>>(in, out);
  parent<<<1, 1>>>(in, out);
}

// Rows of a table.
__global__ void ofTable(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ 32]; // warn shared-memory-race: is read while another thread of the block may still write it
}
__global__ void ofTableWarp(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ 16];
}
void launchTable(const float *in, float *out) {
  struct Row {
    void (*kernel)(const float *, float *);
    int threads;
  };
  const Row rows[] = {{ofTable, 32}, {ofTable, 64}, {ofTableWarp, 256}};
  for (const Row &row : rows)
    row.kernel<<<1, row.threads, row.threads * sizeof(float)>>>(in, out); // note: seen in this launch, with blocks of (64,1,1) threads
}

// Cases that the program never takes: as they are written.
template <int Threads> __global__ void ofCase(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ Threads / 2]; // warn shared-memory-race: is read while another thread of the block may still write it
}
template <int X, int Y, int Z>
__global__ void planesOfCase(const float *in, float *out) {
  extern __shared__ float cells[];
  float *ends = cells + X * Y * Z;
  int row = threadIdx.z * Y + threadIdx.y;
  cells[row * X + threadIdx.x] = in[row * X + threadIdx.x];
  ends[row] = in[row];
  __syncthreads();
  float sum = 0;
  for (int z = 0; z < Z; ++z)
    sum += cells[(z * Y + threadIdx.y) * X + threadIdx.x] * ends[z * Y];
  out[threadIdx.y * X + threadIdx.x] = sum;
}
__global__ void ofTakenCase(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x];
}
static void launchCase(const float *in, float *out, int which) {
  if (which == 1)
    ofTakenCase<<<1, 64>>>(in, out);
  else if (which == 2)
    ofCase<32><<<1, 32, 32 * sizeof(float)>>>(in, out);
  else if (which == 3)
    ofCase<64><<<1, 64, 64 * sizeof(float)>>>(in, out); // note: seen in this launch, with blocks of (64,1,1) threads
  else if (which == 4)
    planesOfCase<16, 8, 1><<<1, dim3(16, 8, 1), 544>>>(in, out);
}
int main() { launchCase(nullptr, nullptr, 1); }

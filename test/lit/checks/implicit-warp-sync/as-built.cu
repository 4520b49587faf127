// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync
//
// Exchanges between lanes that no barrier orders. Where the lanes are converged and
// the compiler keeps the order of the two accesses, they are right as built.

constexpr int Lanes = 32;

// --- Read before it is overwritten ----------------------------------------------------

__global__ void oneStatementPerStep(const float *in, float *out) {
  __shared__ float part[64];
  int t = threadIdx.x;
  part[t] = in[t];
  part[t + 32] = in[t + 32];
  __syncwarp();
  part[t] += part[t + 16]; // warn implicit-warp-sync: {{is overwritten while another lane of the warp may still read it \(portability\)}}
  __syncwarp();
  part[t] = part[t] + part[t + 8];
  __syncwarp();
  out[t] = part[t];
}
void launchOne(const float *in, float *out) { oneStatementPerStep<<<1, Lanes>>>(in, out); }

__global__ void noBarrierBetweenSteps(const float *in, float *out) {
  __shared__ float part[64];
  int t = threadIdx.x;
  part[t] = in[t];
  part[t + 32] = in[t + 32];
  __syncwarp();
  part[t] += part[t + 16];
  part[t] = part[t] + part[t + 8]; // warn implicit-warp-sync: {{may still write it(?! \(port)}}
  __syncwarp();
  out[t] = part[t];
}
void launchNone(const float *in, float *out) { noBarrierBetweenSteps<<<1, Lanes>>>(in, out); }

// A compiler moves nothing across a fence.
__global__ void behindAFence(const float *in, float *out) {
  __shared__ float part[Lanes];
  int t = threadIdx.x;
  part[t] = in[t];
  __threadfence_block();
  out[t] = part[Lanes - 1 - t]; // warn implicit-warp-sync: {{may still write it.*\(portability\)}}
}
void launchFence(const float *in, float *out) { behindAFence<<<1, Lanes>>>(in, out); }

__global__ void behindAFenceOfSome(const float *in, float *out, int fences) {
  __shared__ float part[Lanes];
  int t = threadIdx.x;
  part[t] = in[t];
  if (fences)
    __threadfence_block();
  out[t] = part[Lanes - 1 - t]; // warn implicit-warp-sync: {{may still write it(?! \(port)}}
}
void launchSome(const float *in, float *out, int n) { behindAFenceOfSome<<<1, Lanes>>>(in, out, n); }

__global__ void behindAFenceInPtx(const float *in, float *out) {
  __shared__ float part[Lanes];
  int t = threadIdx.x;
  part[t] = in[t];
  asm volatile("membar.cta;" ::: "memory");
  out[t] = part[Lanes - 1 - t]; // warn implicit-warp-sync: {{may still write it.*\(portability\)}}
}
void launchPtx(const float *in, float *out) { behindAFenceInPtx<<<1, Lanes>>>(in, out); }

__global__ void behindPtxThatClobbersNothing(const float *in, float *out) {
  __shared__ float part[Lanes];
  int t = threadIdx.x;
  part[t] = in[t];
  asm volatile("membar.cta;");
  out[t] = part[Lanes - 1 - t]; // warn implicit-warp-sync: {{may still write it(?! \(port)}}
}
void launchBare(const float *in, float *out) { behindPtxThatClobbersNothing<<<1, Lanes>>>(in, out); }

__global__ void fencedStepsOfALoop(const float *in, float *out) {
  __shared__ float part[64];
  int t = threadIdx.x;
  part[t] = in[t];
  part[t + 32] = 0;
  __syncwarp();
  for (int away = 16; away > 0; away >>= 1) {
    part[t] += part[t + away]; // warn implicit-warp-sync: {{\(portability\)}}
    __threadfence_block();
  }
  out[t] = part[t];
}
void launchFencedSteps(const float *in, float *out) { fencedStepsOfALoop<<<1, Lanes>>>(in, out); }

__global__ void stepsOfALoop(const float *in, float *out) {
  __shared__ float part[64];
  int t = threadIdx.x;
  part[t] = in[t];
  part[t + 32] = 0;
  __syncwarp();
  for (int away = 16; away > 0; away >>= 1)
    part[t] += part[t + away]; // warn implicit-warp-sync: {{another lane of the warp may still \w+ it(?! \(port)}}
  out[t] = part[t];
}
void launchSteps(const float *in, float *out) { stepsOfALoop<<<1, Lanes>>>(in, out); }

__global__ void columnByColumn(const float *in, float *out) {
  __shared__ float part[4 * 64];
  int t = threadIdx.x;
  for (int j = 0; j < 4; ++j)
    part[t + j * 64] = part[t + 32 + j * 64] = in[t + j * 32];
  __syncwarp();
  for (int j = 0; j < 4; ++j)
    part[t + j * 64] += part[t + j * 64 + 16]; // warn implicit-warp-sync: {{is overwritten while .* \(portability\)}}
  __syncwarp();
  for (int j = 0; j < 4; ++j)
    out[t + j * 32] = part[t + j * 64];
}
void launchColumns(const float *in, float *out) { columnByColumn<<<1, Lanes>>>(in, out); }

// The next column begins where other lanes have written.
__global__ void columnsOverlap(const float *in, float *out) {
  __shared__ float part[4 * 16 + 48];
  int t = threadIdx.x;
  for (int j = 0; j < 6; ++j)
    part[j * 16 + (t & 15)] = in[t];
  __syncwarp();
  for (int j = 0; j < 4; ++j)
    part[t + j * 16] += part[t + j * 16 + 16]; // warn implicit-warp-sync: {{may still \w+ it(?!.*\(port)}}
  __syncwarp();
  out[t] = part[t];
}
void launchOverlap(const float *in, float *out) { columnsOverlap<<<1, Lanes>>>(in, out); }

__global__ void pivotIsReadFirst(const float *rows, float *x, int n) {
  __shared__ float b[Lanes];
  int t = threadIdx.x;
  b[t] = rows[t];
  for (int i = n - 1; i >= 0; --i) {
    __syncwarp();
    float pivot = b[i] / rows[i];
    b[t] = t < i ? b[t] - pivot * rows[t] : b[t]; // warn implicit-warp-sync: {{overwritten while .* \(portability\)}}
  }
  __syncwarp();
  x[t] = b[t];
}
void launchPivot(const float *rows, float *x, int n) { pivotIsReadFirst<<<1, Lanes>>>(rows, x, n); }

// --- Written, then read ----------------------------------------------------------------

__global__ void twoLanesFetchTheRow(const int *starts, const float *of, float *out, int rows) {
  __shared__ int ends[4][2];
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  for (int row = blockIdx.x * 4 + warp; row < rows; row += gridDim.x * 4) {
    if (lane < 2)
      ends[warp][lane] = starts[row + lane];
    int first = ends[warp][0]; // warn implicit-warp-sync: {{read while .* \(portability\)}}
    int last = ends[warp][1];
    float sum = 0;
    for (int i = first + lane; i < last; i += 32)
      sum += of[i];
    atomicAdd(out + row, sum);
  }
}
void launchRow(const int *starts, const float *of, float *out, int rows) {
  twoLanesFetchTheRow<<<64, 128>>>(starts, of, out, rows);
}

// The compiler gives a lane its own number back.
__global__ void laneReadsItsOwnVote(const int *wants, int *out) {
  __shared__ int owner[4];
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  if (wants[threadIdx.x])
    owner[warp] = lane;
  if (owner[warp] == lane) // warn implicit-warp-sync: {{may still write it(?! \(port)}}
    out[warp] = lane;
}
void launchVote(const int *wants, int *out) { laneReadsItsOwnVote<<<1, 128>>>(wants, out); }

// The neighbour's element is another one than the lane's own, in every lane.
__global__ void neighbourIsReadEarly(const int *in, int *out) {
  __shared__ int cell[Lanes];
  int lane = threadIdx.x;
  cell[lane] = in[lane];
  out[lane] = cell[31 - lane]; // warn implicit-warp-sync: {{may still write it(?! \(port)}}
}
void launchNeighbour(const int *in, int *out) { neighbourIsReadEarly<<<1, Lanes>>>(in, out); }

__global__ void neighbourAsParameter(const int *in, int *out, int away) {
  __shared__ int cell[2 * Lanes];
  int lane = threadIdx.x;
  cell[lane] = in[lane];
  out[lane] = cell[lane + away]; // warn implicit-warp-sync: {{read while .* \(portability\)}}
}
void launchAway(const int *in, int *out, int away) { neighbourAsParameter<<<1, Lanes>>>(in, out, away); }

__global__ void lanesShareTheRow(float *x, const float *b, const float *of, float *out, int columns, int n) {
  int lane = threadIdx.x & 31, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= n)
    return;
  for (int k = lane; k < columns; k += 32)
    x[row * columns + k] = b[row * columns + k] * 2;
  for (int j = lane; j < n; j += 32)
    for (int k = 0; k < columns; ++k)
      atomicAdd(out + j, x[row * columns + k] * of[j]); // warn implicit-warp-sync: {{read while .* \(portability\)}}
}
void launchShare(float *x, const float *b, const float *of, float *out, int columns, int n) {
  lanesShareTheRow<<<n / 4 + 1, 128>>>(x, b, of, out, columns, n);
}

// --- The lanes have parted ---------------------------------------------------------------

__global__ void eachLaneItsIterations(const int *lengths, int *out) {
  __shared__ int cell[Lanes];
  int lane = threadIdx.x, sum = 0;
  cell[lane] = 0;
  __syncwarp();
  for (int i = 0; i < lengths[lane]; ++i) {
    sum += cell[(lane + i) & 31]; // warn implicit-warp-sync: {{another lane of the warp may still \w+ it(?!.*\(port)}}
    cell[lane] = sum;
  }
  out[lane] = sum;
}
void launchEach(const int *lengths, int *out) { eachLaneItsIterations<<<1, Lanes>>>(lengths, out); }

__global__ void readOnTheOtherSide(const int *in, int *out, int away) {
  __shared__ volatile int cell[2 * Lanes];
  int lane = threadIdx.x;
  if (in[lane] > 0)
    cell[lane] = in[lane]; // warn implicit-warp-sync: {{another lane of the warp may still \w+ it(?! \(port)}}
  else
    out[lane] = cell[lane + away];
}
void launchOther(const int *in, int *out, int away) { readOnTheOtherSide<<<1, Lanes>>>(in, out, away); }

__global__ void readBehindTheJoin(const int *in, int *out, int away) {
  __shared__ volatile int cell[2 * Lanes];
  int lane = threadIdx.x;
  if (in[lane] > 0)
    cell[lane] = in[lane];
  out[lane] = cell[31 - lane]; // warn implicit-warp-sync: {{read while .* \(portability\)}}
}
void launchJoin(const int *in, int *out, int away) { readBehindTheJoin<<<1, Lanes>>>(in, out, away); }

// --- Places that an unrolled loop reads --------------------------------------------

// The compiler knows the counter of each copy and not the lane, which may read what
// it has written itself.
__global__ void rowsOfAUnrolledLoop(const float *in, float *out) {
  __shared__ float gain[Lanes];
  int lane = threadIdx.x;
  gain[lane] = in[lane];
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    sum += gain[(lane >> 4) + 2 * j]; // warn implicit-warp-sync: {{may still write it \(portability\)}}
  out[lane] = sum;
}
void launchRows(const float *in, float *out) { rowsOfAUnrolledLoop<<<1, Lanes>>>(in, out); }

// No lane reads what it has written: all copies can be in front of the store.
__global__ void placesBehindTheOwn(const float *in, float *out) {
  __shared__ float gain[2 * Lanes];
  int lane = threadIdx.x;
  gain[lane] = in[lane];
  gain[lane + Lanes] = 0;
  __syncwarp();
  gain[lane] = in[lane + Lanes];
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    sum += gain[lane + 1 + j]; // warn implicit-warp-sync: {{may still write it(?! \(port)}}
  out[lane] = sum;
}
void launchBehind(const float *in, float *out) { placesBehindTheOwn<<<1, Lanes>>>(in, out); }

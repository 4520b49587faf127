// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync
//
// What data add to an index stays in the part of the array that the thread's
// own place selects, and may be anything there. Where data select a row, the
// thread stays in its column.

// --- Parts of one array, and another use of it ------------------------------------

__global__ void slotsInUnion(const int *to, int *out) {
  __shared__ union { int counts[8]; int slots[1024]; } u;
  int t = threadIdx.x, warp = t / 32;
  if (t % 32 == 0)
    u.counts[warp] = to[t];
  __syncthreads();
  int before = 0;
  for (int i = 0; i < 8; i++)
    before += u.counts[i];
  u.slots[warp * 128 + to[t]] = before; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  out[t] = u.slots[t];
}
void launchSlotsInUnion(const int *to, int *out) { slotsInUnion<<<1, 256>>>(to, out); }

__global__ void reusedBuffer(const unsigned *key, float *out) {
  extern __shared__ float buffer[];
  unsigned t = threadIdx.x;
  buffer[t] = out[t];
  __syncthreads();
  float all = 0;
  for (int i = 0; i < 128; ++i)
    all += buffer[i];
  buffer[t / 16 * 16 + key[t] % 16] = all; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  out[t] = buffer[t];
}
void launchReusedBuffer(const unsigned *key, float *out) { reusedBuffer<<<1, 128, 512>>>(key, out); }

__global__ void zeroedByAll(const unsigned short *bin, int *out) {
  __shared__ int bins[4][256];
  int warp = threadIdx.x >> 5;
  for (int i = threadIdx.x; i < 1024; i += 128)
    (&bins[0][0])[i] = 0;
  bins[warp][bin[threadIdx.x]] = 1; // warn shared-memory-race: is
  __syncthreads();
  out[threadIdx.x] = bins[0][threadIdx.x];
}
void launchZeroedByAll(const unsigned short *bin, int *out) { zeroedByAll<<<1, 128>>>(bin, out); }

// Behind a barrier all is well.
__global__ void slotsBehindBarrier(const int *to, int *out) {
  __shared__ union { int counts[8]; int slots[1024]; } u;
  int t = threadIdx.x, warp = t / 32;
  if (t % 32 == 0)
    u.counts[warp] = to[t];
  __syncthreads();
  int before = 0;
  for (int i = 0; i < 8; i++)
    before += u.counts[i];
  __syncthreads();
  u.slots[warp * 128 + to[t]] = before;
  __syncthreads();
  out[t] = u.slots[t];
}
void launchSlotsBehindBarrier(const int *to, int *out) { slotsBehindBarrier<<<1, 256>>>(to, out); }

// --- A part of its own is nobody else's -------------------------------------------

__global__ void ownSlots(const int *which, float *out) {
  __shared__ float slots[64 * 8];
  float *mine = slots + threadIdx.x * 8;
  for (int i = 0; i < 8; ++i)
    mine[i] = 0;
  mine[which[threadIdx.x]] = 1; // silent: own-part
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += mine[i]; // silent: own-part
  out[threadIdx.x] = sum;
}
void launchOwnSlots(const int *which, float *out) { ownSlots<<<1, 64>>>(which, out); }

// Sixteen threads share a part, and read in it at their parents'.
__global__ void chains(const short *parent, float *out, int links) {
  __shared__ float chain[8][32][12];
  int item = threadIdx.x >> 4, lane = threadIdx.x & 15;
  if (lane < 12) {
    for (int l = 1; l < links; ++l)
      chain[item][l][lane] = chain[item][parent[l]][lane / 4 * 4] * out[lane]; // silent: own-part
    out[threadIdx.x] = chain[item][1][lane]; // silent: in-bounds, in-row
  }
}
void launchChains(const short *parent, float *out, int links) { chains<<<1, 128>>>(parent, out, links); }

__global__ void ownRowOfTwo(const int *which, int *out) {
  __shared__ int rows[64][4];
  int t = threadIdx.y * 8 + threadIdx.x;
  rows[t][0] = rows[t][1] = rows[t][2] = rows[t][3] = 0;
  rows[t][which[t]]++; // silent: in-bounds, own-part
  out[t] = rows[t][0] + 2 * rows[t][1]; // silent: in-bounds, own-part
}
void launchOwnRowOfTwo(const int *which, int *out) { ownRowOfTwo<<<1, dim3(8, 8)>>>(which, out); }

// --- Columns ----------------------------------------------------------------------

__global__ void ownColumn(const unsigned *d, unsigned *o, int n) {
  __shared__ unsigned char counts[64 * 64];
  for (int i = 0; i < 64; i++)
    counts[threadIdx.x + i * 64] = 0;
  for (int p = threadIdx.x; p < n; p += 64)
    counts[threadIdx.x + (d[p] & 63) * 64]++;
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < 64; i++)
    sum += counts[threadIdx.x * 64 + i];
  o[threadIdx.x] = sum;
}
void launchOwnColumn(const unsigned *d, unsigned *o, int n) { ownColumn<<<1, 64>>>(d, o, n); }

// The columns are cleared four bytes at a time, which are those of four threads.
__global__ void columnsByWords(const unsigned *d, unsigned *o, int n) {
  __shared__ unsigned char counts[64 * 64];
  for (int i = 0; i < 16; i++)
    ((unsigned *)counts)[threadIdx.x + i * 64] = 0;
  for (int p = threadIdx.x; p < n; p += 64)
    counts[threadIdx.x + (d[p] & 63) * 64]++; // warn shared-memory-race: is
  __syncthreads();
  o[threadIdx.x] = counts[threadIdx.x * 64];
}
void launchColumnsByWords(const unsigned *d, unsigned *o, int n) { columnsByWords<<<1, 64>>>(d, o, n); }

__global__ void columnsOfMatrix(const int *level, short *o) {
  __shared__ short counts[32][128];
  int t = threadIdx.x;
  for (int i = t; i < 32 * 128 / 2; i += 128)
    reinterpret_cast<int *>(counts)[i] = 0;
  counts[level[t] & 31][t] = 1; // warn shared-memory-race: is
  __syncthreads();
  o[t] = counts[0][t];
}
void launchColumnsOfMatrix(const int *level, short *o) { columnsOfMatrix<<<1, 128>>>(level, o); }

__global__ void columnsOfRows(const int *level, short *o) {
  __shared__ short counts[32][128];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    counts[i][t] = 0;
  counts[level[t]][t] = 1;
  short sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += counts[i][t];
  o[t] = sum;
}
void launchColumnsOfRows(const int *level, short *o) { columnsOfRows<<<1, 128>>>(level, o); }

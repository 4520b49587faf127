// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync
//
// A step of a function reads before it writes, which lanes in lock step cannot get
// wrong; the next step reads what another lane has just written, and a compiler may
// read that early. The wrong order is said, whichever is met first.

__device__ void addFrom(int *cell, unsigned lane, unsigned distance) {
  int below = cell[32 + lane - distance];
  cell[32 + lane] += below; // warn implicit-warp-sync: is overwritten while another lane of the warp may still read it (portability)
}
__global__ void scan(const int *in, int *out) {
  __shared__ int cell[64];
  unsigned lane = threadIdx.x;
  cell[lane] = 0;
  cell[32 + lane] = in[lane];
  __syncwarp();
  addFrom(cell, lane, 1);
  addFrom(cell, lane, 2); // warn implicit-warp-sync: 'cell[32]' is read while another lane of the warp may still write it{{$}}
  out[lane] = cell[32 + lane];
}

// One step alone.
__global__ void oneStep(const int *in, int *out) {
  __shared__ int cell[64];
  unsigned lane = threadIdx.x;
  cell[lane] = 0;
  cell[32 + lane] = in[lane];
  __syncwarp();
  addFrom(cell, lane, 1);
  out[lane] = cell[32 + lane];
}

// The steps as statements.
__global__ void statements(const int *in, int *out) {
  __shared__ int cell[64];
  unsigned lane = threadIdx.x;
  cell[lane] = 0;
  cell[32 + lane] = in[lane];
  __syncwarp();
  cell[32 + lane] += cell[32 + lane - 1];
  cell[32 + lane] += cell[32 + lane - 2]; // warn implicit-warp-sync: 'cell[32]' is read while another lane of the warp may still write it{{$}}
  out[lane] = cell[32 + lane];
}

void run(const int *in, int *out) {
  scan<<<1, 32>>>(in, out);
  oneStep<<<1, 32>>>(in, out);
  statements<<<1, 32>>>(in, out);
}

// RUN: %verify %s --checks=-*,warplint-shared-memory-race --
//
// A loop of known length fills the first stages of a ring, and another one goes on
// where it has ended. What the code inside never does is no other way out: here, to
// return early where a part has a single column.

constexpr int Stages = 4, Rows = 7, Size = Rows * 256;

struct Place {
  int at = 0, column = 0, row = 0;
  __device__ float *of(float *ring) const { return ring + at + row * 256 + threadIdx.x; }
  __device__ Place &operator++() {
    if (++column < 1)
      return *this;
    column = 0;
    if (++row < Rows)
      return *this;
    row = 0;
    return *this;
  }
};

template <int Read> __device__ void ring(const float *in, float *out, int rounds) {
  __shared__ float tile[Stages * Size];
  Place to;
  for (int stage = 0; stage < Stages - 1; ++stage, --rounds) {
    to.row = 0;
    for (int i = 0; i < Rows; ++i, ++to)
      *to.of(tile) = in[i];
    if (Stages < 2)
      return;
    to.at += Size;
  }
  __syncthreads();
  float sum = tile[Read * Size + (threadIdx.x ^ 32)];
  int written = Stages - 1;
  while (rounds > -Stages + 1) {
    to.row = 0;
    for (int i = 0; i < Rows; ++i, ++to)
      *to.of(tile) = in[i]; // warn shared-memory-race: 'tile[5408]' is overwritten while another thread of the block may still read it
    __syncthreads();
    to.at += Size;
    if (written == Stages - 1) {
      to.at -= Stages * Size;
      written = 0;
    } else {
      ++written;
    }
    --rounds;
  }
  out[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256) firstStage(const float *in, float *out, int rounds) {
  ring<0>(in, out, rounds);
}
__global__ void __launch_bounds__(256) lastStage(const float *in, float *out, int rounds) {
  ring<3>(in, out, rounds);
}

void launch(const float *in, float *out, int n) {
  firstStage<<<1, 256>>>(in, out, n);
  lastStage<<<1, 256>>>(in, out, n);
}

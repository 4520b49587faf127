// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Rows are at least as long as the bound of their columns, where the host says
// nothing else: who asks whether a number is small does not pass rows of none.

__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int rows, int inner, int length, int width, int pitch) {
  int column = blockIdx.x, row = blockIdx.y;
  if (column >= width || row >= rows)
    return;
  __shared__ float part[128];
  float sum = 0;
  for (int k = threadIdx.x * 8; k < inner; k += 1024)
    sum += in[row * length + k];
  part[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0)
    out[row * pitch + column] = part[0] + part[5]; // silent: pitch
}

struct Divisor {
  Divisor(int d) {
    by = (d == 0) ? 1 : d;
    for (shift = 0;; ++shift)
      if ((1u << shift) >= by)
        break;
  }
  unsigned by, shift;
};

struct Layout {
  int width, padded, inner, rows;
  void prepare(int w);
  void run(const float *in, float *out);
};
int rowsOf(const Layout &);
void Layout::prepare(int w) {
  width = w;
  padded = (w + 7) / 8 * 8;
}
void Layout::run(const float *in, float *out) {
  const int length = (inner + 7) / 8 * 8, columns = width, pitch = padded;
  Divisor divisor(pitch);
  const int n = rowsOf(*this);
  if (n <= 4)
    sums<<<dim3(columns, n), 128>>>(in, out, n, inner, length, columns, pitch);
}

// Numbers that the host spells are what they are.
__global__ void spelled(const float *__restrict__ in, float *__restrict__ out, int rows, int width, int pitch) {
  int column = threadIdx.x, row = blockIdx.x;
  if (column < width && row < rows)
    out[row * pitch + column] = in[row * 100 + column]; // warn global-memory-race: is written by several threads at once
}
void launchSpelled(const float *in, float *out) { spelled<<<8, 128>>>(in, out, 8, 100, 64); }

// Nothing keeps columns below the pitch.
__global__ void unguarded(const float *__restrict__ in, float *__restrict__ out, int rows, int pitch) {
  int column = threadIdx.x, row = blockIdx.x;
  if (row < rows)
    out[row * pitch + column] = in[row * 128 + column]; // warn global-memory-race: is written by several threads at once
}
void launchUnguarded(const float *in, float *out, int rows, int pitch) {
  if (pitch <= 16)
    unguarded<<<rows, 128>>>(in, out, rows, pitch);
}

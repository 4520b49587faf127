// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Rows that a record in a record tells of, of which each block of the launch gets
// one: no block comes to a second round. Twins are launched with half as many.

struct Extents {
  int rows, columns;
};
struct Matrix {
  float *data;
  Extents extents;
};
struct Problem {
  int batches;
  Matrix out;
};

__host__ __device__ int rowsOf(const Extents &extents) { return extents.rows; }

__global__ void oneRowEach(const float *in, Matrix out) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < out.extents.rows; i += gridDim.x) {
    row[t] = in[i * 256 + t];
    __syncthreads();
    out.data[i * 256 + t] = row[255 - t];
  }
}
void launchOneRowEach(const float *in, Matrix out) {
  oneRowEach<<<out.extents.rows, 256>>>(in, out);
}

__global__ void someRowsEach(const float *in, Matrix out) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < out.extents.rows; i += gridDim.x) {
    row[t] = in[i * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out.data[i * 256 + t] = row[255 - t];
  }
}
void launchSomeRowsEach(const float *in, Matrix out) {
  someRowsEach<<<out.extents.rows / 2, 256>>>(in, out);
}

__global__ void asked(const float *in, Problem problem) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < rowsOf(problem.out.extents); i += gridDim.x) {
    row[t] = in[i * 256 + t];
    __syncthreads();
    problem.out.data[i * 256 + t] = row[255 - t];
  }
}
void launchAsked(const float *in, const Problem &problem) {
  dim3 grid(rowsOf(problem.out.extents), 1, 1);
  asked<<<grid, 256>>>(in, problem);
}

__global__ void askedForOther(const float *in, Problem problem) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < rowsOf(problem.out.extents); i += gridDim.x) {
    row[t] = in[i * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    problem.out.data[i * 256 + t] = row[255 - t];
  }
}
void launchAskedForOther(const float *in, const Problem &problem) {
  askedForOther<<<problem.batches, 256>>>(in, problem);
}

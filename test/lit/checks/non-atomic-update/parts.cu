// RUN: %verify %s --checks=-*,warplint-non-atomic-update --certainty=possible
//
// Parts of an array whose beginnings a table says are the blocks' own; rows whose
// numbers it says need not be.

struct Box {
  long offset;
  int neighbours;
};
struct Sum {
  double v, x;
};

__global__ void boxes(const Box *box, Sum *sums, const double *in, int n) {
  int first = box[blockIdx.x].offset;
  for (int t = threadIdx.x; t < 100; t += 128)
    for (int j = 0; j < n; ++j)
      sums[first + t].v += in[j];
}

__global__ void segments(const int *starts, float *out, const float *in) {
  out[starts[blockIdx.x] + threadIdx.x] += in[threadIdx.x];
}

__global__ void segmentsByPointer(const int *starts, float *out, const float *in) {
  float *own = out + starts[blockIdx.x];
  own[threadIdx.x] += in[threadIdx.x];
}

// One thread reads the beginning for all.
__global__ void segmentsThatOneReads(const int *starts, float *out, const float *in) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = starts[blockIdx.x];
  __syncthreads();
  out[first + threadIdx.x] += in[threadIdx.x];
}

__global__ void segmentsInRounds(const Box *box, float *out, const float *in, int n) {
  for (int b = blockIdx.x; b < n; b += gridDim.x)
    for (int i = threadIdx.x; i < 100; i += blockDim.x)
      out[box[b].offset + i] += in[i];
}

__global__ void rowThatOneReads(const int *row, float *out, const float *in) {
  __shared__ int at;
  if (threadIdx.x == 0)
    at = row[blockIdx.x];
  __syncthreads();
  out[at * 128 + threadIdx.x] += in[threadIdx.x]; // warn non-atomic-update: an element of 'out' is read, changed and written back while a thread of another block may do the same
}

__global__ void rows(const int *row, float *out, const float *in) {
  int at = row[blockIdx.x] * 128 + threadIdx.x;
  out[at] += in[threadIdx.x]; // warn non-atomic-update: an element of 'out' is read, changed and written back while a thread of another block may do the same
}

__global__ void bins(const int *bin, int *counts) {
  if (threadIdx.x == 0)
    counts[bin[blockIdx.x]] += 1; // warn non-atomic-update: an element of 'counts' is read, changed and written back while a thread of another block may do the same
}

__global__ void scattered(const int *index, float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[index[i]] += in[i]; // warn non-atomic-update: an element of 'out' is read, changed and written back while another thread of the block may do the same
}

void launch(const Box *box, Sum *sums, const double *in, const int *table, float *out,
            const float *floats, int *counts) {
  boxes<<<100, 128>>>(box, sums, in, 100);
  segments<<<100, 128>>>(table, out, floats);
  segmentsByPointer<<<100, 128>>>(table, out, floats);
  segmentsThatOneReads<<<100, 128>>>(table, out, floats);
  segmentsInRounds<<<100, 128>>>(box, out, floats, 1000);
  rowThatOneReads<<<100, 128>>>(table, out, floats);
  rows<<<100, 128>>>(table, out, floats);
  bins<<<100, 128>>>(table, counts);
  scattered<<<100, 128>>>(table, out, floats);
}

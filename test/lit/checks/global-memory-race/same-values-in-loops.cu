// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Rows that store the same in a loop: where they meet they are in the same round,
// as far as the address tells rounds apart, and what a round stores follows.

__global__ void throughAnArray(const float *in, float *out) {
  int x = threadIdx.x;
  float a[2];
  for (int i = 0; i < 2; ++i)
    a[i] = in[2 * x + i];
  for (int i = 0; i < 2; ++i)
    out[2 * x + i] = a[i];
}

__global__ void rowsOfTheArray(const float *in, float *out) {
  float a[8];
  for (int i = 0; i != 8; i++)
    a[i] = in[i * 2 + threadIdx.x] * 2.0f;
  int i = 0;
  while (i < 8) {
    out[i * 2 + threadIdx.x] = a[i];
    ++i;
  }
}

__global__ void sumsOnTheWay(const float *in, float *out) {
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += in[4 * threadIdx.x + i];
    out[4 * threadIdx.x + i] = sum;
  }
}

__global__ void nested(const float *in, float *out) {
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 2; ++i) {
      sum += in[threadIdx.x] * j;
      out[(3 * threadIdx.x + j) * 2 + i] = sum;
    }
}

__global__ void dependsOnTheRow(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  float a[2];
  for (int i = 0; i < 2; ++i)
    a[i] = in[4 * y + 2 * x + i];
  for (int i = 0; i < 2; ++i)
    out[2 * x + i] = a[i]; // warn global-memory-race: not all of them write the same
}

// The same element in every iteration: a row may be a round ahead.
__global__ void overAndOver(const float *in, float *out) {
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += in[4 * threadIdx.x + i];
    out[threadIdx.x] = sum; // warn global-memory-race: not all of them write the same
  }
}

// Rounds overlap: element 2 is of the first thread's third round, too.
__global__ void overlapping(const float *in, float *out) {
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += in[4 * threadIdx.x + i];
    out[2 * threadIdx.x + i] = sum; // warn global-memory-race: not all of them write the same
  }
}

// The inner loop's rounds are told apart, those of the outer are not.
__global__ void innerOnly(const float *in, float *out) {
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 2; ++i) {
      sum += in[threadIdx.x] * j;
      out[2 * threadIdx.x + i] = sum; // warn global-memory-race: not all of them write the same
    }
}

// How far the loop runs is another matter in each row.
__global__ void startsAtTheRow(const float *in, float *out) {
  float sum = 0;
  for (int i = threadIdx.y; i < 16; ++i) {
    sum += in[16 * threadIdx.x + i];
    out[16 * threadIdx.x + i] = sum; // warn global-memory-race: not all of them write the same
  }
}

void launch(const float *in, float *out) {
  throughAnArray<<<1, dim3(2, 16)>>>(in, out);
  rowsOfTheArray<<<1, dim3(2, 16)>>>(in, out);
  sumsOnTheWay<<<1, dim3(2, 16)>>>(in, out);
  nested<<<1, dim3(2, 16)>>>(in, out);
  dependsOnTheRow<<<1, dim3(2, 16)>>>(in, out);
  overAndOver<<<1, dim3(2, 16)>>>(in, out);
  overlapping<<<1, dim3(2, 16)>>>(in, out);
  innerOnly<<<1, dim3(2, 16)>>>(in, out);
  startsAtTheRow<<<1, dim3(2, 16)>>>(in, out);
}

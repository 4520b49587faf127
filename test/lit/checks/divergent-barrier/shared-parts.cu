// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Parts of one array, behind each other by sizes: what threads write below a size
// is not what all read behind it, in whatever round.

__global__ void chooses(const float *in, int *out, int width, int rows) {
  extern __shared__ float every[];
  int t = threadIdx.x;
  if (t < rows)
    every[width + rows + t] = t;
  __syncthreads();
  for (int i = 0; i < rows; i++) {
    if (every[width + rows + i] != -1.0f) {
      if (t < width)
        every[t] = in[i * width + t];
      if (t < rows)
        every[width + t] = 0;
      __syncthreads();
      if (every[width] > i && t < rows && t != i)
        out[t] = i;
      __syncthreads();
    }
    __syncthreads();
  }
}

// Behind one size alone, with a loop of another kind.
__global__ void twoParts(const float *in, int width, int rows) {
  extern __shared__ float every[];
  int t = threadIdx.x;
  int i = 1;
  while (i < rows) {
    if (every[width + i] > 0) {
      __syncthreads();
      if (t < width)
        every[t] = in[t];
    }
    __syncthreads();
    i += 2;
  }
}

// What is written reaches into what is read.
__global__ void overlaps(const float *in, int width, int rows) {
  extern __shared__ float every[];
  int t = threadIdx.x;
  for (int i = 0; i < rows; i++)
    if (every[width + i] != -1.0f) {
      if (t < width + rows)
        every[t] = in[i * width + t];
      __syncthreads(); // warn divergent-barrier: is reached by only some threads
    }
}

// It counts down below the size.
__global__ void downwards(const float *in, int width, int rows) {
  extern __shared__ float every[];
  int t = threadIdx.x;
  for (int i = 0; i > -rows; i--)
    if (every[width + i] != -1.0f) {
      if (t < width)
        every[t] = in[t];
      __syncthreads(); // warn divergent-barrier: is reached by only some threads
    }
}

// Written in other rounds than read.
__global__ void otherRounds(const float *in, int width, int rows) {
  extern __shared__ float every[];
  int t = threadIdx.x;
  for (int i = 0; i < rows; i++)
    if (every[i] != -1.0f) {
      if (t < rows)
        every[i + 1 + t] = in[t];
      __syncthreads(); // warn divergent-barrier: is reached by only some threads
    }
}

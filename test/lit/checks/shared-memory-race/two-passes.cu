// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// A round of the outer loop need not come to the barrier that its inner loop has
// under a condition, but comes to the other one: buffers that take turns are
// enough.

__global__ void twoPasses(const int *in, int *out, int rounds) {
  __shared__ int buf[2][256];
  int t = threadIdx.x, acc = 0;
  {
    int c = rounds;
    for (int vc = 0; vc < 4; ++vc) {
      int *w = buf[vc & 1];
      for (int pass = 0; pass < 2; ++pass) {
        if (pass > 0) __syncthreads();
        w[t] = in[c * 8 + vc * 2 + pass + t];
        __syncthreads();
        acc += w[255 - t];
      }
    }
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = acc;
}
// The guard never holds, so the second pass overwrites what others still read.
__global__ void twoPassesAlwaysOpen(const int *in, int *out, int rounds) {
  __shared__ int buf[2][256];
  int t = threadIdx.x, acc = 0;
  {
    int c = rounds;
    for (int vc = 0; vc < 4; ++vc) {
      int *w = buf[vc & 1];
      for (int pass = 0; pass < 2; ++pass) {
        if (pass > 1) __syncthreads();
        w[t] = in[c * 8 + vc * 2 + pass + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
        __syncthreads();
        acc += w[255 - t];
      }
    }
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = acc;
}
// One buffer: the next round overwrites what this one still reads.
__global__ void twoPassesOneBuffer(const int *in, int *out, int rounds) {
  __shared__ int buf[256];
  int t = threadIdx.x, acc = 0;
  {
    int c = rounds;
    for (int vc = 0; vc < 4; ++vc) {
      int *w = buf;
      for (int pass = 0; pass < 2; ++pass) {
        if (pass > 0) __syncthreads();
        w[t] = in[c * 8 + vc * 2 + pass + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
        __syncthreads();
        acc += w[255 - t];
      }
    }
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = acc;
}
// The barrier stands deeper, in a loop that all rounds of the one around it run.
__global__ void nestedPasses(const int *in, int *out, int rounds) {
  __shared__ int buf[2][256];
  int t = threadIdx.x, acc = 0;
  for (int vc = 0; vc < 4; ++vc) {
    int *w = buf[vc & 1];
    for (int half = 0; half < 2; ++half)
      for (int pass = 0; pass < 2; ++pass) {
        if (half + pass > 0) __syncthreads();
        w[t] = in[rounds * 16 + vc * 4 + half * 2 + pass + t];
        __syncthreads();
        acc += w[255 - t];
      }
  }
  out[blockIdx.x * 256 + t] = acc;
}

// Who has read was in a round: then there is one in each pass.
__global__ void passesInAllOrNone(const int *in, int *out, int rounds) {
  __shared__ int buf[2][256];
  int t = threadIdx.x, acc = 0;
  for (int vc = 0; vc < 4; ++vc) {
    int *w = buf[vc & 1];
    w[t] = in[vc + t];
    for (int pass = 0; pass < rounds; ++pass) {
      __syncthreads();
      acc += w[255 - t];
    }
  }
  out[blockIdx.x * 256 + t] = acc;
}

// The last passes have no round, where others have some.
__global__ void lastPassesAreNone(const int *in, int *out, int rounds) {
  __shared__ int buf[2][256];
  int t = threadIdx.x, acc = 0;
  for (int vc = 0; vc < 4; ++vc) {
    int *w = buf[vc & 1];
    w[t] = in[vc + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
    for (int pass = 0; pass < 2 - vc; ++pass) {
      __syncthreads();
      acc += w[255 - t];
    }
  }
  out[blockIdx.x * 256 + t] = acc;
}

void launch(const int *in, int *out, int rounds) {
  twoPasses<<<10, 256>>>(in, out, rounds);
  twoPassesAlwaysOpen<<<10, 256>>>(in, out, rounds);
  twoPassesOneBuffer<<<10, 256>>>(in, out, rounds);
  nestedPasses<<<10, 256>>>(in, out, rounds);
  passesInAllOrNone<<<10, 256>>>(in, out, rounds);
  lastPassesAreNone<<<10, 256>>>(in, out, rounds);
}

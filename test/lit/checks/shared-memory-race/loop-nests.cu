// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
//
// Loops with barriers inside of a loop: what an inner loop counts starts again
// in each iteration of the outer one.

// The barrier at the round's end parts it from the next.
__global__ void doubling(unsigned *d, unsigned *o, int n) {
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned u = 1; u < 128; u <<= 1)
      for (unsigned j = 0; j < 4; ++j) {
        d[t] = j + r;
        __syncthreads();
      }
    s += d[127 - t];
    __syncthreads();
  }
  o[t] = s;
}
__global__ void doublingForgotten(unsigned *d, unsigned *o, int n) {
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned u = 1; u < 128; u <<= 1)
      for (unsigned j = 0; j < 4; ++j) {
        d[t] = j + r; // warn global-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
        __syncthreads();
      }
    s += d[127 - t];
  }
  o[t] = s; // silent: no-alias
}

__global__ void trebling(const unsigned *in, unsigned *o, int n) {
  __shared__ unsigned d[128];
  unsigned t = threadIdx.x, s = 0;
  int r = 0;
  while (r < n) {
    unsigned u = 1;
    do {
      for (unsigned j = 4; j != 0; --j) {
        d[t] = in[r * 128 + j];
        __syncthreads();
      }
      u *= 3;
    } while (u < 100);
    s += d[127 - t];
    __syncthreads();
    ++r;
  }
  o[t] = s;
}
__global__ void treblingForgotten(const unsigned *in, unsigned *o, int n) {
  __shared__ unsigned d[128];
  unsigned t = threadIdx.x, s = 0;
  int r = 0;
  while (r < n) {
    unsigned u = 1;
    do {
      for (unsigned j = 4; j != 0; --j) {
        d[t] = in[r * 128 + j]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
        __syncthreads();
      }
      u *= 3;
    } while (u < 100);
    s += d[127 - t];
    ++r;
  }
  o[t] = s;
}

// The inner loop starts from what the outer one counts.
__global__ void halving(unsigned *d, int n, unsigned m) {
  unsigned t = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    for (unsigned u = 1; u < m; u <<= 1)
      for (unsigned j = u; j > 0; j >>= 1) {
        d[t] = j;
        __syncthreads();
      }
    d[127 - t] = r;
    __syncthreads();
  }
}
void launchHalving(unsigned *d, int n) { halving<<<1, 128>>>(d, n, n); }
__global__ void halvingForgotten(unsigned *d, int n, unsigned m) {
  unsigned t = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    for (unsigned u = 1; u < m; u <<= 1)
      for (unsigned j = u; j > 0; j >>= 1) {
        d[t] = j; // warn global-memory-race: is written while another thread of the block may still write it in the previous iteration
        __syncthreads();
      }
    d[127 - t] = r;
  }
}
void launchHalvingForgotten(unsigned *d, int n) { halvingForgotten<<<1, 128>>>(d, n, n); }

// The same with loops that count by one.
__global__ void counting(unsigned *d, unsigned *o, int n) {
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned j = 0; j < 4; ++j) {
      d[t] = j + r;
      __syncthreads();
    }
    s += d[127 - t];
    __syncthreads();
  }
  o[t] = s;
}
__global__ void countingForgotten(unsigned *d, unsigned *o, int n) {
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned j = 0; j < 4; ++j) {
      d[t] = j + r; // warn global-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
      __syncthreads();
    }
    s += d[127 - t];
  }
  o[t] = s; // silent: no-alias
}
__global__ void countingForgottenBetweenWrites(unsigned *d, int n) {
  unsigned t = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    for (unsigned j = 0; j < 4; ++j) {
      d[t] = j + 1000; // warn global-memory-race: is written while another thread of the block may still write it in the previous iteration
      __syncthreads();
    }
    d[127 - t] = r;
  }
}
void launchCounting(unsigned *d, unsigned *o, int n) {
  doubling<<<1, 128>>>(d, o, n);
  doublingForgotten<<<1, 128>>>(d, o, n);
  trebling<<<1, 128>>>(d, o, n);
  treblingForgotten<<<1, 128>>>(d, o, n);
  counting<<<1, 128>>>(d, o, n);
  countingForgotten<<<1, 128>>>(d, o, n);
  countingForgottenBetweenWrites<<<1, 128>>>(d, n);
}

// Only the first round of the inner loop meets what the outer one leaves.
__global__ void firstRoundAnew(unsigned *o, int n) {
  __shared__ unsigned d[256];
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned j = 0; j < 2; ++j) {
      d[j * 128 + t] = j + r;
      __syncthreads();
    }
    s += d[255 - t];
  }
  o[t] = s;
}
__global__ void firstRoundAnewForgotten(unsigned *o, int n) {
  __shared__ unsigned d[256];
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned j = 0; j < 2; ++j) {
      d[j * 128 + t] = j + r; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
      __syncthreads();
    }
    s += d[127 - t];
  }
  o[t] = s;
}

void launchAnew(unsigned *o, int n) {
  firstRoundAnew<<<1, 128>>>(o, n);
  firstRoundAnewForgotten<<<1, 128>>>(o, n);
}

// A loop without barrier that is passed on both sides of one.
__global__ void filledAnew(unsigned *o, int n, int m) {
  __shared__ unsigned d[4][128];
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned j = 0; j < 3; ++j) {
      for (unsigned k = 0; k < 4; ++k)
        d[k][t] = j + k;
      __syncthreads();
      for (unsigned k = 0; k < 4; ++k)
        s += d[k][127 - t];
      __syncthreads();
    }
    d[m & 3][t] = s;
  }
  o[t] = s;
}
__global__ void filledAnewForgotten(unsigned *o, int n, int m) {
  __shared__ unsigned d[4][128];
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned j = 0; j < 3; ++j) {
      for (unsigned k = 0; k < 4; ++k)
        d[k][t] = j + k; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
      __syncthreads();
      for (unsigned k = 0; k < 4; ++k)
        s += d[k][127 - t];
    }
    __syncthreads();
  }
  o[t] = s;
}

// Three loops, the barrier in the innermost.
__global__ void threeDeep(unsigned *o, int n) {
  __shared__ unsigned d[128];
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned u = 64; u > 0; u >>= 1) {
      for (unsigned j = 0; j < 2; ++j) {
        d[t] = j + u;
        __syncthreads();
        s += d[127 - t];
        __syncthreads();
      }
      d[t] = s;
    }
    d[t] += r;
  }
  o[t] = s;
}
__global__ void threeDeepForgotten(unsigned *o, int n) {
  __shared__ unsigned d[128];
  unsigned t = threadIdx.x, s = 0;
  for (int r = 0; r < n; ++r) {
    for (unsigned u = 64; u > 0; u >>= 1) {
      for (unsigned j = 0; j < 2; ++j) {
        d[t] = j + u; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
        __syncthreads();
        d[t ^ 1] += 1;
        __syncthreads();
      }
      s += d[127 - t];
    }
  }
  o[t] = s;
}

// A sorting network in a function, called in a loop until a list is done.
struct Job {
  unsigned from, to;
};
__device__ void exchange(unsigned *v, unsigned t, unsigned j) {
  unsigned p = 2 * t - (t & (j - 1)), a = v[p], b = v[p + j];
  v[p] = min(a, b);
  v[p + j] = max(a, b);
}
__device__ void network(unsigned *v, unsigned t) {
  for (unsigned u = 1; u < 128; u <<= 1)
    for (unsigned j = u; j > 0; j >>= 1) {
      exchange(v, t, j);
      __syncthreads();
    }
  for (unsigned j = 128; j > 0; j >>= 1) {
    exchange(v, t, j);
    __syncthreads();
  }
}
__global__ void sortJobs(unsigned *d, const Job *list) {
  __shared__ Job stack[8];
  __shared__ int top;
  __shared__ unsigned cells[1024];
  unsigned t = threadIdx.x;
  if (t == 0) {
    top = 0;
    stack[0] = list[blockIdx.x];
  }
  for (unsigned i = t; i < 1024; i += 128)
    cells[i] = d[i];
  __syncthreads();
  while (top >= 0) {
    Job w = stack[top];
    __syncthreads();
    if (t == 0)
      --top;
    __syncthreads();
    if (w.to - w.from == 256)
      network(cells + w.from, t);
  }
  d[blockIdx.x * 128 + t] = cells[t]; // silent: elected-thread
}
__device__ void networkForgotten(unsigned *v, unsigned t) {
  for (unsigned u = 1; u < 128; u <<= 1)
    for (unsigned j = u; j > 0; j >>= 1) {
      exchange(v, t, j);
      __syncthreads();
    }
  for (unsigned j = 128; j > 0; j >>= 1) {
    unsigned p = 2 * t - (t & (j - 1)), a = v[p], b = v[p + j]; // warn shared-memory-race: is read while another thread of the block may still write it in the previous iteration
    v[p] = min(a, b);
    v[p + j] = max(a, b);
  }
}
__global__ void sortRounds(unsigned *d, int n) {
  __shared__ unsigned cells[256];
  unsigned t = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    networkForgotten(cells, t);
    __syncthreads();
  }
  d[t] = cells[t];
}
void launchRounds(unsigned *d, int n) { sortRounds<<<1, 128>>>(d, n); }
void launchJobs(unsigned *d, const Job *list) { sortJobs<<<16, 128>>>(d, list); }

// RUN: %verify %s --checks=-*,warplint-named-barrier
//
// Roles that ask an array in memory how much there is to do, and find nothing: then no
// barrier object orders them either, and numbered barriers must be in turn by themselves.

#include "../Inputs/mbarrier.cuh"

__device__ inline void sync(int id, int n) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}
__device__ inline void arrive(int id, int n) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}

constexpr int Users = 128, Loaders = 64, All = Users + Loaders;

__device__ inline int roundsOf(const int *lengths, int row) { return (lengths[row] + 63) / 64; }

__device__ void load(const float *in, float *tile, uint64_t *full, uint64_t *empty, int count, int &n) {
  for (int i = 0; i < count; ++i, ++n) {
    mbarWait(empty, n & 1 ^ 1);
    tile[threadIdx.x - Users] = in[n * Loaders + threadIdx.x - Users];
    mbarArrive(full);
  }
}
__device__ float use(const float *tile, uint64_t *full, uint64_t *empty, int count, int &n) {
  float sum = 0;
  for (int i = 0; i < count; ++i, ++n) {
    mbarWait(full, n & 1);
    sum += tile[threadIdx.x % Loaders];
    mbarArrive(empty);
  }
  return sum;
}

__global__ void __launch_bounds__(All) arrivesWhereNothingIs(const float *in, const int *lengths, float *out, int rows) {
  __shared__ float tile[Loaders];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    mbarInit(&full, Loaders);
    mbarInit(&empty, Users);
  }
  __syncthreads();
  int n = 0;
  if (threadIdx.x >= Users) {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      load(in, tile, &full, &empty, roundsOf(lengths, row), n);
      sync(1, All);
    }
  } else {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      if (roundsOf(lengths, row) == 0) {
        arrive(1, All); // warn named-barrier: warps may come to barrier 1 before its last use is over
        // note: where 'lengths' holds nothing but 0
        continue;
      }
      out[row] = use(tile, &full, &empty, roundsOf(lengths, row), n);
      sync(1, All);
    }
  }
}
void launch1(const float *in, const int *lengths, float *out, int rows) {
  arrivesWhereNothingIs<<<132, All>>>(in, lengths, out, rows);
}

__global__ void __launch_bounds__(All) waitsWhereNothingIs(const float *in, const int *lengths, float *out, int rows) {
  __shared__ float tile[Loaders];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    mbarInit(&full, Loaders);
    mbarInit(&empty, Users);
  }
  __syncthreads();
  int n = 0;
  if (threadIdx.x >= Users) {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      load(in, tile, &full, &empty, roundsOf(lengths, row), n);
      sync(1, All);
    }
  } else {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      if (roundsOf(lengths, row) <= 0) {
        sync(1, All);
        continue;
      }
      out[row] = use(tile, &full, &empty, roundsOf(lengths, row), n);
      sync(1, All);
    }
  }
}
void launch2(const float *in, const int *lengths, float *out, int rows) {
  waitsWhereNothingIs<<<132, All>>>(in, lengths, out, rows);
}

// Both roles leave the row out.
__global__ void __launch_bounds__(All) bothLeaveItOut(const float *in, const int *lengths, float *out, int rows) {
  __shared__ float tile[Loaders];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    mbarInit(&full, Loaders);
    mbarInit(&empty, Users);
  }
  __syncthreads();
  int n = 0;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    if (roundsOf(lengths, row) <= 0)
      continue;
    if (threadIdx.x >= Users) {
      load(in, tile, &full, &empty, roundsOf(lengths, row), n);
      sync(1, All);
    } else {
      out[row] = use(tile, &full, &empty, roundsOf(lengths, row), n);
      arrive(1, All);
    }
  }
}
void launch3(const float *in, const int *lengths, float *out, int rows) {
  bothLeaveItOut<<<132, All>>>(in, lengths, out, rows);
}

// The kernel sets the lengths itself: that all are nothing is not known to happen.
__global__ void __launch_bounds__(All) countsFirst(const float *in, int *lengths, float *out, int rows) {
  __shared__ float tile[Loaders];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    mbarInit(&full, Loaders);
    mbarInit(&empty, Users);
    for (int row = blockIdx.x; row < rows; row += gridDim.x)
      lengths[row] = 64;
  }
  __syncthreads();
  int n = 0;
  if (threadIdx.x >= Users) {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      load(in, tile, &full, &empty, roundsOf(lengths, row), n);
      sync(1, All);
    }
  } else {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      if (roundsOf(lengths, row) == 0) {
        arrive(1, All);
        continue;
      }
      out[row] = use(tile, &full, &empty, roundsOf(lengths, row), n);
      sync(1, All);
    }
  }
}
void launch4(const float *in, int *lengths, float *out, int rows) {
  countsFirst<<<132, All>>>(in, lengths, out, rows);
}

// The lengths are members of what describes the work.
struct Item {
  int first, length;
};
__device__ inline int roundsOf(const Item *work, int row) { return (work[row].length + 63) / 64; }
__global__ void __launch_bounds__(All) arrivesWhereAnItemIsEmpty(const float *in, const Item *work, float *out, int rows) {
  __shared__ float tile[Loaders];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    mbarInit(&full, Loaders);
    mbarInit(&empty, Users);
  }
  __syncthreads();
  int n = 0;
  if (threadIdx.x >= Users) {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      load(in, tile, &full, &empty, roundsOf(work, row), n);
      sync(1, All);
    }
  } else {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      if (roundsOf(work, row) == 0) {
        arrive(1, All); // warn named-barrier: warps may come to barrier 1 before its last use is over
        // note: where 'length' holds nothing but 0
        continue;
      }
      out[work[row].first] = use(tile, &full, &empty, roundsOf(work, row), n);
      sync(1, All);
    }
  }
}
void launch5(const float *in, const Item *work, float *out, int rows) {
  arrivesWhereAnItemIsEmpty<<<132, All>>>(in, work, out, rows);
}

__global__ void __launch_bounds__(All) waitsWhereAnItemIsEmpty(const float *in, const Item *work, float *out, int rows) {
  __shared__ float tile[Loaders];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    mbarInit(&full, Loaders);
    mbarInit(&empty, Users);
  }
  __syncthreads();
  int n = 0;
  if (threadIdx.x >= Users) {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      load(in, tile, &full, &empty, roundsOf(work, row), n);
      sync(1, All);
    }
  } else {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
      if (roundsOf(work, row) == 0) {
        sync(1, All);
        continue;
      }
      out[work[row].first] = use(tile, &full, &empty, roundsOf(work, row), n);
      sync(1, All);
    }
  }
}
void launch6(const float *in, const Item *work, float *out, int rows) {
  waitsWhereAnItemIsEmpty<<<132, All>>>(in, work, out, rows);
}

// Each warp has a role by a table: not all have the same.
__global__ void __launch_bounds__(All) rolesOfATable(const int *roleOf, float *out, int rounds) {
  int role = roleOf[threadIdx.x / 32];
  for (int i = 0; i < rounds; ++i) {
    if (role == 0) {
      arrive(1, All);
      out[i] = 0;
    } else {
      sync(1, All);
    }
    __syncthreads();
  }
}
void launch7(const int *roleOf, float *out, int rounds) {
  rolesOfATable<<<132, All>>>(roleOf, out, rounds);
}

// The same by two entries, of which a warp chooses one.
__global__ void __launch_bounds__(All) rolesOfTwoEntries(const int *roleOf, float *out, int rounds) {
  int which = 0;
  if (threadIdx.x >= Users)
    which = 1;
  int role = roleOf[which];
  for (int i = 0; i < rounds; ++i) {
    if (role == 0) {
      arrive(1, All);
      out[i] = 0;
    } else {
      sync(1, All);
    }
    __syncthreads();
  }
}
void launch8(const int *roleOf, float *out, int rounds) {
  rolesOfTwoEntries<<<132, All>>>(roleOf, out, rounds);
}

// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// A list that some rounds fetch for those behind them: where the next round is
// certain to wait before it reads, all threads read the same.

// Both conditions ask the same about the same number.
__global__ void waitsInTheNextRound(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  int done = 0;
  for (int item = blockIdx.x; item < n; item += gridDim.x) {
    int at = done % 128;
    if (at == 0)
      __syncthreads();
    int x = fetched[at];
    ++done;
    if (done % 128 == 0) {
      __syncthreads();
      fetched[threadIdx.x] = list[done + threadIdx.x];
    }
    if (sizes[x] == 7)
      continue;
    __syncthreads();
  }
}

// Every other time nobody waits.
__global__ void waitsInEveryOther(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  int done = 0;
  for (int item = blockIdx.x; item < n; item += gridDim.x) {
    if (done % 256 == 0)
      __syncthreads();
    int x = fetched[done % 128];
    ++done;
    if (done % 128 == 0) {
      __syncthreads();
      fetched[threadIdx.x] = list[done + threadIdx.x];
    }
    if (sizes[x] == 7)
      continue;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  }
}

// The next round has counted further.
__global__ void countsInBetween(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  int done = 0;
  for (int item = blockIdx.x; item < n; item += gridDim.x) {
    if (done % 128 == 0)
      __syncthreads();
    int x = fetched[done % 128];
    ++done;
    if (done % 128 == 0) {
      __syncthreads();
      fetched[threadIdx.x] = list[done + threadIdx.x];
      ++done;
    }
    if (sizes[x] == 7)
      continue;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  }
}

// What is asked is another number.
__global__ void asksAnotherCounter(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  int done = 0, used = 0;
  for (int item = blockIdx.x; item < n; item += gridDim.x) {
    if (used % 128 == 0)
      __syncthreads();
    int x = fetched[done % 128];
    ++done;
    used += item % 2;
    if (done % 128 == 0) {
      __syncthreads();
      fetched[threadIdx.x] = list[done + threadIdx.x];
    }
    if (sizes[x] == 7)
      continue;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  }
}

// The next round waits, though only behind its read.
__global__ void waitsBehindTheRead(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  int done = 0;
  for (int item = blockIdx.x; item < n; item += gridDim.x) {
    int x = fetched[done % 128];
    if (done % 128 == 0)
      __syncthreads();
    ++done;
    if (done % 128 == 0) {
      __syncthreads();
      fetched[threadIdx.x] = list[done + threadIdx.x];
    }
    if (sizes[x] == 7)
      continue;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  }
}

// The other way around: the rounds that do not fetch are those that go on.
__global__ void goesOnOtherwise(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  int done = 0, x = 0;
  for (int item = blockIdx.x; item < n; item += gridDim.x) {
    if (done % 128 != 0) {
      x = fetched[done % 128];
    } else {
      __syncthreads();
      x = fetched[0];
    }
    if (++done % 128 == 0) {
      __syncthreads();
      fetched[threadIdx.x] = list[done + threadIdx.x];
    }
    if (sizes[x] == 7)
      continue;
    __syncthreads();
  }
}

__global__ void goesOnWithoutWaiting(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  int done = 0, x = 0;
  for (int item = blockIdx.x; item < n; item += gridDim.x) {
    if (done % 128 == 0) {
      x = fetched[0];
    } else {
      __syncthreads();
      x = fetched[done % 128];
    }
    if (++done % 128 == 0) {
      __syncthreads();
      fetched[threadIdx.x] = list[done + threadIdx.x];
    }
    if (sizes[x] == 7)
      continue;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  }
}

// A flag that the fetching round leaves to the next one.
__global__ void leavesAFlag(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  bool fresh = false;
  for (int item = blockIdx.x; item < n; item += gridDim.x) {
    if (fresh)
      __syncthreads();
    fresh = false;
    int x = fetched[item % 128];
    if (item % 128 == 127) {
      __syncthreads();
      fetched[threadIdx.x] = list[item + threadIdx.x];
      fresh = true;
    }
    if (sizes[x] == 7)
      continue;
    __syncthreads();
  }
}

__global__ void takesTheFlagBack(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  bool fresh = false;
  for (int item = blockIdx.x; item < n; item += gridDim.x) {
    if (fresh)
      __syncthreads();
    int x = fetched[item % 128];
    if (item % 128 == 127) {
      __syncthreads();
      fetched[threadIdx.x] = list[item + threadIdx.x];
      fresh = true;
    }
    fresh = false;
    if (sizes[x] == 7)
      continue;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  }
}

// Who gets `false` does not come to the body, and so not past the barrier.
template <bool AtEnd> struct Schedule {
  const int *list;
  int *fetched;
  int n, item, done = 0, x = 0;
  __device__ Schedule(const int *list, int *fetched, int n)
      : list(list), fetched(fetched), n(n), item(blockIdx.x) {
    fetch();
  }
  __device__ void fetch() { fetched[threadIdx.x] = list[done + threadIdx.x]; }
  __device__ bool next() {
    if (item >= n)
      return AtEnd;
    int at = done % 128;
    if (at == 0)
      __syncthreads();
    int found = fetched[at];
    if (++done % 128 == 0) {
      __syncthreads();
      fetch();
    }
    x = found;
    return true;
  }
};

__global__ void endsWithTheList(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  Schedule<false> all(list, fetched, n);
  while (all.next()) {
    all.item += gridDim.x;
    if (sizes[all.x] == 7)
      continue;
    __syncthreads();
  }
}

// Behind the end of the list, too, the body may count back.
__global__ void goesOnBehindTheList(const int *list, const int *sizes, int n) {
  __shared__ int fetched[128];
  Schedule<true> all(list, fetched, n);
  while (all.next()) {
    all.item = sizes[all.item];
    if (sizes[all.x] == 7)
      continue;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  }
}

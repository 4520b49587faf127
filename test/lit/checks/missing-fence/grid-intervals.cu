// RUN: %verify %s --checks=-*,warplint-missing-fence
//
// What is stored before all blocks have met, and looked at behind that, is ordered
// by the barrier of the grid, not by a flag.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned loadFromL2(const unsigned *p) {
  unsigned value;
  asm volatile("ld.cg.u32 %0, [%1];" : "=r"(value) : "l"(p));
  return value;
}

// Each block has a word; the first one collects them, and gives them back.
struct WordOfEachBlock {
  unsigned *words;
  __device__ void sync() const {
    volatile unsigned *own = words;
    __threadfence();
    __syncthreads();
    if (blockIdx.x == 0) {
      if (threadIdx.x == 0)
        own[blockIdx.x] = 1;
      __syncthreads();
      for (int peer = threadIdx.x; peer < gridDim.x; peer += blockDim.x)
        while (loadFromL2(words + peer) == 0)
          __threadfence_block();
      __syncthreads();
      for (int peer = threadIdx.x; peer < gridDim.x; peer += blockDim.x)
        own[peer] = 0;
    } else {
      if (threadIdx.x == 0) {
        own[blockIdx.x] = 1;
        while (loadFromL2(words + blockIdx.x) == 1)
          __threadfence_block();
      }
      __syncthreads();
    }
  }
};

// One thread collects; one word lets all go.
__device__ void meet(volatile int *came, volatile int *go, int turn) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    came[blockIdx.x] = turn;
    if (blockIdx.x == 0) {
      for (int b = 0; b < gridDim.x; ++b)
        while (came[b] != turn) {
        }
      *go = turn;
    }
    while (*go != turn) {
    }
    __threadfence();
  }
  __syncthreads();
}

// A counter.
__device__ void count(int *counter, int turn) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(counter, 1);
    while (*(volatile int *)counter < turn * (int)gridDim.x) {
    }
  }
  __syncthreads();
}

#define TAKE                                                                               \
  int at = link[blockIdx.x * blockDim.x + threadIdx.x + turn], seen = 0;                   \
  if (gone[at])                                                                            \
    seen = data[link[at]];
#define PUT                                                                                \
  if (seen > turn) {                                                                       \
    data[atomicAdd(used, 1)] = seen;                                                       \
    gone[link[at]] = true;                                                                 \
  }

__global__ void byWords(WordOfEachBlock grid, volatile bool *gone, int *data, int *link, int *used, int n) {
  for (int turn = 0; turn < n; ++turn) {
    TAKE
    grid.sync();
    PUT
    grid.sync();
  }
}

__global__ void byOneWord(volatile int *came, volatile int *go, volatile bool *gone, int *data, int *link, int *used, int n) {
  for (int turn = 0; turn < n; ++turn) {
    TAKE
    meet(came, go, 2 * turn + 1);
    PUT
    meet(came, go, 2 * turn + 2);
  }
}

__global__ void byACounter(int *counter, volatile bool *gone, int *data, int *link, int *used, int n) {
  for (int turn = 0; turn < n; ++turn) {
    TAKE
    count(counter, 2 * turn + 1);
    PUT
    count(counter, 2 * turn + 2);
  }
}

__global__ void byTheGroup(volatile bool *gone, int *data, int *link, int *used, int n) {
  for (int turn = 0; turn < n; ++turn) {
    TAKE
    cg::this_grid().sync();
    PUT
    cg::sync(cg::this_grid());
  }
}

// --- Some block may look while another one stores ----------------------------------------

__global__ void oneBarrierTooFew(WordOfEachBlock grid, volatile bool *gone, int *data, int *link, int *used, int n) {
  for (int turn = 0; turn < n; ++turn) {
    TAKE // warn missing-fence: 'data' is read after the flag 'gone'
    grid.sync();
    PUT // warn missing-fence: this store to 'gone' announces 'data' with no fence
  }
}

__global__ void barrierOfTheBlock(volatile bool *gone, int *data, int *link, int *used, int n) {
  for (int turn = 0; turn < n; ++turn) {
    TAKE // warn missing-fence: 'data' is read after the flag 'gone'
    __syncthreads();
    PUT // warn missing-fence: this store to 'gone' announces 'data' with no fence
    __syncthreads();
  }
}

__global__ void onlyInSomeTurns(WordOfEachBlock grid, volatile bool *gone, int *data, int *link, int *used, int n) {
  for (int turn = 0; turn < n; ++turn) {
    TAKE // warn missing-fence: 'data' is read after the flag 'gone'
    if (turn % 2)
      grid.sync();
    PUT // warn missing-fence: this store to 'gone' announces 'data' with no fence
    grid.sync();
  }
}

// Each block waits for the one before it alone.
__global__ void chain(volatile int *came, volatile bool *gone, int *data, int *link, int *used, int n) {
  for (int turn = 0; turn < n; ++turn) {
    TAKE // warn missing-fence: 'data' is read after the flag 'gone'
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
      came[blockIdx.x + 1] = turn;
      while (came[blockIdx.x] < turn) {
      }
    }
    __syncthreads();
    PUT // warn missing-fence: this store to 'gone' announces 'data' with no fence
    __syncthreads();
  }
}

// All wait for the words, and nobody of them has stored his own before.
__global__ void waitsForTheHost(volatile int *came, volatile bool *gone, int *data, int *link, int *used, int n) {
  for (int turn = 0; turn < n; ++turn) {
    TAKE // warn missing-fence: 'data' is read after the flag 'gone'
    if (threadIdx.x == 0)
      while (came[0] < turn) {
      }
    __syncthreads();
    PUT // warn missing-fence: this store to 'gone' announces 'data' with no fence
    __syncthreads();
  }
}

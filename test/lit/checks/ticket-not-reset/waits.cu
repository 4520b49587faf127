// RUN: %verify %s --checks=-*,warplint-ticket-not-reset
//
// A counter that blocks wait for must keep what lets them go until all of them
// have looked.

#include <cooperative_groups.h>

struct Group {
  unsigned histogram[256];
  int arrived;
};

__device__ inline int loadAcquire(int *p) {
  int value = 0;
  asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}
__device__ inline void addRelease(int *p, int value) {
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}
__device__ inline int countRelease(int *p, int value) {
  int old = 0;
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("atom.relaxed.gpu.global.add.s32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(value) : "memory");
  return old;
}
__device__ inline void storeRelease(int *p, int value) {
  asm volatile("st.release.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(value) : "memory"); // warn ticket-not-reset: the counter 'arrived' is set back while other blocks may still wait for it
  // note@-10: each block says here that it has come
  // note@-16: a block that has come, but not yet looked here again, waits for good
  // note@-3: count the blocks that have passed the wait, too, and let the last of them set 'arrived' back
}

__device__ inline void meet(Group *group, int &phase, int blocks) {
  if (threadIdx.x == 0)
    addRelease(&group->arrived, 1);
  int goal = (phase + 1) * blocks;
  if (threadIdx.x == 0)
    while (loadAcquire(&group->arrived) < goal) {
    }
  __syncthreads();
  ++phase;
}

__global__ void theFirstOfTheGroupSetsBack(Group *groups, int rows, int blocks, int *out) {
  int of = blockIdx.x / blocks, rank = blockIdx.x % blocks, phase = 0;
  Group *group = &groups[of];
  for (int row = of; row < rows; row += gridDim.x / blocks) {
    atomicAdd(&group->histogram[row % 256], 1);
    meet(group, phase, blocks);
    out[row * blocks + rank] = group->histogram[rank];
    meet(group, phase, blocks);
  }
  if (rank == 0) {
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      group->histogram[i] = 0;
    if (threadIdx.x == 0)
      storeRelease(&group->arrived, 0);
  }
}

__device__ inline void storeByTheLast(int *p, int value) {
  asm volatile("st.release.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}

__global__ void theLastOfTheGroupSetsBack(Group *groups, int rows, int blocks, int *out) {
  __shared__ int last;
  int of = blockIdx.x / blocks, rank = blockIdx.x % blocks, phase = 0;
  Group *group = &groups[of];
  for (int row = of; row < rows; row += gridDim.x / blocks) {
    atomicAdd(&group->histogram[row % 256], 1);
    meet(group, phase, blocks);
    out[row * blocks + rank] = group->histogram[rank];
    meet(group, phase, blocks);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    last = countRelease(&group->arrived, 1) + 1 == (phase + 1) * blocks;
  __syncthreads();
  if (last) {
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      group->histogram[i] = 0;
    __syncthreads();
    if (threadIdx.x == 0)
      storeByTheLast(&group->arrived, 0);
  }
}

// --- Counters that add up to 0 -------------------------------------------------

struct Barrier {
  int *arrived;
  int change;
  __device__ Barrier(int *at) : arrived(at) {
    change = blockIdx.x == 0 ? 1 - int(gridDim.x) : 1;
  }
  __device__ bool isMaster() const { return threadIdx.x == 0 && threadIdx.y == 0; }
  __device__ void wait() {
    __syncthreads();
    if (isMaster()) {
      __threadfence();
      atomicAdd(arrived, change); // warn ticket-not-reset: the counter 'workspace' is counted on while other blocks may still wait for the value that it has now
      int seen = -1;
      do {
        seen = *(volatile int *)arrived;
      } while (seen != 0);
      __threadfence();
    }
    __syncthreads();
  }
};

__global__ void oneBarrierAgainAtOnce(int *workspace, int *out) {
  Barrier barrier(workspace);
  out[blockIdx.x] = 1;
  barrier.wait();
  int next = out[(blockIdx.x + 1) % gridDim.x];
  barrier.wait();
  out[blockIdx.x] = next;
}

struct BarrierInTurn {
  int *workspace;
  int change;
  __device__ BarrierInTurn(int *at) : workspace(at) {
    change = blockIdx.x == 0 ? 1 - int(gridDim.x) : 1;
  }
  __device__ void wait(int which) {
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
      __threadfence();
      atomicAdd(workspace + which, change);
      int seen = -1;
      do {
        seen = ((volatile int *)workspace)[which];
      } while (seen != 0);
      __threadfence();
    }
    __syncthreads();
  }
};

__global__ void twoBarriersInTurn(int *workspace, int *out) {
  BarrierInTurn barrier(workspace);
  out[blockIdx.x] = 1;
  barrier.wait(0);
  int next = out[(blockIdx.x + 1) % gridDim.x];
  barrier.wait(1);
  out[blockIdx.x] = next;
  barrier.wait(0);
  out[blockIdx.x] += out[(blockIdx.x + 1) % gridDim.x];
}

// One wait, and no other behind it.
__global__ void onceOnly(int *workspace, int *out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;
    __threadfence();
    atomicAdd(workspace, blockIdx.x == 0 ? 1 - int(gridDim.x) : 1);
    while (*(volatile int *)workspace != 0) {
    }
    __threadfence();
    out[gridDim.x + blockIdx.x] = out[(blockIdx.x + 1) % gridDim.x];
  }
}

// --- Rounds --------------------------------------------------------------------

__global__ void oneValueOfEachRound(unsigned *arrived, int *out, int rounds) {
  for (int round = 1; round <= rounds; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(arrived, 1); // warn ticket-not-reset: the counter 'arrived' is counted on while other blocks may still wait for the value that it has now
      while (atomicAdd(arrived, 0) != gridDim.x * round) {
      }
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x] += round;
  }
}

__global__ void atLeastThatOfEachRound(unsigned *arrived, int *out, int rounds) {
  for (int round = 1; round <= rounds; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(arrived, 1);
      while (atomicAdd(arrived, 0) < gridDim.x * round) {
      }
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x] += round;
  }
}

// A counter of its own in each iteration, to which nobody comes again.
__global__ void oneCounterForEachRound(unsigned *arrived, int *out, int rounds) {
  for (int round = blockIdx.y; round < rounds; round += gridDim.y) {
    unsigned *here = arrived + round;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(here, 1);
      while (*(volatile unsigned *)here != gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x] += round;
  }
}

struct Round {
  int sums[8];
  unsigned arrived;
};

__global__ void oneCounterInARecordForEachRound(Round *all, int *out, int rounds) {
  for (int round = rounds - 1; round >= 0; --round) {
    if (threadIdx.x == 0) {
      all[2 * round + 1].sums[blockIdx.x] = round;
      __threadfence();
      atomicAdd(&all[2 * round + 1].arrived, 1);
      while (atomicAdd(&all[2 * round + 1].arrived, 0) != gridDim.x) {
      }
    }
    __syncthreads();
    out[blockIdx.x] += all[2 * round + 1].sums[threadIdx.x];
  }
}

__global__ void setBackAtOnceInEachRound(unsigned *arrived, int *out, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      atomicAdd(arrived + round, 1);
      while (atomicAdd(arrived + round, 0) != gridDim.x) {
      }
      arrived[round] = 0; // warn ticket-not-reset: the counter 'arrived' is set back while other blocks may still wait for it
    }
    __syncthreads();
    out[blockIdx.x] += round;
  }
}

// The second time around it is the first round's again.
__global__ void countersOfRoundsAgain(unsigned *arrived, int *out, int times, int rounds) {
  for (int time = 0; time < times; ++time)
    for (int round = 0; round < rounds; ++round) {
      if (threadIdx.x == 0) {
        atomicAdd(arrived + round, 1); // warn ticket-not-reset: the counter 'arrived' is counted on while other blocks may still wait for the value that it has now
        while (atomicAdd(arrived + round, 0) != gridDim.x * (time + 1)) {
        }
      }
      __syncthreads();
      out[blockIdx.x] += round;
    }
}

__global__ void oneCounterForAFewRounds(unsigned *arrived, int *out, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      atomicAdd(arrived + round / 4, 1); // warn ticket-not-reset: the counter 'arrived' is counted on while other blocks may still wait for the value that it has now
      while (atomicAdd(arrived + round / 4, 0) != gridDim.x * (round % 4 + 1)) {
      }
    }
    __syncthreads();
    out[blockIdx.x] += round;
  }
}

// --- Who sets back -------------------------------------------------------------

__device__ unsigned arrivedHere, goneFromHere, arrivedThere;

__global__ void eachBlockSetsBack(int *out) {
  if (threadIdx.x == 0) {
    atomicAdd(&arrivedHere, 1);
    while (*(volatile unsigned *)&arrivedHere < gridDim.x) {
    }
    out[blockIdx.x] = 1;
    arrivedHere = 0; // warn ticket-not-reset: the counter 'arrivedHere' is set back while other blocks may still wait for it
  }
}

__global__ void behindASecondWait(int *out) {
  if (threadIdx.x == 0) {
    atomicAdd(&arrivedHere, 1);
    while (*(volatile unsigned *)&arrivedHere < gridDim.x) {
    }
    out[blockIdx.x] = 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&arrivedThere, 1);
    while (*(volatile unsigned *)&arrivedThere % gridDim.x != 0) {
    }
  }
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    arrivedHere = 0;
}

__global__ void behindTheGridsBarrier(int *out) {
  if (threadIdx.x == 0) {
    atomicAdd(&arrivedHere, 1);
    while (*(volatile unsigned *)&arrivedHere < gridDim.x) {
    }
    out[blockIdx.x] = 1;
  }
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    arrivedHere = 0;
}

__global__ void theLastThatHasGone(int *out) {
  if (threadIdx.x == 0) {
    atomicAdd(&arrivedHere, 1);
    while (*(volatile unsigned *)&arrivedHere < gridDim.x) {
    }
    out[blockIdx.x] = 1;
    if (atomicAdd(&goneFromHere, 1) == gridDim.x - 1) {
      arrivedHere = 0;
      goneFromHere = 0;
    }
  }
}

// One block waits for the others, which wait for nobody.
__global__ void oneWaits(int *out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;
    __threadfence();
    atomicAdd(&arrivedHere, 1);
    if (blockIdx.x == 0) {
      while (*(volatile unsigned *)&arrivedHere < gridDim.x) {
      }
      arrivedHere = 0;
      out[0] = out[1];
    }
  }
}

// Each waits for its turn, and nobody is passed by.
__global__ void oneAfterTheOther(unsigned *turn, int *out, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      while (*(volatile unsigned *)turn != round * gridDim.x + blockIdx.x) {
      }
      __threadfence();
      out[0] = out[0] * 3 + 1;
      __threadfence();
      atomicAdd(turn, 1);
    }
    __syncthreads();
  }
}

__global__ void turnsDrawn(unsigned *drawn, unsigned *turn, int *out, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      unsigned mine = atomicAdd(drawn, 1);
      while (atomicAdd(turn, 0) != mine) {
      }
      __threadfence();
      out[0] = out[0] * 3 + 1;
      __threadfence();
      atomicAdd(turn, 1);
    }
    __syncthreads();
  }
}

// The last to come sets the counter back, and lets the others go by another word.
__global__ void byGenerations(unsigned *arrived, volatile unsigned *generation, int *out) {
  for (int round = 0; round < 4; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) {
      unsigned before = *generation;
      __threadfence();
      if (atomicAdd(arrived, 1) == gridDim.x - 1) {
        *arrived = 0;
        __threadfence();
        *generation = before + 1;
      } else {
        while (*generation == before) {
        }
      }
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x] += round;
  }
}

__global__ void inOneBlock(unsigned *arrived, int *out) {
  if (threadIdx.x % 32 == 0) {
    atomicAdd(arrived, 1);
    while (*(volatile unsigned *)arrived < blockDim.x / 32) {
    }
    out[threadIdx.x] = 1;
    *arrived = 0;
  }
}

void launch(unsigned *arrived, int *out) { inOneBlock<<<1, 256>>>(arrived, out); }

// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// A barrier with a number and a count orders those who come to it.

#include <cuda/barrier>

__device__ __forceinline__ void syncGroup(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ __forceinline__ void arriveAtGroup(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// --- Somebody is left out ----------------------------------------------------

__global__ void readsBeyondTheGroup(const int *in, int *out) {
  __shared__ int cells[128];
  cells[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = cells[127 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
    // note@-2: 'bar.sync' orders only the threads that come to it, and thread {{\((6[4-9]|[7-9][0-9]|1[0-2][0-9]),0,0\)}} is none of them
  }
}
void launchBeyond(const int *in, int *out) { readsBeyondTheGroup<<<1, 128>>>(in, out); }

__global__ void groupByWarp(const int *in, int *out) {
  __shared__ int cells[128];
  int warp = threadIdx.x / 32;
  cells[threadIdx.x] = in[threadIdx.x];
  if (warp >= 2) {
    syncGroup(3, 64);
    out[threadIdx.x] = cells[127 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
  }
}
void launchByWarp(const int *in, int *out) { groupByWarp<<<1, 128>>>(in, out); }

__global__ void twoGroups(const int *in, int *out) {
  __shared__ int cells[128];
  int group = threadIdx.x / 64;
  cells[threadIdx.x] = in[threadIdx.x];
  __barrier_sync_count(1 + group, 64);
  out[threadIdx.x] = cells[127 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchTwo(const int *in, int *out) { twoGroups<<<1, 128>>>(in, out); }

__global__ void overwrittenByTheOthers(const int *in, int *out) {
  __shared__ int cells[128];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 64) {
    int other = cells[threadIdx.x + 64]; // warn shared-memory-race: is read while another thread of the block may still write it
    syncGroup(1, 64);
    out[threadIdx.x] = other;
  } else {
    syncGroup(2, 64);
    cells[threadIdx.x] = 0;
  }
}
void launchOverwritten(const int *in, int *out) { overwrittenByTheOthers<<<1, 128>>>(in, out); }

__global__ void inRounds(const int *in, int *out, int n) {
  __shared__ int cells[128];
  for (int i = 0; i < n; ++i) {
    cells[threadIdx.x] = in[i * 128 + threadIdx.x];
    if (threadIdx.x < 64) {
      syncGroup(1, 64);
      out[i * 64 + threadIdx.x] = cells[127 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
    }
    __syncthreads();
  }
}
void launchRounds(const int *in, int *out, int n) { inRounds<<<1, 128>>>(in, out, n); }

// --- The group keeps to itself -----------------------------------------------

__global__ void ownElements(const int *in, int *out) {
  __shared__ int cells[128];
  cells[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = cells[63 - threadIdx.x];
  }
}
void launchOwn(const int *in, int *out) { ownElements<<<1, 128>>>(in, out); }

__global__ void ownElementsOfTwoGroups(const int *in, int *out) {
  __shared__ int cells[128];
  int group = threadIdx.x / 64, rank = threadIdx.x % 64;
  cells[threadIdx.x] = in[threadIdx.x];
  syncGroup(1 + group, 64);
  out[threadIdx.x] = cells[group * 64 + 63 - rank];
}
void launchOwnTwo(const int *in, int *out) { ownElementsOfTwoGroups<<<1, 128>>>(in, out); }

__global__ void everybodyComes(const int *in, int *out) {
  __shared__ int cells[128];
  cells[threadIdx.x] = in[threadIdx.x];
  syncGroup(1, 128);
  out[threadIdx.x] = cells[127 - threadIdx.x];
}
void launchEverybody(const int *in, int *out) { everybodyComes<<<1, 128>>>(in, out); }

__global__ void theBlockComesBehind(const int *in, int *out) {
  __shared__ int cells[128];
  cells[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 64)
    syncGroup(1, 64);
  __syncthreads();
  out[threadIdx.x] = cells[127 - threadIdx.x];
}
void launchBehind(const int *in, int *out) { theBlockComesBehind<<<1, 128>>>(in, out); }

// --- Roles -------------------------------------------------------------------

__global__ void producersArrive(const int *in, int *out) {
  __shared__ int cells[64];
  if (threadIdx.x < 64) {
    cells[threadIdx.x] = in[threadIdx.x];
    arriveAtGroup(1, 128);
  } else {
    syncGroup(1, 128);
    out[threadIdx.x] = cells[127 - threadIdx.x];
  }
}
void launchProducers(const int *in, int *out) { producersArrive<<<1, 128>>>(in, out); }

__global__ void fullAndEmpty(const int *in, int *out, int n) {
  __shared__ int cells[64];
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; ++i) {
      syncGroup(2, 128);
      cells[threadIdx.x] = in[i * 64 + threadIdx.x];
      arriveAtGroup(1, 128);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      arriveAtGroup(2, 128);
      syncGroup(1, 128);
      sum += cells[127 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
  }
}
void launchFull(const int *in, int *out, int n) { fullAndEmpty<<<1, 128>>>(in, out, n); }

__global__ void stagesWithTheirOwnNumbers(const int *in, int *out, int n) {
  __shared__ int cells[2][64];
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; ++i) {
      syncGroup(3 + i % 2, 128);
      cells[i % 2][threadIdx.x] = in[i * 64 + threadIdx.x];
      arriveAtGroup(1 + i % 2, 128);
    }
  } else {
    int sum = 0;
    arriveAtGroup(3, 128);
    arriveAtGroup(4, 128);
    for (int i = 0; i < n; ++i) {
      syncGroup(1 + i % 2, 128);
      sum += cells[i % 2][127 - threadIdx.x];
      if (i + 2 < n)
        arriveAtGroup(3 + i % 2, 128);
    }
    out[threadIdx.x] = sum;
  }
}
void launchStages(const int *in, int *out, int n) { stagesWithTheirOwnNumbers<<<1, 128>>>(in, out, n); }

// Warps 0 and 1 meet, then 1 and 2: what warp 0 has written, warp 2 may read.
__global__ void handedOn(const int *in, int *out) {
  __shared__ int cells[32];
  int warp = threadIdx.x / 32;
  if (warp == 0)
    cells[threadIdx.x] = in[threadIdx.x];
  if (warp < 2)
    syncGroup(1, 64);
  if (warp >= 1 && warp < 3)
    syncGroup(2, 64);
  if (warp == 2)
    out[threadIdx.x] = cells[95 - threadIdx.x];
}
void launchHanded(const int *in, int *out) { handedOn<<<1, 128>>>(in, out); }

// --- One of the group has heard of it otherwise ------------------------------

__global__ void handedOnByOneThatIsNotKnown(const int *in, int *out) {
  __shared__ int cells[32];
  int warp = threadIdx.x / 32;
  if (warp == 0)
    cells[threadIdx.x] = in[threadIdx.x];
  if (warp == 0 || warp == 1)
    syncGroup(1, 64);
  if (warp >= 1 && warp < 3)
    syncGroup(2, 64);
  if (warp == 2)
    out[threadIdx.x] = cells[95 - threadIdx.x];
}
void launchUnknown(const int *in, int *out) { handedOnByOneThatIsNotKnown<<<1, 128>>>(in, out); }

__global__ void handedOnFromAnObject(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  __shared__ int cells[32];
  int warp = threadIdx.x / 32;
  if (threadIdx.x == 0)
    init(&full, 64);
  __syncthreads();
  if (warp == 0) {
    cells[threadIdx.x] = in[threadIdx.x];
    (void)full.arrive();
  } else if (warp < 3) {
    if (warp == 1)
      full.arrive_and_wait();
    syncGroup(1, 64);
    if (warp == 2)
      out[threadIdx.x] = cells[95 - threadIdx.x];
  }
}
void launchObject(const int *in, int *out) { handedOnFromAnObject<<<1, 128>>>(in, out); }

__global__ void handedOnFromAFlag(const int *in, int *out) {
  __shared__ int ready;
  __shared__ int cells[32];
  int warp = threadIdx.x / 32;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  if (warp == 0) {
    cells[threadIdx.x] = in[threadIdx.x];
    __threadfence_block();
    __syncwarp();
    if (threadIdx.x == 0)
      atomicExch_block(&ready, 1);
  } else if (warp < 3) {
    if (threadIdx.x == 32)
      while (atomicAdd_block(&ready, 0) == 0) {
      }
    __threadfence_block();
    syncGroup(1, 64);
    if (warp == 2)
      out[threadIdx.x] = cells[95 - threadIdx.x];
  }
}
void launchFlag(const int *in, int *out) { handedOnFromAFlag<<<1, 128>>>(in, out); }

// --- Nobody knows who comes --------------------------------------------------

__global__ void dataDecides(const int *in, int *out) {
  __shared__ int cells[128];
  cells[threadIdx.x] = in[threadIdx.x];
  if (in[threadIdx.x / 32] > 0) {
    syncGroup(1, 64);
    out[threadIdx.x] = cells[127 - threadIdx.x];
  }
}
void launchData(const int *in, int *out) { dataDecides<<<1, 128>>>(in, out); }

__global__ void aGroupPerRound(const int *in, int *out) {
  __shared__ int cells[128];
  for (int i = 0; i < 2; ++i)
    if (int(threadIdx.x / 64) == i) {
      cells[threadIdx.x] = in[threadIdx.x];
      syncGroup(1, 64);
      out[threadIdx.x] = cells[i * 64 + 63 - threadIdx.x % 64];
    }
}
void launchPerRound(const int *in, int *out) { aGroupPerRound<<<1, 128>>>(in, out); }

__global__ void otherCount(const int *in, int *out, int threads) {
  __shared__ int cells[128];
  cells[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 64) {
    syncGroup(1, threads);
    out[threadIdx.x] = cells[127 - threadIdx.x];
  }
}
void launchOther(const int *in, int *out, int threads) { otherCount<<<1, 128>>>(in, out, threads); }

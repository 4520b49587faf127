// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Inline PTX: bar.sync of the whole block, named barriers with a count, cluster
// barriers, identity read from special registers.

__device__ void barSync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ void barArrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

__global__ void ptxBlockBarrier(int *out) {
  asm volatile("bar.sync 0;" ::: "memory");
  if (threadIdx.x < 32)
    asm volatile("bar.sync 0;" ::: "memory"); // warn divergent-barrier: 'bar.sync' is reached by only some threads of the block
  // note@-2: this condition differs
  if (out[threadIdx.x])
    asm volatile("barrier.sync.aligned 0;" ::: "memory"); // warn divergent-barrier: reached by only some threads of the block
  if (threadIdx.x & 1)
    asm volatile("barrier.sync 1;" ::: "memory"); // warn divergent-barrier: reached by only some threads
}

__global__ void ptxReductionBarrier(const int *in, int *out) {
  int any;
  asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0;\n"
               "  bar.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
               : "=r"(any)
               : "r"(in[threadIdx.x])
               : "memory");
  out[threadIdx.x] = any;
}

// Warp-specialised: each side of the branch waits at its own named barrier, with
// its own number of threads.
__global__ void producerConsumer(const float *in, float *out, int tiles) {
  __shared__ float stage[2][128];
  int warp = threadIdx.x / 32;
  if (warp < 4) {
    for (int t = 0; t < tiles; ++t) {
      barSync(1 + t % 2, 256);
      stage[t % 2][threadIdx.x] = in[t * 128 + threadIdx.x];
      barArrive(3 + t % 2, 256);
    }
  } else {
    barArrive(1, 256);
    barArrive(2, 256);
    for (int t = 0; t < tiles; ++t) {
      barSync(3 + t % 2, 256);
      out[t * 128 + threadIdx.x - 128] = stage[t % 2][threadIdx.x - 128];
      barArrive(1 + t % 2, 256);
    }
  }
}

__global__ void namedBarrierOfOneWarpgroup(float *out) {
  if (threadIdx.x >= 128) {
    asm volatile("bar.sync 2, 128;" ::: "memory");
    out[threadIdx.x] = 0;
    asm volatile("barrier.sync.aligned 3, 128;" ::: "memory");
  }
  if (threadIdx.x < 64)
    asm volatile("barrier.arrive 4, 192;" ::: "memory");
  else
    asm volatile("barrier.sync 4, 192;" ::: "memory");
}

__global__ void clusterInPtx(int *out) {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x == 0)
    asm volatile("barrier.cluster.arrive;" ::: "memory"); // warn divergent-barrier: reached by only some threads of the cluster
  if (threadIdx.x == 0)
    asm volatile("barrier.cluster.wait;" ::: "memory");
}

__global__ void clusterInPtxBoth(int *out) {
  if (threadIdx.x < 32) {
    asm volatile("barrier.cluster.arrive;\n\t" // warn divergent-barrier: reached by only some threads of the cluster
                 "barrier.cluster.wait;" ::: "memory");
  }
  out[threadIdx.x] = 1;
}

__device__ unsigned laneId() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
__device__ unsigned blockRank() {
  unsigned rank;
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(rank));
  return rank;
}

__global__ void specialRegisters(int *out) {
  if (blockRank() == 0)
    __syncthreads();
  if (laneId() == 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  int tid;
  asm("mov.u32 %0, %%tid.x;" : "=r"(tid));
  if (tid < 32)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// Computation in PTX is as uniform as its inputs.
__global__ void arithmeticInPtx(int *out, int n) {
  int doubled;
  asm("shl.b32 %0, %1, 1;" : "=r"(doubled) : "r"(n));
  if (doubled > 4)
    __syncthreads();
  asm("shl.b32 %0, %1, 1;" : "=r"(doubled) : "r"(threadIdx.x));
  if (doubled > 4)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// One thread is elected: no block barrier in its branch.
__global__ void electedThread(int *out) {
  unsigned elected;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff;\n"
               "  selp.b32 %0, 1, 0, p; }"
               : "=r"(elected));
  if (elected)
    out[threadIdx.x] = 1;
  __syncthreads();
  if (elected)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void warpBarriersInPtx(const int *in, int *out) {
  if (threadIdx.x / 32 == 0)
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  if (in[threadIdx.x] > 0)
    asm volatile("membar.gl; fence.acq_rel.gpu;" ::: "memory");
}

__global__ void barrierFunctionsOfCuda(int *out) {
  __barrier_sync(0);
  if (threadIdx.x < 64)
    __barrier_sync_count(1, 64);
  if (threadIdx.x < 64)
    __barrier_sync(2); // warn divergent-barrier: '__barrier_sync()' is reached by only some threads
}

__global__ void warpScopeIsNoBusinessHere(const int *in, int *out) {
  if (threadIdx.x / 32 == 2)
    __syncwarp();
  unsigned lanes = __ballot_sync(~0u, in[threadIdx.x] > 0);
  if (lanes)
    __syncwarp();
  if (in[threadIdx.x] > 0)
    __syncwarp(lanes);
  out[threadIdx.x] = __shfl_sync(~0u, in[threadIdx.x], 0);
}

// --- barrier.sync counts arrivals wherever they come from --------------------------

__global__ void meetFromBothSides(int *out) {
  if (threadIdx.x % 2)
    __barrier_sync(0);
  else
    __barrier_sync(0);
  if (out[threadIdx.x] > 0) {
    asm volatile("barrier.sync 1;" ::: "memory");
    out[threadIdx.x] = 0;
    asm volatile("barrier.sync 1;" ::: "memory");
  } else {
    asm volatile("barrier.sync 1;" ::: "memory");
    asm volatile("barrier.sync 1;" ::: "memory");
  }
}

__global__ void meetAtDifferentBarriers(int *out) {
  if (threadIdx.x % 2)
    __barrier_sync(0); // warn divergent-barrier: '__barrier_sync()' is reached by only some threads of the block
  else
    __barrier_sync(1); // warn divergent-barrier: '__barrier_sync()' is reached by only some threads of the block
  if (out[threadIdx.x] > 0) {
    __barrier_sync(0); // warn divergent-barrier: '__barrier_sync()' is reached by only some threads of the block
    __barrier_sync(0);
  } else {
    __barrier_sync(0); // warn divergent-barrier: '__barrier_sync()' is reached by only some threads of the block
  }
  if (out[threadIdx.x] > 0)
    asm volatile("bar.sync 0;" ::: "memory"); // warn divergent-barrier: 'bar.sync' is reached by only some threads of the block
  else
    asm volatile("bar.sync 0;" ::: "memory"); // warn divergent-barrier: 'bar.sync' is reached by only some threads of the block
}

// --- Waits for the cluster ------------------------------------------------------
// They wait until all have arrived, not until all wait.

__device__ void arriveAtCluster() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ void waitForCluster() { asm volatile("barrier.cluster.wait.acquire;" ::: "memory"); }
__device__ void waitForClusterAligned() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

// Each role waits where it needs to; one warp does not need to at all.
__global__ void __cluster_dims__(2, 1, 1) waitsOfRoles(float *out, int n) {
  arriveAtCluster();
  int warp = threadIdx.x / 32;
  if (warp == 3 && threadIdx.x % 32 == 0) {
    for (int i = 0; i < n; ++i)
      out[i] = i;
    waitForCluster();
  } else if (warp == 2 && threadIdx.x % 32 == 0) {
    waitForCluster();
  } else if (warp < 2) {
    waitForClusterAligned(); // silent: whole-rows
    out[n + threadIdx.x] = 0;
  }
}

__global__ void __cluster_dims__(2, 1, 1) waitsOfALaneOfAWarp(float *out) {
  arriveAtCluster();
  if (threadIdx.x == 0)
    waitForClusterAligned(); // warn divergent-barrier: reached by only some threads of the cluster
}

// The other lanes of its warp are kept from coming along.
__global__ void __cluster_dims__(2, 1, 1) waitsOfALaneBesideOthers(float *out) {
  arriveAtCluster();
  if (threadIdx.x == 0)
    waitForCluster(); // warn divergent-barrier: reached by only some threads of the cluster
  __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void __cluster_dims__(2, 1, 1) waitsOfAWarpBesideOthers(float *out) {
  arriveAtCluster();
  if (threadIdx.x < 32)
    waitForCluster(); // silent: whole-rows
  __syncthreads();
  out[threadIdx.x] = 0;
}

// Who has not waited arrives a second time, perhaps at the same barrier.
__global__ void __cluster_dims__(2, 1, 1) arrivesWithoutWaiting(float *out) {
  arriveAtCluster();
  if (threadIdx.x < 32)
    waitForCluster(); // warn divergent-barrier: reached by only some threads of the cluster
  arriveAtCluster();
  waitForCluster();
  out[threadIdx.x] = 0;
}

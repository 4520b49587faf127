// RUN: %verify %s --checks=-*,warplint-grid-sync-launch
//
// Barriers across the grid and the launches of the kernels that hold them.

#include <cooperative_groups.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

// --- The grid group's barrier -------------------------------------------------

__global__ void ordinary(float *data) {
  data[blockIdx.x] = 1;
  cg::this_grid().sync(); // warn grid-sync-launch: waits for the grid, and the launch is not cooperative
  // note@+4: 'ordinary' is launched here, without cooperation
  // note@+3: launch it with 'cudaLaunchCooperativeKernel()', with no more blocks than the device holds at once
  data[blockIdx.x] += data[0];
}
void launchOrdinary(float *data) { ordinary<<<8, 128>>>(data); }

__device__ void meet(cg::grid_group &grid) { cg::sync(grid); } // warn grid-sync-launch: waits for the grid

__global__ void inAHelper(float *data, int rounds) {
  cg::grid_group everyone = cg::this_grid();
  for (int round = 0; round < rounds; ++round) {
    data[blockIdx.x] += round;
    meet(everyone);
  }
}
void launchByCall(float *data, int rounds) {
  void *arguments[] = {&data, &rounds};
  cudaLaunchKernel((const void *)inAHelper, dim3(80), dim3(64), arguments, 0, nullptr);
}

// Work of the first blocks alone does not make the barrier go away.
__global__ void behindWork(float *data, int n) {
  if (n <= 0)
    return;
  if (blockIdx.x == 0 && threadIdx.x < n)
    data[threadIdx.x] = 0;
  cg::this_grid().sync(); // warn grid-sync-launch: waits for the grid
}
template <typename Kernel> void start(Kernel kernel, float *data, int n) {
  kernel<<<(n + 255) / 256, 256>>>(data, n);
}
void launchThroughATemplate(float *data, int n) { start(behindWork, data, n); }

// One of its two launches is right.
__global__ void launchedTwice(float *data) {
  cg::this_grid().sync(); // warn grid-sync-launch: waits for the grid
}
void launchTwice(float *data, bool first) {
  void *arguments[] = {&data};
  if (first)
    cudaLaunchCooperativeKernel(launchedTwice, dim3(8), dim3(128), arguments);
  else
    launchedTwice<<<8, 128>>>(data);
}

__global__ void byConfiguration(float *data) {
  cg::this_grid().sync(); // warn grid-sync-launch: waits for the grid
}
__global__ void byCooperativeConfiguration(float *data) {
  cg::this_grid().sync();
}
__global__ void byUnknownConfiguration(float *data) { cg::this_grid().sync(); }
void fillIn(cudaLaunchConfig_t *config);
void launchByConfiguration(float *data, cudaStream_t stream) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(16);
  config.blockDim = dim3(128);
  config.stream = stream;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributePriority;
  attribute[0].val.priority = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, byConfiguration, data);
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  cudaLaunchKernelEx(&config, byCooperativeConfiguration, data);
  fillIn(&config);
  cudaLaunchKernelEx(&config, byUnknownConfiguration, data);
}

// The launch of one instance says nothing of another.
template <int N> __global__ void instance(float *data) {
  if (N > 1)
    cg::this_grid().sync(); // warn grid-sync-launch: waits for the grid
  data[0] = N;
}
void launchInstances(float *data) {
  instance<1><<<8, 128>>>(data);
  instance<2><<<8, 128>>>(data);
}
template <int N> __global__ void otherInstance(float *data) {
  cg::this_grid().sync();
  data[0] = N;
}
void launchOtherInstance(float *data) {
  void *arguments[] = {&data};
  cudaLaunchCooperativeKernel((void *)otherInstance<2>, 8, 128, arguments);
}
template __global__ void otherInstance<1>(float *);

// --- Barriers that kernels make themselves ------------------------------------

__device__ unsigned arrived, arrivedOnce, generation, countOfLast, signBit, few, asked, reused;
__device__ volatile unsigned turn;

__global__ void countsUp(float *data) {
  data[blockIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1u); // warn grid-sync-launch: all blocks wait for each other here, and nothing makes all of them resident at once: the launch is not cooperative
    // note@+1: blocks that wait here keep others from starting where the device cannot hold all of them
    while (atomicAdd(&arrived, 0u) < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  data[blockIdx.x] += data[0];
}
void launchCounting(float *data, int n) { countsUp<<<n / 256, 256>>>(data); }

__global__ void countsWithCuda(float *data) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(arrivedOnce);
  if (threadIdx.x == 0) {
    unsigned goal = gridDim.x;
    counter.fetch_add(1, cuda::memory_order_acq_rel); // warn grid-sync-launch: all blocks wait
    while (counter.load(cuda::memory_order_acquire) != goal)
      ;
  }
  __syncthreads();
}
void launchCountingWithCuda(float *data) { countsWithCuda<<<512, 256>>>(data); }

// The last block moves a number on; the others wait for it.
__device__ void meetByGeneration() {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned before = *(volatile unsigned *)&generation;
    __threadfence();
    if (atomicAdd(&countOfLast, 1u) == gridDim.x - 1) { // warn grid-sync-launch: all blocks wait
      countOfLast = 0;
      __threadfence();
      atomicAdd(&generation, 1u);
    } else {
      while (*(volatile unsigned *)&generation == before)
        ;
    }
    __threadfence();
  }
  __syncthreads();
}
__global__ void byGeneration(float *data, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    data[blockIdx.x] += 1;
    meetByGeneration();
  }
}
void launchByGeneration(float *data, int n) { byGeneration<<<n, 128>>>(data, 9); }

// The sum of what all blocks add turns the highest bit over.
__global__ void bySignBit(float *data) {
  if (threadIdx.x == 0) {
    unsigned add = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u;
    unsigned old = atomicAdd(&signBit, add); // warn grid-sync-launch: all blocks wait
    while (((old ^ *(volatile unsigned *)&signBit) & 0x80000000u) == 0)
      ;
  }
  __syncthreads();
}
void launchBySignBit(float *data, int n) { bySignBit<<<n, 128>>>(data); }

// --- Larger than any device ---------------------------------------------------

__global__ void cooperates(float *data) { cg::this_grid().sync(); }
__global__ void cooperatesWithMuchMemory(float *data) {
  __shared__ float tile[24 * 1024 / sizeof(float)];
  tile[threadIdx.x] = data[threadIdx.x];
  cg::this_grid().sync();
  data[threadIdx.x] = tile[0];
}
void launchTooMany(float *data) {
  void *arguments[] = {&data};
  const int n = 1 << 22;
  cudaLaunchCooperativeKernel(cooperates, n / 256, 256, arguments); // warn grid-sync-launch: cooperative launch of 16384 blocks of 256 threads, which no device holds at once: it fails
  // note@-11: at most 1536 blocks of 'cooperates' are resident on any device
  cudaLaunchCooperativeKernel(cooperates, 1536, 256, arguments);
  cudaLaunchCooperativeKernel(cooperates, 108 * 2, 1024, arguments);
  cudaLaunchCooperativeKernel(cooperatesWithMuchMemory, 4096, 64, arguments); // warn grid-sync-launch: cooperative launch of 4096 blocks of 64 threads
  cudaLaunchCooperativeKernel(cooperatesWithMuchMemory, 1024, 64, arguments);
}

// --- Silent -------------------------------------------------------------------

__global__ void notLaunchedHere(float *data) { cg::this_grid().sync(); }

__global__ void asksWhetherItCan(float *data) {
  cg::grid_group grid = cg::this_grid();
  if (grid.is_valid())
    grid.sync();
}
__global__ void isTold(float *data, bool cooperative) {
  if (cooperative)
    cg::this_grid().sync();
}
__global__ void isToldAndLeaves(float *data, int mode) {
  data[blockIdx.x] = 1;
  if (mode != 2)
    return;
  cg::this_grid().sync();
}
__global__ void otherBarriers(float *data) {
  cg::this_thread_block().sync();
  data[blockIdx.x] = cg::this_grid().size();
}
void launchSilent(float *data) {
  asksWhetherItCan<<<8, 128>>>(data);
  isTold<<<8, 128>>>(data, false);
  isToldAndLeaves<<<8, 128>>>(data, 1);
  otherBarriers<<<8, 128>>>(data);
}

// One multiprocessor holds them all.
__global__ void fewBlocks(float *data) {
  if (threadIdx.x == 0) {
    atomicAdd(&few, 1u);
    while (atomicAdd(&few, 0u) < gridDim.x)
      ;
  }
}
void launchFew(float *data) { fewBlocks<<<4, 256>>>(data); }

// As many as the device holds.
__global__ void asManyAsFit(float *data) {
  if (threadIdx.x == 0) {
    atomicAdd(&asked, 1u);
    while (atomicAdd(&asked, 0u) < gridDim.x)
      ;
  }
}
int blocksThatFit() {
  int perMultiprocessor = 0;
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, asManyAsFit, 256, 0);
  return perMultiprocessor * properties.multiProcessorCount;
}
void launchAsManyAsFit(float *data) { asManyAsFit<<<blocksThatFit(), 256>>>(data); }

// A ticket: nobody waits.
__device__ unsigned ticket;
__global__ void lastBlock(float *data) {
  data[blockIdx.x] = 1;
  __threadfence();
  if (atomicAdd(&ticket, 1u) == gridDim.x - 1)
    data[0] = data[1];
}
// Each block waits for the one before it, which has begun earlier.
__global__ void inOrder(float *data) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0) {
    mine = atomicAdd(&reused, 1u);
    while (turn != mine)
      ;
    data[0] += 1;
    __threadfence();
    turn = mine + 1;
  }
}
// A counter of each group of blocks; a lock.
__device__ unsigned perRow[64], lock;
__global__ void waitsForItsRow(float *data, unsigned parts) {
  if (threadIdx.x == 0) {
    atomicAdd(&perRow[blockIdx.y], 1u);
    while (atomicAdd(&perRow[blockIdx.y], 0u) < parts)
      ;
  }
}
__global__ void locks(float *data) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0u, 1u) != 0u)
      ;
    __threadfence();
    data[0] += 1;
    __threadfence();
    atomicExch(&lock, 0u);
  }
}
void launchOthers(float *data, int n) {
  lastBlock<<<n, 128>>>(data);
  inOrder<<<n, 128>>>(data);
  waitsForItsRow<<<dim3(4, 64), 128>>>(data, 4);
  locks<<<n, 128>>>(data);
}

// RUN: %verify %s --checks=-*,warplint-divergent-barrier -- -arch=sm_90
//
// The blocks of a cluster have numbers that follow each other, from a multiple of
// its size on.

__device__ void meet() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// --- Found ----------------------------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) cutsOne(int *out) {
  if (blockIdx.x < 123)
    meet(); // warn divergent-barrier: 'barrier.cluster.arrive' in 'meet' is reached by only some threads of the cluster
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) cutsAnywhere(int *out, int n) {
  if (blockIdx.x < n)
    meet(); // warn divergent-barrier: 'barrier.cluster.arrive' in 'meet' is reached by only some threads of the cluster
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(4, 1, 1) quotientOfPairs(int *out, int n) {
  if (blockIdx.x / 2 < n)
    meet(); // warn divergent-barrier: 'barrier.cluster.arrive' in 'meet' is reached by only some threads of the cluster
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) oneLater(int *out, int n) {
  if ((blockIdx.x + 1) / 2 < n)
    meet(); // warn divergent-barrier: 'barrier.cluster.arrive' in 'meet' is reached by only some threads of the cluster
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(1, 2, 1) otherAxis(int *out, int n) {
  if (blockIdx.y < n)
    meet(); // warn divergent-barrier: 'barrier.cluster.arrive' in 'meet' is reached by only some threads of the cluster
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) blockAfterBlock(int *out, int n) {
  for (int i = blockIdx.x; i < n; i += gridDim.x)
    meet(); // warn divergent-barrier: 'barrier.cluster.arrive' in 'meet' is reached by only some threads of the cluster
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

// --- Left alone ------------------------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) betweenClusters(int *out) {
  if (blockIdx.x < 124)
    meet();
  if (blockIdx.x >= 8)
    meet();
  if (blockIdx.x > 7)
    meet();
  if (blockIdx.x <= 7)
    meet();
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) quotients(int *out, int n) {
  if (blockIdx.x / 2 < n)
    meet();
  if (blockIdx.x >> 1 == n)
    meet();
  if ((blockIdx.x & ~1u) > n)
    meet();
  if ((blockIdx.x + 2) / 4 > n)
    meet();
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) wholeClusters(int *out, int n) {
  if (blockIdx.x < 2 * n)
    meet();
  if (blockIdx.x < gridDim.x - 2 * n)
    meet();
  if (blockIdx.y < n)
    meet();
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) clusterAfterCluster(int *out, int n) {
  for (int task = blockIdx.x / 2; task < n; task += gridDim.x / 2)
    meet();
  out[blockIdx.x * 128 + threadIdx.x] = 1;
}

// RUN: %verify %s --checks=-*,warplint-divergent-barrier --config="{CheckOptions: {warplint.Wrappers: 'project::blockSync=__syncthreads; project::Team::meet=__syncthreads; teamBarrier=__barrier_sync_count; anyOf=__syncthreads_or'}}"
//
// A project's own wrappers, configured: their bodies are not looked at.

namespace project {
__device__ void blockSync();
struct Team {
  __device__ void meet();
};
} // namespace project
__device__ void teamBarrier(int id, int threads);
__device__ int anyOf(int predicate);
__device__ void unknownHelper(float *);

__global__ void wrapperUnderCondition(float *out, int n) {
  project::blockSync();
  if (n > 3)
    project::blockSync();
  if (threadIdx.x < 3)
    project::blockSync(); // warn divergent-barrier: 'project::blockSync()' is reached by only some threads of the block
}

__global__ void memberWrapper(float *out) {
  project::Team team;
  team.meet();
  if (out[threadIdx.x] > 0)
    team.meet(); // warn divergent-barrier: reached by only some threads of the block
}

__global__ void countedWrapper(float *out) {
  if (threadIdx.x < 64)
    teamBarrier(1, 64);
}

__global__ void votingWrapper(const int *in, float *out) {
  while (anyOf(in[threadIdx.x]))
    __syncthreads();
  if (in[threadIdx.x])
    anyOf(1); // warn divergent-barrier: reached by only some threads
}

__global__ void unknownCalleeIsNoBarrier(float *out) {
  if (threadIdx.x == 0)
    unknownHelper(out);
  __syncthreads();
}

// Lines that the rules of docs/rules/contracts.yaml find, and lines that they do not.
#include <cooperative_groups.h>
#include <cuda.h>
namespace cg = cooperative_groups;

using Map = CUtensorMap;
struct Plain {
  int x;
};
__global__ void byValue(const CUtensorMap map, int n) {} // expect: tensor-map-grid-constant
__global__ void byAlias(Map map) {} // expect: tensor-map-grid-constant
__global__ void right(const __grid_constant__ CUtensorMap map) {}
__global__ void byPointer(const CUtensorMap *map) {}
__global__ void other(const Plain p) {}
template <typename T>
__global__ void generic(T *p, const CUtensorMap a, // expect: tensor-map-grid-constant
                        const __grid_constant__ CUtensorMap b) {}
template __global__ void generic<int>(int *, const CUtensorMap, const CUtensorMap);
void onHost(const CUtensorMap map) {}

__global__ void child(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void parent(int *data, const int *given, int *log) {
  if (threadIdx.x == 0) {
    log[0] = data[3];
    child<<<1, 32>>>(data, given);
    data[1] = 4;
    log[1] = data[2]; // expect: child-output-read-by-parent
    log[2] = given[2];
  }
}
__global__ void grandparent(int *data, int *log) {
  for (int i = 0; i < 4; ++i) {
    log[i] = *data; // expect: child-output-read-by-parent
    child<<<1, 32>>>(data, log + 8);
  }
}

__global__ void inPlace(cudaSurfaceObject_t image, cudaSurfaceObject_t out) {
  float before = surf2Dread<float>(image, threadIdx.x * 4, blockIdx.x);
  surf2Dwrite(before + 1, image, threadIdx.x * 4, blockIdx.x);
}
__global__ void twice(cudaSurfaceObject_t image, cudaSurfaceObject_t out) {
  surf2Dwrite(1.0f, image, threadIdx.x * 4, blockIdx.x);
  __syncthreads();
  float left = surf2Dread<float>(image, threadIdx.x * 4 + 4, blockIdx.x); // expect: surface-read-after-write
  surf2Dwrite(left, out, threadIdx.x * 4, blockIdx.x);
}
__global__ void sweeps(cudaSurfaceObject_t field, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += surf2Dread<float>(field, threadIdx.x * 4, i); // expect: surface-read-after-write
    surf2Dwrite(sum, field, threadIdx.x * 4, i);
  }
}

__global__ void ranks(float *p, int n) {
  if (threadIdx.x < n) {
    cg::coalesced_group active = cg::coalesced_threads();
    float v = p[threadIdx.x];
    v += active.shfl(v, threadIdx.x % 32); // expect: rank-not-lane
    v += active.shfl(v, 0);
    v += active.shfl(v, active.thread_rank());
    v += active.shfl_down(v, 1);
    p[threadIdx.x] = v;
  }
}

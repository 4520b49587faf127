// RUN: %verify %s --checks=-*,warplint-shuffle-operand
//
// A template for segments of any width has one with a single lane: nothing
// moves there. In a wider segment a distance that no lane has is a mistake.

constexpr unsigned AllLanes = 0xffffffff;

template <int Width> __device__ int fromBelowOrZero(int v, int by) {
  int lane = threadIdx.x & (Width - 1);
  int moved = __shfl_up_sync(AllLanes, v, by, Width);
  return lane < by ? 0 : moved;
}

template <int Width> __device__ unsigned fromAbove(unsigned v) {
  unsigned moved = __shfl_down_sync(AllLanes, v, 1u, Width);
  return (threadIdx.x % Width) >= Width - 1 ? 0 : moved;
}

__global__ void oneLane(int *out) {
  out[threadIdx.x] = fromBelowOrZero<1>(out[threadIdx.x], 1) + fromAbove<1>(2) +
                     __shfl_xor_sync(AllLanes, out[threadIdx.x], 1, 1);
}
__global__ void moreLanes(int *out) {
  out[threadIdx.x] = fromBelowOrZero<4>(out[threadIdx.x], 1) + fromAbove<8>(2) + fromAbove<32>(3);
}

template <int Width> __device__ float beyond(float v) {
  return __shfl_down_sync(AllLanes, v, 4, Width); // warn shuffle-operand: moves data by 4 lanes, which always leaves its segment of 2
}
__global__ void twoLanes(float *out) { out[threadIdx.x] = beyond<2>(out[threadIdx.x]); }

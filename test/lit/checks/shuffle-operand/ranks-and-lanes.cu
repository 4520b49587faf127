// RUN: %verify %s --checks=-*,warplint-shuffle-operand
//
// A coalesced group counts the ranks of its threads; lanes that are missing have
// none.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr unsigned full = 0xffffffffu;

__global__ void byActiveMask(const int *in, int *out, int *next) {
  if (in[threadIdx.x] > 0) {
    auto some = cg::coalesced_threads();
    int first = __ffs(__activemask()) - 1, base = 0;
    if (threadIdx.x % 32 == first)
      base = atomicAdd(next, some.size());
    base = some.shfl(base, first); // warn shuffle-operand: {{is given the number of a lane of the warp}}
    out[base + some.thread_rank()] = in[threadIdx.x];
  }
}

__global__ void byBallot(const int *in, int *out, int *next) {
  bool takes = in[threadIdx.x] > 0;
  unsigned mask = __ballot_sync(full, takes);
  int leader = __ffs(mask) - 1;
  if (takes) {
    cg::coalesced_group some = cg::coalesced_threads();
    int base = some.shfl(threadIdx.x % 32 == leader ? atomicAdd(next, 1) : 0, leader); // warn shuffle-operand: {{is given the number of a lane of the warp}}
    out[base] = 1;
  }
}

__global__ void byRank(const int *in, int *out, int *next) {
  if (in[threadIdx.x] > 0) {
    auto some = cg::coalesced_threads();
    int base = 0;
    if (some.thread_rank() == 0)
      base = atomicAdd(next, some.size());
    out[some.shfl(base, 0) + some.thread_rank()] = in[threadIdx.x];
  }
}

// The group's own ballot is of ranks.
__global__ void byOwnBallot(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    auto some = cg::coalesced_threads();
    int first = __ffs(some.ballot(in[threadIdx.x] > 5)) - 1;
    if (first >= 0)
      out[threadIdx.x] = some.shfl(in[threadIdx.x], first);
  }
}

// All lanes are there: a rank is a lane.
__global__ void allLanes(const int *in, int *out) {
  auto all = cg::coalesced_threads();
  int first = __ffs(__ballot_sync(full, in[threadIdx.x] > 5)) - 1;
  out[threadIdx.x] = all.shfl(in[threadIdx.x], first & 31);
}

// The built-in shuffle counts lanes.
__global__ void byLane(const int *in, int *out) {
  unsigned some = __ballot_sync(full, in[threadIdx.x] > 0);
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = __shfl_sync(some, in[threadIdx.x], __ffs(some) - 1);
}

void launch(const int *i, int *o, int *n) {
  byActiveMask<<<4, 128>>>(i, o, n);
  byBallot<<<4, 128>>>(i, o, n);
  byRank<<<4, 128>>>(i, o, n);
  byOwnBallot<<<4, 128>>>(i, o);
  allLanes<<<4, 128>>>(i, o);
  byLane<<<4, 128>>>(i, o);
}

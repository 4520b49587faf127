// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-shuffle-operand,warplint-exit-before-barrier,warplint-asm-memory-clobber,warplint-legacy-warp-intrinsic
//
// The libraries' own code, instantiated here, is their authors' business.
// no-findings

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

namespace cg = cooperative_groups;

__global__ void blockReductions(const int *in, int *out) {
  using Sum = cub::BlockReduce<int, 128>;
  using Raking = cub::BlockReduce<int, 100, cub::BLOCK_REDUCE_RAKING>;
  __shared__ Sum::TempStorage sums;
  __shared__ Raking::TempStorage rakings;
  int v = in[threadIdx.x];
  int sum = Sum(sums).Sum(v);
  int part = Raking(rakings).Sum(v, 77);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum + part;
}

__global__ void blockScansAndSorts(int *data) {
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, 128>;
  using Sort = cub::BlockRadixSort<int, 128, 4>;
  __shared__ Load::TempStorage loads;
  __shared__ Scan::TempStorage scans;
  __shared__ Sort::TempStorage sorts;
  int items[4];
  Load(loads).Load(data, items);
  Scan(scans).ExclusiveSum(items, items);
  Sort(sorts).Sort(items);
  for (int k = 0; k < 4; ++k)
    data[threadIdx.x * 4 + k] = items[k];
}

__global__ void warpCollectives(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int>;
  using Small = cub::WarpReduce<int, 8>;
  using Odd = cub::WarpReduce<int, 12>;
  using Scan = cub::WarpScan<int, 16>;
  __shared__ Reduce::TempStorage whole[4];
  __shared__ Small::TempStorage small[16];
  __shared__ Odd::TempStorage odd[12];
  __shared__ Scan::TempStorage scans[8];
  int v = in[threadIdx.x];
  v += Reduce(whole[threadIdx.x / 32]).Sum(v);
  v += Small(small[threadIdx.x / 8]).Sum(v);
  if (threadIdx.x % 32 < 12)
    v += Odd(odd[threadIdx.x / 32]).Sum(v, 5);
  int scanned;
  Scan(scans[threadIdx.x / 16]).InclusiveSum(v, scanned);
  out[threadIdx.x] = scanned;
}

__global__ void groups(const float *in, float *out) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto quad = cg::tiled_partition<4>(warp);
  float v = in[block.thread_rank()];
  v = cg::reduce(warp, v, cg::plus<float>());
  v = cg::reduce(quad, v, cg::less<float>());
  v = cg::inclusive_scan(quad, v, cg::plus<float>());
  if (v > 0) {
    auto active = cg::coalesced_threads();
    v = cg::reduce(active, v, cg::plus<float>());
    v = cg::exclusive_scan(active, v, cg::plus<float>());
  }
  out[block.thread_rank()] = v;
}

// Values larger than a register, which are handed on word by word.
typedef cub::KeyValuePair<int, float> Best;
__global__ void pairs(const float *in, int *out, int n, int rounds) {
  using Reduce = cub::BlockReduce<Best, 256>;
  __shared__ typename Reduce::TempStorage storage;
  Best mine;
  cub::ArgMax larger;
  for (int round = 0; round < rounds; ++round) {
    mine.key = 0;
    mine.value = -1;
    Best next;
    for (int i = threadIdx.x; i < n; i += 256) {
      next.key = i;
      next.value = in[i];
      mine = larger(next, mine);
    }
    const Best all = Reduce(storage).Reduce(mine, larger);
    if (threadIdx.x == 0)
      out[round] = all.key;
    __syncthreads();
  }
}

struct Affine {
  float a, b;
};
struct Compose {
  __device__ Affine operator()(const Affine &l, const Affine &r) const {
    return {r.a * l.a, r.a * l.b + r.b};
  }
};
__global__ void recurrences(const float *in, Affine *out) {
  using Scan = cub::BlockScan<Affine, 128, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Scan::TempStorage storage;
  Affine mine[4], sums[4];
  for (int i = 0; i < 4; ++i) {
    mine[i].a = in[threadIdx.x * 4 + i];
    mine[i].b = 2;
  }
  Scan(storage).InclusiveScan(mine, sums, Compose{});
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = sums[i];
}

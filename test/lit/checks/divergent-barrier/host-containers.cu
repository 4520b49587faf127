// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Sizes that the host keeps in arrays, vectors, pairs and tuples, and in objects
// whose methods return them.

#include <array>
#include <tuple>
#include <utility>
#include <vector>

template <int> __global__ void right(int *out) {
  if (threadIdx.x < 128)
    __syncthreads();
  out[threadIdx.x] = 0;
}
#define WRONG_KERNEL(NAME)                                                     \
  __global__ void NAME(int *out) {                                             \
    if (threadIdx.x < 128)                                                     \
      __syncthreads();                                                         \
    out[threadIdx.x] = 0;                                                      \
  }
WRONG_KERNEL(wrong0) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong1) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong2) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong3) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong4) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong5) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong6) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong7) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong8) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong9) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong10) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong11) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong12) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong13) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong14) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong15) // warn divergent-barrier: reached by only some threads

void ofArrays(int *out) {
  std::array<int, 2> sizes = {128, 256};
  right<0><<<1, sizes[0]>>>(out);
  wrong0<<<1, sizes[1]>>>(out);
  sizes[1] = 64;
  right<1><<<1, sizes[1]>>>(out);
  sizes.front() = 512;
  wrong1<<<1, sizes.at(0)>>>(out);
  for (int size : sizes)
    wrong2<<<1, size>>>(out);
}
static constexpr std::array<unsigned, 3> Table{64, 96, 128};
void ofTables(int *out) {
  for (unsigned size : Table)
    right<2><<<1, size>>>(out);
  wrong3<<<1, Table[2] * Table.size()>>>(out);
}

void ofVectors(int *out) {
  std::vector<dim3> blocks;
  blocks.push_back(dim3(128));
  blocks.push_back(dim3(16, 16));
  right<3><<<1, blocks[0]>>>(out);
  wrong4<<<1, dim3(blocks.back().x * blocks.back().y)>>>(out);
  std::vector<int> few(96), more(160, 1);
  right<4><<<1, few.size()>>>(out);
  wrong5<<<1, more.size()>>>(out);
  more.resize(128);
  right<5><<<1, more.size()>>>(out);
}

void fill(int *);
void change(std::vector<int> &);
void ofChangedVectors(int *out) {
  std::vector<int> sizes{128, 64};
  fill(sizes.data());
  wrong6<<<1, sizes[0]>>>(out);
  right<6><<<1, 32 * sizes.size()>>>(out);
  sizes[0] = 128;
  wrong7<<<1, sizes[0]>>>(out);
  std::vector<int> others{128};
  change(others);
  wrong8<<<1, others[0]>>>(out);
  std::vector<int> named{128};
  int &first = named[0];
  first = 256;
  wrong9<<<1, named[0]>>>(out);
}

std::pair<int, dim3> pairOf(int threads) { return {1, dim3(threads)}; }
std::tuple<int, int> tupleOf(int threads) {
  return std::make_tuple(1, threads);
}
void ofPairs(int *out) {
  auto [grid, block] = pairOf(128);
  right<7><<<grid, block>>>(out);
  auto size = pairOf(256);
  wrong10<<<size.first, size.second>>>(out);
  int blocks, threads;
  std::tie(blocks, threads) = tupleOf(96);
  right<8><<<blocks, threads>>>(out);
  auto [few, many] = tupleOf(192);
  wrong11<<<few, many>>>(out);
  auto made = std::make_pair(128, 256);
  right<9><<<1, std::get<0>(made)>>>(out);
  std::get<0>(made) = 512;
  wrong12<<<1, std::get<0>(made)>>>(out);
}

// Methods that return their object.
struct Plan {
  dim3 grid, block;
  int *data = nullptr;
  Plan &withGrid(dim3 of) {
    grid = of;
    return *this;
  }
  Plan &withBlock(dim3 of) {
    block = of;
    return *this;
  }
};
void ofPlans(int *out) {
  Plan plan;
  plan.withGrid(2).withBlock(128);
  right<10><<<plan.grid, plan.block>>>(out);
  plan.withBlock(256).withGrid(1);
  wrong13<<<plan.grid, plan.block>>>(out);
  plan.withBlock(64).block.x = 192;
  wrong14<<<plan.grid, plan.block>>>(out);
}

// Members with a value of their own.
struct Options {
  int threads = 128;
  int blocks = 0;
};
void ofOptions(int *out) {
  Options options;
  right<11><<<options.blocks, options.threads>>>(out);
  options.threads *= 2;
  wrong15<<<options.blocks, options.threads>>>(out);
}

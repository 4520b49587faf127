// RUN: %verify %s --checks=-*,warplint-named-barrier --
// -std=c++17 --cuda-gpu-arch=sm_90
//
// The configuration of a launch is a member of something, or comes from a function,
// or is filled by a constructor, by methods, through a reference or a pointer. Three
// warps meet at barrier 1: 96 threads do, 128 do not.

#include <cuda_runtime.h>
#include <utility>

// What a function returns.
__global__ void returnedRight(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void returnedWrong(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory"); // warn named-barrier: warps may come to barrier 1 before its last use is over
  out[threadIdx.x] = 1;
}
static cudaLaunchConfig_t configured(dim3 grid, dim3 block, size_t bytes) {
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = bytes;
  return config;
}
void returned(int *out) {
  auto right = configured(4, 96, 0), wrong = configured(4, 128, 0);
  cudaLaunchKernelEx(&right, returnedRight, out);
  cudaLaunchKernelEx(&wrong, returnedWrong, out);
}

// A member.
__global__ void memberRight(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void memberWrong(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory"); // warn named-barrier: warps may come to barrier 1 before its last use is over
  out[threadIdx.x] = 1;
}
struct Pair {
  cudaLaunchConfig_t first, second;
};
void members(int *out) {
  Pair pair = {};
  pair.first.gridDim = pair.second.gridDim = 4;
  pair.first.blockDim = 96;
  pair.second.blockDim = 128;
  cudaLaunchKernelEx(&pair.first, memberRight, out);
  cudaLaunchKernelEx(&pair.second, memberWrong, out);
}

// A class whose constructor fills it.
__global__ void constructedRight(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void constructedWrong(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory"); // warn named-barrier: warps may come to barrier 1 before its last use is over
  out[threadIdx.x] = 1;
}
struct Configuration {
  cudaLaunchAttribute attributes[2];
  cudaLaunchConfig_t config = {0};
  Configuration(dim3 grid, dim3 block) {
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = 1;
    config.attrs = attributes;
    config.numAttrs = 1;
    config.gridDim = grid;
    config.blockDim = block;
  }
  operator const cudaLaunchConfig_t *() const { return &config; }
};
void constructed(int *out) {
  Configuration right(4, 96), wrong(4, 128);
  cudaLaunchKernelEx(&right.config, constructedRight, out);
  cudaLaunchKernelEx(&wrong.config, constructedWrong, out);
}

// The same, which is converted.
__global__ void convertedRight(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void convertedWrong(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory"); // warn named-barrier: warps may come to barrier 1 before its last use is over
  out[threadIdx.x] = 1;
}
void converted(int *out) {
  Configuration right(4, 96), wrong(4, 128);
  cudaLaunchKernelEx(right, convertedRight, out);
  cudaLaunchKernelEx(wrong, convertedWrong, out);
}

// A class that launches.
__global__ void launchedRight(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void launchedWrong(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory"); // warn named-barrier: warps may come to barrier 1 before its last use is over
  out[threadIdx.x] = 1;
}
class Launcher {
  cudaLaunchAttribute attributes_[2];
  cudaLaunchConfig_t config_{};

public:
  Launcher(dim3 grid, dim3 block) {
    config_.attrs = attributes_;
    config_.gridDim = grid;
    config_.blockDim = block;
  }
  Launcher &cluster(unsigned x) {
    auto &attribute = attributes_[config_.numAttrs++];
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {x, 1, 1};
    return *this;
  }
  template <class... Parameters, class... Arguments>
  cudaError_t launch(void (*kernel)(Parameters...), Arguments &&...arguments) {
    return cudaLaunchKernelEx(&config_, kernel, std::forward<Arguments>(arguments)...);
  }
};
void launched(int *out) {
  Launcher right(4, 96), wrong(4, 128);
  right.launch(launchedRight, out);
  wrong.launch(launchedWrong, out);
}

// A record that a function fills by references to its members and returns, as in
// CUTLASS.
__global__ void inClustersRight(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void inClustersWrong(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory"); // warn named-barrier: warps may come to barrier 1 before its last use is over
  out[threadIdx.x] = 1;
}
struct InClusters {
  static constexpr int Most = 2;
  struct Made {
    cudaLaunchConfig_t config;
    cudaLaunchAttribute attributes[Most];
  };
  static Made make(dim3 const grid, dim3 const cluster, dim3 const block, size_t bytes, bool early) {
    Made made;
    auto &config = made.config;
    auto &attributes = made.attributes;
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim = {cluster.x, cluster.y, cluster.z};
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = {grid.x, grid.y, grid.z};
    config.blockDim = {block.x, block.y, block.z};
    config.dynamicSmemBytes = bytes;
    config.numAttrs = early ? Most : Most - 1;
    config.attrs = attributes;
    return made;
  }
  static cudaError_t launch(dim3 const grid, dim3 const cluster, dim3 const block, void const *kernel, void **passed,
                            bool early = false) {
    Made made = make(grid, cluster, block, 0, early);
    return cudaLaunchKernelExC(&made.config, kernel, passed);
  }
};
void inClusters(int *out) {
  void *passed[] = {&out};
  void const *right = (void const *)inClustersRight, *wrong = (void const *)inClustersWrong;
  InClusters::launch(4, 2, 96, right, passed);
  InClusters::launch(4, 2, 128, wrong, passed);
}

// A member that another function gets by pointer or reference, to launch or to fill.
__global__ void handedOnRight(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}
__global__ void handedOnWrong(int *out) {
  asm volatile("bar.sync 1, 96;" ::: "memory"); // warn named-barrier: warps may come to barrier 1 before its last use is over
  out[threadIdx.x] = 1;
}
static void launchBy(const cudaLaunchConfig_t *config, void (*kernel)(int *), int *out) {
  cudaLaunchKernelEx(config, kernel, out);
}
static void fill(cudaLaunchConfig_t *config, int threads) {
  config->gridDim = 4;
  config->blockDim = threads;
}
void handedOn(int *out) {
  Pair pair{};
  fill(&pair.first, 96);
  fill(&pair.second, 128);
  launchBy(&pair.first, handedOnRight, out);
  launchBy(&pair.second, handedOnWrong, out);
}

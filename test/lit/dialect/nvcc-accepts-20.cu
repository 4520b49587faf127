// RUN: %verify %s --checks=-*,warplint-divergent-barrier -- -arch=sm_90 -std=c++20
//
// What nvcc accepts of C++20 and clang by itself does not.

template <typename Config> __host__ consteval int blocksOf() {
  if constexpr (requires { Config::blocks; })
    return Config::blocks;
  else
    return 1;
}
struct Small {
  static constexpr int threads = 128;
};

template <typename Config>
__global__ __launch_bounds__(Config::threads, blocksOf<Config>()) void computedBounds(int *data) {
  if (data[threadIdx.x] > blocksOf<Config>())
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
void launch(int *data) { computedBounds<Small><<<1, 128>>>(data); }

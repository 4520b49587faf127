// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Loops of the host of which nobody knows how often they go round, inside of each
// other: one round says what all do.

#include <cstdlib>
#include <cstring>

__global__ void whole(int *out) {
  if (threadIdx.x < 64)
    __syncthreads();
  out[threadIdx.x] = 0;
}
__global__ void cut(int *out) {
  if (threadIdx.x < 64)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}
void launchDeep(int *out, int a, int b, int c, int d, int e) {
  for (int i = 0; i < a; ++i)
    for (int j = 0; j < b; ++j)
      for (int k = 0; k < c; ++k)
        for (int l = 0; l < d; ++l)
          for (int m = 0; m < e; ++m) {
            whole<<<1, 64>>>(out);
            cut<<<1, 128>>>(out); // note: seen in this launch, with blocks of (128,1,1) threads
          }
}

// What the program is told, and a size that does not depend on it.
__global__ void tile(int *out) {
  if (threadIdx.y < 4)
    __syncthreads();
  out[threadIdx.x] = 0;
}
int main(int argc, char **argv) {
  int trials = 1, steps = 1, replicas = 1, n = 32;
  for (int i = 0; i < argc; ++i) {
    if (std::strcmp(argv[i], "-n") == 0) {
      n = std::atoi(argv[i + 1]);
      if (n % 32 != 0)
        std::exit(1);
      replicas = std::atoi(argv[i + 2]);
    } else if (std::strcmp(argv[i], "-t") == 0) {
      trials = std::atoi(argv[i + 1]);
      steps = std::atoi(argv[i + 2]);
    }
  }
  dim3 block(16, 4, 1), grid((n + 15) / 16);
  int *out;
  cudaMalloc(&out, 4 * n);
  for (int trial = 0; trial < trials; ++trial)
    for (int insertion = 0; insertion < trials; ++insertion)
      for (int step = 0; step < steps; ++step)
        for (int inner = 0; inner < steps; ++inner) {
          for (int k = 0; k < replicas; ++k)
            tile<<<grid, block>>>(out);
          cudaDeviceSynchronize();
          for (int k = 0; k < replicas; ++k)
            tile<<<grid, block>>>(out);
        }
}

// A block reduces along y, then along x, both in the same shared memory. Nothing kept a
// warp from storing for the second while another still read what the first had left.
//
// Fix: pytorch/pytorch#162995
// Class: races
// Check: shared-memory-race
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include <cuda_runtime.h>

struct ReduceConfig {
  int width, height; // of the block
  int outputs, inputs;
  bool alongX, alongY;

  __host__ __device__ bool reducesX() const { return alongX; }
  __host__ __device__ bool reducesY() const { return alongY; }
  __device__ int place(int rows) const {
    return threadIdx.x + (threadIdx.y + rows) * blockDim.x;
  }
  __device__ int input() const {
    int at = 0, step = 1;
    if (alongX)
      at += threadIdx.x, step *= width;
    if (alongY)
      at += threadIdx.y * step;
    return at;
  }
  __device__ int output() const {
    int at = blockIdx.x;
    if (!alongX)
      at = at * width + threadIdx.x;
    else if (!alongY)
      at = at * height + threadIdx.y;
    return at;
  }
  __device__ int step() const { return (alongX ? width : 1) * (alongY ? height : 1); }
  dim3 block() const { return dim3(width, height); }
  dim3 grid() const {
    const int perBlock = (alongX ? 1 : width) * (alongY ? 1 : height);
    return dim3((outputs + perBlock - 1) / perBlock);
  }
  int sharedBytes(int size) const {
    if (!alongY && (!alongX || width <= 32))
      return 0;
    return width * height * size;
  }
};

template <typename T> struct Sum {
  __device__ T combine(T a, T b) const { return a + b; }
  __device__ T shuffle(T value, int offset) const {
    return __shfl_down_sync(0xffffffff, value, offset);
  }
};

template <typename T, typename Op> struct Reduction {
  Op op;
  ReduceConfig config;
  const T *from;
  T *to;

  __device__ void run() const {
    extern __shared__ char memory[];
    const int output = config.output();
    T value = 0;
    if (output < config.outputs)
      for (int i = config.input(); i < config.inputs; i += config.step())
        value = op.combine(value, from[output * config.inputs + i]);

    if (config.reducesY())
      value = alongY(value, memory);
#ifdef FIXED
    __syncthreads();
#endif
    if (config.reducesX())
      value = alongX(value, memory);
      // BEFORE-warn@-1 shared-memory-race: is overwritten while another thread of the block may still read it

    const bool stores = (!config.reducesX() || threadIdx.x == 0) &&
                        (!config.reducesY() || threadIdx.y == 0);
    if (stores && output < config.outputs)
      to[output] = value;
  }

  __device__ T alongX(T value, char *memory) const {
    int width = blockDim.x;
    T *shared = reinterpret_cast<T *>(memory);
    if (width > warpSize) {
      const int at = threadIdx.x + threadIdx.y * blockDim.x;
      shared[at] = value; // bug
      for (int offset = width / 2; offset >= warpSize; offset >>= 1) {
        __syncthreads();
        if (threadIdx.x < offset && threadIdx.x + offset < blockDim.x) {
          value = op.combine(value, shared[at + offset]);
          shared[at] = value;
        }
      }
      width = warpSize;
    }
    __syncthreads();
    for (int offset = 1; offset < width; offset <<= 1)
      value = op.combine(value, op.shuffle(value, offset));
    return value;
  }

  __device__ T alongY(T value, char *memory) const {
    T *shared = reinterpret_cast<T *>(memory);
    shared[config.place(0)] = value;
    for (int offset = blockDim.y / 2; offset > 0; offset >>= 1) {
      __syncthreads();
      if (threadIdx.y < offset && threadIdx.y + offset < blockDim.y) {
        value = op.combine(value, shared[config.place(offset)]); // bug
        shared[config.place(0)] = value;
      }
    }
    return value;
  }
};

template <int MaxThreads, typename R>
__launch_bounds__(MaxThreads, 4) __global__ void reduceKernel(R reduction) {
  reduction.run();
}

static int lastPower(int n) {
  int power = 1;
  while (power * 2 <= n)
    power *= 2;
  return power;
}

void sumRows(const float *from, float *to, int rows, int columns, cudaStream_t stream) {
  ReduceConfig config{};
  config.outputs = rows;
  config.inputs = columns;
  config.width = columns < 64 ? lastPower(columns) : 64;
  config.height = 256 / config.width;
  config.alongX = true;
  config.alongY = columns >= 1024;
  Reduction<float, Sum<float>> reduction{{}, config, from, to};
  reduceKernel<256><<<config.grid(), config.block(), config.sharedBytes(4), stream>>>(reduction);
}

// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// What a thread has stored in its own element of a shared array, which other
// threads only read, is what it finds there later.

__device__ int roundedUp(int n, int by) { return (n + by - 1) / by * by; }

struct Kept {
  int item, count;
};

// The counter is lent to other threads and restored.
__global__ void restored(const int *size, int *out, int begin, int end) {
  __shared__ struct { int item; } kept[256];
  __shared__ int owner;
  int stride = gridDim.x * blockDim.x;
  int last = begin + roundedUp(end - begin, blockDim.x);
  for (int i = begin + blockIdx.x * blockDim.x + threadIdx.x; i < last; i += stride) {
    kept[threadIdx.x].item = i;
    owner = -1;
    __syncthreads();
    if (i < end && size[i] > 64)
      owner = threadIdx.x;
    __syncthreads();
    if (owner >= 0) {
      i = kept[owner].item;
      for (int j = threadIdx.x; j < size[i]; j += blockDim.x)
        atomicAdd(out + j, i);
    }
    __syncthreads();
    i = kept[threadIdx.x].item;
  }
}

__global__ void restoredInParts(const int *size, int *out, int n) {
  __shared__ Kept kept[128];
  int last = roundedUp(n, blockDim.x);
  for (int i = threadIdx.x; i < last; i += blockDim.x) {
    kept[threadIdx.x].item = i;
    kept[threadIdx.x].count = i < n ? size[i] : 0;
    __syncthreads();
    for (i = 0; i < blockDim.x; ++i)
      out[kept[i].item] += kept[i].count;
    __syncthreads();
    i = kept[threadIdx.x].item;
  }
}

// The neighbour's element.
__global__ void fromNeighbour(const int *size, int *out, int n) {
  __shared__ int kept[128];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    kept[threadIdx.x] = size[i];
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    i = kept[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
  }
}

// Others store there, too.
__global__ void storedByOthers(const int *size, int *out, int n) {
  __shared__ int kept[128];
  int last = roundedUp(n, blockDim.x);
  for (int i = threadIdx.x; i < last; i += blockDim.x) {
    kept[threadIdx.x] = i;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    kept[size[i] & 127] = size[i];
    __syncthreads();
    i = kept[threadIdx.x];
  }
}

// An atomic operation changes it.
__global__ void changedByAtomic(const int *size, int *out, int n) {
  __shared__ int kept[128];
  int last = roundedUp(n, blockDim.x);
  for (int i = threadIdx.x; i < last; i += blockDim.x) {
    kept[threadIdx.x] = i;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    atomicAdd(&kept[size[i] & 127], 1);
    __syncthreads();
    i = kept[threadIdx.x];
  }
}

// Stored on one path alone: the other finds what was there before.
__global__ void storedSometimes(const int *size, int *out, int n) {
  __shared__ int kept[128];
  kept[threadIdx.x] = size[threadIdx.x];
  int last = roundedUp(n, blockDim.x);
  for (int i = threadIdx.x; i < last; i += blockDim.x) {
    if (size[i] > 3)
      kept[threadIdx.x] = i;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    i = kept[threadIdx.x];
  }
}

// The place stands in a variable that stays as it is.
__global__ void placeInVariable(const int *size, int *out, int n) {
  __shared__ int kept[128];
  const int t = threadIdx.x;
  int last = roundedUp(n, blockDim.x);
  for (int i = t; i < last; i += blockDim.x) {
    kept[t] = i;
    __syncthreads();
    i = kept[(t + 1) % 128];
    out[i] = size[i];
    __syncthreads();
    i = kept[threadIdx.x];
  }
}

// It does not stay.
__global__ void placeMovesOn(const int *size, int *out, int n) {
  __shared__ int kept[128];
  int t = threadIdx.x;
  int last = roundedUp(n, blockDim.x);
  for (int i = threadIdx.x; i < last; i += blockDim.x) {
    kept[t] = i;
    t = (t + 1) % 128;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    i = kept[threadIdx.x];
  }
}

// Blocks of two rows: each has a thread that writes there.
__device__ int row() { return threadIdx.y; }
__global__ void launchedInRows(const int *size, int *out, int n) {
  __shared__ int kept[128];
  int last = roundedUp(n, blockDim.x);
  for (int i = threadIdx.x; i < last; i += blockDim.x) {
    kept[threadIdx.x] = i + row() * size[0];
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    i = kept[threadIdx.x];
  }
}

void run(const int *size, int *out, int n) {
  restored<<<8, 256>>>(size, out, 0, n);
  restoredInParts<<<1, 128>>>(size, out, n);
  fromNeighbour<<<1, 128>>>(size, out, n);
  storedByOthers<<<1, 128>>>(size, out, n);
  changedByAtomic<<<1, 128>>>(size, out, n);
  storedSometimes<<<1, 128>>>(size, out, n);
  placeInVariable<<<1, 128>>>(size, out, n);
  placeMovesOn<<<1, 128>>>(size, out, n);
  launchedInRows<<<1, dim3(128, 2)>>>(size, out, n);
}

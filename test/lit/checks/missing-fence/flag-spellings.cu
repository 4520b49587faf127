// RUN: %verify %s --checks=-*,warplint-missing-fence,warplint-fence-scope,warplint-stale-read,warplint-relaxed-handshake,warplint-lock-discipline,warplint-ticket-not-reset
//
// Flags as projects write them, right and wrong.

#include <cuda/atomic>

// --- Status words and values ---------------------------------------------------------

struct Tile {
  volatile int status;
  volatile float aggregate, inclusive;
};

__global__ void lookBackOverMembers(Tile *tiles, const float *in, float *out) {
  if (threadIdx.x)
    return;
  float own = in[blockIdx.x], before = 0;
  tiles[blockIdx.x].aggregate = own;
  __threadfence();
  tiles[blockIdx.x].status = 1;
  for (int tile = int(blockIdx.x) - 1; tile >= 0; --tile) {
    int status;
    do {
      status = tiles[tile].status;
    } while (status == 0);
    __threadfence();
    if (status == 2) {
      before += tiles[tile].inclusive;
      break;
    }
    before += tiles[tile].aggregate;
  }
  tiles[blockIdx.x].inclusive = before + own;
  __threadfence();
  tiles[blockIdx.x].status = 2;
  out[blockIdx.x] = before;
}

__global__ void lookBackOverMembersUnfenced(Tile *tiles, const float *in, float *out) {
  if (threadIdx.x)
    return;
  float own = in[blockIdx.x], before = 0;
  tiles[blockIdx.x].aggregate = own;
  tiles[blockIdx.x].status = 1; // warn missing-fence: announces 'aggregate'
  for (int tile = int(blockIdx.x) - 1; tile >= 0; --tile) {
    int status;
    do {
      status = tiles[tile].status;
    } while (status == 0);
    if (status == 2) {
      before += tiles[tile].inclusive;
      break;
    }
    before += tiles[tile].aggregate; // warn missing-fence: 'aggregate' is read after the flag 'status'
  }
  tiles[blockIdx.x].inclusive = before + own;
  tiles[blockIdx.x].status = 2; // warn missing-fence: announces 'inclusive'
  out[blockIdx.x] = before;
}

// A warp looks back at 32 tiles at a time.
__global__ void warpLooksBack(volatile int *status, volatile float *values, const float *in, float *out) {
  __shared__ float before;
  if (threadIdx.x == 0) {
    values[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    status[blockIdx.x] = 1;
  }
  if (threadIdx.x < 32) {
    float sum = 0;
    for (int window = int(blockIdx.x) - 1; window >= 0; window -= 32) {
      int tile = window - int(threadIdx.x);
      float value = 0;
      if (tile >= 0) {
        while (status[tile] == 0) {
        }
        __threadfence();
        value = values[tile];
      }
      for (int d = 16; d > 0; d /= 2)
        value += __shfl_down_sync(0xffffffffu, value, d);
      sum += value;
    }
    if (threadIdx.x == 0)
      before = sum;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

__global__ void warpLooksBackUntilAllAreThere(volatile int *status, volatile float *values, const float *in, float *out) {
  if (threadIdx.x == 0) {
    values[blockIdx.x] = in[blockIdx.x];
    status[blockIdx.x] = 1; // warn missing-fence: announces 'values'
  }
  if (threadIdx.x < 32 && blockIdx.x >= 32) {
    int tile = blockIdx.x - 1 - threadIdx.x;
    while (__any_sync(0xffffffffu, status[tile] == 0)) {
    }
    out[blockIdx.x * 32 + threadIdx.x] = values[tile]; // warn missing-fence: 'values' is read after the flag 'status'
  }
}

// A value and its status in one vector, loaded and stored as one.
__global__ void vectorOfBoth(volatile int2 *tiles, int2 *words, const int *in, int *out) {
  if (threadIdx.x)
    return;
  int before = 0;
  if (blockIdx.x) {
    int2 word;
    do
      word = __ldcg(&words[blockIdx.x - 1]);
    while (word.y == 0);
    before = word.x;
  }
  __stcg(&words[blockIdx.x], make_int2(before + in[blockIdx.x], 1));
  out[blockIdx.x] = before;
}

// --- Ready arrays ----------------------------------------------------------------------

__global__ void readyOfDependencies(const int *rowStart, const int *columns, const float *values, volatile int *ready, volatile float *x, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = rowStart[row]; k < rowStart[row + 1]; ++k) {
    int column = columns[k];
    while (!ready[column]) {
    }
    __threadfence();
    sum += values[k] * x[column];
  }
  x[row] = sum;
  __threadfence();
  ready[row] = 1;
}

__global__ void readyOfDependenciesUnfenced(const int *rowStart, const int *columns, const float *values, volatile int *ready, volatile float *x, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = rowStart[row]; k < rowStart[row + 1]; ++k) {
    int column = columns[k];
    while (!ready[column]) {
    }
    sum += values[k] * x[column]; // warn missing-fence: 'x' is read after the flag 'ready'
  }
  x[row] = sum;
  ready[row] = 1; // warn missing-fence: announces 'x'
}

// The value itself tells that it is there.
__global__ void notANumberYet(const int *rowStart, const int *columns, const float *values, volatile float *x, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = rowStart[row]; k < rowStart[row + 1]; ++k) {
    float other;
    do
      other = x[columns[k]];
    while (isnan(other));
    sum += values[k] * other;
  }
  x[row] = sum;
}

__global__ void countersOfDependencies(int *waitingFor, const int *firstUser, const int *users, volatile float *x, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  while (*(volatile int *)&waitingFor[row] != 0) {
  }
  float value = x[row]; // warn missing-fence: 'x' is read after the flag 'waitingFor'
  for (int k = firstUser[row]; k < firstUser[row + 1]; ++k) {
    x[users[k]] = value;
    atomicSub(&waitingFor[users[k]], 1); // warn missing-fence: announces 'x'
  }
}

// --- A node's state, handed down the tree ---------------------------------------------------

// Who has seen the state of a node alone touches what belongs to the node.
__global__ void downTheTree(volatile int *start, int *children, int *sorted, const int *count, int nodes) {
  for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < nodes;) {
    int at = start[node];
    if (at < 0)
      continue;
    int kept = 0;
    for (int i = 0; i < 8; ++i) {
      int child = children[node * 8 + i];
      if (child < 0)
        continue;
      children[node * 8 + i] = -1;
      children[node * 8 + kept] = child;
      ++kept;
      start[child] = at;
      at += count[child];
      sorted[at] = child;
    }
    node += gridDim.x * blockDim.x;
  }
}

// The child's own list is written for it.
__global__ void forTheChild(volatile int *start, volatile int *depth, const int *children, int nodes) {
  for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < nodes;) {
    int at = start[node];
    if (at < 0)
      continue;
    int own = depth[node]; // warn missing-fence: 'depth' is read after the flag 'start'
    for (int i = 0; i < 8; ++i) {
      int child = children[node * 8 + i];
      depth[child] = own + 1;
      start[child] = at; // warn missing-fence: announces 'depth'
    }
    node += gridDim.x * blockDim.x;
  }
}

// --- Waiting otherwise ------------------------------------------------------------------------

__global__ void forLoop(volatile int *ready, volatile int *message, int *out) {
  if (blockIdx.x == 0) {
    *message = 1;
    __threadfence();
    *ready = 1;
  } else {
    for (; *ready != 1;)
      ;
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag 'ready'
  }
}

__global__ void doWhile(int *ready, volatile int *message, int *out) {
  if (blockIdx.x == 0) {
    *message = 1;
    __threadfence();
    atomicExch(ready, 1);
  } else {
    int seen = 0;
    do {
      seen = atomicCAS(ready, 1, 1);
    } while (seen == 0);
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag 'ready'
  }
}

__device__ void waitFor(volatile int *flag, int value) {
  while (*flag != value) {
#if __CUDA_ARCH__ >= 700
    __nanosleep(10);
#endif
  }
}

__global__ void waitsInAHelper(volatile int *ready, volatile int *message, int *out) {
  if (blockIdx.x == 0) {
    *message = 1;
    __threadfence();
    *ready = 7;
  } else {
    waitFor(ready, 7);
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag 'ready'
  }
}

__global__ void waitMember(int *word, int *message, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*word);
  if (blockIdx.x == 0) {
    *message = 1;
    ready.store(1, cuda::memory_order_release);
    ready.notify_all();
  } else {
    ready.wait(0, cuda::memory_order_acquire);
    out[blockIdx.x] = *message;
  }
}

__global__ void waitMemberRelaxed(int *word, int *message, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*word);
  if (blockIdx.x == 0) {
    *message = 1;
    ready.store(1, cuda::memory_order_release);
    ready.notify_all();
  } else {
    ready.wait(0, cuda::memory_order_relaxed); // warn relaxed-handshake: does not acquire it
    out[blockIdx.x] = *message;
  }
}

__global__ void setByTheWarp(volatile int *ready, volatile int *message, int *out) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (blockIdx.x == 0) {
    message[threadIdx.x] = 1;
    __threadfence();
    if (lane == 0)
      ready[warp] = 1; // warn missing-fence: announces data that other threads of the warp may not have written yet
  } else {
    while (ready[warp] == 0) {
    }
    __threadfence();
    out[threadIdx.x] = message[threadIdx.x ^ 1];
  }
}

__global__ void setByTheWarpSynced(volatile int *ready, volatile int *message, int *out) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (blockIdx.x == 0) {
    message[threadIdx.x] = 1;
    __threadfence();
    __syncwarp();
    if (lane == 0)
      ready[warp] = 1;
  } else {
    while (ready[warp] == 0) {
    }
    __threadfence();
    out[threadIdx.x] = message[threadIdx.x ^ 1];
  }
}

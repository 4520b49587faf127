// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier
//
// Warps that walk through a tree: where they stand they read from a stack of
// their own in shared memory, and what they find there decides where they go.

__global__ void walk(const int *child, int root, float *out) {
  __shared__ int next[8 * 32], cell[8 * 32];
  int warp = threadIdx.x / 32, first = warp * 32, depth = first;
  float sum = 0;
  if (threadIdx.x % 32 == 0) {
    next[first] = 0;
    cell[first] = root;
  }
  __syncwarp();
  do {
    int n = next[depth], c = cell[depth];
    __syncwarp(); // silent: whole-rows
    while (n < 8) {
      int to = child[c * 8 + n++];
      if (to < 0) {
        n = 8;
      } else if (__any_sync(0xffffffff, to > (int)threadIdx.x)) { // silent: whole-rows
        sum += to;
      } else {
        if (threadIdx.x % 32 == 0) {
          next[depth] = n;
          cell[depth] = c;
        }
        depth++;
        n = 0;
        c = to;
      }
    }
    depth--;
    __syncwarp();
  } while (depth >= first);
  out[threadIdx.x] = sum;
}

// The same with the row as the warp's number, and a pointer to its part.
__global__ void walkInRows(const int *child, int root, float *out) {
  __shared__ int stack[4][64];
  int *own = stack[threadIdx.y], top = 1, found = 0;
  if (threadIdx.x == 0)
    own[0] = root;
  __syncwarp();
  while (top > 0) {
    int at = own[--top];
    __syncwarp();
    int to = child[at];
    if (to > 0) {
      if (threadIdx.x == 0)
        own[top] = to;
      top++;
    }
    found += __popc(__ballot_sync(~0u, to % 32 == threadIdx.x));
    __syncwarp();
  }
  out[threadIdx.y * 32 + threadIdx.x] = found;
}
void launchRows(const int *c, float *o) {
  walkInRows<<<80, dim3(32, 4)>>>(c, 7, o);
}

// A lane may read what the first one has put there already.
__global__ void readWhileWritten(const int *child, int root, float *out) {
  __shared__ int cell[8 * 32];
  int first = threadIdx.x / 32 * 32, depth = first;
  float sum = 0;
  if (threadIdx.x % 32 == 0)
    cell[first] = root;
  __syncwarp();
  do {
    int c = cell[depth];
    int to = child[c];
    if (to < 0) {
      depth--;
    } else {
      if (threadIdx.x % 32 == 0)
        cell[depth] = to;
      sum += to;
    }
    __syncwarp(); // warn sync-mask: waits for lanes that may not come here
  } while (depth >= first);
  out[threadIdx.x] = sum;
}

// Each lane goes its own way.
__global__ void ownWays(const int *child, int root, float *out) {
  __shared__ int cell[8 * 32];
  int first = threadIdx.x / 32 * 32, depth = 0;
  cell[threadIdx.x] = root;
  __syncwarp();
  do {
    int to = child[cell[first + depth] + threadIdx.x];
    depth = to < 0 ? depth - 1 : depth + 1;
    __syncwarp(); // warn sync-mask: waits for lanes that may not come here
  } while (depth >= 0);
  out[threadIdx.x] = depth;
}

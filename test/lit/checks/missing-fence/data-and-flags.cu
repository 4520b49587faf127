// RUN: %verify %s --checks=-*,warplint-missing-fence
//
// A location is a flag if another thread waits on it or decides by what it
// holds. Volatile data of which numbers are computed announce nothing.

struct Vector {
  float x, y, z;
};

__device__ Vector loaded(const volatile Vector &from) {
  Vector v;
  v.x = from.x, v.y = from.y, v.z = from.z;
  return v;
}
__device__ void stored(volatile Vector &to, Vector v) {
  to.x = v.x, to.y = v.y, to.z = v.z;
}
__device__ float product(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// Lanes of a warp pass corners on behind a barrier of the warp.
__device__ int farthest(volatile Vector *corner, volatile int *edge, Vector direction, int lane) {
  if (lane == 0) {
    edge[1] = lane;
    stored(corner[1], direction);
  }
  __syncwarp();
  Vector first = loaded(corner[0]), second = loaded(corner[1]);
  if (product(first, direction) < product(second, direction))
    return edge[1];
  return edge[0];
}

// The larger of two, and where it was.
__global__ void largest(volatile float *value, volatile int *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  at[i] = i;
  value[i] = sqrtf(float(i));
  float other = value[n - i];
  if (other > 4.5f)
    at[i] = at[n - i];
}

// What is read at a place that depends on the number.
__global__ void looksUp(volatile int *slot, volatile int *count, const int *limit, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  count[i] = i;
  slot[i] = i / 2;
  if (limit[slot[i + 1]] > 3)
    out[i] = count[i + 1];
}

// --- Flags --------------------------------------------------------------------

struct Message {
  Vector what;
  volatile int ready;
};

__global__ void waits(Message *m, Vector *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    m->what.x = 1;
    m->ready = 1; // warn missing-fence: announces 'x'
  } else {
    while (!m->ready) {
    }
    out[blockIdx.x].x = m->what.x; // warn missing-fence: 'x' is read after the flag 'ready'
  }
}

__global__ void looksOnce(Message *m, Vector *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    m->what.y = 2;
    m->ready = 7; // warn missing-fence: announces 'y'
  } else if (m->ready == 7) {
    out[blockIdx.x].y = m->what.y; // warn missing-fence: 'y' is read after the flag 'ready'
  }
}

__global__ void flagInFloat(volatile float *ready, volatile int *message, int *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    *message = 1;
    *ready = 1.0f; // warn missing-fence: announces 'message'
  } else if (*ready == 1.0f) {
    out[blockIdx.x] = *message; // warn missing-fence: 'message' is read after the flag 'ready'
  }
}

// Something that is not zero says that the rest is there.
__global__ void anythingIsThere(volatile float *value, volatile int *message, const float *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  message[i] = i;
  value[i] = in[i] * 2; // warn missing-fence: announces 'message'
  if (value[i + 1] != 0)
    out[i] = message[i + 1]; // warn missing-fence: 'message' is read after the flag 'value'
}

__global__ void epochs(volatile unsigned *state, volatile float *part, float *out, unsigned epoch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[i] = i;
  state[i] = epoch << 2 | 1; // warn missing-fence: announces 'part'
  unsigned seen = state[i + 1];
  if ((seen >> 2) == epoch && (seen & 3) == 1)
    out[i] = part[i + 1]; // warn missing-fence: 'part' is read after the flag 'state'
}

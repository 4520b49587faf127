// RUN: %verify %s --checks=-*,warplint-missing-fence
//
// What a thread or its warp writes and looks at itself announces nothing: the
// same element, also where a variable has a value on one way only, and elements
// of one row of its own. The same code with another's element is a handshake.

// --- Found ----------------------------------------------------------------------

__global__ void neighboursColour(const int *seen, int *word, volatile int *colour, const int *other, int n) {
  int w = blockIdx.x * blockDim.x + threadIdx.x, v, d = 0;
  if (w < n) {
    v = other[w];
    d = colour[v];
  }
  if (w < n && d < 0)
    atomicAnd(&word[w * 8 + seen[w] / 32], ~(1 << seen[w] % 32));
  if (w < n && d < 0) {
    int m = 0, val;
    while ((val = word[v * 8 + m]) == 0) // warn missing-fence: 'word' is read after the flag 'colour', with no fence between
      m++;
    colour[w] = m * 32 + __ffs(val); // warn missing-fence: announces 'word' with no fence between
  }
}

__global__ void rowOfAnother(const int *start, int *data, volatile int *state, const int *to, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int mine = start[v], others = start[to[v]];
  data[mine] = v;
  state[mine] = 1; // warn missing-fence: announces 'data' with no fence between
  while (state[others] == 0)
    ;
  __threadfence();
  data[mine + 1] = data[others];
}

__global__ void flagOfAWarpsRow(const int *first, volatile int *words, const int *up, const int *queue, int *tag, int stop) {
  const int lane = threadIdx.x % 32, w = (threadIdx.x + blockIdx.x * 256) / 32;
  for (int i = w; i < stop; i += gridDim.x * 8) {
    const int node = queue[i], beg = first[node], end = first[node + 1];
    while (words[up[node]] == 0)
      ;
    const int base = tag[node]; // warn missing-fence: 'tag' is read after the flag 'words', with no fence between
    for (int j = beg + lane; j < end; j += 32)
      tag[queue[j]] = base + j;
    __syncwarp();
    if (lane == 0)
      words[node] = 1; // warn missing-fence: announces 'tag' with no fence between
  }
}

__global__ void flagIsNoPayload(volatile unsigned *val, volatile unsigned *data, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  data[t] = t * 3;
  val[t] = t + 1; // warn missing-fence: announces 'data' with no fence between
  while (val[n - 1 - t] == 0u)
    ;
  __threadfence();
  out[t] = data[n - 1 - t];
}

// --- Silent ---------------------------------------------------------------------

__global__ void ownColour(const int *seen, int *word, volatile int *colour, int n) {
  int w = blockIdx.x * blockDim.x + threadIdx.x, v, d = 0;
  if (w < n) {
    v = w;
    d = colour[v];
  }
  if (w < n && d < 0)
    atomicAnd(&word[w * 8 + seen[w] / 32], ~(1 << seen[w] % 32));
  if (w < n && d < 0) {
    int m = 0, val;
    while ((val = word[w * 8 + m]) == 0)
      m++;
    colour[v] = m * 32 + __ffs(val);
  }
}

// A row belongs to one warp, and a kid to one row.
__global__ void rowOfAWarp(const int *first, volatile int *words, const int *up, int *tag, int stop) {
  const int lane = threadIdx.x % 32, w = (threadIdx.x + blockIdx.x * 256) / 32;
  for (int node = w; node < stop; node += gridDim.x * 8) {
    const int par = up[node], beg = first[node], end = first[node + 1];
    int back = -1;
    for (int j = beg + lane; __any_sync(~0u, j < end); j += 32) {
      int n = 0, kid = -1;
      bool mine = false;
      if (j < end) {
        kid = words[j];
        mine = kid != par;
        if (mine)
          n = tag[kid]; // silent: own-elements
        else
          back = j;
      }
      if (mine)
        tag[kid] = n + beg;
    }
    if (back >= 0)
      words[back] |= 1 << 30; // silent: own-elements
  }
}

// Lanes take each other's rows in turn, and look at their own afterwards.
__global__ void rowsPassedOn(const int *list, const int *first, int *bits, volatile int *colour, const int *next, int n) {
  const int lane = threadIdx.x % 32;
  for (int i = threadIdx.x + blockIdx.x * 256; __any_sync(~0u, i < n); i += gridDim.x * 256) {
    int v, data = 0, beg = 0;
    if (i < n) {
      v = list[i];
      data = colour[v];
      beg = first[v];
    }
    for (unsigned todo = __ballot_sync(~0u, data > 0); todo; todo &= todo - 1) {
      const int from = __shfl_sync(~0u, beg, __ffs(todo) - 1);
      const int seen = colour[next[from + lane]];
      if (seen > 32 && bits[from / 32 + seen / 32] < 0) // silent: own-elements
        atomicAnd(&bits[from / 32 + seen / 32], ~(1 << seen % 32));
    }
    if (i < n && data > 0) {
      int m = 0, val;
      while ((val = bits[beg / 32 + m]) == 0)
        m++;
      colour[v] = m * 32 + __clz(val); // silent: own-elements
    }
  }
}

// A table of keys that are claimed by atomicCAS(), and values that others wait
// for: the value tells nothing of the key, which tells of itself.
__device__ unsigned find(volatile const unsigned *key, volatile const unsigned *val, unsigned k, int cap) {
  for (int i = k % cap;; i = (i + 1) % cap) {
    if (key[i] == k)
      return val[i];
    if (key[i] == 0u)
      return 0u;
  }
}
__device__ void put(volatile unsigned *key, volatile unsigned *val, unsigned k, unsigned v, int cap) {
  for (int i = k % cap;; i = (i + 1) % cap) {
    unsigned old = atomicCAS((unsigned *)&key[i], 0u, k);
    if (old == 0u) {
      val[i] = v;
      return;
    }
    if (old == k)
      return;
  }
}
__global__ void number(volatile unsigned *key, volatile unsigned *val, const unsigned *in, unsigned *out, int cap) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  put(key, val, in[t], t + 1, cap);
  __threadfence();
  unsigned v;
  do {
    v = find(key, val, in[t], cap);
    __threadfence();
  } while (v == 0u);
  out[t] = v;
}

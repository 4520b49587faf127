// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// A loop that runs an iteration since the tests on the path to it say so: the
// barriers inside separate what is read before it from what is written behind.

__global__ void chunksOfAQueue(const int *in, int *out) {
  __shared__ int head, tail;
  if (threadIdx.x == 0) {
    head = 0;
    tail = in[0];
  }
  __syncthreads();
  while (head != tail && head < tail) {
    int left = tail - head;
    for (int i = 0; i < left; i += 128) {
      __syncthreads();
      if (i + threadIdx.x < left)
        out[i + threadIdx.x] += 1;
      __syncthreads();
    }
    if (threadIdx.x == 127)
      head = tail;
    __syncthreads();
  }
}

__global__ void countedDown(const int *in, int *out) {
  __shared__ int open;
  if (threadIdx.x == 0)
    open = in[blockIdx.x];
  __syncthreads();
  for (;;) {
    if (open <= 0)
      break;
    for (int round = (open + 127) >> 7; round > 0; --round) {
      __syncthreads();
      out[threadIdx.x] += round;
      __syncthreads();
    }
    if (threadIdx.x == 0)
      open = in[out[0]];
    __syncthreads();
  }
}

__global__ void notEmptyByTheOuterTest(const int *in, int *out) {
  __shared__ int first, last;
  if (threadIdx.x == 0) {
    first = 0;
    last = in[0] & 1023;
  }
  __syncthreads();
  do {
    if (first >= last)
      return;
    const int end = last;
    for (int i = first; i < end; i++) {
      __syncthreads();
      out[i * 128 + threadIdx.x] = in[i];
    }
    if (threadIdx.x == 1) {
      first = last;
      last += in[last];
    }
    __syncthreads();
  } while (true);
}

// Fewer than 128 are no whole chunk.
__global__ void wholeChunksOnly(const int *in, int *out) {
  __shared__ int head, tail;
  if (threadIdx.x == 0) {
    head = 0;
    tail = in[0];
  }
  __syncthreads();
  while (head < tail) {
    int chunks = (tail - head) / 128;
    for (int i = 0; i < chunks; ++i) {
      __syncthreads(); // warn divergent-barrier: reached by only some threads
      out[i * 128 + threadIdx.x] += 1;
      __syncthreads();
    }
    if (threadIdx.x == 127)
      head = tail;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  }
}

// What is written before the second read may be another's.
__global__ void writtenInBetween(const int *in, int *out) {
  __shared__ int head, tail;
  if (threadIdx.x == 0) {
    head = 0;
    tail = in[0];
  }
  __syncthreads();
  while (head < tail) {
    if (threadIdx.x == 5)
      tail = in[tail];
    for (int i = head; i < tail; ++i) {
      __syncthreads(); // warn divergent-barrier: reached by only some threads
      out[i * 128 + threadIdx.x] += 1;
    }
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    if (threadIdx.x == 127)
      head = tail;
    __syncthreads();
  }
}

// A bit of a thread's own says nothing about the sign.

__global__ void leavesBySign(const int *in, int *out, int n) {
  __shared__ int seen[128];
  for (int i = threadIdx.x;; i += 128) {
    __syncthreads();
    seen[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    int left = -1;
    for (int k = 0; k < 128; ++k)
      left += seen[k] != 0;
    bool odd = seen[threadIdx.x] & 1;
    if ((left | odd) < 0)
      break;
    if (i < n)
      out[i] = left;
  }
}

__global__ void leavesBySignOfATable(const int *in, int *out, int n) {
  __shared__ int seen[128];
  int i = threadIdx.x, state = 0;
  while (state >= 0) {
    __syncthreads();
    seen[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    int kind = threadIdx.x < 64 ? 4 : 2;
    state = (seen[0] > 0 ? 0 : -8) ^ kind;
    i += 128;
    if (state >= 0 && i < n)
      out[i] = state;
  }
}

__global__ void leavesBySignOfItsOwn(const int *in, int *out, int n) {
  __shared__ int seen[128];
  for (int i = threadIdx.x;; i += 128) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    seen[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    int own = seen[threadIdx.x ^ 1] - 1;
    if ((seen[0] | own) < 0)
      break;
    out[threadIdx.x] = own;
  }
}

void launch(const int *in, int *out, int n) {
  chunksOfAQueue<<<1, 128>>>(in, out);
  countedDown<<<1, 128>>>(in, out);
  notEmptyByTheOuterTest<<<1, 128>>>(in, out);
  wholeChunksOnly<<<1, 128>>>(in, out);
  writtenInBetween<<<1, 128>>>(in, out);
  leavesBySign<<<1, 128>>>(in, out, n);
  leavesBySignOfATable<<<1, 128>>>(in, out, n);
  leavesBySignOfItsOwn<<<1, 128>>>(in, out, n);
}

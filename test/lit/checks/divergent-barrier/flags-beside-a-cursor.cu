// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// All threads go through flags up to the same place; what is written in the
// meantime lies behind that place.

__global__ void clearsAbove(const float *in, float *out, int n) {
  __shared__ bool open[128];
  int t = threadIdx.x;
  open[t] = t < n;
  __syncthreads();
  int at = 0;
  while (at < n) {
    if (at < t && in[t] < in[at])
      open[t] = false;
    __syncthreads();
    ++at;
    while (at < n && !open[at])
      ++at;
  }
  out[t] = open[t];
}

__global__ void clearsBelow(const float *in, float *out) {
  __shared__ int open[128];
  const int t = threadIdx.x;
  open[t] = 1;
  __syncthreads();
  for (int at = 127; at > 0;) {
    if (t < at) {
      if (in[t] > in[at])
        open[t] = 0;
    }
    __syncthreads();
    do
      at--;
    while (at > 0 && open[at] == 0);
  }
  out[t] = in[t];
}

// The flag at the cursor itself may be cleared while others look at it.
__global__ void clearsAtTheCursor(const float *in, float *out, int n) {
  __shared__ bool open[128];
  int t = threadIdx.x;
  open[t] = t < n;
  __syncthreads();
  int at = 0;
  while (at < n) {
    if (at <= t && in[t] < in[0])
      open[t] = false;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    do
      ++at;
    while (at < n && !open[at]);
  }
  out[t] = t;
}

// A cursor that goes back comes to flags that others clear.
__global__ void goesBack(const float *in, float *out, int n) {
  __shared__ bool open[128];
  int t = threadIdx.x;
  open[t] = t < n;
  __syncthreads();
  int at = n;
  while (at > 0) {
    if (at < t && in[t] < in[at])
      open[t] = false;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    do
      --at;
    while (at > 0 && !open[at]);
  }
  out[t] = t;
}

void launch(const float *in, float *out, int n) {
  clearsAbove<<<1, 128>>>(in, out, n);
  clearsBelow<<<1, 128>>>(in, out);
  clearsAtTheCursor<<<1, 128>>>(in, out, n);
  goesBack<<<1, 128>>>(in, out, n);
}

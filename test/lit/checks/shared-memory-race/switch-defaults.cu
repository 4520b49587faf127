// RUN: %verify %s --checks=-*,warplint-shared-memory-race
// The default of a switch is where none of its cases is.

__global__ void caseOrDefault(int *w, int mode) {
  __shared__ int x;
  switch (mode) {
  case 1:
    if (threadIdx.x == 0)
      x = w[0];
    break;
  default:
    if (threadIdx.x == 40)
      x = w[1];
  }
  __syncthreads();
  w[threadIdx.x] = x;
}

__global__ void behindTheSwitch(int *w, int mode) {
  __shared__ int x;
  if (threadIdx.x == 40)
    switch (mode) {
    case 7:
    case 2:
      x = w[1];
    }
  if (threadIdx.x == 0 && mode != 2 && mode != 7)
    x = w[0];
  __syncthreads();
  w[threadIdx.x] = x;
}

__global__ void eachItsOwn(int *w, const int *modes) {
  __shared__ int x;
  switch (modes[threadIdx.x]) {
  case 1:
    if (threadIdx.x == 0)
      x = w[0]; // warn shared-memory-race: 'x' is written
    break;
  default:
    if (threadIdx.x == 40)
      x = w[1];
  }
  __syncthreads();
  w[threadIdx.x] = x;
}

// The inner switch has no default: it goes on at a case of the outer one.
__global__ void inner(int *w, int mode, int other) {
  __shared__ int x;
  switch (mode) {
  case 1:
    switch (other) {
    case 5:
      return;
    }
  case 2:
    if (threadIdx.x == 0)
      x = w[0];
  }
  if (threadIdx.x == 40 && other == 3)
    x = w[1]; // warn shared-memory-race: 'x' is written
  __syncthreads();
  w[threadIdx.x] = x;
}

void launch(int *w, const int *modes, int mode, int other) {
  caseOrDefault<<<1, 64>>>(w, mode);
  behindTheSwitch<<<1, 64>>>(w, mode);
  eachItsOwn<<<1, 64>>>(w, modes);
  inner<<<1, 64>>>(w, mode, other);
}

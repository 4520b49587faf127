// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// All threads fill an array with one word, alone and several at a time.

// --- Found ----------------------------------------------------------------------

__global__ void itsOwnWord(float *all, const float *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 < n) {
    all[i] = most[i];
    float a = most[i];
    ((float4 *)all)[i] = make_float4(a, a, a, a); // warn global-memory-race: is written while a thread of another block may still write it
  }
}

__global__ void twoWords(float *all, const float *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 < n) {
    all[i] = most[0] * most[1]; // silent: no-alias
    float a = most[0] * most[1]; // silent: no-alias
    ((float4 *)all)[i] = make_float4(a, a, a, most[2]); // warn global-memory-race: is written while a thread of another block may still write it
  }
}

__global__ void anotherFunction(float *all, const float *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 < n) {
    all[i] = most[0] * most[1]; // silent: no-alias
    float a = most[0] + most[1]; // silent: no-alias
    ((float4 *)all)[i] = make_float4(a, a, a, a); // warn global-memory-race: is written while a thread of another block may still write it
  }
}

__global__ void changedBetween(float *all, float *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 < n) {
    all[i] = most[0]; // silent: no-alias
    if (i == 0)
      most[0] = 3; // warn global-memory-race: 'most[0]' is overwritten while
    float a = most[0]; // warn global-memory-race: 'most[0]' is read while
    ((float4 *)all)[i] = make_float4(a, a, a, a); // warn global-memory-race: is written while a thread of another block may still write it
  }
}

void launchFound(float *all, float *most, int n) {
  itsOwnWord<<<(n / 4 + 255) / 256, 256>>>(all, most, n);
  twoWords<<<(n / 4 + 255) / 256, 256>>>(all, most, n);
  anotherFunction<<<(n / 4 + 255) / 256, 256>>>(all, most, n);
  changedBetween<<<(n / 4 + 255) / 256, 256>>>(all, most, n);
}

// --- Silent ---------------------------------------------------------------------

__global__ void oneWord(float *all, const float *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 < n) {
    all[i] = most[0] * most[1]; // silent: no-alias
    float a = most[0] * most[1]; // silent: no-alias
    float4 v;
    v.x = v.y = v.z = v.w = a;
    ((float4 *)all)[i] = v; // silent: no-alias
  }
}

__global__ void oneWordScaled(float *all, const float *most, int n, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 2 < n) {
    all[i] = most[0] / (scale * 127.0f); // silent: no-alias
    float a = most[0] / (scale * 127.0f); // silent: no-alias
    ((float2 *)all)[i] = make_float2(a, a); // silent: no-alias
  }
}

__global__ void oneNumber(int *all, int n, int fill) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 < n) {
    all[i] = 2 * fill + 1;
    ((int4 *)all)[i] = int4{2 * fill + 1, 2 * fill + 1, 2 * fill + 1, 2 * fill + 1};
  }
}

void launchSilent(float *all, const float *most, int *numbers, int n) {
  oneWord<<<(n / 4 + 255) / 256, 256>>>(all, most, n);
  oneWordScaled<<<(n / 2 + 255) / 256, 256>>>(all, most, n, 0.5f);
  oneNumber<<<(n / 4 + 255) / 256, 256>>>(numbers, n, 7);
}

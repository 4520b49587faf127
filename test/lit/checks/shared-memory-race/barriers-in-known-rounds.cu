// RUN: %verify %s --checks=-*,warplint-shared-memory-race
// A barrier in one of the rounds of a loop all of which are known: who comes into the
// loop and leaves it has passed the barrier.

template <int N> __global__ void inside(float *out) {  
  __shared__ float s[256];
  for (int i = 0; i < N; ++i) {
    s[threadIdx.x] = i;
    if (i == 2) __syncthreads();
    out[threadIdx.x + i * 256] = s[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
  }
}
__global__ void broken(const float *in, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = s[255 - threadIdx.x];
  for (int i = 0; i < 8; ++i) {
    if (in[i] > n) break;
    if (i == 6) __syncthreads();
  }
  s[threadIdx.x] = a; // warn shared-memory-race: is overwritten while another thread of the block may still read it{{$}}
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void thinned(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = s[255 - threadIdx.x];
  for (int i = 64; i > 0; i /= 2)
    if (i == 16) __syncthreads();
  s[threadIdx.x] = a;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void skipped(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = s[255 - threadIdx.x];
  for (int i = 0; i < 16; i += 3)
    if (i == 8) __syncthreads();
  s[threadIdx.x] = a; // warn shared-memory-race: is overwritten while another thread of the block may still read it{{$}}
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void last(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < 16; i++) {
    if (i == 8) __syncthreads();
    a += s[255 - threadIdx.x];
  }
  s[threadIdx.x] = a; // warn shared-memory-race: is overwritten while another thread of the block may still read it{{$}}
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void nested(const float *in, float *out, int n) {
  __shared__ float s[256];
  for (int k = 0; k < n; ++k) {
    s[threadIdx.x] = in[threadIdx.x];
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < n; ++j) out[j] = 0;
      if (i == 3) __syncthreads();
    }
    out[threadIdx.x] += s[255 - threadIdx.x];
    int i = 5;
    do { if (--i == 1) __syncthreads(); } while (i);
  }
}
__global__ void flagged(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = s[255 - threadIdx.x];
  bool first = true;
  for (int i = 0; i < 16; i++) {
    if (first) { __syncthreads(); first = false; }
    a += i;
  }
  s[threadIdx.x] = a;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void twoCounters(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = s[255 - threadIdx.x];
  for (int i = 0, j = 1; i < 16; i++, j = (j + 1) & 3) {
    if (i == 7 && j == 0) __syncthreads();
    a += i;
  }
  s[threadIdx.x] = a;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void twoCountersNever(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = s[255 - threadIdx.x];
  for (int i = 0, j = 1; i < 16; i++, j = (j + 1) & 3) {
    if (i == 7 && j == 1) __syncthreads();
    a += i;
  }
  s[threadIdx.x] = a; // warn shared-memory-race: is overwritten while another thread of the block may still read it{{$}}
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void lastRound(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < 16; i++) {
    if (i == 15) __syncthreads();
    a += s[255 - threadIdx.x];
  }
  s[threadIdx.x] = a; // warn shared-memory-race: is overwritten while another thread of the block may still read it{{$}}
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void behindLast(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < 16; i++) {
    a += s[255 - threadIdx.x];
    if (i == 15) __syncthreads();
  }
  s[threadIdx.x] = a;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
// A loop around it, as in main loops of several stages.
template <int N> __global__ void asMainLoops(const float *in, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float a = s[255 - threadIdx.x];
  for (; n > -3;) {
    constexpr int inner = (N + 1) / 2 * 2;
#pragma unroll
    for (int i = 0; i < inner; ++i) {
      a += i;
      if (i + 2 == inner) { __syncthreads(); --n; }
    }
    s[threadIdx.x] = a;
    __syncthreads();
    a = s[threadIdx.x ^ 1];
    __syncthreads();
  }
  out[threadIdx.x] = a;
}
void go(const float *in, float *out, int n) {
  inside<4><<<1, 256>>>(out);
  broken<<<1, 256>>>(in, out, n);
  thinned<<<1, 256>>>(in, out);
  skipped<<<1, 256>>>(in, out);
  last<<<1, 256>>>(in, out);
  nested<<<1, 256>>>(in, out, n);
  flagged<<<1, 256>>>(in, out);
  twoCounters<<<1, 256>>>(in, out);
  twoCountersNever<<<1, 256>>>(in, out);
  lastRound<<<1, 256>>>(in, out);
  behindLast<<<1, 256>>>(in, out);
  asMainLoops<9><<<1, 256>>>(in, out, n);
}

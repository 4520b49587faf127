// RUN: %verify %s --checks=-*,warplint-shuffle-operand
//
// A store of more bytes than a word has fills the words behind it, too.

// --- Found ----------------------------------------------------------------------

__global__ void oneWordOfTwo(unsigned *out, const unsigned *in) {
  uint2 pair;
  *(unsigned *)&pair.x = in[threadIdx.x];
  unsigned low = __shfl_sync(~0u, pair.x, 0);
  unsigned high = __shfl_sync(~0u, pair.y, 0); // warn shuffle-operand: reads a variable that has no value
  out[threadIdx.x] = low + high;
}

__global__ void twoWordsOfFour(unsigned *out, const unsigned long long *in) {
  uint4 words;
  *(unsigned long long *)&words.x = in[threadIdx.x];
  out[threadIdx.x] = __shfl_sync(~0u, words.y, 0);
  out[threadIdx.x] = __shfl_sync(~0u, words.z, 0); // warn shuffle-operand: reads a variable that has no value
}

__global__ void behindTheMiddle(unsigned *out, const uint2 *in) {
  unsigned words[4];
  *(uint2 *)&words[1] = in[threadIdx.x];
  out[threadIdx.x] = __shfl_sync(~0u, words[0], 0); // warn shuffle-operand: reads a variable that has no value
  out[threadIdx.x] = __shfl_sync(~0u, words[2], 0);
  out[threadIdx.x] = __shfl_sync(~0u, words[3], 0); // warn shuffle-operand: reads a variable that has no value
}

// --- Silent ---------------------------------------------------------------------

__global__ void bothWords(unsigned *out, const unsigned long long *in) {
  uint2 pair;
  *(unsigned long long *)&pair.x = in[threadIdx.x];
  out[threadIdx.x] = __shfl_sync(~0u, pair.x, 0) + __shfl_sync(~0u, pair.y, 0);
}

__global__ void bothWordsOfADouble(unsigned *out, const double *in) {
  uint2 pair;
  reinterpret_cast<double &>(pair.x) = in[threadIdx.x];
  out[threadIdx.x] = __shfl_sync(~0u, pair.x, 0) + __shfl_sync(~0u, pair.y, 0);
}

__global__ void bothHalves(float *out, const float2 *in) {
  float4 both;
  *(float2 *)&both.x = in[threadIdx.x];
  *(float2 *)&both.z = in[threadIdx.x + 1];
  out[threadIdx.x] = __shfl_sync(~0u, both.y, 0) + __shfl_sync(~0u, both.w, 0);
}

__global__ void elements(unsigned *out, const uint4 *in) {
  unsigned words[8];
  *(uint4 *)&words[0] = in[threadIdx.x];
  *(uint4 *)(words + 4) = in[threadIdx.x + 1];
  out[threadIdx.x] = __shfl_sync(~0u, words[3], 0) + __shfl_sync(~0u, words[5], 0);
}

__global__ void byAssembly(unsigned *out, const unsigned long long *in) {
  uint2 pair;
  asm volatile("ld.global.cg.b64 %0, [%1];"
               : "=l"(*(unsigned long long *)&pair.x)
               : "l"(in + threadIdx.x)
               : "memory");
  out[threadIdx.x] = __shfl_sync(~0u, pair.x, 0) + __shfl_sync(~0u, pair.y, 0);
}

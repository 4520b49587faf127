// RUN: %verify %s --checks=-*,warplint-pdl-order --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// Helpers launch with the attribute or without, as a flag says: what counts is what
// the calls of the unit pass, and for which kernel. Memory that an earlier kernel
// only reads, though its pointer is not const, is no reason to wait.

#include <cuda_runtime.h>

template <class K, class... A> void launchEarly(K kernel, cudaStream_t stream, A... arguments) {
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = 4;
  config.blockDim = 64;
  config.stream = stream;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, arguments...);
}

template <class K, class... A> void launchBy(bool early, K kernel, cudaStream_t stream, A... arguments) {
  if (!early) {
    kernel<<<4, 64, 0, stream>>>(arguments...);
  } else {
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = 4;
    config.blockDim = 64;
    config.stream = stream;
    config.attrs = attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, kernel, arguments...);
  }
}

template <bool Early> __global__ void scaled(const float *in, float *out) {
  if constexpr (Early)
    asm volatile("griddepcontrol.wait;" ::: "memory");
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] * 2;
}
void scale(const float *in, float *out, bool early, cudaStream_t stream) {
  if (early)
    launchBy(true, scaled<true>, stream, in, out);
  else
    launchBy(false, scaled<false>, stream, in, out);
}

template <bool Early> __global__ void shifted(const float *in, float *out) {
  if constexpr (Early)
    asm volatile("griddepcontrol.wait;" ::: "memory");
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] + 2;
}
void shift(const float *in, float *out, bool early, cudaStream_t stream) {
  if (early)
    launchBy(true, shifted<false>, stream, in, out); // warn pdl-order: 'shifted' may start before the kernels ahead of it have ended, and never waits for them
  else
    launchBy(false, shifted<true>, stream, in, out);
}

// The only call of the helper says no.
__global__ void plain(const float *in, float *out) { out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x]; }
static void launchPlain(const float *in, float *out, cudaStream_t stream, bool early, bool logs) {
  if (early && !logs)
    launchEarly(plain, stream, in, out);
  else
    plain<<<4, 64, 0, stream>>>(in, out);
}
void runPlain(const float *in, float *out, cudaStream_t stream, bool logs) {
  launchPlain(in, out, stream, false, logs);
}

// One of two calls says yes.
__global__ void mixed(const float *in, float *out) { out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x]; }
static void launchMixed(const float *in, float *out, cudaStream_t stream, bool early) {
  if (early)
    launchEarly(mixed, stream, in, out); // warn pdl-order: 'mixed' may start before the kernels ahead of it have ended, and never waits for them
  else
    mixed<<<4, 64, 0, stream>>>(in, out);
}
void runMixed(const float *in, float *out, cudaStream_t stream) {
  launchMixed(in, out, stream, false);
  launchMixed(in, out, stream, true);
}

// An arm that is never taken.
__global__ void sometimes(const float *in, float *out) { out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x]; }
void runSometimes(const float *in, float *out, cudaStream_t stream) {
  constexpr bool IsEarly = false;
  if (IsEarly)
    launchEarly(sometimes, stream, in, out);
  else
    sometimes<<<4, 64, 0, stream>>>(in, out);
}

// `factor` is only read by the kernel before, whose pointer is not const.
__global__ void reads(float *in, float *factor, float *out) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  float f = *factor;
  out[threadIdx.x] = in[threadIdx.x] * f + factor[threadIdx.x];
  asm volatile("griddepcontrol.launch_dependents;");
}
__global__ void behindReads(float *out, float *factor) {
  float f = factor[blockIdx.x];
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[threadIdx.x] *= f;
}
void runReads(float *in, float *factor, float *out, cudaStream_t stream) {
  launchEarly(reads, stream, in, factor, out);
  launchEarly(behindReads, stream, out, factor);
}

// By way of another pointer it is written.
__global__ void writes(float *in, float *factor, float *out) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  float *to = factor + blockIdx.x;
  *to = in[threadIdx.x];
  out[threadIdx.x] = factor[0];
  asm volatile("griddepcontrol.launch_dependents;");
}
__global__ void behindWrites(float *out, float *factor) {
  float f = factor[blockIdx.x]; // warn pdl-order: 'factor' is touched before the wait for the kernels ahead, which may still use it
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[threadIdx.x] *= f;
}
void runWrites(float *in, float *factor, float *out, cudaStream_t stream) {
  launchEarly(writes, stream, in, factor, out);
  launchEarly(behindWrites, stream, out, factor);
}

// Reads that are chosen, of numbers and of objects, and looks at the pointer.
struct Half {
  unsigned short bits;
  __device__ operator float() const { return bits * 0.5f; }
};
template <class T> __global__ void readsIfAny(float *in, T *factor, T plain, float *out) {
  float f = factor == nullptr ? plain : factor[blockIdx.x];
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (factor)
    f += float(factor[threadIdx.x]);
  out[threadIdx.x] = in[threadIdx.x] * f;
  asm volatile("griddepcontrol.launch_dependents;");
}
void runReadsIfAny(float *in, float *factor, Half *half, float *out, cudaStream_t stream) {
  launchEarly(readsIfAny<float>, stream, in, factor, 1.0f, out);
  launchEarly(behindReads, stream, out, factor);
  launchEarly(readsIfAny<Half>, stream, in, half, Half{2}, out);
  launchEarly(readsIfAny<Half>, stream, in, half, Half{2}, out);
}

// One of the two that are chosen from is written.
__global__ void writesOne(float *in, float *factor, float *other, float *out) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  (in[0] > 0 ? factor[0] : other[0]) = in[threadIdx.x];
  out[threadIdx.x] = factor != nullptr;
  asm volatile("griddepcontrol.launch_dependents;");
}
__global__ void behindWritesOne(float *out, float *factor) {
  float f = factor[blockIdx.x]; // warn pdl-order: 'factor' is touched before the wait for the kernels ahead, which may still use it
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[threadIdx.x] *= f;
}
void runWritesOne(float *in, float *factor, float *other, float *out, cudaStream_t stream) {
  launchEarly(writesOne, stream, in, factor, other, out);
  launchEarly(behindWritesOne, stream, out, factor);
}

// In a loop the configuration is that from before it.
template <int I> __global__ void looped(const float *in, float *out) { out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x]; }
void runLooped(const float *in, float *out, int repeats, bool wide) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = wide ? 8 : 4;
  config.blockDim = 64;
  config.attrs = &attribute;
  config.numAttrs = 1;
  for (int i = 0; i < repeats; ++i)
    cudaLaunchKernelEx(&config, looped<1>, in, out); // warn pdl-order: 'looped' may start before the kernels ahead of it have ended, and never waits for them
}

// The attribute is switched off before any launch.
void runLoopedOff(const float *in, float *out, int repeats, bool wide) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = wide ? 8 : 4;
  config.blockDim = 64;
  config.attrs = &attribute;
  config.numAttrs = 1;
  for (int i = 0; i < repeats; ++i) {
    attribute.val.programmaticStreamSerializationAllowed = 0;
    cudaLaunchKernelEx(&config, looped<2>, in, out);
  }
}

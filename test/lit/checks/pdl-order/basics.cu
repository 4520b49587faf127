// RUN: %verify %s --checks=-*,warplint-pdl-order
//
// Programmatic dependent launch: what earlier kernels use is touched behind the
// wait for them.

__device__ inline void waitForEarlier() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
}
__device__ inline void letLaterStart() {
  asm volatile("griddepcontrol.launch_dependents;");
}

// --- Touched before the wait --------------------------------------------------

__global__ void storesBeforeTheWait(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 0; // warn pdl-order: 'out' is touched before the wait for the kernels ahead
  cudaGridDependencySynchronize(); // note: the wait is here
  if (i < n)
    out[i] += in[i];
}

__global__ void inPlaceTooEarly(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i]; // warn pdl-order: 'x' is touched before the wait
  waitForEarlier();
  x[i] = v * 2; // note: the kernel changes it in place here
}

__global__ void onlyOneWarpWaits(const float *a, float *out) {
  if (threadIdx.x < 32) {
    waitForEarlier();
    out[threadIdx.x] = a[threadIdx.x];
  } else {
    out[threadIdx.x] = a[threadIdx.x] + 1; // warn pdl-order: 'a' is touched by threads that do not wait
    // note@-4: the wait is here
    // note@-4: other threads touch it behind the wait here
    // warn@-3 pdl-order: 'out' is touched by threads that do not wait
  }
}

struct Params {
  float *sum;
  const float *values;
};
__global__ void throughAStruct(Params p) {
  p.sum[threadIdx.x] = 0; // warn pdl-order: is touched before the wait
  waitForEarlier();
  p.sum[threadIdx.x] += p.values[threadIdx.x];
}

__device__ inline void clear(int *counters, int i) { counters[i] = 0; } // warn pdl-order: is touched before the wait
__global__ void throughAHelper(int *counters, int *out) {
  clear(counters, threadIdx.x);
  letLaterStart();
  waitForEarlier();
  out[threadIdx.x] = counters[threadIdx.x];
}

__global__ void atomicsTooEarly(int *total, const int *in) {
  atomicAdd(total, 1); // warn pdl-order: 'total' is touched before the wait
  cudaGridDependencySynchronize();
  atomicAdd(total, in[threadIdx.x]);
}

// A number drawn early is one thing, a counter that is used otherwise another.
__global__ void ticketThatIsSetBack(int *next, const int *in, int *out) {
  __shared__ int tile;
  if (threadIdx.x == 0)
    tile = atomicAdd(next, 1); // warn pdl-order: 'next' is touched before the wait
  __syncthreads();
  waitForEarlier();
  out[tile * blockDim.x + threadIdx.x] = in[threadIdx.x];
  if (tile == gridDim.x - 1)
    *next = 0;
}

__global__ void slotsOfATable(int *slots, const int *keys, int *out) {
  int slot = atomicAdd(&slots[keys[threadIdx.x]], 1); // warn pdl-order: 'slots' is touched before the wait
  cudaGridDependencySynchronize();
  out[slot] = threadIdx.x;
}

__global__ void countsOnly(int *started, int *out) {
  (void)atomicAdd(started, 1); // warn pdl-order: 'started' is touched before the wait
  cudaGridDependencySynchronize();
  out[threadIdx.x] = 1;
}

// --- The launching side -------------------------------------------------------

__global__ void produce(float *data) { data[threadIdx.x] = 1; }

__global__ void readsWhatProduceWrites(const float *data, float *out) {
  float v = data[threadIdx.x]; // warn pdl-order: 'data' is touched before the wait
  cudaGridDependencySynchronize();
  out[threadIdx.x] = v;
}

__global__ void waitsForNobody(const float *data, float *out) {
  out[threadIdx.x] = data[threadIdx.x]; // touched with no wait before
}

__global__ void triggersOnly(const float *data, float *out) {
  cudaTriggerProgrammaticLaunchCompletion();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void zero(int *counter) { *counter = 0; }

__global__ void drawsFromWhatZeroSets(int *next, float *out) {
  __shared__ int tile;
  if (threadIdx.x == 0)
    tile = atomicAdd(next, 1); // warn pdl-order: 'next' is touched before the wait
  __syncthreads();
  cudaGridDependencySynchronize();
  out[tile * blockDim.x + threadIdx.x] = 1;
}

__global__ void waits(const float *data, float *out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = data[threadIdx.x];
}

void chain(float *data, float *out, int *counter, cudaStream_t stream) {
  produce<<<1, 128, 0, stream>>>(data);
  zero<<<1, 1, 0, stream>>>(counter);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 128;
  config.stream = stream;
  cudaLaunchAttribute attrs[1];
  attrs[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attrs[0].val.programmaticStreamSerializationAllowed = 1;
  config.attrs = attrs;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, readsWhatProduceWrites, (const float *)data, out);
  cudaLaunchKernelEx(&config, waitsForNobody, (const float *)data, out); // warn pdl-order: 'waitsForNobody' may start before the kernels ahead of it have ended, and never waits
  // note: 'produce', launched before, gets the same memory to write
  cudaLaunchKernelEx(&config, waits, (const float *)data, out);
  cudaLaunchKernelEx(&config, drawsFromWhatZeroSets, counter, out);
}

#define CHECK(CALL) do { if ((CALL) != cudaSuccess) return; } while (0)
template <typename... Params, typename... Args>
void launchEarly(void (*kernel)(Params...), dim3 grid, dim3 block, cudaStream_t stream, Args &&...args) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, kernel, std::forward<Args>(args)...));
}

void byHelper(const float *data, float *out, cudaStream_t stream) {
  launchEarly(triggersOnly, dim3(1), dim3(128), stream, data, out); // warn pdl-order: 'triggersOnly' may start before
  // note: kernels behind it that wait for this one may start here
}

// An adapter hands the kernel on as a plain pointer, and a switch decides.
template <class Operator> __global__ void deviceKernel(typename Operator::Arguments given) { Operator::run(given); }

struct Launcher {
  static cudaError_t launch(int blocks, const void *kernel, void **arguments, bool early = false) {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attributes[2];
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(128);
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim.x = 1;
    attributes[0].val.clusterDim.y = 1;
    attributes[0].val.clusterDim.z = 1;
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    config.attrs = attributes;
    config.numAttrs = early ? 2 : 1;
    return cudaLaunchKernelExC(&config, kernel, arguments); // warn pdl-order: 'deviceKernel' may start before the kernels ahead of it have ended, and never waits for them
  }
};

struct Scaling {
  struct Arguments {
    const float *in;
    float *out;
  };
  static __device__ void run(Arguments given) { given.out[threadIdx.x] = given.in[threadIdx.x] * 2; }
};
struct ScalingThatWaits : Scaling {
  static __device__ void run(Arguments given) {
    waitForEarlier();
    given.out[threadIdx.x] = given.in[threadIdx.x] * 2;
  }
};
struct ScalingInTurn : Scaling {
  static __device__ void run(Arguments given) { given.out[threadIdx.x] = given.in[threadIdx.x] * 3; }
};
template <class Operator> void scale(Scaling::Arguments given, bool early) {
  const void *kernel = (const void *)deviceKernel<Operator>;
  void *arguments[] = {&given};
  Launcher::launch(4, kernel, arguments, early);
}
void scaleAll(const float *in, float *out) {
  scale<Scaling>({in, out}, true);
  scale<ScalingThatWaits>({in, out}, true);
  scale<ScalingInTurn>({in, out}, false);
}

// What launches is for the host's side alone, so that it is not seen here. The
// kernel waits: it is made to be launched early.
#ifdef __CUDA_ARCH__
#define ON_HOST(...)
#else
#define ON_HOST(...) __VA_ARGS__
#endif
template <bool Early> struct Chevron {
  cudaStream_t stream;
  template <class Kernel, class... Args> __host__ __device__ cudaError_t run(Kernel kernel, Args const &...args) const {
    ON_HOST(if constexpr (Early) { launchEarly(kernel, dim3(1), dim3(128), stream, args...); } else { kernel<<<1, 128, 0, stream>>>(args...); })
    return cudaSuccess;
  }
};
template <class T> __global__ void splits(T *parts, const T *keys) { parts[threadIdx.x] = keys[threadIdx.x]; }
template <class T> __global__ void mergesParts(T *parts, const T *keys, T *out) {
  T begin = parts[threadIdx.x]; // warn pdl-order: 'parts' is touched before the wait
  T weight = keys[threadIdx.x];
  cudaGridDependencySynchronize();
  out[threadIdx.x] = begin * weight;
}
template <class T> struct Kernels {
  static constexpr auto split() -> decltype(&splits<T>) { return &splits<T>; }
  auto merge() const { return mergesParts<T>; }
};
template <class T> void splitAndMerge(T *parts, const T *keys, T *out, cudaStream_t stream) {
  Kernels<T> kernels;
  Chevron<true>{stream}.run(kernels.split(), parts, keys); // note: 'splits', launched before, gets the same memory to write
  Chevron<true>{stream}.run(kernels.merge(), parts, keys, out);
}
template void splitAndMerge(float *, const float *, float *, cudaStream_t);

// The configuration comes from elsewhere.
__global__ void addsWhatProduceWrites(const float *data, float *out) {
  float v = data[threadIdx.x]; // warn pdl-order: 'data' is touched before the wait
  cudaGridDependencySynchronize();
  out[threadIdx.x] += v;
}
void asConfigured(const cudaLaunchConfig_t *config, float *data, float *out) {
  produce<<<1, 128, 0, config->stream>>>(data);
  cudaLaunchKernelEx(config, addsWhatProduceWrites, (const float *)data, out);
}

// --- Silent -------------------------------------------------------------------

__global__ void prefetchesWeights(const float *weights, const float *x, float *out) {
  __shared__ float w[128];
  w[threadIdx.x] = weights[threadIdx.x];
  waitForEarlier();
  out[threadIdx.x] = w[threadIdx.x] * x[threadIdx.x] + weights[threadIdx.x + 128];
}

// The kernels ahead are done with the counter: no launch of the unit says other.
__global__ void drawsATicket(int *next, const int *in, int *out) {
  __shared__ int tile;
  if (threadIdx.x == 0)
    tile = atomicAdd(next, 1);
  __syncthreads();
  waitForEarlier();
  out[tile * blockDim.x + threadIdx.x] = in[threadIdx.x];
  letLaterStart();
}

__global__ void storesBehindTheTrigger(const float *x, float *out) {
  waitForEarlier();
  letLaterStart();
  out[threadIdx.x] = x[threadIdx.x];
}

__global__ void oneWaitsForAll(float *x) {
  if (threadIdx.x == 0)
    waitForEarlier();
  __syncthreads();
  x[threadIdx.x] *= 2;
}

template <bool Dependent> __global__ void onlyIfAsked(float *x) {
  if constexpr (Dependent)
    waitForEarlier();
  x[threadIdx.x] *= 2;
}
template __global__ void onlyIfAsked<true>(float *);
template __global__ void onlyIfAsked<false>(float *);

__global__ void leavesFirst(const int *count, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  waitForEarlier();
  x[i] = count[0];
}

__global__ void setUpBeforeTheWait(const float *x, float *out, int n) {
  extern __shared__ float tile[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    tile[i] = 0;
  int row = blockIdx.x / 4, column = blockIdx.x % 4;
  cudaGridDependencySynchronize();
  out[row * n + column] = x[row] + tile[column];
}

// Launched in the ordinary way: it has waited for all of them.
__global__ void triggersForOthers(const float *data, float *out) {
  cudaTriggerProgrammaticLaunchCompletion();
  out[threadIdx.x] = data[threadIdx.x];
}
void ordinary(const float *data, float *out) { triggersForOthers<<<1, 128>>>(data, out); }

// The attribute is switched off.
__global__ void notEarly(const float *data, float *out) { out[threadIdx.x] = data[threadIdx.x]; }
void switchedOff(const float *data, float *out) {
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attrs[1];
  attrs[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attrs[0].val.programmaticStreamSerializationAllowed = 0;
  config.attrs = attrs;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, notEarly, data, out);
}

// Another attribute.
__global__ void inClusters(const float *data, float *out) { out[threadIdx.x] = data[threadIdx.x]; }
void clusters(const float *data, float *out) {
  cudaFuncSetAttribute(inClusters, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attrs[1];
  attrs[0].id = cudaLaunchAttributeClusterDimension;
  attrs[0].val.clusterDim.x = 2;
  config.attrs = attrs;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, inClusters, data, out);
}

extern __device__ void waitSomehow();
__global__ void callThatIsNotSeen(float *x) {
  waitSomehow();
  x[threadIdx.x] *= 2;
}
void notSeen(float *x) {
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute a{cudaLaunchAttributeProgrammaticStreamSerialization, {}};
  config.attrs = &a;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, callThatIsNotSeen, x);
}

// The same ways to launch, of kernels that touch nothing too early or are not
// made for it.
__global__ void mergesBehindTheWait(const float *parts, const float *weights, float *out) {
  float w = weights[threadIdx.x];
  cudaGridDependencySynchronize();
  out[threadIdx.x] = parts[threadIdx.x] * w;
}
__global__ void neverMeantToBeEarly(const float *parts, float *out) { out[threadIdx.x] = parts[threadIdx.x]; }
__global__ void usedByOrdinaryLaunches(const float *parts, float *out) {
  float v = parts[threadIdx.x];
  cudaGridDependencySynchronize();
  out[threadIdx.x] = v;
}
void launcherThatIsNotSeen(float *parts, const float *weights, float *out, cudaStream_t stream) {
  Chevron<true> launcher{stream};
  launcher.run(produce, parts);
  launcher.run(mergesBehindTheWait, parts, weights, out);
  launcher.run(neverMeantToBeEarly, parts, out);
  usedByOrdinaryLaunches<<<1, 128, 0, stream>>>(parts, out);
}

// Copies touch their source from where they begin.
__device__ inline void fetch(int *to, const int *from, unsigned bytes) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__global__ void fetchesBeforeTheWait(const int *parts, int *out) {
  __shared__ int tile[128];
  fetch(tile + 4 * threadIdx.x, parts + 4 * threadIdx.x, 16); // warn pdl-order: 'parts' is touched before the wait
  waitForEarlier(); // note: the wait is here
  out[threadIdx.x] = tile[threadIdx.x];
}
__device__ inline void fetchLater(int *to, const int *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__global__ void fetchesBehindTheWait(const int *parts, const int *weights, int *out) {
  __shared__ int tile[256];
  fetchLater(tile + 128 + 4 * threadIdx.x, weights + 4 * threadIdx.x);
  waitForEarlier();
  fetchLater(tile + 4 * threadIdx.x, parts + 4 * threadIdx.x);
  out[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 128];
}
__global__ void producesNumbers(int *parts) {
  letLaterStart();
  parts[threadIdx.x] = threadIdx.x;
}
void launchesCopies(int *parts, const int *weights, int *out, cudaStream_t stream) {
  cudaLaunchAttribute overlap[1];
  overlap[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(1);
  config.blockDim = dim3(32);
  config.stream = stream;
  config.attrs = overlap;
  config.numAttrs = 1;
  producesNumbers<<<1, 128, 0, stream>>>(parts);
  cudaLaunchKernelEx(&config, fetchesBeforeTheWait, (const int *)parts, out);
  producesNumbers<<<1, 128, 0, stream>>>(parts);
  cudaLaunchKernelEx(&config, fetchesBehindTheWait, (const int *)parts, weights, out);
}

// RUN: %verify %s --checks=-*,warplint-host-sync
//
// The host goes on while kernels and copies run.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                               \
      std::fprintf(stderr, "%s\n", cudaGetErrorString(status));                \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

void ensure(cudaError_t status) {
  if (status != cudaSuccess)
    std::cerr << "failed: " << cudaGetErrorName(status) << std::endl;
}

__managed__ int total, polled;
__device__ void put(int *to, int value) { *to = value; }

__global__ void fill(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;
}
__global__ void fillThroughAHelper(int *out) { put(out + threadIdx.x, 1); }
__global__ void count(const int *in) { atomicAdd(&total, in[threadIdx.x]); }
__global__ void countPolled(const int *in) { atomicAdd(&polled, in[threadIdx.x]); }
__global__ void onlyReads(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void onlyReadsThroughAPlainPointer(int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

// --- Too early ----------------------------------------------------------------

int managedVariable(const int *in) {
  total = 0;
  count<<<1, 32>>>(in);
  return total; // warn host-sync: the host reads 'total' while the kernel 'count' may still write it
  // note@-2: it is launched here, and the launch returns at once
  // note@-2: wait before, with 'cudaStreamSynchronize()' for its stream or 'cudaDeviceSynchronize()' for everything
}

void managedArray(int n) {
  int *data;
  CHECK(cudaMallocManaged(&data, n * sizeof(int)));
  fill<<<(n + 255) / 256, 256>>>(data, n);
  CHECK(cudaGetLastError());
  for (int i = 0; i < n; ++i)
    std::printf("%d\n", data[i]); // warn host-sync: the host reads 'data' while the kernel 'fill' may still write it
  // note@-5: the memory is made here: the host and the device share it
  CHECK(cudaFree(data));
}

void afterAHelperThatDoesNotWait(int n) {
  int *data;
  ensure(cudaMallocManaged((void **)&data, n * sizeof(int), cudaMemAttachGlobal));
  fillThroughAHelper<<<1, 32>>>(data);
  ensure(cudaPeekAtLastError());
  std::cout << *data << "\n"; // warn host-sync: the host reads 'data' while the kernel 'fillThroughAHelper' may still write it
}

int pinnedCopy(const int *device, cudaStream_t stream) {
  int *pinned = nullptr;
  cudaMallocHost(&pinned, sizeof(int));
  cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
  int result = pinned[0]; // warn host-sync: the host reads 'pinned' while an asynchronous copy may still write it
  // note@-2: it is started here, and the call returns at once
  cudaStreamSynchronize(stream);
  cudaFreeHost(pinned);
  return result;
}

void copiedOn(const int *device, int *elsewhere, size_t n) {
  int *pinned;
  cudaHostAlloc((void **)&pinned, n, cudaHostAllocDefault);
  cudaMemcpyAsync(pinned, device, n, cudaMemcpyDeviceToHost);
  std::memcpy(elsewhere, pinned, n); // warn host-sync: the host reads 'pinned' while an asynchronous copy
}

void wrongStream(int n) {
  cudaStream_t work, other;
  CHECK(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  CHECK(cudaStreamCreate(&other));
  int *data;
  CHECK(cudaMallocManaged(&data, n * sizeof(int)));
  fill<<<1, 256, 0, work>>>(data, n);
  CHECK(cudaStreamSynchronize(other));
  if (data[0] != 0) // warn host-sync: the host reads 'data' while the kernel 'fill' may still write it
    // note@-2: this waits for other work only: for another stream, or for an event recorded before
    std::puts("wrong");
}

// The default stream does not wait for a stream that exempts itself.
int synchronousCopyInTheDefaultStream(const int *a, int *b, int n) {
  cudaStream_t work;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256, 0, work>>>(data, n);
  cudaMemcpy(b, a, n, cudaMemcpyDeviceToHost);
  return data[1]; // warn host-sync: the host reads 'data'
}

int eventRecordedBefore(const int *device, cudaStream_t stream) {
  cudaEvent_t done;
  cudaEventCreate(&done);
  int *pinned;
  cudaMallocHost(&pinned, sizeof(int));
  cudaEventRecord(done, stream);
  cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDefault, stream);
  cudaEventSynchronize(done);
  return *pinned; // warn host-sync: the host reads 'pinned' while an asynchronous copy may still write it
}

int mappedMemory(int n) {
  int *host, *device;
  cudaHostAlloc(&host, n * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&device, host, 0);
  fill<<<1, 256>>>(device, n);
  return host[3]; // warn host-sync: the host reads 'host' while the kernel 'fill' may still write it
}

int launchedByCall(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  void *arguments[] = {&data, &n};
  cudaLaunchKernel((const void *)fill, dim3(1), dim3(256), arguments, 0, nullptr);
  return data[n - 1]; // warn host-sync: the host reads 'data'
}

// Waits in every iteration, but before the launch.
int roundsLate(int n) {
  int *data, sum = 0;
  cudaMallocManaged(&data, n * sizeof(int));
  for (int round = 0; round < 8; ++round) {
    cudaDeviceSynchronize();
    fill<<<1, 256>>>(data, n);
    sum += data[round]; // warn host-sync: the host reads 'data'
  }
  return sum;
}

struct Particles {
  float *mass;
  int *cell;
};
__global__ void assignCells(Particles p) { p.cell[threadIdx.x] = 0; }
__global__ void assign(int *cell) { cell[threadIdx.x] = 0; }

class Simulation {
public:
  explicit Simulation(int n) { cudaMallocManaged(&particles.cell, n * sizeof(int)); }
  ~Simulation() { cudaFree(particles.cell); }
  void step() { assign<<<1, 32>>>(particles.cell); }
  int first() const { return particles.cell[0]; } // warn host-sync: the host reads 'cell' while the kernel 'assign' may still write it
  int waitsAndReads() const {
    cudaDeviceSynchronize();
    return particles.cell[0];
  }

private:
  Particles particles;
};

int simulate() {
  Simulation simulation(32);
  simulation.step();
  int before = simulation.waitsAndReads();
  simulation.step();
  return before + simulation.first();
}

// --- Silent -------------------------------------------------------------------

int waits(const int *in) {
  count<<<1, 32>>>(in);
  CHECK(cudaDeviceSynchronize());
  return total;
}

template <typename T> T *allocate(size_t n) {
  T *memory = nullptr;
  ensure(cudaMallocManaged(&memory, n * sizeof(T)));
  return memory;
}
void finish(cudaStream_t stream) {
  ensure(cudaGetLastError());
  ensure(cudaStreamSynchronize(stream));
}
int waitsInAHelper(int n) {
  cudaStream_t work;
  cudaStreamCreate(&work);
  int *data = allocate<int>(n);
  fill<<<1, 256, 0, work>>>(data, n);
  finish(work);
  return data[0];
}
int readsInAHelper(int n) { // The same helpers, and no wait.
  int *data = allocate<int>(n);
  fill<<<1, 256>>>(data, n);
  return data[0]; // warn host-sync: the host reads 'data'
}

// A synchronous copy waits for the streams that the default stream waits for.
int waitsByCopy(int *b, int n) {
  cudaStream_t work;
  cudaStreamCreate(&work);
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256, 0, work>>>(data, n);
  cudaMemcpy(b, data, n * sizeof(int), cudaMemcpyDeviceToHost);
  return data[0];
}
int waitsByFree(int *scratch, int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  cudaFree(scratch);
  return data[0];
}
int waitsForTheStream(int n, cudaStream_t stream) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256, 0, stream>>>(data, n);
  cudaStreamSynchronize(stream);
  return data[0];
}
int waitsForAnEvent(int n) {
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t filled;
  cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256, 0, first>>>(data, n);
  cudaEventRecord(filled, first);
  cudaStreamWaitEvent(second, filled, 0);
  cudaStreamSynchronize(second);
  return data[0];
}
int asksForTheEvent(const int *device, cudaStream_t stream) {
  int *pinned;
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaMallocHost(&pinned, sizeof(int));
  cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(done, stream);
  while (cudaEventQuery(done) == cudaErrorNotReady)
    std::this_thread::yield();
  return *pinned;
}
// Work in the default stream comes between.
int orderedByTheDefaultStream(int n) {
  cudaStream_t work;
  cudaStreamCreate(&work);
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256, 0, work>>>(data, n);
  onlyReads<<<1, 32>>>(data, data + n);
  cudaStreamSynchronize(0);
  return data[0];
}
int streamBehindTheDefaultStream(int n) {
  cudaStream_t work;
  cudaStreamCreate(&work);
  int *data, *other;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMalloc(&other, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  fill<<<1, 256, 0, work>>>(other, n);
  cudaStreamSynchronize(work);
  return data[0];
}
// To pageable memory the call waits.
int pageable(const int *device) {
  int result, *allocated = (int *)std::malloc(sizeof(int));
  cudaMemcpyAsync(&result, device, sizeof(int), cudaMemcpyDeviceToHost, 0);
  cudaMemcpyAsync(allocated, device, sizeof(int), cudaMemcpyDeviceToHost, 0);
  return result + *allocated;
}
int readByTheKernelOnly(int *out, int n) {
  int *in;
  cudaMallocManaged(&in, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = i;
  onlyReads<<<1, 32>>>(in, out);
  onlyReadsThroughAPlainPointer<<<1, 32>>>(in, out);
  return in[0];
}
int otherMemory(int n) {
  int *ours, *theirs;
  cudaMallocManaged(&ours, n * sizeof(int));
  cudaMallocManaged(&theirs, n * sizeof(int));
  ours[0] = 4;
  fill<<<1, 256>>>(theirs, n);
  return ours[0];
}
int twoHalves(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data + n / 2, n / 2);
  return data[0];
}
// What another function decides is not kept apart, nor tests of one operand.
bool isDebug();
int waitsOnOneOfTwoPaths(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  if (isDebug())
    cudaDeviceSynchronize();
  return data[0];
}
int testsOfOneOperand(int n) {
  int *data;
  cudaMallocManaged(&data, sizeof(int));
  if (n > 4)
    fill<<<1, 256>>>(data, 1);
  if (n >= 5)
    cudaDeviceSynchronize();
  return data[0];
}
int sameTest(int n, bool debug) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  if (!debug)
    fill<<<1, 256>>>(data, n);
  bool quiet = debug;
  if (quiet == false)
    cudaDeviceSynchronize();
  return data[0];
}
int waitsOnTheOtherPath(int n, bool debug) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  if (debug)
    cudaDeviceSynchronize();
  return data[0]; // warn host-sync: the host reads 'data'
}
static void finishIf(bool asked) {
  if (asked)
    cudaDeviceSynchronize();
}
int waitsOnTheOtherPathOfAHelper(int n, bool debug) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  finishIf(debug);
  return data[0]; // warn host-sync: the host reads 'data'
}
// Functions that are not seen may wait.
void maybeWaits();
int unknownFunction(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  maybeWaits();
  return data[0];
}
int throughAFunctionPointer(int n, void (*wait)()) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  wait();
  return data[0];
}
int onAnotherThread(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  std::thread waiter([] { cudaDeviceSynchronize(); });
  waiter.join();
  return data[0];
}
int waitsInALambda(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  auto wait = [&] { CHECK(cudaDeviceSynchronize()); };
  wait();
  return data[0];
}
class Stream {
public:
  Stream() { cudaStreamCreate(&handle); }
  ~Stream() {
    cudaStreamSynchronize(handle);
    cudaStreamDestroy(handle);
  }
  operator cudaStream_t() const { return handle; }
  void wait() const { cudaStreamSynchronize(handle); }

private:
  cudaStream_t handle;
};
int waitsByDestructor(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  {
    Stream stream;
    fill<<<1, 256, 0, stream>>>(data, n);
  }
  return data[0];
}
int waitsByMember(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  Stream stream;
  fill<<<1, 256, 0, stream>>>(data, n);
  stream.wait();
  return data[0];
}
void CUDART_CB tell(void *done) { *static_cast<volatile bool *>(done) = true; }
int waitsForACallback(int n, cudaStream_t stream) {
  int *data;
  volatile bool done = false;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256, 0, stream>>>(data, n);
  cudaLaunchHostFunc(stream, tell, (void *)&done);
  while (!done)
    ;
  return data[0];
}
int captured(int n, cudaStream_t stream) {
  int *data;
  cudaGraph_t graph;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 256, 0, stream>>>(data, n);
  cudaStreamEndCapture(stream, &graph);
  return data[0];
}
int swapped(int n) {
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  a[0] = 1;
  std::swap(a, b);
  fill<<<1, 256>>>(a, n);
  return b[0];
}
int manyStreams(int n) {
  cudaStream_t streams[4];
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  for (int i = 0; i < 4; ++i)
    cudaStreamCreate(&streams[i]);
  fill<<<1, 256, 0, streams[1]>>>(data, n);
  for (int i = 0; i < 4; ++i)
    cudaStreamSynchronize(streams[i]);
  return data[0];
}
int polls(const int *in) {
  countPolled<<<1, 32>>>(in);
  while (*(volatile int *)&polled < 32)
    ;
  return polled;
}
int copiedBetweenHosts(const int *a) {
  int *pinned;
  cudaMallocHost(&pinned, sizeof(int));
  cudaMemcpyAsync(pinned, a, sizeof(int), cudaMemcpyHostToHost, 0);
  return *pinned;
}

// --- Memory that objects own, ranges and records --------------------------------

struct FreeHost {
  void operator()(int *memory) const { cudaFreeHost(memory); }
};
using Pinned = std::unique_ptr<int[], FreeHost>;
Pinned makePinned(size_t n) {
  int *memory = nullptr;
  CHECK(cudaMallocHost(&memory, n * sizeof(int)));
  return Pinned(memory);
}
int ownedTooEarly(const int *device, cudaStream_t stream) {
  Pinned pinned = makePinned(8);
  cudaMemcpyAsync(pinned.get(), device, 32, cudaMemcpyDeviceToHost, stream);
  return pinned[0]; // warn host-sync: while an asynchronous copy may still write it
}
int ownedAndMoved(const int *device, cudaStream_t stream) {
  auto first = makePinned(8);
  auto pinned = std::move(first);
  cudaMemcpyAsync(pinned.get(), device, 32, cudaMemcpyDeviceToHost, stream);
  int early = *pinned.get(); // warn host-sync: while an asynchronous copy may still write it
  cudaStreamSynchronize(stream);
  return early + pinned[0];
}
int ownedElsewhere(const int *device, cudaStream_t stream) {
  Pinned written = makePinned(8), read = makePinned(8);
  read[0] = 1;
  cudaMemcpyAsync(written.get(), device, 32, cudaMemcpyDeviceToHost, stream);
  int first = read[0];
  { Pinned freed = std::move(read); } // Freeing waits.
  return first + written[0];
}

int sumTooEarly(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  return std::accumulate(data, data + n, 0); // warn host-sync: the host reads 'data' while the kernel 'fill' may still write it
}
std::vector<int> copyTooEarly(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  return std::vector<int>(data, data + n); // warn host-sync: the host reads 'data'
}
int countTooEarly(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  fill<<<1, 256>>>(data, n);
  return std::count_if(data, data + n, [](int x) { return x > 3; }); // warn host-sync: the host reads 'data'
}
void rangesInTime(int n, std::vector<int> &into) {
  int *data, *other;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&other, n * sizeof(int));
  std::fill(data, data + n, 1);
  fill<<<1, 256>>>(data, n);
  into.assign(other, other + n);
  std::copy(into.begin(), into.end(), other);
  cudaDeviceSynchronize();
  into.insert(into.end(), data, data + n);
  std::sort(data, data + n);
}

class InManagedMemory {
public:
  void *operator new(size_t bytes) {
    void *memory;
    cudaMallocManaged(&memory, bytes);
    return memory;
  }
  void operator delete(void *memory) { cudaFree(memory); }
};
struct Hits : InManagedMemory {
  int count = 0;
};
__global__ void hit(Hits *hits) { atomicAdd(&hits->count, 1); }
int newInManagedMemory() {
  Hits *hits = new Hits;
  hit<<<1, 32>>>(hits);
  int early = hits->count; // warn host-sync: the host reads 'hits' while the kernel 'hit' may still write it
  cudaDeviceSynchronize();
  return early + hits->count;
}
__global__ void hitFirst(int *first) { atomicAdd(first, 1); }
static int *managedNumber() {
  int *memory;
  cudaMallocManaged(&memory, sizeof(int));
  return memory;
}
struct MadeByAnInitializer {
  int *number;
  MadeByAnInitializer() : number(managedNumber()) {}
};
int readOfAMember() {
  MadeByAnInitializer made;
  hitFirst<<<1, 32>>>(made.number);
  return *made.number; // warn host-sync: the host reads 'number' while the kernel 'hitFirst' may still write it
}
int waitsForAMember() {
  MadeByAnInitializer made;
  hitFirst<<<1, 32>>>(made.number);
  cudaDeviceSynchronize();
  return *made.number;
}
struct HoldsTwo {
  MadeByAnInitializer one, two;
};
int readOfTheOneWritten() {
  HoldsTwo made;
  hitFirst<<<1, 32>>>(made.two.number);
  return *made.two.number; // warn host-sync: the host reads 'number' while the kernel 'hitFirst' may still write it
}
int readOfTheOther() {
  HoldsTwo made;
  hitFirst<<<1, 32>>>(made.two.number);
  return *made.one.number;
}
struct HitsOnCall {
  int *operator()(int n) const {
    int *memory;
    cudaMallocManaged(&memory, n * sizeof(int));
    hit<<<1, 32>>>(reinterpret_cast<Hits *>(memory));
    return memory;
  }
};
template <typename Callback> int *called(Callback back) { return back(1); }
int readBehindACallback() {
  int *memory = called(HitsOnCall());
  return *memory; // warn host-sync: the host reads 'memory' while the kernel 'hit' may still write it
}
int waitsBehindACallback() {
  int *memory = called(HitsOnCall());
  cudaDeviceSynchronize();
  return *memory;
}
int deleteWaits(int n) {
  int *data;
  cudaMallocManaged(&data, n * sizeof(int));
  Hits *hits = new Hits;
  fill<<<1, 256>>>(data, n);
  delete hits;
  return data[0];
}

struct View {
  int *data;
  const int *from;
  int n;
};
__device__ void storeAt(const View &view, int i) { view.data[i] = view.from[i]; }
__global__ void fillView(View view) {
  if (threadIdx.x < view.n)
    storeAt(view, threadIdx.x);
}
int recordsTooEarly(int n) {
  View view;
  view.n = n;
  cudaMallocManaged(&view.data, n * sizeof(int));
  fillView<<<1, 64>>>(view);
  return view.data[0]; // warn host-sync: the host reads 'data' while the kernel 'fillView' may still write it
}
int recordsByCall(int n) {
  View view{nullptr, nullptr, n};
  cudaMallocManaged(&view.data, n * sizeof(int));
  void *arguments[] = {&view};
  cudaLaunchKernel((const void *)fillView, dim3(1), dim3(64), arguments, 0, nullptr);
  return view.data[0]; // warn host-sync: the host reads 'data'
}
int recordsInTime(int *from, int n) {
  View view{nullptr, nullptr, n};
  int *read;
  cudaMallocManaged(&view.data, n * sizeof(int));
  cudaMallocManaged(&read, n * sizeof(int));
  view.from = read;
  read[0] = 1;
  fillView<<<1, 64>>>(view);
  int first = view.from[0];
  cudaDeviceSynchronize();
  return first + view.data[0];
}

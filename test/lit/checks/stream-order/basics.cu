// RUN: %verify %s --checks=-*,warplint-stream-order --certainty=model
//
// Two streams and the default stream, events, waits, and what orders them.

#include <vector>

#define MUST(call)                                                             \
  if (cudaError_t status = (call); status != cudaSuccess)                      \
    return false;

__global__ void fill(int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  to[i] = i;
}
__global__ void sum(const int *from, int *out, int n) {
  int all = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    all += from[i];
  atomicAdd(out, all);
}
__global__ void part(int *to, int begin, int n) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = i;
}
__global__ void between(int *to, int begin, int end) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= begin && i < end)
    to[i] = i;
}
__device__ void put(int *to, int at, int value) { to[at] = value; }
__global__ void fillByHelper(int *to) { put(to, threadIdx.x, 1); }

struct Pair {
  cudaStream_t first, second;
  cudaEvent_t done;
  int *data, *out;
  Pair() {
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMalloc(&data, 4096);
    cudaMalloc(&out, 4096);
  }
};

void writeThenRead() {
  Pair p;
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256); // warn stream-order: the kernel 'sum' reads memory that the kernel 'fill' may still write in another stream
}

void readThenWrite() {
  Pair p;
  sum<<<1, 256, 0, p.first>>>(p.data, p.out, 256);
  fill<<<1, 256, 0, p.second>>>(p.data, 256); // warn stream-order: writes memory that the kernel 'sum' may still read
}

void writeThenWrite() {
  Pair p;
  fillByHelper<<<1, 256, 0, p.first>>>(p.data);
  cudaMemsetAsync(p.data, 0, 1024, p.second); // warn stream-order: 'cudaMemsetAsync()' writes memory that the kernel 'fillByHelper' may still write
}

void eventBefore() {
  Pair p;
  cudaEventRecord(p.done, p.first);
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  cudaStreamWaitEvent(p.second, p.done, 0);
  sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256); // warn stream-order: another stream
}

void neverRecorded() {
  Pair p;
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  cudaStreamWaitEvent(p.second, p.done, 0);
  sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256); // warn stream-order: another stream
}

void recordedAgain() {
  Pair p;
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  cudaEventRecord(p.done, p.first);
  cudaEventRecord(p.done, p.second);
  cudaStreamWaitEvent(p.second, p.done, 0);
  sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256); // warn stream-order: another stream
}

void memsetInDefaultStream() {
  Pair p;
  cudaMemset(p.data, 0, 1024);
  sum<<<1, 256, 0, p.first>>>(p.data, p.out, 256); // warn stream-order: the kernel 'sum' reads memory that 'cudaMemset()' may still write
}

int copyBehindNonBlocking() {
  Pair p;
  int result[256];
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  cudaMemcpy(result, p.data, 1024, cudaMemcpyDeviceToHost); // warn stream-order: 'cudaMemcpy()' reads memory that the kernel 'fill' may still write
  return result[0];
}

bool stagedCopy() {
  Pair p;
  std::vector<int> host(256, 1);
  MUST(cudaMemcpy(p.data, host.data(), 1024, cudaMemcpyHostToDevice));
  sum<<<1, 256, 0, p.first>>>(p.data, p.out, 256); // warn stream-order: 'cudaMemcpy()' may still write
  return true;
}

struct Tracker {
  cudaEvent_t done;
  cudaStream_t last = nullptr;
  int *data;
  Tracker() {
    cudaMalloc(&data, 64);
    cudaEventCreate(&done);
  }
  void run(cudaStream_t in) {
    if (last != nullptr && last != in)
      cudaStreamWaitEvent(in, done, 0);
    fill<<<1, 16, 0, in>>>(data, 16); // warn stream-order: the kernel 'fill' writes memory that the kernel 'fill' may still write
    cudaEventRecord(done, in);
    last = in;
  }
};

void forgetsTheDefaultStream() {
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  Tracker tracker;
  tracker.run(nullptr);
  tracker.run(other);
}

void frames(int n) {
  Pair p;
  int *pinned;
  cudaMallocHost(&pinned, 1024);
  for (int i = 0; i < n; ++i) {
    cudaMemcpyAsync(p.data, pinned, 1024, cudaMemcpyHostToDevice, p.first); // warn stream-order: 'cudaMemcpyAsync()' writes memory that the kernel 'sum' may still read
    cudaEventRecord(p.done, p.first);
    cudaStreamWaitEvent(p.second, p.done, 0);
    sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256);
  }
}

// --- Silent -------------------------------------------------------------------

void ordered() {
  Pair p;
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  cudaEventRecord(p.done, p.first);
  cudaStreamWaitEvent(p.second, p.done, 0);
  sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256);
}

void orderedByThird() {
  Pair p;
  cudaStream_t third;
  cudaEvent_t passed;
  cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
  cudaEventCreate(&passed);
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  cudaEventRecord(p.done, p.first);
  cudaStreamWaitEvent(third, p.done, 0);
  cudaEventRecord(passed, third);
  cudaStreamWaitEvent(p.second, passed, 0);
  sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256);
}

void hostWaits(int mode) {
  Pair p;
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  if (mode == 0)
    cudaStreamSynchronize(p.first);
  else if (mode == 1)
    cudaDeviceSynchronize();
  else
    while (cudaStreamQuery(p.first) != cudaSuccess) {
    }
  sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256);
}

void blockingStreams() {
  Pair p;
  cudaStream_t blocking;
  cudaStreamCreate(&blocking);
  cudaMemset(p.data, 0, 1024);
  fill<<<1, 256, 0, blocking>>>(p.data, 256);
  sum<<<1, 256>>>(p.data, p.out, 256);
}

void onlyReads() {
  Pair p;
  int *other;
  cudaMalloc(&other, 64);
  sum<<<1, 256, 0, p.first>>>(p.data, p.out, 256);
  sum<<<1, 256, 0, p.second>>>(p.data, other, 256);
}

void halves() {
  Pair p;
  fill<<<1, 256, 0, p.first>>>(p.data, 128);
  fill<<<1, 256, 0, p.second>>>(p.data + 128, 128);
}

void halvesByNumber() {
  Pair p;
  part<<<1, 256, 0, p.first>>>(p.data, 0, 128);
  part<<<1, 256, 0, p.second>>>(p.data, 128, 256);
}

void halvesByGuard() {
  Pair p;
  between<<<1, 256, 0, p.first>>>(p.data, 0, 128);
  between<<<1, 256, 0, p.second>>>(p.data, 128, 256);
}

void maybeOne(cudaStream_t given) {
  Pair p;
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  sum<<<1, 256, 0, given>>>(p.data, p.out, 256);
}

void oneOfTwo(bool swap) {
  Pair p;
  cudaStream_t a = swap ? p.second : p.first;
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  sum<<<1, 256, 0, a>>>(p.data, p.out, 256);
}

void alternatives(bool fast) {
  Pair p;
  if (fast)
    fill<<<1, 256, 0, p.first>>>(p.data, 256);
  if (!fast)
    sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256);
}

void ring(int n) {
  cudaStream_t streams[2];
  int *data[2];
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaMalloc(&data[i], 64);
  }
  for (int i = 0; i < n; ++i)
    fill<<<1, 16, 0, streams[i % 2]>>>(data[i % 2], 16);
}

void newMemoryEachTime(int n) {
  Pair p;
  int *last = nullptr;
  for (int i = 0; i < n; ++i) {
    int *data;
    cudaMallocAsync(&data, 64, p.first);
    fill<<<1, 16, 0, p.first>>>(data, 16);
    if (last)
      sum<<<1, 16, 0, p.second>>>(last, p.out, 16); // warn stream-order: the kernel 'sum' reads memory that the kernel 'fill' may still write
    last = data;
  }
}

void newMemoryInOneStream(int n) {
  Pair p;
  int *last = nullptr;
  for (int i = 0; i < n; ++i) {
    int *data;
    cudaMallocAsync(&data, 64, p.first);
    fill<<<1, 16, 0, p.first>>>(data, 16);
    if (last)
      sum<<<1, 16, 0, p.first>>>(last, p.out, 16);
    last = data;
  }
}

void unseen(int *);
void behindUnseen() {
  Pair p;
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  unseen(p.data);
  sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256);
}

void framesInOrder(int n) {
  Pair p;
  cudaEvent_t read;
  cudaEventCreate(&read);
  int *pinned;
  cudaMallocHost(&pinned, 1024);
  for (int i = 0; i < n; ++i) {
    cudaStreamWaitEvent(p.first, read, 0);
    cudaMemcpyAsync(p.data, pinned, 1024, cudaMemcpyHostToDevice, p.first);
    cudaEventRecord(p.done, p.first);
    cudaStreamWaitEvent(p.second, p.done, 0);
    sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256);
    cudaEventRecord(read, p.second);
  }
}

void waitsForEach(const std::vector<cudaStream_t> &all) {
  Pair p;
  fill<<<1, 256, 0, p.first>>>(p.data, 256);
  for (cudaStream_t each : all)
    cudaStreamSynchronize(each);
  sum<<<1, 256, 0, p.second>>>(p.data, p.out, 256);
}

struct KnowsTheDefaultStream : Tracker {
  bool ran = false;
  void runAfter(cudaStream_t in) {
    if (ran && last != in)
      cudaStreamWaitEvent(in, done, 0);
    fill<<<1, 16, 0, in>>>(data, 16);
    cudaEventRecord(done, in);
    last = in;
    ran = true;
  }
};

void waitsForTheDefaultStream() {
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  KnowsTheDefaultStream tracker;
  tracker.runAfter(nullptr);
  tracker.runAfter(other);
}

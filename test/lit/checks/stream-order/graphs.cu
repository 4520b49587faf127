// RUN: %verify %s --checks=-*,warplint-stream-order --certainty=model
//
// A launch of a graph does in its stream what the capture was given; a mutex
// orders nothing on the device.

#include <mutex>

__global__ void fill(int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = i;
}
__global__ void doubled(const int *from, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = 2 * from[i];
}

struct Replayed {
  cudaStream_t first, second;
  cudaEvent_t done;
  int *in, *out;
  cudaGraphExec_t exec = nullptr;
  Replayed() {
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 4096);
    cudaStream_t recorder;
    cudaGraph_t graph;
    cudaStreamCreateWithFlags(&recorder, cudaStreamNonBlocking);
    cudaStreamBeginCapture(recorder, cudaStreamCaptureModeThreadLocal);
    doubled<<<1, 256, 0, recorder>>>(in, out, 256);
    cudaStreamEndCapture(recorder, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
  }
};

void fillsInputBesideReplay() {
  Replayed r;
  cudaGraphLaunch(r.exec, r.first);
  fill<<<1, 256, 0, r.second>>>(r.in, 256); // warn stream-order: the kernel 'fill' writes memory that the kernel 'doubled' may still read in another stream
}

void replaysBesideFill() {
  Replayed r;
  fill<<<1, 256, 0, r.second>>>(r.in, 256);
  cudaGraphLaunch(r.exec, r.first); // warn stream-order: the kernel 'doubled' reads memory that the kernel 'fill' may still write in another stream
}

void takesResultElsewhere(int *to) {
  Replayed r;
  cudaGraphLaunch(r.exec, r.first);
  cudaMemcpyAsync(to, r.out, 1024, cudaMemcpyDeviceToDevice, r.second); // warn stream-order: reads memory that the kernel 'doubled' may still write
}

void takesResultInOrder(int *to) {
  Replayed r;
  fill<<<1, 256, 0, r.first>>>(r.in, 256);
  cudaGraphLaunch(r.exec, r.first);
  cudaMemcpyAsync(to, r.out, 1024, cudaMemcpyDeviceToDevice, r.first);
}

void takesResultBehindEvent(int *to) {
  Replayed r;
  cudaGraphLaunch(r.exec, r.first);
  cudaEventRecord(r.done, r.first);
  cudaStreamWaitEvent(r.second, r.done, 0);
  cudaMemcpyAsync(to, r.out, 1024, cudaMemcpyDeviceToDevice, r.second);
}

void takesResultBehindOldEvent(int *to) {
  Replayed r;
  cudaEventRecord(r.done, r.first);
  cudaGraphLaunch(r.exec, r.first);
  cudaStreamWaitEvent(r.second, r.done, 0);
  cudaMemcpyAsync(to, r.out, 1024, cudaMemcpyDeviceToDevice, r.second); // warn stream-order: reads memory that the kernel 'doubled' may still write
}

// A graph that can be launched waits for its own launches.
void replaysTwice() {
  Replayed r;
  cudaGraphLaunch(r.exec, r.first);
  cudaGraphLaunch(r.exec, r.second);
}

// Those that are made of one graph wait for nobody but themselves.
struct TwoOfOne {
  cudaStream_t first, second, recorder;
  int *data;
  cudaGraph_t graph;
  TwoOfOne() {
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&recorder, cudaStreamNonBlocking);
    cudaMalloc(&data, 4096);
    cudaStreamBeginCapture(recorder, cudaStreamCaptureModeThreadLocal);
    fill<<<1, 256, 0, recorder>>>(data, 256);
    cudaStreamEndCapture(recorder, &graph);
  }
};

void instantiatesTwice() {
  TwoOfOne of;
  cudaGraphExec_t one, other;
  cudaGraphInstantiate(&one, of.graph, 0);
  cudaGraphInstantiate(&other, of.graph, 0);
  cudaGraphLaunch(one, of.first);
  cudaGraphLaunch(other, of.second); // warn stream-order: the kernel 'fill' writes memory that the kernel 'fill' may still write
}

void instantiatesTwiceInOneStream() {
  TwoOfOne of;
  cudaGraphExec_t one, other;
  cudaGraphInstantiate(&one, of.graph, 0);
  cudaGraphInstantiate(&other, of.graph, 0);
  cudaGraphLaunch(one, of.first);
  cudaGraphLaunch(other, of.first);
}

void instantiatesAClone() {
  TwoOfOne of;
  cudaGraph_t copy;
  cudaGraphExec_t one, other;
  cudaGraphClone(&copy, of.graph);
  cudaGraphInstantiateWithFlags(&one, of.graph, 0);
  cudaGraphInstantiateWithFlags(&other, copy, 0);
  cudaGraphLaunch(other, of.second);
  cudaGraphLaunch(one, of.first); // warn stream-order: the kernel 'fill' writes memory that the kernel 'fill' may still write
}

cudaGraphExec_t instanceOf(cudaGraph_t graph) {
  cudaGraphExec_t made;
  cudaGraphInstantiate(&made, graph, 0);
  return made;
}

void instancesOfAHelper() {
  TwoOfOne of;
  cudaGraphExec_t one = instanceOf(of.graph), other = instanceOf(of.graph);
  cudaGraphLaunch(one, of.first);
  cudaGraphLaunch(other, of.second); // warn stream-order: the kernel 'fill' writes memory that the kernel 'fill' may still write
}

void oneInstanceOfAHelper() {
  TwoOfOne of;
  cudaGraphExec_t one = instanceOf(of.graph), same = one;
  cudaGraphLaunch(one, of.first);
  cudaGraphLaunch(same, of.second);
}

void waitsBetweenInstances() {
  TwoOfOne of;
  cudaGraphExec_t one = instanceOf(of.graph), other = instanceOf(of.graph);
  cudaGraphLaunch(one, of.first);
  cudaStreamSynchronize(of.first);
  cudaGraphLaunch(other, of.second);
}

// The capture itself runs nothing.
void fillsBehindCapture() {
  Replayed r;
  fill<<<1, 256, 0, r.first>>>(r.in, 256);
}

// Another function may have changed the nodes.
void other(cudaGraphExec_t exec);
void replaysUnknown() {
  Replayed r;
  other(r.exec);
  cudaGraphLaunch(r.exec, r.first);
  fill<<<1, 256, 0, r.second>>>(r.in, 256);
}

void changesNodes(cudaGraph_t graph) {
  Replayed r;
  cudaGraphExecUpdateResultInfo info;
  cudaGraphExecUpdate(r.exec, graph, &info);
  cudaGraphLaunch(r.exec, r.first);
  fill<<<1, 256, 0, r.second>>>(r.in, 256);
}

// Two branches of a capture, joined by events.
void forkedCapture() {
  Replayed r;
  cudaStream_t main, side;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreateWithFlags(&main, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(main, cudaStreamCaptureModeRelaxed);
  cudaEventRecord(fork, main);
  cudaStreamWaitEvent(side, fork, 0);
  fill<<<1, 256, 0, side>>>(r.in, 256);
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(main, join, 0);
  doubled<<<1, 256, 0, main>>>(r.in, r.out, 256);
  cudaStreamEndCapture(main, &graph);
  cudaGraphInstantiateWithFlags(&exec, graph, 0);
  cudaGraphLaunch(exec, r.first);
  cudaStreamSynchronize(r.first);
  fill<<<1, 256, 0, r.second>>>(r.in, 256);
  cudaGraphLaunch(exec, r.first); // warn stream-order: the kernel 'doubled' reads memory that the kernel 'fill' may still write
}

// Who takes the lock finds what the last one left.
class Shared {
public:
  Shared() { cudaMalloc(&data, 4096); }
  void guarded(cudaStream_t stream) {
    std::lock_guard<std::mutex> lock(mutex);
    fill<<<1, 256, 0, stream>>>(data, 256); // warn stream-order: the kernel 'fill' writes memory that the kernel 'fill' may still write
  }
  void locked(cudaStream_t stream) {
    mutex.lock();
    cudaMemsetAsync(data, 0, 1024, stream); // warn stream-order: writes memory that 'cudaMemsetAsync()' may still write
    mutex.unlock();
  }
  void waited(cudaStream_t stream) {
    std::unique_lock<std::mutex> lock(mutex);
    fill<<<1, 256, 0, stream>>>(data, 256);
    cudaStreamSynchronize(stream);
  }

private:
  std::mutex mutex;
  int *data = nullptr;
};

void takesTurns() {
  Shared guarded, locked, waited;
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  guarded.guarded(first);
  guarded.guarded(second);
  locked.locked(first);
  locked.locked(second);
  waited.waited(first);
  waited.waited(second);
}

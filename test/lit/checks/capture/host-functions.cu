// RUN: %verify %s --checks=-*,warplint-capture,warplint-host-sync,warplint-stream-order
//
// A function of the host that is captured runs whenever the graph is launched. What
// a stream was given before the capture goes on meanwhile.

#include <cstdlib>
#include <functional>
#include <memory>

__global__ void step(int *value) { *value += 1; }

using Task = std::function<void()>;
void callOnce(void *data) {
  std::unique_ptr<Task> task(static_cast<Task *>(data)); // warn capture: frees memory that it has freed when the graph was launched before
  (*task)();
}
void call(void *data) { (*static_cast<Task *>(data))(); }
struct Count {
  int calls = 0;
};
void countOnce(void *data) {
  auto *count = static_cast<Count *>(data);
  ++count->calls;
  delete count; // warn capture: frees memory that it has freed when the graph was launched before
}
void freeOnce(void *data) {
  std::free(data); // warn capture: frees memory that it has freed when the graph was launched before
}
void freeOfOneLaunch(void *data) { std::free(data); }

struct Recorded {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int *value;
  Recorded() {
    cudaMalloc(&value, 4);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    step<<<1, 1, 0, stream>>>(value);
  }
  void end() {
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
  }
};

void inALoop() {
  Recorded r;
  auto task = std::make_unique<Task>([] {});
  if (cudaLaunchHostFunc(r.stream, callOnce, task.get()) == cudaSuccess)
    task.release();
  r.end();
  for (int i = 0; i < 3; ++i)
    cudaGraphLaunch(r.exec, r.stream);
}
void twiceByNew() {
  Recorded r;
  cudaLaunchHostFunc(r.stream, countOnce, new Count);
  r.end();
  cudaGraphLaunch(r.exec, r.stream);
  cudaStreamSynchronize(r.stream);
  cudaGraphLaunch(r.exec, r.stream);
}
void byNode() {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t node;
  cudaStreamCreate(&stream);
  cudaGraphCreate(&graph, 0);
  cudaHostNodeParams params = {freeOnce, std::malloc(16)};
  cudaGraphAddHostNode(&node, graph, nullptr, 0, &params);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaGraphLaunch(exec, stream);
}
void once() {
  Recorded r;
  cudaLaunchHostFunc(r.stream, freeOfOneLaunch, std::malloc(16));
  r.end();
  cudaGraphLaunch(r.exec, r.stream);
}
void keptByOwner() {
  Recorded r;
  auto task = std::make_unique<Task>([] {});
  cudaLaunchHostFunc(r.stream, call, task.get());
  r.end();
  for (int i = 0; i < 3; ++i)
    cudaGraphLaunch(r.exec, r.stream);
  cudaStreamSynchronize(r.stream);
}
void anotherGraphEachTime() {
  for (int i = 0; i < 3; ++i) {
    Recorded r;
    cudaLaunchHostFunc(r.stream, freeOfOneLaunch, std::malloc(16));
    r.end();
    cudaGraphLaunch(r.exec, r.stream);
  }
}

// The capture waits for nothing.
int readsBehindCapture(const int *device) {
  int *pinned;
  cudaStream_t copies;
  cudaMallocHost(&pinned, 4);
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaMemcpyAsync(pinned, device, 4, cudaMemcpyDeviceToHost, copies);
  Recorded r;
  r.end();
  return *pinned; // warn host-sync: the host reads 'pinned' while an asynchronous copy may still write it
}
void launchesBesideEarlierWork() {
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  Recorded r;
  r.end();
  step<<<1, 1, 0, other>>>(r.value);
  cudaGraphLaunch(r.exec, r.stream); // warn stream-order: the kernel 'step' writes memory that the kernel 'step' may still write
}
void warmedUp() {
  Recorded r;
  r.end();
  step<<<1, 1, 0, r.stream>>>(r.value);
  cudaStreamBeginCapture(r.stream, cudaStreamCaptureModeThreadLocal);
  step<<<1, 1, 0, r.stream>>>(r.value);
  r.end();
  cudaGraphLaunch(r.exec, r.stream);
  cudaStreamSynchronize(r.stream);
}
// A managed value that only the graph writes.
int capturedIsNotRun(cudaStream_t given) {
  int *shared;
  cudaGraph_t graph;
  cudaMallocManaged(&shared, 4);
  cudaStreamBeginCapture(given, cudaStreamCaptureModeGlobal);
  step<<<1, 1, 0, given>>>(shared);
  int inside = *shared;
  cudaStreamEndCapture(given, &graph);
  return inside + *shared;
}

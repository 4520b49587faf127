// RUN: %verify %s --checks=-*,warplint-capture
//
// Calls that fail while a stream is being captured.

__global__ void step(float *p) { p[threadIdx.x] += 1; }

#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return;                                                                  \
  } while (0)

//===----------------------------------------------------------------------===//
// Waits for what is captured
//===----------------------------------------------------------------------===//

void waitsForStream(float *p, cudaStream_t s) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamSynchronize(s); // warn capture: waits for a stream that is being captured
  cudaStreamEndCapture(s, &graph);
}
void asksStream(float *p) {
  cudaStream_t s;
  cudaGraph_t graph;
  CHECK(cudaStreamCreate(&s));
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  step<<<1, 32, 0, s>>>(p);
  while (cudaStreamQuery(s) == cudaErrorNotReady) { // warn capture: waits for a stream that is being captured
  }
  CHECK(cudaStreamEndCapture(s, &graph));
}
void waitsForEvent(float *p) {
  cudaStream_t s;
  cudaEvent_t done;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaEventCreate(&done);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  step<<<1, 32, 0, s>>>(p);
  cudaEventRecord(done, s);
  cudaEventSynchronize(done); // warn capture: waits for a stream that is being captured
  cudaStreamEndCapture(s, &graph);
}
void waitsForDevice(float *p, cudaStream_t s) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  step<<<1, 32, 0, s>>>(p);
  cudaDeviceSynchronize(); // warn capture: waits for a stream that is being captured
  cudaStreamEndCapture(s, &graph);
}
struct Runner {
  cudaStream_t stream;
  bool debug = true;
  void run(float *p) {
    step<<<1, 32, 0, stream>>>(p);
    if (debug)
      look();
  }
  void look() {
    cudaStreamSynchronize(stream); // warn capture: waits for a stream that is being captured
  }
};
void throughMembers(float *p) {
  Runner runner;
  cudaGraph_t graph;
  cudaStreamCreate(&runner.stream);
  runner.run(p);
  cudaStreamBeginCapture(runner.stream, cudaStreamCaptureModeThreadLocal);
  runner.run(p);
  cudaStreamEndCapture(runner.stream, &graph);
}
void behindTheCapture(float *p, cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaDeviceSynchronize();
}
// The stream says whether it is being captured.
void asksBefore(float *p, cudaStream_t s) {
  cudaGraph_t graph;
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, &graph);
}
// The test may be what is made of it.
void asksElsewhere(float *p, cudaStream_t s, bool capturing) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32, 0, s>>>(p);
  if (!capturing)
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, &graph);
}
void perhapsCaptured(float *p, cudaStream_t s, bool graphs) {
  cudaGraph_t graph;
  if (graphs)
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32, 0, s>>>(p);
  if (graphs)
    cudaStreamEndCapture(s, &graph);
  else
    cudaStreamSynchronize(s);
}

//===----------------------------------------------------------------------===//
// Calls that may wait
//===----------------------------------------------------------------------===//

void allocates(cudaStream_t s) {
  float *p;
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMalloc(&p, 128); // warn capture: is not allowed while this thread captures
  step<<<1, 32, 0, s>>>(p);
  cudaStreamEndCapture(s, &graph);
}
void frees(cudaStream_t s, float *q) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  step<<<1, 32, 0, s>>>(q);
  cudaFree(q); // warn capture: is not allowed while this thread captures
  cudaStreamEndCapture(s, &graph);
}
float *pinned(int n) {
  float *p = nullptr;
  cudaMallocHost(&p, n); // warn capture: is not allowed while this thread captures
  return p;
}
void inAHelper(cudaStream_t s, float *q) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(q, pinned(128), 128, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &graph);
}
void waitsForAnother(float *p, cudaStream_t s, cudaStream_t other) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamSynchronize(other); // warn capture: is not allowed while this thread captures
  cudaStreamEndCapture(s, &graph);
}
void relaxed(cudaStream_t s, cudaStream_t other) {
  float *p;
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaMalloc(&p, 128);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamSynchronize(other);
  cudaStreamEndCapture(s, &graph);
}
void exchanged(cudaStream_t s) {
  float *p;
  cudaGraph_t graph;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaMalloc(&p, 128);
  cudaThreadExchangeStreamCaptureMode(&mode);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamEndCapture(s, &graph);
}
void inTheStream(cudaStream_t s) {
  float *p;
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&p, 128, s);
  step<<<1, 32, 0, s>>>(p);
  cudaFreeAsync(p, s);
  cudaStreamEndCapture(s, &graph);
}
// The first run has made the memory.
struct Cache {
  float *buffer = nullptr;
  void run(cudaStream_t s) {
    if (!buffer)
      cudaMalloc(&buffer, 128);
    step<<<1, 32, 0, s>>>(buffer);
  }
};
void warmedUp(cudaStream_t s) {
  Cache cache;
  cudaGraph_t graph;
  cache.run(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cache.run(s);
  cudaStreamEndCapture(s, &graph);
}
void warmedUpElsewhere(Cache &cache, cudaStream_t s) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cache.run(s);
  cudaStreamEndCapture(s, &graph);
}

//===----------------------------------------------------------------------===//
// The default stream
//===----------------------------------------------------------------------===//

void launchesInDefault(float *p) {
  cudaStream_t s;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  step<<<1, 32>>>(p); // warn capture: uses the default stream
  cudaStreamEndCapture(s, &graph);
}
void copiesAtOnce(float *p, const float *from) {
  cudaStream_t s;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaMemcpy(p, from, 128, cudaMemcpyHostToDevice); // warn capture: uses the default stream
  step<<<1, 32, 0, s>>>(p);
  cudaStreamEndCapture(s, &graph);
}
void recordsInDefault(float *p, cudaEvent_t e) {
  cudaStream_t s;
  cudaGraph_t graph;
  cudaStreamCreateWithFlags(&s, cudaStreamDefault);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  step<<<1, 32, 0, s>>>(p);
  cudaEventRecord(e); // warn capture: uses the default stream
  cudaStreamEndCapture(s, &graph);
}
void besideNonBlocking(float *p, const float *from) {
  cudaStream_t s;
  cudaGraph_t graph;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32>>>(p);
  cudaMemcpy(p, from, 128, cudaMemcpyHostToDevice);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamEndCapture(s, &graph);
}

//===----------------------------------------------------------------------===//
// Other streams
//===----------------------------------------------------------------------===//

void notJoined(float *p, float *q) {
  cudaStream_t s, side;
  cudaEvent_t fork;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamCreate(&side);
  cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32, 0, s>>>(p);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(side, fork, 0);
  step<<<1, 32, 0, side>>>(q);
  cudaStreamEndCapture(s, &graph); // warn capture: has work that this stream does not wait for
}
void joinedTooEarly(float *p, float *q) {
  cudaStream_t s, side;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamCreate(&side);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(side, fork);
  step<<<1, 32, 0, side>>>(q);
  cudaEventRecord(join, side);
  cudaMemsetAsync(q, 0, 128, side);
  cudaStreamWaitEvent(s, join);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamEndCapture(s, &graph); // warn capture: has work that this stream does not wait for
}
void joined(float *p, float *q) {
  cudaStream_t s, side;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamCreate(&side);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(side, fork, 0);
  step<<<1, 32, 0, side>>>(q);
  step<<<1, 32, 0, s>>>(p);
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(s, join, 0);
  step<<<1, 32, 0, s>>>(q);
  cudaStreamEndCapture(s, &graph);
}
// The second joins by the first.
void joinedInTurn(float *p, float *q) {
  cudaStream_t s, side[2];
  cudaEvent_t fork, join[2];
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaEventCreate(&fork);
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreate(&side[i]);
    cudaEventCreate(&join[i]);
  }
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s);
  for (int i = 0; i < 2; ++i)
    cudaStreamWaitEvent(side[i], fork, 0);
  step<<<1, 32, 0, side[0]>>>(q);
  step<<<1, 32, 0, side[1]>>>(p);
  cudaEventRecord(join[1], side[1]);
  cudaStreamWaitEvent(side[0], join[1], 0);
  cudaEventRecord(join[0], side[0]);
  cudaStreamWaitEvent(s, join[0], 0);
  cudaStreamEndCapture(s, &graph);
}
// A stream that has joined and does nothing need not be waited for.
void idle(float *p) {
  cudaStream_t s, side;
  cudaEvent_t fork;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamCreate(&side);
  cudaEventCreate(&fork);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32, 0, s>>>(p);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(side, fork, 0);
  cudaStreamEndCapture(s, &graph);
}
void eventOfBefore(float *p, float *q) {
  cudaStream_t s, upload;
  cudaEvent_t ready;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamCreate(&upload);
  cudaEventCreate(&ready);
  cudaMemsetAsync(q, 0, 128, upload);
  cudaEventRecord(ready, upload);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamWaitEvent(s, ready, 0); // warn capture: recorded before the capture
  step<<<1, 32, 0, s>>>(p);
  cudaStreamEndCapture(s, &graph);
}
void eventOfBeforeOnPurpose(float *p, float *q) {
  cudaStream_t s, upload;
  cudaEvent_t ready;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamCreate(&upload);
  cudaEventCreate(&ready);
  cudaMemsetAsync(q, 0, 128, upload);
  cudaEventRecord(ready, upload);
  cudaStreamWaitEvent(s, ready, 0);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamWaitEvent(s, ready, cudaEventWaitExternal);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamEndCapture(s, &graph);
}
void endsInOther(float *p) {
  cudaStream_t s, side;
  cudaEvent_t fork;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamCreate(&side);
  cudaEventCreate(&fork);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(side, fork, 0);
  step<<<1, 32, 0, side>>>(p);
  cudaStreamEndCapture(side, &graph); // warn capture: has begun in another stream
}
void begunTwice(float *p, cudaStream_t s) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32, 0, s>>>(p);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); // warn capture: is being captured already
  cudaStreamEndCapture(s, &graph);
}
// A call that is not seen may end it.
void end(cudaStream_t s);
void endedElsewhere(float *p, cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  step<<<1, 32, 0, s>>>(p);
  end(s);
  cudaStreamSynchronize(s);
}
void twoGraphs(float *p, cudaStream_t s) {
  cudaGraph_t graphs[4];
  for (int i = 0; i < 4; ++i) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    step<<<1, 32, 0, s>>>(p + i);
    cudaStreamEndCapture(s, &graphs[i]);
    cudaStreamSynchronize(s);
  }
}

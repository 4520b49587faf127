// RUN: %verify %s --checks=-*,warplint-host-sync,warplint-host-overwrite,warplint-stream-order
//
// Functions of the host that a stream calls run behind what the stream was given
// before them, and beside the host.

#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>

__global__ void fill(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = i;
}

struct Job {
  float *host = nullptr;
  int n = 256;
  float sum = 0;
};
void CUDART_CB summarize(void *data) {
  auto *job = static_cast<Job *>(data);
  float sum = 0;
  for (int i = 0; i < job->n; ++i)
    sum += job->host[i];
  job->sum = sum;
}

struct Device {
  cudaStream_t stream, other;
  float *data, *pinned;
  Device() {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMalloc(&data, 1024);
    cudaMallocHost(&pinned, 1024);
  }
};

float readsResultEarly() {
  Device d;
  Job job;
  job.host = d.pinned;
  cudaMemcpyAsync(job.host, d.data, 1024, cudaMemcpyDeviceToHost, d.stream);
  cudaLaunchHostFunc(d.stream, summarize, &job);
  return job.sum; // warn host-sync: the host reads 'sum' while a function that a stream calls may still write it
}
float readsResultBehind() {
  Device d;
  Job job;
  job.host = d.pinned;
  cudaMemcpyAsync(job.host, d.data, 1024, cudaMemcpyDeviceToHost, d.stream);
  cudaLaunchHostFunc(d.stream, summarize, &job);
  cudaStreamSynchronize(d.stream);
  return job.sum;
}
// Another member.
int readsLength() {
  Device d;
  Job job;
  job.host = d.pinned;
  cudaLaunchHostFunc(d.stream, summarize, &job);
  int n = job.n;
  cudaDeviceSynchronize();
  return n;
}
void inAnotherStream() {
  Device d;
  Job job;
  job.host = d.pinned;
  cudaMemcpyAsync(job.host, d.data, 1024, cudaMemcpyDeviceToHost, d.stream);
  cudaLaunchHostFunc(d.other, summarize, &job); // warn stream-order: a function that a stream calls reads memory that 'cudaMemcpyAsync()' may still write in another stream
  cudaDeviceSynchronize();
}
void CUDART_CB count(cudaStream_t, cudaError_t, void *data) { ++*static_cast<int *>(data); }
int counts() {
  Device d;
  int calls = 0;
  for (int i = 0; i < 3; ++i)
    cudaStreamAddCallback(d.stream, count, &calls, 0);
  int now = calls; // warn host-sync: the host reads 'calls' while a function that a stream calls may still write it
  cudaStreamSynchronize(d.stream);
  return now + calls;
}
void overwritesLength() {
  Device d;
  Job job;
  job.host = d.pinned;
  cudaLaunchHostFunc(d.stream, summarize, &job);
  job.n = 1; // warn host-overwrite: the host writes memory that a function that a stream calls may still read
  cudaDeviceSynchronize();
}

// Each call is given an object of its own.
void CUDART_CB finish(void *data) {
  std::unique_ptr<Job> job(static_cast<Job *>(data));
  job->sum = 1;
}
void enqueuesMany() {
  Device d;
  for (int i = 0; i < 100; ++i) {
    auto job = std::make_unique<Job>();
    job->n = i;
    if (cudaLaunchHostFunc(d.stream, finish, job.get()) == cudaSuccess)
      job.release();
  }
}
void CUDART_CB deleted(void *data) { delete static_cast<Job *>(data); }
void enqueuesNew(int count) {
  Device d;
  for (int i = 0; i < count; ++i) {
    Job *job = new Job;
    job->n = i;
    cudaLaunchHostFunc(d.stream, deleted, job);
  }
}
void CUDART_CB freed(void *data) { std::free(data); }
void freesInOrder() {
  Device d;
  float *staging = static_cast<float *>(std::malloc(1024));
  cudaHostRegister(staging, 1024, cudaHostRegisterDefault);
  cudaMemcpyAsync(d.data, staging, 1024, cudaMemcpyHostToDevice, d.stream);
  cudaLaunchHostFunc(d.stream, freed, staging);
}

// It wakes the host, which need not wait for the stream.
struct Signalled {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
};
void CUDART_CB signal(void *data) {
  auto *s = static_cast<Signalled *>(data);
  {
    std::lock_guard<std::mutex> lock(s->mutex);
    s->done = true;
  }
  s->changed.notify_one();
}
float signalled() {
  Device d;
  Signalled s;
  cudaMemcpyAsync(d.pinned, d.data, 1024, cudaMemcpyDeviceToHost, d.stream);
  cudaLaunchHostFunc(d.stream, signal, &s);
  std::unique_lock<std::mutex> lock(s.mutex);
  s.changed.wait(lock, [&] { return s.done; });
  return d.pinned[0];
}
bool polled(Device &d, Signalled &s) {
  std::lock_guard<std::mutex> lock(s.mutex);
  return s.done;
}
float polls() {
  Device d;
  Signalled s;
  cudaMemcpyAsync(d.pinned, d.data, 1024, cudaMemcpyDeviceToHost, d.stream);
  cudaLaunchHostFunc(d.stream, signal, &s);
  while (!polled(d, s)) {
  }
  return d.pinned[0];
}
void (*unseen)(void *);
float callsUnseen() {
  Device d;
  Job job;
  cudaLaunchHostFunc(d.stream, unseen, &job);
  return job.sum;
}

// RUN: %verify %s --checks=-*,warplint-stream-lifetime
//
// Memory that streams allocate and free, used in time and not.

__global__ void fill(int *to) { to[threadIdx.x] = 1; }
__global__ void shift(int *to, int by) { to[by + threadIdx.x] = 1; }

void freedInDefaultStream() {
  cudaStream_t s;
  int *p;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMallocAsync(&p, 64, s);
  fill<<<1, 16, 0, s>>>(p);
  cudaFreeAsync(p, nullptr); // warn stream-lifetime: 'cudaFreeAsync()' frees memory that the kernel 'fill' may still use in another stream
}

void notYetAllocated() {
  cudaStream_t s, t;
  int *p;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaMallocAsync(&p, 64, s);
  shift<<<1, 16, 0, t>>>(p, 3); // warn stream-lifetime: the kernel 'shift' uses memory that another stream may not have allocated yet
  cudaDeviceSynchronize();
}

void usedBehindRelease() {
  cudaStream_t s;
  int *p;
  cudaStreamCreate(&s);
  cudaMallocAsync(&p, 64, s);
  cudaFreeAsync(p, s);
  cudaMemsetAsync(p, 0, 64, s); // warn stream-lifetime: 'cudaMemsetAsync()' uses memory that has been freed
}

void hostFrees() {
  cudaStream_t s;
  int *p;
  cudaStreamCreate(&s);
  cudaMallocAsync(&p, 64, s);
  fill<<<1, 16, 0, s>>>(p + 2);
  cudaFree(p); // warn stream-lifetime: 'cudaFree()' frees memory that the kernel 'fill' may still use
}

class Scratch {
public:
  explicit Scratch(cudaStream_t home) : home(home) {
    cudaMallocAsync((void **)&data, 64, home);
  }
  ~Scratch() { cudaFreeAsync(data, home); } // warn stream-lifetime: 'cudaFreeAsync()' frees memory that the kernel 'fill' may still use
  int *get() const { return data; }

private:
  cudaStream_t home;
  int *data;
};

void leavesScope() {
  cudaStream_t home, work;
  cudaEvent_t made;
  cudaStreamCreateWithFlags(&home, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaEventCreate(&made);
  Scratch scratch(home);
  cudaEventRecord(made, home);
  cudaStreamWaitEvent(work, made, 0);
  fill<<<1, 16, 0, work>>>(scratch.get());
}

// --- Silent -------------------------------------------------------------------

void freedInOrder() {
  cudaStream_t s;
  int *p;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMallocAsync(&p, 64, s);
  fill<<<1, 16, 0, s>>>(p);
  cudaFreeAsync(p, s);
  cudaStreamDestroy(s);
}

void blockingBesideDefault() {
  cudaStream_t s;
  int *p;
  cudaStreamCreate(&s);
  cudaMallocAsync(&p, 64, nullptr);
  fill<<<1, 16, 0, s>>>(p);
  cudaFreeAsync(p, nullptr);
}

void hostFreesBehindWait() {
  cudaStream_t s;
  int *p;
  cudaStreamCreate(&s);
  cudaMallocAsync(&p, 64, s);
  fill<<<1, 16, 0, s>>>(p);
  cudaStreamSynchronize(s);
  cudaFree(p);
}

void plainMemory() {
  cudaStream_t s;
  int *p;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMalloc(&p, 64);
  fill<<<1, 16, 0, s>>>(p);
  cudaFree(p);
}

void allocatesAgain(int n) {
  cudaStream_t s;
  int *p = nullptr;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  for (int i = 0; i < n; ++i) {
    if (p)
      cudaFreeAsync(p, s);
    cudaMallocAsync(&p, 64, s);
    fill<<<1, 16, 0, s>>>(p);
  }
}

void releasedOnce(bool early) {
  cudaStream_t s;
  int *p = nullptr;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMallocAsync(&p, 64, s);
  if (early)
    cudaFreeAsync(p, s);
  if (!early) {
    fill<<<1, 16, 0, s>>>(p);
    cudaFreeAsync(p, s);
  }
}

void inUnknownStream(cudaStream_t given) {
  cudaStream_t s;
  int *p;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMallocAsync(&p, 64, s);
  fill<<<1, 16, 0, given>>>(p);
  cudaFreeAsync(p, given);
}

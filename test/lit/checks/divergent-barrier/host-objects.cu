// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Methods that others call: what the constructors have set for good is known.

template <int> __global__ void right(int *out) {
  if (threadIdx.x < 128)
    __syncthreads();
  out[threadIdx.x] = 0;
}
#define WRONG_KERNEL(NAME)                                                     \
  __global__ void NAME(int *out) {                                             \
    if (threadIdx.x < 128)                                                     \
      __syncthreads();                                                         \
    out[threadIdx.x] = 0;                                                      \
  }
WRONG_KERNEL(wrong0) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong1) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong2) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong3) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong4) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong5) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong6) // warn divergent-barrier: reached by only some threads
WRONG_KERNEL(wrong7) // warn divergent-barrier: reached by only some threads

class Engine {
public:
  explicit Engine(int n);
  void run(int *out);
  void runChanged(int *out);
  void runPublic(int *out);
  void setChanged(int to) { changed = to; }
  int shown = 128;

private:
  int blocks, threads, changed = 128;
  const unsigned wide = 256;
};
Engine::Engine(int n) : blocks(n) { threads = 128; }
void Engine::run(int *out) {
  right<0><<<blocks, threads>>>(out);
  wrong0<<<blocks, 2 * threads>>>(out);
  wrong1<<<blocks, wide>>>(out);
}
void Engine::runChanged(int *out) { wrong2<<<blocks, changed>>>(out); }
void Engine::runPublic(int *out) { wrong3<<<blocks, shown>>>(out); }

// One of two constructors.
class Either {
public:
  Either() : threads(64) {}
  explicit Either(bool) : threads(128) {}
  void run(int *out);

private:
  int threads;
};
void Either::run(int *out) {
  right<1><<<1, threads>>>(out);
  wrong4<<<1, threads + 64>>>(out);
}

// A constructor that is not seen.
class Elsewhere {
public:
  Elsewhere();
  void run(int *out);

private:
  int threads = 128;
};
void Elsewhere::run(int *out) { wrong5<<<1, threads>>>(out); }

// What it takes is tested.
[[noreturn]] void fail();
class Tested {
public:
  explicit Tested(int size) : threads(size) {
    if (size > 128)
      fail();
  }
  void run(int *out);

private:
  int threads;
};
void Tested::run(int *out) {
  right<2><<<1, threads>>>(out);
  wrong6<<<1, threads + 1>>>(out);
}

// A method that is not seen may change it.
class Changed {
public:
  explicit Changed(bool) : threads(128) {}
  void run(int *out);
  void setThreads(int to);

private:
  int threads;
};
void Changed::run(int *out) { wrong7<<<1, threads>>>(out); }

// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// The host asks which code the device runs: it is the code that this is.

#include <cuda_runtime.h>

__global__ void probe() {}

// One grid line for old devices was too short: they got two dimensions.
#define KERNEL(Name)                                                                        \
  __global__ void Name(int *out, int n) {                                                   \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                          \
    if (i < n)                                                                              \
      out[i] = i + blockIdx.y;                                                              \
  }
KERNEL(byVirtual)
KERNEL(byGetter)
KERNEL(atOnce)
KERNEL(byBinary)
KERNEL(forNewOnes) // warn global-memory-race: is written by several threads at once
KERNEL(byNumber) // warn global-memory-race: is written by several threads at once
KERNEL(byOneOfTwo) // warn global-memory-race: is written by several threads at once
KERNEL(setElsewhere) // warn global-memory-race: is written by several threads at once
KERNEL(openMember) // warn global-memory-race: is written by several threads at once

static dim3 folded(int blocks) { return dim3(256, (blocks + 255) / 256); }

struct Context {
  virtual int version() const = 0;
  virtual int lines() const = 0;
  virtual ~Context() {}
};
class Device : public Context {
protected:
  int Code;
  template <int Dummy = 0> void init() {
    cudaFuncAttributes asked;
    if (cudaFuncGetAttributes(&asked, probe) != cudaSuccess)
      throw 1;
    Code = asked.ptxVersion;
  }

public:
  Device() { init(); }
  virtual int version() const { return Code; }
  virtual int lines() const { return 1; }
};
class Wide : public Device {
public:
  int lines() const override { return 4; }
};

class Asked {
  int Binary, Given;

public:
  explicit Asked(int given) : Given(given) {
    cudaFuncAttributes of;
    cudaFuncGetAttributes(&of, probe);
    Binary = of.binaryVersion;
  }
  void set(int other) { Given = other; }
  int binary() const { return Binary; }
  int given() const { return Given; }
};
class Open {
public:
  int Code;
  Open() {
    cudaFuncAttributes of;
    cudaFuncGetAttributes(&of, probe);
    Code = of.ptxVersion;
  }
};

void launchVirtual(int *out, int n, Context &on) {
  int blocks = (n + 127) / 128;
  dim3 grid(blocks);
  if (on.version() < 30 && blocks > 65535)
    grid = folded(blocks);
  byVirtual<<<grid, 128>>>(out, n);
}

void launchGetter(int *out, int n, const Device &on) {
  int blocks = (n + 127) / 128;
  bool isOld = on.version() <= 20;
  byGetter<<<isOld ? folded(blocks) : dim3(blocks), 128>>>(out, n);
}

void launchAtOnce(int *out, int n) {
  cudaFuncAttributes asked;
  cudaFuncGetAttributes(&asked, atOnce);
  int blocks = (n + 127) / 128;
  if (asked.ptxVersion >= 30)
    atOnce<<<blocks, 128>>>(out, n);
  else
    atOnce<<<folded(blocks), 128>>>(out, n);
}

void launchBinary(int *out, int n) {
  Asked of(n);
  dim3 grid((n + 127) / 128);
  if (of.binary() < 30)
    grid.y = 2;
  byBinary<<<grid, 128>>>(out, n);
}

// --- What the version does not decide so ---------------------------------------------

void launchNew(int *out, int n, Context &on) {
  dim3 grid((n + 127) / 128);
  if (on.version() > 30)
    grid.y = 2;
  forNewOnes<<<grid, 128>>>(out, n);
}

void launchNumber(int *out, int n, Context &on) {
  dim3 grid((n + 127) / 128);
  if (on.version() < n)
    grid.y = 2;
  byNumber<<<grid, 128>>>(out, n);
}

void launchOneOfTwo(int *out, int n, Context &on) { byOneOfTwo<<<dim3((n + 127) / 128, on.lines()), 128>>>(out, n); }

void launchSet(int *out, int n, Asked &of) {
  dim3 grid((n + 127) / 128);
  if (of.given() < 30)
    grid.y = 2;
  setElsewhere<<<grid, 128>>>(out, n);
}

void launchOpen(int *out, int n, Open &of) {
  dim3 grid((n + 127) / 128);
  if (of.Code < 30)
    grid.y = 2;
  openMember<<<grid, 128>>>(out, n);
}

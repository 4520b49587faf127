// RUN: %verify %s --checks=-*,warplint-host-overwrite
//
// Memory of the host that copies and kernels may still use.

#include <cstring>
#include <functional>
#include <thread>
#include <vector>

__global__ void reads(const int *from, int *to) {
  to[threadIdx.x] = from[threadIdx.x];
}
__global__ void polls(volatile const int *flag, int *to) {
  while (*flag == 0)
    ;
  to[threadIdx.x] = 1;
}
__global__ void counts(int *counter) { atomicAdd(counter, 1); }

void refilled(int *a, int *b, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  for (int i = 0; i < 16; ++i)
    staging[i] = i;
  cudaMemcpyAsync(a, staging, 64, cudaMemcpyHostToDevice, s);
  for (int i = 0; i < 16; ++i)
    staging[i] = -i; // warn host-overwrite: the host writes memory that 'cudaMemcpyAsync()' may still read
  cudaMemcpyAsync(b, staging, 64, cudaMemcpyHostToDevice, s);
}

void refilledByLibrary(int *a, const int *next) {
  int *staging;
  cudaHostAlloc(&staging, 64, 0);
  cudaMemcpyAsync(a, staging, 64, cudaMemcpyHostToDevice, 0);
  memcpy(staging, next, 64); // warn host-overwrite: the host writes memory that 'cudaMemcpyAsync()' may still read
}

void kernelReadsInPlace(int *to) {
  int *values;
  cudaMallocManaged(&values, 64);
  reads<<<1, 16>>>(values, to);
  *values = 1; // warn host-overwrite: the host writes memory that the kernel 'reads' may still read
}

void targetOfCopy(const int *from, cudaStream_t s) {
  int *result;
  cudaMallocHost(&result, 64);
  cudaMemcpyAsync(result, from, 64, cudaMemcpyDeviceToHost, s);
  result[0] = 0; // warn host-overwrite: the host writes memory that 'cudaMemcpyAsync()' may still write
}

void oncePerRound(int *to, int rounds, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  for (int r = 0; r < rounds; ++r) {
    for (int i = 0; i < 16; ++i)
      staging[i] = r; // warn host-overwrite: the host writes memory
    cudaMemcpyAsync(to, staging, 64, cudaMemcpyHostToDevice, s);
  }
}

struct Slot {
  int *input;
  cudaEvent_t done;
};

struct Ring {
  std::vector<Slot> slots;
  int next = 0;
  explicit Ring(int n) : slots(n) {
    for (Slot &each : slots) {
      cudaMallocHost(&each.input, 64);
      cudaEventCreate(&each.done);
    }
  }
  Slot &take() { return slots[next++ % slots.size()]; }
};

void ring(int *to, cudaStream_t s) {
  Ring ring(3);
  for (int step = 0; step < 5; ++step) {
    Slot &slot = ring.take();
    slot.input[0] = step; // warn host-overwrite: the host writes memory that the kernel 'reads' may still read
    reads<<<1, 16, 0, s>>>(slot.input, to);
    cudaEventRecord(slot.done, s);
  }
}

void waitsOnOnePath(int *to, bool debug, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  cudaMemcpyAsync(to, staging, 64, cudaMemcpyHostToDevice, s);
  if (debug)
    cudaStreamSynchronize(s);
  staging[0] = 1; // warn host-overwrite: the host writes memory
}

class Pool {
public:
  int *take() {
    if (free.empty()) {
      int *made = nullptr;
      cudaMallocHost(&made, 64);
      return made;
    }
    int *last = free.back();
    free.pop_back();
    return last;
  }
  void give(int *p) { free.push_back(p); }

private:
  std::vector<int *> free;
};

void pool(int *to, cudaStream_t s) {
  Pool pool;
  int *first = pool.take();
  cudaMemcpyAsync(to, first, 64, cudaMemcpyHostToDevice, s);
  pool.give(first);
  int *second = pool.take();
  second[0] = 1; // warn host-overwrite: the host writes memory
}

void byFunctionObject(int *to, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  std::function<void()> send = [=] {
    cudaMemcpyAsync(to, staging, 64, cudaMemcpyHostToDevice, s);
  };
  send();
  staging[0] = 1; // warn host-overwrite: the host writes memory
}

// --- Silent -------------------------------------------------------------------

void waits(int *a, int *b, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  cudaMemcpyAsync(a, staging, 64, cudaMemcpyHostToDevice, s);
  cudaStreamSynchronize(s);
  staging[0] = 1;
  cudaMemcpyAsync(b, staging, 64, cudaMemcpyHostToDevice, s);
}

void filledBefore(int *to) {
  int *values;
  cudaMallocManaged(&values, 64);
  values[0] = 1;
  reads<<<1, 16>>>(values, to);
  cudaDeviceSynchronize();
}

void flagOfTheHost(int *to) {
  int *flag;
  cudaMallocHost(&flag, 4);
  polls<<<1, 16>>>(flag, to);
  *flag = 1;
}

void counterIsRead(cudaStream_t s) {
  int *counter;
  cudaMallocManaged(&counter, 4);
  counts<<<1, 16, 0, s>>>(counter);
  *counter = 0;
}

void otherHalf(int *to, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  cudaMemcpyAsync(to, staging, 32, cudaMemcpyHostToDevice, s);
  staging[8] = 1;
}

void pageable(int *to, cudaStream_t s) {
  std::vector<int> staging(16);
  cudaMemcpyAsync(to, staging.data(), 64, cudaMemcpyHostToDevice, s);
  staging[0] = 1;
}

void ringWithEvents(int *to, cudaStream_t s) {
  Ring ring(3);
  for (int step = 0; step < 5; ++step) {
    Slot &slot = ring.take();
    cudaEventSynchronize(slot.done);
    slot.input[0] = step;
    reads<<<1, 16, 0, s>>>(slot.input, to);
    cudaEventRecord(slot.done, s);
  }
}

// The same test twice, through a helper's parameter and a member, too.
void finish(bool asynchronous, cudaStream_t s) {
  if (asynchronous)
    cudaStreamSynchronize(s);
}
void sameTest(int *to, bool asynchronous, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  if (asynchronous)
    cudaMemcpyAsync(to, staging, 64, cudaMemcpyHostToDevice, s);
  else
    cudaMemcpy(to, staging, 64, cudaMemcpyHostToDevice);
  finish(asynchronous, s);
  staging[0] = 1;
}
struct Sender {
  bool late;
  int *staging;
  bool isLate() const { return late; }
  void send(int *to, cudaStream_t s) {
    cudaMallocHost(&staging, 64);
    if (late)
      cudaMemcpyAsync(to, staging, 64, cudaMemcpyHostToDevice, s);
    if (!isLate() == false)
      cudaStreamSynchronize(s);
    staging[0] = 1;
  }
};
void sends(bool late, int *to, cudaStream_t s) {
  Sender sender{late};
  sender.send(to, s);
}

// Two tests that may say the same in different words.
void relatedTests(int *to, int n, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  if (n > 0)
    cudaMemcpyAsync(to, staging, 64, cudaMemcpyHostToDevice, s);
  if (n >= 1)
    cudaStreamSynchronize(s);
  staging[0] = 1;
}

// The loop starts and waits as often.
void loopsAlike(int *to, int n, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  for (int i = 0; i < n; ++i)
    cudaMemcpyAsync(to, staging, 64, cudaMemcpyHostToDevice, s);
  for (int i = 0; i < n; ++i)
    cudaStreamSynchronize(s);
  staging[0] = 1;
}

void poolBehindWait(int *to, cudaStream_t s) {
  Pool pool;
  int *first = pool.take();
  cudaMemcpyAsync(to, first, 64, cudaMemcpyHostToDevice, s);
  cudaStreamSynchronize(s);
  pool.give(first);
  int *second = pool.take();
  second[0] = 1;
}

void unknownBetween(int *to, std::function<void()> &unknown, cudaStream_t s) {
  int *staging;
  cudaMallocHost(&staging, 64);
  cudaMemcpyAsync(to, staging, 64, cudaMemcpyHostToDevice, s);
  unknown();
  staging[0] = 1;
}

// RUN: %verify %s --checks=-*,warplint-stream-lifetime --certainty=model
//
// Smart pointers end what they own with their deleter, as long as nothing else
// may own it.

#include <memory>
#include <utility>
#include <vector>

__global__ void fill(float *to) { to[threadIdx.x] = 1; }

struct Frees {
  void operator()(float *p) const {
    cudaFree(p); // warn stream-lifetime: 'cudaFree()' frees memory that the kernel 'fill' may still use
  }
};
struct FreesInOrder {
  cudaStream_t stream;
  void operator()(float *p) const { cudaFreeAsync(p, stream); }
};
struct WaitsAndFrees {
  cudaStream_t stream;
  void operator()(float *p) const {
    cudaStreamSynchronize(stream);
    cudaFree(p);
  }
};

struct Made {
  cudaStream_t stream;
  float *memory;
  Made() {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocAsync(&memory, 4096, stream);
  }
};

void byClass() {
  Made m;
  std::unique_ptr<float, Frees> owner(m.memory);
  fill<<<1, 256, 0, m.stream>>>(owner.get());
}

void byLambda() {
  Made m;
  std::shared_ptr<float> owner(m.memory, [](float *p) {
    cudaFree(p); // warn stream-lifetime: 'cudaFree()' frees memory that the kernel 'fill' may still use
  });
  fill<<<1, 256, 0, m.stream>>>(owner.get());
}

void byLambdaInOtherStream() {
  Made m;
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  auto release = [other](float *p) {
    cudaFreeAsync(p, other); // warn stream-lifetime: 'cudaFreeAsync()' frees memory that the kernel 'fill' may still use
  };
  std::unique_ptr<float, decltype(release)> owner(m.memory, release);
  fill<<<1, 256, 0, m.stream>>>(owner.get());
}

class Tensor {
public:
  explicit Tensor(Made &m)
      : stream(m.stream), owner(m.memory, [this](float *p) {
          cudaFree(p); // warn stream-lifetime: 'cudaFree()' frees memory that the kernel 'fill' may still use
        }) {}
  void run() { fill<<<1, 256, 0, stream>>>(owner.get()); }

private:
  cudaStream_t stream;
  std::shared_ptr<float> owner;
};

void asMember() {
  Made m;
  Tensor tensor(m);
  tensor.run();
}

void moved() {
  Made m;
  std::unique_ptr<float, Frees> first(m.memory), second(std::move(first));
  fill<<<1, 256, 0, m.stream>>>(second.get());
  cudaStreamSynchronize(m.stream);
}

void inOrder() {
  Made m;
  std::unique_ptr<float, FreesInOrder> owner(m.memory, FreesInOrder{m.stream});
  fill<<<1, 256, 0, m.stream>>>(owner.get());
}

void behindWait() {
  Made m;
  std::unique_ptr<float, WaitsAndFrees> owner(m.memory, WaitsAndFrees{m.stream});
  fill<<<1, 256, 0, m.stream>>>(owner.get());
}

// The memory lives on: with another owner, with the caller, with whom it is
// given.
std::vector<std::shared_ptr<float>> kept;
void keeps() {
  Made m;
  std::shared_ptr<float> owner(m.memory, [](float *p) { cudaFree(p); });
  kept.push_back(owner);
  fill<<<1, 256, 0, m.stream>>>(owner.get());
}
void keepsCopy(std::shared_ptr<float> &caller) {
  Made m;
  std::shared_ptr<float> owner(m.memory, [](float *p) { cudaFree(p); });
  fill<<<1, 256, 0, m.stream>>>(owner.get());
  caller = owner;
}
float *releases() {
  Made m;
  std::unique_ptr<float, Frees> owner(m.memory);
  fill<<<1, 256, 0, m.stream>>>(owner.get());
  return owner.release();
}
std::unique_ptr<float, Frees> gives() {
  Made m;
  std::unique_ptr<float, Frees> owner(m.memory);
  fill<<<1, 256, 0, m.stream>>>(owner.get());
  return owner;
}
void takes(std::unique_ptr<float, Frees> owner);
void passes() {
  Made m;
  std::unique_ptr<float, Frees> owner(m.memory);
  fill<<<1, 256, 0, m.stream>>>(owner.get());
  takes(std::move(owner));
}
struct Holder {
  std::unique_ptr<float, Frees> held;
  void take(std::unique_ptr<float, Frees> given) { held = std::move(given); }
};
void hands(Holder &to) {
  Made m;
  std::unique_ptr<float, Frees> owner(m.memory);
  fill<<<1, 256, 0, m.stream>>>(owner.get());
  to.take(std::move(owner));
}
void swaps(std::unique_ptr<float, Frees> &with) {
  Made m;
  std::unique_ptr<float, Frees> owner(m.memory);
  fill<<<1, 256, 0, m.stream>>>(owner.get());
  owner.swap(with);
}
void lends(std::vector<std::unique_ptr<float, Frees>> &all) {
  Made m;
  std::unique_ptr<float, Frees> owner(m.memory);
  fill<<<1, 256, 0, m.stream>>>(owner.get());
  all.emplace_back(std::move(owner));
}

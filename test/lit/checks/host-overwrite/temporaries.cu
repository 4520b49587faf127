// RUN: %verify %s --checks=-*,warplint-host-overwrite --certainty=model
//
// Temporaries end with their statement, and containers with static storage are
// empty when main begins.

#include <vector>

int const n = 1024;

std::vector<int *> spare;

int *take() {
  int *p = nullptr;
  if (spare.empty())
    cudaMallocHost(&p, n * sizeof(int));
  else
    p = spare.back(), spare.pop_back();
  return p;
}

struct Lease {
  int *p;
  Lease() : p(take()) {}
  ~Lease() { spare.push_back(p); }
  void send(int *to, int value, cudaStream_t stream) {
    p[0] = value; // warn host-overwrite: the host writes memory that 'cudaMemcpyAsync()' may still read
    cudaMemcpyAsync(to, p, n * sizeof(int), cudaMemcpyHostToDevice, stream);
  }
  void sendAndWait(int *to, int value, cudaStream_t stream) {
    p[1] = value;
    cudaMemcpyAsync(to, p, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
  }
};

struct Clearing {
  int *p;
  explicit Clearing(int *from) : p(from) {}
  ~Clearing() {
    p[0] = 0; // warn host-overwrite: the host writes memory that 'cudaMemcpyAsync()' may still read
  }
  void send(int *to, cudaStream_t stream) {
    cudaMemcpyAsync(to, p, n * sizeof(int), cudaMemcpyHostToDevice, stream);
  }
};

int main() {
  int *to, *own;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&to, n * sizeof(int));
  cudaMallocHost(&own, n * sizeof(int));
  Lease().sendAndWait(to, 1, stream);
  Lease().send(to, 2, stream);
  Lease().send(to, 3, stream);
  cudaStreamSynchronize(stream);
  Clearing(own).send(to, stream);
  cudaDeviceSynchronize();
}

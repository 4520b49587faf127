// RUN: %verify %s --checks=-*,warplint-host-sync
//
// Operators of smart pointers that are called by name, and classes of which only
// the name is known.

#include <map>
#include <memory>
#include <utility>

__global__ void fill(int *p) { p[threadIdx.x] = 0; }
struct Later;
int calledByName(std::unique_ptr<int[]> taken, std::unique_ptr<int[]> given) {
  taken.operator=(std::move(given));
  fill<<<1, 32>>>(nullptr);
  return taken.operator[](0) + taken[1];
}
int onlyDeclared(int *managed, const std::map<int, Later *> &known) {
  std::map<int, Later *> all = known;
  std::weak_ptr<Later> none;
  fill<<<1, 32>>>(managed);
  return all.size() + none.expired();
}
int tooEarly() {
  int *made = nullptr;
  cudaMallocManaged(&made, 128);
  fill<<<1, 32>>>(made);
  return made[0]; // warn host-sync: while the kernel
}

// What is deleted as it is waits for nothing.
int deletesBeside(int n) {
  int *made = nullptr;
  cudaMallocManaged(&made, 128);
  fill<<<1, 32>>>(made);
  {
    std::unique_ptr<int[]> scratch(new int[n]);
    auto one = std::make_unique<float>(1.0f);
    scratch[0] = 1;
    one.reset();
  }
  return made[0]; // warn host-sync: while the kernel
}
struct Waits {
  ~Waits() { cudaDeviceSynchronize(); }
};
struct WaitsAndFrees {
  void operator()(int *p) const { cudaFree(p); }
};
int waitsAtEnd() {
  int *made = nullptr;
  cudaMallocManaged(&made, 128);
  fill<<<1, 32>>>(made);
  { std::unique_ptr<Waits> guard(new Waits); }
  return made[0];
}
int freesAtEnd(int *other) {
  int *made = nullptr;
  cudaMallocManaged(&made, 128);
  fill<<<1, 32>>>(made);
  { std::unique_ptr<int, WaitsAndFrees> guard(other); }
  return made[0];
}

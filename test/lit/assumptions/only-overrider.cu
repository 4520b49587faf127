// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-only-overrider
// RUN: %warplint --cache=off --quiet --report-only --format=json --statistics=%t.jsonl --checks=-*,warplint-shared-memory-race --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 > %t.json
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// Another unit may have another kind of shape.
// COUNTED: "kernel":"pairs"
// COUNTED-SAME: "only-overrider":1
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "only-overrider"

__global__ void pairs(float *a) {
  __shared__ float s[512];
  s[threadIdx.x] = a[threadIdx.x];
  if (blockDim.x > 300)
    a[threadIdx.x] = s[383 - threadIdx.x]; // ON-warn shared-memory-race: may still
}

__global__ void plain(float *a) {
  __shared__ float s[512];
  s[threadIdx.x] = a[threadIdx.x];
  if (blockDim.x > 300)
    a[threadIdx.x] = s[383 - threadIdx.x]; // warn shared-memory-race: may still
}

struct Shape {
  virtual int threads() const = 0;
};
struct Wide : Shape {
  int threads() const override { return 384; }
};
void runPairs(const Shape &shape, float *a) { pairs<<<1, shape.threads()>>>(a); }
void runPlain(const Wide &shape, float *a) {
  Wide own;
  plain<<<1, own.threads()>>>(a);
}

// RUN: not %warplint --cache=off --quiet --format=json --statistics=%t.jsonl --checks=-*,warplint-missing-fence --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// Who announces is seen in a block of 256 threads.
// COUNTED-NOT: "example-block":
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "example-block":
// COUNTED: "kernel":"rests"
// COUNTED-SAME: "example-block":{{[1-9]}}

__device__ unsigned count;

__global__ void plain(volatile float *parts, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (threadIdx.x == 0)
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[0];
}

void run(volatile float *parts, float *out) { plain<<<8, 128>>>(parts, out); }

__global__ void rests(volatile float *parts, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (threadIdx.x == 0)
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[0];
}

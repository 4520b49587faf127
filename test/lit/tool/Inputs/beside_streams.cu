__global__ void fill(int *to) { to[threadIdx.x] = 1; }
void refill() {
  int *data, *pinned;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&data, 400);
  cudaMallocHost(&pinned, 400);
  cudaMemcpyAsync(data, pinned, 400, cudaMemcpyHostToDevice, stream);
  pinned[0] = 2;
  cudaStreamSynchronize(stream);
}
void release() {
  int *data;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMallocAsync(&data, 400, stream);
  fill<<<1, 100, 0, stream>>>(data);
  cudaFree(data);
}

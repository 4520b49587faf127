__global__ void behind(int *data) {
  if (threadIdx.x < 16)
    __syncthreads();
}

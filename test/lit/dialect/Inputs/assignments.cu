__global__ void steps(float *out, int n) {
  int m = 0;
  for (m = 0; m < n; ++m)
    ;
  m = threadIdx.x + MISSING_FIELDS * MISSING_SIZE * blockIdx.x;
  out[m] = 1;
  m += MISSING_SIZE;
  out[m] += 2;
}

__global__ void known(float *out, int n) {
  int m = 0;
  float value;
  value = MISSING_VALUE;
  m += 1;
  out[m] = blockIdx.x;
}

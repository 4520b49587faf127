// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync

// Loops that go on until their variable is what they ask for end there.

__global__ void ownPart(const float *in, float *out) {
  __shared__ float parts[64 * 16];
  float *part = parts + threadIdx.x * 16;
  for (int i = 0; i < 16; ++i)
    part[i] = in[threadIdx.x * 16 + i];
  float sum = 0;
  unsigned i = 16;
  while (i--)
    sum += part[i];
  out[threadIdx.x] = sum;
}

__global__ void ownPartBehindFirst(const float *in, float *out) {
  __shared__ float parts[64 * 16];
  float *part = parts + threadIdx.x * 16;
  for (int i = 0; i < 16; ++i)
    part[i] = in[threadIdx.x * 16 + i];
  unsigned i = 16;
  float sum = part[--i];
  while (i--)
    sum = sum * 2 + part[i];
  out[threadIdx.x] = sum;
}

__global__ void ownPartUpTo(const float *in, float *out) {
  __shared__ float parts[64 * 16];
  float *part = parts + threadIdx.x * 16;
  for (int i = 0; i != 16; ++i)
    part[i] = in[threadIdx.x * 16 + i];
  float sum = 0;
  for (int i = 15; i != -1; --i)
    sum += part[i];
  out[threadIdx.x] = sum;
}

__global__ void partOfTheNext(const float *in, float *out) {
  __shared__ float parts[65 * 16];
  for (int i = 0; i < 16; ++i)
    parts[threadIdx.x * 16 + i] = in[threadIdx.x * 16 + i];
  float sum = 0;
  unsigned i = 17;
  while (i--)
    sum += parts[threadIdx.x * 16 + i]; // warn shared-memory-race: is read while another thread of the block may still write it
  out[threadIdx.x] = sum;
}

void launches(const float *in, float *out) {
  ownPart<<<1, 64>>>(in, out);
  ownPartBehindFirst<<<1, 64>>>(in, out);
  ownPartUpTo<<<1, 64>>>(in, out);
  partOfTheNext<<<1, 64>>>(in, out);
}

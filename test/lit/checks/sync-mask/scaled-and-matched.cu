// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Steps of a reduction may scale what they add, and a match of all lanes is the
// same for all.

__global__ void means(const float *in, float *out) {
  float mean = in[threadIdx.x];
  for (int by = 1; by < 32; by += by)
    mean = (__shfl_xor_sync(~0u, mean, by) + mean) / 2.0f;
  if (mean < 1.0f)
    mean += __shfl_xor_sync(~0u, mean + threadIdx.x % 32, 3);
  out[threadIdx.x] = mean;
}
void launchMeans(const float *in, float *out) { means<<<1, 64>>>(in, out); }

__global__ void halfOfWarp(const float *in, float *out) {
  float mean = in[threadIdx.x];
  for (int by = 1; by < 16; by += by)
    mean = (__shfl_xor_sync(~0u, mean, by) + mean) / 2.0f;
  if (mean < 1.0f)
    mean += __shfl_xor_sync(~0u, mean, 3); // warn sync-mask: waits for lanes that may not come here
  out[threadIdx.x] = mean;
}
void launchHalfOfWarp(const float *in, float *out) { halfOfWarp<<<1, 64>>>(in, out); }

// What a lane scales with is its own.
__global__ void weighed(const float *in, float *out) {
  float mean = in[threadIdx.x];
  for (int by = 1; by < 32; by += by)
    mean = (__shfl_xor_sync(~0u, mean, by) + mean) * in[by * threadIdx.x];
  if (mean < 1.0f)
    mean += __shfl_xor_sync(~0u, mean, 3); // warn sync-mask: waits for lanes that may not come here
  out[threadIdx.x] = mean;
}
void launchWeighed(const float *in, float *out) { weighed<<<1, 64>>>(in, out); }

__global__ void allAlike(const int *key, int *out) {
  unsigned alike = __match_any_sync(0xffffffffu, key[threadIdx.x]);
  int sum = key[threadIdx.x];
  if (alike != 0xffffffffu)
    sum = __reduce_add_sync(0xffffffffu, sum);
  out[threadIdx.x] = sum;
}
void launchAllAlike(const int *key, int *out) { allAlike<<<1, 64>>>(key, out); }

__global__ void someAlike(const int *key, int *out) {
  unsigned alike = __match_any_sync(0xffffffffu, key[threadIdx.x]);
  int sum = key[threadIdx.x];
  if (alike == 0x0000000fu)
    sum = __reduce_add_sync(0xffffffffu, sum); // warn sync-mask: waits for lanes that may not come here
  out[threadIdx.x] = sum;
}
void launchSomeAlike(const int *key, int *out) { someAlike<<<1, 64>>>(key, out); }

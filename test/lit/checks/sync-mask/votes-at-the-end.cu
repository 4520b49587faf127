// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Lanes for which a size leaves nothing exit. A vote waits for none of them, and
// has no bit of theirs. What a constant lets come is another matter, and so are
// results that are made of what all lanes bring.

__global__ void flags(const int *in, unsigned *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    unsigned votes = __ballot_sync(0xffffffffu, in[i] != 0);
    if (i % 32 == 0)
      out[i / 32] = votes;
  }
}
void launchFlags(const int *in, unsigned *out, int count) { flags<<<(count + 127) / 128, 128>>>(in, out, count); }

__global__ void flagsInRounds(const int *in, int *any, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    if (__any_sync(~0u, in[i] < 0))
      any[i >> 5] = 1;
}
void launchFlagsInRounds(const int *in, int *any, int count) { flagsInRounds<<<1, 256>>>(in, any, count); }

// The others go on: they are waited for.
__global__ void othersGoOn(const int *in, unsigned *out, int count) {
  int i = threadIdx.x;
  unsigned votes = 0;
  if (i < count)
    votes = __ballot_sync(0xffffffffu, in[i] != 0); // warn sync-mask: waits for lane
  __syncwarp();
  out[i] = votes;
}
void launchOthersGoOn(const int *in, unsigned *out, int count) { othersGoOn<<<1, 64>>>(in, out, count); }

__global__ void oneLaneVotes(const int *in, unsigned *out) {
  if (threadIdx.x < 3)
    out[threadIdx.x] = __ballot_sync(0xffffffffu, in[threadIdx.x] > 0); // warn sync-mask: waits for lane
}
void launchOneLaneVotes(const int *in, unsigned *out) { oneLaneVotes<<<1, 64>>>(in, out); }

__global__ void sums(const int *in, int *out, int count) {
  int i = threadIdx.x;
  if (i < count)
    out[i] = __reduce_add_sync(0xffffffffu, in[i]); // warn sync-mask: waits for lane
}
void launchSums(const int *in, int *out, int count) { sums<<<1, 64>>>(in, out, count); }

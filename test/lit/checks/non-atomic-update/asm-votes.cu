// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// Lanes with one key find each other by votes in asm; the first of them updates
// the counter of the key.

__device__ unsigned peersOf(unsigned key, int bits) {
  unsigned peers = ~0u;
  for (int bit = 0; bit < bits; ++bit) {
    unsigned same;
    asm volatile("{ .reg .pred p; and.b32 %0, %1, %2; setp.ne.u32 p, %0, 0;\n"
                 "vote.ballot.sync.b32 %0, p, 0xffffffff; @!p not.b32 %0, %0; }"
                 : "=r"(same) : "r"(key), "r"(1u << bit));
    peers &= same;
  }
  return peers;
}

__global__ void firstOfPeers(const unsigned *key, unsigned *out) {
  __shared__ unsigned count[4][16];
  unsigned lane = threadIdx.x % 32, k = key[threadIdx.x] & 15;
  unsigned *of = &count[threadIdx.x / 32][k];
  unsigned peers = peersOf(k, 4);
  unsigned before = __popc(peers & ((1u << lane) - 1)), was = *of;
  __syncwarp();
  if (before == 0)
    *of = was + __popc(peers);
  out[threadIdx.x] = was + before;
}

__global__ void lastOfPeers(const unsigned char *key, unsigned *count) {
  unsigned lane = threadIdx.x & 31, k = key[threadIdx.x], peers = peersOf(k, 8);
  if ((peers >> lane) == 1)
    count[k] += __popc(peers);
}

// All lanes with the key do so.
__global__ void allPeers(const unsigned *key, unsigned *out) {
  __shared__ unsigned count[4][16];
  unsigned k = key[threadIdx.x] & 15, peers = peersOf(k, 4);
  unsigned *of = &count[threadIdx.x / 32][k];
  *of += __popc(peers); // warn non-atomic-update: is read, changed and written back
  out[threadIdx.x] = peers;
}

// An asm that only computes tells nobody.
__global__ void byKeyAlone(const unsigned *key, unsigned *out) {
  __shared__ unsigned count[16];
  unsigned k = key[threadIdx.x] & 15, odd;
  asm("and.b32 %0, %1, 1;" : "=r"(odd) : "r"(k));
  if (odd)
    count[k]++; // warn non-atomic-update: is read, changed and written back
  out[threadIdx.x] = odd;
}
void launch(const unsigned *key, unsigned *out) {
  firstOfPeers<<<1, 128>>>(key, out);
  lastOfPeers<<<1, 32>>>((const unsigned char *)key, out);
  allPeers<<<1, 128>>>(key, out);
  byKeyAlone<<<1, 128>>>(key, out);
}

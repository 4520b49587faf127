// RUN: %verify %s --exact-notes --checks=-*,warplint-divergent-barrier
//
// An example takes numbers that the host passes, and there is none where these do
// not show it in the first round.

__global__ void ofAConstant(int *out, int n) {
  if (threadIdx.x < n)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  // note@-2: this condition differs between threads of one block
  // note@-3: 'threadIdx.x' is read here
  // note@-4: for example it holds for thread (0,0,0) and not for thread (77,0,0) when n = 77
  // note@+3: seen in this launch, with blocks of (128,1,1) threads
  // note@-5: all threads of the block must reach the same barrier
}
void launchConstant(int *o) { ofAConstant<<<1, 128>>>(o, 77); }

__global__ void ofAMultiple(int *out, int n) {
  if (threadIdx.x < n)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  // note@-2: this condition differs between threads of one block
  // note@-3: 'threadIdx.x' is read here
  // note@-4: for example it holds for thread (0,0,0) and not for thread (99,0,0) when n = 99
  // note@+3: seen in this launch, with blocks of (128,1,1) threads
  // note@-5: all threads of the block must reach the same barrier
}
void launchMultiple(int *o, int m) { ofAMultiple<<<1, 128>>>(o, 3 * m); }

__global__ void inALaterRound(int *out, int n) {
  for (int p = threadIdx.x; p < n; p += 256)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  // note@-2: this loop runs a different number of times in threads of one block
  // note@-3: 'p' varies by thread: computed from 'threadIdx.x'
  // note@-3: all threads of the block must reach the same barrier
}
void launchRounds(int *o) { inALaterRound<<<1, 256>>>(o, 32700); }

// RUN: %verify %s --checks=-*,warplint-host-sync
//
// A function that is too large together with those that it calls: nothing is
// said of it, and those are followed by themselves.

#define TEN(X) X X X X X X X X X X
#define HUNDRED(X) TEN(TEN(X))

int early(const int *device, cudaStream_t stream) {
  int *pinned;
  cudaMallocHost(&pinned, sizeof(int));
  cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
  return *pinned; // warn host-sync: the host reads 'pinned' while an asynchronous copy may still write it
}
static void count(int *n) { HUNDRED(++*n;) }
static void countAll(int *n) { HUNDRED(count(n);) }
int large(const int *device, cudaStream_t stream, int n) {
  TEN(countAll(&n);)
  return early(device, stream) + n;
}
// One that is not too large, behind it.
int other(const int *device, cudaStream_t stream) {
  int *pinned;
  cudaMallocHost(&pinned, sizeof(int));
  cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
  return *pinned; // warn host-sync: the host reads 'pinned' while an asynchronous copy may still write it
}

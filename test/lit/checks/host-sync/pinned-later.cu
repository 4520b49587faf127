// RUN: %verify %s --checks=-*,warplint-host-sync
//
// Without `--certainty=model` nothing is said of memory that is not pinned; of
// memory that a call has pinned, something is.

#include <vector>

int pageable(const int *device, int n, cudaStream_t stream) {
  std::vector<int> host(n);
  cudaMemcpyAsync(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  return host[0];
}

int registered(const int *device, cudaStream_t stream) {
  static int host[64];
  cudaHostRegister(host, sizeof(host), cudaHostRegisterDefault);
  cudaMemcpyAsync(host, device, sizeof(host), cudaMemcpyDeviceToHost, stream);
  return host[3]; // warn host-sync: the host reads 'host' while an asynchronous copy may still write it
}

int registeredElements(const int *device, int n, cudaStream_t stream) {
  std::vector<int> host(n);
  cudaHostRegister(host.data(), n * sizeof(int), cudaHostRegisterDefault);
  cudaMemcpyAsync(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  return host[0]; // warn host-sync: the host reads 'host' while an asynchronous copy may still write it
}

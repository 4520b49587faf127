// RUN: %verify %s --checks=-*,warplint-host-sync --certainty=model
//
// Asynchronous copies into memory that no call has pinned: they might be
// synchronous, and need not.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess)                                                 \
      std::exit(1);                                                            \
  } while (0)

struct Row { int key, count; };

// --- Too early --------------------------------------------------------------------

int elements(const int *device, int n, cudaStream_t stream) {
  std::vector<int> host(n);
  CHECK(cudaMemcpyAsync(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += host[i]; // warn host-sync: the host reads 'host' while an asynchronous copy may still write it
  // note@-4: into memory that is not pinned: the call might wait for the copy, and need not
  return sum;
}

int bytes(const char *device, size_t n, size_t step, cudaStream_t stream) {
  std::vector<char> host(n);
  CHECK(cudaMemcpyAsync(host.data(), device, n, cudaMemcpyDeviceToHost, stream));
  return *(const int *)(host.data() + 3 * step); // warn host-sync: the host reads 'host' while
}

int number(const int *device, cudaStream_t stream) {
  int found;
  cudaMemcpyAsync(&found, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
  return found; // warn host-sync: the host reads 'found' while an asynchronous copy
}

bool flag(const int *device, cudaStream_t stream) {
  int flags[4];
  cudaMemcpyAsync(flags, device, sizeof(flags), cudaMemcpyDefault, stream);
  for (int i = 0; i < 4; ++i)
    if (flags[i]) // warn host-sync: the host reads 'flags' while
      return true;
  return false;
}

int fromTheHeap(const int *device, int n, cudaStream_t stream) {
  int *host = (int *)malloc(n * sizeof(int));
  cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  int last = host[n - 1]; // warn host-sync: the host reads 'host' while
  free(host);
  return last;
}

int newed(const Row *device, int n, cudaStream_t stream) {
  Row *host = new Row[n];
  cudaMemcpyAsync(host, device, n * sizeof(Row), cudaMemcpyDeviceToHost, stream);
  int count = host[2].count; // warn host-sync: the host reads 'count' while
  delete[] host;
  return count;
}

int fixed(const Row *device, cudaStream_t stream) {
  std::array<Row, 8> rows;
  cudaMemcpyAsync(rows.data(), device, sizeof(rows), cudaMemcpyDeviceToHost, stream);
  return rows[1].key; // warn host-sync: the host reads 'key' while
}

void fetch(int *to, const int *device, cudaStream_t stream) {
  cudaMemcpyAsync(to, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
}
int throughAHelper(const int *device, cudaStream_t stream) {
  int found;
  fetch(&found, device, stream);
  return found; // warn host-sync: the host reads 'found' while
}

int otherStream(const int *device) {
  cudaStream_t copies, work;
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  int found;
  cudaMemcpyAsync(&found, device, sizeof(int), cudaMemcpyDeviceToHost, copies);
  cudaStreamSynchronize(work);
  return found; // warn host-sync: the host reads 'found' while
}

// --- Late enough ----------------------------------------------------------------------

int elementsLater(const int *device, int n, cudaStream_t stream) {
  std::vector<int> host(n);
  CHECK(cudaMemcpyAsync(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += host[i];
  return sum;
}

int numberLater(const int *device, cudaStream_t stream) {
  int found;
  cudaMemcpyAsync(&found, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaDeviceSynchronize();
  return found;
}

int synchronous(const int *device, int n) {
  std::vector<int> host(n);
  cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  return host[0];
}

// The size of a container is not in what was copied, nor is another variable,
// nor another member.
size_t sizeOnly(const int *device, int n, cudaStream_t stream) {
  std::vector<int> host(n);
  cudaMemcpyAsync(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  size_t size = host.size();
  cudaStreamSynchronize(stream);
  return size;
}
int otherMember(const int *device, cudaStream_t stream) {
  Row row{1, 2};
  cudaMemcpyAsync(&row.key, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
  int count = row.count;
  cudaStreamSynchronize(stream);
  return count + row.key;
}
int wholeRow(const Row *device, cudaStream_t stream) {
  Row row{1, 2};
  cudaMemcpyAsync(&row, device, sizeof(Row), cudaMemcpyDeviceToHost, stream);
  int count = row.count; // warn host-sync: the host reads 'count' while
  cudaStreamSynchronize(stream);
  return count;
}

// To the device: the host reads what it wrote itself.
int toTheDevice(int *device, int n, cudaStream_t stream) {
  std::vector<int> host(n, 1);
  cudaMemcpyAsync(device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
  return host[0];
}

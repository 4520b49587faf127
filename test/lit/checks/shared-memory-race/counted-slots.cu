// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race

// Slots that a thread fills as it finds something: in a part of its own, as far
// as the loop or a test lets it, or in one that all threads fill.

__global__ void partOfEach(const int *in, int *out) {
  __shared__ int found[256 * 8];
  int *mine = found + threadIdx.x * 8, k = 0;
  for (int i = 0; i < 8; ++i)
    if (in[i * 256 + threadIdx.x] > 3)
      mine[k++] = i;
  for (int j = 0; j < k; ++j)
    out[threadIdx.x * 8 + j] = mine[j]; // silent: no-alias
}
void launchPartOfEach(const int *in, int *out) { partOfEach<<<1, 256>>>(in, out); }

__global__ void partTooSmall(const int *in, int *out) {
  __shared__ int found[256 * 8];
  int *mine = found + threadIdx.x * 7, k = 0;
  for (int i = 0; i < 8; ++i)
    if (in[i * 256 + threadIdx.x] > 3)
      mine[k++] = i; // warn shared-memory-race: is written by several threads at once
}
void launchPartTooSmall(const int *in, int *out) { partTooSmall<<<1, 256>>>(in, out); }

__global__ void asLongAsThereIsRoom(const int *in, int *out, int n) {
  __shared__ int found[256 * 8];
  int k = 0, i = 0, t = threadIdx.x;
  while (k < 8 && i < n) {
    if (in[i * 256 + t] > 3)
      found[t * 8 + k++] = i;
    ++i;
  }
  for (int j = 0; j < k; ++j)
    out[t * 8 + j] = found[t * 8 + j]; // silent: no-alias
}
void launchRoom(const int *in, int *out, int n) { asLongAsThereIsRoom<<<1, 256>>>(in, out, n); }

__global__ void oneMoreThanThereIsRoom(const int *in, int *out, int n) {
  __shared__ int found[256 * 8 + 8];
  int k = 0, i = 0, t = threadIdx.x;
  while (k <= 8 && i < n) {
    if (in[i * 256 + t] > 3)
      found[t * 8 + k++] = i; // warn shared-memory-race: is written by several threads at once
    ++i;
  }
}
void launchOneMore(const int *in, int *out, int n) { oneMoreThanThereIsRoom<<<1, 256>>>(in, out, n); }

__global__ void testedWhereItCounts(const int *in, int *out, int n) {
  __shared__ int found[256 * 8];
  int k = 0, t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (8 > k && in[i * 256 + t] > 3)
      found[t * 8 + k++] = i;
  for (int j = 0; j < k; ++j)
    out[t * 8 + j] = found[t * 8 + j]; // silent: no-alias
}
void launchTested(const int *in, int *out, int n) { testedWhereItCounts<<<1, 256>>>(in, out, n); }

__global__ void fromTheEnd(const int *in, int *out, int n) {
  __shared__ int found[256 * 8];
  int k = 7, t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (in[i * 256 + t] <= 3 || k < 0)
      continue;
    found[t * 8 + k] = i;
    k--;
  }
  for (int j = k + 1; j < 8; ++j)
    out[t * 8 + j] = found[t * 8 + j]; // silent: no-alias
}
void launchFromTheEnd(const int *in, int *out, int n) { fromTheEnd<<<1, 256>>>(in, out, n); }

__global__ void rowsOfAParameter(const int *in, int *out, int n) {
  int k = 0, t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (in[t * n + i] > 3)
      out[t * n + k++] = i;
}
void launchRows(const int *in, int *out, int n) { rowsOfAParameter<<<4, 256>>>(in, out, n); }

__global__ void columns(const float *in, float *out, int n) {
  __shared__ float best[4][256];
  int t = threadIdx.x, have = 0;
  for (int i = t; i < n; i += 256) {
    float v = in[i];
    if (have < 4)
      best[have++][t] = v;
    else if (v > best[0][t])
      best[0][t] = v;
  }
  for (int j = 0; j < have; ++j)
    out[j * 256 + t] = best[j][t];
}
void launchColumns(const float *in, float *out, int n) { columns<<<1, 256>>>(in, out, n); }

__global__ void startsOfPrefixes(const int *starts, const int *edges, int *queue, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  int at = starts[t];
  for (int e = 0; e < 4; ++e)
    if (edges[t * 4 + e] >= 0)
      queue[at++] = edges[t * 4 + e]; // silent: distinct-indices
}
void launchPrefixes(const int *s, const int *e, int *q, int n) { startsOfPrefixes<<<8, 256>>>(s, e, q, n); }

__global__ void oneQueueOfAll(const int *in, int *out, int n) {
  __shared__ int queue[512];
  int k = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (in[i] < 0)
      continue;
    queue[k] = in[i]; // warn shared-memory-race: is written by several threads at once
    k++;
  }
  __syncthreads();
  out[threadIdx.x] = queue[threadIdx.x];
}
void launchQueue(const int *in, int *out, int n) { oneQueueOfAll<<<1, 256>>>(in, out, n); }

__global__ void partsThatOverlap(const int *in, int *out) {
  __shared__ int found[512];
  int t = threadIdx.x, k = t;
  for (int i = 0; i < 2; ++i)
    if (in[t * 2 + i])
      found[k++] = i; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[t] = found[2 * t];
}
void launchOverlap(const int *in, int *out) { partsThatOverlap<<<1, 256>>>(in, out); }

// One thread is meant, which data choose before the loop.
__global__ void chosenFiller(const int *in, int *out, int n) {
  __shared__ int found[256];
  int k = 0, t = threadIdx.x;
  if (in[t] == n)
    for (int i = 0; i < 256; ++i)
      if (in[i] > 3)
        found[k++] = i; // silent: chosen-thread
  __syncthreads();
  out[t] = found[t];
}
void launchChosen(const int *in, int *out, int n) { chosenFiller<<<1, 256>>>(in, out, n); }

// The room that is left is asked for by the distance of two pointers.
__global__ void downwards(const int *in, int *out) {
  __shared__ int found[256 * 4];
  int t = threadIdx.x, *end = found + 4 * t + 4, *top = end;
  for (int i = 7; i >= 0; --i)
    if (in[i * 256 + t] > 0 && !(4 <= end - top))
      *--top = i;
  out[t] = end - top;
}
void launchDownwards(const int *in, int *out) { downwards<<<1, 256>>>(in, out); }

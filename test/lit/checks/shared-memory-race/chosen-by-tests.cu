// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// A test of data chooses one thread where threads that pass it would otherwise
// write to one place. Where each writes to its own, it chooses nobody.

// --- Found: what the test guards elsewhere has a place for each thread -------------

__device__ int mergedBefore(const int *left, int n, const int *right, int m, int place) {
  int low = max(0, place - m), high = min(place, n);
  while (low < high) {
    int middle = (low + high) / 2;
    if (left[middle] <= right[place - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

__global__ void betweenSplits(const int *in, int *out, int n, int width) {
  __shared__ int split[2];
  int first = blockIdx.x * 1024, last = min(first + 1024, n);
  const int *left = in, *right = in + width;
  if (threadIdx.x < 2)
    split[threadIdx.x] = mergedBefore(left, width, right, width, threadIdx.x ? last : first);
  int l = split[0]; // warn shared-memory-race: 'split[0]' is read while another thread of the block may still write it
  int endOfLeft = split[1]; // warn shared-memory-race: 'split[1]' is read while another thread of the block may still write it
  int r = first - l, endOfRight = last - endOfLeft;
  int ofLeft = endOfLeft - l, ofRight = endOfRight - r;
  for (int i = threadIdx.x; i < ofLeft + ofRight; i += 128)
    out[first + i] = i < ofLeft ? left[l + i] : right[r + i - ofLeft];
}
void launchBetween(const int *in, int *out, int n) {
  betweenSplits<<<8, 128>>>(in, out, n, n);
}

__global__ void marksItsOwn(const int *in, int *out) {
  __shared__ int mark[256], value[256];
  int t = threadIdx.x;
  if (in[t] > 0) {
    mark[t] = t;
    value[t] = in[t];
    out[t] = value[255 - t]; // warn shared-memory-race: is read while another thread of the block may still write it
  }
  __syncthreads();
  out[256 + t] = mark[t];
}
void launchMarks(const int *in, int *out) { marksItsOwn<<<1, 256>>>(in, out); }

// --- Silent: one thread is meant ----------------------------------------------------

__global__ void whoeverFits(const int *in, int *out, int k) {
  __shared__ int index, value;
  int t = threadIdx.x;
  if (in[t] < k && in[t + 1] >= k) {
    index = t; // silent: elected-thread
    value = in[t]; // silent: elected-thread
    out[1] = value; // silent: elected-thread
  }
  __syncthreads();
  out[0] = index + value;
}
void launchFits(const int *in, int *out, int k) { whoeverFits<<<1, 256>>>(in, out, k); }

// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Butterflies in place: a place is a quotient and a remainder of one number, each
// weighed, and partners stand a stride further. Beside each one that is off.

__global__ void fourWays(float *d) {
  int pos = blockIdx.x * blockDim.x + threadIdx.x;
  int lo = pos & ((1 << 17) - 1);
  int i = ((pos - lo) << 2) + lo;
  float a = d[i], b = d[i + (1 << 17)], c = d[i + (2 << 17)], e = d[i + (3 << 17)];
  d[i] = a + c;
  d[i + (1 << 17)] = b + e;
  d[i + (2 << 17)] = a - c;
  d[i + (3 << 17)] = b - e;
}

__global__ void fourWaysOff(float *d) {
  int pos = blockIdx.x * blockDim.x + threadIdx.x;
  int lo = pos & ((1 << 17) - 1);
  int i = ((pos - lo) << 1) + lo; // Four need twice that.
  float a = d[i], b = d[i + (1 << 17)], c = d[i + (2 << 17)], e = d[i + (3 << 17)];
  d[i] = a + c; // warn global-memory-race: while a thread of another block may still
  d[i + (1 << 17)] = b + e; // warn global-memory-race: while a thread of another block may still
  d[i + (2 << 17)] = a - c; // warn global-memory-race: while a thread of another block may still
  d[i + (3 << 17)] = b - e; // warn global-memory-race: while a thread of another block may still
}

__global__ void stride(float *d, int stride) {
  int pos = blockIdx.x * blockDim.x + threadIdx.x;
  int lo = pos & (stride - 1);
  int i = ((pos - lo) << 2) + lo;
  float a = d[i], b = d[i + stride], c = d[i + 2 * stride], e = d[i + 3 * stride];
  d[i] = a + c;
  d[i + stride] = b + e;
  d[i + 2 * stride] = a - c;
  d[i + 3 * stride] = b - e;
}

__global__ void byRemainder(float *d) {
  int pos = blockIdx.x * blockDim.x + threadIdx.x;
  int i = pos / 4096 * 8192 + pos % 4096;
  float a = d[i], b = d[i + 4096];
  d[i] = a + b;
  d[i + 4096] = a - b;
}

__global__ void byRemainderOff(float *d) {
  int pos = blockIdx.x * blockDim.x + threadIdx.x;
  int i = pos / 4096 * 8192 + pos % 4096;
  float a = d[i], b = d[i + 2048];
  d[i] = a + b; // warn global-memory-race: while a thread of another block may still
  d[i + 2048] = a - b; // warn global-memory-race: while a thread of another block may still
}

__global__ void merge(float *d) {
  unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned pos = 2 * c - (c & 1023u);
  float a = d[pos], b = d[pos + 1024];
  if (a > b) {
    d[pos] = b;
    d[pos + 1024] = a;
  }
}

__global__ void mergeOff(float *d) {
  unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned pos = 2 * c - (c & 2047u);
  float a = d[pos], b = d[pos + 1024];
  if (a > b) {
    d[pos] = b;
    d[pos + 1024] = a; // warn global-memory-race: while a thread of another block may still
  }
}

void launch(float *d) {
  fourWays<<<8192, 256>>>(d);
  fourWaysOff<<<8192, 256>>>(d);
  for (int s = 1 << 19; s > 1 << 10; s >>= 2)
    stride<<<8192, 256>>>(d, s);
  byRemainder<<<8192, 256>>>(d);
  byRemainderOff<<<8192, 256>>>(d);
  merge<<<8192, 256>>>(d);
  mergeOff<<<8192, 256>>>(d);
}

// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// One thread writes an element, another reads it, and no barrier stands between.

__global__ void turned(const float *in, float *out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // warn shared-memory-race: {{'tile\[(\d+)\]\[(\d+)\]' is read while another thread of the block may still write it$}}
  // note@-2: {{thread \(\d+,\d+,0\) writes 'tile\[\d+\]\[\d+\]' here$}}
  // note@-2: {{thread \(\d+,\d+,0\) reads 'tile\[\d+\]\[\d+\]' here$}}
  // note@-3: put '__syncthreads();' here
}

__global__ void turnedAfterBarrier(const float *in, float *out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void backwards(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchBackwards(const int *in, int *out) { backwards<<<1, 256>>>(in, out); }

__global__ void neighbour(const int *in, int *out) {
  __shared__ int cells[257];
  cells[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = cells[threadIdx.x + 1]; // warn shared-memory-race: is read while another thread of the block may still write it
  // note@-2: {{thread \(\d+,0,0\) writes 'cells\[(\d+)\]' here}}
  // note@-2: {{thread \(\d+,0,0\) reads 'cells\[(\d+)\]' here}}
}
void launchNeighbour(const int *in, int *out) { neighbour<<<1, 256>>>(in, out); }

__global__ void readByAll(const int *in, int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = in[0];
  out[threadIdx.x] = in[threadIdx.x] - first; // warn shared-memory-race: 'first' is read while another thread of the block may still write it
  // note@-2: thread (0,0,0) writes 'first' here
  // note@-2: {{thread \(\d+,0,0\) reads 'first' here}}
  // note@-3: put '__syncthreads();' here
}

__global__ void readByAllAfterBarrier(const int *in, int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = in[0];
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x] - first;
}

__global__ void barrierBeforeTheWrite(const int *in, int *out) {
  __shared__ int first;
  __syncthreads();
  if (threadIdx.x == 0)
    first = in[0];
  out[threadIdx.x] = first; // warn shared-memory-race: 'first' is read
}

__global__ void otherField(const float *in, float *out) {
  struct Sample {
    float weight, value;
  };
  __shared__ Sample samples[128];
  samples[threadIdx.x].weight = in[threadIdx.x];
  samples[threadIdx.x].value = in[threadIdx.x + 128];
  __syncthreads();
  samples[threadIdx.x].weight *= 2;
  out[threadIdx.x] = samples[127 - threadIdx.x].value;
}
void launchOther(const float *in, float *out) { otherField<<<1, 128>>>(in, out); }

__global__ void sameField(const float *in, float *out) {
  struct Sample {
    float weight, value;
  };
  __shared__ Sample samples[128];
  samples[threadIdx.x].weight = in[threadIdx.x];
  samples[threadIdx.x].value = in[threadIdx.x + 128];
  out[threadIdx.x] = samples[127 - threadIdx.x].value; // warn shared-memory-race: {{'samples\[\d+\].value' is read while}}
}
void launchSame(const float *in, float *out) { sameField<<<1, 128>>>(in, out); }

__global__ void quadThroughACast(const float4 *in, float *out) {
  __shared__ float cells[512];
  reinterpret_cast<float4 *>(cells)[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = cells[threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchQuad(const float4 *in, float *out) { quadThroughACast<<<1, 128>>>(in, out); }

__global__ void volatileOrdersNothing(const int *in, int *out) {
  __shared__ volatile int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: is read while
}
void launchVolatile(const int *in, int *out) { volatileOrdersNothing<<<1, 256>>>(in, out); }

__global__ void fenceIsNoBarrier(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  __threadfence_block();
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: is read while
}
void launchFence(const int *in, int *out) { fenceIsNoBarrier<<<1, 256>>>(in, out); }

__global__ void warpBarrierIsTooSmall(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchSmall(const int *in, int *out) { warpBarrierIsTooSmall<<<1, 256>>>(in, out); }

__global__ void warpSumsReadTooEarly(const float *in, float *out) {
  __shared__ float sums[32];
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = v;
  if (threadIdx.x < 32) {
    v = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0; // warn shared-memory-race: {{'sums\[\d+\]' is read while another thread of the block may still write it}}
    out[threadIdx.x] = v;
  }
}
void launchWarpSums(const float *in, float *out) { warpSumsReadTooEarly<<<1, 256>>>(in, out); }

__global__ void zeroedByOneCountedByAll(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  if (in[threadIdx.x] > 0)
    atomicAdd(&count, 1); // warn shared-memory-race: 'count'
  // note@-3: thread (0,0,0) writes 'count' here
  // note@-2: updates 'count' here
  __syncthreads();
  out[threadIdx.x] = count;
}

__global__ void plainReadOfAnAtomic(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    atomicAdd(&count, 1);
  out[threadIdx.x] = count; // warn shared-memory-race: 'count' is read while
}

// Only where the block is of one warp the barrier may be left out.
__global__ void barrierInLargeBlocksOnly(const int *in, int *out) {
  __shared__ int cells[1024];
  cells[threadIdx.x] = in[threadIdx.x];
  if (blockDim.x > 32)
    __syncthreads();
  else
    __syncwarp();
  out[threadIdx.x] = cells[blockDim.x - 1 - threadIdx.x];
}

__global__ void barrierWhenAParameterSaysSo(const int *in, int *out, bool barrier) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  if (barrier)
    __syncthreads();
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: is read while
}
void launchSays(const int *in, int *out) { barrierWhenAParameterSaysSo<<<1, 256>>>(in, out, false); }

template <bool Barrier> __global__ void byTemplate(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  if constexpr (Barrier)
    __syncthreads();
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: is read while
}
void launchTemplates(const int *in, int *out) {
  byTemplate<false><<<1, 256>>>(in, out);
  byTemplate<true><<<1, 256>>>(in, out);
}

template <int Size> __global__ void sizedByTemplate(const int *in, int *out) {
  __shared__ int cells[Size];
  for (int i = threadIdx.x; i < Size; i += blockDim.x)
    cells[i] = in[i];
  int sum = 0;
  for (int i = 0; i < Size; ++i)
    sum += cells[i]; // warn shared-memory-race: is read while
  out[threadIdx.x] = sum;
}
template __global__ void sizedByTemplate<256>(const int *, int *);

__global__ void partsOverlap(const float *in, float *out) {
  extern __shared__ float pool[];
  float *left = pool, *right = pool + 128;
  left[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  right[threadIdx.x] = 1;
  out[threadIdx.x] = left[255 - threadIdx.x]; // warn shared-memory-race: is read while
}
void launchOverlap(const float *in, float *out) { partsOverlap<<<1, 256, 2048>>>(in, out); }

extern __shared__ int poolOfInts[];
extern __shared__ float poolOfFloats[];
__global__ void oneBufferTwoNames(const int *in, float *out) {
  poolOfInts[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int other = poolOfInts[255 - threadIdx.x];
  poolOfFloats[threadIdx.x] = other; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  // note@-2: {{reads 'poolOfInts\[\d+\]' here}}
  // note@-2: {{writes 'poolOfFloats\[\d+\]' here}}
  out[threadIdx.x] = poolOfFloats[threadIdx.x];
}
void launchNames(const int *in, float *out) { oneBufferTwoNames<<<1, 256, 1024>>>(in, out); }

// Tests that exclude each other: who reads is not who writes.
__global__ void writtenByOneReadByOthers(const int *in, int *out, int pivot) {
  __shared__ int place;
  int own = in[threadIdx.x];
  if (own == pivot)
    place = threadIdx.x; // silent: chosen-thread
  if (own > pivot)
    out[threadIdx.x] = place; // warn shared-memory-race: 'place' is read while another thread of the block may still write it
}

__global__ void writtenByOneReadByOthersLater(const int *in, int *out, int pivot) {
  __shared__ int place;
  int own = in[threadIdx.x];
  if (own == pivot)
    place = threadIdx.x; // silent: chosen-thread
  __syncthreads();
  if (own > pivot)
    out[threadIdx.x] = place;
}

__global__ void writtenAndReadByOne(const int *in, int *out, int pivot) {
  __shared__ int place;
  int own = in[threadIdx.x];
  if (own == pivot)
    place = threadIdx.x; // silent: chosen-thread
  if (own >= pivot && own < pivot + 1)
    out[threadIdx.x] = place; // silent: chosen-thread
}

// How long a loop over a row runs is data, and chooses no thread.
__global__ void sumsOfRows(const int *rows, const float *in, float *out, float *total, int n) {
  __shared__ float sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  for (int r = threadIdx.x; r < n; r += blockDim.x) {
    float own = 0;
    for (int i = rows[r]; i < rows[r + 1]; ++i)
      own += in[i];
    if (own > out[r])
      out[r] = own;
    atomicAdd(&sum, own);
    atomicAdd(total, sum); // warn shared-memory-race: 'sum' is read while another thread of the block may still write it
  }
}
void launchSums(const int *rows, const float *in, float *out, float *total, int n) {
  sumsOfRows<<<1, 512>>>(rows, in, out, total, n);
}

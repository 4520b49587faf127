// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Pointers into one buffer begin parts of it. An index that is compared with a
// number that the kernel does not know stays in its part; one that the kernel
// knows does what it says.

struct Sizes {
  int atoms, genes;
};
__constant__ Sizes sizes;

constexpr int MostAtoms = 128, MostGenes = 48;

__global__ void moments(const float *in, float *out) {
  __shared__ float buffer[3 * MostAtoms + 3 * MostGenes];
  float3 *place = (float3 *)buffer;
  float *gene = (float *)(place + MostAtoms);
  float *mean = gene + MostGenes;
  float *spread = mean + MostGenes;
  for (int i = threadIdx.x; i < sizes.atoms; i += blockDim.x)
    place[i] = make_float3(in[i], 0, 0);
  for (int i = threadIdx.x; i < sizes.genes; i += blockDim.x)
    gene[i] = in[i]; // silent: in-row
  for (int i = threadIdx.x; i < sizes.genes; i += blockDim.x) {
    mean[i] = gene[i] * 0.1f; // silent: in-row
    spread[i] = mean[i] * mean[i]; // silent: in-row
  }
  __syncthreads();
  out[threadIdx.x] = spread[threadIdx.x % MostGenes] + place[threadIdx.x].x;
}
void launchMoments(const float *in, float *out) { moments<<<4, 128>>>(in, out); }

__global__ void partsOfTheLaunch(const float *in, float *out, int n) {
  extern __shared__ float space[];
  float *values = space, *sums = space + blockDim.x;
  if (threadIdx.x < n)
    values[threadIdx.x] = in[threadIdx.x];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sums[i] = 0;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x] + sums[0];
}
void launchPartsOfTheLaunch(const float *in, float *out, int n) { partsOfTheLaunch<<<4, 64, 1024>>>(in, out, n); }

// As many as there are threads, and the part is shorter.
__global__ void shortPart(const float *in, float *out) {
  __shared__ float buffer[512];
  float *low = buffer + 64, *high = low + 96;
  low[threadIdx.x] = in[threadIdx.x];
  high[threadIdx.x] = in[threadIdx.x + 128]; // warn shared-memory-race: is written while another thread of the block may still write it
  __syncthreads();
  out[threadIdx.x] = low[threadIdx.x] + high[threadIdx.x];
}
void launchShortPart(const float *in, float *out) { shortPart<<<4, 128>>>(in, out); }

// Neighbours, and no parts.
__global__ void neighbours(float *io, int n) {
  __shared__ float buffer[512];
  float *here = buffer + 1, *next = buffer + 2;
  if (threadIdx.x < n)
    here[threadIdx.x] = io[threadIdx.x];
  if (threadIdx.x < n)
    io[threadIdx.x] = next[threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchNeighbours(float *io, int n) { neighbours<<<4, 128>>>(io, n); }

// All of the array, and its second half.
__global__ void halves(float *io, int n) {
  __shared__ float whole[256];
  float *half = whole + 128;
  for (int i = threadIdx.x; i < n; i += 128)
    whole[i] = io[i];
  io[threadIdx.x] = half[127 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchHalves(float *io, int n) { halves<<<4, 128>>>(io, n); }

// Parts that begin where loaded numbers end, and loops that end by them.

__global__ void threeWidths(float *out, const int3 *widths) {
  extern __shared__ unsigned char mem[];
  __shared__ int3 width;
  float *weights = reinterpret_cast<float *>(mem);
  if (threadIdx.x == 0)
    width = widths[blockIdx.x];
  __syncthreads();
  float *x = &weights[0], *y = &weights[width.x], *z = &weights[width.x + width.y];
  for (int i = threadIdx.x; i < width.x; i += blockDim.x)
    x[i] = i;
  for (int i = threadIdx.x; i < width.y; i += blockDim.x)
    y[i] = 2 * i; // silent: in-row
  for (int i = threadIdx.x; i < width.z; i += blockDim.x)
    z[i] = 3 * i; // silent: in-row
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + y[0] + z[0];
}

__global__ void besideTheSecond(float *out, const int2 *widths) {
  extern __shared__ float mem2[];
  __shared__ int2 width;
  if (threadIdx.x == 0)
    width = widths[blockIdx.x];
  __syncthreads();
  float *x = mem2, *y = mem2 + width.y;
  for (int i = threadIdx.x; i < width.x; i += blockDim.x)
    x[i] = i;
  for (int i = threadIdx.x; i < width.y; i += blockDim.x)
    y[i] = 2 * i; // warn shared-memory-race: is written while another thread of the block may still write it
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0];
}

// The index stands beside the pointer.

__global__ void besideThePointer(const float2 *q, const float2 *k, float *out, const int *ends) {
  extern __shared__ float rows[];
  float *keys = rows;
  float *queries = rows + 97 * 72;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int length = ends[blockIdx.x], few = min(48, length);
  for (int i = warp; i < few; i += 8)
    *(float2 *)(queries + i * 72 + lane * 2) = q[i * 32 + lane];
  for (int i = warp; i < length; i += 8)
    *(float2 *)(keys + i * 72 + lane * 2) = k[i * 32 + lane]; // silent: in-row
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = keys[lane] + queries[lane];
}

__global__ void besideThePointerOfThePart(const float2 *q, const float2 *k, float *out, const int *ends) {
  extern __shared__ float rows[];
  float *keys = rows;
  float *queries = rows + 41 * 72;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = warp; i < 48; i += 8)
    *(float2 *)(queries + i * 72 + lane * 2) = q[i * 32 + lane];
  for (int i = warp; i < 48; i += 8)
    *(float2 *)(keys + i * 72 + lane * 2) = k[i * 32 + lane]; // warn shared-memory-race: is written while another thread of the block may still write it
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = keys[lane] + queries[lane];
}
void launchRows(const float2 *q, const float2 *k, float *out, const int *ends) {
  besideThePointer<<<4, 256, 50000>>>(q, k, out, ends);
  besideThePointerOfThePart<<<4, 256, 50000>>>(q, k, out, ends);
}

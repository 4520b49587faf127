// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync
//
// Threads that read one header, through a pointer that lies in shared memory
// and does not change meanwhile, store the same.

struct Shape {
  const unsigned char *data;
  float scale;
};
struct Mesh {
  unsigned vertices, triangles;
  const float4 *first;
};

__device__ void readMesh(const Shape &shape, Mesh &mesh) {
  const unsigned char *at = shape.data;
  const uint4 counts = *reinterpret_cast<const uint4 *>(at);
  at += sizeof(uint4);
  mesh.vertices = counts.x;
  mesh.triangles = counts.y;
}

__global__ void warpReadsMesh(const Shape *shapes, float *__restrict__ scale, float *__restrict__ out) {
  __shared__ Shape shape;
  __shared__ Mesh mesh;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      shape = shapes[blockIdx.x];
    __syncwarp();
    readMesh(shape, mesh);
  }
  if (threadIdx.x == 0)
    scale[blockIdx.x] = mesh.triangles; // What the thread has written itself.
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = mesh.vertices;
}

__global__ void blockReadsMesh(const Shape *shapes, float *out) {
  __shared__ const unsigned char *data;
  __shared__ unsigned vertices;
  if (threadIdx.x == 0)
    data = shapes[blockIdx.x].data;
  __syncthreads();
  vertices = *reinterpret_cast<const unsigned *>(data);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = vertices;
}

// Each lane has a header of its own.
__global__ void ownHeaders(const Shape *shapes, float *out) {
  __shared__ const unsigned char *data[32];
  __shared__ unsigned vertices;
  if (threadIdx.x < 32) {
    data[threadIdx.x] = shapes[threadIdx.x].data;
    __syncwarp();
    vertices = *reinterpret_cast<const unsigned *>(data[threadIdx.x]); // warn shared-memory-race: not all of them write the same
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = vertices;
}

// What another lane reads.
__global__ void otherLane(const Shape *shapes, float *out) {
  __shared__ Mesh mesh;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 7)
      mesh.vertices = *reinterpret_cast<const unsigned *>(shapes->data);
    out[blockIdx.x * 32 + threadIdx.x] = mesh.vertices; // warn implicit-warp-sync: is read while another lane
  }
}

// The pointer changes while others read it.
__global__ void pointerChanges(const Shape *shapes, float *out) {
  __shared__ const unsigned char *data;
  __shared__ unsigned vertices;
  if (threadIdx.x == 0)
    data = shapes[blockIdx.x].data;
  __syncthreads();
  vertices = *reinterpret_cast<const unsigned *>(data); // warn shared-memory-race: not all of them write the same
  if (threadIdx.x == 0)
    data = shapes[blockIdx.x + 4].data; // warn shared-memory-race: 'data' is overwritten
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = vertices;
}

// In another iteration it is another header, and barriers stand between.
__global__ void nextIteration(const Shape *shapes, float *out, int n) {
  __shared__ const unsigned char *data;
  __shared__ unsigned vertices;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      data = shapes[i].data;
    __syncthreads();
    vertices = *reinterpret_cast<const unsigned *>(data);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] += vertices;
  }
}

void launch(const Shape *shapes, float *scale, float *out) {
  warpReadsMesh<<<4, 256>>>(shapes, scale, out);
  blockReadsMesh<<<4, 256>>>(shapes, out);
  ownHeaders<<<4, 256>>>(shapes, out);
  otherLane<<<4, 32>>>(shapes, out);
  pointerChanges<<<4, 256>>>(shapes, out);
  nextIteration<<<4, 256>>>(shapes, out, 9);
}

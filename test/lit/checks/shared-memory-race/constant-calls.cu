// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// What constexpr functions make of constants is known without a look
// inside, also where the constants were passed on.

// Row 3 begins at 6, row 4 at 10.
__device__ constexpr int begin(const int &row) { return row ? begin(row - 1) + row : 0; }
struct Triangle {
  __device__ constexpr int operator()(const int &row) const { return begin(row); }
};

template <class Layout> struct Tile {
  float *data;
  Layout layout;
  __device__ float &operator[](const int &i) { return data[layout(i)]; }
};

// All that a thread touches belongs to it.
__global__ void rowsOfItsOwn(float *out) {
  __shared__ float s[64 * 8];
  Tile<Triangle> mine{s + threadIdx.x * 8, {}};
  mine[2] = threadIdx.x;
  mine[3] = threadIdx.x;
  out[threadIdx.x] = mine[2] + mine[3];
}

// Place 10 belongs to the next thread.
__global__ void rowOfTheNext(float *out) {
  __shared__ float s[64 * 8 + 8];
  Tile<Triangle> mine{s + threadIdx.x * 8, {}};
  mine[4] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x * 8 + 2]; // warn shared-memory-race: 's[258]' is read while another thread of the block may still write it
  // note@-2: thread (31,0,0) writes
}

template <class Layout> struct Steps {
  __device__ constexpr int operator()(const int &row) const { return row * 5; }
};

// The number is another one when it is passed on.
template <class Layout> __device__ void after(float *data, int i, Layout layout) {
  i += 1;
  data[layout(i)] = 1;
}
__global__ void changedBefore(float *out) {
  __shared__ float s[64 * 8 + 8];
  after(s + threadIdx.x * 8, 1, Steps<int>());
  out[threadIdx.x] = s[threadIdx.x * 8 + 2]; // warn shared-memory-race: 's[258]' is read while another thread of the block may still write it
  // note@-6: thread (31,0,0) writes
}
void launch(float *out) {
  rowsOfItsOwn<<<1, 64>>>(out);
  rowOfTheNext<<<1, 64>>>(out);
  changedBefore<<<1, 64>>>(out);
}

// RUN: %verify %s --checks=-*,warplint-shared-memory-race
// RUN: %verify %s --prefix=HALF --checks=-*,warplint-shared-memory-race -- -DHALF
//
// Rows that a record inherits, of which each block of the launch gets one: no
// block comes to a second round. Twins are launched with another number.

template <int I> struct Extent {
  int value;
};
struct Extents : Extent<0>, Extent<1> {};
template <int I> __host__ __device__ int sizeOf(const Extents &of) {
  return static_cast<const Extent<I> &>(of).value;
}
struct Matrix {
  float *data;
  Extents extents;
};

__global__ void oneRowEach(const float *in, Matrix out) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < sizeOf<0>(out.extents); i += gridDim.x) {
    row[t] = in[i * 256 + t];
    __syncthreads();
    out.data[i * 256 + t] = row[255 - t];
  }
}
void launchOneRowEach(const float *in, Matrix out) {
  oneRowEach<<<sizeOf<0>(out.extents), 256>>>(in, out);
}

__global__ void oneColumnEach(const float *in, Matrix out) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < sizeOf<0>(out.extents); i += gridDim.x) {
    row[t] = in[i * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out.data[i * 256 + t] = row[255 - t];
  }
}
void launchOneColumnEach(const float *in, Matrix out) {
  oneColumnEach<<<sizeOf<1>(out.extents), 256>>>(in, out);
}

// One class comes twice: its fields are two numbers.
struct Left : Extent<0> {};
struct Right : Extent<0> {};
struct Both : Left, Right {
  float *data;
};
__global__ void ofTheOther(const float *in, Both out) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < out.Left::value; i += gridDim.x) {
    row[t] = in[i * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out.data[i * 256 + t] = row[255 - t];
  }
}
void launchOfTheOther(const float *in, Both out) {
  ofTheOther<<<out.Right::value, 256>>>(in, out);
}

// A list whose rest is a list, and which is read in many steps.
template <class First, class... Rest> struct List {
  First first;
  List<Rest...> rest;
};
template <class First> struct List<First> {
  First first;
};
template <class... Each> struct Tuple : List<Each...> {};
template <int I, class... Each>
__host__ __device__ const auto &at(const List<Each...> &list) {
  if constexpr (I == 0)
    return list.first;
  else
    return at<I - 1>(list.rest);
}
template <int I, class... Each>
__host__ __device__ const auto &get(const Tuple<Each...> &list) {
  return at<I>(list);
}
template <class Shape, class Steps> struct Layout : Tuple<Shape, Steps> {
  __host__ __device__ const Shape &shape() const {
    return get<0>(static_cast<const Tuple<Shape, Steps> &>(*this));
  }
};
template <class Layout> struct Tensor {
  float *data;
  Layout made;
  __host__ __device__ const Layout &layout() const { return made; }
};
__host__ __device__ int product(int n) { return n; }
template <int I, class Layout> __host__ __device__ int size(const Layout &layout) {
  return product(get<I>(layout.shape()));
}
template <int I, class Layout>
__host__ __device__ int size(const Tensor<Layout> &tensor) {
  return size<I>(tensor.layout());
}
using Ints = Tuple<int, int, int>;

template <class Tensor>
__global__ void tiled(const float *in, Tensor out) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int l = blockIdx.y; l < size<2>(out); l += gridDim.y)
    for (int i = blockIdx.x; i < size<0>(out); i += gridDim.x) {
      row[t] = in[i * 256 + t]; // HALF-warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
      __syncthreads();
      out.data[i * 256 + t] = row[255 - t];
    }
}
template <class Tensor> void launch(const float *in, Tensor out) {
#ifdef HALF
  dim3 grid(size<0>(out) / 2, size<2>(out), 1);
#else
  dim3 grid(size<0>(out), size<2>(out), 1);
#endif
  tiled<<<grid, 256>>>(in, out);
}
void launchTiled(const float *in, const Tensor<Layout<Ints, Ints>> &out) {
  launch(in, out);
}

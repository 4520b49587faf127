// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Default arguments that name what the parameter hides, and those that only the
// definition of a template or of its member has.

const int width = 1;
__device__ int row(int at, int width = width) { return at / 32 * width; }

// Behind it the parameter is there again.
__device__ auto narrow(char width = width) -> decltype(width) { return width; }
static_assert(sizeof(narrow()) == 1, "");

template <size_t N> struct Rows {
  static const size_t n = N;
  static constexpr int step = 1;
  static __device__ int first(size_t n = n, int step = step * 2) {
    return n + step;
  }
  __device__ int sum(int scale, size_t n = n) const { return n * scale; }
  template <int M> static __device__ int both(int step = step + M) {
    return step;
  }
};

// What is still the parameter itself.
__device__ int sized(int other = sizeof(other)) { return other; }

template <class K, int T> struct Map;
template <class K> struct Map<K, 1> {
  __device__ Map(int);
  __device__ int find(K, bool lazy);
};
template <class K> __device__ Map<K, 1>::Map(int = 3) {}
template <class K> __device__ int Map<K, 1>::find(K k, bool lazy = false) {
  return lazy ? 0 : k;
}
template <class K> struct List {
  __device__ int find(K, bool lazy);
  template <class U> __device__ int convert(U, int by);
};
template <class K> __device__ int List<K>::find(K k, bool lazy = false) {
  return lazy ? 0 : k;
}
template <class K>
template <class U>
__device__ int List<K>::convert(U, int by = 3) {
  return by;
}
template <class T> __device__ int scaled(T, int by);
template <class T> __device__ int scaled(T, int by = sizeof(T)) { return by; }

__global__ void own(int *out) {
  Map<int, 1> map;
  List<int> list;
  Rows<4> rows;
  int zero =
      map.find(threadIdx.x) - list.find(threadIdx.x) + list.convert(2, 0);
  int eight =
      Rows<4>::first() + rows.sum(1) - Rows<4>::both<1>() + sized() - scaled(2);
  out[threadIdx.x + zero + eight] = 0;
}

__global__ void perRow(int *out) {
  out[row(threadIdx.x)] = threadIdx.x; // warn global-memory-race: is written by several threads at once
}
__global__ void ofDefinition(int *out) {
  List<int> list;
  out[list.convert(threadIdx.x)] = threadIdx.x; // warn global-memory-race: is written by several threads at once
}
void launch(int *out) {
  own<<<1, 64>>>(out);
  perRow<<<1, 64>>>(out);
  ofDefinition<<<1, 64>>>(out);
}

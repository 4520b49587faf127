// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Bases of a class lie one behind the other, however they are named.

struct Keys { int key[64]; };
struct Values { double value[64]; };
struct Both : Keys, Values { float weight[64]; };
__device__ double *valuesOf(Values &v) { return v.value; }
__device__ void put(Values *v, int i, double by) { v->value[i] = by; }

template <int I, class T> struct Leaf {
  T item[64];
  __device__ T &at(int i) { return item[i]; }
};
template <int I, class... T> struct Leaves;
template <int I> struct Leaves<I> {};
template <int I, class H, class... T> struct Leaves<I, H, T...> : Leaves<I + 1, T...>, Leaf<I, H> {};
template <int I, class T> __device__ Leaf<I, T> &leaf(Leaf<I, T> &l) { return l; }
struct Storage { union { Leaves<0, int, double> tuple; int sorted[64]; }; };

// --- Different bases --------------------------------------------------------------

__global__ void byReference(int *o, double *p) {
  __shared__ Both s;
  int t = threadIdx.x;
  s.key[t] = t;
  __syncthreads();
  o[t] = s.key[63 - t];
  valuesOf(s)[t] = t;
  s.weight[t] = 1;
  __syncthreads();
  p[t] = valuesOf(s)[63 - t] + s.weight[63 - t];
}
__global__ void byPointer(int *o, double *p) {
  extern __shared__ char raw[];
  Both &s = *reinterpret_cast<Both *>(raw);
  int t = threadIdx.x;
  s.key[t] = t;
  __syncthreads();
  o[t] = s.key[63 - t];
  put(&s, t, 3);
  __syncthreads();
  Values &v = s;
  p[t] = static_cast<Both &>(v).value[63 - t];
}
__global__ void byLeaf(int *o, double *p) {
  __shared__ Leaves<0, int, double, char> s;
  int t = threadIdx.x;
  leaf<0>(s).at(t) = t;
  __syncthreads();
  o[t] = leaf<0>(s).at(63 - t);
  leaf<1>(s).at(t) = 2;
  leaf<2>(s).item[t] = 3;
  __syncthreads();
  p[t] = leaf<1>(s).at(63 - t);
}
__global__ void inUnion(int *o, double *p) {
  __shared__ Storage s;
  int t = threadIdx.x;
  leaf<0>(s.tuple).at(t) = t;
  __syncthreads();
  o[t] = leaf<0>(s.tuple).at(63 - t);
  leaf<1>(s.tuple).at(t) = 2;
  __syncthreads();
  p[t] = leaf<1>(s.tuple).at(63 - t);
}

// --- One base by two names, and what lies over it ---------------------------------

__global__ void sameByPointer(int *o, double *p) {
  __shared__ Both s;
  int t = threadIdx.x;
  valuesOf(s)[t] = t;
  __syncthreads();
  o[t] = s.value[63 - t];
  put(&s, t, 3); // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  p[t] = s.value[63 - t];
}
__global__ void sameLeaf(int *o, double *p) {
  __shared__ Leaves<0, int, double, char> s;
  int t = threadIdx.x;
  leaf<1>(s).at(t) = t;
  __syncthreads();
  o[t] = leaf<1>(s).item[63 - t];
  leaf<1>(s).item[t] = 2; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  p[t] = leaf<1>(s).at(63 - t);
}
__global__ void overLeaf(int *o, double *p) {
  __shared__ Storage s;
  int t = threadIdx.x;
  leaf<1>(s.tuple).at(t) = t;
  __syncthreads();
  o[t] = leaf<1>(s.tuple).at(63 - t);
  s.sorted[t] = 2; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  p[t] = s.sorted[63 - t];
}
void launch(int *o, double *p) {
  byReference<<<1, 64>>>(o, p);
  byPointer<<<1, 64, 4096>>>(o, p);
  byLeaf<<<1, 64>>>(o, p);
  inUnion<<<1, 64>>>(o, p);
  sameByPointer<<<1, 64>>>(o, p);
  sameLeaf<<<1, 64>>>(o, p);
  overLeaf<<<1, 64>>>(o, p);
}

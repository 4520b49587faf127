// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Tuples whose parts are reached by chains of small functions, as in CuTe: what
// those name is known without a look inside, and what they are asked for is
// neither lost nor taken for something else.

template <int N> struct C {
  static constexpr int value = N;
  __host__ __device__ constexpr operator int() const { return N; }
};
template <class T> constexpr bool isEmpty = __is_empty(T);
template <bool If, class T, class F> struct Choose {
  using Type = T;
};
template <class T, class F> struct Choose<false, T, F> {
  using Type = F;
};

template <class First, class Rest> struct Pair {
  __device__ constexpr Pair() : first(), rest() {}
  __device__ constexpr Pair(const First &f, const Rest &r) : first(f), rest(r) {}
  First first;
  Rest rest;
};
template <class First, class Rest> struct Tuple : Pair<First, Rest> {
  __device__ constexpr Tuple() {}
  __device__ constexpr Tuple(const First &f, const Rest &r) : Pair<First, Rest>(f, r) {}
};

template <class R, int N, class S> __device__ constexpr R reach(S &&s) {
  if constexpr (N == 0)
    return static_cast<S &&>(s).first;
  else
    return reach<R, N - 1>(static_cast<S &&>(s).rest);
  __builtin_unreachable();
}
template <class T, class First, class Rest>
__device__ constexpr T &getReference(Pair<First, Rest> &s) {
  return reach<T &, 0>(s);
}
template <class First, class Rest> __device__ constexpr First &first(Tuple<First, Rest> &t) {
  return getReference<First>(t);
}
template <class First, class Rest>
__device__ constexpr typename Choose<isEmpty<Rest>, Rest, const Rest &>::Type
rest(const Tuple<First, Rest> &t) {
  if constexpr (isEmpty<Rest>)
    return {};
  else
    return t.rest;
}

__device__ int sideEffects;
template <class T> __device__ constexpr T &counted(T &t) {
  ++sideEffects;
  return t;
}

__global__ void throughTuples(const float *in, float *out) {
  __shared__ float a[64], b[64];
  Tuple<float *, float *> both(a, b);
  int t = threadIdx.x;
  first(both)[t] = in[t];
  __syncthreads();
  out[t] = first(both)[63 - t];
  rest(both)[t] = in[64 + t];
  __syncthreads();
  out[64 + t] = both.rest[63 - t];
}

__global__ void thePartThatIsMeant(const float *in, float *out) {
  __shared__ float a[64], b[64];
  Tuple<float *, float *> both(a, b);
  int t = threadIdx.x;
  first(both)[t] = in[t];
  out[t] = rest(both)[63 - t];
  out[64 + t] = first(both)[63 - t]; // warn shared-memory-race: is read while another thread of the block may still write it
}

// What is written through an accessor is what is read without one.
__global__ void changedThroughOne(const float *in, float *out) {
  __shared__ float a[64], b[64];
  Tuple<float *, float *> both(a, b);
  int t = threadIdx.x;
  first(both) = b;
  a[t] = in[t];
  out[t] = both.first[63 - t];
  both.first[t] = in[t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  counted(first(both)) = a;
  __syncthreads();
  out[64 + t] = first(both)[63 - t];
}

// Objects that hold nothing are made and handed on.
__global__ void withNumbersThatAreTypes(const float *in, float *out) {
  __shared__ float a[128];
  Tuple<float *, C<64>> tile(a, C<64>());
  Tuple<C<1>, C<64>> none;
  Tuple<C<1>, C<64>> copy(none);
  int t = threadIdx.x;
  first(tile)[t + rest(copy)] = in[t];
  out[t] = first(tile)[63 - t];
  __syncthreads();
  out[t] += a[127 - t];
  first(tile)[t + rest(tile)] = in[t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
}

// To make an object that holds nothing is nothing, unless what is given leads to
// memory.
template <class First, class Rest>
__device__ constexpr C<1> sizeOf(const Tuple<First, Rest> &) {
  return {};
}
template <class First, class Rest>
__device__ constexpr C<1> stored(const Tuple<First, Rest> &to, int at) {
  to.first[at] = 1;
  return {};
}
__global__ void madeBeside(float *out) {
  __shared__ float a[64];
  Tuple<int, int> numbers(1, 2);
  Tuple<float *, int> places(a, 1);
  int t = threadIdx.x;
  a[t + sizeOf(numbers) - 1] = t;
  out[t] = a[t];
  stored(places, t); // other threads read nothing of it
  out[t] += a[t];
  stored(places, 63 - t); // warn shared-memory-race: is {{overwritten while another thread of the block may still read it|written by several threads}}
}

// RUN: %verify %s --checks=-*,warplint-divergent-barrier -- -arch=sm_80 -std=c++17
//
// For nvcc `__host__` and `__device__` are said of a function that is one and the
// same, and need not be said alike each time. The pass for the device asks nothing
// of the host's code.

#include <memory>
#include <string>

// The host's code sees what is there for the device.
#ifdef __CUDA_ARCH__
template <class T> __device__ __forceinline__ T turned(T v, int n) { return v >> n; }
__device__ inline void fence() { __threadfence(); }
struct Lock {
  __device__ Lock() {}
  __device__ operator int() const { return 1; }
  __device__ Lock &operator+=(int) { return *this; }
};
#else
template <class T> T turned(T v, int n) { return v << n; }
inline void fence() {}
struct Lock {
  operator int() const { return 1; }
  Lock &operator+=(int) { return *this; }
};
#endif
int onTheHost(int v) {
  fence();
  Lock l;
  l += 3;
  return turned(v, 3) + l;
}
int (*pointer)(int, int) = turned<int>;
int atStart = turned(64, 1);

__global__ void launched(int *v) {
  if (v[threadIdx.x] > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
void launch(int *v) {
  int n = turned(64, 1);
  launched<<<n, 32>>>(v);
}

// What is there for the host is called where nothing is compiled, or from what is
// there for both.
template <typename... T> void ignore(const T &...) {}
struct Warp {
  static __device__ __forceinline__ int ballot(int p, volatile int *b) {
    ignore(b);
    return __ballot_sync(__activemask(), p);
  }
};
static inline int next(int x) { return x + 1; }
__host__ __device__ int nextOfBoth(int x) { return next(x); }
__global__ void both(int *v) {
  if (nextOfBoth(v[threadIdx.x]) > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// A function on the caller's side comes before one that would fit better.
__device__ int side(int) { return 1; }
__host__ int side(long) { return 2; }
__global__ void ownSide(int *v) {
  if (v[threadIdx.x] > side(3))
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// Members that nobody wrote, of bases and members of different sides.
struct Base {
  int n;
  __device__ virtual ~Base() {}
};
struct Shared : Base {
  std::shared_ptr<int> p;
};
struct Named : Base {
  std::string s;
};
struct OfHost {
  virtual ~OfHost() {}
};
struct OfDevice {
  __device__ OfDevice() {}
  __device__ ~OfDevice() {}
};
struct Mixed : OfHost {
  OfDevice d;
};
void makeThem() {
  Named n;
  Mixed m;
}

// Declarations and definitions that say different things.
__device__ int one(int);
int one(int a) { return a; }
__host__ __device__ int two(int);
int two(int a) { return a; }
int three(int);
__host__ __device__ int three(int a) { return a; }
__host__ __device__ int four(int);
__device__ int four(int a) { return a; }
struct Members {
  __device__ Members(int);
  __device__ int m(int);
  __host__ __device__ int n(int) const;
  static int s(int);
  __device__ operator int() const;
  __device__ friend int five(int);
};
Members::Members(int) {}
int Members::m(int a) { return a; }
int Members::n(int a) const { return a; }
__host__ __device__ int Members::s(int a) { return a; }
Members::operator int() const { return 3; }
__host__ __device__ int five(int a) { return a; }
template <class T> struct OfType {
  __device__ T m(T);
  T n(T);
  template <class U> __host__ __device__ U t(U);
};
template <class T> T OfType<T>::m(T a) { return a; }
template <class T> __device__ T OfType<T>::n(T a) { return a; }
template <class T> template <class U> U OfType<T>::t(U u) { return u; }
__global__ void declared(int *v) {
  Members a(2);
  OfType<int> b;
  int sum = one(1) + two(2) + three(3) + four(4) + five(5) + a.m(1) + a.n(2) + Members::s(3) + a;
  if (v[threadIdx.x] > sum + b.m(1) + b.n(2) + b.t(3))
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// Specializations and instances that say other things than the template.
template <class T> __device__ T ofDevice(T t) { return t; }
template <> int ofDevice(int t) { return t + 1; }
template <> __host__ __device__ long ofDevice(long t) { return t + 1; }
template float ofDevice(float);
template __host__ __device__ double ofDevice(double);
template <class T> T ofHost(T t) { return t; }
template <> __device__ int ofHost(int t) { return t + 1; }
template __device__ float ofHost(float);
template <class T> __host__ __device__ T ofBoth(T t) { return t; }
template <> __device__ int ofBoth(int t) { return t + 1; }
template double ofBoth(double);
__global__ void specialized(int *v) {
  if (v[threadIdx.x] > ofDevice(1) + ofDevice(2l) + ofHost(3) + ofBoth(4))
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// A guide for deduction that only one side has.
template <class T> struct Guided {
  T value;
  template <class I> __host__ __device__ Guided(I at, I, int) : value(*at) {}
};
template <class I> __host__ Guided(I, I, int) -> Guided<float>;
__global__ void guided(int *v) {
  Guided g(v + threadIdx.x, v, 3);
  float *same = &g.value;
  if (*same > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// A property, as `threadIdx.x` is one for clang, says what is deduced.
template <class... T> struct Taken {
  int value;
  __device__ Taken(T... t) : value((t + ...)) {}
};
__global__ void deduced(int *v) {
  Taken t(blockIdx.x, 1), u(threadIdx.x, t.value);
  if (u.value > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

template <class T> __device__ int helper(T value) { return value.missing(); }

template <class T> __global__ void broken(T *out) {
  out[threadIdx.x] = 1;
  out->missing();
}
namespace inside {
template <class T> __global__ void brokenToo(T *out) {
  typename T::nothing value;
  out[threadIdx.x] = 1;
}
} // namespace inside
template <class T> __global__ void neverMade(T *out) { out->missing(); }

// The helper's error costs the helper alone.
template <class T> __global__ void whole(T *out) {
  __shared__ T tile[256];
  tile[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = tile[threadIdx.x ^ 64] + helper(1);
}

void run(int *p) {
  broken<<<1, 256>>>(p);
  inside::brokenToo<<<1, 256>>>(p);
  whole<<<1, 256>>>(p);
}

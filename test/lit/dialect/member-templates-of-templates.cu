// RUN: not %warplint %s -- -std=c++17 --cuda-gpu-arch=sm_80 --cuda-path=%cuda_path 2>&1 | FileCheck %s
//
// A launcher that is a member template of a class template, defined outside of
// it and without an instance, is left as it is.

enum class Kind { half, full };
template <Kind K> struct Traits { using type = float; };

template <class T> __global__ void reversed(T *p) {
  __shared__ T s[64];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[63 - threadIdx.x];
}

template <Kind K> class Attention {
  template <class Core> void run(typename Traits<K>::type *p);
  template <int Heads> static void runIn(typename Traits<K>::type *p);
};

template <Kind K>
template <class Core>
void Attention<K>::run(typename Traits<K>::type *p) {
  reversed<typename Traits<K>::type><<<Core::blocks, 64>>>(p);
}

template <Kind K>
template <int Heads>
void Attention<K>::runIn(typename Traits<K>::type *p) {
  reversed<typename Traits<K>::type><<<Heads, 64>>>(p);
}

// CHECK-NOT: incomplete
// CHECK: :[[@LINE-21]]:20: warning: 's[{{[0-9]+}}]' is read while another thread of the block may still write it
// CHECK: 1 kernel in 1 file analysed, 1 finding

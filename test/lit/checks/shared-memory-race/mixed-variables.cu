// RUN: %verify %s --checks=-*,warplint-shared-memory-race -- --cuda-gpu-arch=sm_80
// RUN: %warplint --checks=-*,warplint-shared-memory-race --quiet --statistics=%t.jsonl %s -- --cuda-gpu-arch=sm_80 --cuda-path=%cuda_path || true
// RUN: FileCheck %s --check-prefix=COST --input-file=%t.jsonl
//
// Each round of a hash makes all variables of all others: what they hold is
// asked for once each, not once for each order of them. Otherwise nothing is
// left of the kernel's work for the pair behind the loop.
//
// COST: "cuts":{},"kernel":"hashed"

__device__ unsigned mixed(unsigned x, unsigned y, unsigned z) {
  return (x & y) ^ (~x & z);
}

__global__ void hashed(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned s[256];
  unsigned a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5],
           g = in[6], h = in[7], i = in[8], j = in[9], k = in[10], l = in[11];
  for (int round = 0; round < n; ++round) {
    a += mixed(b, c, d);
    b += mixed(e, f, g);
    c += mixed(h, i, j);
    d += mixed(k, l, a);
    e += mixed(b, c, d);
    f += mixed(c, d, e);
    g += mixed(d, e, f);
    h += mixed(e, f, g);
    i += mixed(f, g, h);
    j += mixed(g, h, i);
    k += mixed(h, i, j);
    l += mixed(i, j, k);
  }
  if (a == in[12])
    s[threadIdx.x] = a;
  out[threadIdx.x] = s[255 - threadIdx.x]; // warn shared-memory-race: may still write it
}

void launch(const unsigned *in, unsigned *out, int n) {
  hashed<<<1, 256>>>(in, out, n);
}

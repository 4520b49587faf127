// Where a budget cuts the pairs of a kernel off, those of one shared scalar have
// been asked before all others: they are few, and the likeliest to race.
// RUN: not %warplint --cuda-path=%cuda_path --checks='-*,warplint-shared-memory-race' --budget=race-queries=0 --budget=race-pairs=6 --statistics=%t.jsonl %s -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=COST --input-file=%t.jsonl
// CHECK: warning: 'last' is read while another thread of the block may still write it
// CHECK: 'filter' was not seen whole: left out {{[0-9]+}} pairs of accesses
// COST: "budgets":{"race-pairs":{{[1-9][0-9]*}}{{.*}}"kernel":"filter"{{.*}}"pairs":{{[1-9][0-9]?}},{{.*}}"pair-limit":

#include <cuda_runtime.h>

__global__ void filter(const int *in, int *out, int n) {
  __shared__ int bins[64], firsts[64], last;
  int t = threadIdx.x;
  bins[in[t] & 63] = 1;
  bins[in[t + n] & 63] = 2;
  bins[in[t + 2 * n] & 63] = 3;
  bins[in[t + 3 * n] & 63] = 4;
  bins[in[t + 4 * n] & 63] = 5;
  bins[in[t + 5 * n] & 63] = 6;
  firsts[in[t + 6 * n] & 63] = 1;
  firsts[in[t + 7 * n] & 63] = 2;
  firsts[in[t + 8 * n] & 63] = 3;
  firsts[in[t + 9 * n] & 63] = 4;
  firsts[in[t + 10 * n] & 63] = 5;
  if (t == 0)
    last = in[n];
  out[t] = last + bins[t & 63] + firsts[t & 63];
}

void launch(const int *in, int *out, int n) { filter<<<1, 256>>>(in, out, n); }

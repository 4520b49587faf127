// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Threads that come to one member of a record come to the others as well: that is
// said once.

struct Counters {
  int end, arcs, offset;
  float low, high, beam;
};
__global__ void oneForEachRow(Counters *lanes, int count) {
  for (int i = blockIdx.y; i < count; i += gridDim.y) {
    Counters *c = lanes + i;
    const int end = c->end;
    c->end = 0;                 // warn global-memory-race: 'lanes[0].end' is overwritten while a thread of another block may still read it
    c->beam = c->low + c->high;
    if (threadIdx.x == 0 && blockIdx.x == 0)
      c->offset += end;
    c->low = c->high;
    c->arcs += end;
  }
}
__global__ void others(Counters *lanes, int *sums, int count) {
  for (int i = blockIdx.y; i < count; i += gridDim.y) {
    lanes[i].offset = threadIdx.x; // warn global-memory-race: 'lanes[0].offset' is written by several threads at once
    sums[i] = threadIdx.x;         // warn global-memory-race: 'sums[0]' is written by several threads at once
  }
}
// RUN: not %warplint --cuda-path=%cuda_path --checks=-*,warplint-global-memory-race %s -- --cuda-gpu-arch=sm_80 2>&1 | FileCheck %s
// CHECK: 'lanes[0].end' is overwritten
// CHECK-DAG: note: so is 'lanes[0].low' here
// CHECK-DAG: note: so is 'lanes[0].beam' here

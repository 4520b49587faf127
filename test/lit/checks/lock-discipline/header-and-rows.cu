// RUN: %verify %s --checks=-*,warplint-lock-discipline
//
// One buffer begins with a header; rows stand behind it. No row is a field.

#include <cstddef>
#include <cstdint>

struct Table {
  uint32_t format, count;
  uint64_t bytes;
  uint32_t slots, columns;
  struct {
    int a, b;
  } about[1];
};

__device__ uint64_t *rowsOf(Table *t) {
  uint64_t head = offsetof(Table, about) + sizeof(t->about[0]) * t->columns;
  return (uint64_t *)((char *)t + ((head + 7) & ~(uint64_t)7)) + t->slots;
}
__device__ uint64_t *rowsByIndex(Table *t) { return (uint64_t *)((char *)t + offsetof(Table, about[t->columns])); }
__device__ uint64_t *rowsBehind(Table *t) { return (uint64_t *)(t + 1); }
__device__ uint64_t *rowsInside(Table *t) { return (uint64_t *)((char *)t + t->slots); } // warn lock-discipline: 'from' is read after the lock 'format' was taken, with no fence between

#define KERNEL(Name, Rows)                                                                  \
  __global__ void Name(Table *from, Table *to) {                                            \
    for (uint32_t base = blockIdx.x * blockDim.x; base < from->count;                       \
         base += gridDim.x * blockDim.x) {                                                  \
      uint32_t i = base + threadIdx.x;                                                      \
      if (i < from->count) {                                                                \
        while (atomicCAS(&to->format, 1u, 2u) == 2u) {                                      \
        }                                                                                   \
        Rows(from)[i] = 0;                                                                  \
        __threadfence();                                                                    \
        atomicExch(&to->format, 1u);                                                        \
      }                                                                                     \
    }                                                                                       \
  }

KERNEL(rounded, rowsOf)
KERNEL(byOffset, rowsByIndex)
KERNEL(behindTheHeader, rowsBehind)
KERNEL(anywhere, rowsInside)

__global__ void fieldInTheSection(Table *from, Table *to) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < from->count) {
    while (atomicCAS(&to->format, 1u, 2u) == 2u) {
    }
    rowsOf(from)[i] = 0;
    to->bytes += 8; // warn lock-discipline: 'bytes' is read after the lock 'format' was taken, with no fence between
    __threadfence();
    atomicExch(&to->format, 1u);
  }
}

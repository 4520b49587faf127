// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Members of a union name bits of one number.

#include <cstdint>

union Word {
  uint64_t all;
  uint32_t half[2];
  struct {
    uint16_t index : 14, : 2;
    uint16_t rest : 14, : 2;
    int16_t down;
  } part;
};

struct Iterator {
  Word at;
  __device__ Iterator operator+(int by) const {
    Word next;
    next.all = 0;
    next.half[0] = at.half[0] + uint32_t(by);
    next.half[1] = at.half[1];
    return {next};
  }
  __device__ Word operator*() const { return at; }
};

__device__ Word wordOf(uint32_t index, int down = 0) {
  Word w;
  w.all = 0;
  w.part.rest = 0x3FFF;
  w.part.index = index;
  w.part.down = int16_t(down);
  return w;
}

#define KERNEL(Name, Index)                                                                        \
  __global__ void Name(int *out, int n) {                                                          \
    __shared__ int s[256];                                                                         \
    int t = threadIdx.x;                                                                           \
    s[Index] = n;                                                                                  \
    out[t] = s[t];                                                                                 \
  }                                                                                                \
  void run##Name(int *out) { Name<<<1, 64>>>(out, 1); }

// --- Right --------------------------------------------------------------------

KERNEL(byBits, wordOf(t).all & 0x3FFF)
KERNEL(byHalf, wordOf(t).half[0] & 0xFFFF)
KERNEL(moved, (*(Iterator{wordOf(t + 1)} + -1)).part.index)
KERNEL(negative, wordOf(0, t - 8).part.down + 8)
KERNEL(otherBits, t + (wordOf(t).part.rest - 0x3FFF))

// --- Wrong --------------------------------------------------------------------

KERNEL(byBitsBeside, wordOf(t + 1).all & 0x3FFF) // warn shared-memory-race: is read while another thread of the block may still write it
KERNEL(byHalfBeside, wordOf(t + 1).half[0] & 0xFFFF) // warn shared-memory-race: is read while another thread of the block may still write it
KERNEL(movedBeside, (*(Iterator{wordOf(t)} + 1)).part.index) // warn shared-memory-race: is read while another thread of the block may still write it
KERNEL(negativeBeside, wordOf(0, t - 8).part.down + 9) // warn shared-memory-race: is read while another thread of the block may still write it
KERNEL(otherBitsBeside, t + (wordOf(t).part.rest - 0x3FFE)) // warn shared-memory-race: is read while another thread of the block may still write it

// RUN: %verify %s --checks=-*,warplint-named-barrier
// RUN: %verify %s --prefix=MODEL --checks=-*,warplint-named-barrier --certainty=model
//
// Roles that meet at one numbered barrier from places of their own: the form
// that is aligned says that there is one place. And roles that find nothing to
// do.

struct NamedBarrier {
  unsigned threads, id;
  __device__ void wait() const { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
  __device__ void waitAnywhere() const { asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
  __device__ void arrive() const { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
};

// --- Several places -----------------------------------------------------------

__global__ __launch_bounds__(96) void threeRoles(const float *in, float *out) {
  __shared__ float s[96];
  NamedBarrier all{96, 5};
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 32) {
    all.wait(); // silent: whole-rows
    out[threadIdx.x] = s[threadIdx.x + 32];
  } else if (threadIdx.x < 64) {
    all.wait(); // MODEL-warn named-barrier: warps wait at barrier 5 in several places, and '.aligned' says that all execute the same instruction
    // MODEL-note@-1: warp 1 comes here
    // MODEL-note@-5: warp 0 comes here
    // MODEL-note@-3: use the form without '.aligned' where roles come from places of their own
    out[threadIdx.x] = s[threadIdx.x + 32];
  } else {
    all.wait(); // silent: whole-rows
    out[threadIdx.x] = s[threadIdx.x - 64];
  }
}

__global__ __launch_bounds__(96) void threeRolesUnaligned(const float *in, float *out) {
  __shared__ float s[96];
  NamedBarrier all{96, 5};
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 32) {
    all.waitAnywhere();
    out[threadIdx.x] = s[threadIdx.x + 32];
  } else if (threadIdx.x < 64) {
    all.waitAnywhere();
    out[threadIdx.x] = s[threadIdx.x + 32];
  } else {
    all.waitAnywhere();
    out[threadIdx.x] = s[threadIdx.x - 64];
  }
}

__global__ __launch_bounds__(128) void onePlaceForTwoWarps(const float *in, float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 64) {
    NamedBarrier{64, 1}.wait(); // silent: whole-rows
    out[threadIdx.x] = s[63 - threadIdx.x];
  } else {
    NamedBarrier{64, 2}.wait(); // silent: whole-rows
    out[threadIdx.x] = s[191 - threadIdx.x];
  }
}

// One side only arrives: those are different instructions by design.
__global__ __launch_bounds__(64) void handsOver(const float *in, float *out) {
  __shared__ float s[32];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = in[threadIdx.x];
    NamedBarrier{64, 3}.arrive(); // silent: whole-rows
  } else {
    NamedBarrier{64, 3}.wait(); // silent: whole-rows
    out[threadIdx.x] = s[63 - threadIdx.x];
  }
}

// --- Nothing to do ------------------------------------------------------------

__device__ void compute(const int *work, float *out, int tile) {
  int steps = work[blockIdx.x];
  if (steps == 0) {
    NamedBarrier{128, 8}.arrive(); // warn named-barrier: warps may come to barrier 8 before its last use is over
    return;
  }
  for (int i = 0; i < steps; ++i)
    out[tile * 64 + threadIdx.x] += i;
  NamedBarrier{128, 8}.waitAnywhere();
}

__global__ __launch_bounds__(128) void arrivesAndGoesOn(const float *in, const int *work, float *out, float *aux, int tiles) {
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
    if (threadIdx.x < 64) {
      compute(work, out, tile);
    } else {
      aux[tile * 64 + threadIdx.x - 64] = in[tile];
      NamedBarrier{128, 8}.waitAnywhere();
    }
}

__device__ void computeOrWait(const int *work, float *out, int tile) {
  int steps = work[blockIdx.x];
  if (steps == 0) {
    NamedBarrier{128, 8}.waitAnywhere();
    return;
  }
  for (int i = 0; i < steps; ++i)
    out[tile * 64 + threadIdx.x] += i;
  NamedBarrier{128, 8}.waitAnywhere();
}

__global__ __launch_bounds__(128) void waitsAndGoesOn(const float *in, const int *work, float *out, float *aux, int tiles) {
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
    if (threadIdx.x < 64) {
      computeOrWait(work, out, tile);
    } else {
      aux[tile * 64 + threadIdx.x - 64] = in[tile];
      NamedBarrier{128, 8}.waitAnywhere();
    }
}

// The same by a parameter, asked for the other way round.
__global__ __launch_bounds__(128) void byAParameter(float *out, int tiles, int steps) {
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
    if (threadIdx.x < 64) {
      if (steps != 0) {
        out[tile * 64 + threadIdx.x] = steps;
        NamedBarrier{128, 8}.waitAnywhere();
      } else {
        NamedBarrier{128, 8}.arrive(); // warn named-barrier: warps may come to barrier 8 before its last use is over
      }
    } else {
      NamedBarrier{128, 8}.waitAnywhere();
    }
}

// What the other role does follows from another number: nothing is known.
__global__ __launch_bounds__(128) void twoNumbersBelongTogether(float *out, int keys, int tiles) {
  if (threadIdx.x < 64) {
    if (keys == 0)
      return;
    for (int tile = 0; tile < tiles; ++tile)
      NamedBarrier{128, 8}.waitAnywhere();
  } else {
    for (int tile = 0; tile < tiles; ++tile)
      NamedBarrier{128, 8}.waitAnywhere();
  }
}

// --- Tiles that a known grid divides --------------------------------------------
// A block makes several rounds where there are more tiles than blocks.

class Numbered {
public:
  __device__ Numbered(unsigned threads, unsigned number) : threads(threads), number(number + 8) {}
  __device__ void arrive() const { asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory"); }
  __device__ void arriveAndWait() const { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); }

private:
  const unsigned threads, number;
};

template <bool Waits> __device__ void computeTile(int steps, float *out, int tile) {
  if (steps == 0) {
    if (Waits)
      Numbered(192, 2).arriveAndWait();
    else
      Numbered(192, 2).arrive(); // warn named-barrier: warps may come to barrier 10 before its last use is over
    return;
  }
  for (int i = 0; i < steps; ++i)
    out[tile * 128 + threadIdx.x] += i;
  Numbered(192, 2).arriveAndWait();
}

template <bool Waits> __global__ void __launch_bounds__(192, 1) tilesOfAGrid(const int *steps, float *out, int tiles) {
  if (threadIdx.x < 128)
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
      computeTile<Waits>(steps[tile], out, tile);
  else
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
      Numbered(192, 2).arriveAndWait();
}

void launchTiles(const int *steps, float *out, int tiles) {
  tilesOfAGrid<false><<<148, 192>>>(steps, out, tiles);
  tilesOfAGrid<true><<<148, 192>>>(steps, out, tiles);
}

// Roles that end with a failed assertion are still roles of their own.
__device__ bool electedLane() {
  unsigned elected = 0;
  asm volatile("{ .reg .pred P;\n"
               "  elect.sync _|P, 0xffffffff;\n"
               "  selp.b32 %0, 1, 0, P; }"
               : "=r"(elected));
  return elected;
}
__global__ void __launch_bounds__(256) otherRoleFails(int *out) {
  int warp = threadIdx.x / 32;
  if (warp == 0 && electedLane()) {
    out[0] = 1;
  } else if (warp >= 4) {
    asm volatile("bar.sync 1, 128;" ::: "memory"); // silent: whole-rows
    __trap();
  }
}
__global__ void __launch_bounds__(256) ownRoleFails(int *out) {
  int warp = threadIdx.x / 32;
  if (warp == 4 && electedLane()) {
    out[0] = 1;
  } else if (warp >= 4) {
    asm volatile("bar.sync 1, 128;" ::: "memory"); // warn named-barrier: only some lanes of a warp come to a barrier
    __trap();
  }
}

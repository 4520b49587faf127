// RUN: %verify %s --checks=-*,warplint-uninitialized-shared-read
//
// Shared memory that nobody has written when it is read.

#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#include <cuda/barrier>
#include <new>

namespace cg = cooperative_groups;

//===----------------------------------------------------------------------===//
// Never written
//===----------------------------------------------------------------------===//

__global__ void accumulator(const int *in, int *out) {
  __shared__ int sum;
  atomicAdd(&sum, in[threadIdx.x]); // warn uninitialized-shared-read: 'atomicAdd()' updates 'sum', but no thread of the block ever sets it
  // note@-2: shared memory starts with whatever was left in it
  // note@-2: set it at the start of the kernel, and put '__syncthreads()' between that and the first use
  __syncthreads();
  out[blockIdx.x] = sum;
}

__global__ void accumulatorSet(const int *in, int *out) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  out[blockIdx.x] = sum;
}

__global__ void compoundAssignment(const float *in, float *out) {
  __shared__ float own[128];
  for (int i = threadIdx.x; i < 1024; i += 128)
    own[threadIdx.x] += in[i]; // warn uninitialized-shared-read: 'own' is read, but no thread of the block ever sets it
  __syncthreads();
  out[threadIdx.x] = own[127 - threadIdx.x];
}

__global__ void increment(int *out) {
  __shared__ int count[4];
  count[threadIdx.x & 3]++; // warn uninitialized-shared-read: 'count' is read
  __syncthreads();
  out[threadIdx.x] = count[0];
}

__global__ void spelledOut(const int *in, int *out) {
  __shared__ int most;
  most = most > in[0] ? most : in[0]; // warn uninitialized-shared-read: 'most' is read, but no thread of the block ever sets it
  __syncthreads();
  out[0] = most;
}

__global__ void neverWritten(int *out) {
  __shared__ int table[32];
  out[threadIdx.x] = table[threadIdx.x & 31]; // warn uninitialized-shared-read: 'table' is read, but no thread of the block ever sets it
  __syncthreads();
}

__global__ void matrix(const int *in, int *out) {
  __shared__ int bins[8][33];
  atomicMax(&bins[threadIdx.y][threadIdx.x], in[threadIdx.x]); // warn uninitialized-shared-read: 'atomicMax()' updates 'bins'
  __syncthreads();
  out[threadIdx.x] = bins[0][threadIdx.x];
}

__global__ void field(const int *in, int *out) {
  struct State {
    int low, high;
  };
  __shared__ State state;
  atomicMin(&state.low, in[threadIdx.x]); // warn uninitialized-shared-read: 'atomicMin()' updates 'state'
  __syncthreads();
  out[0] = state.low;
}

__device__ void addTo(int *into, int v) {
  atomicAdd(into, v); // warn uninitialized-shared-read: 'atomicAdd()' updates 'total'
}

__global__ void throughAHelper(const int *in, int *out) {
  __shared__ int total;
  addTo(&total, in[threadIdx.x]);
  __syncthreads();
  out[0] = total;
}

__global__ void throughAPointer(const int *in, int *out) {
  extern __shared__ int memory[];
  int *mine = memory + threadIdx.x;
  atomicAdd(mine, in[threadIdx.x]); // warn uninitialized-shared-read: 'atomicAdd()' updates 'memory'
  __syncthreads();
  out[threadIdx.x] = memory[0];
}

__global__ void cudaAtomicRef(const int *in, int *out) {
  __shared__ int sum;
  cuda::atomic_ref<int, cuda::thread_scope_block> ref(sum);
  ref.fetch_add(in[threadIdx.x]); // warn uninitialized-shared-read: 'cuda::atomic_ref::fetch_add()' updates 'sum'
  __syncthreads();
  out[0] = sum;
}

__global__ void compareAndSwap(int *out) {
  __shared__ int lock;
  while (atomicCAS(&lock, 0, 1)) // warn uninitialized-shared-read: 'atomicCAS()' updates 'lock'
    ;
  out[0]++;
  __threadfence();
  atomicSub(&lock, 1);
  __syncthreads();
}

//===----------------------------------------------------------------------===//
// Written too late
//===----------------------------------------------------------------------===//

__global__ void lastOfTheRoundBefore(const int *in, int *out, int n) {
  __shared__ int last;
  for (int i = 0; i < n; ++i) {
    out[i * 128 + threadIdx.x] = last; // warn uninitialized-shared-read: 'last' is read before any thread of the block has written it
    __syncthreads();
    if (threadIdx.x == 127)
      last = in[i];
    __syncthreads();
  }
}

__global__ void zeroedAfterwards(const int *in, int *out) {
  __shared__ int sum;
  atomicAdd(&sum, in[threadIdx.x]); // warn uninitialized-shared-read: 'atomicAdd()' updates 'sum' before any thread of the block has written it
  // note@+3: the first write comes only here, behind a barrier
  __syncthreads();
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x + 128]);
  __syncthreads();
  out[0] = sum;
}

__global__ void zeroedAtTheEndOfARound(const int *in, int *out, int n) {
  __shared__ int sum;
  for (int i = 0; i < n; ++i) {
    atomicAdd(&sum, in[i * 128 + threadIdx.x]); // warn uninitialized-shared-read: 'atomicAdd()' updates 'sum' before any thread
    __syncthreads();
    int total = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
      out[i] = total;
      sum = 0;
    }
    __syncthreads();
  }
}

__global__ void carryFromTheRoundBefore(const int *in, int *out, int n) {
  __shared__ int carry;
  for (int i = 0; i < n; ++i) {
    int v = in[i * 128 + threadIdx.x] + carry; // warn uninitialized-shared-read: 'carry' is read, but no thread of the block ever sets it
    __syncthreads();
    if (threadIdx.x == 127)
      carry = v;
    __syncthreads();
    out[i * 128 + threadIdx.x] = v;
  }
}

__global__ void carryIsSet(const int *in, int *out, int n) {
  __shared__ int carry;
  if (threadIdx.x == 0)
    carry = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    int v = in[i * 128 + threadIdx.x] + carry;
    __syncthreads();
    if (threadIdx.x == 127)
      carry = v;
    __syncthreads();
    out[i * 128 + threadIdx.x] = v;
  }
}

__global__ void readFromTheSecondRoundOn(const int *in, int *out, int n) {
  __shared__ int carry;
  for (int i = 0; i < n; ++i) {
    int v = in[i * 128 + threadIdx.x];
    if (i > 0)
      v += carry;
    __syncthreads();
    if (threadIdx.x == 127)
      carry = v;
    __syncthreads();
    out[i * 128 + threadIdx.x] = v;
  }
}

__global__ void readOnceAFlagSaysSo(const int *in, int *out, int n) {
  __shared__ int best;
  bool has = false;
  while (n-- > 0) {
    int v = in[n];
    if (has)
      v = min(v, best);
    __syncthreads();
    if (threadIdx.x == 0)
      best = v;
    has = true;
    __syncthreads();
    out[n] = v;
  }
}

//===----------------------------------------------------------------------===//
// Someone may have written
//===----------------------------------------------------------------------===//

__global__ void onOnePathOnly(const int *in, int *out, int n) {
  __shared__ int sum;
  if (n > 3 && threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  out[0] = sum;
}

__global__ void inTheSameInterval(int *out) {
  __shared__ int flag;
  if (threadIdx.x == 0)
    flag = 1;
  else
    out[threadIdx.x] = flag;
  __syncthreads();
}

__global__ void exchanged(int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    atomicExch(&first, 0);
  __syncthreads();
  out[threadIdx.x] = atomicAdd(&first, 1);
}

__global__ void storedThroughAReference(const int *in, int *out) {
  __shared__ int sum;
  cuda::atomic_ref<int, cuda::thread_scope_block> ref(sum);
  if (threadIdx.x == 0)
    ref.store(0);
  __syncthreads();
  ref.fetch_add(in[threadIdx.x]);
  __syncthreads();
  out[0] = sum;
}

__global__ void atomicObject(int *out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
  if (threadIdx.x == 0)
    count.store(0);
  __syncthreads();
  out[threadIdx.x] = count.fetch_add(1);
}

__global__ void writtenByAHelper(const int *in, int *out) {
  __shared__ int bins[64];
  auto zero = [&](int i) { bins[i] = 0; };
  zero(threadIdx.x & 63);
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x]], 1);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x & 63];
}

extern __device__ void fill(int *to, int count);
struct Table {
  int *cells;
};
extern __device__ void fillTable(Table &table);

__global__ void writtenOutOfSight(const int *in, int *out) {
  __shared__ int first[64], second[64];
  fill(first, 64);
  Table table{second};
  fillTable(table);
  __syncthreads();
  out[threadIdx.x] = first[in[0]] + second[in[1]];
}

__global__ void writtenByPtx(const int *in, int *out) {
  __shared__ int sum;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&sum));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(0) : "memory");
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  out[0] = sum;
}

__global__ void writtenThroughAWalkingPointer(int *out) {
  __shared__ int cells[512];
  for (int *at = cells + threadIdx.x; at < cells + 512; at += blockDim.x)
    *at = 0;
  __syncthreads();
  out[threadIdx.x] = cells[511 - threadIdx.x];
}

__global__ void writtenAsOtherType(int *out) {
  __shared__ int4 cells[64];
  reinterpret_cast<int *>(cells)[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x & 63].x;
}

// All unsized arrays start at the same address.
__global__ void twoNamesForDynamicMemory(int *out) {
  extern __shared__ float asFloats[];
  extern __shared__ int memory[];
  asFloats[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = memory[0];
}

__global__ void writtenByMemset(int *out) {
  __shared__ int cells[64];
  memset(cells, 0, sizeof(cells));
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x & 63];
}

__global__ void copiedAsynchronously(const int *in, int *out) {
  __shared__ int tile[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&ready, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof(tile), ready);
  ready.arrive_and_wait();
  out[threadIdx.x] = tile[127 - threadIdx.x];
}

__global__ void inOneArmOfASpecializedBlock(int *out) {
  __shared__ int item;
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = item;
  } else if (threadIdx.x < 64) {
    item = 3;
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
}

__global__ void readAfterABarrierOfItsArm(int *out) {
  __shared__ int item;
  if (threadIdx.x < 32) {
    __syncthreads();
    out[threadIdx.x] = item;
    __syncthreads();
  } else {
    item = 3;
    __syncthreads();
    out[threadIdx.x] = 0;
    __syncthreads();
  }
}

__global__ void collective(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 128>;
  using Raking = cub::BlockReduce<int, 128, cub::BLOCK_REDUCE_RAKING>;
  __shared__ Reduce::TempStorage temp;
  __shared__ Raking::TempStorage raking;
  int sum = Reduce(temp).Sum(in[threadIdx.x]);
  sum += Raking(raking).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0)
    out[0] = sum;
}

// What calls it may have set the memory up.
__shared__ int ofTheFile;

__device__ void usedByOtherUnits(int *out) {
  __syncthreads();
  out[threadIdx.x] = ofTheFile;
}

//===--- Elements that nobody loads ---------------------------------------===//

__global__ void haloNotLoaded(const float *in, float *out, int n) {
  __shared__ float tile[128 + 2];
  int i = blockIdx.x * 128 + threadIdx.x;
  tile[threadIdx.x + 1] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n)
    out[i] = tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2]; // warn uninitialized-shared-read: an element of 'tile' is read that no thread of the block ever sets
}
void launchHalo(const float *in, float *out) { haloNotLoaded<<<8, 128>>>(in, out, 1000); }

__global__ void rightEndNotLoaded(const float *in, float *out) {
  __shared__ float tile[128 + 2];
  unsigned t = threadIdx.x;
  tile[t + 1] = in[blockIdx.x * 128 + t];
  if (t == 0)
    tile[0] = in[blockIdx.x * 128 - 1];
  __syncthreads();
  out[blockIdx.x * 128 + t] = tile[t] + tile[t + 2]; // warn uninitialized-shared-read: an element of 'tile' is read that no thread
}
void launchRight(const float *in, float *out) { rightEndNotLoaded<<<8, 128>>>(in, out); }

__global__ void haloLoaded(const float *in, float *out, int n) {
  __shared__ float tile[128 + 2];
  int i = blockIdx.x * 128 + threadIdx.x;
  tile[threadIdx.x + 1] = i < n ? in[i] : 0;
  if (threadIdx.x == 0)
    tile[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == blockDim.x - 1)
    tile[129] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n)
    out[i] = tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2];
}
void launchLoaded(const float *in, float *out) { haloLoaded<<<8, 128>>>(in, out, 1000); }

__global__ void haloLoadedInALoop(const float *in, float *out) {
  __shared__ float tile[130];
  for (int k = threadIdx.x; k < 130; k += 128)
    tile[k] = in[blockIdx.x * 128 + k];
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 2];
}
void launchInALoop(const float *in, float *out) { haloLoadedInALoop<<<8, 128>>>(in, out); }

// Only blocks that have a neighbour load from it, and read what they loaded.
__global__ void haloOfInnerBlocks(const float *in, float *out) {
  __shared__ float tile[129];
  int i = blockIdx.x * 128 + threadIdx.x;
  tile[threadIdx.x + 1] = in[i];
  if (blockIdx.x > 0 && threadIdx.x == 0)
    tile[0] = in[i - 1];
  __syncthreads();
  if (i > 0)
    out[i] = tile[threadIdx.x] + tile[threadIdx.x + 1];
}
void launchInner(const float *in, float *out) { haloOfInnerBlocks<<<8, 128>>>(in, out); }

__global__ void endsLeftOut(const float *in, float *out) {
  __shared__ float tile[130];
  unsigned t = threadIdx.x;
  tile[t + 1] = in[t];
  __syncthreads();
  if (t > 0 && t < 127)
    out[t] = tile[t] + tile[t + 2];
}
void launchEnds(const float *in, float *out) { endsLeftOut<<<1, 128>>>(in, out); }

__global__ void loadedAtNumbersFromMemory(const int *where, const float *in, float *out) {
  __shared__ float tile[128];
  tile[where[threadIdx.x]] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
void launchScattered(const int *where, const float *in, float *out) { loadedAtNumbersFromMemory<<<1, 64>>>(where, in, out); }

// A wavefront: thread t comes to row 0 in round t.
__global__ void wavefront(int *out) {
  __shared__ int s[16 * 16];
  int t = threadIdx.x;
  for (int m = 0; m < 16; m++)
    if (t <= m)
      s[(m - t) * 16 + t] = m;
  __syncthreads();
  out[t] = s[t];
}
__global__ void wavefrontBackwards(int *out) {
  __shared__ int s[16 * 16];
  int t = threadIdx.x;
  for (int m = 30; m >= 0; m--)
    if (m - t >= 0 && m - t < 16)
      s[(m - t) * 16 + t] = m;
  __syncthreads();
  out[t] = s[240 + t];
}
__global__ void wavefrontOfOddRows(int *out) {
  __shared__ int s[16 * 16];
  int t = threadIdx.x;
  for (int m = 1; m < 16; m += 2)
    if (t <= m)
      s[(m - t) * 16] = m;
  __syncthreads();
  out[t] = s[t]; // warn uninitialized-shared-read: is read that no thread of the block ever sets
}
void launchWavefronts(int *out) {
  wavefront<<<1, 16>>>(out);
  wavefrontBackwards<<<1, 16>>>(out);
  wavefrontOfOddRows<<<1, 16>>>(out);
}

// --- Members ------------------------------------------------------------------

struct Pair { int key, value; };
union Word { int whole; float fraction; };

__global__ void otherMemberOfAnElement(int *out) {
  __shared__ Pair pairs[64];
  pairs[threadIdx.x].key = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = pairs[63 - threadIdx.x].value; // warn uninitialized-shared-read: 'value' of 'pairs' is read, but no thread of the block ever sets it
}

__global__ void otherMemberInTime(int *out) {
  __shared__ Pair pair;
  if (threadIdx.x == 0)
    pair.key = 0;
  __syncthreads();
  out[threadIdx.x] = pair.value; // warn uninitialized-shared-read: 'value' of 'pair' is read before any thread of the block has written it
  __syncthreads();
  pair.value = 1;
}

__global__ void bothMembers(int *out) {
  __shared__ Pair pairs[64];
  pairs[threadIdx.x].key = threadIdx.x;
  pairs[threadIdx.x].value = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = pairs[63 - threadIdx.x].value;
}

__global__ void wholeElements(const Pair *in, int *out) {
  __shared__ Pair pairs[64];
  pairs[threadIdx.x] = in[threadIdx.x];
  pairs[threadIdx.x].key = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = pairs[63 - threadIdx.x].value;
}

__global__ void membersOfOneWord(float *out) {
  __shared__ Word word;
  if (threadIdx.x == 0)
    word.whole = 0;
  __syncthreads();
  out[threadIdx.x] = word.fraction;
}

__global__ void membersAsAnArray(int *out) {
  __shared__ Pair pair;
  if (threadIdx.x < 2)
    (&pair.key)[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = pair.value;
}

// --- Nothing in the kernel synchronizes --------------------------------------

__global__ void neverSetWithoutABarrier(int *out) {
  __shared__ int cells[64];
  out[threadIdx.x] = cells[threadIdx.x]; // warn uninitialized-shared-read: 'cells' is read, but no thread of the block ever sets it
}

__global__ void otherMemberWithoutABarrier(int *out) {
  __shared__ Pair pairs[64];
  pairs[threadIdx.x].key = threadIdx.x;
  out[threadIdx.x] = pairs[threadIdx.x].value; // warn uninitialized-shared-read: 'value' of 'pairs' is read, but no thread of the block ever sets it
}

__global__ void ownElementWithoutABarrier(int *out) {
  __shared__ int cells[64];
  cells[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = cells[threadIdx.x];
}

// --- Loops that run at least once ---------------------------------------------

__global__ void setBehindALoop(int *out) {
  __shared__ int cells[64];
  for (int i = 0; i < 3; ++i) {
    out[threadIdx.x] += cells[threadIdx.x]; // warn uninitialized-shared-read: 'cells' is read before any thread of the block has written it
    __syncthreads();
  }
  cells[threadIdx.x] = 1; // note: the first write comes only here, behind a barrier
}

__global__ void setBehindALoopOverBlocks(int *out) {
  __shared__ Pair pairs[64];
  for (unsigned char i = 0; i < gridDim.x; i += 1) {
    out[threadIdx.x] += pairs[threadIdx.x].value; // warn uninitialized-shared-read: 'pairs' is read before any thread of the block has written it
    __syncthreads();
  }
  pairs[threadIdx.x].value = 1; // note: the first write comes only here, behind a barrier
}

// Whoever runs no round comes to the write first, and may be ahead.
__global__ void setBehindALoopThatMayNotRun(int *out, int n) {
  __shared__ int cells[64];
  for (int i = threadIdx.x; i < n; i += 32) {
    out[threadIdx.x] += cells[threadIdx.x];
    __syncthreads();
  }
  cells[threadIdx.x] = 1;
}

// A later round of the loop around reads what was set behind the inner one.
__global__ void setBehindALoopInALoop(int *out, int n) {
  __shared__ int cells[64];
  for (int round = 0; round < n; ++round) {
    for (int i = 0; i < 3; ++i) {
      if (round > 0)
        out[threadIdx.x] += cells[threadIdx.x];
      __syncthreads();
    }
    cells[threadIdx.x] = 1;
    __syncthreads();
  }
}

__global__ void setInALoopBefore(int *out) {
  __shared__ int cells[64];
  for (int i = 0; i < 3; ++i)
    cells[threadIdx.x] = i;
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    out[threadIdx.x] += cells[threadIdx.x ^ 1];
    __syncthreads();
  }
}

// --- Loops that run at least twice --------------------------------------------

// Nobody is behind the loop who has not met all others in its second round.
__global__ void setBehindTwoRounds(int *out) {
  __shared__ int cells[64];
  for (int i = 0; i < 2; ++i) {
    __syncthreads();
    out[threadIdx.x] += cells[threadIdx.x]; // warn uninitialized-shared-read: 'cells' is read before any thread of the block has written it
  }
  cells[threadIdx.x] = 1; // note: the first write comes only here, behind a barrier
}

__global__ void setBehindOneRound(int *out) {
  __shared__ int cells[64];
  for (int i = 0; i < 1; ++i) {
    __syncthreads();
    out[threadIdx.x] += cells[threadIdx.x ^ 1];
  }
  cells[threadIdx.x] = 1;
}

__global__ void setBehindRoundsOfBlocks(int *out) {
  __shared__ Pair pairs[64];
  for (unsigned char i = 0; i < gridDim.x; i += 1) {
    __syncthreads();
    out[threadIdx.x] += pairs[threadIdx.x].value; // warn uninitialized-shared-read: 'pairs' is read before any thread of the block has written it
  }
  pairs[threadIdx.x].value = 1;
}

__global__ void setBehindAStride(int *out) {
  __shared__ int cells[64];
  for (int i = 0; i < 65; i += 64) {
    __syncthreads();
    out[threadIdx.x] += cells[threadIdx.x]; // warn uninitialized-shared-read: 'cells' is read before any thread of the block has written it
  }
  cells[threadIdx.x] = 1;
}

// The stride is as long as the way.
__global__ void setBehindALongStride(int *out) {
  __shared__ int cells[64];
  for (int i = 0; i < 64; i += 64) {
    __syncthreads();
    out[threadIdx.x] += cells[threadIdx.x ^ 1];
  }
  cells[threadIdx.x] = 1;
}

__global__ void setBehindManyRounds(int *out, int n) {
  __shared__ int cells[64];
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    out[threadIdx.x] += cells[threadIdx.x ^ 1];
  }
  cells[threadIdx.x] = 1;
}

// Who leaves by the other way is ahead of who reads.
__global__ void setBehindABreak(int *out) {
  __shared__ int cells[64];
  for (int i = 0; i < 2; ++i) {
    __syncthreads();
    if (out[threadIdx.x] == 0)
      break;
    out[threadIdx.x] += cells[threadIdx.x ^ 1];
  }
  cells[threadIdx.x] = 1;
}

__global__ void setInTheRoundBefore(int *out) {
  __shared__ int cells[64];
  for (int i = 0; i < 2; ++i) {
    __syncthreads();
    if (i > 0)
      out[threadIdx.x] += cells[threadIdx.x ^ 1];
    __syncthreads();
    cells[threadIdx.x] = 1;
  }
}

// The second round of the loop around comes to the read behind the write.
__global__ void setByTheRoundAround(int *out) {
  __shared__ int cells[64];
  for (int round = 0; round < 2; ++round) {
    if (round > 0)
      for (int i = 0; i < 2; ++i) {
        __syncthreads();
        out[threadIdx.x] += cells[threadIdx.x ^ 1];
      }
    cells[threadIdx.x] = 1;
  }
}

__global__ void setBehindBothLoops(int *out) {
  __shared__ int cells[64];
  for (int round = 0; round < 2; ++round) {
    __syncthreads();
    for (int i = 0; i < 3; ++i)
      out[threadIdx.x] += cells[threadIdx.x]; // warn uninitialized-shared-read: 'cells' is read before any thread of the block has written it
  }
  cells[threadIdx.x] = 1;
}

// --- Reads that data decide over ----------------------------------------------

// Whoever comes to it comes once, and first.
__global__ void readWhereDataSay(const int *in, int *out) {
  __shared__ int cells[64];
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = cells[threadIdx.x]; // warn uninitialized-shared-read: 'cells' is read before any thread of the block has written it
  __syncthreads();
  cells[threadIdx.x] = 1; // note: the first write comes only here, behind a barrier
}

// What sends threads away before the loop says nothing about its rounds.
__global__ void readWhereDataHaveLetThrough(const int *in, int *out) {
  __shared__ int cells[64];
  if (in[0] < 0)
    return;
  for (int i = 0; i < 2; ++i) {
    out[threadIdx.x] += cells[threadIdx.x]; // warn uninitialized-shared-read: 'cells' is read before any thread of the block has written it
    __syncthreads();
  }
  cells[threadIdx.x] = 1; // note: the first write comes only here, behind a barrier
}

// A round before may have set it.
__global__ void readInTheRoundThatDataSay(const int *in, int *out) {
  __shared__ int cells[64];
  for (int i = 0; i < 4; ++i) {
    if (in[i] > 0)
      out[threadIdx.x] = cells[threadIdx.x ^ 1];
    __syncthreads();
    cells[threadIdx.x] = 1;
    __syncthreads();
  }
}

__global__ void writtenWhereDataSayElse(const int *in, int *out) {
  __shared__ int cells[64];
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = cells[0];
  else
    cells[0] = 1;
}

void launchRounds(int *out) {
  setBehindRoundsOfBlocks<<<2, 64>>>(out);
}

//===--- Made in place ------------------------------------------------------===//

struct MadeInPlace {
  int Value;
  __device__ explicit MadeInPlace(int V) : Value(V) {}
  __device__ ~MadeInPlace() { Value = -1; }
};

__global__ void madeInPlace(int *out) {
  __shared__ alignas(MadeInPlace) unsigned char room[sizeof(MadeInPlace)];
  auto *made = reinterpret_cast<MadeInPlace *>(room);
  if (threadIdx.x == 0)
    new (made) MadeInPlace(42);
  __syncthreads();
  out[threadIdx.x] = made->Value;
  __syncthreads();
  if (threadIdx.x == 0)
    made->~MadeInPlace();
}

__global__ void madeLate(int *out) {
  __shared__ alignas(MadeInPlace) unsigned char room[sizeof(MadeInPlace)];
  auto *made = reinterpret_cast<MadeInPlace *>(room);
  out[threadIdx.x] = made->Value; // warn uninitialized-shared-read: 'room' is read before any thread of the block has written it
  __syncthreads();
  if (threadIdx.x == 0)
    made->Value = 1;
}

//===--- Filled anew every few rounds ---------------------------------------===//

__global__ void filledFromTheFirstRound(const int *list, int *out, int n) {
  __shared__ int part[128];
  for (int i = 0; i < n; ++i) {
    if (i % 128 == 0) {
      __syncthreads();
      part[threadIdx.x] = list[i + threadIdx.x];
      __syncthreads();
    }
    out[i * 128 + threadIdx.x] = part[i % 128] + threadIdx.x;
  }
}

__global__ void filledByARest(const int *list, int *out, int n) {
  __shared__ int part[128];
  int left = 0;
  for (int i = 0; i < n; ++i) {
    if (left == 0) {
      __syncthreads();
      part[threadIdx.x] = list[i + threadIdx.x];
      __syncthreads();
      left = 128;
    }
    out[i * 128 + threadIdx.x] = part[i % 128] + threadIdx.x;
    --left;
  }
}

__global__ void filledFromALaterRound(const int *list, int *out, int n) {
  __shared__ int part[128];
  for (int i = 0; i < n; ++i) {
    if (i % 128 == 1) {
      __syncthreads();
      part[threadIdx.x] = list[i + threadIdx.x];
      __syncthreads();
    }
    out[i * 128 + threadIdx.x] = part[i % 128] + threadIdx.x; // warn uninitialized-shared-read: 'part' is read before any thread of the block has written it
  }
}

__global__ void filledInTheSecondOfTwo(const int *list, int *out, int n) {
  __shared__ int part[128];
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if (i % 128 == 0 && j == 1) {
        __syncthreads();
        part[threadIdx.x] = list[i + threadIdx.x];
        __syncthreads();
      }
      out[i * 128 + threadIdx.x] = part[i % 128] + threadIdx.x; // warn uninitialized-shared-read: 'part' is read before any thread of the block has written it
    }
}

// One pointer of several, of which nothing tells which.
__global__ void writtenThroughOneOfSome(const int *in, int *out, int k) {
  __shared__ int near[256], far[256], other[256];
  int *to[3];
  to[in[0]] = near;
  to[in[1]] = far;
  to[k][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = near[threadIdx.x] + far[threadIdx.x] +
                     other[threadIdx.x]; // warn uninitialized-shared-read: 'other' is read, but no thread of the block ever sets it
}

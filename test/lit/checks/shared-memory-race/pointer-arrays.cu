// Tiles that are reached through a thread's own array of pointers, or of numbers,
// which a loop fills and another reads under its counter.
//
// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-uninitialized-shared-read

template <typename T, int N> struct Few {
  T data[N];
  __device__ T &operator[](int i) { return data[i]; }
  __device__ const T &operator[](int i) const { return data[i]; }
};

// --- Iterators ---------------------------------------------------------------------

// Keeps a pointer for the even and one for the odd rows, which lie interleaved.
template <int Pointers> class RowIterator {
  float *pointer[Pointers];
  int stride, offset, row;

public:
  __device__ RowIterator(float *tile, int stride, int thread)
      : stride(stride), offset(0), row(0) {
#pragma unroll
    for (int i = 0; i < Pointers; ++i) {
      int lane = thread ^ i;
      pointer[i] = tile + lane + i * stride;
    }
  }
  __device__ float *get() const {
    return pointer[row & (Pointers - 1)] + (row & ~(Pointers - 1)) * stride +
           offset;
  }
  __device__ RowIterator &operator++() {
    ++row;
    return *this;
  }
  __device__ void advance(int elements) { offset += elements; }
};

__global__ void iterated(const float *in, float *out) {
  __shared__ float tile[1024];
  RowIterator<2> to(tile, 256, threadIdx.x);
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    *to.get() = in[threadIdx.x + 256 * j];
    ++to;
  }
  out[threadIdx.x] = tile[511 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void iteratedInOrder(const float *in, float *out) {
  __shared__ float tile[1024];
  RowIterator<2> to(tile, 256, threadIdx.x);
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    *to.get() = in[threadIdx.x + 256 * j];
    ++to;
  }
  __syncthreads();
  out[threadIdx.x] = tile[511 - threadIdx.x];
}

// Each thread reads back what it has written.
__global__ void iteratedByItself(const float *in, float *out) {
  __shared__ float tile[1024];
  RowIterator<2> to(tile, 256, threadIdx.x), from = to;
  for (int j = 0; j < 4; ++j) {
    *to.get() = in[threadIdx.x + 256 * j];
    ++to;
  }
  float sum = 0;
  for (int j = 0; j < 4; ++j) {
    sum += *from.get();
    ++from;
  }
  out[threadIdx.x] = sum;
}

// A copy that begins half a tile further on meets what others write.
__global__ void iteratedFromTheMiddle(const float *in, float *out) {
  __shared__ float tile[1024];
  RowIterator<2> to(tile, 256, threadIdx.x), from = to;
  from.advance(128);
  for (int j = 0; j < 2; ++j) {
    *to.get() = in[threadIdx.x + 256 * j];
    ++to;
  }
  out[threadIdx.x] = *from.get(); // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void iteratedFromTheMiddleInOrder(const float *in, float *out) {
  __shared__ float tile[1024];
  RowIterator<2> to(tile, 256, threadIdx.x), from = to;
  from.advance(128);
  for (int j = 0; j < 2; ++j) {
    *to.get() = in[threadIdx.x + 256 * j];
    ++to;
  }
  __syncthreads();
  out[threadIdx.x] = *from.get();
}

// --- Local arrays ------------------------------------------------------------------

__global__ void local(const float *in, float *out) {
  __shared__ float tile[2048];
  float *row[8];
  for (int i = 0; i < 8; ++i)
    row[i] = tile + 256 * i;
  for (int i = 0; i < 8; ++i)
    row[i][threadIdx.x] = in[threadIdx.x + 256 * i];
  out[threadIdx.x] = row[3][255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void localInOrder(const float *in, float *out) {
  __shared__ float tile[2048];
  float *row[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    row[i] = tile + 256 * i;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    row[i][threadIdx.x] = in[threadIdx.x + 256 * i];
  __syncthreads();
  out[threadIdx.x] = row[3][255 - threadIdx.x];
}

// Another row than any that is written.
__global__ void localApart(const float *in, float *out) {
  __shared__ float tile[1280];
  float *row[4];
  for (int i = 0; i < 4; ++i)
    row[i] = &tile[256 * i];
  tile[1024 + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    row[i][threadIdx.x] = in[threadIdx.x + 256 * i];
  out[threadIdx.x] = tile[1279 - threadIdx.x];
}

// Elements that a class keeps for it.
__global__ void inClass(const float *in, float *out) {
  __shared__ float tile[1024];
  Few<float *, 4> row;
  for (int i = 0; i < 4; ++i)
    row[i] = tile + 256 * i + threadIdx.x;
  for (int i = 0; i < 4; ++i)
    *row[i] = in[threadIdx.x + 256 * i];
  out[threadIdx.x] = tile[1023 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void inClassInOrder(const float *in, float *out) {
  __shared__ float tile[1024];
  Few<float *, 4> row;
  for (int i = 0; i < 4; ++i)
    row.data[i] = tile + 256 * i + threadIdx.x;
  for (int i = 0; i < 4; ++i)
    *row[i] = in[threadIdx.x + 256 * i];
  __syncthreads();
  out[threadIdx.x] = tile[1023 - threadIdx.x];
}

// --- Pointers that move on ---------------------------------------------------------

__global__ void moved(const float *in, float *out) {
  __shared__ float tile[2048];
  float *row[2];
  for (int i = 0; i < 2; ++i)
    row[i] = tile + 256 * i + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < 2; ++i)
      *row[i] = in[threadIdx.x + 256 * i + 512 * k];
    for (int i = 0; i < 2; ++i)
      row[i] += 512;
  }
  out[threadIdx.x] = tile[2047 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void movedInOrder(const float *in, float *out) {
  __shared__ float tile[2048];
  float *row[2];
  for (int i = 0; i < 2; ++i)
    row[i] = tile + 256 * i + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < 2; ++i)
      *row[i] = in[threadIdx.x + 256 * i + 512 * k];
    for (int i = 0; i < 2; ++i)
      row[i] = row[i] + 512;
  }
  __syncthreads();
  out[threadIdx.x] = tile[2047 - threadIdx.x];
}

// Once, not in each iteration of the loop that moves them: the third row is not touched.
__global__ void movedOnce(const float *in, float *out) {
  __shared__ float tile[1024];
  float *row[2];
  for (int i = 0; i < 2; ++i)
    row[i] = tile + 256 * i + threadIdx.x;
  tile[512 + threadIdx.x] = in[threadIdx.x];
  tile[768 + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 2; ++i)
    row[i] += 256;
  *row[0] = in[threadIdx.x];
  out[threadIdx.x] = tile[1023 - threadIdx.x] + tile[767 - threadIdx.x];
}

__global__ void movedOnceInto(const float *in, float *out) {
  __shared__ float tile[1024];
  float *row[2];
  for (int i = 0; i < 2; ++i)
    row[i] = tile + 256 * i + threadIdx.x;
  tile[512 + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 2; ++i)
    row[i] += 256;
  *row[1] = in[threadIdx.x];
  out[threadIdx.x] = tile[767 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}

// A round may say in several steps what its element is, and of several arrays.
__global__ void inSteps(const float *in, float *out) {
  __shared__ float left[512], right[512];
  float *to[2], *from[2];
  for (int i = 0; i < 2; ++i) {
    to[i] = left;
    from[i] = right + 256 * i;
    int column = threadIdx.x ^ i;
    to[i] += column + 256 * i;
    from[i] = from[i] + (to[i] - left) % 256;
  }
  for (int i = 0; i < 2; ++i)
    *to[i] = in[threadIdx.x];
  for (int i = 0; i < 2; ++i)
    *from[i] = in[threadIdx.x]; // silent: distinct-indices, own-part
  out[threadIdx.x] = left[511 - threadIdx.x] + // warn shared-memory-race: is read while another thread of the block may still write it
                     right[511 - threadIdx.x];
}

__global__ void inStepsInOrder(const float *in, float *out) {
  __shared__ float left[512], right[512];
  float *to[2], *from[2];
  for (int i = 0; i < 2; ++i) {
    to[i] = left;
    from[i] = right + 256 * i;
    int column = threadIdx.x ^ i;
    to[i] += column + 256 * i;
    from[i] += column;
  }
  for (int i = 0; i < 2; ++i)
    *to[i] = in[threadIdx.x];
  for (int i = 0; i < 2; ++i)
    *from[i] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = left[511 - threadIdx.x] + right[511 - threadIdx.x];
}

// --- Coordinates -------------------------------------------------------------------

struct Place {
  int at[2];
  __device__ Place(int row, int column) {
    at[0] = row;
    at[1] = column;
  }
  __device__ Place operator+(const Place &by) const {
    Place sum(0, 0);
    for (int i = 0; i < 2; ++i)
      sum.at[i] = at[i] + by.at[i];
    return sum;
  }
  __device__ Place &operator+=(const Place &by) {
    for (int i = 0; i < 2; ++i)
      at[i] += by.at[i];
    return *this;
  }
};

__global__ void byPlace(const float *in, float *out) {
  __shared__ float tile[16][32];
  Place own(threadIdx.x / 32, threadIdx.x % 32), next = own + Place(8, 0);
  tile[own.at[0]][own.at[1]] = in[threadIdx.x];
  tile[next.at[0]][next.at[1]] = in[threadIdx.x + 256];
  own += Place(1, 0);
  out[threadIdx.x] = tile[own.at[0]][own.at[1]]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void byPlaceInOrder(const float *in, float *out) {
  __shared__ float tile[16][32];
  Place own(threadIdx.x / 32, threadIdx.x % 32), next = own + Place(8, 0);
  tile[own.at[0]][own.at[1]] = in[threadIdx.x];
  tile[next.at[0]][next.at[1]] = in[threadIdx.x + 256];
  __syncthreads();
  own += Place(1, 0);
  out[threadIdx.x] = tile[own.at[0]][own.at[1]];
}

__global__ void byOwnPlace(const float *in, float *out) {
  __shared__ float tile[16][32];
  Place own(threadIdx.x / 32, threadIdx.x % 32), next = own + Place(8, 0);
  tile[own.at[0]][own.at[1]] = in[threadIdx.x];
  tile[next.at[0]][next.at[1]] = in[threadIdx.x + 256];
  own += Place(8, 0);
  out[threadIdx.x] = tile[own.at[0]][own.at[1]];
}

// --- One storage for two phases ----------------------------------------------------

union Storage {
  float operand[1024];
  float result[1024];
};

/// The address of shared memory as PTX takes it.
__device__ unsigned sharedAddress(const void *at) {
  unsigned number;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }"
      : "=r"(number)
      : "l"(at));
  return number;
}

__device__ void copyInto(float *to, const float *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                   sharedAddress(to)),
               "l"(from));
}

__global__ void persistent(const float *in, float *out, int tiles) {
  __shared__ Storage storage;
  for (int k = 0; k < tiles; ++k) {
    RowIterator<2> to(storage.operand, 256, threadIdx.x);
    for (int j = 0; j < 4; ++j) {
      copyInto(to.get(), in + threadIdx.x + 256 * j); // warn shared-memory-race: is copied to while another thread of the block may still read it in the previous iteration
      ++to;
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    float sum = storage.operand[255 - threadIdx.x];
    __syncthreads();
    storage.result[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x] = storage.result[255 - threadIdx.x];
  }
}

__global__ void persistentInOrder(const float *in, float *out, int tiles) {
  __shared__ Storage storage;
  for (int k = 0; k < tiles; ++k) {
    __syncthreads();
    RowIterator<2> to(storage.operand, 256, threadIdx.x);
    for (int j = 0; j < 4; ++j) {
      copyInto(to.get(), in + threadIdx.x + 256 * j);
      ++to;
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    float sum = storage.operand[255 - threadIdx.x];
    __syncthreads();
    storage.result[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x] = storage.result[255 - threadIdx.x];
  }
}

// --- Not followed ------------------------------------------------------------------

// What a round leaves hangs on a branch.
__global__ void chosenByBranch(const float *in, float *out, int k) {
  __shared__ float tile[1024];
  float *row[4];
  for (int i = 0; i < 4; ++i) {
    float *at = tile;
    if (i > k)
      at += 512;
    row[i] = at + threadIdx.x;
  }
  for (int i = 0; i < 4; ++i)
    *row[i] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

// Some rounds move their element on, and some do not.
__global__ void movedInSomeRounds(const float *in, float *out, int k) {
  __shared__ float tile[1024];
  float *row[4];
  for (int i = 0; i < 4; ++i) {
    row[i] = tile + threadIdx.x;
    if (i > k)
      row[i] += 512;
  }
  for (int i = 0; i < 4; ++i)
    *row[i] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

// Not all elements are assigned by the loop.
__global__ void inPart(const float *in, float *out) {
  __shared__ float tile[1024];
  float *row[4];
  row[3] = tile + 768 + threadIdx.x;
  for (int i = 0; i < 3; ++i)
    row[i] = tile + 256 * i + threadIdx.x;
  for (int i = 0; i < 4; ++i)
    *row[i] = in[threadIdx.x];
  out[threadIdx.x] = *row[3];
}

void launch(const float *in, float *out, int n) {
  iterated<<<1, 256>>>(in, out);
  iteratedInOrder<<<1, 256>>>(in, out);
  iteratedByItself<<<1, 256>>>(in, out);
  iteratedFromTheMiddle<<<1, 256>>>(in, out);
  iteratedFromTheMiddleInOrder<<<1, 256>>>(in, out);
  local<<<1, 256>>>(in, out);
  localInOrder<<<1, 256>>>(in, out);
  localApart<<<1, 256>>>(in, out);
  inClass<<<1, 256>>>(in, out);
  inClassInOrder<<<1, 256>>>(in, out);
  moved<<<1, 256>>>(in, out);
  movedInOrder<<<1, 256>>>(in, out);
  movedOnce<<<1, 256>>>(in, out);
  movedOnceInto<<<1, 256>>>(in, out);
  inSteps<<<1, 256>>>(in, out);
  inStepsInOrder<<<1, 256>>>(in, out);
  byPlace<<<1, 256>>>(in, out);
  byPlaceInOrder<<<1, 256>>>(in, out);
  byOwnPlace<<<1, 256>>>(in, out);
  persistent<<<8, 256>>>(in, out, n);
  persistentInOrder<<<8, 256>>>(in, out, n);
  chosenByBranch<<<1, 256>>>(in, out, n);
  movedInSomeRounds<<<1, 256>>>(in, out, n);
  inPart<<<1, 256>>>(in, out);
}

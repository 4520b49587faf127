// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-divergent-barrier --block-dim=128
//
// Coordinates in small arrays of a thread's own that loops fill: where elements
// are not told apart, nothing is known of them, but that threads differ.

template <int Rank> struct Coord {
  int at[Rank];
  __device__ explicit Coord(int value = 0) {
    for (int i = 0; i < Rank; ++i)
      at[i] = value;
  }
  __device__ Coord(const int (&values)[Rank]) {
    for (int i = 0; i < Rank; ++i)
      at[i] = values[i];
  }
  __device__ Coord operator+(const Coord &other) const {
    Coord sum;
    for (int i = 0; i < Rank; ++i)
      sum.at[i] = at[i] + other.at[i];
    return sum;
  }
};

struct Cell : Coord<2> {
  __device__ Cell(const Coord<2> &other) : Coord<2>(other) {}
  __device__ Cell(int row, int column) : Coord<2>(of(row, column)) {}
  __device__ static Coord<2> of(int row, int column) {
    int values[2] = {row, column};
    return Coord<2>(values);
  }
  __device__ Cell operator+(const Coord<2> &other) const { return Cell(Coord<2>::operator+(other)); }
  __device__ const int &row() const { return at[0]; }
  __device__ const int &column() const { return at[1]; }
};

__global__ void tiles(float *out, int rows, int columns, int pitch) {
  Cell first((blockIdx.x * blockDim.x + threadIdx.x) * 4, blockIdx.y * 4);
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) {
      Cell cell = first + Cell(i, j);
      if (cell.row() < rows && cell.column() < columns)
        out[cell.row() + pitch * cell.column()] = threadIdx.x; // silent: pitch
    }
}

__global__ void sum(float *out) {
  Coord<2> all(blockIdx.x * blockDim.x + threadIdx.x);
  Coord<2> cell = all + Coord<2>(3);
  out[cell.at[0]] = threadIdx.x;
}

// One element is set after all were.
__device__ Coord<2> inRow(int row) {
  Coord<2> cell;
  cell.at[0] = row;
  return cell;
}
__global__ void oneOfThem(float *out) {
  Coord<2> cell = inRow(blockIdx.x * blockDim.x + threadIdx.x);
  out[cell.at[0]] = threadIdx.x;
}
__global__ void theOtherOne(float *out) {
  Coord<2> cell = inRow((blockIdx.x * blockDim.x + threadIdx.x) / 2);
  out[cell.at[0]] = threadIdx.x; // warn global-memory-race: not all of them write the same
}

// --- What a constructor's loop has stored is not the same for all ------------

__global__ void filled(float *out) {
  Coord<2> cell(threadIdx.x);
  if (cell.at[0] > 7)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
}

__global__ void filledAndAdded(float *out) {
  Coord<2> cell = Coord<2>(threadIdx.x) + Coord<2>(3);
  if (cell.at[0] > 7)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
}

__global__ void filledAlike(float *out) {
  Coord<2> cell = Coord<2>(blockIdx.x) + Coord<2>(3);
  if (cell.at[0] > 7)
    __syncthreads();
}

// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Each thread packs into its row what is not zero of its input: how many that
// are, at most, the data promise (two of four in a sparse matrix).

constexpr int Chunks = 32, RowLength = 64;

__global__ void __launch_bounds__(128)
    packRows(const int *in, int *out, int chunks) {
  __shared__ int kept[128 * RowLength];
  int row = threadIdx.x;
  for (int chunk = 0; chunk < Chunks; ++chunk) {
    if (chunk >= chunks)
      break;
    int n = 0;
    for (int e = 0; e < 4; ++e) {
      int v = in[(row * Chunks + chunk) * 4 + e];
      if (v != 0) {
        kept[row * RowLength + chunk * 2 + n] = v; // silent: in-row
        ++n;
      }
    }
    if (n == 1)
      kept[row * RowLength + chunk * 2 + 1] = 0;
  }
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x * RowLength];
}

// The same by a pointer to the chunk, in a loop that ends by itself.
__global__ void __launch_bounds__(64)
    packChunks(const int *in, int *out, int length) {
  __shared__ int head[16];
  __shared__ int kept[64 * 32];
  int t = threadIdx.x;
#pragma unroll
  for (int chunk = 0; chunk < 8; ++chunk) {
    int n = 0, *row = kept + t * 32 + chunk * 4;
    for (int e = 0; e != 8; ++e)
      if (in[t * 64 + chunk * 8 + e] > length)
        row[n++] = e; // silent: in-row
  }
  if (t < 16)
    head[t] = length;
  __syncthreads();
  out[t] = kept[t * 32] + head[t % 16];
}

// How many there may be does not fit into a row of the thread's own.
__global__ void __launch_bounds__(128)
    packRow(const int *in, int *out, int length) {
  __shared__ int kept[128 * 8];
  int t = threadIdx.x, n = 0;
  for (int e = 0; e < 12; ++e)
    if (in[t * 12 + e] > length)
      kept[t * 8 + n++] = e; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[t] = kept[t * 8];
}

// Nothing chooses how many.
__global__ void __launch_bounds__(128) packAll(const int *in, int *out) {
  __shared__ int kept[128 * RowLength];
  int row = threadIdx.x;
  for (int chunk = 0; chunk < Chunks; ++chunk) {
    int n = 0;
    for (int e = 0; e < 4; ++e) {
      kept[row * RowLength + chunk * 2 + n] = in[e]; // warn shared-memory-race: is written by several threads at once
      ++n;
    }
  }
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x * RowLength];
}

// The kernel itself says how many there may be, and its rows are shorter.
__global__ void __launch_bounds__(128)
    packUpTo(const int *in, int *out, int length) {
  __shared__ int kept[128 * 8];
  int t = threadIdx.x, n = 0;
  for (int e = 0; e < 32; ++e)
    if (in[t * 32 + e] > length && n < 12)
      kept[t * 8 + n++] = e; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[t] = kept[t * 8];
}

// Rows are shorter than what the other indices run through.
__global__ void __launch_bounds__(128) shortRows(const int *in, int *out) {
  __shared__ int kept[128 * RowLength];
  int row = threadIdx.x;
  for (int chunk = 0; chunk < Chunks; ++chunk) {
    int n = 0;
    for (int e = 0; e < 4; ++e) {
      int v = in[(row * Chunks + chunk) * 4 + e];
      if (v != 0) {
        kept[row * (RowLength / 2) + chunk * 2 + n] = v; // warn shared-memory-race: is written by several threads at once
        ++n;
      }
    }
  }
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x * RowLength];
}

// All threads pack into one row.
__global__ void __launch_bounds__(128) packTogether(const int *in, int *out) {
  __shared__ int kept[RowLength];
  for (int chunk = 0; chunk < Chunks; ++chunk) {
    int n = 0;
    for (int e = 0; e < 4; ++e) {
      int v = in[(threadIdx.x * Chunks + chunk) * 4 + e];
      if (v != 0) {
        kept[chunk * 2 + n] = v; // warn shared-memory-race: is written by several threads at once
        ++n;
      }
    }
  }
  __syncthreads();
  out[threadIdx.x] = kept[threadIdx.x % RowLength];
}

// What is packed is read across rows with no barrier between.
__global__ void __launch_bounds__(128) readsNext(const int *in, int *out) {
  __shared__ int kept[128 * 8];
  int t = threadIdx.x, n = 0;
  for (int e = 0; e < 8; ++e)
    if (in[t * 8 + e] != 0)
      kept[t * 8 + n++] = e;
  out[t] = kept[(t + 32) % 128 * 8 + 1]; // warn shared-memory-race: is read while another thread of the block may still write it
}

// Two halves in turn, of states of which the host knows how many there are, and
// behind them what the other threads have.
constexpr int MostStates = 256;

template <int Begin>
__global__ void statesInTurn(float *out, const float *in, int states, int parts) {
  extern __shared__ char memory[];
  float *carried = reinterpret_cast<float *>(memory + Begin);
  for (int part = parts - 1; part >= 0; --part)
    for (int state = 0; state < states; ++state) {
      carried[threadIdx.x == 0 ? state + (part % 2) * MostStates : threadIdx.x + 2 * MostStates] = // silent: in-row
          in[state + threadIdx.x];
      __syncthreads();
      out[threadIdx.x] += carried[threadIdx.x + 2 * MostStates];
      __syncthreads();
    }
}

__global__ void statesByParity(float *out, const float *in, int states, int parts) {
  __shared__ float carried[3 * MostStates];
  for (int part = 0; part < parts; ++part)
    for (int state = 0; state < states; ++state) {
      if (threadIdx.x == 0)
        carried[(part & 1) * MostStates + state] = in[state]; // silent: in-row
      else
        carried[2 * MostStates + threadIdx.x] = in[state + threadIdx.x];
      __syncthreads();
    }
}

// A loop that the kernel itself lets run on.
__global__ void moreStatesThanRoom(float *out, const float *in, int parts) {
  __shared__ float carried[3 * MostStates];
  for (int part = 0; part < parts; ++part)
    for (int state = 0; state < 300; ++state) {
      if (threadIdx.x == 0)
        carried[(part & 1) * MostStates + state] = in[state]; // warn shared-memory-race: may still write it
      else
        carried[2 * MostStates + threadIdx.x] = in[state + threadIdx.x];
      __syncthreads();
    }
}
void launchStates(float *out, const float *in, int states, int parts) {
  statesInTurn<4208><<<1, 64, 8192>>>(out, in, states, parts);
  statesByParity<<<1, 64>>>(out, in, states, parts);
  moreStatesThanRoom<<<1, 64>>>(out, in, parts);
}

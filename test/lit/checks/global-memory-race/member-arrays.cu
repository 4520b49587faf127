// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race
//
// An index into a member that is an array stays inside of it, wherever the
// structure lies.

struct Cut {
  int used, sign, leaves[4], count;
};

__device__ int sumOf(const Cut *cut, const int *weight) {
  int sum = 0;
  for (int i = 0; i < cut->count; i++)
    sum += weight[cut->leaves[i]];
  return sum;
}

// Each thread has a structure of its own.
__global__ void ownCuts(Cut *cuts, const int *weight, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Cut *cut = cuts + i * 8;
    cut->used = 1;
    cut->sign = 1 << (i & 31);
    cut->leaves[0] = i;
    out[i] = sumOf(cut, weight); // silent: in-bounds
  }
}

// Of two dimensions, by an index that is read.
struct Grid {
  float row[3][5];
  float last;
};
__global__ void ownGrids(Grid *all, const int *at) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[i].row[2][at[i]] = i; // silent: distinct-indices
  all[i].last = all[i].row[1][at[0]]; // silent: no-alias
}

// In shared memory, by a pointer to a member.
__global__ void sharedMembers(const int *in, int *out, int n) {
  __shared__ Cut own[64];
  Cut &mine = own[threadIdx.x];
  int *leaf = mine.leaves;
  mine.sign = in[threadIdx.x];
  for (int k = 0; k < n; k++)
    out[threadIdx.x] += leaf[k]; // silent: in-bounds
}

// The next thread's structure, inside of the array.
__global__ void nextCut(Cut *cuts, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cuts[i].leaves[2] = i;
  for (int k = 0; k < n; k++)
    out[i] += cuts[i + 1].leaves[k]; // warn global-memory-race: is read while
}

// A last member of one element stands for as many as there are behind it.
struct Open {
  int count;
  int data[1];
};
__global__ void openEnd(Open *all, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  all->data[i] = i;
  out[i] = all->data[i + 1]; // warn global-memory-race: is read while
}

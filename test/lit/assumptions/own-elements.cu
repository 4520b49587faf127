// RUN: %verify %s --checks=-*,warplint-missing-fence --prefix=ON
// RUN: %verify %s --checks=-*,warplint-missing-fence --prefix=OFF --assume=no-own-elements
//
// Each thread reads where its element is, writes there and reads it back.
// ON-no-findings

__global__ void visit(const int *at, int *data, volatile int *seen) {
  int mine = at[blockIdx.x * blockDim.x + threadIdx.x];
  data[mine] = 1;
  seen[mine] = 1; // OFF-warn missing-fence: announces 'data'
  while (seen[mine] == 0)
    ;
  data[mine] += 1; // OFF-warn missing-fence: 'data' is read after the flag 'seen'
}

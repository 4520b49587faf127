// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// The columns of one row of a sparse matrix differ. That what is added is such a
// matrix is an assumption, which is counted.

__global__ void addRows(float *matrix, int rows, int pitch, float factor, const int *begins, const int *columns,
                        const float *values) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row < rows) {
    const int end = begins[row + 1];
    for (int n = begins[row] + threadIdx.x; n < end; n += 32)
      matrix[row * pitch + columns[n]] += factor * values[n]; // silent: distinct-indices
  }
}
// Those of two rows need not.
__global__ void addColumns(float *sums, int rows, float factor, const int *begins, const int *columns,
                           const float *values) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row < rows) {
    const int end = begins[row + 1];
    for (int n = begins[row] + threadIdx.x; n < end; n += 32)
      sums[columns[n]] += factor * values[n]; // warn non-atomic-update: is read, changed and written back
  }
}
// Keys that are counted are no columns.
__global__ void countKeys(int *counts, int parts, int keys, const int *begins, const int *key) {
  const int part = blockIdx.x * blockDim.y + threadIdx.y;
  if (part < parts) {
    const int end = begins[part + 1];
    for (int n = begins[part] + threadIdx.x; n < end; n += 32)
      counts[part * keys + key[n]] += 1; // warn non-atomic-update: is read, changed and written back
  }
}
// Nor are they where each has a weight.
__global__ void addWeights(float *sums, int parts, int keys, const int *begins, const int *key, const float *weight) {
  const int part = blockIdx.x * blockDim.y + threadIdx.y;
  if (part < parts)
    for (int n = begins[part] + threadIdx.x; n < begins[part + 1]; n += 32)
      sums[part * keys + key[n]] += weight[n]; // warn non-atomic-update: is read, changed and written back
}
__global__ void addWeightsToSum(double *sums, int parts, int keys, const int *begins, const int *key,
                                const float *weight) {
  const int part = blockIdx.x * blockDim.y + threadIdx.y;
  if (part < parts)
    for (int n = begins[part] + threadIdx.x; n < begins[part + 1]; n += 32)
      sums[part * keys + key[n]] = (double)weight[n] + sums[part * keys + key[n]]; // warn non-atomic-update: is read, changed and written back
}
__global__ void subtractProduct(float *matrix, int rows, int pitch, const float *x, const int *begins,
                                const int *columns, const float *values) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row < rows)
    for (int n = begins[row] + threadIdx.x; n < begins[row + 1]; n += 32)
      matrix[row * pitch + columns[n]] = fmaf(values[n], x[columns[n]], matrix[row * pitch + columns[n]]); // silent: distinct-indices
}
void launch(float *matrix, float *sums, int *counts, int rows, int pitch, float factor, const int *begins,
            const int *columns, const float *values) {
  const dim3 block(32, 8);
  addRows<<<(rows + 7) / 8, block>>>(matrix, rows, pitch, factor, begins, columns, values);
  addColumns<<<(rows + 7) / 8, block>>>(sums, rows, factor, begins, columns, values);
  countKeys<<<(rows + 7) / 8, block>>>(counts, rows, pitch, begins, columns);
  addWeights<<<(rows + 7) / 8, block>>>(sums, rows, pitch, begins, columns, values);
  addWeightsToSum<<<(rows + 7) / 8, block>>>((double *)sums, rows, pitch, begins, columns, values);
  subtractProduct<<<(rows + 7) / 8, block>>>(matrix, rows, pitch, sums, begins, columns, values);
}

// RUN: %verify %s --checks=-*,warplint-global-memory-race
// Pitches of several objects.

// Each block has a part of d of its own: rows of s are no rows of d.
__global__ void tiles(const float *s, int rows, float *d, int columns, int n, int batch) {
  for (int i = 0; i < n; ++i) {
    int col = i * 128 + threadIdx.x;
    d[blockIdx.x * 1024 + col % 64 + (col / 64) * columns + blockIdx.z * batch] = s[threadIdx.x % 16 * rows + blockIdx.x * 1024 + col]; // silent: no-alias
  }
}
// All batches write the same part.
__global__ void noBatch(const float *s, int rows, float *d, int columns, int n, int batch) {
  for (int i = 0; i < n; ++i) {
    int col = i * 128 + threadIdx.x;
    d[blockIdx.x * 1024 + col % 64 + (col / 64) * columns] = s[threadIdx.x % 16 * rows + blockIdx.x * 1024 + col + blockIdx.z * batch]; // warn global-memory-race: is written by several threads at once
  }
}
// Tiles are wider than what lies between them.
__global__ void wideTiles(const float *s, int rows, float *d, int columns, int n, int batch) {
  for (int i = 0; i < n; ++i) {
    int col = i * 128 + threadIdx.x;
    d[blockIdx.x * 32 + col % 64 + (col / 64) * columns + blockIdx.z * batch] = s[threadIdx.x % 16 * rows + blockIdx.x * 1024 + col]; // warn global-memory-race: is written by several threads at once
  }
}

struct Sizes { int tiles, rows, columns, rounds, batch, batches; };
void launch(const float *s, float *d, const Sizes &z) {
  dim3 g(z.tiles, 1, z.batches);
  tiles<<<g, 128>>>(s, z.rows, d, z.columns, z.rounds, z.batch);
  noBatch<<<g, 128>>>(s, z.rows, d, z.columns, z.rounds, z.batch);
  wideTiles<<<g, 128>>>(s, z.rows, d, z.columns, z.rounds, z.batch);
}

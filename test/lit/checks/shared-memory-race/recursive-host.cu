// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Host code that calls itself, and that walks through many functions, on the way
// to a launch: the launches behind it are seen all the same.

#include <cuda_runtime.h>

struct Node {
  Node *children[8];
  int count, first;
};

static bool isWhole(const Node *node, int depth) {
  if (depth == 0)
    return node->count > 0;
  return isWhole(node->children[0], depth - 1) &&
         isWhole(node->children[1], depth - 1) &&
         isWhole(node->children[2], depth - 1) &&
         isWhole(node->children[3], depth - 1) &&
         isWhole(node->children[4], depth - 1) &&
         isWhole(node->children[5], depth - 1) &&
         isWhole(node->children[6], depth - 1) &&
         isWhole(node->children[7], depth - 1);
}

static int sizeOf(const Node *node) {
  if (!node)
    return 0;
  int size = 1;
  for (int i = 0; i < 8; ++i)
    size += sizeOf(node->children[i]);
  return size + sizeOf(node->children[0]) + sizeOf(node->children[1]);
}

__global__ void partnerOfOneWarp(const float *in, float *out) {
  __shared__ float cells[64];
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[(t + 32) % 64];
}

__global__ void partnerOfTwoWarps(const float *in, float *out) {
  __shared__ float cells[64];
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[(t + 32) % 64]; // warn shared-memory-race: is read while another thread of the block may still write it
}

int run(const Node *root, int depth, const float *in, float *out) {
  if (!isWhole(root, depth) || sizeOf(root) > 1024)
    return 1;
  partnerOfOneWarp<<<4, 32>>>(in, out);
  partnerOfTwoWarps<<<4, 64>>>(in, out);
  if (sizeOf(root) == 7 && isWhole(root, 2))
    partnerOfTwoWarps<<<8, 64>>>(in, out);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// A size that a function computes by calling itself once is any size.
static int roundedUp(int n) { return n <= 1 ? 1 : 2 * roundedUp((n + 1) / 2); }

__global__ void ofAnySize(const float *in, float *out) {
  __shared__ float cells[64];
  int t = threadIdx.x;
  cells[t % 64] = in[t];
  out[t] = cells[(t + 32) % 64]; // warn shared-memory-race: is read while another thread of the block may still write it
}

void runAny(int n, const float *in, float *out) {
  ofAnySize<<<4, roundedUp(n)>>>(in, out);
}

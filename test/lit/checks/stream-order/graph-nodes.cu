// RUN: %verify %s --checks=-*,warplint-stream-order,warplint-host-sync
//
// Nodes that calls add to a graph run beside each other, unless a path of edges
// leads from one to the other.

#include <vector>

__global__ void fill(int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = i;
}
__global__ void doubled(const int *from, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = 2 * from[i];
}

struct Built {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStream_t stream;
  int *in, *out, *host, n = 256;
  Built() {
    cudaGraphCreate(&graph, 0);
    cudaStreamCreate(&stream);
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 1024);
    cudaMallocHost(&host, 1024);
  }
  cudaGraphNode_t addFill(const cudaGraphNode_t *behind, size_t count) {
    cudaGraphNode_t node;
    void *args[] = {&in, &n};
    cudaKernelNodeParams params = {};
    params.func = (void *)fill;
    params.gridDim = dim3(1);
    params.blockDim = dim3(256);
    params.kernelParams = args;
    cudaGraphAddKernelNode(&node, graph, behind, count, &params);
    return node;
  }
  cudaGraphNode_t addDoubled(const cudaGraphNode_t *behind, size_t count) {
    cudaGraphNode_t node;
    void *args[] = {&in, &out, &n};
    cudaKernelNodeParams params = {};
    params.func = (void *)doubled;
    params.kernelParams = args;
    cudaGraphAddKernelNode(&node, graph, behind, count, &params); // warn stream-order: the kernel 'doubled' reads memory that the kernel 'fill' may still write
    return node;
  }
  void run() {
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
  }
};

void noEdge() {
  Built b;
  b.addFill(nullptr, 0);
  b.addDoubled(nullptr, 0);
  b.run();
}

void oneEdge() {
  Built b;
  cudaGraphNode_t first = b.addFill(nullptr, 0);
  b.addDoubled(&first, 1);
  b.run();
}

// Edges are as good in either order of the calls.
void behindEmptyNode() {
  Built b;
  cudaGraphNode_t first = b.addFill(nullptr, 0), joint;
  cudaGraphAddEmptyNode(&joint, b.graph, &first, 1);
  std::vector<cudaGraphNode_t> behind;
  behind.push_back(joint);
  b.addDoubled(behind.data(), behind.size());
  b.run();
}

void edgesLater(const cudaGraphNode_t *from, const cudaGraphNode_t *to) {
  Built b;
  b.addFill(nullptr, 0);
  b.addDoubled(nullptr, 0);
  cudaGraphAddDependencies(b.graph, from, to, nullptr, 1);
  b.run();
}

void someEdges(cudaGraphNode_t *behind, int count) {
  Built b;
  b.addFill(nullptr, 0);
  b.addDoubled(behind, count);
  b.run();
}

void copyBesideMemset() {
  Built b;
  cudaGraphNode_t cleared, copied;
  cudaMemsetParams set = {};
  set.dst = b.in;
  set.elementSize = 4;
  set.width = 256;
  set.height = 1;
  cudaGraphAddMemsetNode(&cleared, b.graph, nullptr, 0, &set);
  cudaGraphAddMemcpyNode1D(&copied, b.graph, nullptr, 0, b.host, b.in, 1024, cudaMemcpyDeviceToHost); // warn stream-order: 'cudaGraphAddMemcpyNode1D()' reads memory that 'cudaGraphAddMemsetNode()' may still write
  b.run();
}

int copyBehindMemset() {
  Built b;
  cudaGraphNode_t nodes[2];
  cudaMemsetParams set = {.dst = b.in, .elementSize = 4, .width = 256, .height = 1};
  cudaGraphAddMemsetNode(&nodes[0], b.graph, nullptr, 0, &set);
  cudaGraphAddMemcpyNode1D(&nodes[1], b.graph, nodes, 1, b.host, b.in, 1024, cudaMemcpyDeviceToHost);
  b.run();
  return b.host[0]; // warn host-sync: the host reads 'host' while an asynchronous copy may still write it
}

// What a graph is being made of has not run yet.
int readsBeforeLaunch() {
  Built b;
  cudaGraphNode_t copied;
  cudaGraphAddMemcpyNode1D(&copied, b.graph, nullptr, 0, b.host, b.in, 1024, cudaMemcpyDeviceToHost);
  int before = b.host[0];
  b.run();
  cudaStreamSynchronize(b.stream);
  return before + b.host[0];
}

void changed(cudaKernelNodeParams *params) {
  Built b;
  cudaGraphNode_t first = b.addFill(nullptr, 0);
  b.addDoubled(nullptr, 0);
  cudaGraphKernelNodeSetParams(first, params);
  b.run();
}

void loneGraphs() {
  for (int i = 0; i < 3; ++i) {
    Built b;
    cudaGraphNode_t first = b.addFill(nullptr, 0);
    b.addDoubled(&first, 1);
    b.run();
  }
}

// RUN: %verify %s --checks=-*,warplint-stream-order --certainty=model
//
// An event belongs to the device that was current when it was made, and cannot
// be recorded in a stream of another one.

__global__ void fill(int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = i;
}

struct Stage {
  cudaStream_t stream;
  cudaEvent_t done;
  int device;
  Stage(int on) : device(on) {
    cudaSetDevice(on);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  }
};

// The event of the other device is recorded nowhere.
void otherDevice() {
  int *data;
  cudaMallocManaged(&data, 4096);
  Stage first(0), second(1);
  cudaSetDevice(0);
  fill<<<1, 256, 0, first.stream>>>(data, 256);
  cudaEventRecord(second.done, first.stream);
  cudaStreamWaitEvent(second.stream, second.done, 0);
  cudaSetDevice(1);
  fill<<<1, 256, 0, second.stream>>>(data, 256); // warn stream-order: the kernel 'fill' writes memory that the kernel 'fill' may still write in another stream
}

void ownDevice() {
  int *data;
  cudaMallocManaged(&data, 4096);
  Stage first(0), second(1);
  cudaSetDevice(0);
  fill<<<1, 256, 0, first.stream>>>(data, 256);
  cudaEventRecord(first.done, first.stream);
  cudaStreamWaitEvent(second.stream, first.done, 0);
  cudaSetDevice(1);
  fill<<<1, 256, 0, second.stream>>>(data, 256);
}

// Another thread of control may have chosen any device.
void choose();
void unknownDevice() {
  int *data;
  cudaMallocManaged(&data, 4096);
  cudaStream_t stream, other;
  cudaEvent_t done;
  choose();
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaSetDevice(1);
  cudaEventCreate(&done);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  fill<<<1, 256, 0, stream>>>(data, 256);
  cudaEventRecord(done, stream);
  cudaStreamWaitEvent(other, done, 0);
  fill<<<1, 256, 0, other>>>(data, 256);
}

void argumentDevice(int device) {
  int *data;
  cudaMallocManaged(&data, 4096);
  Stage first(device), second(1);
  fill<<<1, 256, 0, first.stream>>>(data, 256);
  cudaEventRecord(second.done, first.stream);
  cudaStreamWaitEvent(second.stream, second.done, 0);
  fill<<<1, 256, 0, second.stream>>>(data, 256);
}

// The program starts with device 0.
int main() {
  int *data;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMallocManaged(&data, 4096);
  Stage second(1);
  fill<<<1, 256, 0, second.stream>>>(data, 256);
  cudaEvent_t late;
  cudaSetDevice(0);
  cudaEventCreate(&late);
  cudaEventRecord(late, second.stream);
  cudaStreamWaitEvent(stream, late, 0);
  fill<<<1, 256, 0, stream>>>(data, 256); // warn stream-order: the kernel 'fill' writes memory that the kernel 'fill' may still write in another stream
}

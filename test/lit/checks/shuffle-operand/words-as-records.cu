// RUN: %verify %s --checks=-*,warplint-shuffle-operand
// Words that are read as another type have the values that were stored as words.
struct Pair {
  unsigned status;
  int value;
};
struct Left {
  int a, b;
};
struct Right {
  int c, d;
};
struct Both : Left, Right {
  int e;
};

__global__ void readAtOnce(int *out, const uint2 *in) {
  Pair p;
  {
    uint2 w;
    asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];"
                 : "=r"(w.x), "=r"(w.y) : "l"(in + threadIdx.x) : "memory");
    p = reinterpret_cast<Pair &>(w);
  }
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, p.value, 1);
}
__global__ void bothWords(int *out, const uint2 *in) {
  uint2 w;
  w.x = in->x;
  w.y = in->y;
  const Pair *p = (const Pair *)&w;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, p->value + p->status, 1);
}
__global__ void inMember(int *out, const uint2 *in) {
  struct {
    uint2 w;
    int k;
  } s;
  s.w = in[threadIdx.x];
  Pair &p = reinterpret_cast<Pair &>(s.w);
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, p.value, 1);
}
__global__ void asArray(int *out, const int *in) {
  int w[2];
  w[0] = in[0];
  w[1] = in[1];
  Pair p = *(Pair *)w;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, p.value, 1);
}

__global__ void nothing(int *out) {
  uint2 w;
  Pair p = reinterpret_cast<Pair &>(w);
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, p.value, 1); // warn shuffle-operand: reads a variable that has no value
}
__global__ void otherMember(int *out) {
  Pair p;
  p.status = 3;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, p.value, 1); // warn shuffle-operand: reads a variable that has no value
}
__global__ void otherBase(int *out) {
  Both b;
  b.a = 1;
  b.b = 2;
  b.e = 3;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, b.c, 1); // warn shuffle-operand: reads a variable that has no value
}
void run(int *out, const uint2 *in) {
  readAtOnce<<<1, 32>>>(out, in);
  bothWords<<<1, 32>>>(out, in);
  inMember<<<1, 32>>>(out, in);
  asArray<<<1, 32>>>(out, (const int *)in);
  nothing<<<1, 32>>>(out);
  otherMember<<<1, 32>>>(out);
  otherBase<<<1, 32>>>(out);
}

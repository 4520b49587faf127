// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Bases lie one behind the other in an object, whichever way the code reaches
// them, and bit-fields of one word are one place.

struct First { int a[64]; };
struct Second { int b[64]; };
struct Both : First, Second { int c[64]; };
struct Virtual { virtual __device__ void f() {} };
struct Behind : Virtual, Second { int d[64]; };

__global__ void directly(int *out) {
  __shared__ Both s;
  s.a[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s.b[63 - threadIdx.x];
}
__device__ int byReference(Second &x, int i) { return x.b[i]; }
__device__ int byPointer(const Second *x, int i) { return x->b[i]; }
__global__ void referred(int *out) {
  __shared__ Both s;
  s.a[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = byReference(s, 63 - threadIdx.x);
}
__global__ void pointed(int *out) {
  __shared__ Both s;
  s.c[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = byPointer(&s, 63 - threadIdx.x);
}
__global__ void pointedRace(int *out) {
  __shared__ Both s;
  s.b[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = byPointer(&s, 63 - threadIdx.x); // warn shared-memory-race: 's.b[0]' is read
}
__global__ void asWords(int *out) {
  __shared__ Both s;
  s.b[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = reinterpret_cast<int *>(&s)[63 - threadIdx.x];
}
__global__ void asWordsRace(int *out) {
  __shared__ Both s;
  s.b[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = reinterpret_cast<int *>(&s)[127 - threadIdx.x]; // warn shared-memory-race: may still write it
}
__global__ void asWordsOfBase(int *out) {
  extern __shared__ int raw[];
  Second *of = reinterpret_cast<Both *>(raw);
  of->b[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = raw[63 - threadIdx.x];
}
__global__ void asWordsOfBaseRace(int *out) {
  extern __shared__ int raw[];
  Second *of = reinterpret_cast<Both *>(raw);
  of->b[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = raw[127 - threadIdx.x]; // warn shared-memory-race: may still write it
}
__global__ void thereAndBack(int *out) {
  __shared__ Both s;
  Second *base = &s;
  Both *whole = static_cast<Both *>(base);
  s.a[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = whole->a[63 - threadIdx.x]; // warn shared-memory-race: may still write it
}
struct Middle : Second {
  __device__ int take(int i) const { return b[i]; }
  __device__ Second &second() { return *this; }
};
struct Deep : First, Middle {};
__global__ void twoSteps(int *out) {
  __shared__ Deep s;
  s.a[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s.take(63 - threadIdx.x) + s.second().b[63 - threadIdx.x];
}
__global__ void twoStepsRace(int *out) {
  __shared__ Deep s;
  s.second().b[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = static_cast<Second &>(s).b[63 - threadIdx.x]; // warn shared-memory-race: may still write it
}
// An element of an array of such objects, and a base behind a table of virtual
// functions that is not its own.
__global__ void elements(int *out) {
  __shared__ Both s[4];
  s[1].b[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = reinterpret_cast<int *>(s)[192 + threadIdx.x];
}
__global__ void elementsRace(int *out) {
  __shared__ Both s[4];
  s[1].b[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = reinterpret_cast<int *>(s)[319 - threadIdx.x]; // warn shared-memory-race: may still write it
}
__global__ void behindTable(int *out) {
  extern __shared__ int raw[];
  Behind *of = reinterpret_cast<Behind *>(raw);
  of->b[threadIdx.x] = threadIdx.x;
  __syncthreads();
  raw[threadIdx.x + 66] = 1;
  out[threadIdx.x] = of->b[threadIdx.x];
}
__global__ void behindTableRace(int *out) {
  extern __shared__ int raw[];
  Behind *of = reinterpret_cast<Behind *>(raw);
  of->b[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = raw[65 - threadIdx.x]; // warn shared-memory-race: may still write it
}
// Objects of a thread hold the same values as before.
__global__ void inRegisters(int *out) {
  __shared__ int s[64];
  struct Pair : First, Second {} mine;
  Second &part = mine;
  part.b[0] = threadIdx.x;
  s[mine.b[0]] = 1;
  out[threadIdx.x] = s[part.b[0]];
}

struct Word { unsigned a : 4; unsigned b : 4; unsigned c : 24; };
struct Words { unsigned a : 4; unsigned : 0; unsigned c : 24; };
struct Bytes { unsigned char a : 4; unsigned char b : 8; };
__global__ void neighbours(unsigned *out) {
  __shared__ Word t[64];
  t[threadIdx.x].c = threadIdx.x;
  out[threadIdx.x] = t[threadIdx.x].a;
}
__global__ void neighboursRace(unsigned *out) {
  __shared__ Word t[64];
  t[threadIdx.x].c = threadIdx.x;
  out[threadIdx.x] = t[63 - threadIdx.x].a; // warn shared-memory-race: may still write it
}
template <class Of> __global__ void two(unsigned *out) {
  __shared__ Of t;
  if (threadIdx.x == 0)
    t.a = 1;
  if (threadIdx.x == 40)
    t.c = 2; // warn shared-memory-race: may still write it
  __syncthreads();
  out[threadIdx.x] = t.a + t.c;
}
template <class Of> __global__ void apart(unsigned *out) {
  __shared__ Of t;
  if (threadIdx.x == 0)
    t.a = 1;
  if (threadIdx.x == 40)
    t.b = 2;
  __syncthreads();
  out[threadIdx.x] = t.a + t.b;
}
template <class Of> __global__ void apartToo(unsigned *out) {
  __shared__ Of t;
  if (threadIdx.x == 0)
    t.a = 1;
  if (threadIdx.x == 40)
    t.c = 2;
  __syncthreads();
  out[threadIdx.x] = t.a + t.c;
}
void launch(int *i, unsigned *u) {
  directly<<<1, 64>>>(i);
  referred<<<1, 64>>>(i);
  pointed<<<1, 64>>>(i);
  pointedRace<<<1, 64>>>(i);
  asWords<<<1, 64>>>(i);
  asWordsRace<<<1, 64>>>(i);
  asWordsOfBase<<<1, 64, 1024>>>(i);
  asWordsOfBaseRace<<<1, 64, 1024>>>(i);
  thereAndBack<<<1, 64>>>(i);
  twoSteps<<<1, 64>>>(i);
  twoStepsRace<<<1, 64>>>(i);
  elements<<<1, 64>>>(i);
  elementsRace<<<1, 64>>>(i);
  behindTable<<<1, 64, 1024>>>(i);
  behindTableRace<<<1, 64, 1024>>>(i);
  inRegisters<<<1, 64>>>(i);
  neighbours<<<1, 64>>>(u);
  neighboursRace<<<1, 64>>>(u);
  two<Word><<<1, 64>>>(u);
  apart<Bytes><<<1, 64>>>(u);
  apartToo<Words><<<1, 64>>>(u);
}

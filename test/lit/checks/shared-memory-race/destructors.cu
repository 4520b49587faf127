// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier,warplint-lock-discipline
//
// What ends with its scope is laid open like a call: barriers, locks that are
// given back, in classes, their members and bases, and in loops.

struct SyncAtEnd {
  __device__ ~SyncAtEnd() { __syncthreads(); }
};
struct Member {
  SyncAtEnd end;
  int i;
  __device__ ~Member() { i = 0; }
};
struct Implicit {
  SyncAtEnd end;
};
struct Derived : SyncAtEnd {};

template <typename Object>
__global__ void right(const float *in, float *out) {
  __shared__ float s[256];
  {
    Object end;
    s[threadIdx.x] = in[threadIdx.x];
  }
  out[threadIdx.x] = s[threadIdx.x ^ 64];
}
template __global__ void right<SyncAtEnd>(const float *, float *);
template __global__ void right<Member>(const float *, float *);
template __global__ void right<Implicit>(const float *, float *);
template __global__ void right<Derived>(const float *, float *);

__global__ void tooLate(const float *in, float *out) {
  __shared__ float s[256];
  SyncAtEnd end;
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x ^ 64]; // warn shared-memory-race: is read while another thread
}

__global__ void divergent(float *out, int n) {
  if (threadIdx.x < n) {
    Derived end;
    out[threadIdx.x] = 1;
  } // warn divergent-barrier: in '~Derived' is reached by only some threads
}

__global__ void uniform(float *out, int n) {
  if (n > 5)
    return;
  SyncAtEnd end;
  if (n > 3)
    return;
  out[threadIdx.x] = 1;
}

__device__ void store(float *s, float v) {
  Implicit end;
  s[threadIdx.x] = v;
}
__global__ void called(const float *in, float *out) {
  __shared__ float s[256];
  store(s, in[threadIdx.x]);
  out[threadIdx.x] = s[threadIdx.x ^ 64];
}

template <typename F> struct Deferred {
  F f;
  __device__ ~Deferred() { f(); }
};
template <typename F> __device__ Deferred<F> defer(F f) { return {f}; }
__global__ void deferred(const float *in, float *out) {
  __shared__ float s[256];
  {
    auto end = defer([] { __syncthreads(); });
    s[threadIdx.x] = in[threadIdx.x];
  }
  out[threadIdx.x] = s[threadIdx.x ^ 64];
}

__global__ void rounds(const float *in, float *out, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    SyncAtEnd end;
    s[threadIdx.x] = in[threadIdx.x + i];
    __syncthreads();
    out[threadIdx.x] += s[threadIdx.x ^ 64];
    if (i == 3)
      continue;
    out[threadIdx.x] += 1;
  }
}
__global__ void roundsWithout(const float *in, float *out, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[threadIdx.x + i]; // warn shared-memory-race: is overwritten while another thread
    __syncthreads();
    out[threadIdx.x] += s[threadIdx.x ^ 64];
  }
}

struct Clears {
  float *at;
  __device__ ~Clears() {
    *at = 0;
  }
};
__global__ void clears(const float *in, float *out) {
  __shared__ float s[256];
  {
    Clears end{&s[threadIdx.x]};
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 64];
  } // warn shared-memory-race: is overwritten while another thread
}
struct ClearsLate {
  float *at;
  __device__ ~ClearsLate() {
    __syncthreads();
    *at = 0;
  }
};
__global__ void clearsLate(const float *in, float *out) {
  __shared__ float s[256];
  {
    ClearsLate end{&s[threadIdx.x]};
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 64];
  }
}

class Lock {
public:
  __device__ explicit Lock(int *word) : Word(word) {
    while (atomicCAS(Word, 0, 1) != 0)
      ;
    __threadfence();
  }
  __device__ ~Lock() {
    __threadfence();
    atomicExch(Word, 0);
  }

private:
  int *Word;
};
class Unfenced {
public:
  __device__ explicit Unfenced(int *word) : Word(word) {
    while (atomicCAS(Word, 0, 1) != 0)
      ;
    __threadfence();
  }
  __device__ ~Unfenced() {
    atomicExch(Word, 0); // warn lock-discipline: gives back the lock
  }

private:
  int *Word;
};
__global__ void locked(int *word, float *sum, float v) {
  if (threadIdx.x == 0) {
    Lock lock(word);
    *sum += v;
  }
}
__global__ void lockedBadly(int *word, float *sum, float v) {
  if (threadIdx.x == 0) {
    Unfenced lock(word);
    *sum += v;
  }
}

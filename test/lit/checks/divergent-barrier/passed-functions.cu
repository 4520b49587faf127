// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Functions that are passed on by name, and called through parameters.

__device__ void meet(int *p) {
  __syncthreads();
  *p = 1;
}
__device__ void leave(int *p) { *p = 1; }

template <class F> __device__ void byReference(F &&f, int *p) { f(p); }
template <class F, class... A> __device__ void byPointer(F f, A... a) { (*f)(a...); }
template <class F> __device__ void passedOn(F &&f, int *p) { byReference(f, p); }
__device__ void plain(void (*f)(int *), int *p) { f(p); }
template <class F = void (*)(int *)>
__device__ void byDefault(int *p, F f = [] __device__(int *q) { meet(q); }) {
  f(p);
}
__device__ void nameByDefault(int *p, void (*f)(int *) = meet) { f(p); }
template <class F = void (*)(int *)>
__device__ void quietByDefault(int *p, F f = [] __device__(int *q) { leave(q); }) {
  f(p);
}
__device__ void changed(void (*f)(int *), int *p) {
  f = leave;
  f(p);
}

#define KERNEL(Name, Call)                                                                         \
  __global__ void Name(int *p) {                                                                   \
    int *own = p + threadIdx.x;                                                                    \
    if (threadIdx.x < 32)                                                                          \
      Call;                                                                                        \
  }                                                                                                \
  void run##Name(int *p) { Name<<<1, 64>>>(p); }

KERNEL(reference, byReference(meet, own)) // warn divergent-barrier: is reached by only some threads of the block
KERNEL(pointer, byPointer(&meet, own)) // warn divergent-barrier: is reached by only some threads of the block
KERNEL(on, passedOn(meet, own)) // warn divergent-barrier: is reached by only some threads of the block
KERNEL(named, plain(meet, own)) // warn divergent-barrier: is reached by only some threads of the block
KERNEL(asDefault, byDefault(own)) // warn divergent-barrier: is reached by only some threads of the block
KERNEL(nameAsDefault, nameByDefault(own)) // warn divergent-barrier: is reached by only some threads of the block
KERNEL(lambda, plain([](int *q) { meet(q); }, own)) // warn divergent-barrier: is reached by only some threads of the block

KERNEL(quietReference, byReference(leave, own))
KERNEL(quietPointer, byPointer(&leave, own))
KERNEL(quietOn, passedOn(leave, own))
KERNEL(quietNamed, plain(leave, own))
KERNEL(quietAsDefault, quietByDefault(own))
KERNEL(quietLambda, plain([](int *q) { leave(q); }, own))
KERNEL(notTheOneThatWasPassed, changed(meet, own))

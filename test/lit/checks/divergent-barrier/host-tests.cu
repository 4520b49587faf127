// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// What the host tests before it launches, as libraries and programs spell it:
// the side on which a test fails does not come back.

#include <memory>
#include <stdexcept>
#include <string>

template <int> __global__ void wholeBlocks(int *p, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    __syncthreads();
    p[i] = n;
  }
}
#define WRONG_KERNEL(NAME)                                                     \
  __global__ void NAME(int *p, int n) {                                        \
    int i = blockIdx.x * 256 + threadIdx.x;                                    \
    if (i < n) {                                                               \
      __syncthreads();                                                         \
      p[i] = n;                                                                \
    }                                                                          \
  }
#define RIGHT(ID) wholeBlocks<ID><<<(n + 255) / 256, 256>>>(p, n)
#define WRONG(KERNEL) KERNEL<<<(n + 255) / 256, 256>>>(p, n)

// A message whose destructor does not come back: by its type, or by what it does.
struct Stream {
  template <class T> Stream &operator<<(const T &);
};
struct Fatal {
  Fatal(const char *, int);
  [[noreturn]] ~Fatal();
  Stream &stream();
};
struct Warning {
  Warning(const char *, int);
  ~Warning();
  Stream &stream();
};
struct Thrower {
  ~Thrower() noexcept(false) { throw std::runtime_error("test"); }
  Stream &stream();
};
struct Voidify {
  void operator&(Stream &) {}
};
#define REQUIRE(TEST)                                                          \
  (TEST) ? (void)0 : Voidify() & Fatal(__FILE__, __LINE__).stream()
#define EXPECT(TEST)                                                           \
  (TEST) ? (void)0 : Voidify() & Warning(__FILE__, __LINE__).stream()
#define ENSURE(TEST)                                                           \
  if (TEST) {                                                                  \
  } else                                                                       \
    Thrower().stream()
void byDestructor(int *p, int n) {
  REQUIRE(n % 256 == 0) << "n is " << n;
  RIGHT(0);
}
WRONG_KERNEL(afterWarning) // warn divergent-barrier: reached by only some threads
void byDestructorThatComesBack(int *p, int n) {
  EXPECT(n % 256 == 0) << "n is " << n;
  WRONG(afterWarning);
}
void byDestructorThatThrows(int *p, int n) {
  ENSURE(n % 256 == 0) << "n is " << n;
  RIGHT(1);
}

// The text of the message is made where the test fails; null where it holds.
template <class L, class R>
std::unique_ptr<std::string> comparison(const L &l, const R &r) {
  if (l == r)
    return nullptr;
  return std::make_unique<std::string>("differ");
}
#define REQUIRE_EQUAL(L, R)                                                    \
  if (auto Text = comparison(L, R))                                            \
  Fatal(__FILE__, __LINE__).stream() << *Text
#define REQUIRE_EQUAL_LOOP(L, R)                                               \
  while (auto Text = comparison(L, R))                                         \
  Fatal(__FILE__, __LINE__).stream() << *Text
#define EXPECT_EQUAL(L, R)                                                     \
  if (auto Text = comparison(L, R))                                            \
  Warning(__FILE__, __LINE__).stream() << *Text
void byComparison(int *p, int n) {
  REQUIRE_EQUAL(n % 256, 0) << n;
  RIGHT(2);
}
void byLoop(int *p, int n) {
  REQUIRE_EQUAL_LOOP(n % 256, 0) << n;
  RIGHT(3);
}
WRONG_KERNEL(afterExpectation) // warn divergent-barrier: reached by only some threads
void byComparisonThatComesBack(int *p, int n) {
  EXPECT_EQUAL(n % 256, 0) << n;
  WRONG(afterExpectation);
}

// Low bits, and functions that end in another that does not come back.
[[noreturn]] void fail(const char *);
void failBecauseOf(const char *what) {
  Stream() << what;
  fail(what);
}
void byBits(int *p, int n) {
  if (n & 255)
    failBecauseOf("n");
  RIGHT(4);
}
WRONG_KERNEL(ofHalves) // warn divergent-barrier: reached by only some threads
void byOtherBits(int *p, int n) {
  if (n & 127)
    failBecauseOf("n");
  WRONG(ofHalves);
}
void byOperator(int *p, int n) {
  n % 256 == 0 || (failBecauseOf("n"), true);
  RIGHT(5);
}

// Extents of an object that says them by number.
struct Shape {
  long operator[](int) const;
};
struct Tensor {
  long size(int) const;
  Shape sizes() const;
  int *data() const;
};
void bySize(Tensor t) {
  if (t.size(0) % 256 != 0)
    fail("size");
  int n = t.size(0), *p = t.data();
  RIGHT(6);
}
WRONG_KERNEL(ofOtherAxis) // warn divergent-barrier: reached by only some threads
void byOtherSize(Tensor t) {
  if (t.size(1) % 256 != 0)
    fail("size");
  int n = t.size(0), *p = t.data();
  WRONG(ofOtherAxis);
}
void bySizes(const Tensor &t) {
  if (t.sizes()[1] % 256 != 0)
    fail("size");
  int n = t.sizes()[1], *p = t.data();
  RIGHT(7);
}
WRONG_KERNEL(ofOtherTensor) // warn divergent-barrier: reached by only some threads
void bySizesOfAnother(const Tensor &t, const Tensor &u) {
  if (u.sizes()[1] % 256 != 0)
    fail("size");
  int n = t.sizes()[1], *p = t.data();
  WRONG(ofOtherTensor);
}

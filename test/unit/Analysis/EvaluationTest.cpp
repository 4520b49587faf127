//===--- EvaluationTest.cpp - Values of variables in SSA form -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/KernelIR/Phis.h"
#include "Analysis/SymbolicExecution/OwnSlots.h"
#include <set>

namespace evaluation_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

/// A kernel `k(n, p)` with \p Body.
AnalysedKernel kernel(const std::string &Body) {
  return AnalysedKernel("__global__ void k(int n, int *p) {" + Body + "}");
}

TEST(Evaluation, StraightLineKeepsTheNormalForm) {
  AnalysedKernel K = kernel(R"(
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int base = i - threadIdx.x;
    int twice = 2 * i + i;
  )");
  EXPECT_EQ(K.shown("base"), "(blockDim.x * blockIdx.x)");
  EXPECT_EQ(K.shown("twice"), "3*(blockDim.x * blockIdx.x) + 3*threadIdx.x");
}

TEST(Evaluation, EventsAreFoundByWhatTheyAreAbout) {
  AnalysedKernel K = kernel(R"(
    __shared__ int a[64], b[64];
    int *either = n ? a : b;
    a[threadIdx.x] = 1;
    *either = 2;
    int read = b[n];
    p[0] += read;
  )");
  const Evaluation &Values = K.facts().values();
  const auto *Load = llvm::cast<LoadTerm>(K.valueOf("read"));
  EXPECT_EQ(Values.writesTo(rootOf(K.writes()[0]->Address)).size(), 2u);
  EXPECT_EQ(Values.writesTo(rootOf(Load->address())).size(), 1u);
  EXPECT_TRUE(Values.writesTo(Load).empty());
  ASSERT_EQ(Values.readsOf(*Load).size(), 1u);
  EXPECT_EQ(Values.readsOf(*Load)[0]->Address, Load->address());
  EXPECT_EQ(Values.eventsOf(*Load).size(), 1u);
  EXPECT_FALSE(Values.operationOf(*Load));
  unsigned Writes = 0, Accesses = 0, Last = 0;
  for (const Event &E : K.cfg().events()) {
    Writes += E.writes();
    Accesses += E.isAccess();
    EXPECT_GE(E.At->position(), Last);
    Last = E.At->position();
  }
  EXPECT_EQ(Writes, K.writes().size());
  EXPECT_EQ(Accesses, Writes + 2);
}

TEST(Evaluation, AThreadFindsInItsOwnSlotWhatItHasStored) {
  AnalysedKernel K = kernel(R"(
    __shared__ int own[64], lent[64];
    __shared__ struct { int a, b; } parts[64];
    own[threadIdx.x] = n;
    parts[threadIdx.x].b = n + 1;
    lent[threadIdx.x] = n;
    __syncthreads();
    int kept = own[threadIdx.x], part = parts[threadIdx.x].b;
    int neighbour = own[n], unset = parts[threadIdx.x].a;
    atomicAdd(&lent[n], 1);
    int changed = lent[threadIdx.x];
    if (n > 3) own[threadIdx.x] = 4;
    int perhaps = own[threadIdx.x];
  )");
  EXPECT_EQ(K.shown("kept"), "n");
  EXPECT_EQ(K.shown("part"), "n + 1");
  for (const char *Read : {"neighbour", "unset", "changed", "perhaps"})
    EXPECT_TRUE(llvm::isa<LoadTerm>(K.valueOf(Read))) << Read;
  OwnSlots Slots(K.unit().code().model());
  EXPECT_TRUE(Slots.arrayOf(K.writes()[0]->Address));
  EXPECT_FALSE(Slots.arrayOf(K.writes()[2]->Address));
}

TEST(Evaluation, WhatAllocaGivesBelongsToTheThread) {
  AnalysedKernel K = kernel(R"(
    int *own = (int *)__builtin_alloca(4);
    *own = n;
    int seen = *own;
  )");
  EXPECT_EQ(K.shown("seen"), "n");
  EXPECT_TRUE(K.writes().empty());
}

TEST(Evaluation, UnsignedNumbersThatWrapAreLarge) {
  AnalysedKernel K = kernel(R"(
    unsigned u = 3; int s = 3;
    unsigned half = (u - 4) / 2, rest = (u - 4) % 7, high = (u - 4) >> 30;
    int plain = (s - 6) / 2;
  )");
  EXPECT_EQ(K.shown("half"), "2147483647");
  EXPECT_EQ(K.shown("rest"), "3");
  EXPECT_EQ(K.shown("high"), "3");
  EXPECT_EQ(K.shown("plain"), "-1");
}

TEST(Evaluation, SuccessorsWithDifferentValuesJoin) {
  AnalysedKernel K = kernel(R"(
    int x = 1;
    if (n > 3) x = 2; else x = 3;
    int seen = x;
  )");
  ASSERT_EQ(K.shown("seen"), "phi(x)");
  auto From = K.facts().values().incoming(K.valueOf("seen"));
  ASSERT_EQ(From.size(), 2u);
  Texts Values = {show(From[0].Reaching.Value), show(From[1].Reaching.Value)};
  std::sort(Values.begin(), Values.end());
  EXPECT_EQ(Values, (Texts{"2", "3"}));
  const Node *Join = llvm::cast<PhiTerm>(K.valueOf("seen"))->node();
  for (const Incoming &I : From) {
    EXPECT_EQ(K.text(I.Reaching.Site), show(I.Reaching.Value));
    EXPECT_TRUE(llvm::is_contained(Join->predecessors(), I.From));
  }
}

TEST(Evaluation, SuccessorsWithOneValueDoNotJoin) {
  AnalysedKernel K = kernel(R"(
    int x = 1, y = n;
    if (n > 3) x = 7; else x = 7;
    if (n > 5) p[0] = 1;
    int seen = x, other = y;
  )");
  EXPECT_EQ(K.shown("seen"), "7");
  EXPECT_EQ(K.shown("other"), "n");
}

TEST(Evaluation, OneArmedIfJoinsWithWhatWasBefore) {
  AnalysedKernel K = kernel("int x = 1; if (n) x = 2; int seen = x;");
  EXPECT_EQ(K.shown("seen"), "phi(x)");
}

TEST(Evaluation, SwitchJoinsAllCases) {
  AnalysedKernel K = kernel(R"(
    int x = 0;
    switch (n) { case 1: x = 10; break; case 2: case 3: x = 20; break; }
    int seen = x;
  )");
  ASSERT_EQ(K.shown("seen"), "phi(x)");
  EXPECT_EQ(K.facts().values().incoming(K.valueOf("seen")).size(), 3u);
}

TEST(Evaluation, LoopVariableIsAJoinOfStartAndStep) {
  AnalysedKernel K = kernel(R"(
    for (int i = 5; i < n; i += 3) { int seen = i; }
  )");
  ASSERT_EQ(K.shown("seen"), "phi(i)");
  Texts Values;
  for (const Incoming &I : K.facts().values().incoming(K.valueOf("seen")))
    Values.push_back(show(I.Reaching.Value));
  std::sort(Values.begin(), Values.end());
  EXPECT_EQ(Values, (Texts{"5", "phi(i) + 3"}));
  EXPECT_TRUE(K.facts().isComplete());
}

TEST(Evaluation, LoopsOfOneIterationAreNoLoops) {
  auto Behind = [](const std::string &Head, const std::string &Body = "") {
    return AnalysedKernel("__device__ void change(int *);"
                          "__global__ void k(int n) { int d = 7; " +
                          Head + "{ d = n; " + Body + " } int seen = d; }")
        .shown("seen");
  };
  for (const char *Head :
       {"for (int i = 0; i < 1; ++i)", "for (unsigned i = 3; i != 4; i++)",
        "for (int i = 8; i >= 8; --i)", "for (int i = 0; i <= 3; i += 4)",
        "const int m = 2; for (int i = m - 1; i < m; i += m)"})
    EXPECT_EQ(Behind(Head), "n") << Head;
  EXPECT_EQ(Behind("for (int i = 0; i < 1; ++i)", "if (d > i) continue;"), "n");
  for (const char *Head :
       {"for (int i = 0; i < 2; ++i)", "for (int i = 0; i < n; ++i)",
        "for (int i = 0; i != 1; i += 2)", "for (int i = 1; i < 1; ++i)",
        "for (unsigned i = 0; i >= 0; --i)"})
    EXPECT_NE(Behind(Head), "n") << Head;
  for (const char *Body : {"i -= n;", "int &r = i; r -= n;", "change(&i);"})
    EXPECT_NE(Behind("for (int i = 0; i < 1; ++i)", Body), "n") << Body;
}

TEST(Evaluation, WhatALoopDoesNotChangeIsNoJoin) {
  AnalysedKernel K = kernel(R"(
    int x = threadIdx.x;
    for (int i = 0; i < n; ++i) { int inside = x; }
    int after = x;
  )");
  EXPECT_EQ(K.shown("inside"), "threadIdx.x");
  EXPECT_EQ(K.shown("after"), "threadIdx.x");
}

// The inner loop parts the threads, and all come out of it before the outer
// variable changes.
TEST(Evaluation, OuterVariableKeepsItsJoinThroughAnInnerLoop) {
  AnalysedKernel K = kernel(R"(
    for (int outer = 0; outer < n; ++outer) {
      int before = outer;
      for (int i = threadIdx.x; i < n; i += blockDim.x) { int inside = outer; }
      int after = outer;
    }
  )");
  const Term *Outer = K.valueOf("before");
  EXPECT_EQ(show(Outer), "phi(outer)");
  EXPECT_EQ(K.valueOf("inside"), Outer);
  EXPECT_EQ(K.valueOf("after"), Outer);
  EXPECT_EQ(llvm::cast<PhiTerm>(Outer)->node(), &K.branchOn("outer < n"));
  EXPECT_EQ(K.scopeOf("after"), warplint::Scope::System);
}

TEST(Evaluation, OuterVariablesSurviveThreeLevels) {
  AnalysedKernel K = kernel(R"(
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b) {
        for (int i = threadIdx.x; i < n; i += 32)
          for (int j = i; j < n; ++j) { p[j] = a + b; }
        int seen = a + b;
      }
  )");
  EXPECT_EQ(K.shown("seen"), "phi(a) + phi(b)");
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::System);
}

// An inner loop is taken to pass on what comes into it anew, if that is what it
// did before; one that sets a variable back to what it was has not done so.
TEST(Evaluation, InnerLoopsPassOnOrSetBack) {
  AnalysedKernel K = kernel(R"(
    int kept = 0, back = 0;
    for (int outer = 0; outer < n; ++outer) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          int passed = kept, seen = back;
          back = 0;
        }
      kept += n;
      back = 1;
    }
  )");
  const Term *Passed = K.valueOf("passed"), *Seen = K.valueOf("seen");
  EXPECT_EQ(show(Passed), "phi(kept)");
  EXPECT_EQ(llvm::cast<PhiTerm>(Passed)->node(), &K.branchOn("outer < n"));
  EXPECT_EQ(show(Seen), "phi(back)");
  EXPECT_EQ(llvm::cast<PhiTerm>(Seen)->node(), &K.branchOn("j < n"));
  EXPECT_EQ(K.facts().values().resolved(Seen), Seen);
}

// A ring of joins through which only one value goes.
TEST(Evaluation, JoinsThatPassOneValueAroundAreResolved) {
  AnalysedKernel K = kernel(R"(
    int x = n;
    for (int i = threadIdx.x; i < n; ++i)
      for (int j = 0; j < i; ++j) { int y = x; x = y; }
    int seen = x;
  )");
  EXPECT_EQ(show(K.facts().values().resolved(K.valueOf("seen"))), "n");
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::System);
}

TEST(Evaluation, IncrementAndDecrement) {
  AnalysedKernel K = kernel(R"(
    int x = n;
    int a = x++; int b = x; int c = ++x; int d = x--; int e = --x;
    int *q = p; int *f = q++; int *g = q; int *h = --q;
  )");
  EXPECT_EQ(K.shown("a"), "n");
  EXPECT_EQ(K.shown("b"), "n + 1");
  EXPECT_EQ(K.shown("c"), "n + 2");
  EXPECT_EQ(K.shown("d"), "n + 2");
  EXPECT_EQ(K.shown("e"), "n");
  EXPECT_EQ(K.shown("f"), "p");
  EXPECT_EQ(K.shown("g"), "p[1]");
}

TEST(Evaluation, CompoundAssignment) {
  AnalysedKernel K = kernel(R"(
    int x = n;
    x += 4; int a = x;
    x -= n; int b = x;
    x *= 6; int c = x;
    x /= 5; int d = x;
    x <<= 2; int e = x;
    x |= 1; int f = x;
    x %= 8; int g = x;
    x += threadIdx.x; int h = x;
  )");
  EXPECT_EQ(K.shown("a"), "n + 4");
  EXPECT_EQ(K.shown("b"), "4");
  EXPECT_EQ(K.shown("c"), "24");
  EXPECT_EQ(K.shown("d"), "4");
  EXPECT_EQ(K.shown("e"), "16");
  EXPECT_EQ(K.shown("f"), "17");
  EXPECT_EQ(K.shown("g"), "1");
  EXPECT_EQ(K.shown("h"), "threadIdx.x + 1");
}

TEST(Evaluation, AssignmentIsAnExpression) {
  AnalysedKernel K = kernel(R"(
    int x, y; x = y = n + 1; int seen = x; int other = (x += 2);
    int comma = (y = 3, y + 1);
  )");
  EXPECT_EQ(K.shown("seen"), "n + 1");
  EXPECT_EQ(K.shown("other"), "n + 3");
  EXPECT_EQ(K.shown("comma"), "4");
}

TEST(Evaluation, UnsetVariableIsUndefined) {
  EXPECT_EQ(kernel("int x; int seen = x;").shown("seen"), "undefined");
}

TEST(Evaluation, ThroughAPointerToALocal) {
  AnalysedKernel K = kernel(R"(
    int x = 1; int *q = &x; *q = threadIdx.x; int seen = x; int other = *q;
  )");
  EXPECT_EQ(K.shown("seen"), "threadIdx.x");
  EXPECT_EQ(K.shown("other"), "threadIdx.x");
}

TEST(Evaluation, OutParameters) {
  AnalysedKernel K(R"(
    __device__ void byReference(int &out) { int t = threadIdx.x; out = t; }
    __device__ void byPointer(int *out, int v) { int t = v; *out = t + 1; }
    __device__ void through(int *out, int v) { byPointer(out, v); }
    __global__ void k(int n) {
      int a = 0, b = 0, c = 0;
      byReference(a); byPointer(&b, n); through(&c, a);
      int seenA = a, seenB = b, seenC = c;
    }
  )");
  EXPECT_EQ(K.shown("seenA"), "threadIdx.x");
  EXPECT_EQ(K.shown("seenB"), "n + 1");
  EXPECT_EQ(K.shown("seenC"), "threadIdx.x + 1");
}

TEST(Evaluation, OutParameterOfAnUnseenFunction) {
  AnalysedKernel K(R"(
    __device__ void unseen(int *out, const int *in);
    __global__ void k(int n) {
      int a = 1, b = 2; unseen(&a, &b); int seen = a, kept = b;
    }
  )");
  EXPECT_EQ(K.valueOf("seen")->kind(), TermKind::Opaque);
  EXPECT_EQ(K.shown("kept"), "2");
  EXPECT_EQ(K.events(Event::Kind::Unknown).size(), 1u);
}

TEST(Evaluation, ReturnedValues) {
  AnalysedKernel K(R"(
    __device__ int twice(int v) { int r = v; r += v; return r; }
    __device__ int either(int v) { if (v > 7) return 1; return v; }
    __device__ int &self(int &v) { return v; }
    __global__ void k(int n) {
      int a = twice(n) + twice(3);
      int b = either(n);
      int x = 0; self(x) = n + 5; int c = x;
    }
  )");
  EXPECT_EQ(K.shown("a"), "2*n + 6");
  EXPECT_EQ(K.shown("b"), "phi(return)");
  EXPECT_EQ(K.shown("c"), "n + 5");
}

TEST(Evaluation, LambdasByReferenceAndByValue) {
  AnalysedKernel K = kernel(R"(
    int x = 1, y = n;
    auto set = [&](int v) { x = v + y; };
    auto copy = [=](int v) { return v + y; };
    y = 100;
    set(threadIdx.x);
    int seen = x;
    int kept = copy(2);
  )");
  EXPECT_EQ(K.shown("seen"), "threadIdx.x + 100");
  EXPECT_EQ(K.shown("kept"), "n + 2");
}

TEST(Evaluation, LambdaCapturingThis) {
  AnalysedKernel K(R"(
    struct Acc {
      int total;
      __device__ void add(int v) { auto f = [&] { total += v; }; f(); }
    };
    __global__ void k(int n) { Acc a{n}; a.add(3); int seen = a.total; }
  )");
  EXPECT_EQ(K.shown("seen"), "n + 3");
}

TEST(Evaluation, Ternary) {
  AnalysedKernel K = kernel(R"(
    int a = n ? 1 : 2;
    int b = n ? 4 : 4;
    int c = threadIdx.x < 1024 ? 5 : 6;
    int x = 0, y = 0; (n ? x : y) = 9; int d = x; int e = y;
  )");
  EXPECT_EQ(K.shown("a"), "((n != 0) ? 1 : 2)");
  EXPECT_EQ(K.shown("b"), "4");
  EXPECT_EQ(K.shown("c"), "5");
  EXPECT_EQ(K.shown("d"), "((n != 0) ? 9 : 0)");
  EXPECT_EQ(K.shown("e"), "((n != 0) ? 0 : 9)");
}

TEST(Evaluation, ShortCircuit) {
  AnalysedKernel K = kernel(R"(
    bool a = n > 1 && n < 9;
    bool b = false && n > 1;
    bool c = n > 1 || true;
    int x = 0; bool d = n > 1 && (x = 3); int seen = x;
  )");
  EXPECT_EQ(K.shown("a"), "((1 < n) && (n < 9))");
  EXPECT_EQ(K.shown("b"), "0");
  EXPECT_EQ(K.shown("c"), "1");
  EXPECT_EQ(K.shown("seen"), "phi(x)");
}

TEST(Evaluation, ConstantBranchesLeaveSuccessorsUnreached) {
  AnalysedKernel K(R"(
    template <bool Fast> __device__ int pick(int n) {
      int r = 0;
      if (Fast) { int fast = 1; r = fast; } else { int slow = 2; r = slow; }
      return r;
    }
    __global__ void k(int n) {
      int got = pick<true>(n);
      if (threadIdx.x < blockDim.x) { int yes = 1; } else { int no = 1; }
      int x = 3; if (x == 4) { int never = 1; }
    }
  )");
  EXPECT_EQ(K.shown("got"), "1");
  EXPECT_TRUE(K.reached("fast"));
  EXPECT_FALSE(K.reached("slow"));
  EXPECT_TRUE(K.reached("yes"));
  EXPECT_FALSE(K.reached("no"));
  EXPECT_FALSE(K.reached("never"));
}

TEST(Evaluation, LaunchExtentsDecideBranches) {
  std::string Code = R"(__global__ void k() {
    if (threadIdx.x < 256) { int yes = 1; } else { int no = 1; }
    if (blockDim.x == 512) { int other = 1; }
  })";
  AnalysedKernel Known(Code, launch({256, 1, 1}));
  EXPECT_TRUE(Known.reached("yes"));
  EXPECT_FALSE(Known.reached("no"));
  EXPECT_FALSE(Known.reached("other"));
  AnalysedKernel Open(Code);
  EXPECT_TRUE(Open.reached("no"));
  EXPECT_TRUE(Open.reached("other"));
}

TEST(Evaluation, StructsAreKeptFieldByField) {
  AnalysedKernel K = kernel(R"(
    struct In { int a, b; };
    struct Out { In in; int c; };
    Out x{{1, n}, 3};
    Out y = x;
    y.in.a = threadIdx.x;
    x.c = 8;
    Out z;
    z = y;
    int xa = x.in.a, xc = x.c, ya = y.in.a, yb = y.in.b, zc = z.c, za = z.in.a;
  )");
  EXPECT_EQ(K.shown("xa"), "1");
  EXPECT_EQ(K.shown("xc"), "8");
  EXPECT_EQ(K.shown("ya"), "threadIdx.x");
  EXPECT_EQ(K.shown("yb"), "n");
  EXPECT_EQ(K.shown("zc"), "3");
  EXPECT_EQ(K.shown("za"), "threadIdx.x");
}

TEST(Evaluation, StructByValueIsACopy) {
  AnalysedKernel K(R"(
    struct S { int a, b; };
    __device__ S change(S s) { s.a = 7; return s; }
    __global__ void k(int n) {
      S s{n, 2}; S t = change(s);
      int sa = s.a, ta = t.a, tb = t.b;
    }
  )");
  EXPECT_EQ(K.shown("sa"), "n");
  EXPECT_EQ(K.shown("ta"), "7");
  EXPECT_EQ(K.shown("tb"), "2");
}

TEST(Evaluation, ConstructorsAndMembers) {
  AnalysedKernel K(R"(
    struct Range {
      int begin, end;
      __device__ Range(int b, int e) : begin(b), end(e) { end += 1; }
      __device__ int size() const { return end - begin; }
    };
    __global__ void k(int n) {
      Range r(threadIdx.x, n); int seen = r.size();
    }
  )");
  EXPECT_EQ(K.shown("seen"), "-1*threadIdx.x + n + 1");
}

TEST(Evaluation, FieldsOfBases) {
  AnalysedKernel K(R"(
    struct Root { int *at; __device__ Root(int *at) : at(at) {} };
    struct Base : Root {
      int first;
      __device__ Base(int *at, int f) : Root(at), first(f) {}
    };
    struct Derived : Base {
      int second;
      __device__ Derived(int *at, int f) : Base(at, f), second(2) {}
      __device__ int sum() const { return first + second; }
      __device__ int *where() const { return at; }
    };
    __global__ void k(int *p, int n) {
      Derived d(p, n);
      int named = d.sum();
      int unnamed = Derived(p, threadIdx.x).sum();
      int *deep = d.where();
    }
  )");
  EXPECT_EQ(K.shown("named"), "n + 2");
  EXPECT_EQ(K.shown("unnamed"), "threadIdx.x + 2");
  EXPECT_EQ(K.shown("deep"), "p");
}

TEST(Evaluation, LocalArrays) {
  AnalysedKernel K = kernel(R"(
    int a[4]; a[0] = threadIdx.x; a[1] = n; a[n] = 5;
    int unknown = a[1];
    a[2] = 6; int known = a[2];
    int b[2]; b[0] = 1; b[1] = 2; int first = b[0];
  )");
  EXPECT_EQ(K.shown("known"), "6");
  EXPECT_EQ(K.shown("first"), "1");
  EXPECT_NE(K.shown("unknown"), "n");
  EXPECT_EQ(K.scopeOf("unknown"), warplint::Scope::Thread);
}

TEST(Evaluation, LoopsThatChangeEachElement) {
  AnalysedKernel K = kernel(R"(
    int a[4]; for (int k = 0; k < 4; ++k) a[k] = k;
    for (int k = 0; k != 4; ++k) { int old = a[k]; a[k] = n - old; }
    int changed = a[3];
    for (int k = 0; k < 4; ++k) a[k] = 2 * a[k] + a[k];
    int tripled = a[2];
    for (int k = 0; k < 4; ++k) { a[k] = 1; a[3 - k] = n; }
    int other = a[1];
  )");
  EXPECT_EQ(K.shown("changed"), "n + -3");
  EXPECT_EQ(K.shown("tripled"), "3*n + -6");
  EXPECT_NE(K.shown("other"), "1");
}

TEST(Evaluation, FirstElementThroughThePointer) {
  AnalysedKernel K = kernel(R"(
    int a[2]; a[0] = threadIdx.x; int seen = *a;
    int b[2]; *b = threadIdx.x; int other = b[0];
  )");
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::Thread);
  EXPECT_EQ(K.scopeOf("other"), warplint::Scope::Thread);
}

TEST(Evaluation, Casts) {
  AnalysedKernel K = kernel(R"(
    unsigned char low = n;
    short fits = threadIdx.x;
    unsigned char cut = 300;
    bool flag = n;
    long wide = n;
  )");
  EXPECT_EQ(K.shown("low"), "narrow8(n)");
  EXPECT_EQ(K.shown("fits"), "threadIdx.x");
  EXPECT_EQ(K.shown("cut"), "44");
  EXPECT_EQ(K.shown("flag"), "(n != 0)");
  EXPECT_EQ(K.shown("wide"), "n");
}

// In CUDA the larger of two unsigned values is the one with the top bit.
TEST(Evaluation, NegativeConstantsTurnUnsigned) {
  AnalysedKernel K = kernel(R"(
    unsigned limit = -1;
    if (threadIdx.x < limit) { int below = 1; }
    if (threadIdx.x < ~0u) { int belowAll = 1; }
    if (threadIdx.x == limit) { int never = 1; }
  )");
  EXPECT_TRUE(K.reached("below"));
  EXPECT_TRUE(K.reached("belowAll"));
}

// Clang's CFG skips parentheses, conditions of && and wrappers of temporaries;
// what they hold still changes from one visit of a loop to the next.
TEST(Evaluation, ParenthesesInLoopsAreEvaluatedAgain) {
  AnalysedKernel K = kernel(R"(
    int x = 0;
    for (int i = 0; i < n; ++i) {
      int seen = (x);
      int odd = (i + 1) & 1;
      if ((i + 1) > 4) { int late = 1; }
      x = threadIdx.x;
    }
  )");
  EXPECT_EQ(K.shown("seen"), "phi(x)");
  EXPECT_EQ(K.shown("odd"), "(1 & phi(i) + 1)");
  EXPECT_TRUE(K.reached("late"));
}

TEST(Evaluation, LogicalConditionsInLoopsAreEvaluatedAgain) {
  AnalysedKernel K = kernel(R"(
    bool done = false, stop = false;
    while (!stop && !done) {
      int inside = 1;
      if (threadIdx.x == 3) done = true;
      if (n == 4) stop = true;
    }
    int after = 1;
  )");
  EXPECT_FALSE(K.branchOn("!stop && !done").Branch->isConstant());
  EXPECT_EQ(K.facts().uniformity().of(K.branchOn("!stop && !done").Branch),
            warplint::Scope::Thread);
  EXPECT_FALSE(K.divergent("inside").empty());
}

TEST(Evaluation, LogicalChoicesInLoopsAreEvaluatedAgain) {
  AnalysedKernel K = kernel(R"(
    int x = 0;
    for (int i = 0; i < n; ++i) {
      int seen = n > 2 && x ? 1 : 2;
      x = threadIdx.x;
    }
  )");
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::Thread);
}

TEST(Evaluation, TemporariesInLoopsAreEvaluatedAgain) {
  AnalysedKernel K(R"(
    template <class T> __device__ const T &larger(const T &a, const T &b) {
      return a < b ? b : a;
    }
    __global__ void k(int n) {
      int x = 0;
      for (int i = 0; i < n; ++i) {
        int seen = larger(x, 5);
        x = threadIdx.x;
      }
    }
  )");
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::Thread);
}

TEST(Evaluation, LambdaInALoopSeesTheNewValues) {
  AnalysedKernel K = kernel(R"(
    int x = 0;
    for (int i = 0; i < n; ++i) {
      auto f = [=] { return x; };
      int seen = f();
      x = threadIdx.x;
    }
  )");
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::Thread);
}

TEST(Evaluation, AccessesOfOtherThreadsMemoryAreEvents) {
  AnalysedKernel K(R"(
    __shared__ int s[4];
    __global__ void k(int n, int *p, volatile int *v) {
      s[n] = 3; p[1] += n; int x = v[0]; atomicAdd(p, x);
    }
  )");
  std::vector<const Event *> Writes = K.writes();
  ASSERT_EQ(Writes.size(), 3u);
  EXPECT_EQ(show(Writes[0]->Address), "s[n]");
  EXPECT_EQ(show(Writes[0]->Value), "3");
  EXPECT_EQ(show(Writes[1]->Address), "p[1]");
  EXPECT_EQ(show(Writes[1]->Value), "load(p[1]) + n");
  EXPECT_EQ(Writes[2]->Access, AccessKind::Atomic);
  EXPECT_EQ(show(Writes[2]->Address), "p");
  for (const Event *E : K.events(Event::Kind::Access))
    if (show(E->Address) == "v[0]") {
      EXPECT_TRUE(E->Volatile);
    }
}

TEST(Evaluation, PtxReadsIdentity) {
  AnalysedKernel K = kernel(R"(
    unsigned lane, other;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("add.u32 %0, %1, 1;" : "=r"(other) : "r"(n));
    unsigned a = lane, b = other;
  )");
  EXPECT_EQ(K.shown("a"), "lane");
  EXPECT_EQ(K.shown("b"), "opaque(n)");
}

TEST(Evaluation, DefinitionReadNamesTheStatement) {
  AnalysedKernel K = kernel("int x = 4; x = n + 2; int seen = x;");
  const Definition *Reaching =
      K.facts().values().definitionRead(K.root(), &K.initOf("seen"));
  ASSERT_TRUE(Reaching);
  EXPECT_EQ(K.text(Reaching->Site), "n + 2");
  EXPECT_EQ(Reaching->Owner, &K.root());
}

TEST(Evaluation, ProgramTermsAreThoseOfTheProgram) {
  AnalysedKernel K = kernel("int i = n; while (i < 9) i += 7; p[i * 3] = n;");
  TermArena &Arena = K.facts().terms();
  const Term *N = K.valueOf("i");
  const Term *Own = Arena.binary(BO_Mul, N, Arena.constant(12345));
  llvm::ArrayRef<const Term *> Terms = K.facts().values().programTerms();
  auto Shows = [&](llvm::StringRef Text) {
    return llvm::count_if(Terms,
                          [&](const Term *T) { return show(T) == Text; });
  };
  EXPECT_EQ(Shows("9"), 1);
  EXPECT_FALSE(llvm::is_contained(Terms, Own));
  // Also what the loop makes of its counter, and its index.
  auto IsTriple = [](const Term *T) {
    const auto *Sum = dyn_cast<LinearTerm>(T);
    return Sum && Sum->coefficients() == llvm::ArrayRef<int64_t>({3});
  };
  EXPECT_EQ(llvm::count_if(Terms, IsTriple), 1);
  std::set<const Term *> Once(Terms.begin(), Terms.end());
  EXPECT_EQ(Once.size(), Terms.size());
}

} // namespace evaluation_test

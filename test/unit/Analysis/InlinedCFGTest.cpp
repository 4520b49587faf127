//===--- InlinedCFGTest.cpp - Kernels with their calls inlined ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/InlinedCFG.h"
#include "AnalysedKernel.h"

namespace inlined_cfg_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

std::vector<const Node *> endingIn(const InlinedCFG &P, Node::Ending E) {
  std::vector<const Node *> Found;
  for (const Node &N : P.nodes())
    if (N.ending() == E)
      Found.push_back(&N);
  return Found;
}

TEST(InlinedCFG, PlainKernel) {
  AnalysedKernel K("__global__ void k(int n) { if (n) { int seen = 1; } }");
  const InlinedCFG &P = K.cfg();
  EXPECT_EQ(P.root().getName(), "k");
  EXPECT_TRUE(P.rootContext().isRoot());
  EXPECT_EQ(P.exit().ending(), Node::Ending::Exit);
  EXPECT_TRUE(P.entry().predecessors().empty());
  EXPECT_TRUE(P.exit().successors().empty());
  EXPECT_EQ(P.order().front(), &P.entry());
  EXPECT_EQ(P.callsNotInlined(), 0u);
  const Node &Branch = K.branchOn("n");
  ASSERT_EQ(Branch.successors().size(), 2u);
  EXPECT_EQ(Branch.successors()[0], &K.nodeOf("seen"));
  EXPECT_TRUE(isa<IfStmt>(Branch.terminator()));
}

/// The nodes of the calls of \p Name.
unsigned nodesIn(const AnalysedKernel &K, llvm::StringRef Name) {
  return llvm::count_if(K.cfg().nodes(), [&](const Node &N) {
    return N.owner().function().getName() == Name;
  });
}

TEST(InlinedCFG, AccessorsAreOneNode) {
  AnalysedKernel K(R"(
    struct Pair { int a, b; };
    template <int I> __device__ int at(Pair p) {
      if constexpr (I == 0) { return p.a; } else { return p.b; }
    }
    __device__ void nothing() {}
    __device__ int last(Pair p) { return at<1>(p); }
    __global__ void k(int n) {
      Pair p = {n, 7};
      nothing();
      int first = at<0>(p), second = last(p);
    }
  )");
  EXPECT_EQ(K.shown("first"), "n");
  EXPECT_EQ(K.shown("second"), "7");
  EXPECT_EQ(nodesIn(K, "nothing"), 1u);
  EXPECT_EQ(nodesIn(K, "at"), 2u);
  // Around the call, and nothing before or behind it.
  EXPECT_EQ(nodesIn(K, "last"), 2u);
}

TEST(InlinedCFG, EndsThatDivideOrJoinAreKept) {
  AnalysedKernel K(R"(
    __device__ int two(int v) { if (v) return 3; return 4; }
    __device__ void spin(int v) { do { int inLoop = v; } while (--v); }
    __device__ void stop() { int beforeTrap = 1; __trap(); }
    __global__ void k(int n) {
      int joined = two(n);
      spin(n);
      if (n == 9) stop();
      int after = n;
    }
  )");
  // A branch, two successors, and where they meet.
  EXPECT_EQ(nodesIn(K, "two"), 4u);
  const Node &Loop = K.nodeOf("inLoop");
  EXPECT_EQ(Loop.predecessors().size(), 2u);
  EXPECT_EQ(K.nodeOf("beforeTrap").ending(), Node::Ending::Abort);
  EXPECT_TRUE(K.nodeOf("beforeTrap").successors().empty());
  EXPECT_TRUE(K.nodeOf("after").Reached);
}

TEST(InlinedCFG, EdgesAreKeptOnBothSides) {
  AnalysedKernel K(R"(
    __device__ int f(int v) { if (v > 2) return 1; return 2; }
    __global__ void k(int n) { for (int i = 0; i < f(n); ++i) f(i); }
  )");
  for (const Node &N : K.cfg().nodes())
    for (const Node *Next : N.successors())
      EXPECT_TRUE(llvm::is_contained(Next->predecessors(), &N));
}

TEST(InlinedCFG, HelpersAreOpenedPerCallSite) {
  AnalysedKernel K(R"(
    __device__ void leaf() { int inLeaf = 1; __syncthreads(); }
    __device__ void helper(int v) { int inHelper = v; leaf(); }
    __global__ void k(int n) { helper(1); helper(n); }
  )");
  EXPECT_EQ(K.contextsOf("helper"), 2u);
  EXPECT_EQ(K.contextsOf("leaf"), 2u);
  std::vector<const Node *> Inside = K.nodesOf("inLeaf");
  ASSERT_EQ(Inside.size(), 2u);
  const CallContext &Leaf = Inside[0]->owner();
  EXPECT_EQ(Leaf.depth(), 2u);
  EXPECT_EQ(K.text(Leaf.callSite()), "leaf()");
  EXPECT_EQ(Leaf.caller()->function().getName(), "helper");
  EXPECT_TRUE(Leaf.caller()->caller()->isRoot());
  EXPECT_EQ(K.cfg().opened(*Leaf.caller(), Leaf.callSite()), &Leaf);
  EXPECT_EQ(K.events(Event::Kind::Sync).size(), 2u);
}

TEST(InlinedCFG, CallNodesLeadIntoTheCalleeAndBack) {
  AnalysedKernel K(R"(
    __device__ void helper() { int inside = 1; __syncthreads(); }
    __global__ void k() { int before = 1; helper(); int after = 1; }
  )");
  const Node &Before = K.nodeOf("before"), &After = K.nodeOf("after");
  EXPECT_EQ(Before.ending(), Node::Ending::Call);
  const CallContext *Callee = Before.callee();
  ASSERT_TRUE(Callee);
  EXPECT_EQ(&K.nodeOf("inside").owner(), Callee);
  EXPECT_EQ(After.returnedFrom(), Callee);
  ASSERT_EQ(After.predecessors().size(), 1u);
  EXPECT_EQ(After.predecessors()[0]->ending(), Node::Ending::Return);
  EXPECT_EQ(&After.predecessors()[0]->owner(), Callee);
}

TEST(InlinedCFG, ArgumentsDecidePerCallSite) {
  AnalysedKernel K(R"(
    __device__ int pick(bool fast) { if (fast) return 1; return 2; }
    __global__ void k() { int a = pick(true); int b = pick(false); }
  )");
  EXPECT_EQ(K.shown("a"), "1");
  EXPECT_EQ(K.shown("b"), "2");
}

TEST(InlinedCFG, RecursionIsCut) {
  AnalysedKernel K(R"(
    __device__ void down(int v) { if (v) { __syncthreads(); down(v - 1); } }
    __global__ void k(int n) { down(n); }
  )");
  EXPECT_EQ(K.contextsOf("down"), 1u);
  EXPECT_GT(K.cfg().callsNotInlined(), 0u);
  EXPECT_FALSE(K.facts().isComplete());
  // The cut call may synchronize.
  EXPECT_EQ(K.events(Event::Kind::Unknown).size(), 1u);
}

TEST(InlinedCFG, MutualRecursionIsCut) {
  AnalysedKernel K(R"(
    __device__ void odd(int v);
    __device__ void even(int v) { __syncthreads(); if (v) odd(v - 1); }
    __device__ void odd(int v) { if (v) even(v - 1); }
    __global__ void k(int n) { even(n); }
  )");
  EXPECT_EQ(K.contextsOf("even"), 1u);
  EXPECT_EQ(K.contextsOf("odd"), 1u);
  EXPECT_GT(K.cfg().callsNotInlined(), 0u);
}

TEST(InlinedCFG, RecursionWithoutSynchronizationIsNotMissed) {
  AnalysedKernel K(R"(
    __device__ int fact(int v) { int r = 1; if (v > 1) r = v * fact(v - 1);
                                 return r; }
    __global__ void k(int n) { int seen = fact(n); }
  )");
  EXPECT_EQ(K.cfg().callsNotInlined(), 0u);
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::System);
}

TEST(InlinedCFG, DepthLimitTruncates) {
  AnalysisOptions Options;
  Options.Budget.CallDepth = 1;
  AnalysedKernel K(R"(
    __device__ void c() { int x = 1; __syncthreads(); }
    __device__ void b() { int x = 1; c(); }
    __device__ void plain2() { int x = 1; ++x; }
    __device__ void plain() { int x = 1; plain2(); }
    __global__ void k() { plain(); b(); }
  )",
                   Options);
  EXPECT_EQ(K.contextsOf("b"), 1u);
  EXPECT_EQ(K.contextsOf("c"), 0u);
  EXPECT_GT(K.cfg().callsNotInlined(), 0u);
}

TEST(InlinedCFG, EveryCutCallIsTruncation) {
  AnalysisOptions Options;
  Options.Budget.CallDepth = 1;
  AnalysedKernel K(R"(
    __device__ void plain2() { int x = 1; ++x; }
    __device__ void plain() { int x = 1; plain2(); }
    __global__ void k() { plain(); }
  )",
                   Options);
  EXPECT_EQ(K.contextsOf("plain2"), 0u);
  EXPECT_GT(K.cfg().callsNotInlined(), 0u);
}

TEST(InlinedCFG, NodeLimitTruncates) {
  AnalysisOptions Options;
  Options.Budget.Nodes = 6;
  AnalysedKernel K(R"(
    __device__ void b() { int x = 1; __syncthreads(); }
    __global__ void k() { b(); b(); b(); b(); b(); b(); b(); b(); }
  )",
                   Options);
  EXPECT_GT(K.cfg().callsNotInlined(), 0u);
  EXPECT_LT(K.contextsOf("b"), 8u);
  EXPECT_GT(K.contextsOf("b"), 0u);
}

TEST(InlinedCFG, WhatTheCompilerComputesStaysClosed) {
  AnalysedKernel K(R"(
    template <int N> struct Number {
      constexpr __device__ operator int() const { return N; }
    };
    struct Row {
      constexpr __device__ int operator()(const int &i) const {
        int sum = 0; for (int j = 0; j <= i; ++j) sum += j; return sum;
      }
    };
    struct Size { int rows, columns; };
    struct View { int *data; };
    constexpr __device__ Number<3> rank(const Size &size) { return {}; }
    constexpr __device__ Number<3> mark(const View &view) {
      *view.data = 1; return {};
    }
    __device__ int passedOn(const int &i) { return Row()(i); }
    __global__ void k(int n, int *p) {
      int constant = passedOn(4);
      int variable = Row()(n);
      int made = rank(Size{n, n});
      mark(View{p});
    }
  )");
  EXPECT_EQ(K.shown("constant"), "10");
  EXPECT_EQ(K.shown("made"), "3");
  EXPECT_EQ(K.contextsOf("operator()"), 1u); // With n.
  EXPECT_EQ(K.contextsOf("rank"), 0u);
  EXPECT_EQ(K.contextsOf("mark"), 1u);
}

TEST(InlinedCFG, LambdasAreOpened) {
  AnalysedKernel K(R"(
    template <class F> __device__ void each(int n, F f) {
      for (int i = 0; i < n; ++i) f(i);
    }
    __global__ void k(int n) {
      each(n, [&](int i) { int inside = i + n; __syncthreads(); });
    }
  )");
  EXPECT_EQ(K.contextsOf("each"), 1u);
  EXPECT_EQ(K.contextsOf("operator()"), 1u);
  EXPECT_EQ(K.shown("inside"), "n + phi(i)");
}

TEST(InlinedCFG, MembersAndConstructorsAreOpened) {
  AnalysedKernel K(R"(
    struct Guard {
      int v;
      __device__ Guard(int v) : v(v) { int made = v; __syncthreads(); }
      __device__ void wait() { int waited = v; __syncthreads(); }
    };
    __global__ void k(int n) { Guard g(n); g.wait(); }
  )");
  EXPECT_EQ(K.shown("made"), "n");
  EXPECT_EQ(K.shown("waited"), "n");
  EXPECT_EQ(K.events(Event::Kind::Sync).size(), 2u);
}

const char *const System = R"(
# 1 "library.h" 3
__device__ int helper(int v) { int inHelper = v; while (inHelper < 9) inHelper += 2;
                               return inHelper; }
__device__ int accessor(int v) { return v + 5; }
__device__ void barrier() { int inBarrier = 1; __syncthreads(); }
__device__ int who(int v) { int t = threadIdx.x; while (t < v) ++t; return t + v; }
__global__ void libraryKernel() { __syncthreads(); }
# 1 "user.cu"
__global__ void k(int n) {
  int a = helper(n); int b = accessor(n); int c = who(n); barrier();
  int d = helper(threadIdx.x);
}
)";

TEST(InlinedCFG, SystemHelpersStayClosed) {
  AnalysedKernel K(System);
  EXPECT_EQ(K.contextsOf("helper"), 0u);
  EXPECT_EQ(K.valueOf("a")->kind(), TermKind::Opaque);
  EXPECT_EQ(K.scopeOf("a"), warplint::Scope::System);
  EXPECT_EQ(K.scopeOf("d"), warplint::Scope::Thread);
  // A library's own functions hide no barriers.
  EXPECT_TRUE(K.events(Event::Kind::Unknown).empty());
}

TEST(InlinedCFG, ClosedHelpersThatReadIdentityVary) {
  AnalysedKernel K(System);
  EXPECT_EQ(K.contextsOf("who"), 0u);
  EXPECT_EQ(K.scopeOf("c"), warplint::Scope::Thread);
}

TEST(InlinedCFG, SystemAccessorsAndBarriersAreOpened) {
  AnalysedKernel K(System);
  EXPECT_EQ(K.shown("b"), "n + 5");
  EXPECT_EQ(K.contextsOf("barrier"), 1u);
  EXPECT_EQ(K.events(Event::Kind::Sync).size(), 1u);
}

TEST(InlinedCFG, SystemKernelsAreNoRoots) {
  AnalysedUnit Unit(System);
  ASSERT_EQ(Unit.code().kernels().size(), 1u);
  EXPECT_EQ(Unit.code().kernels()[0]->getName(), "k");
}

TEST(InlinedCFG, RootsAreKernelsAndUnusedDeviceFunctions) {
  AnalysedUnit Unit(R"(
    __device__ void used() { __syncthreads(); }
    __device__ void alone() { used(); }
    __device__ void quiet() { }
    __global__ void declared();
    template <int N> __global__ void shape() { __syncthreads(); }
    template __global__ void shape<4>();
    __global__ void k() { used(); }
  )");
  Texts Kernels, Device;
  for (const FunctionDecl *F : Unit.code().kernels())
    Kernels.push_back(F->getNameAsString());
  for (const FunctionDecl *F : Unit.code().deviceFunctions())
    Device.push_back(F->getNameAsString());
  std::sort(Kernels.begin(), Kernels.end());
  EXPECT_EQ(Kernels, (Texts{"k", "shape"}));
  EXPECT_EQ(Device, Texts{"alone"});
}

TEST(InlinedCFG, ReturnsLeadToTheExit) {
  AnalysedKernel K(R"(
    __global__ void k(int n) {
      if (n) { int leaving = 1; return; }
      int staying = 1;
    }
  )");
  EXPECT_TRUE(K.nodeOf("leaving").hasExplicitReturn());
  ASSERT_EQ(K.nodeOf("leaving").successors().size(), 1u);
  EXPECT_EQ(K.nodeOf("leaving").successors()[0], &K.cfg().exit());
  EXPECT_FALSE(K.nodeOf("staying").hasExplicitReturn());
}

TEST(InlinedCFG, NoReturnAborts) {
  AnalysedKernel K(R"(
    __device__ [[noreturn]] void fail(int);
    __global__ void k(int n) {
      if (n == 1) { int first = 1; __builtin_trap(); }
      if (n == 2) { int second = 1; fail(n); }
      int after = 1;
    }
  )");
  for (const char *Name : {"first", "second"}) {
    EXPECT_EQ(K.nodeOf(Name).ending(), Node::Ending::Abort) << Name;
    EXPECT_FALSE(K.facts().values().isLive(K.nodeOf(Name), 0)) << Name;
  }
  EXPECT_EQ(K.nodeOf("after").ending(), Node::Ending::Fallthrough);
}

TEST(InlinedCFG, NoReturnHelperWithABodyAborts) {
  AnalysedKernel K(R"(
    __device__ [[noreturn]] void fail(int v) {
      int inside = v; __builtin_trap();
    }
    __global__ void k(int n) {
      if (threadIdx.x == 1) { fail(n); }
      int after = 1; __syncthreads();
    }
  )");
  EXPECT_GE(endingIn(K.cfg(), Node::Ending::Abort).size(), 1u);
  EXPECT_TRUE(K.divergent("after").empty());
}

TEST(InlinedCFG, TrapAborts) {
  AnalysedKernel K(R"(
    __global__ void k(int n) {
      if (n == 1) { int first = 1; __trap(); }
      if (n == 2) { int second = 1; asm volatile("trap;"); }
    }
  )");
  for (const char *Name : {"first", "second"})
    EXPECT_EQ(K.nodeOf(Name).ending(), Node::Ending::Abort) << Name;
}

TEST(InlinedCFG, VirtualCallsAreUnknown) {
  AnalysedKernel K(R"(
    struct Base { __device__ virtual void run(int &) { int inBase = 1; } };
    struct Last final : Base { __device__ void run(int &v) override {
      int inLast = 1; v = inLast; } };
    __global__ void k(Base *b) {
      int x = 0; b->run(x); int unknown = x;
      Last l; int y = 0; l.run(y); int seen = y;
    }
  )");
  EXPECT_TRUE(K.nodesOf("inBase").empty());
  EXPECT_EQ(K.events(Event::Kind::Unknown).size(), 1u);
  EXPECT_EQ(K.shown("seen"), "1");
  EXPECT_NE(K.shown("unknown"), "0");
}

TEST(InlinedCFG, FunctionPointersAreUnknown) {
  AnalysedKernel K(R"(
    __global__ void k(void (*f)(int *)) {
      int x = 3; f(&x); int seen = x;
    }
  )");
  EXPECT_EQ(K.events(Event::Kind::Unknown).size(), 1u);
  EXPECT_NE(K.shown("seen"), "3");
}

TEST(InlinedCFG, UncalledReferencesAreNamed) {
  AnalysedUnit Unit(R"(
    __global__ void k(int n) {
      __syncthreads(); __syncwarp;
      auto stored = &__syncwarp;
    }
  )");
  llvm::ArrayRef<UncalledReference> Found = Unit.code().uncalledReferences();
  ASSERT_EQ(Found.size(), 1u)
      << Found[0].Spelling << " " << Found.back().Spelling;
  EXPECT_EQ(Found[0].Spelling, "__syncwarp");
  EXPECT_TRUE(Found[0].NeedsNoArgument);
}

} // namespace inlined_cfg_test

//===--- ConvergenceTest.cpp - Which threads come to a point --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"

namespace convergence_test {
using namespace warplint;
using namespace warplint::test;

AnalysedKernel kernel(const std::string &Body,
                      const AnalysisOptions &Options = {}) {
  return AnalysedKernel(R"(
    __shared__ int flag;
    __device__ [[noreturn]] void fail();
    __global__ void k(int n, int *p) {)" +
                            Body + "}",
                        Options);
}

Texts exits(const AnalysedKernel &K) {
  std::vector<const Node *> Branches;
  for (const EarlyExit &E : K.facts().convergence().earlyExits())
    Branches.push_back(E.Branch);
  return K.conditions(Branches);
}

TEST(Convergence, UniformBranchesKeepThreadsTogether) {
  AnalysedKernel K = kernel(R"(
    int first = 1;
    if (n > 1) { int under = 1; }
    for (int i = 0; i < n; ++i) { int body = 1; }
    int last = 1;
  )");
  for (const char *Name : {"first", "under", "body", "last"})
    EXPECT_EQ(K.divergent(Name), Texts{}) << Name;
  EXPECT_EQ(K.conditions(K.facts().convergence().controls(K.nodeOf("under"))),
            Texts{"n > 1"});
}

TEST(Convergence, DivergentBranchesPartThem) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x > 3) { int yes = 1; } else { int no = 1; }
    int after = 1;
    for (int i = threadIdx.x; i < n; ++i) { int body = 1; }
    int last = 1;
  )");
  EXPECT_EQ(K.divergent("yes"), Texts{"threadIdx.x > 3"});
  EXPECT_EQ(K.divergent("no"), Texts{"threadIdx.x > 3"});
  EXPECT_EQ(K.divergent("after"), Texts{});
  EXPECT_EQ(K.divergent("body"), Texts{"i < n"});
  EXPECT_EQ(K.divergent("last"), Texts{});
}

TEST(Convergence, OnlyDivergentControlsAreNamedNearestFirst) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x > 1) { if (n > 2) { if (threadIdx.x > 3) {
      int seen = 1;
    } } }
  )");
  EXPECT_EQ(K.divergent("seen"), (Texts{"threadIdx.x > 3", "threadIdx.x > 1"}));
}

TEST(Convergence, ScopesDiffer) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x < 32) { int warp = 1; }
    if (blockIdx.x == 0) { int block = 1; }
  )");
  EXPECT_EQ(K.divergent("warp", warplint::Scope::Warp), Texts{});
  EXPECT_EQ(K.divergent("warp", warplint::Scope::Block),
            Texts{"threadIdx.x < 32"});
  EXPECT_EQ(K.divergent("block", warplint::Scope::Block), Texts{});
  EXPECT_EQ(K.divergent("block", warplint::Scope::Grid),
            Texts{"blockIdx.x == 0"});
}

//===----------------------------------------------------------------------===//
// Early exits
//===----------------------------------------------------------------------===//

TEST(Convergence, EarlyExitsAreTakenOut) {
  AnalysedKernel K = kernel(R"(
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int after = 1;
  )");
  EXPECT_EQ(exits(K), Texts{"i >= n"});
  EXPECT_TRUE(K.facts().convergence().earlyExits()[0].At->hasExplicitReturn());
  EXPECT_EQ(K.divergent("after"), Texts{});
}

// `exit` leaves like a return; a trap ends the launch.
TEST(Convergence, ExitInPtxIsAnEarlyExit) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x > 3) asm volatile("exit;");
    int after = 1;
  )");
  EXPECT_EQ(exits(K), Texts{"threadIdx.x > 3"});
  EXPECT_EQ(K.divergent("after"), Texts{});
  EXPECT_EQ(exits(kernel("if (threadIdx.x > 3) asm volatile(\"trap;\");")),
            Texts{});
}

TEST(Convergence, UniformReturnsAreNoEarlyExits) {
  AnalysedKernel K = kernel("if (n > 3) return; int after = 1;");
  EXPECT_EQ(exits(K), Texts{});
  EXPECT_EQ(K.divergent("after"), Texts{});
}

TEST(Convergence, PathsToAnExitStayDivergent) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x > 3) { int leaving = 1; return; }
    int after = 1;
  )");
  EXPECT_EQ(K.divergent("leaving"), Texts{"threadIdx.x > 3"});
}

TEST(Convergence, UniformExitBehindADivergentOne) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x > 3) return;
    int between = 1;
    if (n > 5) return;
    int after = 1;
  )");
  EXPECT_EQ(exits(K), Texts{"threadIdx.x > 3"});
  EXPECT_EQ(K.divergent("between"), Texts{});
  EXPECT_EQ(K.divergent("after"), Texts{});
}

TEST(Convergence, SeveralDivergentExits) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x > 100) return;
    if (threadIdx.x > 50) { p[1] = 2; return; }
    if (p[threadIdx.x]) return;
    int after = 1;
    if (threadIdx.x > 10) { int inside = 1; }
  )");
  EXPECT_EQ(exits(K),
            (Texts{"threadIdx.x > 100", "threadIdx.x > 50", "p[threadIdx.x]"}));
  EXPECT_EQ(K.divergent("after"), Texts{});
  EXPECT_EQ(K.divergent("inside"), Texts{"threadIdx.x > 10"});
}

TEST(Convergence, ExitFromALoop) {
  AnalysedKernel K = kernel(R"(
    for (int i = 0; i < n; ++i) {
      int body = 1;
      if (i == threadIdx.x) return;
      int rest = 1;
    }
    int after = 1;
  )");
  EXPECT_EQ(exits(K), Texts{"i == threadIdx.x"});
  EXPECT_EQ(K.divergent("body"), Texts{});
  EXPECT_EQ(K.divergent("rest"), Texts{});
  EXPECT_EQ(K.divergent("after"), Texts{});
}

// A break keeps the thread in the kernel: the others wait in vain.
TEST(Convergence, BreakIsNoExit) {
  AnalysedKernel K = kernel(R"(
    for (int i = 0; i < n; ++i) {
      int body = 1;
      if (i == threadIdx.x) break;
      int rest = 1;
    }
    int after = 1;
  )");
  EXPECT_EQ(exits(K), Texts{});
  for (const char *Name : {"body", "rest"})
    EXPECT_TRUE(llvm::is_contained(K.divergent(Name), "i == threadIdx.x"))
        << Name;
  EXPECT_EQ(K.divergent("after"), Texts{});
}

TEST(Convergence, ContinueIsNoExit) {
  AnalysedKernel K = kernel(R"(
    for (int i = 0; i < n; ++i) {
      if (threadIdx.x == 3) continue;
      int rest = 1;
    }
  )");
  EXPECT_EQ(K.divergent("rest"), Texts{"threadIdx.x == 3"});
}

TEST(Convergence, PersistentLoop) {
  AnalysedKernel K = kernel(R"(
    while (true) {
      if (threadIdx.x == 0) flag = atomicAdd(p, 1);
      __syncthreads();
      int item = flag;
      __syncthreads();
      if (item >= n) return;
      int work = 1;
    }
  )");
  EXPECT_EQ(K.scopeOf("item"), warplint::Scope::Block);
  EXPECT_EQ(K.divergent("item"), Texts{});
  EXPECT_EQ(K.divergent("work"), Texts{});
}

TEST(Convergence, PersistentLoopThatThreadsLeaveApart) {
  AnalysedKernel K = kernel(R"(
    while (true) {
      if (threadIdx.x == n) break;
      int work = 1;
    }
    int after = 1;
  )");
  EXPECT_EQ(K.divergent("work"), Texts{"threadIdx.x == n"});
  EXPECT_EQ(K.divergent("after"), Texts{});
}

TEST(Convergence, EndlessLoopWithADivergentContinue) {
  AnalysedKernel K = kernel(R"(
    while (true) {
      if (threadIdx.x == 0) continue;
      int rest = 1;
      __syncthreads();
    }
  )");
  EXPECT_EQ(K.divergent("rest"), Texts{"threadIdx.x == 0"});
}

TEST(Convergence, EndlessLoopWithADivergentReturn) {
  AnalysedKernel K = kernel(R"(
    while (true) {
      int top = 1;
      if (threadIdx.x == n) return;
      int rest = 1;
    }
  )");
  EXPECT_EQ(exits(K), Texts{"threadIdx.x == n"});
  EXPECT_EQ(K.divergent("top"), Texts{});
  EXPECT_EQ(K.divergent("rest"), Texts{});
}

TEST(Convergence, ReturnBehindALoop) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x > 7) {
      int before = 1;
      for (int i = 0; i < n; ++i) {
        if (p[threadIdx.x]) { int inner = 1; }
        int rest = 1;
      }
      int after = 1;
      return;
    }
    int last = 1;
  )");
  EXPECT_EQ(exits(K), Texts{"threadIdx.x > 7"});
  for (const char *Name : {"before", "rest", "after"})
    EXPECT_EQ(K.divergent(Name), Texts{"threadIdx.x > 7"}) << Name;
  EXPECT_EQ(K.divergent("inner"), (Texts{"p[threadIdx.x]", "threadIdx.x > 7"}));
  EXPECT_EQ(K.divergent("last"), Texts{});
}

TEST(Convergence, BranchRightBeforeALoop) {
  AnalysedKernel K = kernel(R"(
    int i = n, j = 1;
    if (threadIdx.x == 5) p[0] = 1;
    do { int one = 1; i = i * 5 % 77; } while (i != 3);
    if (threadIdx.x == 6) j = 2;
    do { int other = 1; j = j * 5 % 77; } while (j != 3);
  )");
  EXPECT_EQ(K.divergent("one"), Texts{});
  EXPECT_EQ(K.divergent("other"), Texts{"j != 3"});
}

//===----------------------------------------------------------------------===//
// Aborts
//===----------------------------------------------------------------------===//

TEST(Convergence, AbortsEndTheLaunch) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x == 7) __builtin_trap();
    int first = 1;
    if (p[threadIdx.x] != 2) { p[0] = 1; fail(); }
    int second = 1;
    for (int i = 0; i < n; ++i) { int body = 1; if (i > threadIdx.x) fail(); }
    int last = 1;
  )");
  for (const char *Name : {"first", "second", "body", "last"})
    EXPECT_EQ(K.divergent(Name), Texts{}) << Name;
  EXPECT_EQ(exits(K), Texts{});
}

TEST(Convergence, TrapsEndTheLaunch) {
  AnalysedKernel K = kernel(R"(
    for (int i = 0; i < n; ++i) {
      if (i > threadIdx.x) { asm volatile("trap;"); break; }
      int body = 1;
      if (p[threadIdx.x]) { __trap(); break; }
      int rest = 1;
    }
  )");
  EXPECT_EQ(K.divergent("body"), Texts{});
  EXPECT_EQ(K.divergent("rest"), Texts{});
}

TEST(Convergence, KernelThatAlwaysAborts) {
  AnalysedKernel K = kernel("int seen = 1; __builtin_trap();");
  EXPECT_EQ(K.divergent("seen"), Texts{});
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

TEST(Convergence, ReturnOfAHelperInLastPlaceIsAnExit) {
  AnalysedKernel K(R"(
    __device__ void body(int n) {
      if (threadIdx.x >= n) return;
      int seen = 1; __syncthreads();
    }
    __global__ void k(int n) { body(n); }
  )");
  EXPECT_EQ(exits(K), Texts{"threadIdx.x >= n"});
  EXPECT_EQ(K.divergent("seen"), Texts{});
}

TEST(Convergence, ReturnOfAHelperFollowedByWorkIsNoExit) {
  AnalysedKernel K(R"(
    __device__ void body(int n) {
      if (threadIdx.x >= n) return;
      int seen = 1; __syncthreads();
    }
    __global__ void k(int n, int *p) { body(n); int after = 1; p[0] = 2; }
  )");
  EXPECT_EQ(exits(K), Texts{});
  EXPECT_EQ(K.divergent("seen"), Texts{"threadIdx.x >= n"});
  EXPECT_EQ(K.divergent("after"), Texts{});
}

TEST(Convergence, ReturnOfAHelperInALoopIsNoExit) {
  AnalysedKernel K(R"(
    __device__ void body(int n) {
      if (threadIdx.x >= n) return;
      int seen = 1; __syncthreads();
    }
    __global__ void k(int n) { for (int i = 0; i < n; ++i) body(i); }
  )");
  EXPECT_EQ(exits(K), Texts{});
  EXPECT_EQ(K.divergent("seen"), Texts{"threadIdx.x >= n"});
}

TEST(Convergence, HelperUnderADivergentBranch) {
  AnalysedKernel K(R"(
    __device__ void sync() { int seen = 1; __syncthreads(); }
    __global__ void k(int n) { if (threadIdx.x == n) sync(); }
  )");
  EXPECT_EQ(K.divergent("seen"), Texts{"threadIdx.x == n"});
}

TEST(Convergence, LaunchExtentsSettleBranches) {
  std::string Body = "if (threadIdx.x < 128) { int seen = 1; }";
  EXPECT_EQ(kernel(Body, launch({128, 1, 1})).divergent("seen"), Texts{});
  EXPECT_EQ(kernel(Body, launch({256, 1, 1})).divergent("seen"),
            Texts{"threadIdx.x < 128"});
}

TEST(Convergence, ConditionsOfLogicalOperators) {
  AnalysedKernel K = kernel(R"(
    if (n > 1 && threadIdx.x > 2) { int both = 1; }
    if (n > 1 || threadIdx.x > 3) { int either = 1; }
  )");
  EXPECT_FALSE(K.divergent("both").empty());
  EXPECT_FALSE(K.divergent("either").empty());
}

} // namespace convergence_test

//===--- CfgViewTest.cpp - Control dependence over live paths -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/CfgView.h"
#include "AnalysedKernel.h"

namespace flow_view_test {
using namespace warplint;
using namespace warplint::test;

/// Where the values meet that \p Phi joins.
const Node &joinOf(const Term *Phi) {
  return *llvm::cast<PhiTerm>(Phi)->node();
}

AnalysedKernel kernel(const std::string &Body) {
  return AnalysedKernel("__global__ void k(int n, int m, int *p) {" + Body +
                        "}");
}

Texts sorted(Texts List) {
  std::sort(List.begin(), List.end());
  return List;
}

TEST(CfgView, IfControlsItsSuccessorsOnly) {
  AnalysedKernel K = kernel(R"(
    int before = 0;
    if (n > 1) { int yes = 1; } else { int no = 1; }
    int after = 1;
  )");
  EXPECT_EQ(K.controls("yes"), Texts{"n > 1"});
  EXPECT_EQ(K.controls("no"), Texts{"n > 1"});
  EXPECT_EQ(K.controls("before"), Texts{});
  EXPECT_EQ(K.controls("after"), Texts{});
}

TEST(CfgView, NearestBranchComesFirst) {
  AnalysedKernel K = kernel(R"(
    if (n > 1) { if (n > 2) { if (n > 3) { int seen = 1; } } }
  )");
  EXPECT_EQ(K.controls("seen"), (Texts{"n > 3", "n > 2", "n > 1"}));
  EXPECT_EQ(K.conditions(K.facts().paths().controls(K.nodeOf("seen"))),
            Texts{"n > 3"});
}

TEST(CfgView, EarlyReturnControlsTheRest) {
  AnalysedKernel K = kernel("if (n > 1) return; int seen = 1;");
  EXPECT_EQ(K.controls("seen"), Texts{"n > 1"});
}

TEST(CfgView, LoopsControlTheirBody) {
  AnalysedKernel K = kernel(R"(
    for (int i = 0; i < n; ++i) { int body = 1; if (i == m) break; int rest = 1; }
    int j = 0;
    do { int once = 1; } while (++j < m);
    int after = 1;
  )");
  EXPECT_EQ(sorted(K.controls("body")), (Texts{"i < n", "i == m"}));
  EXPECT_EQ(sorted(K.controls("rest")), (Texts{"i < n", "i == m"}));
  EXPECT_EQ(K.controls("once"), Texts{"++j < m"});
  EXPECT_EQ(K.controls("after"), Texts{});
}

TEST(CfgView, ShortCircuitsAreBranches) {
  AnalysedKernel K = kernel("if (n > 1 && m > 2) { int seen = 1; }");
  EXPECT_EQ(K.controls("seen").size(), 2u);
}

TEST(CfgView, SwitchControlsItsCases) {
  AnalysedKernel K = kernel(R"(
    switch (n) { case 1: { int one = 1; break; } default: { int other = 1; } }
    int after = 1;
  )");
  EXPECT_EQ(K.controls("one"), Texts{"n"});
  EXPECT_EQ(K.controls("other"), Texts{"n"});
  EXPECT_EQ(K.controls("after"), Texts{});
}

TEST(CfgView, DeadSuccessorsAreLeftOut) {
  AnalysedKernel K = kernel(R"(
    int on = 1;
    if (on) { int yes = 1; } else { int no = 1; }
  )");
  EXPECT_EQ(K.controls("yes"), Texts{});
  EXPECT_TRUE(K.facts().paths().contains(K.nodeOf("yes")));
  EXPECT_FALSE(K.facts().paths().contains(K.nodeOf("no")));
}

TEST(CfgView, ControlReachesIntoHelpers) {
  AnalysedKernel K(R"(
    __device__ void helper(int v) { if (v > 4) { int seen = 1; } }
    __global__ void k(int n) { if (n > 1) helper(n); }
  )");
  EXPECT_EQ(K.controls("seen"), (Texts{"v > 4", "n > 1"}));
}

TEST(CfgView, TakenOutNodesLeaveNoPaths) {
  AnalysedKernel K = kernel("if (n > 1) { int gone = 1; } int after = 1;");
  CfgView::NodeSet Without;
  Without.insert(&K.nodeOf("gone"));
  CfgView View(const_cast<InlinedCFG &>(K.cfg()), K.facts().values(), Without);
  EXPECT_FALSE(View.contains(K.nodeOf("gone")));
  EXPECT_EQ(View.successors(K.branchOn("n > 1")).size(), 1u);
  EXPECT_TRUE(View.controls(K.nodeOf("after")).empty());
}

/// One walk back from the end finds what a walk from each node does.
TEST(CfgView, NodesEndingThread) {
  for (const char *Body :
       {"if (n > 1) return; int seen = 1; if (m > 1) return;",
        "if (n > 1) return; __syncthreads();",
        "while (n > 1) { if (m > 1) return; if (m > 2) break; }",
        "if (n > 1) { p[0] = 1; return; } if (m > 1) { p[1] = 1; }",
        "for (;;) { if (n > 1) return; if (m > 1) { __syncthreads(); return; } "
        "}",
        "if (n > 1) { asm volatile(\"exit;\"); } p[0] = 1;",
        "if (n > 1) goto last; p[0] = 1; last: return;", "for (;;) {}"}) {
    AnalysedKernel K = kernel(Body);
    std::vector<const Node *> Expected;
    for (const Node *N : K.cfg().order())
      if (endsThread(K.cfg(), *N))
        Expected.push_back(N);
    EXPECT_EQ(nodesEndingThread(K.cfg()), Expected) << Body;
  }
  AnalysedKernel K = kernel("if (n > 1) return; if (m > 1) return; p[0] = 1;");
  EXPECT_EQ(nodesEndingThread(K.cfg()).size(), 2u);
}

TEST(CfgView, ChoosersOfAJoin) {
  AnalysedKernel K = kernel(R"(
    if (n > 1) {
      int x = 0;
      if (n > 2) { if (n > 3) x = 1; } else x = 2;
      int seen = x;
    }
  )");
  EXPECT_EQ(sorted(K.conditions(
                K.facts().paths().edgeSelectorsOf(joinOf(K.valueOf("seen"))))),
            (Texts{"n > 2", "n > 3"}));
  EXPECT_TRUE(K.facts().paths().edgeSelectorsOf(K.nodeOf("x")).empty());
}

TEST(CfgView, ChoosersOfALoopHead) {
  AnalysedKernel K = kernel(R"(
    if (n > 1) for (int i = 0; i < n; ++i) { int seen = i;
      if (i == m) continue; if (p[i]) break; }
  )");
  Texts Found = K.conditions(
      K.facts().paths().edgeSelectorsOf(joinOf(K.valueOf("seen"))));
  EXPECT_TRUE(llvm::is_contained(Found, "i < n"));
  EXPECT_TRUE(llvm::is_contained(Found, "p[i]"));
  EXPECT_FALSE(llvm::is_contained(Found, "n > 1"));
}

TEST(CfgView, ChoosersPassOverJoinedLoops) {
  AnalysedKernel K = kernel(R"(
    for (int o = 0; o < n; ++o) {
      for (int i = threadIdx.x; i < m; ++i) p[i] = 0;
      int seen = o;
    }
  )");
  EXPECT_EQ(K.conditions(
                K.facts().paths().edgeSelectorsOf(joinOf(K.valueOf("seen")))),
            Texts{"o < n"});
}

TEST(CfgView, SuccessorTo) {
  AnalysedKernel K = kernel(R"(
    if (n > 1) { int yes = 1; } else { int no = 1; }
    int after = 1;
    for (int i = 0; i < m; ++i) { int body = 1; }
    int last = 1;
  )");
  const CfgView &V = K.facts().paths();
  const Node &If = K.branchOn("n > 1"), &Loop = K.branchOn("i < m");
  EXPECT_EQ(V.successorTo(If, K.nodeOf("yes")), 0u);
  EXPECT_EQ(V.successorTo(If, K.nodeOf("no")), 1u);
  EXPECT_EQ(V.successorTo(If, K.nodeOf("after")), std::nullopt);
  EXPECT_EQ(V.successorTo(Loop, K.nodeOf("body")), 0u);
  // After the body the loop decides again.
  EXPECT_EQ(V.successorTo(Loop, K.nodeOf("last")), 1u);
  EXPECT_EQ(V.successorTo(Loop, K.nodeOf("yes")), std::nullopt);
}

TEST(CfgView, SuccessorToWithinALoop) {
  AnalysedKernel K = kernel(R"(
    while (true) {
      if (n > 1) { int yes = 1; break; }
      int rest = 1;
    }
    int after = 1;
  )");
  const Node &If = K.branchOn("n > 1");
  EXPECT_EQ(K.facts().paths().successorTo(If, K.nodeOf("after")), 0u);
  EXPECT_EQ(K.facts().paths().successorTo(If, K.nodeOf("rest")), 1u);
}

TEST(CfgView, InfiniteLoops) {
  AnalysedKernel K = kernel(R"(
    if (n > 1) { while (true) { int inside = 1; if (m) { int deep = 1; } } }
    int after = 1;
  )");
  EXPECT_EQ(K.controls("after"), Texts{"n > 1"});
  EXPECT_TRUE(llvm::is_contained(K.controls("deep"), "m"));
  EXPECT_TRUE(llvm::is_contained(K.controls("inside"), "n > 1"));
}

/// A path out is added to the graph while it is looked through, however many
/// nodes there are.
TEST(CfgView, InfiniteLoopsInGraphsOfAnySize) {
  std::string Rest;
  for (unsigned Branches = 0; Branches < 64; ++Branches) {
    AnalysedKernel K =
        kernel("if (n > 1) { while (true) { int inside = 1; } }" + Rest +
               "int after = 1;");
    EXPECT_EQ(K.controls("after"), Texts{"n > 1"}) << Branches;
    Rest += "if (m > " + std::to_string(Branches) + ") p[0] = 1;";
  }
}

TEST(CfgView, InfiniteLoopAsTheWholeKernel) {
  AnalysedKernel K = kernel(R"(
    while (true) { if (n > 1) { int yes = 1; } int always = 1; }
  )");
  EXPECT_EQ(K.controls("yes"), Texts{"n > 1"});
  EXPECT_EQ(K.controls("always"), Texts{});
}

// Behind where successors meet none of them alone leads on; between, one does.
TEST(CfgView, SuccessorsUpToWhereTheyMeet) {
  AnalysedKernel K = kernel(R"(
    for (int i = 0; i < m; ++i) {
      int first = 1;
      if (n > 1) { int yes = 1; if (n > 2) continue; } else { int no = 1; }
      int after = 1;
    }
    int end = 0;
  )");
  const CfgView &View = K.facts().paths();
  const Node &Branch = *View.allControls(K.nodeOf("no")).front();
  EXPECT_EQ(View.successorTo(Branch, K.nodeOf("yes")), 0u);
  EXPECT_EQ(View.successorTo(Branch, K.nodeOf("no")), 1u);
  for (const char *Shared : {"after", "first", "end"})
    EXPECT_EQ(View.successorTo(Branch, K.nodeOf(Shared)), std::nullopt)
        << Shared;
  // Without what the first successor reaches, the second alone leads on.
  EXPECT_EQ(View.successorTo(Branch, K.nodeOf("after"), &K.nodeOf("yes")), 1u);
  EXPECT_EQ(View.successorTo(Branch, K.nodeOf("end"), &K.nodeOf("yes")), 1u);
}

// What one branch decides is the same, asked from the branch or from below.
TEST(CfgView, DecidedByIsWhatAllControlsSay) {
  AnalysedKernel K = kernel(R"(
  again:
    if (n > 1) { if (m > 1) goto behind; int a = 1; }
    for (int i = 0; i < m; ++i) {
      if (n > 2) continue;
      if (m > 3) goto again;
      switch (n) { case 1: break; case 2: return; default: int b = 1; }
    }
  behind:
    if (m > 4) for (;;) { if (n > 5) int c = 1; }
    if (n > 6) return;
  )");
  const CfgView &View = K.facts().paths();
  unsigned Decided = 0;
  for (const Node *Asked : K.cfg().order()) {
    llvm::BitVector Found =
        View.decidedBy([&](const Node &Branch) { return &Branch == Asked; });
    for (const Node *N : K.cfg().order())
      if (View.contains(*N))
        EXPECT_EQ(Found.test(N->id()),
                  llvm::is_contained(View.allControls(*N), Asked));
    Decided += Found.any();
  }
  EXPECT_GE(Decided, 8u);
}

// Each is found by itself, however many lie one after the other.
TEST(CfgView, ManyInfiniteLoops) {
  std::string Body;
  for (int I = 0; I < 40; ++I)
    Body += "if (n == " + std::to_string(I) +
            ") for (;;) { if (m > 1) { int x" + std::to_string(I) + " = 1; } }";
  AnalysedKernel K = kernel(Body + "int end = 1;");
  EXPECT_EQ(K.controls("x3"),
            (Texts{"m > 1", "n == 3", "n == 2", "n == 1", "n == 0"}));
  EXPECT_EQ(K.controls("end").size(), 40u);
}

} // namespace flow_view_test

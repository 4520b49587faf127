//===--- ReachabilityTest.cpp - Where control can come to -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/Reachability.h"
#include "AnalysedKernel.h"

namespace reachability_test {
using namespace warplint;
using namespace warplint::test;

/// What the fact says, by one walk along all paths per question.
bool comesTo(const CfgView &View, const Event &From, const Event &To,
             const Event *Without) {
  llvm::SmallPtrSet<const Node *, 32> Seen;
  size_t After = &From - From.At->Events.data() + 1;
  llvm::SmallVector<std::pair<const Node *, size_t>, 32> Work{{From.At, After}};
  while (!Work.empty()) {
    auto [N, Begin] = Work.pop_back_val();
    bool Stopped = false;
    for (size_t I = Begin; I < N->Events.size() && !Stopped; ++I) {
      if (&N->Events[I] == &To)
        return true;
      Stopped = &N->Events[I] == Without;
    }
    if (Stopped || !View.contains(*N))
      continue;
    for (const ViewNode *Next : View.successors(*N))
      if (Seen.insert(Next->Of).second)
        Work.push_back({Next->Of, 0});
  }
  return false;
}

/// Compares all pairs and triples of the accesses of a kernel.
void expectTheSame(const std::string &Body) {
  AnalysedKernel K("__global__ void k(int *a, int n) {" + Body + "}");
  const auto &Reaches = K.facts().get<Reachability>();
  const CfgView &View = K.facts().paths();
  std::vector<const Event *> All = K.events(Event::Kind::Access);
  ASSERT_GE(All.size(), 4u);
  for (const Event *First : All)
    for (const Event *Last : All) {
      EXPECT_EQ(Reaches.leadsTo(*First, *Last),
                comesTo(View, *First, *Last, nullptr));
      if (First == Last)
        continue;
      EventsBetween Between = Reaches.between(*First, *Last);
      for (const Event *E : All)
        EXPECT_EQ(Between.contains(*E), comesTo(View, *First, *E, Last) &&
                                            comesTo(View, *E, *Last, First))
            << Body << ": " << First - All.front() << ", " << Last - All.front()
            << ", " << E - All.front();
    }
}

TEST(ReachabilityTest, AnswersAsAWalkPerQuestionDoes) {
  expectTheSame("a[0] = 1; a[1] = 2; a[2] = 3; a[3] = 4;");
  expectTheSame("a[0] = 1; if (n) { a[1] = 1; a[2] = 2; } else a[3] = 1; "
                "a[4] = 1;");
  expectTheSame("a[0] = 1; for (int i = 0; i < n; ++i) { a[1] = i; a[2] = i; "
                "} a[3] = 1;");
  expectTheSame(
      "while (a[0]) { a[1] = 1; if (a[2]) break; if (a[3]) continue; "
      "a[4] = 1; for (;;) { a[5] = 1; if (a[6]) break; } } a[7] = 1;");
  expectTheSame("if (n) return; a[0] = 1; while (true) { a[1] = 1; a[2] = 2; "
                "a[3] = a[0]; }");
}

TEST(ReachabilityTest, PathsKeepOutOfBarredNodes) {
  AnalysedKernel K("__global__ void k(int *a, int n) {"
                   " for (int i = 0; i < n; ++i) { a[0] = 1; a[1] = 2; } }");
  const auto &Reaches = K.facts().get<Reachability>();
  std::vector<const Event *> Writes = K.writes();
  ASSERT_EQ(Writes.size(), 2u);
  const Node &Head = K.branchOn("i < n");
  EXPECT_TRUE(Reaches.leadsTo(*Writes[0], *Writes[1], {&Head}));
  EXPECT_TRUE(Reaches.leadsTo(*Writes[1], *Writes[0], {}));
  EXPECT_FALSE(Reaches.leadsTo(*Writes[1], *Writes[0], {&Head}));
  EXPECT_TRUE(Reaches.isInCycle(Head));
  EXPECT_FALSE(Reaches.isInCycle(K.facts().cfg().entry()));
}

} // namespace reachability_test

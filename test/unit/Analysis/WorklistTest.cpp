//===--- WorklistTest.cpp - Walks and fixpoints over graphs ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/Worklist.h"
#include "Analysis/Dataflow/Fixpoint.h"
#include "gtest/gtest.h"
#include <vector>

namespace worklist_test {
using namespace warplint;

TEST(Worklist, EachOnce) {
  int Items[4] = {};
  Worklist<int> Work{&Items[0]};
  Work.bar(&Items[3]);
  std::vector<const int *> Order;
  while (const int *Now = Work.next()) {
    Order.push_back(Now);
    for (const int *Next : {&Items[1], &Items[2], &Items[3], &Items[0]})
      Work.add(Next);
  }
  EXPECT_EQ(Order, (std::vector<const int *>{&Items[0], &Items[2], &Items[1]}));
  EXPECT_EQ(Work.seen().size(), 4u);
  EXPECT_FALSE(Work.add(&Items[3]));
}

TEST(KeyWorklist, EachOnce) {
  using Key = std::pair<unsigned, unsigned>;
  KeyWorklist<Key> Work({{0, 1}, {0, 1}});
  std::vector<Key> Order;
  while (auto Now = Work.next()) {
    Order.push_back(*Now);
    Work.addAll({{1, 0}, {0, 1}, {1, 1}});
  }
  EXPECT_EQ(Order, (std::vector<Key>{{0, 1}, {1, 1}, {1, 0}}));
  EXPECT_EQ(Work.seen().size(), 3u);
  EXPECT_FALSE(Work.add({1, 1}));
}

TEST(OrderedWorklist, TheLeastFirst) {
  OrderedWorklist Work(100);
  EXPECT_FALSE(Work.next());
  for (unsigned Number : {70u, 3u, 99u, 0u, 70u})
    Work.add(Number);
  EXPECT_EQ(Work.next(), 0u);
  EXPECT_EQ(Work.next(), 3u);
  Work.add(2); // Once more.
  Work.add(0);
  EXPECT_EQ(Work.next(), 0u);
  EXPECT_EQ(Work.next(), 2u);
  EXPECT_EQ(Work.next(), 70u);
  EXPECT_EQ(Work.next(), 99u);
  EXPECT_FALSE(Work.next());
}

/// 0 -> 1 -> 2 -> 1, 2 -> 3: how often 2 adds to a count, up to 5.
TEST(Fixpoint, CountsAroundALoop) {
  std::vector<std::vector<unsigned>> Edges = {{1}, {2}, {1, 3}, {}, {3}};
  std::vector<int> In(5, -1);
  In[0] = 0;
  unsigned Steps = 0;
  auto Transfer = [&](unsigned Node, int Here, auto Flow) {
    ++Steps;
    for (unsigned To : Edges[Node])
      Flow(To, std::min(Node == 2 ? Here + 1 : Here, 5));
    return true;
  };
  auto Join = [](int &Into, int From) {
    bool Rises = From > Into;
    Into = std::max(Into, From);
    return Rises;
  };
  EXPECT_TRUE(solveToFixpoint(In, std::vector<unsigned>{0}, Transfer, Join));
  // Nothing flows from a node that no start leads to.
  EXPECT_EQ(In, (std::vector<int>{0, 5, 5, 5, -1}));
  // The loop ends before what is behind it: six times around it.
  EXPECT_EQ(Steps, 1 + 2 * 6 + 1u);
}

TEST(Fixpoint, ABudgetEndsIt) {
  std::vector<int> In(2, 0);
  unsigned Left = 3;
  auto Transfer = [&](unsigned Node, int Here, auto Flow) {
    Flow(1 - Node, Here + 1);
    return --Left != 0;
  };
  auto Join = [](int &Into, int From) {
    bool Rises = From > Into;
    Into = std::max(Into, From);
    return Rises;
  };
  EXPECT_FALSE(solveToFixpoint(In, std::vector<unsigned>{0}, Transfer, Join));
  EXPECT_EQ(Left, 0u);
}

} // namespace worklist_test

//===--- BarrierIntervalsTest.cpp - What lies between two barriers --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "AnalysedKernel.h"
#include "Analysis/BarrierIntervals/LoopBarriers.h"
#include "Analysis/KernelIR/Event.h"
#include <set>

namespace intervals_test {
using namespace warplint;
using namespace warplint::test;

/// The intervals of a kernel whose writes `p[1] = 0` are known by their index.
class Cut {
public:
  explicit Cut(const std::string &Body, Scope S = Scope::Block)
      : Kernel("__device__ void unseen();"
               "__device__ void meet() { __syncthreads(); }"
               "__global__ void k(int n, int m, int *p) {" +
               Body + "}"),
        All(intervalsOf(Kernel.cfg(), Kernel.facts().paths(),
                        Kernel.facts().loopBarriers(), S)) {}

  const Interval &operator[](unsigned I) const { return All.at(I); }

  /// Indices written per interval, in the order of its steps.
  std::vector<std::vector<int64_t>> writes() const {
    std::vector<std::vector<int64_t>> Result;
    for (const Interval &I : All) {
      Result.emplace_back();
      for (const IntervalStep &Step : I.Steps)
        for (unsigned E = Step.First; E < Step.Last; ++E)
          if (auto Index = indexOf(Step.At->Events[E]))
            Result.back().push_back(*Index);
    }
    return Result;
  }

  /// Indices written in \p I, with whether it came into the loop anew.
  static std::vector<std::pair<int64_t, bool>> writesAnew(const Interval &I) {
    std::vector<std::pair<int64_t, bool>> Result;
    for (const IntervalStep &Step : I.Steps)
      for (unsigned E = Step.First; E < Step.Last; ++E)
        if (auto Index = indexOf(Step.At->Events[E]))
          Result.push_back({*Index, Step.Anew != nullptr});
    return Result;
  }

  /// From `p[From] = 0` a thread comes to `p[To] = 0`.
  bool leads(const Interval &I, int64_t From, int64_t To, bool Around) const {
    return I.leads(stepOf(I, From), stepOf(I, To), Around);
  }
  static unsigned loopHeads(const Interval &I) {
    return llvm::count_if(I.Steps,
                          [](const IntervalStep &S) { return S.isLoopHead(); });
  }

  const Event &write(int64_t Index) const {
    for (const Event *E : Kernel.writes())
      if (indexOf(*E) == Index)
        return *E;
    ADD_FAILURE() << "nothing writes " << Index;
    std::abort();
  }

  /// The pairs of written indices that may be in one interval, by either way of
  /// asking.
  using IndexPairs = std::set<std::pair<int64_t, int64_t>>;
  IndexPairs sharedIntervals(Scope S = Scope::Block,
                             const LoopEvolution *Successors = nullptr) const {
    CommonIntervals Shared(Kernel.facts().paths(), S, Successors);
    IndexPairs Result;
    for (const Event *A : Kernel.writes())
      for (const Event *B : Kernel.writes()) {
        if (!indexOf(*A) || !indexOf(*B) || *indexOf(*A) > *indexOf(*B))
          continue;
        bool Together = Shared.mayHold(*A, *B);
        EXPECT_EQ(Together, Shared.mayHold(*B, *A));
        if (Together)
          Result.insert({*indexOf(*A), *indexOf(*B)});
      }
    return Result;
  }
  /// By what branches say, too.
  IndexPairs sharedOnTakenPaths() const {
    return sharedIntervals(Scope::Block, &Kernel.facts().evolution());
  }

private:
  static std::optional<int64_t> indexOf(const Event &E) {
    if (E.K != Event::Kind::Access || E.Access == AccessKind::Read)
      return std::nullopt;
    const auto *Element = llvm::dyn_cast<ElementTerm>(E.Address);
    return Element ? numberOf(Element->index()) : std::nullopt;
  }
  unsigned stepOf(const Interval &I, int64_t Index) const {
    const IntervalStep *Step = I.find(write(Index));
    EXPECT_TRUE(Step) << Index << " is not in this interval";
    return Step ? Step - I.Steps.data() : 0;
  }

  AnalysedKernel Kernel;
  std::vector<Interval> All;
};

using Writes = std::vector<std::vector<int64_t>>;

TEST(Intervals, StraightCode) {
  Cut C("p[1] = 0; __syncthreads(); p[2] = 0; p[3] = 0; __syncthreads();");
  EXPECT_EQ(C.writes(), (Writes{{1}, {2, 3}, {}}));
  EXPECT_EQ(C[0].Start, nullptr);
  ASSERT_TRUE(C[1].Start);
  EXPECT_EQ(C[1].Start->Op->Kind, SyncKind::Barrier);
  EXPECT_NE(C[1].Start, C[2].Start);
  EXPECT_TRUE(C[0].find(C.write(1)));
  EXPECT_FALSE(C[1].find(C.write(1)));
}

TEST(Intervals, WithoutBarrierThereIsOne) {
  EXPECT_EQ(Cut("p[1] = 0; if (n) return; p[2] = 0;").writes(),
            (Writes{{1, 2}}));
}

TEST(Intervals, SuccessorsDoNotLeadToEachOther) {
  Cut C("p[1] = 0; if (n) p[2] = 0; else p[3] = 0; p[4] = 0;");
  ASSERT_EQ(C.writes().size(), 1u);
  for (bool Around : {false, true}) {
    EXPECT_TRUE(C.leads(C[0], 1, 2, Around));
    EXPECT_TRUE(C.leads(C[0], 1, 3, Around));
    EXPECT_TRUE(C.leads(C[0], 2, 4, Around));
    EXPECT_TRUE(C.leads(C[0], 1, 4, Around));
    EXPECT_TRUE(C.leads(C[0], 2, 2, Around));
    EXPECT_FALSE(C.leads(C[0], 2, 3, Around));
    EXPECT_FALSE(C.leads(C[0], 3, 2, Around));
    EXPECT_FALSE(C.leads(C[0], 4, 1, Around));
  }
}

TEST(Intervals, PathsTellTheSuccessorTaken) {
  Cut C("if (n) p[1] = 0; p[2] = 0;");
  const IntervalStep *Successor = C[0].find(C.write(1)),
                     *Join = C[0].find(C.write(2));
  ASSERT_TRUE(Successor && Join);
  ASSERT_EQ(Successor->From.size(), 1u);
  EXPECT_EQ(Successor->From[0].Successor, 0u);
  EXPECT_EQ(Join->From.size(), 2u);
}

TEST(Intervals, BarrierInOneSuccessor) {
  Cut C("p[1] = 0; if (n) { __syncthreads(); p[2] = 0; } p[3] = 0;");
  EXPECT_EQ(C.writes(), (Writes{{1, 3}, {2, 3}}));
}

TEST(Intervals, BarrierThatIsNeverReachedDoesNotCut) {
  EXPECT_EQ(Cut("p[1] = 0; if (0) __syncthreads(); p[2] = 0;").writes(),
            (Writes{{1, 2}}));
}

TEST(Intervals, BarrierAtALoopsHead) {
  Cut C(R"(
    p[1] = 0;
    for (int i = 0; i < n; ++i) { __syncthreads(); p[2] = 0; }
    p[3] = 0;
  )");
  EXPECT_EQ(C.writes(), (Writes{{1, 3}, {2, 3}}));
  EXPECT_TRUE(C.leads(C[1], 2, 3, false));
  EXPECT_EQ(Cut::loopHeads(C[0]) + Cut::loopHeads(C[1]), 0u);
}

TEST(Intervals, BarrierAtALoopsTail) {
  Cut C(R"(
    for (int i = 0; i < n; ++i) { p[1] = 0; p[2] = 0; __syncthreads(); }
    p[3] = 0;
  )");
  ASSERT_EQ(C.writes().size(), 2u);
  for (const Interval &I : {C[0], C[1]}) {
    EXPECT_TRUE(I.find(C.write(1)));
    EXPECT_TRUE(I.find(C.write(3)));
    // The barrier stands between one iteration and the next.
    EXPECT_EQ(Cut::loopHeads(I), 0u);
    EXPECT_FALSE(C.leads(I, 2, 3, true));
  }
}

TEST(Intervals, BarrierInTheMiddleOfALoopJoinsTwoIterations) {
  Cut C(R"(
    for (int i = 0; i < n; ++i) { p[1] = 0; __syncthreads(); p[2] = 0; }
  )");
  ASSERT_EQ(C.writes().size(), 2u);
  EXPECT_FALSE(C[0].find(C.write(2)));
  // The rest of one iteration is followed by the start of the next.
  EXPECT_EQ(C.writes()[1], (std::vector<int64_t>{2, 1}));
  EXPECT_TRUE(C.leads(C[1], 2, 1, false));
  EXPECT_FALSE(C.leads(C[1], 1, 2, true));
}

TEST(Intervals, LoopWithoutBarrier) {
  Cut C(R"(
    p[1] = 0;
    for (int i = 0; i < n; ++i) { p[2] = 0; if (i == m) p[3] = 0; }
    p[4] = 0;
  )");
  ASSERT_EQ(C.writes().size(), 1u);
  EXPECT_EQ(Cut::loopHeads(C[0]), 1u);
  EXPECT_TRUE(C.leads(C[0], 2, 3, false));
  EXPECT_FALSE(C.leads(C[0], 3, 2, false));
  EXPECT_TRUE(C.leads(C[0], 3, 2, true));
  // A loop is left through its head.
  EXPECT_TRUE(C.leads(C[0], 2, 4, true));
  for (bool Around : {false, true}) {
    EXPECT_TRUE(C.leads(C[0], 1, 2, Around));
    EXPECT_TRUE(C.leads(C[0], 1, 4, Around));
    EXPECT_FALSE(C.leads(C[0], 4, 2, Around));
    EXPECT_FALSE(C.leads(C[0], 2, 1, Around));
  }
}

TEST(Intervals, NestedLoops) {
  Cut C(R"(
    for (int i = 0; i < n; ++i) {
      p[1] = 0;
      for (int j = 0; j < m; ++j) p[2] = 0;
      __syncthreads();
    }
  )");
  ASSERT_EQ(C.writes().size(), 2u);
  for (const Interval &I : {C[0], C[1]}) {
    // Only the inner one comes back without a barrier.
    EXPECT_EQ(Cut::loopHeads(I), 1u);
    EXPECT_TRUE(C.leads(I, 1, 2, false));
    EXPECT_FALSE(C.leads(I, 2, 1, true));
  }
}

TEST(Intervals, LoopsThatAreComeIntoAnewHaveStepsOfTheirOwn) {
  Cut C(R"(
    for (int i = 0; i < n; ++i) {
      p[1] = 0;
      for (int j = 0; j < m; ++j) { p[2] = 0; __syncthreads(); }
      p[3] = 0;
    }
  )");
  // Behind the barrier: the next iteration of the inner loop, or what follows
  // it and the inner loop's first iteration in the next iteration of the outer
  // one.
  ASSERT_EQ(C.writes().size(), 2u);
  std::vector<std::pair<int64_t, bool>> Found = C.writesAnew(C[1]);
  EXPECT_EQ(Found, (std::vector<std::pair<int64_t, bool>>{
                       {3, false}, {1, false}, {2, true}, {2, false}}));
  EXPECT_TRUE(C.leads(C[1], 3, 1, false));
  // From the entry each loop is come into once.
  for (const IntervalStep &Step : C[0].Steps)
    EXPECT_EQ(Step.Anew, nullptr);
}

TEST(Intervals, TheLargestLoopThatIsComeIntoAnewCounts) {
  Cut C(R"(
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < m; ++k) { p[1] = 0; __syncthreads(); }
  )");
  // In the iterations of each of the three loops.
  ASSERT_EQ(C.writes().size(), 2u);
  EXPECT_EQ(C.writes()[1].size(), 3u);
  std::set<const Node *> Heads;
  for (const IntervalStep &Step : C[1].Steps)
    Heads.insert(Step.Anew);
  EXPECT_EQ(Heads.size(), 3u) << "none, the middle loop, the innermost";
}

TEST(Intervals, FunctionsCutWhereTheyAreCalled) {
  EXPECT_EQ(Cut("p[1] = 0; meet(); p[2] = 0; meet(); p[3] = 0;").writes(),
            (Writes{{1}, {2}, {3}}));
}

TEST(Intervals, UnseenFunctionsMayWait) {
  for (Scope S : {Scope::Warp, Scope::Block, Scope::Grid})
    EXPECT_EQ(Cut("p[1] = 0; unseen(); p[2] = 0;", S).writes(),
              (Writes{{1}, {2}}));
}

TEST(Intervals, WarpBarriersCutForWarpsOnly) {
  const char *Body = "p[1] = 0; __syncwarp(); p[2] = 0; __syncthreads();"
                     "p[3] = 0;";
  EXPECT_EQ(Cut(Body, Scope::Warp).writes(), (Writes{{1}, {2}, {3}}));
  EXPECT_EQ(Cut(Body, Scope::Block).writes(), (Writes{{1, 2}, {3}}));
}

TEST(Intervals, OnlyTheGridsBarriersCutTheGrid) {
  const char *Body = "cg::grid_group grid; p[1] = 0; __syncthreads(); p[2] = 0;"
                     "grid.sync(); p[3] = 0;";
  EXPECT_EQ(Cut(Body, Scope::Grid).writes(), (Writes{{1, 2}, {3}}));
  EXPECT_EQ(Cut(Body, Scope::Block).writes(), (Writes{{1}, {2}, {3}}));
}

TEST(Intervals, FencesDoNotWait) {
  for (Scope S : {Scope::Warp, Scope::Block, Scope::Grid})
    EXPECT_EQ(Cut("p[1] = 0; __threadfence(); p[2] = 0;", S).writes(),
              (Writes{{1, 2}}));
}

TEST(Intervals, WaitsForOwnWorkDoNotCut) {
  Cut C("p[1] = 0; asm volatile(\"cp.async.wait_all;\"); p[2] = 0;"
        "__syncthreads(); p[3] = 0;");
  EXPECT_EQ(C.writes(), (Writes{{1, 2}, {3}}));
}

TEST(Intervals, NoneGoesThroughALoopWithABarrierInAKnownIteration) {
  auto In = [](const std::string &Head, const std::string &If) {
    return Cut("p[0] = 0; for (" + Head + ") { p[1] = 0; if (" + If +
               ") __syncthreads(); p[2] = 0; } p[3] = 0;")
        .writes();
  };
  // What stands behind the loop lies in the interval of what stands before.
  auto Leads = [&](const std::string &Head, const std::string &If) {
    return llvm::is_contained(In(Head, If).front(), 3);
  };
  EXPECT_EQ(In("int i = 0; i < 4; ++i", "i == 2").front(),
            (std::vector<int64_t>{0, 1, 2}));
  EXPECT_TRUE(
      llvm::is_contained(In("int i = 0; i < 4; ++i", "i == 2").back(), 3))
      << "who starts at the barrier leaves the loop";
  EXPECT_FALSE(Leads("int i = 16; i > 0; i /= 2", "i == 2"));
  EXPECT_TRUE(Leads("int i = 0; i < 4; ++i", "i == 4"));
  EXPECT_TRUE(Leads("int i = 0; i < 4; i += 2", "i == 1"));
  EXPECT_TRUE(Leads("int i = 0; i < n; ++i", "i == 0"));
  EXPECT_TRUE(Leads("int i = 0; i < 4; ++i", "i == n"));
  EXPECT_TRUE(Leads("int i = 0; i < 4; ++i", "i == 2 && p[9]"));
  EXPECT_TRUE(Leads("int i = 0; i < 4 && p[9]; ++i", "i == 2"));
  EXPECT_TRUE(Leads("int i = 0; i < 100; ++i", "i == 99")) << "too many rounds";
}

TEST(Intervals, BarriersOfAGroupCutForThosePairsThatShareThem) {
  AnalysedKernel K("__global__ void k(int *p) {"
                   "p[1] = 0; asm volatile(\"bar.sync 1, 64;\"); p[2] = 0;"
                   "asm volatile(\"bar.sync 2, 64;\"); p[3] = 0; }");
  std::vector<const Event *> Barriers = K.events(Event::Kind::Sync);
  ASSERT_EQ(Barriers.size(), 2u);
  auto Number = [&](ThreadPair Threads) {
    return intervalsOf(K.cfg(), K.facts().paths(), K.facts().loopBarriers(),
                       Threads)
        .size();
  };
  EXPECT_EQ(Number(Scope::Block), 3u) << "who comes is not known";
  BarrierSet First;
  First.insert(Barriers[0]);
  EXPECT_EQ(Number({Scope::Block, &First}), 2u);
  First.insert(Barriers[1]);
  EXPECT_EQ(Number({Scope::Block, &First}), 1u);
  EXPECT_EQ(Number(Scope::Grid), 1u) << "nor do they order blocks";
}

TEST(CommonIntervals, EndAtBarriersInsideNodesAndBehindThem) {
  Cut K("p[1] = 0; p[2] = 0; __syncthreads(); p[3] = 0; __syncwarp();"
        "p[4] = 0; if (n) { p[5] = 0; __syncthreads(); } p[6] = 0;");
  EXPECT_EQ(K.sharedIntervals(),
            (Cut::IndexPairs{{1, 2}, {3, 4}, {3, 5}, {3, 6}, {4, 5}, {4, 6}}));
  EXPECT_EQ(K.sharedIntervals(Scope::Warp),
            (Cut::IndexPairs{{1, 2}, {4, 5}, {4, 6}}));
}

TEST(CommonIntervals, GoAroundLoops) {
  EXPECT_EQ(Cut("for (int i = 0; i < n; ++i) {"
                "p[1] = 0; __syncthreads(); p[2] = 0; }")
                .sharedIntervals(),
            (Cut::IndexPairs{{1, 2}}));
  EXPECT_EQ(Cut("for (int i = 0; i < n; ++i) {"
                "__syncthreads(); p[1] = 0; p[2] = 0; __syncthreads(); }")
                .sharedIntervals(),
            (Cut::IndexPairs{{1, 2}}));
  EXPECT_EQ(Cut("for (int i = 0; i < n; ++i) { p[1] = 0; if (m) p[2] = 0; }")
                .sharedIntervals(),
            (Cut::IndexPairs{{1, 1}, {1, 2}, {2, 2}}));
}

using Pairs = Cut::IndexPairs;

/// `p[2]` is written under \p Fetches, behind a barrier; the iterations begin
/// with one under \p Waits.
static Pairs sharedInIterations(const std::string &Waits,
                                const std::string &Fetches,
                                const std::string &Then = "") {
  return Cut("int j = 0; for (int i = 0; i < n; ++i) { if (" + Waits +
             ") __syncthreads(); p[1] = 0; if (" + Fetches +
             ") { __syncthreads(); p[2] = 0; } " + Then + "}")
      .sharedOnTakenPaths();
}

TEST(CommonIntervals, KnowWhatTheNextIterationAsks) {
  EXPECT_EQ(sharedInIterations("i % 8 == 0", "(i + 1) % 8 == 0"),
            (Pairs{{1, 1}}));
  EXPECT_EQ(sharedInIterations("!(i % 8)", "(i + 1) % 8 == 0"),
            (Pairs{{1, 1}}));
  EXPECT_EQ(sharedInIterations("i % 8 == 0", "m && (i + 1) % 8 == 0"),
            (Pairs{{1, 1}}));
  Pairs Meet{{1, 1}, {1, 2}};
  EXPECT_EQ(sharedInIterations("i % 8 == 0", "(i + 1) % 4 == 0"), Meet);
  EXPECT_EQ(sharedInIterations("i % 8 == 0", "i % 8 == 0"), Meet);
  EXPECT_EQ(sharedInIterations("i % 8 == 0", "(i + 1) % 8 != 0"), Meet);
  EXPECT_EQ(sharedInIterations("m && i % 8 == 0", "(i + 1) % 8 == 0"), Meet);
}

TEST(CommonIntervals, FollowWhatAIterationLeavesToTheNext) {
  EXPECT_EQ(sharedInIterations("j % 8 == 0", "(j + 1) % 8 == 0", "++j;"),
            (Pairs{{1, 1}}));
  Pairs Meet{{1, 1}, {1, 2}};
  EXPECT_EQ(sharedInIterations("j % 8 == 0", "(j + 1) % 8 == 0", "j += 2;"),
            Meet);
  EXPECT_EQ(sharedInIterations("j % 8 == 0", "(j + 1) % 8 == 0", "if (m) ++j;"),
            Meet);
  EXPECT_EQ(sharedInIterations("j % 8 == 0", "(j + 1) % 8 == 0",
                               "for (int k = 0; k < m; ++k) ++j;"),
            Meet);
  // What is read anew may be something else.
  EXPECT_EQ(sharedInIterations("p[8] == 0", "p[8] == 0"), Meet);
}

TEST(CommonIntervals, CountOnlyThePathsFromTheWrite) {
  auto Shared = [](const std::string &After) {
    return Cut("int j = 0; for (int i = 0; i < n; ++i) {"
               "if (j) __syncthreads(); p[1] = 0;"
               "if (p[9]) { __syncthreads(); p[2] = 0; j = 1; } else j = 0; " +
               After + "}")
        .sharedOnTakenPaths();
  };
  EXPECT_EQ(Shared(""), (Pairs{{1, 1}}));
  EXPECT_EQ(Shared("if (m) p[8] = 0;"),
            (Pairs{{1, 1}, {1, 8}, {2, 8}, {8, 8}}));
  EXPECT_EQ(Shared("if (m) j = 0;"), (Pairs{{1, 1}, {1, 2}}));
}

TEST(CommonIntervals, KnowOneIterationAhead) {
  Pairs Meet = Cut("for (int i = 0; i < n; ++i) {"
                   "if (i % 8 == 0 && m) __syncthreads();"
                   "if (i % 8 != 0) p[1] = 0;"
                   "if ((i + 1) % 8 == 0) { __syncthreads(); p[2] = 0; } }")
                   .sharedOnTakenPaths();
  EXPECT_EQ(Meet, (Pairs{{1, 1}, {1, 2}}))
      << "the round behind the next one reads what was written";
}

TEST(CommonIntervals, KnowWhatPathsIntoAJoinBring) {
  auto Shared = [](const std::string &Asked, const std::string &Brought) {
    return Cut("p[1] = 0; int go = 0; if (n) { __syncthreads(); go = " +
               Brought + "; } if (" + Asked + ") p[2] = 0;")
        .sharedOnTakenPaths();
  };
  EXPECT_EQ(Shared("go", "1"), (Pairs{}));
  EXPECT_EQ(Shared("go", "m"), (Pairs{}));
  EXPECT_EQ(Shared("go == 3", "3"), (Pairs{}));
  EXPECT_EQ(Shared("!go", "1"), (Pairs{{1, 2}}));
  EXPECT_EQ(Shared("go == m", "1"), (Pairs{{1, 2}}));
  EXPECT_EQ(Shared("m", "1"), (Pairs{{1, 2}}));
}

TEST(Intervals, AreLeftOutBeyondALimit) {
  AnalysedKernel K("__global__ void k(int n, int *p) {"
                   "  for (int i = 0; i < n; ++i) __syncthreads();"
                   "  for (int i = 0; i < n; ++i) __syncthreads();"
                   "  for (int i = 0; i < n; ++i) __syncthreads(); }");
  auto Made = [&](IntervalLimit &Limit) {
    return intervalsOf(K.cfg(), K.facts().paths(), K.facts().loopBarriers(),
                       Scope::Block, Limit);
  };
  IntervalLimit None;
  std::vector<Interval> All = Made(None);
  ASSERT_EQ(All.size(), 4u);
  EXPECT_EQ(None.LeftOut, 0u);
  IntervalLimit Small{All[0].Steps.size() + 1};
  EXPECT_EQ(Made(Small).size(), 2u) << "the one that begun is whole";
  EXPECT_EQ(Small.LeftOut, 2u);
  EXPECT_EQ(Small.Steps, 0u);
  IntervalLimit Empty{0};
  EXPECT_TRUE(Made(Empty).empty());
  EXPECT_EQ(Empty.LeftOut, 4u);
}

} // namespace intervals_test

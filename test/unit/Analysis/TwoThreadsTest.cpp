//===--- TwoThreadsTest.cpp - What two threads have in common -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/BarrierIntervals/BarrierSet.h"
#include "Analysis/Dependence/Ownership.h"
#include "Analysis/Detectors/MemoryOrdering/StaleReads.h"
#include "Analysis/Detectors/Races/ConflictingAccesses.h"
#include "Analysis/Detectors/Races/EncodedPair.h"
#include "Analysis/Detectors/Races/GroupPairs.h"
#include "Analysis/Detectors/Races/RaceEngine.h"
#include "Analysis/Detectors/Races/RaceEngineState.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/LaunchScenarios/OneWarpBlocks.h"
#include "Analysis/LaunchScenarios/ParameterSampling.h"
#include "Analysis/TwoThreads/AwaitedReads.h"
#include "Analysis/TwoThreads/CommonContents.h"
#include "Analysis/TwoThreads/CommonValues.h"
#include "Analysis/TwoThreads/Elections.h"
#include "Analysis/TwoThreads/JoinedObjects.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Analysis/TwoThreads/QueryWriter.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "Assumptions/SampleSizes.h"
#include "Solver/Solver.h"

namespace two_threads_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;
using warplint::Scope;

AnalysedKernel kernel(const std::string &Body,
                      const AnalysisOptions &Options = launch({256, 1, 1},
                                                              {4, 1, 1}),
                      const std::string &Before = "") {
  return AnalysedKernel(
      Before +
          "__device__ int counter;"
          "__global__ void k(int n, int m, int *p,"
          "                  const int *q) {"
          "__shared__ int s[512], r[64]; int t = threadIdx.x;" +
          Body + "}",
      Options);
}

//===----------------------------------------------------------------------===//
// Facts of a kernel
//===----------------------------------------------------------------------===//

TEST(AwaitedReads, LoopsThatWaitForAnother) {
  AnalysedKernel Waits = kernel("while (__ldcg(&counter) < n) {}"
                                "int seen = __ldcg(&counter);"),
                 Counts = kernel("for (int i = 0; i < n; ++i)"
                                 "  p[i] = __ldcg(q + i);"),
                 None = kernel("while (counter < n) {}");
  EXPECT_FALSE(Waits.facts().get<twothreads::AwaitedReads>().empty());
  EXPECT_TRUE(Counts.facts().get<twothreads::AwaitedReads>().empty());
  EXPECT_TRUE(None.facts().get<twothreads::AwaitedReads>().empty());
}

TEST(CommonContents, StoresOfOneValue) {
  AnalysedKernel K = kernel("s[t] = n; r[t % 64] = t; __syncthreads();"
                            "int same = s[t ^ 1]; int other = r[0];"
                            "int global = q[0];");
  const auto &Contents = K.facts().get<twothreads::CommonContents>();
  auto IsOne = [&](llvm::StringRef Name) {
    const auto *Load = dyn_cast<LoadTerm>(K.valueOf(Name));
    return Load && Contents.isOneValue(*Load, false);
  };
  EXPECT_EQ(Contents.takenAsSet(/*Blocks=*/false), nullptr);
  EXPECT_TRUE(IsOne("same"));
  EXPECT_EQ(Contents.takenAsSet(/*Blocks=*/false), K.valueOf("same"));
  EXPECT_EQ(Contents.takenAsSet(/*Blocks=*/true), nullptr);
  EXPECT_FALSE(IsOne("other"));
  EXPECT_FALSE(IsOne("global"));
}

TEST(CommonContents, LoadsInLoopsMayDiffer) {
  AnalysedKernel K = kernel("s[t] = q[t]; __syncthreads(); int once = s[3];"
                            "for (int i = 0; i < n; ++i) { int often = s[3];"
                            "  p[i] = often; }");
  const auto &Contents = K.facts().get<twothreads::CommonContents>();
  EXPECT_TRUE(Contents.isAlike(*cast<LoadTerm>(K.valueOf("once")), false));
  EXPECT_FALSE(Contents.isAlike(*cast<LoadTerm>(K.valueOf("often")), false));
}

TEST(CommonContents, BlocksThatDoTheSame) {
  AnalysedKernel Alike = kernel("s[t] = t + n; __syncthreads();"
                                "int seen = s[t ^ 1];"),
                 Differ = kernel("s[t] = t + blockIdx.x; __syncthreads();"
                                 "int seen = s[t ^ 1];");
  EXPECT_TRUE(Alike.facts().get<twothreads::CommonContents>().areBlocksAlike());
  EXPECT_FALSE(
      Differ.facts().get<twothreads::CommonContents>().areBlocksAlike());
}

TEST(Elections, AtomicsElect) {
  AnalysedKernel K = kernel("bool first = atomicAdd(&counter, 1) == 0;"
                            "bool data = q[t] == 0; bool own = t == 0;");
  const auto &Elections = K.facts().get<twothreads::Elections>();
  auto Of = [&](llvm::StringRef Name) {
    return Elections.behind(K.valueOf(Name), ThreadRelation::SameBlock);
  };
  ASSERT_TRUE(Of("first"));
  ASSERT_EQ(Of("first")->size(), 1u);
  EXPECT_EQ(K.text((*Of("first"))[0]->Site), "atomicAdd(&counter, 1)");
  ASSERT_TRUE(Of("own"));
  EXPECT_TRUE(Of("own")->empty());
  ASSERT_TRUE(Of("data"));
  EXPECT_TRUE(Of("data")->empty());
}

TEST(JoinedObjects, OneAccessToTwoArrays) {
  AnalysedKernel K = kernel("int *at = s; if (n) at = r; at[t % 64] = 1;"
                            "__shared__ int alone[8]; alone[t % 8] = 1;"
                            "int *left = s, *right = r, *other = alone;");
  twothreads::JoinedObjects Objects(K.facts());
  const Term *S = rootOf(K.valueOf("left")), *R = rootOf(K.valueOf("right")),
             *Alone = rootOf(K.valueOf("other"));
  ASSERT_EQ(Objects.wholeOf(S), Objects.wholeOf(R));
  EXPECT_EQ(Objects.wholeOf(Alone), Alone);
  EXPECT_NE(Objects.startOf(S), Objects.startOf(R));
  EXPECT_EQ(Objects.startOf(Alone), 0);
  TermArena &Arena = K.facts().terms();
  const Term *Whole = Objects.wholeOf(S);
  auto Inside = [&](int64_t Offset, uint32_t Bytes) {
    return Objects.isInside(Whole, Arena.constant(Offset), Bytes, Arena);
  };
  EXPECT_EQ(Objects.isInside(Alone, Arena.constant(0), 4, Arena), nullptr);
  // 512 elements and 64 of them.
  int64_t OfS = Objects.startOf(S), OfR = Objects.startOf(R);
  EXPECT_TRUE(Inside(OfS + 2044, 4)->isConstant(1));
  EXPECT_TRUE(Inside(OfR + 252, 4)->isConstant(1));
  EXPECT_TRUE(Inside(std::max(OfS, OfR) + 2048, 4)->isConstant(0));
}

TEST(TableWindows, NumbersBetweenNeighbours) {
  AnalysedKernel K = kernel("if (q[t] <= n && n < q[t + 1]) { int one = 1; }"
                            "if (q[t] <= t && t < q[t + 1]) { int own = 1; }"
                            "if (q[t] <= n && n < p[t + 1]) { int two = 1; }"
                            "if (q[t] <= n) { int below = 1; }");
  auto Table = [&](llvm::StringRef Name) {
    return show(dependence::windowOver(K.nodeOf(Name), K.facts()));
  };
  EXPECT_EQ(Table("one"), "q");
  EXPECT_EQ(Table("own"), "null");
  EXPECT_EQ(Table("two"), "null");
  EXPECT_EQ(Table("below"), "null");
}

TEST(TableWindows, EndsOfRuns) {
  AnalysedKernel K =
      kernel("int key = q[t];"
             "if (key != q[t - 1]) { p[key] = 1; }"
             "if (key == q[t - 1]) { p[key] = 2; }"
             "if (key != q[0]) { p[key] = 3; }"
             "if (t == 0 || key / 8 != q[t - 1] / 8) { p[key / 8] = 4; }"
             "if (key / 8 != q[t - 1] / 8) { p[key / 16] = 5; }"
             "if (key % 8 != q[t - 1] % 8) { p[key % 8] = 6; }"
             "if (t < 9 || key != q[t - 1]) { p[key] = 7; }");
  std::map<int64_t, std::string> Tables;
  for (const Event &E : K.facts().cfg().events())
    if (E.isStore())
      if (const auto *Number = llvm::dyn_cast<ConstantTerm>(E.Value))
        Tables[Number->value()] =
            show(dependence::tableOfRunsEnding(E, K.valueOf("key"), K.facts()));
  EXPECT_EQ(Tables[1], "q");
  EXPECT_EQ(Tables[2], "null");
  EXPECT_EQ(Tables[3], "null");
  EXPECT_EQ(Tables[4], "q");
  EXPECT_EQ(Tables[5], "null");
  EXPECT_EQ(Tables[6], "null");
  EXPECT_EQ(Tables[7], "null");
}

TEST(OneWarpBlocks, WhatKernelsAskFor) {
  auto Is = [](const std::string &Body) {
    AnalysedKernel K("__global__ void k(int n, int *p) {"
                     "__shared__ int s[64]; int t = threadIdx.x;" +
                     Body + "}");
    return std::pair(scenarios::synchronizesWarpsOnly(K.facts()),
                     scenarios::mayBeForOneWarp(K.facts()));
  };
  using Pair = std::pair<bool, bool>;
  EXPECT_EQ(Is("s[t] = n; __syncwarp(); p[t] = s[t ^ 1];"), Pair(true, false));
  EXPECT_EQ(Is("p[t] = n;"), Pair(false, true));
  EXPECT_EQ(Is("s[t] = n; __syncthreads(); p[t] = s[t ^ 1];"),
            Pair(false, false));
  EXPECT_EQ(Is("s[t] = n; __syncwarp(); p[t + blockDim.x] = s[t];"),
            Pair(false, false));
  EXPECT_EQ(Is("p[t / 32] = n;"), Pair(false, false));
  EXPECT_EQ(Is("p[t / 4] = n;"), Pair(false, true));
}

TEST(StaleReads, PlainReadsThatWait) {
  auto Of = [](const std::string &Body) {
    AnalysedKernel K = kernel(Body);
    std::vector<memoryorder::StaleRead::Kind> Kinds;
    for (const memoryorder::StaleRead &Each :
         memoryorder::staleReads(K.facts()))
      Kinds.push_back(Each.K);
    return Kinds;
  };
  using Kind = memoryorder::StaleRead::Kind;
  EXPECT_EQ(Of("if (blockIdx.x == 0) counter = 1;"
               "else while (counter == 0) {}"),
            std::vector<Kind>{Kind::Waiting});
  EXPECT_EQ(Of("if (blockIdx.x == 0) *(volatile int *)&counter = 1;"
               "else while (*(volatile int *)&counter == 0) {}"),
            std::vector<Kind>{});
}

//===----------------------------------------------------------------------===//
// Values that are tried
//===----------------------------------------------------------------------===//

TEST(ParameterSampling, IntegersOfParameters) {
  AnalysedKernel K("struct S { int rows; float f; };"
                   "__global__ void k(int n, S s, int *p, float g) {"
                   "  p[n] = s.rows; p[1] = g + s.f; }");
  Texts Names;
  for (const Term *T : scenarios::integerParameters(K.facts()))
    Names.push_back(show(T));
  llvm::sort(Names);
  EXPECT_EQ(Names, (Texts{"n", "s.rows"}));
  EXPECT_TRUE(scenarios::hasOpenParameters(K.facts()));
}

TEST(ParameterSampling, WhatAllLaunchesPassIsKnown) {
  AnalysedKernel K(
      "__global__ void k(int n, int *p) { int seen = n; }"
      "void f(int *p) { k<<<2, 64>>>(7, p); k<<<2, 64>>>(7, p); }");
  EXPECT_FALSE(scenarios::hasOpenParameters(K.facts()));
  GivenValues Given = scenarios::givenToAll(K.facts(), /*Sample=*/100);
  EXPECT_EQ(Given.lookup(K.valueOf("seen")), 7);
}

TEST(ParameterSampling, EachSizeIsTriedUntilOneShows) {
  AnalysedKernel K = kernel("int one = n, two = m; p[0] = n + m;");
  const Term *N = K.valueOf("one"), *M = K.valueOf("two");
  unsigned Tried = 0;
  EXPECT_FALSE(scenarios::tryParameters({N}, [&](const GivenValues &Given) {
    EXPECT_EQ(Given.lookup(N), samples::Sizes[Tried]);
    ++Tried;
    return false;
  }));
  EXPECT_EQ(Tried, samples::SizesOfAnyHost);
  Tried = 0;
  EXPECT_TRUE(scenarios::tryParameters(
      {N, M}, [&](const GivenValues &) { return ++Tried == 2; }));
  EXPECT_EQ(Tried, 2u);
  // More than two are not tried.
  EXPECT_FALSE(scenarios::tryParameters(
      {N, M, K.valueOf("t")}, [](const GivenValues &) { return true; }));
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

/// Pairs of accesses of shared memory in the first interval of a kernel.
class Pairs {
public:
  explicit Pairs(const std::string &Body,
                 std::array<uint32_t, 3> Block = {256, 1, 1})
      : Kernel(kernel(Body, launch(Block, {1, 1, 1}))), Engine(Kernel.facts()) {
    const Interval &In = Engine.intervals(Scope::Block).front();
    for (const twothreads::IntervalAccess &Each : races::racingAccesses(
             In, ThreadRelation::SameBlock, false, Kernel.facts()))
      if (Each.Space == MemorySpace::Shared)
        Accesses.push_back(Each);
  }
  twothreads::PairQuestion
  ask(size_t A, size_t B, ThreadRelation Relation = ThreadRelation::SameBlock) {
    EXPECT_LT(std::max(A, B), Accesses.size());
    return {Relation,
            Relation == ThreadRelation::SameWarp ? Scope::Warp : Scope::Block,
            &Engine.intervals(Scope::Block).front(),
            Accesses[A],
            Accesses[B],
            &Kernel.facts().terms().launch(),
            /*BlockIsKnown=*/true};
  }
  twothreads::PairVerdict::Kind
  decided(size_t A, size_t B,
          ThreadRelation Relation = ThreadRelation::SameBlock) {
    std::vector<int64_t> Witness;
    auto Pair = Engine.encode(ask(A, B, Relation));
    return Engine.decide(*Pair, Witness).K;
  }

  AnalysedKernel Kernel;
  races::RaceEngine Engine;
  std::vector<twothreads::IntervalAccess> Accesses;
};
using Verdict = twothreads::PairVerdict::Kind;

TEST(RaceEngine, PairsAreDecided) {
  EXPECT_EQ(Pairs("s[t] = 1; s[t + 1] = 2;").decided(0, 1), Verdict::Races);
  EXPECT_EQ(Pairs("s[t] = 1; s[t + 256] = 2;").decided(0, 1),
            Verdict::Disjoint);
  EXPECT_EQ(Pairs("s[t * t % 7] = t;").decided(0, 0), Verdict::Races);
  // One warp has no two warps.
  EXPECT_EQ(Pairs("s[0] = t;", {32, 1, 1}).decided(0, 0), Verdict::Disjoint);
  EXPECT_EQ(
      Pairs("s[0] = t;", {32, 1, 1}).decided(0, 0, ThreadRelation::SameWarp),
      Verdict::Races);
}

TEST(RaceEngine, RacesAreDescribedAndOrdered) {
  Pairs Of("s[t] = t; p[t] = s[t ^ 32];");
  std::vector<int64_t> Witness;
  auto Pair = Of.Engine.encode(Of.ask(0, 1));
  ASSERT_EQ(Of.Engine.decide(*Pair, Witness).K, Verdict::Races);
  EXPECT_FALSE(Witness.empty());
  races::Race Found = Of.Engine.describe(*Pair);
  EXPECT_EQ(Found.K, races::Race::Kind::ReadAfterWrite);
  EXPECT_EQ(Found.First.Access, Of.Accesses[0].Access);
  EXPECT_EQ(Found.First.Thread[0], Found.Second.Thread[0] ^ 32);
  EXPECT_FALSE(races::areOfTwoBlocks(Found));
  EXPECT_FALSE(Found.NextIteration);
  EXPECT_EQ(Of.Engine.replayed(), 1u);
  EXPECT_EQ(Of.Engine.refuted(), 0u);
  // A value of the thread in the witness.
  EXPECT_EQ(Pair->valueOf(Of.Kernel.facts().terms().constant(4)), 4);
  uint64_t Steps = 10000;
  EXPECT_EQ(races::replayWitness(*Pair, Steps), simulation::Replay::Meets);
  EXPECT_LT(Steps, 10000u);
}

TEST(RaceEngine, ReplaysNeedSteps) {
  Pairs Of("s[t] = t; p[t] = s[t ^ 32];");
  std::vector<int64_t> Witness;
  auto Pair = Of.Engine.encode(Of.ask(0, 1));
  ASSERT_EQ(Of.Engine.decide(*Pair, Witness).K, Verdict::Races);
  uint64_t None = 0;
  EXPECT_EQ(races::replayWitness(*Pair, None), simulation::Replay::Unknown);
}

TEST(PairDecision, WithoutTheSolverFewerAreDecided) {
  Pairs Of("s[t] = t; p[t] = s[t ^ 32];");
  auto Pair = Of.Engine.encode(Of.ask(0, 1));
  ASSERT_FALSE(Pair->Settled);
  solver::Solver Decider({1000, 1000});
  EXPECT_EQ(
      races::decidePair(*Pair, Decider, /*MayAsk=*/false, Of.Kernel.facts()).K,
      solver::SolverAnswer::Kind::Possible);
  EXPECT_EQ(Decider.queries(), 0u);
}

TEST(RaceEngine, LaunchesFitArrays) {
  auto Shape = [](uint32_t Threads) {
    LaunchExtents Result;
    Result.Block = {Threads, 1, 1};
    Result.Grid = {1, 1, 1};
    return Result;
  };
  // The launch of neither is known.
  AnalysedKernel Steps = kernel("s[2 * t] = 1;", {}),
                 Reads = kernel("if (t < 32) s[t] = 1; __syncthreads();"
                                "p[t] = s[t];",
                                {});
  races::RaceEngine OfSteps(Steps.facts()), OfReads(Reads.facts());
  EXPECT_TRUE(OfSteps.fits(Shape(256), true));
  EXPECT_FALSE(OfSteps.fits(Shape(512), true));
  EXPECT_TRUE(OfReads.readsOnlyWritten(Shape(32)));
  EXPECT_FALSE(OfReads.readsOnlyWritten(Shape(64)));
}

TEST(ConflictingAccesses, KindsOfAccesses) {
  Pairs Of("int v = s[t]; s[t + 1] = v; atomicAdd(&s[t + 2], 1);"
           "atomicAdd(&s[t + 3], 1);");
  auto May = [&](size_t A, size_t B) {
    return races::mayConflict(Of.Accesses[A], Of.Accesses[B],
                              ThreadRelation::SameBlock, Of.Kernel.facts());
  };
  ASSERT_GE(Of.Accesses.size(), 4u);
  EXPECT_FALSE(May(0, 0)); // Two reads.
  EXPECT_TRUE(May(0, 1));
  EXPECT_TRUE(May(1, 1));
  EXPECT_FALSE(May(2, 3)); // Two atomics.
  EXPECT_TRUE(May(0, 2));
  EXPECT_GE(races::countPairs(Of.Accesses), 4u);
  EXPECT_EQ(races::countPairs({}), 0u);
}

TEST(ConflictingAccesses, ParametersAreOtherObjects) {
  AnalysedKernel K("__global__ void k(int *p, int *q) {"
                   "p[threadIdx.x] = 1; q[threadIdx.x] = 2; }",
                   launch({256, 1, 1}, {4, 1, 1}));
  races::RaceEngine Engine(K.facts());
  const Interval &In = Engine.intervals(Scope::Grid).front();
  auto Accesses =
      races::racingAccesses(In, ThreadRelation::SameGrid, false, K.facts());
  ASSERT_EQ(Accesses.size(), 2u);
  Evidence Of;
  EXPECT_TRUE(
      races::areObjectsApart(Accesses[0], Accesses[1], K.facts(), {}).into(Of));
  EXPECT_TRUE(Of.rests(Assumption::NoAlias));
  Evidence None;
  EXPECT_FALSE(races::areObjectsApart(Accesses[0], Accesses[0], K.facts(), {})
                   .into(None));
  EXPECT_TRUE(None.empty());
}

TEST(ConflictingAccesses, LikelyPairsComeFirst) {
  Pairs Of("s[0] = t; s[0] = n; s[t] = 1;");
  races::LikelyPairs Likely(Of.Accesses);
  ASSERT_EQ(Of.Accesses.size(), 3u);
  EXPECT_EQ(Likely.of(0, 1), races::Likelihood::SameScalar);
  EXPECT_NE(Likely.of(0, 2), races::Likelihood::SameScalar);
}

TEST(GroupPairs, TilesOfOneWarp) {
  AnalysedKernel K = kernel("auto tile = cg::thread_block_tile<8>();"
                            "s[t] = t; tile.sync(); p[t] = s[t ^ 8];"),
                 None = kernel("s[t] = t; __syncthreads(); p[t] = s[t ^ 8];");
  EXPECT_EQ(races::tilePairs(None.facts()).size(), 0u);
  auto Tiles = races::tilePairs(K.facts());
  ASSERT_EQ(Tiles.size(), 1u);
  EXPECT_FALSE(Tiles[0]->intervals().empty());
  races::GroupPairs OfBlock(None.facts(), {None.facts().terms().launch()});
  EXPECT_TRUE(OfBlock.intervals().empty());
  EXPECT_EQ(OfBlock.numUnknown(), 0u);
}

//===----------------------------------------------------------------------===//
// Arithmetic on two accesses
//===----------------------------------------------------------------------===//

/// What dependence asks about two accesses, without a decision.
class Encoded {
public:
  explicit Encoded(const std::string &Body)
      : Of(Body), State(Of.Kernel.facts()),
        At(State.launch(Of.Kernel.facts().terms().launch(), Scope::Block)),
        In(Of.Engine.intervals(Scope::Block).front()) {}
  twothreads::ThreadEncoding &thread(unsigned Thread) {
    return At.encodingOf(In, Thread);
  }
  const Term *place(size_t Access, unsigned Thread) {
    const twothreads::IntervalAccess &A = Of.Accesses[Access];
    return thread(Thread).encode(A.Access->Address, A.Step).Value;
  }

  Pairs Of;
  races::RaceEngineState State;
  races::EncodedLaunch &At;
  const Interval &In;
};

TEST(CommonValues, FunctionsOfWhatIsCommon) {
  Encoded E("s[n] = t;");
  twothreads::QuerySymbols::Renaming None;
  TermArena &Arena = E.At.Symbols.terms();
  twothreads::CommonValues Common(E.At.Symbols, None, Arena.constant(0));
  const Term *One = E.At.Symbols.rank(1), *Other = E.At.Symbols.rank(2);
  EXPECT_TRUE(Common.areSame(Arena.constant(3), Arena.constant(3)));
  EXPECT_FALSE(Common.areSame(Arena.constant(3), Arena.constant(4)));
  EXPECT_FALSE(Common.areSame(One, Other));
  EXPECT_TRUE(Common.areSame(E.place(0, 1), E.place(0, 2)));
}

TEST(CommonValues, WhatFollowsFromIdentities) {
  AnalysedKernel K = kernel("int row = t / 32 + n; int own = t;"
                            "int data = q[t];");
  auto Follows = [&](llvm::StringRef Name, bool IsSame) {
    return twothreads::followsFrom(
        K.valueOf(Name), K.facts(),
        [IsSame](const IdentityTerm &) { return IsSame; });
  };
  EXPECT_TRUE(Follows("row", true));
  EXPECT_FALSE(Follows("own", false));
  AnalysedKernel Uniform = kernel("int seen = n + 3;");
  EXPECT_TRUE(
      twothreads::followsFrom(Uniform.valueOf("seen"), Uniform.facts(),
                              [](const IdentityTerm &) { return false; }));
}

TEST(QueryWriter, SymbolsAreWrittenOnce) {
  Encoded E("s[t] = t;");
  solver::Query Q;
  twothreads::QueryWriter Writer(Q, E.At.Symbols);
  TermArena &Arena = E.At.Symbols.terms();
  const Term *One = E.At.Symbols.threadIndex(1, 0),
             *Other = E.At.Symbols.threadIndex(2, 0);
  Writer.require(Arena.binary(BO_LT, One, Other));
  Writer.require(Arena.binary(BO_LT, Arena.constant(7), One));
  size_t Written = Writer.symbols().size();
  EXPECT_GE(Written, 2u);
  Writer.require(Arena.binary(BO_LE, One, Other));
  EXPECT_EQ(Writer.symbols().size(), Written);
  EXPECT_EQ(Q.requirements().size(), 3u);
  solver::Solver Decider({100000, 100000});
  solver::SolverAnswer Is = Decider.decide(Q);
  ASSERT_EQ(Is.K, solver::SolverAnswer::Kind::Possible);
  Writer.require(Arena.binary(BO_LT, Other, Arena.constant(9)));
  Writer.require(Arena.binary(BO_EQ, One, Other));
  EXPECT_EQ(Decider.decide(Q).K, solver::SolverAnswer::Kind::Impossible);
}

} // namespace two_threads_test

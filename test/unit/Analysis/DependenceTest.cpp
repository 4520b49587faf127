//===--- DependenceTest.cpp - Who excludes that accesses meet -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/Dependence.h"
#include "AnalysedKernel.h"
#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/Dependence/ConsumedReads.h"
#include "Analysis/Dependence/OwnershipModel.h"
#include "Analysis/Detectors/Races/RaceEngineState.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include "Assumptions/Assumptions.h"
#include <set>

namespace dependence_test {
using namespace warplint;
using namespace warplint::test;

/// Two accesses of the shared array `s` in the first interval of a kernel with
/// 256 threads, by their numbers in program order.
class Asked {
public:
  Asked(const std::string &Body, unsigned First, unsigned Second,
        ThreadRelation Relation = ThreadRelation::SameBlock)
      : Kernel(
            "__global__ void k(int n, int *p, const int *q) { __shared__ int "
            "s[512]; int t = threadIdx.x; " +
                Body + "}",
            launch({256, 1, 1}, {1, 1, 1})),
        Relation(Relation), State(Kernel.facts()),
        Launch(State.launch(Kernel.facts().terms().launch(), Scope::Block)),
        Intervals(intervalsOf(Kernel.facts().cfg(), Kernel.facts().paths(),
                              Kernel.facts().loopBarriers(), Scope::Block)) {
    const Interval &In = Intervals.front();
    auto Accesses = accessesIn(In);
    EXPECT_GT(Accesses.size(), std::max(First, Second)) << Body;
    Pair.emplace(Launch.Symbols, In, Accesses[First], Accesses[Second],
                 Launch.encodingOf(In, 1), Launch.encodingOf(In, 2));
  }

  /// The decider that excludes a conflict; empty if none does.
  std::string excluded() {
    const auto *By = dependence::excludedBy(*Pair, Relation);
    return By ? By->Name.str() : "";
  }
  dependence::OwnershipModel::Ownership ownership() {
    return dependence::OwnershipModel(*Pair, Relation).ownership();
  }

private:
  static std::vector<twothreads::IntervalAccess>
  accessesIn(const Interval &In) {
    std::vector<twothreads::IntervalAccess> Found;
    for (unsigned Step = 0; Step < In.Steps.size(); ++Step) {
      const IntervalStep &At = In.Steps[Step];
      llvm::ArrayRef<Event> Events = At.At->Events;
      for (const Event &E : Events.slice(At.First, At.Last - At.First))
        if (E.K == Event::Kind::Access &&
            memorySpaceOf(rootOf(E.Address)) == MemorySpace::Shared)
          Found.push_back({&E, Step, MemorySpace::Shared});
    }
    return Found;
  }

  AnalysedKernel Kernel;
  ThreadRelation Relation;
  races::RaceEngineState State;
  races::EncodedLaunch &Launch;
  std::vector<Interval> Intervals;
  std::optional<dependence::AccessPair> Pair;
};

TEST(Dependence, DecidersHaveNames) {
  std::set<std::string> Names;
  for (const dependence::Decider &Each : dependence::deciders())
    EXPECT_TRUE(Names.insert(Each.Name.str()).second) << Each.Name.str();
}

TEST(Dependence, ObjectsDiffer) {
  EXPECT_EQ(Asked("__shared__ int r[4]; s[t] = 1; r[t] = 2;", 0, 1).excluded(),
            "objects");
}

TEST(Dependence, Distances) {
  EXPECT_EQ(Asked("s[2 * t] = 1; s[2 * t + 1] = 2;", 0, 1).excluded(),
            "distance");
  EXPECT_EQ(Asked("s[t] = 1; s[t + 256] = 2;", 0, 1).excluded(), "distance");
  EXPECT_EQ(Asked("s[t] = 1; s[t + 255] = 2;", 0, 1).excluded(), "");
}

TEST(Dependence, DistancesOnPaths) {
  EXPECT_EQ(Asked("if (t < 40) { s[t] = 1; s[t + 40] = 2; }", 0, 1).excluded(),
            "distance-on-path");
  EXPECT_EQ(Asked("if (t < 40) { s[t] = 1; s[t + 39] = 2; }", 0, 1).excluded(),
            "");
}

/// Each thread has bounds of its own.
TEST(Dependence, DistancesOfTwoBounds) {
  EXPECT_EQ(
      Asked("if (t < 40) s[t] = 1; if (t < 8) s[t + 40] = 2;", 0, 1).excluded(),
      "distance-on-path");
  EXPECT_EQ(
      Asked("if (t < 8) s[t + 33] = 1; if (t < 40) s[t] = 2;", 0, 1).excluded(),
      "");
}

/// `256 * (t / 64) + t % 64`, and what leaves out the rest.
TEST(Dependence, DividendsAreQuotientAndRemainder) {
  EXPECT_EQ(
      Asked("s[4 * t - 3 * (t % 64)] = 1; p[t] = s[4 * t - 3 * (t % 64)];", 0,
            1)
          .excluded(),
      "one-thread");
  EXPECT_EQ(Asked("s[t - t % 64] = t; p[t] = s[t - t % 64];", 0, 1).excluded(),
            "");
}

TEST(Dependence, OneThreadAlone) {
  EXPECT_EQ(Asked("s[t] = 1; p[t] = s[t];", 0, 1).excluded(), "one-thread");
  EXPECT_EQ(Asked("s[t ^ 1] = 1; p[t] = s[t];", 0, 1).excluded(), "");
}

TEST(Dependence, OppositePaths) {
  EXPECT_EQ(Asked("if (n > 3) s[t ^ 1] = 1; if (n <= 3) p[t] = s[t];", 0, 1)
                .excluded(),
            "opposite-paths");
}

TEST(Dependence, ValuesAndBits) {
  EXPECT_EQ(Asked("s[0] = n;", 0, 0).excluded(), "same-value");
  EXPECT_EQ(Asked("s[0] = t;", 0, 0).excluded(), "");
  EXPECT_EQ(Asked("s[0] |= 4;", 0, 1).excluded(), "same-bits");
}

TEST(Dependence, OwnCopies) {
  EXPECT_EQ(Asked("s[0] = n; p[t] = s[0];", 0, 1).excluded(), "own-copy");
  EXPECT_EQ(Asked("s[0] = t; p[t] = s[0];", 0, 1).excluded(), "");
}

//===----------------------------------------------------------------------===//
// Where data decide
//===----------------------------------------------------------------------===//

TEST(Ownership, LoadedIndicesAreDistinct) {
  EXPECT_TRUE(Asked("s[q[t]] = t;", 0, 0)
                  .ownership()
                  .Apart.rests(Assumption::DistinctIndices));
}

/// Data stay in the thread's part, and may be anything there.
TEST(Ownership, PartsAreBounded) {
  auto InPart = Asked("s[t] = 1; s[t * 2 + q[t]] = t;", 0, 1).ownership();
  EXPECT_TRUE(InPart.Apart.empty());
  EXPECT_TRUE(InPart.Within.rests(Assumption::OwnPart));
  EXPECT_EQ(InPart.Loaded.size(), 1u);
}

/// Two accesses in such parts are assumed to be apart.
TEST(Ownership, PartsOfBoth) {
  EXPECT_TRUE(Asked("s[t * 2] = 1; s[t * 2 + q[t]] = t;", 0, 1)
                  .ownership()
                  .Apart.rests(Assumption::OwnPart));
}

/// No data lead out of a column.
TEST(Ownership, ColumnsNeedNoAssumption) {
  auto InColumn = Asked("s[t] = 1; s[t + 256 * q[t]] = t;", 0, 1).ownership();
  EXPECT_TRUE(InColumn.Apart.empty());
  EXPECT_TRUE(InColumn.Within.empty());
  EXPECT_EQ(InColumn.Loaded.size(), 1u);
}

/// Data that are added to the place lead out of it.
TEST(Ownership, SumsAreInNoPart) {
  auto Sum = Asked("s[t] = 1; s[t + q[t]] = t;", 0, 1).ownership();
  EXPECT_TRUE(Sum.Apart.empty());
  EXPECT_TRUE(Sum.Within.empty());
}

/// Two slots of a counter are different ones; any other element may be one.
TEST(Ownership, HandedOut) {
  EXPECT_TRUE(Asked("s[atomicAdd(p, 1)] = t;", 0, 0)
                  .ownership()
                  .Apart.rests(Assumption::ElectedIndex));
  EXPECT_TRUE(Asked("s[atomicAdd(p, 1)] = t; s[t] = 2;", 0, 1)
                  .ownership()
                  .Apart.empty());
}

/// What follows from the first read of a kernel: how many places that only some
/// threads reach; nothing if any thread may.
static std::optional<size_t> consumersIn(const std::string &Body) {
  AnalysedKernel Kernel("__global__ void k(int *p, int *q) {" + Body + "}");
  for (const Event &E : Kernel.cfg().events())
    if (E.isRead()) {
      const auto &Found =
          Kernel.facts().get<dependence::ConsumedReads>().consumersOf(
              E, AtomicUpdate::None);
      return Found ? std::optional(Found->size()) : std::nullopt;
    }
  ADD_FAILURE() << Body;
  return std::nullopt;
}

TEST(Dependence, ConsumedReads) {
  EXPECT_EQ(consumersIn("int v = *p; if (threadIdx.x == 0) *q = 1;"),
            std::nullopt);
  EXPECT_EQ(consumersIn("int v = *p; if (threadIdx.x == 0) *q = v;"), 1u);
  EXPECT_EQ(consumersIn("int v = 0; if (*p > 3) v = 1; "
                        "if (threadIdx.x == 0) { *q = v; q[1] = v; }"),
            2u);
  EXPECT_EQ(consumersIn("int v = *p; *q = v;"), std::nullopt);
  EXPECT_EQ(consumersIn("if (*p > 3) *q = 1;"), std::nullopt);
  EXPECT_EQ(consumersIn("while (*p > 3) ; if (threadIdx.x == 0) *q = 1;"),
            std::nullopt);
}

} // namespace dependence_test

//===--- WitnessReplayTest.cpp - Two threads of a race, run once more -----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Simulation/WitnessReplay.h"
#include "AnalysedKernel.h"
#include "Analysis/Expr/TermTraversal.h"

namespace witness_replay_test {
using namespace warplint;
using namespace warplint::test;

constexpr int64_t Far = int64_t(1) << 40;

/// The write and the read of `s` in a kernel of one block of 64 threads.
/// Objects are as far apart as `Far`; of parameters only \c n has a value.
class Replayed {
public:
  explicit Replayed(const std::string &Body)
      : K("__global__ void k(int *a, int n, int m) { __shared__ int s[256];" +
          Body + "}"),
        All(intervalsOf(K.facts().cfg(), K.facts().paths(),
                        K.facts().loopBarriers(), Scope::Block)) {
    for (const Event *E : K.events(Event::Kind::Access))
      if (!isa<ParameterTerm>(rootOf(E->Address)))
        Accesses.push_back(E);
  }

  /// Thread \p One makes access number \p A, thread \p Other access \p B.
  simulation::Replay run(unsigned A, int64_t One, unsigned B, int64_t Other,
                         int64_t N, unsigned In = 0) {
    simulation::ReplayedWitness W;
    W.In = &All.at(In);
    unsigned Number = 0;
    for (auto [Access, Thread] : {std::pair(A, One), std::pair(B, Other)}) {
      simulation::ReplayedThread &Into = W.Threads[Number++];
      Into.Access = Accesses.at(Access);
      Into.Self.Index = {Thread, 0, 0};
      Into.Self.BlockDim = {64, 1, 1};
      Into.Self.GridDim = {1, 1, 1};
    }
    int64_t Objects = 0;
    walkTerms(K.facts().values().programTerms(), [&](const Term &Part) {
      const auto *Named = dyn_cast<DeclaredTerm>(&Part);
      if (!Named || W.Given.count(&Part))
        return Walk::Enter;
      if (!Named->decl()->getType()->isIntegerType())
        W.Given[&Part] = Far * ++Objects;
      else if (Named->decl()->getName() == "n")
        W.Given[&Part] = N;
      return Walk::Enter;
    });
    for (auto [Index, Value] : Held)
      walkTerms(K.facts().values().programTerms(), [&](const Term &Part) {
        const auto *Load = dyn_cast<LoadTerm>(&Part);
        if (Load && isa<ParameterTerm>(rootOf(Load->address())))
          W.Memory[{W.Given.lookup(rootOf(Load->address())) + 4 * Index,
                    simulation::typeRead(*Load)}] = Value;
        return Walk::Enter;
      });
    uint64_t Steps = 20000;
    return simulation::replay(W, K.facts(), Steps);
  }

  /// What `a` holds, by index.
  std::vector<std::pair<int64_t, int64_t>> Held;

private:
  AnalysedKernel K;
  std::vector<Interval> All;
  std::vector<const Event *> Accesses;
};

using simulation::Replay;

TEST(WitnessReplay, ComparesPlaces) {
  Replayed K("s[threadIdx.x] = 1; int v = s[threadIdx.x + n]; s[v] = v;");
  EXPECT_EQ(K.run(0, 33, 1, 1, 32), Replay::Meets);
  EXPECT_EQ(K.run(0, 33, 1, 2, 32), Replay::Misses);
  // The place of the third access is a value of shared memory.
  EXPECT_EQ(K.run(2, 33, 1, 1, 32), Replay::Unknown);
}

TEST(WitnessReplay, FollowsBranches) {
  Replayed K("if (threadIdx.x < n) s[0] = 1; switch (threadIdx.x) {"
             "case 5: s[0] = 2; break; case 6: break; default: break; }");
  EXPECT_EQ(K.run(0, 3, 1, 5, 4), Replay::Meets);
  EXPECT_EQ(K.run(0, 4, 1, 5, 4), Replay::Misses);
  EXPECT_EQ(K.run(0, 3, 1, 6, 4), Replay::Misses);
  EXPECT_EQ(K.run(0, 3, 1, 7, 4), Replay::Misses);
}

TEST(WitnessReplay, RunsLoops) {
  Replayed K("int *p = s; for (int i = 0; i < n; ++i) p += 2;"
             "*p = 1; int v = s[2 * threadIdx.x];");
  EXPECT_EQ(K.run(0, 0, 1, 7, 7), Replay::Meets);
  EXPECT_EQ(K.run(0, 0, 1, 7, 6), Replay::Misses);
  // Too many to be run.
  EXPECT_EQ(K.run(0, 0, 1, 7, 1 << 30), Replay::Unknown);
}

TEST(WitnessReplay, AsksForOneInterval) {
  Replayed K("s[threadIdx.x] = 1; __syncthreads(); int v = s[0];"
             "s[threadIdx.x] = 2;");
  EXPECT_EQ(K.run(0, 0, 1, 1, 0), Replay::Misses);
  EXPECT_EQ(K.run(1, 1, 2, 0, 0, /*In=*/1), Replay::Meets);
}

TEST(WitnessReplay, KeepsOneMemory) {
  Replayed K("if (a[0] == threadIdx.x) s[0] = 1; if (a[0] != 3) s[0] = 2;");
  K.Held = {{0, 4}};
  EXPECT_EQ(K.run(0, 4, 1, 5, 0), Replay::Meets);
  EXPECT_EQ(K.run(0, 3, 1, 5, 0), Replay::Misses);
  K.Held = {{0, 3}};
  EXPECT_EQ(K.run(0, 3, 1, 5, 0), Replay::Misses);
  // Nothing is known of other elements: the way there is guessed.
  K.Held = {{1, 3}};
  EXPECT_EQ(K.run(0, 3, 1, 5, 0), Replay::Unknown);
}

TEST(WitnessReplay, DoesNotGuessHowOftenALoopRan) {
  Replayed K("int at = 0; for (; at < 3; ++at) if (a[at] == m) break;"
             "s[at] = 1; int v = s[1];");
  EXPECT_EQ(K.run(0, 0, 1, 1, 0), Replay::Unknown);
}

} // namespace witness_replay_test

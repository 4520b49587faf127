//===--- BudgetsTest.cpp - What budgets cut off ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Budgets.h"
#include "AnalysedKernel.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/EarlyExit/ExitedThreads.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/Detectors/WarpCollectives/Lanes.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/Participation/PathCondition.h"
#include "Analysis/SymbolicExecution/CopiedFields.h"
#include "Analysis/TwoThreads/Undecided.h"
#include "Analysis/Uniformity/EarlyExit.h"
#include "gtest/gtest.h"

namespace budgets_test {
using namespace warplint;
using namespace warplint::test;

const char *const Racy =
    "__global__ void k(int *p) {"
    "  __shared__ int s[512]; int t = threadIdx.x;"
    "  s[t] = 1; int v = s[t + 40]; p[t + 256 * blockIdx.x] = v; }";

std::vector<std::string> constructs(const AnalysedKernel &K) {
  std::vector<std::string> Result;
  for (const Limits::Cut &Cut : K.facts().limits().cuts())
    Result.push_back(Cut.Construct);
  return Result;
}

using Texts = std::vector<std::string>;

TEST(StepBudget, IsSpentOnceAndForAll) {
  StepBudget B(10);
  EXPECT_TRUE(B.spend(7));
  EXPECT_EQ(B.left(), 3u);
  EXPECT_FALSE(B.spend(4));
  EXPECT_EQ(B.left(), 0u);
  EXPECT_FALSE(B.spend(1));
  EXPECT_TRUE(B.spend(0));
  EXPECT_EQ(B.spent(), 10u);
}

TEST(StepBudget, IsPartOfAWhole) {
  StepBudget Whole(3);
  StepBudget Part(100, Whole, /*PerStep=*/8);
  for (int I = 0; I < 31; ++I)
    EXPECT_TRUE(Part.spend(1)) << I;
  EXPECT_EQ(Whole.left(), 0u);
  EXPECT_FALSE(Part.spend(1));
  EXPECT_EQ(Part.left(), 0u);
}

TEST(Budgets, GrowWithTheEffort) {
  const Budgets &Low = Budgets::of(EffortLevel::Low),
                &Normal = Budgets::of(EffortLevel::Normal),
                &High = Budgets::of(EffortLevel::High);
  const bool IsFixed[] = {
#define BUDGET(...) false,
#define FIXED_BUDGET(...) true,
#include "Analysis/Budgets/Budgets.def"
  };
  for (unsigned I = 0; I < BudgetIds; ++I) {
    BudgetId Id = BudgetId(I);
    EXPECT_EQ(budgetOf(nameOf(Id)), Id) << nameOf(Id).str();
    EXPECT_LE(Low[Id], Normal[Id]) << nameOf(Id).str();
    EXPECT_LE(Normal[Id], High[Id]) << nameOf(Id).str();
    EXPECT_EQ(Low[Id] == High[Id], IsFixed[I]) << nameOf(Id).str();
  }
  EXPECT_EQ(Normal[BudgetId::RaceQueries], Normal.RaceQueries);
  EXPECT_FALSE(budgetOf("RaceQueries"));
  for (EffortLevel Level :
       {EffortLevel::Low, EffortLevel::Normal, EffortLevel::High})
    EXPECT_EQ(effortLevelOf(nameOf(Level)), Level);
  EXPECT_FALSE(effortLevelOf("High"));
  EXPECT_FALSE(effortLevelOf(""));
}

TEST(Limits, NothingStaysOpenWithoutACount) {
  static_assert(!std::is_default_constructible_v<Counted>);
  static_assert(!std::is_constructible_v<collectives::Absence, int>);
  Limits Within(Budgets::of(EffortLevel::Normal));
  collectives::Absence Open = Within.leaveOpen("questions");
  Within.leaveOpen("questions");
  Within.leaveOpen("others");
  ASSERT_EQ(Within.open().size(), 2u);
  EXPECT_EQ(Within.open()[0].Construct, "questions");
  EXPECT_EQ(Within.open()[0].Times, 2u);
  EXPECT_TRUE(Within.cuts().empty());
  EXPECT_FALSE(Open.isPossible());
  EXPECT_TRUE(Open < collectives::Absence::possible());
  EXPECT_TRUE(collectives::Absence::impossible() < Open);
}

TEST(Limits, CountWhatTheyRefuse) {
  Budgets Few = Budgets::of(EffortLevel::Normal);
  Few.SumParts = 2;
  Limits Within(Few);
  EXPECT_TRUE(Within.allows(BudgetId::SumParts, 2));
  EXPECT_TRUE(Within.counts().empty());
  EXPECT_FALSE(Within.allows(BudgetId::SumParts, 3));
  EXPECT_FALSE(Within.allows(BudgetId::SumParts, 4));
  Within.cut(BudgetId::Nodes, "calls", 5);
  Within.cut(BudgetId::CallDepth, "calls");
  using Counts = std::vector<Limits::Count>;
  EXPECT_EQ(Within.counts(), (Counts{{BudgetId::Nodes, 5},
                                     {BudgetId::CallDepth, 1},
                                     {BudgetId::SumParts, 2}}));
  // What the user is shown is more than one budget's.
  ASSERT_EQ(Within.cuts().size(), 1u);
  EXPECT_EQ(Within.cuts()[0].Construct, "calls");
  EXPECT_EQ(Within.cuts()[0].Times, 6u);
}

TEST(Budgets, AskLessAboutFurtherInstances) {
  const Budgets &Normal = Budgets::of(EffortLevel::Normal);
  EXPECT_LT(Normal.forRepeatedInstances(), Normal.forInstances());
  Budgets Further = Normal.ofFurtherInstance();
  EXPECT_LT(Further.SolverSteps, Normal.SolverSteps);
  EXPECT_LT(Further.EnumerationSteps, Normal.EnumerationSteps);
  EXPECT_LT(Further.Work, Normal.Work);
  EXPECT_EQ(Further.RacePairs, Normal.RacePairs);
  // What the solver is not asked about is found by trying.
  AnalysisOptions Options;
  Options.Budget = Further;
  AnalysedKernel K(Racy, Options);
  EXPECT_EQ(K.facts().get<races::Races>().found().size(), 1u);
}

TEST(Budgets, EnoughCutsNothing) {
  AnalysedKernel K(Racy, launch({256, 1, 1}));
  EXPECT_EQ(K.facts().get<races::Races>().found().size(), 1u);
  EXPECT_EQ(constructs(K), Texts());
  EXPECT_GT(K.facts().work().spent(), 20u);
}

TEST(Budgets, WithoutWorkNothingSettles) {
  AnalysisOptions Options = launch({256, 1, 1});
  Options.Budget.Work = 5;
  AnalysedKernel K(Racy, Options);
  EXPECT_FALSE(K.facts().isSettled());
  EXPECT_FALSE(K.facts().isComplete());
}

TEST(Budgets, WorkEndsTheSearchForRaces) {
  // Work enough that the part of it for intervals is enough for the first.
  std::string Long = "__global__ void k(int *p) { __shared__ int s[256];"
                     " int x = p[0];";
  for (int I = 0; I < 200; ++I)
    Long += " x = x * 3 + 1;";
  Long += " s[threadIdx.x] = x; p[threadIdx.x] = s[threadIdx.x + 1]; }";
  AnalysisOptions Options = launch({256, 1, 1});
  AnalysedKernel Before(Long.c_str(), Options);
  // As much as the values need.
  Options.Budget.Work = Before.facts().work().spent() + 1;
  AnalysedKernel K(Long.c_str(), Options);
  ASSERT_TRUE(K.facts().isSettled());
  const races::Races &Found = K.facts().get<races::Races>();
  EXPECT_TRUE(Found.found().empty());
  EXPECT_GT(
      Found.effort().Undecided[unsigned(twothreads::Undecided::WorkLimit)], 0u);
  EXPECT_TRUE(llvm::is_contained(constructs(K), "pairs of accesses"));
}

TEST(Budgets, PairsThatAreLeftOutAreCounted) {
  const char *const Four = "__global__ void k(int *p, const int *q) {"
                           "  __shared__ int s[256], t[256];"
                           "  s[threadIdx.x] = q[0];"
                           "  t[threadIdx.x] = s[threadIdx.x + 1];"
                           "  t[threadIdx.x] += q[1];"
                           "  p[0] = t[0]; }";
  AnalysisOptions Options = launch({256, 1, 1});
  AnalysedKernel All(Four, Options);
  unsigned Pairs = All.facts().get<races::Races>().effort().Pairs;
  EXPECT_EQ(constructs(All), Texts());
  unsigned Before = 0;
  for (unsigned Most : {0u, 1u, 2u}) {
    Options.Budget.RacePairs = Most;
    AnalysedKernel K(Four, Options);
    const races::RaceEffort &Effort = K.facts().get<races::Races>().effort();
    // Those that arithmetic settles count as less than one.
    EXPECT_GE(Effort.Pairs, Most);
    EXPECT_GE(Effort.Pairs, Before);
    EXPECT_LT(Effort.Pairs, Pairs);
    EXPECT_EQ(Effort.undecided(), Pairs - Effort.Pairs);
    ASSERT_EQ(constructs(K), Texts{"pairs of accesses"});
    EXPECT_EQ(K.facts().limits().cuts().front().Times, Pairs - Effort.Pairs);
    Before = Effort.Pairs;
  }
}

TEST(Budgets, PairsAndQueriesEndItToo) {
  for (bool Pairs : {false, true}) {
    AnalysisOptions Options = launch({256, 1, 1});
    if (Pairs)
      Options.Budget.RacePairs = 0;
    else
      Options.Budget.RaceQueries = Options.Budget.SearchSteps =
          Options.Budget.EnumerationSteps = 0;
    AnalysedKernel K(Racy, Options);
    const races::Races &Found = K.facts().get<races::Races>();
    EXPECT_TRUE(Found.found().empty());
    EXPECT_EQ(Found.effort().Queries, 0u);
    EXPECT_GT(Found.effort().undecided(), 0u);
    // Questions that are too many are told as undecided pairs only.
    EXPECT_EQ(constructs(K), Pairs ? Texts{"pairs of accesses"} : Texts());
  }
}

TEST(Budgets, MoreEarlyExitsThanAreTakenOutAreNotTakenForDivergence) {
  const char *const Exits = "__global__ void k(int *p) {"
                            "  if (threadIdx.x == 1) return;"
                            "  if (threadIdx.x == 2) return;"
                            "  if (threadIdx.x == 3) return;"
                            "  int x = 0; __syncthreads(); }";
  AnalysisOptions Options;
  Options.Budget.EarlyExits = 3;
  AnalysedKernel Enough(Exits, Options);
  EXPECT_TRUE(Enough.facts().isSettled());
  EXPECT_EQ(Enough.divergent("x"), Texts());
  Options.Budget.EarlyExits = 2;
  AnalysedKernel K(Exits, Options);
  EXPECT_FALSE(K.facts().isSettled());
  EXPECT_EQ(constructs(K), Texts{"paths behind early returns"});
}

TEST(Budgets, CallsThatStayClosedAreCounted) {
  AnalysisOptions Options;
  Options.Budget.CallDepth = 1;
  AnalysedKernel K("__device__ void g() { __syncthreads(); }"
                   "__device__ void f() { g(); g(); }"
                   "__global__ void k() { f(); }",
                   Options);
  EXPECT_FALSE(K.facts().isComplete());
  ASSERT_EQ(constructs(K), Texts{"calls"});
  EXPECT_GE(K.facts().limits().cuts()[0].Times, 1u);
}

TEST(Budgets, SignalsWithOneAddressAreKept) {
  const char *const Lock =
      "__device__ int atomicCAS(int *p, int c, int v);"
      "__device__ int atomicExch(int *p, int v);"
      "__global__ void k(int *lock, int *data) {"
      "  while (atomicCAS(&lock[0], 0, 1) != 0) {} data[0] += 1;"
      "  atomicExch(&lock[0], 0);"
      "  while (atomicCAS(&lock[1], 0, 1) != 0) {} data[1] += 1;"
      "  atomicExch(&lock[1], 0); }";
  AnalysedKernel Whole(Lock);
  size_t All = Whole.facts().get<memoryorder::Handshakes>().all().size();
  EXPECT_EQ(constructs(Whole), Texts());
  AnalysisOptions Options;
  Options.Budget.SignalSteps =
      2 * (Whole.facts().get<memoryorder::Handshakes>().operations().size() +
           Whole.facts().cfg().nodes().size() + 1);
  AnalysedKernel K(Lock, Options);
  // What the first lock's owner gives back at the second is left out.
  EXPECT_EQ(All, 3u);
  EXPECT_EQ(K.facts().get<memoryorder::Handshakes>().all().size(), 2u);
  EXPECT_EQ(constructs(K), Texts{"pairs of taking a lock and giving it back"});
}

/// How many exits leave values behind that others miss.
size_t missing(const KernelFacts &Facts) {
  std::vector<earlyexit::ExitFault> Faults = earlyexit::findExitFaults(Facts);
  return llvm::count_if(Faults, [](const earlyexit::ExitFault &Fault) {
    return Fault.K == earlyexit::ExitFault::Kind::MissingValues;
  });
}

TEST(Budgets, RunsWithoutWorkShowNothing) {
  const char *const Kernel =
      "__global__ void k(const int *in, int *out, int n) {"
      "  __shared__ int s[256]; int t = threadIdx.x;"
      "  if (t >= n) return;"
      "  s[t] = in[t]; __syncthreads(); int sum = 0;"
      "  for (int k = 0; k < min(n, 256); ++k) sum += s[k];"
      "  out[t] = sum; }";
  std::string Whole =
      std::string(
          "__device__ int min(int a, int b) { return a < b ? a : b; }") +
      Kernel;
  AnalysedKernel Enough(Whole.c_str(), launch({256, 1, 1}));
  EXPECT_EQ(missing(Enough.facts()), 0u);
  EXPECT_EQ(constructs(Enough), Texts());
  AnalysedKernel K(Whole.c_str(), launch({256, 1, 1}));
  K.facts().work().spend(K.facts().work().left() - 100);
  EXPECT_EQ(missing(K.facts()), 0u);
  EXPECT_EQ(constructs(K), Texts{"reads behind early returns"});
}

TEST(Budgets, BarriersThatAreNotCountedAreNoAlarm) {
  const char *const Waits =
      "__global__ void k(int *p, int n) {"
      "  if (threadIdx.x >= n) { __syncthreads(); return; }"
      "  p[threadIdx.x] = 1; __syncthreads(); }";
  AnalysisOptions Options = launch({256, 1, 1});
  AnalysedKernel Enough(Waits, Options);
  EXPECT_TRUE(earlyexit::findExitFaults(Enough.facts()).empty());
  Options.Budget.ExitedThreadWaits = 1;
  AnalysedKernel One(Waits, Options);
  EXPECT_TRUE(earlyexit::findExitFaults(One.facts()).empty());
  Options.Budget.ExitedThreadWaits = 0;
  AnalysedKernel None(Waits, Options);
  EXPECT_TRUE(earlyexit::findExitFaults(None.facts()).empty());
  EXPECT_EQ(None.facts().limits().counts().front().first,
            BudgetId::ExitedThreadWaits);
}

TEST(Budgets, QuestionsThatLackConditionsShowNoRace) {
  const char *const Guarded =
      "__global__ void k(int *p, const int *in, int n, int m) {"
      "  __shared__ int s[256];"
      "  if (in[n] < in[m]) s[threadIdx.x] = 1;"
      "  p[threadIdx.x] = s[threadIdx.x ^ 1]; }";
  AnalysisOptions Options = launch({256, 1, 1});
  AnalysedKernel Enough(Guarded, Options);
  EXPECT_EQ(Enough.facts().get<races::Races>().found().size(), 1u);
  Options.Budget.SameReads = 0;
  AnalysedKernel K(Guarded, Options);
  const races::Races &None = K.facts().get<races::Races>();
  EXPECT_TRUE(None.found().empty());
  EXPECT_GT(None.effort().Undecided[unsigned(twothreads::Undecided::CutOff)],
            0u);
  EXPECT_EQ(K.facts().limits().counts().front().first, BudgetId::SameReads);
}

/// Each kernel needs more than one of what the budget counts.
TEST(Budgets, EachCutIsCountedByItsName) {
  const std::pair<BudgetId, const char *> Cases[] = {
      {BudgetId::SumParts, "__global__ void k(int *p, int a, int b) { p[a + b "
                           "+ threadIdx.x] = 1; }"},
      {BudgetId::CopiedFields,
       "struct S { int x, y; }; __global__ void k(S *p) { S a; a.x = 1;"
       " a.y = threadIdx.x; S b = a; p[b.y] = b; }"},
      {BudgetId::InitializedElements,
       "__global__ void k(int *p) { int a[2] = {1, 2}; p[a[1]] = 1; }"},
      {BudgetId::ConstantBytes,
       "constexpr int a[2] = {3, 4};"
       "__global__ void k(int *p) { p[a[1]] = a[0]; }"},
      {BudgetId::CallDepth, "__device__ void g() { __syncthreads(); }"
                            "__device__ void f() { g(); }"
                            "__global__ void k() { f(); }"},
      {BudgetId::VisitsPerNode,
       "__global__ void k(int *p) { int x = 0; while (p[x]) x += 2; }"},
      {BudgetId::EarlyExits, "__global__ void k() {"
                             "  if (threadIdx.x == 1) return;"
                             "  if (threadIdx.x == 2) return;"
                             "  __syncthreads(); }"},
      {BudgetId::ConditionParts, "__global__ void k(int *p, int n) { if "
                                 "(threadIdx.x + n < 7) p[0] = 1; }"}};
  for (auto [Id, Kernel] : Cases) {
    AnalysisOptions Options = launch({256, 1, 1});
    Options.Budget[Id] = 1;
    AnalysedKernel K(Kernel, Options);
    if (K.facts().isSettled()) {
      K.facts().get<races::Races>();
      K.facts().get<participation::PathContext>();
    }
    EXPECT_TRUE(llvm::any_of(K.facts().limits().counts(),
                             [&](const Limits::Count &Of) {
                               return Of.first == Id && Of.second > 0;
                             }))
        << nameOf(Id).str();
  }
}

} // namespace budgets_test

//===--- OrderFactsTest.cpp - What decides about the order of operations ===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Dataflow/BranchCorrelation.h"
#include "Analysis/Dependence/AddressDifferences.h"
#include "Analysis/Dependence/CompilerOrder.h"
#include "Analysis/Dependence/Ownership.h"
#include "Analysis/Detectors/MemoryOrdering/DependsOnLoad.h"
#include "Analysis/Detectors/MemoryOrdering/Ordering.h"
#include "Analysis/Detectors/MemoryOrdering/ThreadGroups.h"
#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Analysis/Detectors/Races/RaceEngineState.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/TwoThreads/TermVersions.h"
#include "Analysis/Uniformity/LaunchSpecialization.h"
#include "Assumptions/Evidence.h"

namespace order_facts_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;
using warplint::Scope;

AnalysedKernel kernel(const std::string &Body,
                      const AnalysisOptions &Options = launch({64, 1, 1})) {
  return AnalysedKernel("__device__ int flag;"
                        "__global__ void k(int n, int *p, const int *q) {"
                        "__shared__ int s[64]; int t = threadIdx.x;" +
                            Body + "}",
                        Options);
}

//===----------------------------------------------------------------------===//
// Operations on memory
//===----------------------------------------------------------------------===//

TEST(MemoryOperations, StrengthAndSpace) {
  AnalysedKernel K = kernel("s[t] = n; atomicAdd(&flag, 1); p[t] = q[t];"
                            "int seen = *(volatile int *)&flag;");
  std::vector<MemoryOperation> All =
      memoryOperations(K.cfg(), K.facts().values());
  Texts Shown;
  for (const MemoryOperation &Op : All)
    Shown.push_back(show(Op.Object) + (Op.Reads ? " reads" : "") +
                    (Op.Writes ? " writes" : "") +
                    (Op.isAtomic() ? " atomic" : "") +
                    (Op.isStrong() ? " strong" : ""));
  EXPECT_EQ(Shown, (Texts{"s writes", "flag reads writes atomic strong",
                          "q reads", "p writes", "flag reads strong"}));
  EXPECT_EQ(All[0].Space, MemorySpace::Shared);
  EXPECT_EQ(All[1].Space, MemorySpace::Global);
  EXPECT_TRUE(All[1].isReadModifyWrite());
}

TEST(MemoryOperations, RootsOfAddresses) {
  AnalysedKernel K = kernel("int *one = &s[t]; int *either = n ? s : p;");
  const Evaluation &Values = K.facts().values();
  EXPECT_EQ(possibleRoots(K.valueOf("one"), Values).size(), 1u);
  EXPECT_EQ(possibleRoots(K.valueOf("either"), Values).size(), 2u);
  EXPECT_EQ(memorySpaceOf(K.valueOf("one"), Values), MemorySpace::Shared);
  EXPECT_EQ(memorySpaceOf(K.valueOf("either"), Values), std::nullopt);
}

TEST(DependsOnLoad, ThroughArithmeticMemoryAndTests) {
  AnalysedKernel K = kernel("int ticket = atomicAdd(&flag, 1);"
                            "int more = 2 * ticket + t; s[0] = ticket;"
                            "__syncthreads(); int shared = s[0];"
                            "bool last = more == n; int other = q[t];");
  const KernelFacts &Facts = K.facts();
  std::vector<MemoryOperation> All = memoryOperations(K.cfg(), Facts.values());
  memoryorder::LoadDependence Of(Facts.values(), Facts.paths(),
                                 Facts.uniformity(), All, Facts.terms());
  const Event *Source = nullptr;
  for (const MemoryOperation &Op : All)
    if (Op.isAtomic())
      Source = Op.At;
  ASSERT_TRUE(Source);
  memoryorder::DerivedFrom From(Of, *Source);
  EXPECT_TRUE(memoryorder::isResultOf(K.valueOf("ticket"), *Source));
  EXPECT_FALSE(memoryorder::isResultOf(K.valueOf("more"), *Source));
  EXPECT_TRUE(From.contains(K.valueOf("more")));
  EXPECT_TRUE(From.contains(K.valueOf("shared")));
  EXPECT_TRUE(From.contains(K.valueOf("last")));
  EXPECT_FALSE(From.contains(K.valueOf("other")));
  EXPECT_EQ(From.comparisonsIn(K.valueOf("last")).size(), 1u);
  EXPECT_TRUE(From.comparisonsIn(K.valueOf("more")).empty());
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

memoryorder::ThreadGroups groupsOf(const AnalysedKernel &K,
                                   llvm::ArrayRef<const Node *> Asked) {
  return memoryorder::ThreadGroups(K.cfg(), K.facts().values(),
                                   K.facts().paths(),
                                   K.facts().terms().launch(), Asked);
}

TEST(ThreadGroups, ElectedThreadsAreAGroup) {
  AnalysedKernel K = kernel("if (t == 0) { int one = 1; }"
                            "if (t % 32 == 0) { int lane = 1; }"
                            "int all = 1;");
  const Node *One = &K.nodeOf("one"), *Lane = &K.nodeOf("lane"),
             *All = &K.nodeOf("all");
  memoryorder::ThreadGroups Groups = groupsOf(K, {One, Lane, All});
  EXPECT_TRUE(Groups.knowsWarps());
  EXPECT_FALSE(Groups.hasSeveralLanes(*One));
  EXPECT_FALSE(Groups.hasSeveralLanes(*Lane));
  EXPECT_TRUE(Groups.hasSeveralLanes(*All));
  size_t Threads = 0;
  for (const memoryorder::ThreadGroup &Group : Groups.all())
    Threads += Group.Threads.size();
  EXPECT_EQ(Threads, 64u);
  // Without a group both successors are possible.
  EXPECT_EQ(Groups.next(K.branchOn("t == 0"), nullptr).size(), 2u);
}

TEST(Ordering, FencesOnAllPaths) {
  auto Between = [](const std::string &Middle) {
    AnalysedKernel K = kernel("p[t] = 1;" + Middle + "atomicAdd(&flag, 1);");
    std::vector<const Event *> Writes = K.writes();
    const Event &First = *Writes.front(), &Last = *Writes.back();
    memoryorder::ThreadGroups Groups = groupsOf(K, {First.At, Last.At});
    auto Found =
        memoryorder::Ordering(K.facts(), Groups)
            .between(First, Last, Scope::Grid, memoryorder::Direction::Release);
    EXPECT_TRUE(Found && Found->Possible);
    return std::pair(Found->Unfenced, Found->Narrow != nullptr);
  };
  using Pair = std::pair<bool, bool>;
  EXPECT_EQ(Between(""), Pair(true, false));
  EXPECT_EQ(Between("__threadfence();"), Pair(false, false));
  EXPECT_EQ(Between("if (n) __threadfence();"), Pair(true, false));
  EXPECT_EQ(Between("__threadfence_block();"), Pair(false, true));
}

TEST(CompilerOrder, AFenceBesideOnTheSideThatMatters) {
  auto IsFenced = [](const std::string &Body) {
    AnalysedKernel K = kernel(Body);
    for (const Event *E : K.events(Event::Kind::Sync))
      if (isa<GCCAsmStmt>(E->Site))
        return dependence::isFenced(*E, K.facts());
    return false;
  };
  const std::string Wait = "asm volatile(\"cp.async.wait_all;\");",
                    Fence = "asm volatile(\"membar.gl;\");",
                    Barrier = "__syncthreads();", Write = "s[t] = n;";
  EXPECT_TRUE(IsFenced(Write + Wait + Barrier + Write));
  EXPECT_FALSE(IsFenced(Barrier + Wait + Write + Barrier));
  EXPECT_FALSE(IsFenced(Write + Fence + Barrier + Write));
  EXPECT_TRUE(IsFenced(Write + Barrier + Fence + Barrier + Write));
}

TEST(CompilerOrder, TwoAccessesOfAThread) {
  auto Keeps = [](const std::string &Body) {
    AnalysedKernel K = kernel(Body);
    std::vector<const Event *> Of;
    for (const Event *E : K.events(Event::Kind::Access))
      if (isa<VariableTerm>(rootOf(E->Address)))
        Of.push_back(E);
    return dependence::keepsOrder(*Of.front(), *Of.back(),
                                  /*NextIteration=*/false,
                                  threadsOf({32, 1, 1}), K.facts());
  };
  EXPECT_TRUE(Keeps("int v = s[t + 1]; s[t] = v;"));
  EXPECT_TRUE(Keeps("s[t] = n; p[t] = s[n];"));
  EXPECT_FALSE(Keeps("s[t] = n; p[t] = s[t + 8];"));
  EXPECT_FALSE(Keeps("s[t] = n; p[t] = s[t];"));
  EXPECT_TRUE(Keeps("s[t] = n; __threadfence_block(); p[t] = s[t + 8];"));
  EXPECT_FALSE(Keeps("s[t] = n; if (n) __threadfence(); p[t] = s[t + 8];"));
  EXPECT_FALSE(Keeps("s[t] = n; asm volatile(\"membar.cta;\");"
                     "p[t] = s[t + 8];"));
  EXPECT_TRUE(Keeps("s[t] = n; asm volatile(\"membar.cta;\" ::: \"memory\");"
                    "p[t] = s[t + 8];"));
  EXPECT_FALSE(Keeps("s[t] = n; s[t + 8] = n;"));
  EXPECT_TRUE(Keeps("volatile int *x = s; x[t] = n; p[t] = x[t + 8];"));
}

TEST(OwnElements, RowsOfThreads) {
  AnalysedKernel K = kernel("int begin = q[t]; int other = q[n];"
                            "int *first = p + begin, *second = p + begin + 1,"
                            "    *far = p + other;");
  dependence::OwnElements Own(K.facts());
  EXPECT_TRUE(Own.areInOneRow(K.valueOf("first"), K.valueOf("second")));
  EXPECT_FALSE(Own.areInOneRow(K.valueOf("first"), K.valueOf("far")));
  EXPECT_EQ(Own.elementAt(K.valueOf("first")), K.valueOf("first"));
}

TEST(CollidingThreads, TwoThreadsAtOneElement) {
  auto Collide = [](const std::string &Body) -> std::string {
    AnalysedKernel K = kernel(Body);
    auto All = updates::updatesIn(K.facts());
    EXPECT_EQ(All.size(), 1u);
    if (All.empty())
      return "none";
    auto Found = updates::collidingThreads(
        All[0], updates::indexSource(All[0].Write->Address, K.facts()),
        K.facts());
    Evidence Of;
    if (!Found.isKnown() || !Found.into(Of))
      return "none";
    const updates::CollidingThreads &Two = *Found.into(Of);
    return Two.First != Two.Second ? "two" : "one";
  };
  EXPECT_EQ(Collide("p[q[t]] += 1;"), "two");
  EXPECT_EQ(Collide("if (t == 0) p[q[t]] += 1;"), "none");
}

TEST(TableRows, BeginsAndEndsOfRows) {
  AnalysedKernel K = kernel("int row = t + n; int begin = q[row],"
                            "    end = q[row + 1]; int alone = n * t;"
                            "int other = q[alone];");
  EXPECT_TRUE(dependence::beginsRows(K.valueOf("row"), K.facts()));
  EXPECT_FALSE(dependence::beginsRows(K.valueOf("alone"), K.facts()));
}

//===----------------------------------------------------------------------===//
// Paths and versions
//===----------------------------------------------------------------------===//

TEST(BranchCorrelation, APathDecidesALaterBranch) {
  AnalysedKernel K =
      kernel("bool done = false; if (n) { done = true; p[0] = 1; }"
             "int join = 1; if (done) { int then = 1; }");
  const KernelFacts &Facts = K.facts();
  BranchCorrelation Known(Facts.paths(), Facts.values(), Facts.terms());
  const Node &Join = K.nodeOf("join"), &Later = K.branchOn("done");
  const Node *Wrote = K.writes().front()->At;
  const BranchCorrelation::Decision *Is = Known.after(*Wrote, Join, nullptr);
  ASSERT_TRUE(Is);
  EXPECT_EQ(Is->Branch, &Later);
  EXPECT_EQ(Is->To, &K.nodeOf("then"));
  EXPECT_TRUE(BranchCorrelation::mayTake(Later, K.nodeOf("then"), Is));
  for (const Node *Next : Later.successors())
    EXPECT_EQ(BranchCorrelation::mayTake(Later, *Next, Is), Next == Is->To);
  EXPECT_TRUE(BranchCorrelation::mayTake(Later, K.nodeOf("then"), nullptr));
}

TEST(LaunchSpecialization, ParametersFollowFromTheGrid) {
  AnalysedKernel K("__global__ void k(int n, int m, int *p) {"
                   "  int size = n, other = m; }"
                   "void f(int blocks, int m, int *p) {"
                   "  k<<<blocks, 64>>>(blocks * 64, m, p); }");
  auto Launches = K.unit().code().launchesOf(K.facts().root());
  ASSERT_EQ(Launches.size(), 1u);
  ASSERT_EQ(Launches[0].Facts.size(), 1u);
  LaunchSpecialization In(Launches[0].Extents, Launches[0].Facts[0],
                          K.facts().root(), K.facts().terms());
  EXPECT_EQ(show(In.of(K.valueOf("size"))), "64*gridDim.x");
  EXPECT_NE(In.of(K.valueOf("other")), In.of(K.valueOf("size")));
  EXPECT_EQ(In.of(K.facts().terms().constant(5)),
            K.facts().terms().constant(5));
}

TEST(TermVersions, WhatAnIntervalChanges) {
  AnalysedKernel K = kernel("int first = n; for (int i = 0; i < n; ++i) {"
                            "  int seen = i; p[i] = seen; }");
  std::vector<Interval> All = intervalsOf(
      K.cfg(), K.facts().paths(), K.facts().loopBarriers(), Scope::Block);
  ASSERT_FALSE(All.empty());
  twothreads::TermVersions Versions(All.front(), K.facts().values());
  EXPECT_FALSE(Versions.changes(K.valueOf("first")));
  EXPECT_TRUE(Versions.changes(K.valueOf("seen")));
  EXPECT_EQ(Versions.variablesOf(K.valueOf("seen")).size(), 1u);
  auto Steps = Versions.firstStepsOf(K.nodeOf("seen"));
  ASSERT_FALSE(Steps.empty());
  EXPECT_EQ(Versions.at(K.valueOf("first"), Steps.front()),
            twothreads::TermVersions::Before);
  EXPECT_NE(Versions.at(K.valueOf("seen"), Steps.front()),
            twothreads::TermVersions::Before);
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

TEST(AddressDifferences, WeightsSeparateValues) {
  AnalysedKernel K = kernel("s[t] = 1;", launch({8, 4, 1}, {1, 1, 1}));
  races::RaceEngineState State(K.facts());
  twothreads::QuerySymbols &Symbols =
      State.launch(K.facts().terms().launch(), Scope::Block).Symbols;
  TermArena &Arena = Symbols.terms();
  auto Distance = [&](int64_t OfX, int64_t OfY, int64_t Rest) {
    const Term *Sum = Arena.constant(Rest);
    for (auto [Weight, Axis] : {std::pair(OfX, 0u), std::pair(OfY, 1u)}) {
      const Term *Apart = Arena.binary(BO_Sub, Symbols.threadIndex(1, Axis),
                                       Symbols.threadIndex(2, Axis));
      Sum = Arena.binary(BO_Add, Sum,
                         Arena.binary(BO_Mul, Arena.constant(Weight), Apart));
    }
    return Sum;
  };
  // Eight columns, and rows of eight.
  auto Equal = dependence::equalWhere(Symbols, Distance(4, 32, 0));
  ASSERT_TRUE(Equal);
  EXPECT_EQ(Equal->Twins.size(), 2u);
  EXPECT_TRUE(Equal->IsAll);
  EXPECT_FALSE(dependence::areApart(Symbols, Distance(4, 32, 0)));
  // Columns overlap with the next row's.
  Equal = dependence::equalWhere(Symbols, Distance(4, 16, 0));
  EXPECT_FALSE(Equal && Equal->IsAll);
  // No multiple of four is two.
  EXPECT_TRUE(dependence::areApart(Symbols, Distance(4, 32, 2)));
}

} // namespace order_facts_test

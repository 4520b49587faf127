//===--- KernelGraphTest.cpp - Paths, branches and calls of a kernel ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/BarrierIntervals/NextIterations.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/CallSummaries/AccessorSummaries.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/KernelIR/BodyPlan.h"
#include "Analysis/KernelIR/ConstructorSummaries.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/Simulation/ExecutedParts.h"
#include "Analysis/SymbolicExecution/ArrayFillLoops.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Analysis/Uniformity/ExchangedTerms.h"
#include "clang/AST/ExprCXX.h"
#include <set>

namespace kernel_graph_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;
using warplint::Scope;

AnalysedKernel kernel(const std::string &Body) {
  return AnalysedKernel("__global__ void k(int n, int m, int *p) {"
                        "int t = threadIdx.x;" +
                        Body + "}");
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

TEST(Reachable, NodesBehindAnother) {
  AnalysedKernel K = kernel("int first = 1; if (n) { int inside = 1; }"
                            "else { int other = 1; } int last = 1;");
  auto Behind = [&](llvm::StringRef From, llvm::StringRef To) {
    return nodesBehind(K.facts().paths(), K.nodeOf(From),
                       [](const Node &) { return true; })
        .test(K.nodeOf(To).id());
  };
  EXPECT_TRUE(Behind("inside", "last"));
  EXPECT_FALSE(Behind("inside", "other"));
  EXPECT_FALSE(Behind("last", "inside"));
  EXPECT_FALSE(Behind("inside", "inside")); // Nothing returns to it.
  EXPECT_TRUE(leads(K.facts().paths(), K.nodeOf("first"), K.nodeOf("other")));
}

TEST(Reachable, WhatStepsReach) {
  AnalysedKernel K = kernel("int first = 1; if (n) { int inside = 1; }"
                            "while (m) { int around = p[m]; }");
  auto Before = [](const Node &N, auto Add) {
    llvm::for_each(N.predecessors(), Add);
  };
  auto Reaches = [&](llvm::StringRef From, llvm::StringRef To) {
    return reachedIn(K.facts().paths().nodeCount(), {&K.nodeOf(From)}, Before)
        .test(K.nodeOf(To).id());
  };
  EXPECT_TRUE(Reaches("around", "first"));
  EXPECT_TRUE(Reaches("around", "around"));
  EXPECT_FALSE(Reaches("inside", "inside"));
  EXPECT_FALSE(Reaches("inside", "around"));
}

TEST(Reachable, LoopsReturn) {
  AnalysedKernel K =
      kernel("for (int i = 0; i < n; ++i) { int inside = p[i]; }");
  const Node &Inside = K.nodeOf("inside");
  EXPECT_TRUE(leads(K.facts().paths(), Inside, Inside));
  EXPECT_FALSE(leads(K.facts().paths(), Inside, Inside,
                     [](const Node &) { return false; }));
}

TEST(Reachable, PathsStopAtNodes) {
  AnalysedKernel K = kernel("int first = 1; if (n) { int gate = p[0];"
                            "  if (m) { int target = 1; } }");
  const Node &Gate = K.nodeOf("gate");
  auto PassesGate = [&](bool May) {
    return leads(K.facts().paths(), K.nodeOf("first"), K.nodeOf("target"),
                 [&](const Node &N) { return May || &N != &Gate; });
  };
  EXPECT_TRUE(PassesGate(true));
  EXPECT_FALSE(PassesGate(false));
}

TEST(CfgView, PathsJoin) {
  AnalysedKernel K = kernel("if (n) { p[0] = 1; } else { p[1] = 1; }"
                            "int joined = 1; if (m) { return; } p[2] = 1;");
  EXPECT_EQ(K.facts().paths().joinOf(K.branchOn("n")), &K.nodeOf("joined"));
  EXPECT_EQ(K.facts().paths().joinOf(K.branchOn("m")), &K.cfg().exit());
}

TEST(NextIterations, TestsThatWerePassed) {
  AnalysedKernel K = kernel("for (int i = 0; i < n; ++i) {"
                            "  if (i + 1 < n) { int tested = 1; }"
                            "  if (m) { int other = 1; } }");
  const KernelFacts &Facts = K.facts();
  auto After = [&](llvm::StringRef Name) {
    return nextIterationsAfter(K.nodeOf(Name), Facts.evolution(),
                               Facts.paths());
  };
  std::vector<NextIteration> Found = After("tested");
  ASSERT_EQ(Found.size(), 1u);
  const Node &Head = K.branchOn("i < n");
  EXPECT_EQ(Found[0].Only.lookup(&Head), Head.successors()[0]);
  EXPECT_FALSE(Found[0].Only.count(&K.branchOn("m")));
  for (const NextIteration &Each : After("other"))
    EXPECT_FALSE(Each.Only.count(&Head));
}

TEST(NextIterations, NothingIsDecidedOutsideOfLoops) {
  AnalysedKernel K = kernel("if (n == 0) { int first = 1; }");
  EXPECT_TRUE(nextIterationsAfter(K.nodeOf("first"), K.facts().evolution(),
                                  K.facts().paths())
                  .empty());
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

TEST(TwoWayBranch, ConditionsAndSwitches) {
  AnalysedKernel K = kernel("if (n) p[0] = 1;"
                            "switch (m) { case 3: p[1] = 1; break;"
                            "  case 4 ... 6: p[2] = 1; break;"
                            "  default: p[3] = 1; }");
  const Node &If = K.branchOn("n"), &Switch = K.branchOn("m");
  EXPECT_TRUE(isTwoWay(If));
  EXPECT_FALSE(isTwoWay(Switch));
  EXPECT_FALSE(isTwoWay(K.cfg().exit()));
  TermArena &Arena = K.facts().terms();
  EXPECT_EQ(takenCondition(If, Arena.constant(7)), If.successors()[0]);
  EXPECT_EQ(takenCondition(If, Arena.constant(0)), If.successors()[1]);
  EXPECT_EQ(takenCondition(If, K.valueOf("t")), nullptr);
  EXPECT_EQ(takenCondition(Switch, Arena.constant(3)), nullptr);
  std::multiset<std::string> Cases;
  for (unsigned I = 0; I < Switch.successors().size(); ++I) {
    auto Value = caseOf(Switch, I, K.unit().context());
    Cases.insert(Value ? std::to_string(*Value) : "others");
  }
  EXPECT_EQ(Cases, (std::multiset<std::string>{"3", "others", "others"}));
  EXPECT_EQ(caseOf(If, 0, K.unit().context()), std::nullopt);
}

TEST(BodyPlan, EmptyBlocksAreDropped) {
  AnalysedUnit Unit("void empty() {}"
                    "int f(int n) { if (n) { n = 1; } return n; }");
  auto Planned = [&](llvm::StringRef Name, bool KeepsEnds) {
    const FunctionDecl &F = Unit.function(Name);
    auto Graph =
        CFG::buildCFG(&F, F.getBody(), &Unit.context(), CFG::BuildOptions());
    BodyPlan Plan(*Graph, KeepsEnds);
    EXPECT_TRUE(llvm::is_contained(Plan.blocks(), &Plan.begin()));
    EXPECT_TRUE(llvm::is_contained(Plan.blocks(), &Plan.end()));
    for (const CFGBlock *Block : Plan.blocks())
      EXPECT_EQ(&Plan.behind(*Block), Block);
    EXPECT_TRUE(
        llvm::is_contained(Plan.blocks(), &Plan.behind(Graph->getEntry())));
    return Plan.blocks().size();
  };
  EXPECT_LT(Planned("f", false), Planned("f", true));
  EXPECT_EQ(Planned("empty", true), 2u);
}

//===----------------------------------------------------------------------===//
// Calls that are not inlined
//===----------------------------------------------------------------------===//

TEST(AccessorSummaries, PartsOfArguments) {
  AnalysedUnit Unit("struct In { int a, b; }; struct Out { In in; int c; };"
                    "struct Empty {};"
                    "int &part(Out &o) { return o.in.b; }"
                    "In &whole(In &i) { return i; }"
                    "int &deep(Out &o) { return part(o); }"
                    "Empty none() { return Empty(); }"
                    "int value(Out &o) { return o.c; }"
                    "int &counts(Out &o) { ++o.c; return o.c; }"
                    "int &either(Out &o, bool b) {"
                    "  if (b) return o.c; return o.in.a; }");
  Limits Within{Budgets::of(EffortLevel::Normal)};
  summaries::AccessorSummaries All(Within);
  auto Of = [&](llvm::StringRef Name) {
    const summaries::AccessorSummary &Is = All.of(Unit.function(Name));
    std::string Path = Is.IsEmpty ? "empty" : Is.isKnown() ? "it" : "unknown";
    for (const FieldDecl *Field :
         Is.Part ? Is.Part->Fields : decltype(Is.Part->Fields)())
      Path += "." + Field->getNameAsString();
    return Path;
  };
  EXPECT_EQ(Of("part"), "it.in.b");
  EXPECT_EQ(Of("whole"), "it");
  EXPECT_EQ(Of("none"), "empty");
  EXPECT_EQ(Of("value"), "unknown");
  EXPECT_EQ(Of("counts"), "unknown");
  EXPECT_EQ(Of("either"), "unknown");
  EXPECT_EQ(&All.of(Unit.function("part")), &All.of(Unit.function("part")));
}

/// The constructor of \p Class that takes \p Parameters of them.
const CXXConstructorDecl *constructorOf(const AnalysedUnit &Unit,
                                        llvm::StringRef Class,
                                        unsigned Parameters) {
  auto &Context = Unit.context();
  for (const NamedDecl *D :
       Context.getTranslationUnitDecl()->lookup(&Context.Idents.get(Class)))
    if (const auto *Record = dyn_cast<CXXRecordDecl>(D))
      for (const CXXConstructorDecl *Each : Record->ctors())
        if (Each->isUserProvided() && Each->getNumParams() == Parameters)
          return Each;
  ADD_FAILURE() << "no such constructor of " << Class.str();
  std::abort();
}

TEST(ConstructorSummaries, FieldsOfArguments) {
  AnalysedUnit Unit("void see();"
                    "struct A { int x, y; A(int v) : x(v), y(3) {}"
                    "  A(int v, int w) : x(v), y(w) { see(); } };");
  StepBudget Work{~uint64_t(0)};
  Limits Within{Budgets::of(EffortLevel::Normal)};
  TermArena Arena(LaunchExtents(), Work, Within);
  auto Kept = ConstructedObject::by(*constructorOf(Unit, "A", 1), Within);
  ASSERT_TRUE(Kept);
  EXPECT_EQ(show(Kept->value([&](unsigned I) { return Arena.constant(40 + I); },
                             Arena)),
            "{40, 3}");
  EXPECT_FALSE(ConstructedObject::by(*constructorOf(Unit, "A", 2), Within));
}

//===----------------------------------------------------------------------===//
// Arguments, loops over arrays, exchanged values
//===----------------------------------------------------------------------===//

TEST(HostArguments, ParametersAndTheirFields) {
  AnalysedKernel K("struct Sizes { int rows; float scale; };"
                   "__global__ void k(int *p, Sizes sizes, unsigned n) {"
                   "  int pointer = p[0], rows = sizes.rows;"
                   "  float scale = sizes.scale; unsigned size = n;"
                   "  int more = n + 1; }");
  EXPECT_TRUE(isIntegerParameter(K.valueOf("rows")));
  EXPECT_TRUE(isIntegerParameter(K.valueOf("size")));
  EXPECT_FALSE(isIntegerParameter(K.valueOf("scale")));
  EXPECT_FALSE(isIntegerParameter(K.valueOf("pointer")));
  EXPECT_FALSE(isIntegerParameter(K.valueOf("more")));
  EXPECT_EQ(nameOfArgument(K.valueOf("rows")), "sizes.rows");
  EXPECT_EQ(nameOfArgument(K.valueOf("size")), "n");
  EXPECT_EQ(nameOfArgument(K.valueOf("more")), "");
  EXPECT_NE(argumentSlotOf(K.valueOf("rows")),
            argumentSlotOf(K.valueOf("size")));
  EXPECT_EQ(argumentSlotOf(K.valueOf("more")), std::nullopt);
  TermArena &Arena = K.facts().terms();
  const Term *N = K.valueOf("size");
  EXPECT_EQ(combined(Operator::Add, N, Arena.constant(1), Arena),
            Arena.binary(BO_Add, N, Arena.constant(1)));
  EXPECT_EQ(combined(Operator::Less, N, N, Arena), Arena.constant(0));
}

/// Names and lengths of the arrays that the first loop of `f` fills.
Texts filledIn(const std::string &Body) {
  AnalysedUnit Unit("void use(int *); void f(const int *p, int n) {" + Body +
                    "}");
  ArrayFillLoops All(Unit.context());
  const Stmt *Function = Unit.function("f").getBody();
  Texts Found;
  for (const Stmt *S : Function->children())
    if (const auto *For = dyn_cast<ForStmt>(S))
      for (const ArrayFillLoop *Each :
           All.filledBehind(*For->getInit(), Function))
        Found.push_back(Unit.text(Each->Array) + " " +
                        std::to_string(Each->Limit) +
                        (Each->ReadsOld ? " from old" : ""));
  return Found;
}

TEST(ArrayFillLoops, EachElementInItsIteration) {
  EXPECT_EQ(filledIn("int a[4]; for (int i = 0; i < 4; ++i) a[i] = p[i];"),
            Texts{"a 4"});
  EXPECT_EQ(filledIn("int a[4] = {}; for (int i = 0; i < 4; ++i) a[i] += i;"),
            Texts{"a 4 from old"});
  // Not all elements, not each its own, an end that is not known.
  EXPECT_EQ(filledIn("int a[4]; for (int i = 0; i < 3; ++i) a[i] = p[i];"),
            Texts{});
  EXPECT_EQ(filledIn("int a[4]; for (int i = 0; i < 4; ++i) a[3 - i] = p[i];"),
            Texts{});
  EXPECT_EQ(filledIn("int a[4]; for (int i = 0; i < n; ++i) a[i] = p[i];"),
            Texts{});
  EXPECT_EQ(filledIn("int a[4]; for (int i = 0; i < 4; ++i) {"
                     "  a[i] = p[i]; use(a); }"),
            Texts{});
}

TEST(ExchangedTerms, WhatLanesGaveEachOther) {
  AnalysedKernel K =
      kernel("int own = t + n; int given = __shfl_sync(0xffffffff, own, 0);"
             "int sum = given * 2 + t; int loaded = p[given];"
             "int chosen = given > 3 ? t : n;");
  ExchangedTerms All(K.facts().values(), K.facts().paths());
  EXPECT_FALSE(All.contains(K.valueOf("own")));
  EXPECT_TRUE(All.contains(K.valueOf("given")));
  EXPECT_TRUE(All.contains(K.valueOf("sum")));
  EXPECT_TRUE(All.contains(K.valueOf("chosen")));
  // What memory holds is a value of its own.
  EXPECT_FALSE(All.contains(K.valueOf("loaded")));
}

TEST(ExecutedParts, WhatDecidesAboutAnEvent) {
  AnalysedKernel K =
      kernel("if (n) { if (m) { int beside = p[7]; } __syncthreads(); }"
             "for (int i = 0; i < m; ++i) { int inside = 1; }"
             "int last = 1;");
  auto Syncs = [](const Event &E) { return E.K == Event::Kind::Sync; };
  simulation::ExecutedParts Parts(
      K.facts(), [](const Event &) { return false; }, Syncs);
  const Event &Barrier = *K.events(Event::Kind::Sync).front();
  EXPECT_TRUE(Parts.isSeen(*Barrier.At));
  EXPECT_FALSE(Parts.isSeen(K.nodeOf("inside")));
  // Which way it goes at `n` matters; at `m`, it does not.
  EXPECT_EQ(Parts.pathPast(K.branchOn("n")), nullptr);
  const Node *Past = nullptr;
  for (const Node &N : K.cfg().nodes())
    if (N.ending() == Node::Ending::Branch && K.text(N.condition()) == "m")
      Past = Parts.pathPast(N);
  EXPECT_TRUE(Past);
  EXPECT_NE(Past, &K.nodeOf("beside"));
}

} // namespace kernel_graph_test

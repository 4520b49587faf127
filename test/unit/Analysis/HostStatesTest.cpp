//===--- HostStatesTest.cpp - What is known of the host at one point ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/HostSync/HostState.h"
#include "Analysis/Detectors/HostSync/KernelAccesses.h"
#include "Analysis/Detectors/HostSync/SharingCallers.h"
#include "Analysis/HostInterpreter/HostBody.h"
#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/HostInterpreter/HostPathState.h"
#include "Analysis/HostInterpreter/HostValue.h"
#include "Analysis/HostInterpreter/ObjectEffects.h"
#include "Analysis/HostInterpreter/UnanalyzedBodies.h"
#include "Analysis/Launches/HostResults.h"

namespace host_states_test {
using namespace warplint;
using namespace warplint::test;

const clang::VarDecl &variable(const AnalysedUnit &Unit, llvm::StringRef Name) {
  auto &Context = Unit.context();
  return *llvm::cast<clang::VarDecl>(Context.getTranslationUnitDecl()
                                         ->lookup(&Context.Idents.get(Name))
                                         .front());
}

const clang::FieldDecl &field(const AnalysedUnit &Unit, llvm::StringRef Var,
                              unsigned I) {
  const auto *Record = variable(Unit, Var).getType()->getAsRecordDecl();
  return **std::next(Record->field_begin(), I);
}

//===----------------------------------------------------------------------===//
// Places and states of host-sync
//===----------------------------------------------------------------------===//

using hostsync::HostDatum;
using hostsync::HostPlaces;
using hostsync::HostState;
using hostsync::StartedOperation;

TEST(HostPlaces, PartsAreNumberedOnce) {
  AnalysedUnit Unit("struct S { int *a, *b; }; S global; "
                    "void f() { S local; }");
  HostPlaces Places;
  HostPlaces::Id S = Places.variable(variable(Unit, "global"));
  EXPECT_EQ(Places.variable(variable(Unit, "global")), S);
  HostPlaces::Id A = Places.member(S, field(Unit, "global", 0)),
                 B = Places.member(S, field(Unit, "global", 1));
  EXPECT_NE(A, B);
  EXPECT_EQ(Places.member(S, field(Unit, "global", 0)), A);
  EXPECT_NE(Places.element(A, 0), Places.element(A, 1));
  EXPECT_EQ(Places.parts(S).size(), 2u);
  EXPECT_EQ(Places.parts(B).size(), 0u);
  EXPECT_TRUE(Places.isPart(A));
  EXPECT_FALSE(Places.isPart(S));
  // A part of what others may change may be changed by them.
  EXPECT_TRUE(Places.isGlobal(Places.element(B, 3)));
}

HostDatum memory(unsigned Id) { return {HostDatum::Kind::Memory, Id}; }

TEST(HostState, PathsKeepWhatTheyAgreeOn) {
  HostState One, Other;
  One.Reached = Other.Reached = true;
  One.Data = {{0, memory(1)}, {1, memory(2)}, {2, HostDatum::number(7)}};
  Other.Data = {{0, memory(1)}, {1, memory(3)}, {3, memory(1)}};
  EXPECT_TRUE(One.join(Other));
  ASSERT_EQ(One.Data.size(), 1u);
  EXPECT_EQ(One.Data.at(0), memory(1));
  EXPECT_FALSE(One.join(Other));
}

TEST(HostState, APathThatIsNotReachedSaysNothing) {
  HostState One, Never;
  One.Reached = true;
  One.Data = {{0, memory(1)}};
  EXPECT_FALSE(One.join(Never));
  EXPECT_EQ(One.Data.size(), 1u);
  EXPECT_TRUE(Never.join(One));
  EXPECT_TRUE(Never.Reached);
  EXPECT_EQ(Never.Data.size(), 1u);
}

TEST(HostState, WhatOnePathStartsIsPartial) {
  HostState One, Other;
  One.Reached = Other.Reached = true;
  One.Operations[4] = {};
  Other.Operations[5] = {};
  Other.Operations[6].IsCarried = true;
  One.Operations[7] = Other.Operations[7] = {};
  EXPECT_TRUE(One.join(Other));
  EXPECT_TRUE(One.Operations[4].IsPartial);
  EXPECT_TRUE(One.Operations[5].IsPartial);
  EXPECT_FALSE(One.Operations[6].IsPartial);
  EXPECT_FALSE(One.Operations[7].IsPartial);
}

TEST(HostState, OperationsThatMayBeDoneStaySo) {
  StartedOperation Running, Done;
  Running.Streams = {1};
  Done.MayBeDone = true;
  Done.Streams = {2};
  EXPECT_TRUE(Running.join(Done));
  EXPECT_TRUE(Running.MayBeDone);
  EXPECT_EQ(Running.Streams, (std::set<unsigned>{1, 2}));
  EXPECT_FALSE(Running.join(Done));
}

TEST(HostState, ObjectsAreForgotten) {
  HostState State;
  State.Data = {{0, memory(1)}, {1, {HostDatum::Kind::Stream, 1}}};
  State.forget(HostDatum::Kind::Memory, 1);
  ASSERT_EQ(State.Data.size(), 1u);
  EXPECT_EQ(State.Data.at(1).K, HostDatum::Kind::Stream);
  State.Operations[3] = {};
  State.waitForAll();
  EXPECT_TRUE(State.Operations[3].MayBeDone);
}

TEST(HostDatum, NumbersDiffer) {
  EXPECT_EQ(HostDatum::number(3), HostDatum::number(3));
  EXPECT_NE(HostDatum::number(3), HostDatum::number(4));
  HostDatum Inside = memory(1);
  Inside.AtStart = false;
  EXPECT_NE(Inside, memory(1));
}

//===----------------------------------------------------------------------===//
// What functions write, and who shares memory
//===----------------------------------------------------------------------===//

TEST(KernelAccesses, ParametersFieldsAndCallees) {
  AnalysedUnit Unit(
      "struct P { int x, y; }; struct A { int *p; const int *q; };"
      "__device__ void set(int *to) { *to = 1; }"
      "__global__ void k(int *a, const int *b, P *p, A args,"
      "                  int *passed, int n) {"
      "  a[b[n]] = 1; p->y = 2; args.p[n] = b[0]; set(passed); }"
      "__global__ void unseen(int *a);");
  hostsync::AccessesOfKernels All(Unit.code());
  const hostsync::KernelAccesses &Is = All.of(Unit.function("k"));
  std::vector<unsigned> Positions;
  for (const auto &[Position, Fields] : Is.Written)
    Positions.push_back(Position);
  EXPECT_EQ(Positions, (std::vector<unsigned>{0, 2, 4}));
  ASSERT_EQ(Is.Written.at(2).size(), 1u);
  EXPECT_EQ((*Is.Written.at(2).begin())->getName(), "y");
  EXPECT_EQ(*Is.Written.at(0).begin(), nullptr);
  ASSERT_EQ(Is.Members.size(), 1u);
  EXPECT_EQ(Is.Members.front().first.first, 3u);
  EXPECT_EQ(Is.Members.front().first.second->getName(), "p");
  EXPECT_TRUE(Is.Managed.empty());
  EXPECT_EQ(&All.of(Unit.function("k")), &Is);
}

TEST(SharingCallers, CallersOfWhatShares) {
  AnalysedUnit Unit("extern \"C\" int cudaMallocManaged(void **, size_t,"
                    "                                    unsigned = 1);"
                    "void *make() { void *p; cudaMallocManaged(&p, 4);"
                    "               return p; }"
                    "void uses() { make(); }"
                    "void other() {}");
  const clang::FunctionDecl *Make = &Unit.function("make"),
                            *Uses = &Unit.function("uses"),
                            *Other = &Unit.function("other");
  hostsync::SharingCallers All({Make, Uses, Other});
  EXPECT_TRUE(All.isAny());
  EXPECT_TRUE(All.leadsToSharing(Make));
  EXPECT_TRUE(All.leadsToSharing(Uses));
  EXPECT_FALSE(All.leadsToSharing(Other));
  EXPECT_TRUE(All.isCalled(Make));
  EXPECT_FALSE(All.isCalled(Uses));
  EXPECT_FALSE(hostsync::SharingCallers(llvm::ArrayRef(Other)).isAny());
}

//===----------------------------------------------------------------------===//
// The host interpreter
//===----------------------------------------------------------------------===//

using host::HostPathState;
using host::HostValue;

TEST(HostValue, PartsThatAreNotThereAreUnknown) {
  HostValue Record;
  Record.K = HostValue::Kind::Record;
  Record.Parts = {HostValue::number(3), HostValue()};
  EXPECT_EQ(Record.part(0).asNumber(), 3);
  EXPECT_EQ(Record.part(1).K, HostValue::Kind::Unknown);
  EXPECT_EQ(Record.part(9).K, HostValue::Kind::Unknown);
  EXPECT_EQ(Record.asNumber(), std::nullopt);
  EXPECT_EQ(HostValue::term(3).asNumber(), std::nullopt);
  EXPECT_FALSE(HostValue::term(3) == HostValue::number(3));
}

TEST(HostValue, PointersLeadIntoVariables) {
  AnalysedUnit Unit("struct S { int a; float b[4]; }; S s; int i;");
  HostValue At = HostValue::pointer(variable(Unit, "s"));
  EXPECT_EQ(At.pointedType().getAsString(), "S");
  At.Path = {1, 2};
  EXPECT_EQ(At.pointedType().getAsString(), "float");
  At.Path = {5};
  EXPECT_TRUE(At.pointedType().isNull());
  HostValue Record;
  Record.K = HostValue::Kind::Record;
  Record.Parts = {HostValue::pointer(variable(Unit, "i")), At};
  Texts Pointees;
  Record.forEachPointee([&](const clang::VarDecl &Var) {
    Pointees.push_back(Var.getNameAsString());
  });
  EXPECT_EQ(Pointees, (Texts{"i", "s"}));
}

TEST(HostPathState, PointersAreFollowedWhereSomethingIsKnown) {
  AnalysedUnit Unit("struct S { int a; int b[2]; }; S s; int i;");
  HostPathState State;
  HostValue Record;
  Record.K = HostValue::Kind::Record;
  Record.Parts = {HostValue::number(1)};
  State.Known[&variable(Unit, "s")] = Record;
  HostValue At = HostValue::pointer(variable(Unit, "s"));
  EXPECT_EQ(host::pointedTo(At, State), &State.Known.begin()->second);
  At.Path = {0};
  ASSERT_TRUE(host::pointedTo(At, State));
  EXPECT_EQ(host::pointedTo(At, State)->asNumber(), 1);
  At.Path = {1, 0};
  EXPECT_EQ(host::pointedTo(At, State), nullptr);
  EXPECT_EQ(host::pointedTo(HostValue::pointer(variable(Unit, "i")), State),
            nullptr);
  EXPECT_EQ(host::pointedTo(HostValue::number(0), State), nullptr);
}

TEST(HostPathState, StepsAreOrdered) {
  host::HostStep One{host::HostStep::Kind::Element, nullptr, 1},
      Two{host::HostStep::Kind::Element, nullptr, 2};
  EXPECT_TRUE(One < Two);
  EXPECT_FALSE(Two < One);
  EXPECT_FALSE(One == Two);
  EXPECT_TRUE(One == One);
}

TEST(ObjectEffects, FieldsOrAll) {
  AnalysedUnit Unit("struct S { int a; }; S s;");
  host::ObjectEffects Is;
  EXPECT_FALSE(Is.changes());
  Is.Leaks = true; // Where the address goes is another question.
  EXPECT_FALSE(Is.changes());
  Is.Fields.insert(&field(Unit, "s", 0));
  EXPECT_TRUE(Is.changes());
  host::ObjectEffects All;
  All.ChangesAll = true;
  EXPECT_TRUE(All.changes());
}

/// The launches that all functions of \p Code make, as "grid x block".
Texts launchesOf(const std::string &Code,
                 EffortLevel Effort = EffortLevel::Normal) {
  AnalysedUnit Unit("__global__ void k(int n) {}" + Code);
  clang::ASTContext &Context = Unit.context();
  std::vector<clang::Decl *> TopLevel;
  std::vector<const clang::FunctionDecl *> Functions, Kernels;
  for (clang::Decl *D : Context.getTranslationUnitDecl()->decls()) {
    TopLevel.push_back(D);
    const auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
    if (F && F->doesThisDeclarationHaveABody())
      (F->hasAttr<clang::CUDAGlobalAttr>() ? Kernels : Functions).push_back(F);
  }
  host::UnanalyzedBodies Unread(Context, {}, TopLevel);
  Limits Within{Budgets::of(Effort)};
  host::HostInterpreter Runs(Context, TopLevel, Functions, Kernels, Unread,
                             host::HostInterpreter::Seek::Launches, Within);
  auto Shown = [](std::optional<int64_t> V) {
    return V ? std::to_string(*V) : "?";
  };
  Texts Result;
  for (const host::HostLaunch &Each : Runs.findings().Launches)
    Result.push_back(Shown(Each.Grid[0]) + "x" + Shown(Each.Block[0]));
  return Result;
}

TEST(HostInterpreter, EachPathIsRun) {
  EXPECT_EQ(launchesOf("void f(bool b) { int n = 32; if (b) n *= 2;"
                       "                 k<<<4, n>>>(n); }"),
            (Texts{"4x64", "4x32"}));
  EXPECT_EQ(launchesOf("void g(int n) { k<<<n, 32>>>(n); }"
                       "void f() { g(3); g(5); }"),
            (Texts{"3x32", "5x32"}));
  EXPECT_EQ(launchesOf("void f(int n) { k<<<1, n>>>(n); }"), Texts{"1x?"});
}

TEST(HostInterpreter, WhatIsNotLaunched) {
  EXPECT_EQ(launchesOf("void f() { return; k<<<1, 1>>>(0); }"
                       "void other() {}"),
            Texts{});
}

TEST(HostInterpreter, WhatConstantsSwitchOffShowsHowItWouldBeLaunched) {
  EXPECT_EQ(launchesOf("void g() { if (false) k<<<2, 2>>>(0); }"),
            Texts{"2x2"});
  EXPECT_EQ(launchesOf("constexpr int Rows = 8;"
                       "void g(int n) {"
                       "  int block = 8 * Rows;"
                       "  if (n > 3) {"
                       "    if (Rows > 4)"
                       "      return;"
                       "    else"
                       "      k<<<n, block>>>(0);"
                       "  }"
                       "}"),
            Texts{"?x64"});
  // Another one is made.
  EXPECT_EQ(launchesOf("void g() { if (false) k<<<2, 2>>>(0);"
                       "           else k<<<4, 4>>>(0); }"),
            Texts{"4x4"});
}

TEST(UnanalyzedBodies, WordsAreIdentifiers) {
  AnalysedUnit Unit("#define twice(x) x + x\n"
                    "int f(int seen) { // comment\n"
                    "  return twice(seen) + sizeof(\"text\"); }");
  llvm::StringSet<> Words = host::wordsIn(
      Unit.function("f").getBody()->getSourceRange(),
      Unit.context().getSourceManager(), Unit.context().getLangOpts());
  EXPECT_TRUE(Words.contains("twice"));
  EXPECT_TRUE(Words.contains("seen"));
  EXPECT_FALSE(Words.contains("text"));
  EXPECT_FALSE(Words.contains("comment"));
  EXPECT_FALSE(Words.contains("f"));
}

TEST(UnanalyzedBodies, BodiesAreRemovedForAWhile) {
  AnalysedUnit Unit("struct S { int a, b; }; int global, other;"
                    "__global__ void k() {} __global__ void never() {}"
                    "void g() {} void unused() {}"
                    "void f(S s) { g(); global = s.a; k<<<1, 1>>>(); }");
  const clang::FunctionDecl &F = Unit.function("f");
  std::vector<clang::Decl *> TopLevel(
      Unit.context().getTranslationUnitDecl()->decls_begin(),
      Unit.context().getTranslationUnitDecl()->decls_end());
  {
    host::UnanalyzedBodies Unread(Unit.context(), {&F}, TopLevel);
    EXPECT_FALSE(F.doesThisDeclarationHaveABody() && F.getBody());
    ASSERT_EQ(Unread.kernels().size(), 1u);
    EXPECT_EQ(Unread.kernels().front().first->getName(), "k");
    EXPECT_TRUE(llvm::is_contained(Unread.functions(), &Unit.function("g")));
    EXPECT_TRUE(
        llvm::is_contained(Unread.variables(), &variable(Unit, "global")));
    EXPECT_FALSE(
        llvm::is_contained(Unread.variables(), &variable(Unit, "other")));
    ASSERT_EQ(Unread.fields().size(), 1u);
    EXPECT_EQ(Unread.fields()[0]->getName(), "a");
  }
  EXPECT_TRUE(F.getBody());
}

} // namespace host_states_test

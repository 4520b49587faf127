//===--- LaunchConstraintTest.cpp - Relations of numbers of a launch ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/LaunchConstraint.h"
#include "AnalysedKernel.h"
#include "Analysis/Expr/LaunchTerms.h"
#include "Analysis/Launches/ArgumentSlots.h"
#include "Analysis/Launches/BuildNames.h"
#include "Analysis/Launches/CrossUnitLaunches.h"
#include "Analysis/Launches/LaunchConstraintSolver.h"

namespace launch_fact_test {
using namespace warplint;
using namespace warplint::test;

using Extents = std::array<uint32_t, 3>;

const char Kernel[] = "__global__ void k(int *a, int *b, int n, int m) {}\n";

const Limits Within(Budgets::of(EffortLevel::Normal));

/// What the one launch of `k` by `run` says; the test fails if there are more.
launches::LaunchConstraint saidBy(const std::string &Body,
                                  const std::string &More = "") {
  AnalysedUnit Unit(Kernel + More + "void run(int *p, int *q, int n, int m) {" +
                    Body + "}");
  llvm::ArrayRef<launches::KernelLaunch> Each =
      Unit.code().launchesOf(Unit.function("k"));
  EXPECT_EQ(Each.size(), 1u);
  if (Each.size() != 1 || Each[0].Facts.size() != 1)
    return {};
  return Each[0].Facts[0];
}

/// What `n` is in a launch of these extents.
std::optional<int64_t> lengthIn(const launches::LaunchConstraint &Fact,
                                const Extents &Grid, const Extents &Block) {
  return launches::LaunchConstraintSolver(Fact, Grid, Block, Within).valueOf(2);
}

TEST(LaunchConstraint, GridOfAllElements) {
  launches::LaunchConstraint F =
      saidBy("k<<<(n + 255) / 256, 256>>>(p, q, n, m);");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {256, 1, 1}), 1024);
  EXPECT_EQ(lengthIn(F, {64, 1, 1}, {256, 1, 1}), 16384);
  // Nothing is said of the other.
  EXPECT_EQ(launches::LaunchConstraintSolver(F, {4, 1, 1}, {256, 1, 1}, Within)
                .valueOf(3),
            std::nullopt);
  // Helpers, rounding up in other ways, a block that is a variable.
  F = saidBy("int b = m; k<<<up(n, b), b>>>(p, q, n, m);",
             "int up(int a, int b) { return (a - 1) / b + 1; }");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {128, 1, 1}), 512);
  EXPECT_EQ(launches::LaunchConstraintSolver(F, {4, 1, 1}, {128, 1, 1}, Within)
                .valueOf(3),
            128);
  F = saidBy("k<<<ceil((float)n / 128), 128>>>(p, q, n, m);",
             "double ceil(double);");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {128, 1, 1}), 512);
  F = saidBy("dim3 g; g.x = n >> 8; k<<<g, 256>>>(p, q, n, m);");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {256, 1, 1}), 1024);
}

TEST(LaunchConstraint, RoundedUpByAChoice) {
  launches::LaunchConstraint F =
      saidBy("k<<<up(n, 64), 64>>>(p, q, n, m);",
             "int up(int a, int b) {"
             "  return a % b ? a / b + 1 : a / b; }");
  auto N = lengthIn(F, {4, 1, 1}, {64, 1, 1});
  ASSERT_TRUE(N.has_value());
  EXPECT_EQ((*N + 63) / 64, 4);
  F = saidBy("uint3 g = make_uint3(n / 64, 1, 1); k<<<g, 64>>>(p, q, n, m);",
             "__attribute__((device)) __attribute__((host)) uint3 "
             "make_uint3(unsigned, unsigned, unsigned);");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {64, 1, 1}), 256);
}

TEST(LaunchTerms, Simplified) {
  LaunchTerms T;
  auto A = T.fresh(), B = T.fresh(), Zero = T.constant(0), One = T.constant(1);
  using Op = Operator;
  auto Less = *T.make(Op::Less, A, B);
  EXPECT_EQ(T.make(Op::NotEqual, Less, Zero), Less);
  EXPECT_EQ(T.make(Op::Equal, Less, Zero), T.make(Op::LessEqual, B, A));
  // Neither has an operator of its own for the opposite.
  for (Op Both : {Op::And, Op::Or}) {
    auto Of = *T.make(Both, Less, A);
    auto Not = *T.make(Op::Equal, Of, Zero);
    EXPECT_EQ(T.evaluate(Not, {1, 2}), 0);
    EXPECT_EQ(T.negation(Of), Not);
    EXPECT_EQ(T.evaluate(T.negation(Not), {1, 2}), 1);
  }
  EXPECT_EQ(T.negation(One), Zero);
  EXPECT_EQ(T.make(Op::Or, A, One), One);
  EXPECT_EQ(T.make(Op::And, Zero, A), Zero);
  EXPECT_EQ(T.make(Op::Subtract, *T.make(Op::Add, A, B), A), B);
  EXPECT_EQ(T.make(Op::Subtract, *T.make(Op::Add, A, B), B), A);
  auto Rest = *T.make(Op::NotEqual, *T.make(Op::Remainder, A, B), Zero);
  auto Parts = *T.make(Op::Add, *T.make(Op::Divide, A, B), Rest);
  for (int64_t Length : {0, 1, 63, 64, 65})
    EXPECT_EQ(T.evaluate(Parts, {Length, 64}), (Length + 63) / 64);
}

TEST(LaunchConstraint, PathsThatComeTogether) {
  // What was computed of either length is computed of what it is now.
  launches::LaunchConstraint F =
      saidBy("int c = n, g = c / 64;"
             "if (asked()) { c = read(); g = c / 64; }"
             "k<<<g, 64>>>(p, q, c, m);",
             "bool asked(); int read();");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {64, 1, 1}), 256);
  // So it is where one of them is computed itself.
  F = saidBy("int c = n, g = c / 64;"
             "if (asked()) { c = 3 * m; g = c / 64; }"
             "k<<<g, 64>>>(p, q, c, m);",
             "bool asked();");
  ASSERT_TRUE(F.Grid[0] && F.Arguments[2]);
  for (int64_t Path : {0, 1}) {
    LaunchTerms::Values Of(8, Path ? 640 : 1280);
    Of[0] = Path;
    auto Length = F.Terms.evaluate(*F.Arguments[2], Of);
    ASSERT_TRUE(Length);
    EXPECT_EQ(F.Terms.evaluate(*F.Grid[0], Of), *Length / 64);
  }
  // Computed in other ways: nothing is known.
  F = saidBy("int c = n, g = c / 64;"
             "if (asked()) { c = read(); g = c / 32; }"
             "k<<<g, 64>>>(p, q, c, m);",
             "bool asked(); int read();");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {64, 1, 1}), std::nullopt);
}

TEST(LaunchConstraint, OneOfTwoByATest) {
  launches::LaunchConstraint F =
      saidBy("int g = n / 64; if (n % 64) g = n / 64 + 1;"
             "k<<<g, 64>>>(p, q, n, m);");
  ASSERT_TRUE(F.Grid[0]);
  EXPECT_EQ(F.Terms.evaluate(*F.Grid[0], {128}), 2);
  EXPECT_EQ(F.Terms.evaluate(*F.Grid[0], {130}), 3);
  F = saidBy("k<<<up(n, 64), 64>>>(p, q, n, m);",
             "int up(int a, int b) { if (a % b == 0) return a / b; "
             "return a / b + 1; }");
  ASSERT_TRUE(F.Grid[0]);
  EXPECT_EQ(F.Terms.evaluate(*F.Grid[0], {128}), 2);
  EXPECT_EQ(F.Terms.evaluate(*F.Grid[0], {130}), 3);
}

TEST(LaunchConstraint, WhatALoopEndsWith) {
  auto Allowed = [](const std::string &Loop, uint32_t Block) {
    launches::LaunchConstraint F =
        saidBy("int t = 1; " + Loop + " k<<<1, t>>>(p, q, n, m);");
    return launches::LaunchConstraintSolver(F, {1, 1, 1}, {Block, 1, 1}, Within)
        .isPossible();
  };
  EXPECT_FALSE(Allowed("while (t < 64) t *= m;", 32));
  EXPECT_TRUE(Allowed("while (t < 64) t *= m;", 64));
  EXPECT_TRUE(Allowed("while (t < 64) { t *= m; if (n) break; }", 32));
}

TEST(LaunchConstraint, Inputs) {
  auto IsInput = [](const std::string &Before, const std::string &More = "") {
    launches::LaunchConstraint F =
        saidBy(Before + "k<<<t, 64>>>(p, q, n, m);", More);
    return F.Grid[0] && F.Terms.isInput(*F.Grid[0]);
  };
  EXPECT_TRUE(IsInput("int t; scanf(\"%d\", &t);",
                      "extern \"C\" int scanf(const char *, ...);"));
  EXPECT_TRUE(IsInput("int t = 8; scanf(\"%d\", &t);",
                      "extern \"C\" int scanf(const char *, ...);"));
  EXPECT_TRUE(IsInput("cudaDeviceProp d; get(&d); int t = d.count;",
                      "struct cudaDeviceProp { int count; };"
                      "void get(cudaDeviceProp *);"));
  EXPECT_TRUE(IsInput("int t; cudaGetDeviceCount(&t);",
                      "extern \"C\" int cudaGetDeviceCount(int *);"));
  EXPECT_FALSE(IsInput("int t = far();", "int far();"));
  EXPECT_FALSE(IsInput("Other d; get(&d); int t = d.count;",
                       "struct Other { int count; }; void get(Other *);"));
}

TEST(LaunchConstraint, PartsThatALoopLeavesAlone) {
  AnalysedUnit Unit(std::string(Kernel) + R"(
bool more();
void run(int *p, int *q, int n, int m) {
  dim3 g(8, 4), b(64);
  while (more()) {
    k<<<g, b>>>(p, q, g.x, m);
    g.x = n / 64;
  }
})");
  EXPECT_EQ(Unit.launchOf("k").Grid, (Extents{0, 4, 1}));
  EXPECT_EQ(Unit.launchOf("k").Block, (Extents{64, 1, 1}));
}

TEST(LaunchConstraint, ExtentsThatAreParameters) {
  launches::LaunchConstraint F =
      saidBy("more(dim3(n / 64), p, q, n, m);",
             "void more(dim3 g, int *p, int *q, int n, int m) {"
             "  if (g.y == 1) k<<<g, 64>>>(p, q, n, m); }");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {64, 1, 1}), 256);
  AnalysedUnit Unit(std::string(Kernel) +
                    "void run(dim3 g, int *p) { k<<<g, 64>>>(p, p, g.x, 1); }");
  llvm::ArrayRef<launches::KernelLaunch> Each =
      Unit.code().launchesOf(Unit.function("k"));
  ASSERT_EQ(Each.size(), 1u);
  EXPECT_EQ(lengthIn(Each[0].Facts[0], {4, 7, 1}, {64, 1, 1}), 4);
}

TEST(LaunchConstraint, MembersAndGlobals) {
  launches::LaunchConstraint F =
      saidBy("k<<<(s->n + 63) / 64, 64>>>(p, q, s->n, m);",
             "struct S { int n; }; S *s;");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {64, 1, 1}), 256);
  F = saidBy("int g = (N + 63) / 64; k<<<g, 64>>>(p, q, N, m);", "int N;");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {64, 1, 1}), 256);
  // What is called in between may change it.
  F = saidBy("int g = (N + 63) / 64; f(); k<<<g, 64>>>(p, q, N, m);",
             "int N; void f();");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {64, 1, 1}), std::nullopt);
  F = saidBy("int g = n; f(&n); k<<<g, 64>>>(p, q, n, m);", "void f(int *);");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {64, 1, 1}), std::nullopt);
}

TEST(LaunchConstraint, Numbers) {
  launches::LaunchConstraint F =
      saidBy("const int size = 1 << 20; k<<<16, 64>>>(p, q, size, 3);");
  EXPECT_EQ(F.numberFor(2), 1 << 20);
  EXPECT_EQ(F.numberFor(3), 3);
  EXPECT_EQ(F.numberFor(0), std::nullopt);
}

TEST(LaunchConstraint, RelationsOfArguments) {
  launches::LaunchConstraint F = saidBy("k<<<1, n>>>(p, q, n, 2 * n);");
  launches::LaunchConstraintSolver V(F, {1, 1, 1}, {96, 1, 1}, Within);
  EXPECT_EQ(V.valueOf(2), 96);
  EXPECT_EQ(V.valueOf(3), 192);
  EXPECT_TRUE(V.isPossible());
  EXPECT_TRUE(F.isShared(*F.Terms.symbolOf(*F.Arguments[2])));
  F = saidBy("k<<<1, 64>>>(p, q, n, n / 2);");
  launches::LaunchConstraintSolver Open(F, {1, 1, 1}, {64, 1, 1}, Within);
  ASSERT_TRUE(Open.openSymbol(2));
  Open.choose(*Open.openSymbol(2), 4096);
  EXPECT_EQ(Open.valueOf(3), 2048);
}

TEST(LaunchConstraint, FieldsOfRecords) {
  AnalysedUnit Unit(
      "struct Shape { int rows, columns; float scale; };"
      "struct Params { int *out; int n; Shape shape; bool fast;"
      "  int bits : 3; int list[2]; };"
      "__global__ void k(Params q, int m, Shape s) {}\n"
      "void run(int *p, int n) { Params q; q.out = p; q.n = 2 * n;"
      "  q.shape.columns = 7; q.fast = true; Shape s = q.shape;"
      "  s.rows = 3; k<<<n, 64>>>(q, n, s); }");
  const clang::FunctionDecl &K = Unit.function("k");
  std::vector<launches::ArgumentSlot> Slots = launches::argumentSlotsOf(K);
  std::vector<std::string> Names;
  for (const launches::ArgumentSlot &Slot : Slots) {
    std::string Name = Slot.Parameter->getNameAsString();
    for (const clang::FieldDecl *Field : Slot.Fields)
      Name += "." + Field->getNameAsString();
    Names.push_back(Name);
    EXPECT_EQ(launches::argumentSlotOf(*Slot.Parameter, Slot.Fields),
              Names.size() - 1);
  }
  EXPECT_EQ(Names, (std::vector<std::string>{
                       "q", "m", "s", "q.out", "q.n", "q.fast", "s.rows",
                       "s.columns", "q.shape.rows", "q.shape.columns"}));
  llvm::ArrayRef<launches::KernelLaunch> Each = Unit.code().launchesOf(K);
  ASSERT_EQ(Each.size(), 1u);
  const launches::LaunchConstraint &F = Each[0].Facts[0];
  ASSERT_EQ(F.Arguments.size(), Slots.size());
  EXPECT_FALSE(F.Arguments[0]);
  EXPECT_EQ(F.numberFor(5), 1);
  EXPECT_EQ(F.numberFor(6), 3);
  EXPECT_EQ(F.numberFor(7), 7);
  EXPECT_EQ(F.numberFor(9), 7);
  EXPECT_EQ(launches::LaunchConstraintSolver(F, {32, 1, 1}, {64, 1, 1}, Within)
                .valueOf(4),
            64);
}

TEST(LaunchConstraint, FieldsOfBases) {
  AnalysedUnit Unit("template <int I> struct Extent { int value; };"
                    "struct Empty {};"
                    "struct Shape : Extent<0>, Empty, Extent<1> { int rank; };"
                    "__global__ void k(Shape s) {}\n"
                    "void run(int n) { Shape s = {{n}, {}, {7}, 3};"
                    "  k<<<n, 64>>>(s); }");
  const clang::FunctionDecl &K = Unit.function("k");
  std::vector<launches::ArgumentSlot> Slots = launches::argumentSlotsOf(K);
  ASSERT_EQ(Slots.size(), 4u);
  for (auto [Index, Slot] : llvm::enumerate(Slots))
    EXPECT_EQ(launches::argumentSlotOf(*Slot.Parameter, Slot.Fields), Index);
  llvm::ArrayRef<launches::KernelLaunch> Each = Unit.code().launchesOf(K);
  ASSERT_EQ(Each.size(), 1u);
  const launches::LaunchConstraint &F = Each[0].Facts[0];
  EXPECT_EQ(F.numberFor(1), 3);
  EXPECT_EQ(F.numberFor(3), 7);
  EXPECT_EQ(launches::LaunchConstraintSolver(F, {32, 1, 1}, {64, 1, 1}, Within)
                .valueOf(2),
            32);
}

TEST(LaunchConstraint, FactorsAreAboutAsLarge) {
  launches::LaunchConstraint F = saidBy("k<<<n * m, 64>>>(p, q, n, m);");
  launches::LaunchConstraintSolver Few(F, {4, 1, 1}, {64, 1, 1}, Within);
  EXPECT_TRUE(Few.isPossible());
  EXPECT_EQ(Few.valueOf(2), 2);
  EXPECT_EQ(Few.valueOf(3), 2);
  launches::LaunchConstraintSolver Odd(F, {7, 1, 1}, {64, 1, 1}, Within);
  EXPECT_EQ(Odd.valueOf(2), 1);
  EXPECT_EQ(Odd.valueOf(3), 7);
  // One is known, one is left open.
  launches::LaunchConstraint Tested =
      saidBy("if (m != 8) return; k<<<n * m, 64>>>(p, q, n, m);");
  EXPECT_EQ(
      launches::LaunchConstraintSolver(Tested, {64, 1, 1}, {64, 1, 1}, Within)
          .valueOf(2),
      8);
  unsigned N = *F.Terms.symbolOf(*F.Arguments[2]);
  launches::LaunchConstraintSolver Open(F, {64, 1, 1}, {64, 1, 1}, Within, {N});
  EXPECT_FALSE(Open.chosen(N));
  // By tiles.
  launches::LaunchConstraint Tiles =
      saidBy("k<<<(n + 63) / 64 * m, 64>>>(p, q, n, m);");
  launches::LaunchConstraintSolver Of(Tiles, {64, 1, 1}, {64, 1, 1}, Within);
  EXPECT_TRUE(Of.isPossible());
  EXPECT_EQ(Of.valueOf(2), 512);
  EXPECT_EQ(Of.valueOf(3), 8);
}

/// Chosen of `n`, or its bounds where it is left open, as text.
std::string openLength(const std::string &Tests, bool LeaveOpen = true) {
  launches::LaunchConstraint F = saidBy(Tests + "k<<<1, 64>>>(p, q, n, m);");
  if (auto Value = F.numberFor(2))
    return std::to_string(*Value);
  unsigned N = *F.Terms.symbolOf(*F.Arguments[2]);
  std::vector<unsigned> Open;
  if (LeaveOpen)
    Open.push_back(N);
  launches::LaunchConstraintSolver V(F, {1, 1, 1}, {64, 1, 1}, Within, Open);
  if (!V.isPossible())
    return "none";
  if (auto Value = V.chosen(N))
    return std::to_string(*Value);
  auto [Least, Most] = V.boundsOf(N);
  return (Least ? std::to_string(*Least) : "") + ".." +
         (Most ? std::to_string(*Most) : "");
}

TEST(LaunchConstraint, NumbersLeftOpen) {
  EXPECT_EQ(openLength("if (n < 0 || n > 3) return;"), "0..3");
  EXPECT_EQ(openLength("if (n < 0 || n > 3) return;", false), "2");
  EXPECT_EQ(openLength("if (n > 3) return;"), "..3");
  EXPECT_EQ(openLength("if (n >= 0) return;"), "..-1");
  // One value is no choice.
  EXPECT_EQ(openLength("if (n != -1) return;"), "-1");
  EXPECT_EQ(openLength("if (n != 7) return;"), "7");
  EXPECT_EQ(openLength("if (n < 7 || n > 7) return;"), "7");
  EXPECT_EQ(openLength("if (n > 6 || n < 8) return;"), "none");
  // None above 0 is left, others are.
  EXPECT_EQ(openLength("if (n > 0) return;", false), "0");
  EXPECT_EQ(openLength("if (n >= 0) return;", false), "..-1");
  EXPECT_EQ(openLength("if (n >= 0 || n < -9) return;", false), "-9..-1");
}

TEST(LaunchConstraint, NumbersThatTestsMove) {
  auto Chosen = [](const std::string &Tests, int64_t Wanted) {
    launches::LaunchConstraint F = saidBy(Tests + "k<<<1, 64>>>(p, q, n, m);");
    launches::LaunchConstraintSolver V(F, {1, 1, 1}, {64, 1, 1}, Within);
    if (auto Symbol = V.openSymbol(2))
      V.choose(*Symbol, Wanted);
    return V.valueOf(2);
  };
  EXPECT_EQ(Chosen("if (n < 100) return;", 8192), 8192);
  EXPECT_EQ(Chosen("if (n < 100000) return;", 8192), 131072);
  EXPECT_EQ(Chosen("if (n < 100000 || n % 100) return;", 8192), 100000);
  EXPECT_EQ(Chosen("if (n > 1000) return;", 8192), 512);
}

TEST(LaunchConstraint, FactorsAreNotZero) {
  launches::LaunchConstraint F =
      saidBy("if (n * m == 0) return; k<<<1, 64>>>(p, q, n, m);");
  unsigned N = *F.Terms.symbolOf(*F.Arguments[2]);
  EXPECT_FALSE(
      launches::LaunchConstraintSolver(F, {1, 1, 1}, {64, 1, 1}, Within)
          .allows(N, 0));
  EXPECT_TRUE(launches::LaunchConstraintSolver(F, {1, 1, 1}, {64, 1, 1}, Within)
                  .allows(N, 1));
  F = saidBy("if (n * m >= 0) return; k<<<1, 64>>>(p, q, n, m);");
  N = *F.Terms.symbolOf(*F.Arguments[2]);
  EXPECT_TRUE(launches::LaunchConstraintSolver(F, {1, 1, 1}, {64, 1, 1}, Within)
                  .allows(N, -1));
  F = saidBy("if (n * m < 0) return; k<<<1, 64>>>(p, q, n, m);");
  N = *F.Terms.symbolOf(*F.Arguments[2]);
  EXPECT_TRUE(launches::LaunchConstraintSolver(F, {1, 1, 1}, {64, 1, 1}, Within)
                  .allows(N, 0));
}

TEST(LaunchConstraint, OnePointerTwice) {
  EXPECT_TRUE(saidBy("k<<<1, 64>>>(p, p, n, m);").areSame(0, 1));
  EXPECT_TRUE(saidBy("int *r = p; k<<<1, 64>>>(&p[0], (int *)(void *)r, n, m);")
                  .areSame(0, 1));
  EXPECT_FALSE(saidBy("k<<<1, 64>>>(p, q, n, m);").areSame(0, 1));
  EXPECT_FALSE(saidBy("k<<<1, 64>>>(p, p + n, n, m);").areSame(0, 1));
  // On one of two paths only.
  EXPECT_FALSE(saidBy("int *r = q; if (n > m) r = p; k<<<1, 64>>>(p, r, n, m);")
                   .areSame(0, 1));
}

TEST(LaunchConstraint, MembersOfObjects) {
  // Whether a launch by \p Body passes one pointer twice.
  auto IsOne = [](const std::string &Body) {
    return saidBy(Body, R"(
      struct Array {
        int *data; int *get() const { return data; }
        int *first() const; void grow(); Array(); Array(const Array &);
        int **rows;
      };
      int *of(const Array &a) { return a.data; }
      int *at(int **rows) { return *rows; }
      struct Pair { Array left, right; };
      Array load();)")
        .areSame(0, 1);
  };
  for (std::string Get :
       {"x.get(), y.get()", "x.first(), y.first()", "x.data, y.data",
        "of(x), of(y)", "*x.rows, *y.rows", "at(x.rows), at(y.rows)"}) {
    std::string Launch = "k<<<1, 64>>>(" + Get + ", n, m);";
    EXPECT_FALSE(IsOne("Array x, y;" + Launch)) << Get;
    EXPECT_FALSE(IsOne("const Array &x = load(), &y = load();" + Launch))
        << Get;
    EXPECT_TRUE(IsOne("Array x; const Array &y = x;" + Launch)) << Get;
    EXPECT_FALSE(
        IsOne("Pair z; const Array &x = z.left, &y = z.right;" + Launch))
        << Get;
  }
  EXPECT_TRUE(IsOne("Array x; k<<<1, 64>>>(x.get(), x.get(), n, m);"));
  EXPECT_TRUE(IsOne("Array *x = new Array, *y = x;"
                    "k<<<1, 64>>>(x->get(), y->data, n, m);"));
  EXPECT_FALSE(IsOne("Array *x = new Array, *y = new Array;"
                     "k<<<1, 64>>>(x->get(), y->get(), n, m);"));
  // One name, two objects.
  EXPECT_FALSE(IsOne("Array x; int *a = x.data; x = load();"
                     "k<<<1, 64>>>(a, x.data, n, m);"));
  EXPECT_FALSE(IsOne("Array x, y; int *a = x.data; x = y;"
                     "k<<<1, 64>>>(a, x.data, n, m);"));
  EXPECT_FALSE(IsOne("Array x; int *a = x.get(); x.grow();"
                     "k<<<1, 64>>>(a, x.get(), n, m);"));
  EXPECT_FALSE(IsOne("int **rows = new int *[2]; int *a = *rows; ++rows;"
                     "k<<<1, 64>>>(a, *rows, n, m);"));
}

TEST(LaunchConstraint, WhatTheHostTests) {
  auto Allowed = [](const std::string &Before, Extents Block,
                    const std::string &More = "") {
    launches::LaunchConstraint F =
        saidBy(Before + " k<<<1, n>>>(p, q, n, m);", More);
    return launches::LaunchConstraintSolver(F, {1, 1, 1}, Block, Within)
        .isPossible();
  };
  EXPECT_TRUE(Allowed("if (n % 32) return;", {96, 1, 1}));
  EXPECT_FALSE(Allowed("if (n % 32) return;", {80, 1, 1}));
  EXPECT_TRUE(Allowed("if (n % 32 != 0 || n < 64) return;", {96, 1, 1}));
  EXPECT_FALSE(Allowed("if (n % 32 != 0 || n < 64) return;", {32, 1, 1}));
  EXPECT_FALSE(Allowed("if (!(n >= 64)) fail();", {32, 1, 1},
                       "[[noreturn]] void fail();"));
  EXPECT_FALSE(Allowed("if (n < 64) throw 1;", {32, 1, 1}));
  EXPECT_FALSE(Allowed("n >= 64 ? (void)0 : fail();", {32, 1, 1},
                       "[[noreturn]] void fail();"));
  EXPECT_FALSE(Allowed("if (__builtin_expect(!!(n < 64), 0)) { fail(); }",
                       {32, 1, 1}, "[[noreturn]] void fail();"));
  EXPECT_TRUE(Allowed("if (n < 64) warn();", {32, 1, 1}, "void warn();"));
  // What is changed behind the test is another number.
  EXPECT_TRUE(Allowed("if (n < 64) return; n = m;", {32, 1, 1}));
}

TEST(LaunchConstraint, FunctionsThatEndInEachOther) {
  auto Allowed = [](const std::string &Before, const std::string &More) {
    launches::LaunchConstraint F =
        saidBy(Before + " k<<<1, n>>>(p, q, n, m);", More);
    return launches::LaunchConstraintSolver(F, {1, 1, 1}, {32, 1, 1}, Within)
        .isPossible();
  };
  std::string Chain = "[[noreturn]] void fail(); void f0() { fail(); }";
  for (unsigned I = 1; I < 40; ++I)
    Chain += "void f" + std::to_string(I) + "() { f" + std::to_string(I - 1) +
             "(); }";
  EXPECT_FALSE(Allowed("if (n < 64) f39();", Chain));
  // Each is read once, however often it is called.
  std::string Many = "void f0() {}";
  for (unsigned I = 1; I < 16; ++I) {
    Many += "void f" + std::to_string(I) + "() {";
    for (unsigned Call = 0; Call < 16; ++Call)
      Many += "f" + std::to_string(I - 1) + "();";
    Many += "}";
  }
  EXPECT_TRUE(Allowed("if (n < 64) f15();", Many));
  // Each other's end is none.
  EXPECT_TRUE(Allowed("if (n < 64) even(n);",
                      "void odd(int i); void even(int i) { odd(i); }"
                      "void odd(int i) { if (i > 9) return; even(i + 1); }"));
}

TEST(LaunchConstraint, TestsInFunctions) {
  auto Allowed = [](const std::string &More, const std::string &Before,
                    uint32_t Block) {
    launches::LaunchConstraint F =
        saidBy(Before + " k<<<1, n>>>(p, q, n, m);", More);
    return launches::LaunchConstraintSolver(F, {1, 1, 1}, {Block, 1, 1}, Within)
        .isPossible();
  };
  const std::string Require = "void require(bool ok) { if (!ok) throw 1; }";
  EXPECT_FALSE(Allowed(Require, "require(n % 32 == 0);", 80));
  EXPECT_TRUE(Allowed(Require, "require(n % 32 == 0);", 96));
  EXPECT_TRUE(Allowed(Require, "require(m % 32 == 0);", 80));
  // What the caller has tested holds in what it calls.
  auto Told = [](uint32_t Block) {
    launches::LaunchConstraint F =
        saidBy("if (n % 32) return; go(p, q, n, m);",
               "void go(int *p, int *q, int n, int m) {"
               "k<<<1, n>>>(p, q, n, m); }");
    return launches::LaunchConstraintSolver(F, {1, 1, 1}, {Block, 1, 1}, Within)
        .isPossible();
  };
  EXPECT_TRUE(Told(64));
  EXPECT_FALSE(Told(48));
}

TEST(LaunchConstraint, EitherOfTwo) {
  launches::LaunchConstraint F =
      saidBy("k<<<n / 64 + (n % 64 ? 1 : 0), 64>>>(p, q, n, m);");
  ASSERT_TRUE(F.Grid[0]);
  EXPECT_EQ(F.Terms.evaluate(*F.Grid[0], {128}), 2);
  EXPECT_EQ(F.Terms.evaluate(*F.Grid[0], {130}), 3);
}

TEST(LaunchConstraint, ChosenBlocks) {
  launches::LaunchConstraint F = saidBy(
      "int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, k);"
      "k<<<(n + b - 1) / b, b>>>(p, q, n, b);",
      "template <class F> int cudaOccupancyMaxPotentialBlockSize(int *, int *, "
      "F);");
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {256, 1, 1}), 1024);
  EXPECT_EQ(launches::LaunchConstraintSolver(F, {4, 1, 1}, {256, 1, 1}, Within)
                .valueOf(3),
            256);
  EXPECT_FALSE(
      launches::LaunchConstraintSolver(F, {4, 1, 1}, {48, 1, 1}, Within)
          .isPossible());
}

TEST(LaunchConstraint, Allocations) {
  launches::LaunchConstraint F = saidBy(
      "int *a, *b; cudaMalloc(&a, n * sizeof *a); cudaMalloc((void **)&b, 64);"
      "k<<<(n + 31) / 32, 32>>>(a, b, n, m);",
      "int cudaMalloc(void **, size_t); template <class T> int cudaMalloc(T "
      "**, "
      "size_t);");
  ASSERT_TRUE(F.Bytes.size() == 4 && F.Bytes[0] && F.Bytes[1]);
  EXPECT_EQ(F.Terms.constantOf(*F.Bytes[1]), 64);
  EXPECT_FALSE(F.areSame(0, 1));
}

TEST(LaunchConstraint, ArgumentsByAddress) {
  launches::LaunchConstraint F =
      saidBy("void *all[] = {&p, &p, &n, &m};"
             "cudaLaunchKernel((const void *)k, dim3((n + 63) / 64),"
             " dim3(64), all, 0, 0);");
  EXPECT_TRUE(F.areSame(0, 1));
  EXPECT_EQ(lengthIn(F, {4, 1, 1}, {64, 1, 1}), 256);
}

TEST(LaunchConstraint, LaunchesThatSayTheSameAreOne) {
  AnalysedUnit Unit(std::string(Kernel) + R"(
    void one(int *p, int n) { k<<<(n + 63) / 64, 64>>>(p, p, n, 1); }
    void two(int *q, int m) { k<<<(m + 63) / 64, 64>>>(q, q, m, 1); }
    void three(int *q, int m) { k<<<(m + 63) / 64, 64>>>(q, q + m, m, 1); })");
  auto Each = Unit.code().launchesOf(Unit.function("k"));
  ASSERT_EQ(Each.size(), 1u);
  EXPECT_EQ(Each[0].Facts.size(), 2u);
}

//===----------------------------------------------------------------------===//
// Other units
//===----------------------------------------------------------------------===//

TEST(CrossUnitLaunches, TextComesBack) {
  AnalysedUnit Unit(std::string(Kernel) + R"(
    __global__ void other(int *a);
    static __global__ void own(int *a) {}
    void run(int *p, int n) {
      if (n % 32)
        return;
      k<<<(n + 63) / 64, 64>>>(p, p, n, 1);
      k<<<4, dim3(8, n), 16>>>(p, p + n, n, 1);
      other<<<1, 96>>>(p);
      own<<<1, 32>>>(p);
    })");
  launches::CrossUnitLaunches Made = Unit.code().launchesMade();
  auto Read = launches::CrossUnitLaunches::read(Made.text());
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->text(), Made.text());
  auto OfKernel = Read->of(launches::buildNameOf(Unit.function("k")),
                           "elsewhere.cu", Within);
  ASSERT_EQ(OfKernel.size(), 2u);
  EXPECT_EQ(OfKernel[0].Site, nullptr);
  EXPECT_EQ(OfKernel[0].Extents.Block[0], 64u);
  EXPECT_EQ(OfKernel[1].SharedBytes, 16u);
  auto Before = Made.of(launches::buildNameOf(Unit.function("k")),
                        "elsewhere.cu", Within);
  ASSERT_EQ(Before.size(), 2u);
  for (unsigned I : {0, 1})
    EXPECT_EQ(OfKernel[I].Facts, Before[I].Facts);
  // The unit itself is asked for nothing that it says.
  EXPECT_TRUE(Read->of(launches::buildNameOf(Unit.function("k")),
                       *Read->units().begin(), Within)
                  .empty());
  EXPECT_EQ(Read->of("_Z5otherPi", "", Within).size(), 1u);
}

/// What the units \p First and \p Second make of each other, as a build has it:
/// the launches of `k`, which \p First has.
std::vector<launches::KernelLaunch> launchesIn(const std::string &First,
                                               const std::string &Second) {
  AnalysedUnit One(First), Two(Second);
  launches::CrossUnitLaunches All = One.code().launchesMade();
  All.add(Two.code().launchesMade());
  auto Read = launches::CrossUnitLaunches::read(All.text());
  EXPECT_TRUE(Read && Read->text() == All.text());
  return All.of(launches::buildNameOf(One.function("k")), "nobody", Within);
}

TEST(CrossUnitLaunches, WrappersAreCalledFromOtherUnits) {
  const std::string Wrapper =
      std::string(Kernel) + "void run(int *p, int n, int threads, dim3 grid) {"
                            "  if (threads > 256) return;"
                            "  k<<<grid, threads>>>(p, p, n, threads); }";
  const std::string Declared =
      "void run(int *p, int n, int threads, dim3 grid);"
      "bool asked();";
  auto Made = launchesIn(Wrapper, Declared + R"(
    void main_(int *p, int n) {
      run(p, n, 128, dim3(n / 128, 2));
      if (asked())
        run(p, 5, n, dim3(4));
      run(p, n, 512, dim3(n / 128)); // Comes to nothing.
    })");
  ASSERT_EQ(Made.size(), 2u);
  EXPECT_EQ(Made[0].Extents.Block, (Extents{128, 1, 1}));
  EXPECT_EQ(Made[0].Extents.Grid, (Extents{0, 2, 1}));
  EXPECT_EQ(lengthIn(Made[0].Facts[0], {4, 2, 1}, {128, 1, 1}), 512);
  EXPECT_EQ(Made[0].Facts[0].numberFor(3), 128);
  EXPECT_TRUE(Made[0].Facts[0].areSame(0, 1));
  EXPECT_NE(Made[0].Caller, "");
  EXPECT_EQ(Made[1].Extents.Block, (Extents{0, 1, 1}));
  EXPECT_EQ(Made[1].Extents.Grid, (Extents{4, 1, 1}));
  EXPECT_EQ(Made[1].Facts[0].numberFor(2), 5);
  // What the callee tests holds for what the caller gives.
  EXPECT_FALSE(launches::LaunchConstraintSolver(Made[1].Facts[0], {4, 1, 1},
                                                {512, 1, 1}, Within)
                   .isPossible());
  // Through a function of the caller's unit, and with nobody who calls.
  Made = launchesIn(Wrapper, Declared + R"(
    static void between(int *p, int m) { run(p, m, m, dim3(1)); }
    void main_(int *p) { between(p, 64); })");
  ASSERT_EQ(Made.size(), 1u);
  EXPECT_EQ(Made[0].Extents.Block, (Extents{64, 1, 1}));
  Made = launchesIn(Wrapper, "void other(int n); void f() { other(3); }");
  ASSERT_EQ(Made.size(), 1u);
  EXPECT_EQ(Made[0].Extents.Block, (Extents{0, 1, 1}));
  EXPECT_EQ(Made[0].Caller, "");
  // Only those that other units see.
  EXPECT_TRUE(AnalysedUnit(std::string(Kernel) +
                           "static void run(int *p, int n)"
                           "{ k<<<1, n>>>(p, p, n, 1); }")
                  .code()
                  .launchesMade()
                  .entries()
                  .empty());
}

TEST(CrossUnitLaunches, OtherUnitsCallWhatTheUnitCalls) {
  const std::string First = std::string(Kernel) +
                            "void run(int *p, int t) { k<<<1, t>>>(p, p, t, 1);"
                            "} void own(int *p) { run(p, 64); }";
  auto BlocksOf = [](const std::vector<launches::KernelLaunch> &Made) {
    std::vector<uint32_t> Result;
    for (const launches::KernelLaunch &Each : Made)
      Result.push_back(Each.Extents.Block[0]);
    return Result;
  };
  EXPECT_EQ(BlocksOf(launchesIn(First, "void run(int *p, int t);"
                                       "void f(int *p) { run(p, 512); }")),
            (std::vector<uint32_t>{64, 512}));
  EXPECT_EQ(BlocksOf(launchesIn(First, "void g();")),
            (std::vector<uint32_t>{64}));
  // A call of which nothing is known is one, too.
  EXPECT_EQ(BlocksOf(launchesIn(
                std::string(Kernel) + "int *all; void run(int t)"
                                      "{ k<<<1, t>>>(all, all, t, 1); }",
                "void run(int t); float far(); void f() { run(64);"
                "run(far() * 2); }")),
            (std::vector<uint32_t>{64, 0}));
}

TEST(CrossUnitLaunches, CallsBeyondTheLimitMayBeAny) {
  std::string Calls;
  for (int I = 1; I <= 20; ++I)
    Calls += "run(p, " + std::to_string(32 * I) + ");";
  auto Made =
      launchesIn(std::string(Kernel) +
                     "void run(int *p, int t) { k<<<1, t>>>(p, p, t, 1); }",
                 "void run(int *p, int t); void f(int *p) {" + Calls + "}");
  ASSERT_EQ(Made.size(), 17u);
  EXPECT_EQ(Made.back().Extents.Block[0], 0u);
}

TEST(CrossUnitLaunches, CallsWithTooMuchToSayReachTheLaunch) {
  // As many terms as one constraint may have, on both sides of the call.
  auto Steps = [](const std::string &Variable) {
    std::string Text;
    for (int I = 0; I < 100; ++I)
      Text += Variable + " = " + Variable + " / 3 + 7;";
    return Text;
  };
  auto Made = launchesIn(std::string(Kernel) + "void run(int *p, int t) {" +
                             Steps("t") +
                             "k<<<1, t>>>(p, p, t, 1); }"
                             "void own(int *p) { run(p, 64); }",
                         "void run(int *p, int t);"
                         "void f(int *p, int n) {" +
                             Steps("n") + "run(p, n); }");
  ASSERT_EQ(Made.size(), 2u);
  EXPECT_NE(Made[0].Extents.Block[0], 0u);
  EXPECT_EQ(Made[1].Extents.Block[0], 0u);

  launches::LaunchConstraint Launch, Call;
  Launch.Entry = (launches::OnlyAsCalled + "_Z3runi").str();
  auto Gets = Launch.Terms.fresh();
  Launch.Entered = {Gets};
  Launch.Block[0] = Gets;
  auto Passed = Call.Terms.fresh();
  for (int I = 0; I < 200; ++I)
    Passed = *Call.Terms.make(
        Operator::Add,
        *Call.Terms.make(Operator::Divide, Passed, Call.Terms.constant(3)),
        Call.Terms.fresh());
  Call.Arguments = {Passed};
  Call.Bytes = {std::nullopt};
  auto Here = launches::calledAs(Launch, Call);
  ASSERT_TRUE(Here);
  EXPECT_TRUE(Here->isEmpty());
}

TEST(CrossUnitLaunches, WrappersOfWrappers) {
  AnalysedUnit One(std::string(Kernel) +
                   "void inner(int *p, int n) { k<<<1, n>>>(p, p, n, 1); }"),
      Two("void inner(int *p, int n);"
          "void outer(int *p, int warps) { inner(p, warps * 32); }"),
      Three("void outer(int *p, int warps); void f(int *p) { outer(p, 3); }"
            "void other(int n); void g() { other(1); other(1); other(2); }"),
      // Calls itself through another: an end is found.
      Four("void inner(int *p, int n); void loop(int *p, int n);"
           "void loop2(int *p, int n) { loop(p, n); inner(p, n); }"),
      Five("void loop2(int *p, int n); void loop(int *p, int n)"
           "{ loop2(p, n); }");
  launches::CrossUnitLaunches All;
  for (const AnalysedUnit *Unit : {&One, &Two, &Three, &Four, &Five})
    All.add(Unit->code().launchesMade());
  // What comes to no launch is not kept, what comes to one is.
  EXPECT_TRUE(llvm::StringRef(All.text()).contains("function _Z5otheri"));
  All.dropOtherCalls();
  EXPECT_FALSE(llvm::StringRef(All.text()).contains("function _Z5otheri"));
  EXPECT_TRUE(llvm::StringRef(All.text()).contains("function _Z5outerPii"));
  auto Made =
      All.of(launches::buildNameOf(One.function("k")), "nobody", Within);
  ASSERT_FALSE(Made.empty());
  EXPECT_EQ(Made[0].Extents.Block, (Extents{96, 1, 1}));
  EXPECT_LE(Made.size(), 16u);
}

TEST(CrossUnitLaunches, NamesOfAnyKind) {
  launches::CrossUnitLaunches Plain, Odd;
  launches::KernelLaunch Launch;
  Launch.Extents.Block = {96, 1, 1};
  Launch.Facts.emplace_back();
  const std::vector<std::string> Names = {"/a b/k$(touch PWNED).cu",
                                          "a\nunit b.cu\ndefines k",
                                          "\\n\\x41\\",
                                          "\xff\x1b\u202e",
                                          " launch ",
                                          "_ZZ1fvENK3$_0clEv@/a/b.cu"};
  for (const std::string &Name : Names) {
    Odd.define(Name, "of " + Name);
    Odd.add(Name, "by " + Name, Launch, Name + ":1");
    launches::LaunchConstraint Fact;
    Fact.Entry = Name;
    Odd.addCall(Name, "by " + Name, {Fact, Name + ":2"});
  }
  std::string Text = Odd.text();
  EXPECT_TRUE(llvm::StringRef(Text).starts_with("warplint launches 4\n"));
  // A line for each of what was said, and no word but what it says.
  EXPECT_EQ(llvm::StringRef(Text).count("\nunit "), 2 * Names.size());
  EXPECT_EQ(llvm::StringRef(Text).count("\nlaunch "), Names.size());
  EXPECT_EQ(Text.find("$("), std::string::npos);
  auto Read = launches::CrossUnitLaunches::read(Text);
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->text(), Text);
  for (const std::string &Name : Names) {
    auto Made = Read->of(Name, "of " + Name, Within);
    ASSERT_EQ(Made.size(), 1u) << Name;
    EXPECT_EQ(Made[0].Place, Name + ":1");
    EXPECT_TRUE(Read->units().count("of " + Name));
    EXPECT_TRUE(Read->concerning({"of " + Name}).hasLaunches());
  }
  // Lists as they were before, and as they stay without such names.
  std::string Old = "warplint launches 3\nunit /a b/\\n.cu\ndefines k\n";
  Read = launches::CrossUnitLaunches::read(Old);
  ASSERT_TRUE(Read);
  EXPECT_EQ(*Read->units().begin(), "/a b/\\n.cu");
  EXPECT_EQ(Read->text(), "warplint launches 4\nunit /a\\x20b/\\\\n.cu\n"
                          "defines k\n");
  Plain.define("_Z1kPi", "/a/b.cu");
  EXPECT_EQ(Plain.text(),
            "warplint launches 3\nunit /a/b.cu\ndefines _Z1kPi\n");
  EXPECT_FALSE(
      launches::CrossUnitLaunches::read("warplint launches 4\nunit a\\q\n"));
}

TEST(CrossUnitLaunches, NothingButItsOwnTextIsRead) {
  EXPECT_FALSE(launches::CrossUnitLaunches::read(""));
  EXPECT_FALSE(launches::CrossUnitLaunches::read("{}"));
  std::string First = "warplint launches 3\n";
  EXPECT_TRUE(launches::CrossUnitLaunches::read(First));
  EXPECT_FALSE(launches::CrossUnitLaunches::read(First + "launch a.cu:1\n"));
  std::string Launch = First + "unit a.cu\nkernel k\nlaunch a.cu:1\n";
  EXPECT_TRUE(launches::CrossUnitLaunches::read(Launch));
  EXPECT_FALSE(launches::CrossUnitLaunches::read(Launch + "extents 1 2\n"));
  EXPECT_FALSE(launches::CrossUnitLaunches::read(Launch + "term 0 1 0 0\n"));
  EXPECT_FALSE(
      launches::CrossUnitLaunches::read(Launch + "says\nterm 2 0 0 0\n"));
  EXPECT_FALSE(
      launches::CrossUnitLaunches::read(Launch + "says\nterm 1 -1 0 0\n"));
  EXPECT_FALSE(
      launches::CrossUnitLaunches::read(Launch + "says\nterm 99 0 0 0\n"));
  EXPECT_FALSE(
      launches::CrossUnitLaunches::read(Launch + "says\nblocks 0 - -\n"));
  EXPECT_FALSE(launches::CrossUnitLaunches::read(Launch + "asks 9 0 0 -\n"));
  EXPECT_FALSE(launches::CrossUnitLaunches::read(Launch + "entry k\n"));
  EXPECT_FALSE(launches::CrossUnitLaunches::read(Launch + "says\nentered 0\n"));
  EXPECT_FALSE(launches::CrossUnitLaunches::read(Launch + "call a.cu:1\n"));
  std::string Call = First + "unit a.cu\nfunction f\ncall a.cu:1\n";
  EXPECT_TRUE(launches::CrossUnitLaunches::read(Call));
  EXPECT_TRUE(launches::CrossUnitLaunches::read(Call + "says\nentry g\n"));
  EXPECT_FALSE(launches::CrossUnitLaunches::read(Call + "launch a.cu:1\n"));
}

} // namespace launch_fact_test

//===--- AstConstantsTest.cpp - What calls and loops give by their text ---===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/CallSummaries/FunctionArguments.h"
#include "Analysis/CallSummaries/TypeConstants.h"
#include "Analysis/KernelIR/AstTripCounts.h"
#include "Analysis/KernelIR/ConstantCalls.h"
#include "Syntax/TreeVisitor.h"

namespace ast_constants_test {
using namespace warplint;
using namespace warplint::test;

/// All of one kind below the body of a function.
template <typename T>
std::vector<const T *> allIn(const clang::FunctionDecl &F) {
  std::vector<const T *> Found;
  std::vector<const clang::Stmt *> Open{F.getBody()};
  while (!Open.empty()) {
    const clang::Stmt *S = Open.back();
    Open.pop_back();
    if (const auto *Is = llvm::dyn_cast<T>(S))
      Found.push_back(Is);
    std::vector<const clang::Stmt *> Below;
    for (const clang::Stmt *Each : S->children())
      if (Each)
        Below.push_back(Each);
    Open.insert(Open.end(), Below.rbegin(), Below.rend());
  }
  return Found;
}

/// The loops of a function, with n and body() in sight.
struct Loops {
  explicit Loops(const std::string &Body)
      : Unit("__device__ void use(int); __device__ void change(int &);"
             "__device__ void f(int n) {" +
             Body + "}"),
        All(allIn<clang::ForStmt>(Unit.function("f"))) {}
  std::optional<AstTripCount> count(size_t I = 0) const {
    return countingLoop(*All.at(I), Unit.context());
  }
  bool isOnce(size_t I = 0) const {
    return runsOneIteration(*All.at(I), Unit.context());
  }
  AnalysedUnit Unit;
  std::vector<const clang::ForStmt *> All;
};

TEST(AstTripCountsTest, ConstantsOfALoop) {
  auto Count = Loops("for (int i = 2; i <= 9; i += 3) use(i);").count();
  ASSERT_TRUE(Count);
  EXPECT_EQ(Count->Counter->getName(), "i");
  EXPECT_EQ(Count->First, 2);
  EXPECT_EQ(Count->Step, 3);
  EXPECT_EQ(Count->Limit, 9);
  EXPECT_TRUE(Count->goesOn(9));
  EXPECT_FALSE(Count->goesOn(10));
  auto Down = Loops("for (int i = 8; i > 0; --i) use(i);").count();
  ASSERT_TRUE(Down);
  EXPECT_EQ(Down->Step, -1);
  EXPECT_FALSE(Down->goesOn(0));
}

TEST(AstTripCountsTest, OtherLoopsAreNoCounts) {
  EXPECT_FALSE(Loops("for (int i = 0; i < n; ++i) use(i);").count());
  EXPECT_FALSE(Loops("for (int i = n; i < 4; ++i) use(i);").count());
  EXPECT_FALSE(Loops("for (int i = 0; i < 4; i *= 2) use(i);").count());
  EXPECT_FALSE(Loops("int i = 0; for (;;) use(i);").count());
}

TEST(AstTripCountsTest, OneIterationIsCertain) {
  EXPECT_TRUE(Loops("for (int i = 0; i < 1; ++i) use(i);").isOnce());
  EXPECT_TRUE(Loops("for (int i = 3; i < 8; i += 5) use(i);").isOnce());
  EXPECT_FALSE(Loops("for (int i = 0; i < 2; ++i) use(i);").isOnce());
  EXPECT_FALSE(Loops("for (int i = 0; i < 0; ++i) use(i);").isOnce());
  EXPECT_FALSE(Loops("for (int i = 0; i < 1; ++i) i -= n;").isOnce());
  EXPECT_FALSE(Loops("for (int i = 0; i < 1; ++i) change(i);").isOnce());
}

TEST(AstTripCountsTest, NamesAreSeenThroughCasts) {
  AnalysedUnit Unit("__device__ long f(int n) { return ((n)); }");
  const auto *Return = allIn<clang::ReturnStmt>(Unit.function("f")).front();
  ASSERT_TRUE(namedBy(Return->getRetValue()));
  EXPECT_EQ(namedBy(Return->getRetValue())->getNameAsString(), "n");
  EXPECT_FALSE(namedBy(nullptr));
}

TEST(TypeConstantsTest, AMethodMayReturnAConstantOfItsType) {
  AnalysedUnit Unit(
      "template <int N> struct Size {"
      "  __device__ constexpr int get() const { return N; }"
      "  __device__ constexpr int plus(int n) const { return N + n; }"
      "};"
      "struct Held { int n; __device__ constexpr int get() const { return n; }"
      "};"
      "__device__ constexpr Size<4> make() { return {}; }"
      "__device__ Size<4> other();"
      "__device__ int f(Held h) {"
      "  return make().get() + make().plus(1) + h.get() + other().get(); }");
  std::vector<std::optional<int64_t>> Numbers;
  for (const auto *Call : allIn<clang::CXXMemberCallExpr>(Unit.function("f")))
    Numbers.push_back(summaries::numberOfType(*Call->getDirectCallee()));
  EXPECT_EQ(Numbers, (std::vector<std::optional<int64_t>>{4, std::nullopt,
                                                          std::nullopt, 4}));
  EXPECT_TRUE(summaries::makesEmptyObject(Unit.function("make")));
}

TEST(FunctionArgumentsTest, AFunctionThatIsPassedIsKnown) {
  AnalysedUnit Unit("__device__ void one() {}"
                    "template <class F> __device__ void run(F f) { f(); }"
                    "__device__ void f() { run(one); run([] {}); }");
  std::vector<const clang::CallExpr *> Runs =
      allIn<clang::CallExpr>(Unit.function("f"));
  ASSERT_EQ(Runs.size(), 2u);
  auto Given = [&](const clang::CallExpr *Run) {
    const clang::FunctionDecl *Callee = Run->getDirectCallee()->getDefinition();
    const auto *Inner = allIn<clang::CallExpr>(*Callee).front();
    return summaries::givenFunction(*Inner,
                                    summaries::EnclosingCall{Callee, Run});
  };
  ASSERT_TRUE(Given(Runs[0]));
  EXPECT_EQ(Given(Runs[0])->getName(), "one");
}

TEST(FunctionArgumentsTest, AParameterThatIsAssignedIsNoArgument) {
  AnalysedUnit Unit("__device__ int keeps(int n) { return n; }"
                    "__device__ int sets(int n) { n = 2; return n; }"
                    "__device__ int f() { return keeps(3) + sets(3); }");
  std::vector<const clang::CallExpr *> Calls =
      allIn<clang::CallExpr>(Unit.function("f"));
  ASSERT_EQ(Calls.size(), 2u);
  const clang::FunctionDecl &Keeps = Unit.function("keeps"),
                            &Sets = Unit.function("sets");
  EXPECT_EQ(summaries::argumentFor(*Keeps.getParamDecl(0), {&Keeps, Calls[0]}),
            Calls[0]->getArg(0));
  EXPECT_FALSE(
      summaries::argumentFor(*Sets.getParamDecl(0), {&Sets, Calls[1]}));
  // Nobody calls a kernel with arguments that are seen.
  EXPECT_FALSE(
      summaries::argumentFor(*Keeps.getParamDecl(0), {&Keeps, nullptr}));
}

TEST(ConstantCallsTest, ConstantsComeThroughEnclosingCalls) {
  AnalysedUnit Unit("__device__ constexpr int twice(int n) { return 2 * n; }"
                    "__device__ int any(int n) { return 2 * n; }"
                    "__device__ int inner(const int n) { return twice(n); }"
                    "__device__ int f(int m) { return inner(21) + inner(m); }");
  EXPECT_TRUE(mayBeConstant(Unit.function("twice")));
  EXPECT_FALSE(mayBeConstant(Unit.function("any")));
  const clang::FunctionDecl &Inner = Unit.function("inner");
  const auto *Twice = allIn<clang::CallExpr>(Inner).front();
  std::vector<const clang::CallExpr *> Calls =
      allIn<clang::CallExpr>(Unit.function("f"));
  ASSERT_EQ(Calls.size(), 2u);
  EXPECT_EQ(constantResult(*Twice, summaries::EnclosingCall{&Inner, Calls[0]},
                           Unit.context()),
            42);
  EXPECT_FALSE(constantResult(
      *Twice, summaries::EnclosingCall{&Inner, Calls[1]}, Unit.context()));
}

} // namespace ast_constants_test

//===--- SolverTest.cpp - Answers to queries ------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/Solver.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace solver_test {
using namespace warplint;

using Ref = solver::Query::Ref;
using Kind = solver::SolverAnswer::Kind;

/// Enough for every question here, however many a test asks.
constexpr solver::SolverLimits Patient = {100000000, ~0u};

class SolverTest : public testing::Test {
protected:
  Ref n(int64_t V) { return Q.constant(V); }
  Ref x(int64_t Min, int64_t Max) { return Q.symbol("x", Min, Max); }
  Ref y(int64_t Min, int64_t Max) { return Q.symbol("y", Min, Max); }
  Ref op(Operator K, llvm::ArrayRef<Ref> Operands) {
    return Q.make(K, Operands);
  }
  Ref differ(Ref L, Ref R) {
    return op(Operator::Not, {op(Operator::Equal, {L, R})});
  }
  void requireEqual(Ref L, Ref R) { Q.require(op(Operator::Equal, {L, R})); }

  /// Two factors of a product of large primes.
  void requireFactors() {
    const int64_t Most = 2147483647;
    Ref X = x(2, Most), Y = y(2, Most);
    Q.require(op(Operator::LessEqual, {X, Y}));
    requireEqual(op(Operator::Multiply, {X, Y}),
                 n(int64_t(2147483629) * 2147483587));
  }

  solver::Query Q;
  solver::Solver Decider{Patient};
};

TEST_F(SolverTest, PossibleComesWithValues) {
  Ref X = x(0, 1023), Y = y(0, 1023);
  Q.require(op(Operator::Less, {X, Y}));
  requireEqual(op(Operator::Divide, {X, n(32)}),
               op(Operator::Divide, {Y, n(32)}));
  requireEqual(op(Operator::Remainder, {Y, n(32)}), n(7));
  solver::SolverAnswer A = Decider.decide(Q);
  ASSERT_EQ(A.K, Kind::Possible);
  ASSERT_EQ(A.Values.size(), 2u);
  EXPECT_LT(A.Values[0], A.Values[1]);
  EXPECT_EQ(A.Values[0] / 32, A.Values[1] / 32);
  EXPECT_EQ(A.Values[1] % 32, 7);
  EXPECT_EQ(Q.holds(A.Values), true);
}

TEST_F(SolverTest, ImpossibleHasNoValues) {
  // Two threads of a row of 16: 16 * y + x is one element for one thread only.
  Ref X = x(0, 15), Y = y(0, 15);
  Ref X2 = Q.symbol("x2", 0, 15), Y2 = Q.symbol("y2", 0, 15);
  auto Element = [&](Ref Row, Ref Column) {
    return op(Operator::Add, {op(Operator::Multiply, {Row, n(16)}), Column});
  };
  requireEqual(Element(Y, X), Element(Y2, X2));
  Q.require(op(Operator::Or, {differ(X, X2), differ(Y, Y2)}));
  solver::SolverAnswer A = Decider.decide(Q);
  EXPECT_EQ(A.K, Kind::Impossible);
  EXPECT_TRUE(A.Values.empty());
}

TEST_F(SolverTest, NothingRequiredIsPossible) {
  x(3, 9);
  solver::SolverAnswer A = Decider.decide(Q);
  ASSERT_EQ(A.K, Kind::Possible);
  EXPECT_EQ(Q.holds(A.Values), true);
}

TEST_F(SolverTest, SymbolsStayWithinTheirBounds) {
  Ref X = x(-3, 9);
  Q.require(op(Operator::Less, {X, n(-2)}));
  solver::SolverAnswer A = Decider.decide(Q);
  ASSERT_EQ(A.K, Kind::Possible);
  EXPECT_EQ(A.Values, std::vector<int64_t>{-3});
  Q.require(op(Operator::Less, {X, n(-3)}));
  EXPECT_EQ(Decider.decide(Q).K, Kind::Impossible);
}

TEST_F(SolverTest, NoValueIsWithinEmptyBounds) {
  Q.require(op(Operator::Less, {x(1, 0), n(5)}));
  EXPECT_EQ(Decider.decide(Q).K, Kind::Impossible);
}

TEST_F(SolverTest, Values64BitsWideComeBackWhole) {
  const int64_t Large = (int64_t(1) << 40) + 5;
  Ref X = x(-2 * Large, 2 * Large);
  requireEqual(X, n(-Large));
  solver::SolverAnswer A = Decider.decide(Q);
  ASSERT_EQ(A.K, Kind::Possible);
  EXPECT_EQ(A.Values[0], -Large);
}

//===----------------------------------------------------------------------===//
// The arithmetic is C++'s
//===----------------------------------------------------------------------===//

/// "Somewhere the operator differs from what evaluate() says" is impossible,
/// "nowhere it does" possible.
void expectAgreement(
    llvm::function_ref<Ref(solver::Query &, Ref X, Ref Y)> Make, int64_t Min,
    int64_t Max, const std::string &Name, bool NextToWide = false) {
  solver::Query Q;
  Ref X = Q.symbol("x", Min, Max), Y = Q.symbol("y", Min, Max),
      Wide = Q.symbol("wide", 0, int64_t(1) << 40);
  Ref Result = Make(Q, X, Y), Wrong = Q.constant(0), Right = Q.constant(0);
  for (int64_t A = Min; A <= Max; ++A)
    for (int64_t B = Min; B <= Max; ++B) {
      auto V = Q.evaluate({A, B, 0})[Result];
      if (!V)
        continue;
      Ref Here =
          Q.make(Operator::And, {Q.make(Operator::Equal, {X, Q.constant(A)}),
                                 Q.make(Operator::Equal, {Y, Q.constant(B)})});
      Ref Same = Q.make(Operator::Equal, {Result, Q.constant(*V)});
      Right =
          Q.make(Operator::Or, {Right, Q.make(Operator::And, {Here, Same})});
      Wrong = Q.make(Operator::Or,
                     {Wrong, Q.make(Operator::And,
                                    {Here, Q.make(Operator::Not, {Same})})});
    }
  if (NextToWide)
    Q.require(Q.make(Operator::LessEqual, {Result, Wide}));
  solver::Query Other = Q;
  Q.require(Wrong);
  Other.require(Right);
  solver::Solver Decider{Patient};
  EXPECT_EQ(Decider.decide(Q).K, Kind::Impossible) << Name;
  EXPECT_EQ(Decider.decide(Other).K, Kind::Possible) << Name;
}

constexpr std::pair<Operator, const char *> Binary[] = {
    {Operator::Add, "+"},        {Operator::Multiply, "*"},
    {Operator::Divide, "/"},     {Operator::Remainder, "%"},
    {Operator::ShiftLeft, "<<"}, {Operator::ShiftRight, ">>"},
    {Operator::BitAnd, "&"},     {Operator::BitOr, "|"},
    {Operator::BitXor, "^"},     {Operator::Less, "<"},
    {Operator::LessEqual, "<="}, {Operator::Equal, "=="},
    {Operator::And, "&&"},       {Operator::Or, "||"}};

TEST(SolverArithmetic, NegativeOperands) {
  for (auto [Op, Name] : Binary)
    if (Op != Operator::ShiftLeft)
      expectAgreement([Op = Op](solver::Query &Q, Ref X,
                                Ref Y) { return Q.make(Op, {X, Y}); },
                      -5, 5, Name);
  expectAgreement(
      [](solver::Query &Q, Ref X, Ref) {
        return Q.make(Operator::ShiftLeft, {X, Q.constant(3)});
      },
      -5, 5, "x << 3");
}

// Division has shorter forms where nothing is negative.
TEST(SolverArithmetic, OperandsThatAreNotNegative) {
  for (auto [Op, Name] : Binary)
    expectAgreement([Op = Op](solver::Query &Q, Ref X,
                              Ref Y) { return Q.make(Op, {X, Y}); },
                    0, 9, Name);
}

TEST(SolverArithmetic, DivisionByConstants) {
  for (int64_t By : {-4, -1, 1, 2, 3, 4})
    for (int64_t Least : {-9, 0})
      for (Operator Op : {Operator::Divide, Operator::Remainder})
        expectAgreement([&](solver::Query &Q, Ref X,
                            Ref) { return Q.make(Op, {X, Q.constant(By)}); },
                        Least, 9, "by " + std::to_string(By));
}

TEST(SolverArithmetic, ValuesNextToWideOnes) {
  for (auto [Op, Name] : Binary)
    if (Op != Operator::ShiftLeft)
      expectAgreement([Op = Op](solver::Query &Q, Ref X,
                                Ref Y) { return Q.make(Op, {X, Y}); },
                      -2, 2, Name, true);
}

// Operands whose signs and widths differ, results of either sign.
TEST(SolverArithmetic, OperandsOfDifferentWidths) {
  for (auto [Op, Name] : Binary)
    for (int64_t Offset : {-300, -9, 3, 70, 1000}) {
      if (Op == Operator::ShiftLeft || Op == Operator::ShiftRight)
        continue;
      expectAgreement(
          [Op = Op, Offset](solver::Query &Q, Ref X, Ref Y) {
            return Q.make(Op,
                          {Q.make(Operator::Add, {X, Q.constant(Offset)}), Y});
          },
          -3, 3, Name);
      expectAgreement(
          [Op = Op, Offset](solver::Query &Q, Ref X, Ref Y) {
            return Q.make(Op,
                          {Y, Q.make(Operator::Add, {X, Q.constant(Offset)})});
          },
          -3, 3, Name);
    }
}

TEST(SolverArithmetic, ShiftsBeyondTheWidth) {
  for (int64_t By : {0, 1, 5, 40})
    for (int64_t Least : {-3, 0})
      for (Operator Op : {Operator::ShiftLeft, Operator::ShiftRight})
        expectAgreement([&](solver::Query &Q, Ref X,
                            Ref) { return Q.make(Op, {X, Q.constant(By)}); },
                        Least, 3, "by " + std::to_string(By));
  for (Operator Op : {Operator::ShiftLeft, Operator::ShiftRight})
    expectAgreement(
        [&](solver::Query &Q, Ref X, Ref Y) {
          return Q.make(Op,
                        {X, Q.make(Operator::Multiply, {Y, Q.constant(9)})});
        },
        0, 3, "by a variable");
}

TEST(SolverArithmetic, Truncation) {
  for (bool Signed : {false, true})
    for (unsigned Bits : {1u, 3u, 8u, 32u})
      expectAgreement(
          [&](solver::Query &Q, Ref X, Ref Y) {
            return Q.truncate(Q.make(Operator::Multiply, {X, Q.constant(5)}),
                              Bits, Signed);
          },
          -5, 5, std::to_string(Bits) + " bits");
}

TEST(SolverArithmetic, TruthAndIntegersConvert) {
  expectAgreement(
      [](solver::Query &Q, Ref X, Ref Y) {
        return Q.make(Operator::Add, {Q.make(Operator::Less, {X, Y}), X});
      },
      -3, 3, "(x < y) + x");
  expectAgreement(
      [](solver::Query &Q, Ref X, Ref Y) {
        return Q.make(Operator::Choose, {X, Y, Q.make(Operator::Not, {Y})});
      },
      -3, 3, "x ? y : !y");
}

TEST_F(SolverTest, SuccessorsNotTakenMayBeUndefined) {
  Ref X = x(0, 9);
  Ref Safe = op(Operator::Choose, {X, op(Operator::Divide, {n(12), X}), n(-1)});
  requireEqual(Safe, n(-1));
  solver::SolverAnswer A = Decider.decide(Q);
  ASSERT_EQ(A.K, Kind::Possible);
  EXPECT_EQ(A.Values[0], 0);
}

TEST_F(SolverTest, DivisionByZeroShowsNothing) {
  Ref X = x(0, 0);
  Q.require(
      op(Operator::LessEqual, {op(Operator::Divide, {n(12), X}), n(1000000)}));
  EXPECT_NE(Decider.decide(Q).K, Kind::Possible);
}

//===----------------------------------------------------------------------===//
// Not knowing, and what it costs
//===----------------------------------------------------------------------===//

TEST_F(SolverTest, HardQuestionsRunOutOfTime) {
  requireFactors();
  solver::Solver Hasty{solver::SolverLimits{2000, ~0u}};
  solver::SolverAnswer A = Hasty.decide(Q);
  EXPECT_EQ(A.K, Kind::Unknown);
  EXPECT_TRUE(A.Values.empty());
  EXPECT_EQ(Hasty.unknown(), 1u);
  EXPECT_GT(Hasty.milliseconds(), 0);
  // The next question is answered all the same.
  solver::Query Easy;
  Easy.require(
      Easy.make(Operator::Less, {Easy.symbol("x", 0, 9), Easy.constant(1)}));
  EXPECT_NE(Hasty.decide(Easy).K, Kind::Impossible);
}

TEST_F(SolverTest, TimeForAllQueriesIsLimited) {
  Q.require(op(Operator::Less, {x(0, 9), n(3)}));
  solver::Solver Spent{solver::SolverLimits{1000000, 0}};
  EXPECT_EQ(Spent.decide(Q).K, Kind::Unknown);
  EXPECT_EQ(Spent.queries(), 1u);
  EXPECT_EQ(Spent.unknown(), 1u);
  EXPECT_EQ(Spent.milliseconds(), 0);
}

/// Z3 would simplify it without a limit.
TEST_F(SolverTest, QueriesOfTooManyExpressionsAreNotAsked) {
  auto Ask = [&](unsigned Updates) {
    solver::Query Of;
    Ref X = Of.symbol("x", 0, 1023);
    for (unsigned I = 0; I < Updates; ++I)
      X = Of.make(Operator::BitXor,
                  {X, Of.make(Operator::ShiftRight, {X, Of.constant(I % 5)})});
    Of.require(Of.make(Operator::Equal, {X, Of.constant(77)}));
    solver::Solver Asked;
    EXPECT_EQ(Asked.decide(Of).K == Kind::Unknown, Asked.steps() == 0);
    EXPECT_EQ(Asked.queries(), 1u);
    return Asked.steps();
  };
  EXPECT_GT(Ask(50), 0u);
  EXPECT_EQ(Ask(4000), 0u);
}

TEST_F(SolverTest, ValuesBeyondAllWidthsAreNotDecided) {
  Ref X = x(0, int64_t(1) << 40);
  Q.require(op(Operator::Less, {op(Operator::Multiply, {X, X}), n(5)}));
  EXPECT_EQ(Decider.decide(Q).K, Kind::Unknown);
  EXPECT_EQ(Decider.unknown(), 1u);
  EXPECT_EQ(Decider.milliseconds(), 0);
  EXPECT_EQ(Decider.smtLib(Q), "");
}

TEST_F(SolverTest, CountsItsQueries) {
  EXPECT_EQ(Decider.queries(), 0u);
  EXPECT_EQ(Decider.milliseconds(), 0);
  Q.require(op(Operator::Less, {x(0, 9), n(3)}));
  Decider.decide(Q);
  double First = Decider.milliseconds();
  EXPECT_GT(First, 0);
  Decider.decide(Q);
  EXPECT_GT(Decider.milliseconds(), First);
  EXPECT_EQ(Decider.queries(), 2u);
  EXPECT_EQ(Decider.unknown(), 0u);
}

TEST_F(SolverTest, QueriesDoNotMix) {
  solver::Query Wide;
  Wide.require(
      Wide.make(Operator::Less, {Wide.constant(int64_t(1) << 40),
                                 Wide.symbol("x", 0, int64_t(1) << 41)}));
  Q.require(op(Operator::Less, {x(0, 9), n(3)}));
  for (int Iteration = 0; Iteration < 2; ++Iteration) {
    EXPECT_EQ(Decider.decide(Wide).K, Kind::Possible);
    EXPECT_EQ(Decider.decide(Q).K, Kind::Possible);
  }
}

//===----------------------------------------------------------------------===//
// SMT-LIB
//===----------------------------------------------------------------------===//

bool holds(llvm::StringRef Text, llvm::StringRef Part) {
  return Text.contains(Part);
}

TEST_F(SolverTest, TextDeclaresAssertsAndChecks) {
  Ref X = x(0, 9), Y = Q.symbol("threadIdx.x#2", 0, 1023);
  Q.require(op(Operator::Less, {X, Y}));
  std::string Text = Decider.smtLib(Q);
  EXPECT_TRUE(holds(Text, "(declare-fun x () (_ BitVec 4))")) << Text;
  EXPECT_TRUE(holds(Text, "|threadIdx.x#2| () (_ BitVec 10)")) << Text;
  EXPECT_TRUE(holds(Text, "(assert ")) << Text;
  EXPECT_TRUE(holds(Text, "(bvule ")) << Text;
  size_t Check = Text.find("(check-sat)");
  ASSERT_NE(Check, std::string::npos) << Text;
  EXPECT_GT(Check, Text.rfind("(assert ")) << Text;
  // To write a query is not to ask it.
  EXPECT_EQ(Decider.queries(), 0u);
}

/// What a solver at hand says of \p Text, empty if there is none.
std::string replayed(llvm::StringRef Text) {
  llvm::SmallString<128> Input, Output;
  llvm::sys::fs::createTemporaryFile("query", "smt2", Input);
  llvm::sys::fs::createTemporaryFile("answer", "txt", Output);
  llvm::FileRemover RemoveInput(Input), RemoveOutput(Output);
  std::error_code Error;
  llvm::raw_fd_ostream(Input, Error) << Text;
  std::optional<llvm::StringRef> Redirects[] = {std::nullopt, Output.str(),
                                                Output.str()};
  auto Run = [&](llvm::StringRef Name,
                 std::vector<llvm::StringRef> Arguments) -> std::string {
    auto Program = llvm::sys::findProgramByName(Name);
    if (!Program)
      return "";
    Arguments.insert(Arguments.begin(), *Program);
    llvm::sys::ExecuteAndWait(*Program, Arguments, std::nullopt, Redirects);
    auto Said = llvm::MemoryBuffer::getFile(Output);
    std::string First =
        Said ? (*Said)->getBuffer().split('\n').first.str() : "";
    return First == "sat" || First == "unsat" ? First : "";
  };
  std::string Answer = Run("z3", {Input});
  if (Answer.empty())
    Answer = Run("python3", {"-c",
                             "import sys, z3\n"
                             "s = z3.Solver()\n"
                             "s.from_file(sys.argv[1])\n"
                             "print(s.check())",
                             Input});
  return Answer;
}

TEST_F(SolverTest, TextCanBeReplayed) {
  Ref X = x(-20, 20);
  Ref Name = Q.symbol("threadIdx.x of thread 2", 0, 9);
  requireEqual(op(Operator::Remainder, {X, n(8)}), n(-3));
  Q.require(op(Operator::Less, {Name, Q.truncate(X, 4, false)}));
  std::string Possible = replayed(Decider.smtLib(Q));
  if (Possible.empty())
    GTEST_SKIP() << "no solver to replay with";
  EXPECT_EQ(Possible, "sat");
  Q.require(op(Operator::LessEqual, {n(0), X}));
  EXPECT_EQ(replayed(Decider.smtLib(Q)), "unsat");
}

} // namespace solver_test

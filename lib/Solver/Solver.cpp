//===--- Solver.cpp - Answers to queries ----------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/Solver.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SMTAPI.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>

using namespace llvm;

namespace warplint {

struct Solver::Backend {
  SMTSolverRef Engine = CreateZ3Solver();
};

Solver::Solver(const SolverLimits &Limits) : Limits(Limits) {}
Solver::~Solver() = default;

void Solver::start() {
  if (!Engine)
    Engine = std::make_unique<Backend>();
  Engine->Engine->reset();
  Engine->Engine->setUnsignedParam("rlimit", Limits.PerQuery);
}

/// Writes one query into the solver, in bit vectors of one width.
class Solver::Encoder {
public:
  Encoder(SMTSolver &Engine, const Query &Q, unsigned Width)
      : Engine(Engine), Q(Q), Width(Width),
        Integer(Engine.getBitvectorSort(Width)) {}

  void run() {
    std::vector<bool> Needed = Q.needed();
    for (size_t I = 0; I < Needed.size(); ++I)
      Done.push_back(Needed[I] ? encode(Q.expressions()[I]) : nullptr);
    for (const Query::Symbol &S : Q.symbols()) {
      if (!Done[S.At])
        continue;
      Engine.addConstraint(Engine.mkBVSle(constant(S.Min), Done[S.At]));
      Engine.addConstraint(Engine.mkBVSle(Done[S.At], constant(S.Max)));
    }
    for (Query::Ref R : Q.requirements())
      Engine.addConstraint(Done[R]);
  }

  SMTExprRef at(Query::Ref R) const { return Done[R]; }

private:
  SMTExprRef constant(int64_t V) {
    return Engine.mkBitvector(APSInt(APInt(Width, uint64_t(V), true), false),
                              Width);
  }
  SMTExprRef encode(const Query::Expression &E);
  SMTExprRef divide(const Query::Expression &E);
  SMTExprRef truncate(const Query::Expression &E);

  SMTSolver &Engine;
  const Query &Q;
  unsigned Width;
  SMTSortRef Integer;
  std::vector<SMTExprRef> Done;
};

/// Division by a power of two is cheap where nothing is negative.
SMTExprRef Solver::Encoder::divide(const Query::Expression &E) {
  SMTExprRef L = Done[E.Operands[0]], R = Done[E.Operands[1]];
  const Query::Expression &Of = Q.expressions()[E.Operands[0]],
                          &By = Q.expressions()[E.Operands[1]];
  bool Plain = Of.Min && *Of.Min >= 0 && By.Min && *By.Min >= 0;
  bool IsDivision = E.Kind == Operator::Divide;
  if (Plain && By.Kind == Operator::Constant && isPowerOf2_64(By.Value))
    return IsDivision
               ? Engine.mkBVLshr(L, constant(Log2_64(uint64_t(By.Value))))
               : Engine.mkBVAnd(L, constant(By.Value - 1));
  if (Plain)
    return IsDivision ? Engine.mkBVUDiv(L, R) : Engine.mkBVURem(L, R);
  return IsDivision ? Engine.mkBVSDiv(L, R) : Engine.mkBVSRem(L, R);
}

SMTExprRef Solver::Encoder::truncate(const Query::Expression &E) {
  SMTExprRef Of = Done[E.Operands[0]];
  unsigned Bits = unsigned(E.Value);
  if (Bits >= Width)
    return Of;
  SMTExprRef Low = Engine.mkBVExtract(Bits - 1, 0, Of);
  return E.Signed ? Engine.mkBVSignExt(Width - Bits, Low)
                  : Engine.mkBVZeroExt(Width - Bits, Low);
}

SMTExprRef Solver::Encoder::encode(const Query::Expression &E) {
  auto Op = [&](unsigned I) { return Done[E.Operands[I]]; };
  switch (E.Kind) {
  case Operator::Constant:
    return constant(E.Value);
  case Operator::Symbol:
    return Engine.mkSymbol(Q.symbols()[E.Value].Name.c_str(), Integer);
  case Operator::Add:
    return Engine.mkBVAdd(Op(0), Op(1));
  case Operator::Multiply:
    return Engine.mkBVMul(Op(0), Op(1));
  case Operator::Divide:
  case Operator::Remainder:
    return divide(E);
  case Operator::ShiftLeft:
    return Engine.mkBVShl(Op(0), Op(1));
  case Operator::ShiftRight:
    return Engine.mkBVAshr(Op(0), Op(1));
  case Operator::BitAnd:
    return Engine.mkBVAnd(Op(0), Op(1));
  case Operator::BitOr:
    return Engine.mkBVOr(Op(0), Op(1));
  case Operator::BitXor:
    return Engine.mkBVXor(Op(0), Op(1));
  case Operator::Choose:
    return Engine.mkIte(Op(0), Op(1), Op(2));
  case Operator::Truncate:
    return truncate(E);
  case Operator::Less:
    return Engine.mkBVSlt(Op(0), Op(1));
  case Operator::LessEqual:
    return Engine.mkBVSle(Op(0), Op(1));
  case Operator::Equal:
    return Engine.mkEqual(Op(0), Op(1));
  case Operator::Not:
    return Engine.mkNot(Op(0));
  case Operator::And:
    return Engine.mkAnd(Op(0), Op(1));
  case Operator::Or:
    return Engine.mkOr(Op(0), Op(1));
  }
  llvm_unreachable("an operator without a meaning");
}

/// Whether \p Guess is an answer, each value moved into its symbol's bounds.
static std::optional<std::vector<int64_t>> confirm(const Query &Q,
                                                   ArrayRef<int64_t> Guess) {
  if (Guess.empty() || Guess.size() != Q.symbols().size())
    return std::nullopt;
  std::vector<int64_t> Values;
  for (auto [Value, S] : zip(Guess, Q.symbols()))
    Values.push_back(std::clamp(Value, S.Min, S.Max));
  if (!Q.holds(Values).value_or(false))
    return std::nullopt;
  return Values;
}

Answer Solver::decide(const Query &Q, ArrayRef<int64_t> Guess) {
  Answer Result;
  if (auto Values = confirm(Q, Guess)) {
    Result.K = Answer::Kind::Possible;
    Result.Values = std::move(*Values);
    return Result;
  }
  ++Queries;
  auto Width = Q.width();
  if (!Width || Steps >= Limits.Together) {
    ++Unknown;
    return Result;
  }
  auto Begin = std::chrono::steady_clock::now();
  start();
  SMTSolver &Z3 = *Engine->Engine;
  Encoder Encoded(Z3, Q, *Width);
  Encoded.run();
  std::optional<bool> Satisfied = Z3.check();
  if (Satisfied && !*Satisfied)
    Result.K = Answer::Kind::Impossible;
  if (Satisfied && *Satisfied) {
    for (const Query::Symbol &S : Q.symbols()) {
      APSInt Value(*Width, false);
      bool Known =
          Encoded.at(S.At) && Z3.getInterpretation(Encoded.at(S.At), Value);
      // The model leaves out what does not matter.
      Result.Values.push_back(Known ? SignExtend64(Value.getZExtValue(), *Width)
                                    : S.Min);
    }
    if (Q.holds(Result.Values).value_or(false))
      Result.K = Answer::Kind::Possible;
  }
  // The count goes on from query to query.
  Steps = Z3.getStatistics()->getUnsigned("rlimit count");
  Spent += std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now() - Begin)
               .count();
  Unknown += Result.K == Answer::Kind::Unknown;
  return Result;
}

std::string Solver::smtLib(const Query &Q) {
  auto Width = Q.width();
  if (!Width)
    return {};
  start();
  Encoder(*Engine->Engine, Q, *Width).run();
  std::string Text;
  raw_string_ostream OS(Text);
  Engine->Engine->print(OS);
  // Z3 prints names of its own for divisions whose divisor it knows.
  for (llvm::StringRef Own : {"bvsdiv_i", "bvsrem_i", "bvudiv_i", "bvurem_i"})
    for (size_t At = 0; (At = Text.find(Own, At)) != std::string::npos;)
      Text.erase(At + Own.size() - 2, 2);
  OS << "(check-sat)\n(get-model)\n";
  return Text;
}

} // namespace warplint

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

namespace warplint::solver {

static constexpr unsigned StepsPerExpression = 100;

std::optional<std::vector<int64_t>> confirmedAnswer(const Query &Q,
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

struct Solver::Backend {
  SMTSolverRef Engine = CreateZ3Solver();
};

Solver::Solver(const SolverLimits &Limits) : Limits(Limits) {}
Solver::~Solver() = default;

void Solver::start() {
  if (!Engine)
    Engine = std::make_unique<Backend>();
  Engine->Engine->reset();
}

/// Writes one query into the solver. Each value is as wide as its bounds ask
/// for: without a sign if it is never negative, in two's complement otherwise.
/// Wires that are known to be zero cost nothing, and a multiplier grows with
/// the square of its width.
class Solver::Encoder {
public:
  Encoder(SMTSolver &Engine, const Query &Q) : Engine(Engine), Q(Q) {}

  void run() {
    std::vector<bool> Needed = Q.needed();
    for (size_t I = 0; I < Needed.size(); ++I)
      Done.push_back(Needed[I] ? encode(Q.expressions()[I]) : nullptr);
    for (const Query::Symbol &S : Q.symbols())
      if (Done[S.At])
        restrict(S);
    for (Query::Ref R : Q.requirements())
      Engine.addConstraint(Done[R]);
  }

  /// The value of \p S in the solver's model, if it has one there.
  std::optional<int64_t> valueOf(const Query::Symbol &S) {
    if (!Done[S.At])
      return std::nullopt;
    unsigned Width = widthOf(S.At);
    APSInt Value(Width, false);
    if (!Engine.getInterpretation(Done[S.At], Value))
      return std::nullopt;
    return isPlain(S.At) ? int64_t(Value.getZExtValue())
                         : SignExtend64(Value.getZExtValue(), Width);
  }

private:
  using Ref = Query::Ref;

  const Query::Expression &expression(Ref R) const {
    return Q.expressions()[R];
  }
  static bool isPlain(const Query::Expression &E) {
    return std::min(*E.Min, *E.Max) >= 0;
  }
  bool isPlain(Ref R) const { return isPlain(expression(R)); }
  static unsigned signedWidthOf(const Query::Expression &E) {
    auto Bits = [](int64_t V) {
      return APInt(64, uint64_t(V), true).getSignificantBits();
    };
    return std::max(Bits(*E.Min), Bits(*E.Max));
  }
  static unsigned widthOf(const Query::Expression &E) {
    unsigned Signed = signedWidthOf(E);
    return isPlain(E) ? std::max(Signed - 1, 1u) : Signed;
  }
  unsigned widthOf(Ref R) const { return widthOf(expression(R)); }

  SMTExprRef constant(int64_t V, unsigned Width) {
    return Engine.mkBitvector(
        APSInt(APInt(64, uint64_t(V), true).sextOrTrunc(Width), false), Width);
  }
  /// \p Of, \p From bits, in \p To bits: the same number if it fits.
  SMTExprRef resize(SMTExprRef Of, unsigned From, unsigned To, bool IsPlain) {
    if (To < From)
      return Engine.mkBVExtract(To - 1, 0, Of);
    if (To == From)
      return Of;
    return IsPlain ? Engine.mkBVZeroExt(To - From, Of)
                   : Engine.mkBVSignExt(To - From, Of);
  }
  /// Operand \p R in \p Width bits.
  SMTExprRef at(Ref R, unsigned Width) {
    return resize(Done[R], widthOf(R), Width, isPlain(R));
  }
  /// How wide \p E and its operands have to be for each of them to be whole.
  struct Common {
    bool IsPlain = true; ///< Nothing is negative.
    unsigned Width = 1;
  };
  Common commonOf(ArrayRef<const Query::Expression *> Of) const {
    Common Result;
    for (const Query::Expression *E : Of)
      Result.IsPlain &= isPlain(*E);
    for (const Query::Expression *E : Of)
      Result.Width = std::max(Result.Width,
                              Result.IsPlain ? widthOf(*E) : signedWidthOf(*E));
    return Result;
  }

  void restrict(const Query::Symbol &S);
  SMTExprRef encode(const Query::Expression &E);
  SMTExprRef encodeInteger(const Query::Expression &E);
  SMTExprRef encodeTruth(const Query::Expression &E);
  SMTExprRef divide(const Query::Expression &E);

  SMTSolver &Engine;
  const Query &Q;
  std::vector<SMTExprRef> Done;
};

/// \p S is within its bounds.
void Solver::Encoder::restrict(const Query::Symbol &S) {
  unsigned Width = widthOf(S.At);
  SMTExprRef Of = Done[S.At], Min = constant(S.Min, Width),
             Max = constant(S.Max, Width);
  bool Plain = isPlain(S.At);
  Engine.addConstraint(Plain ? Engine.mkBVUle(Min, Of)
                             : Engine.mkBVSle(Min, Of));
  Engine.addConstraint(Plain ? Engine.mkBVUle(Of, Max)
                             : Engine.mkBVSle(Of, Max));
}

/// Division by a power of two is cheap where nothing is negative.
SMTExprRef Solver::Encoder::divide(const Query::Expression &E) {
  const Query::Expression &Of = expression(E.Operands[0]),
                          &By = expression(E.Operands[1]);
  auto [Plain, Width] = commonOf({&E, &Of, &By});
  SMTExprRef L = at(E.Operands[0], Width), R = at(E.Operands[1], Width), Result;
  bool IsDivision = E.Kind == Operator::Divide;
  if (Plain && By.Kind == Operator::Constant && isPowerOf2_64(By.Value))
    Result = IsDivision ? Engine.mkBVLshr(L, constant(Log2_64(By.Value), Width))
                        : Engine.mkBVAnd(L, constant(By.Value - 1, Width));
  else if (!IsDivision && Plain && *Of.Max < *By.Min)
    Result = L;
  else if (Plain)
    Result = IsDivision ? Engine.mkBVUDiv(L, R) : Engine.mkBVURem(L, R);
  else
    Result = IsDivision ? Engine.mkBVSDiv(L, R) : Engine.mkBVSRem(L, R);
  return resize(Result, Width, widthOf(E), Plain);
}

SMTExprRef Solver::Encoder::encodeInteger(const Query::Expression &E) {
  unsigned Width = widthOf(E);
  if (E.Kind == Operator::Symbol)
    return Engine.mkSymbol(Q.symbols()[E.Value].Name.c_str(),
                           Engine.getBitvectorSort(Width));
  if (*E.Min == *E.Max)
    return constant(*E.Min, Width);
  auto Op = [&](unsigned I) { return at(E.Operands[I], Width); };
  auto Of = [&](unsigned I) { return &expression(E.Operands[I]); };
  switch (E.Kind) {
  // The low bits of these depend on no higher bits.
  case Operator::Add:
    return Engine.mkBVAdd(Op(0), Op(1));
  case Operator::Multiply:
    return Engine.mkBVMul(Op(0), Op(1));
  case Operator::BitAnd:
    return Engine.mkBVAnd(Op(0), Op(1));
  case Operator::BitOr:
    return Engine.mkBVOr(Op(0), Op(1));
  case Operator::BitXor:
    return Engine.mkBVXor(Op(0), Op(1));
  case Operator::Choose:
    return Engine.mkIte(Done[E.Operands[0]], Op(1), Op(2));
  case Operator::Divide:
  case Operator::Remainder:
    return divide(E);
  case Operator::ShiftLeft: {
    unsigned Wide = std::max(Width, widthOf(*Of(1)));
    return resize(
        Engine.mkBVShl(at(E.Operands[0], Wide), at(E.Operands[1], Wide)), Wide,
        Width, true);
  }
  case Operator::ShiftRight: {
    auto [Plain, Wide] = commonOf({Of(0), Of(1)});
    SMTExprRef L = at(E.Operands[0], Wide), R = at(E.Operands[1], Wide);
    return resize(Plain ? Engine.mkBVLshr(L, R) : Engine.mkBVAshr(L, R), Wide,
                  Width, Plain);
  }
  case Operator::Truncate: {
    if (Q.keepsValue(E))
      return Op(0);
    unsigned Bits = unsigned(E.Value);
    return resize(at(E.Operands[0], Bits), Bits, Width, !E.Signed);
  }
  default:
    llvm_unreachable("an operator without a meaning");
  }
}

SMTExprRef Solver::Encoder::encodeTruth(const Query::Expression &E) {
  if (*E.Min == *E.Max)
    return Engine.mkBoolean(*E.Min != 0);
  switch (E.Kind) {
  case Operator::Not:
    return Engine.mkNot(Done[E.Operands[0]]);
  case Operator::And:
    return Engine.mkAnd(Done[E.Operands[0]], Done[E.Operands[1]]);
  case Operator::Or:
    return Engine.mkOr(Done[E.Operands[0]], Done[E.Operands[1]]);
  default:
    break;
  }
  auto [Plain, Width] =
      commonOf({&expression(E.Operands[0]), &expression(E.Operands[1])});
  SMTExprRef L = at(E.Operands[0], Width), R = at(E.Operands[1], Width);
  switch (E.Kind) {
  case Operator::Less:
    return Plain ? Engine.mkBVUlt(L, R) : Engine.mkBVSlt(L, R);
  case Operator::LessEqual:
    return Plain ? Engine.mkBVUle(L, R) : Engine.mkBVSle(L, R);
  case Operator::Equal:
    return Engine.mkEqual(L, R);
  default:
    llvm_unreachable("an operator without a meaning");
  }
}

SMTExprRef Solver::Encoder::encode(const Query::Expression &E) {
  return E.IsTruth ? encodeTruth(E) : encodeInteger(E);
}

SolverAnswer Solver::decide(const Query &Q, ArrayRef<int64_t> Guess,
                            unsigned Most) {
  SolverAnswer Result;
  if (auto Values = confirmedAnswer(Q, Guess)) {
    Result.K = SolverAnswer::Kind::Possible;
    Result.Values = std::move(*Values);
    return Result;
  }
  ++Queries;
  // Z3 simplifies what it is given before it counts a step.
  if (!Q.isBounded() || Steps >= Limits.Together ||
      StepsPerExpression * uint64_t(llvm::count(Q.needed(), true)) >
          Limits.PerQuery) {
    ++Unknown;
    return Result;
  }
  auto Begin = std::chrono::steady_clock::now();
  start();
  SMTSolver &Z3 = *Engine->Engine;
  Z3.setUnsignedParam("rlimit", std::min(Most, Limits.PerQuery));
  Encoder Encoded(Z3, Q);
  Encoded.run();
  std::optional<bool> Satisfied = Z3.check();
  if (Satisfied && !*Satisfied)
    Result.K = SolverAnswer::Kind::Impossible;
  if (Satisfied && *Satisfied) {
    // The model leaves out what does not matter.
    for (const Query::Symbol &S : Q.symbols())
      Result.Values.push_back(Encoded.valueOf(S).value_or(S.Min));
    if (Q.holds(Result.Values).value_or(false))
      Result.K = SolverAnswer::Kind::Possible;
  }
  // The solver's count goes on from query to query.
  unsigned Counted = Z3.getStatistics()->getUnsigned("rlimit count");
  Steps += Counted - SolverSteps + StepsPerExpression * Q.expressions().size();
  SolverSteps = Counted;
  Spent += std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now() - Begin)
               .count();
  Unknown += Result.K == SolverAnswer::Kind::Unknown;
  return Result;
}

std::string Solver::smtLib(const Query &Q) {
  if (!Q.isBounded())
    return {};
  start();
  Encoder(*Engine->Engine, Q).run();
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

} // namespace warplint::solver

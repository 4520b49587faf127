//===--- WitnessSearch.cpp - Answers found by evaluating ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/WitnessSearch.h"
#include "Support/Checked.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warplint::solver {

namespace {

class WitnessSearch {
public:
  WitnessSearch(const Query &Q, unsigned &Steps);

  /// Mends \p Values until all requirements hold.
  bool mend(std::vector<int64_t> &Values);
  /// Lets `mend` leave \p Symbol as it is.
  void keep(unsigned Symbol) { Kept[Symbol] = true; }

private:
  using Ref = Query::Ref;

  /// A requirement that no conjunction is behind any more.
  struct Part {
    Ref Truth;
    std::vector<Ref> Order;            ///< What it is made of, operands first.
    llvm::SmallVector<unsigned, 8> Of; ///< Symbols in it.
    llvm::SmallVector<Ref, 8> Compared;
  };

  Part partOf(Ref Truth) const;
  bool holds(const Part &P, llvm::ArrayRef<int64_t> Values);
  bool mendPart(size_t I, std::vector<int64_t> &Values);
  bool tryValue(size_t I, std::vector<int64_t> &Values, unsigned Symbol,
                int64_t Value);
  llvm::SmallVector<int64_t, 16> candidates(const Part &P, unsigned Symbol,
                                            std::vector<int64_t> &Values);
  std::optional<int64_t> difference(const Part &P, Ref Compared,
                                    llvm::ArrayRef<int64_t> Values);

  const Query &Q;
  unsigned &Steps;
  std::vector<Part> Parts;
  std::vector<std::optional<int64_t>> Known;
  std::vector<bool> Kept; ///< By symbol.
};

} // namespace

/// Requirements to look at before the search gives up on one.
static constexpr size_t MaxParts = 64;
static constexpr size_t MaxComparisons = 8;

WitnessSearch::WitnessSearch(const Query &Q, unsigned &Steps)
    : Q(Q), Steps(Steps), Known(Q.expressions().size()),
      Kept(Q.symbols().size(), false) {
  for (Ref R : Q.conjuncts())
    Parts.push_back(partOf(R));
}

WitnessSearch::Part WitnessSearch::partOf(Ref Truth) const {
  Part Result;
  Result.Truth = Truth;
  Result.Order = Q.partsOf(Truth);
  for (Ref R : Result.Order) {
    const Query::Expression &E = Q.expressions()[R];
    if (E.Kind == Operator::Symbol)
      Result.Of.push_back(unsigned(E.Value));
    bool Compares = E.Kind == Operator::Less || E.Kind == Operator::LessEqual ||
                    E.Kind == Operator::Equal;
    if (Compares && Result.Compared.size() < MaxComparisons)
      Result.Compared.push_back(R);
  }
  return Result;
}

bool WitnessSearch::holds(const Part &P, llvm::ArrayRef<int64_t> Values) {
  Steps -= std::min<size_t>(Steps, P.Order.size());
  Q.evaluate(Values, P.Order, Known);
  return Known[P.Truth].value_or(0) != 0;
}

/// By how much the sides of \p Compared differ.
std::optional<int64_t>
WitnessSearch::difference(const Part &P, Ref Compared,
                          llvm::ArrayRef<int64_t> Values) {
  Steps -= std::min<size_t>(Steps, P.Order.size());
  Q.evaluate(Values, P.Order, Known);
  const Query::Expression &E = Q.expressions()[Compared];
  return base::Checked(Known[E.Operands[0]]) - Known[E.Operands[1]];
}

/// Values of \p Symbol with which \p P may hold: the bounds, neighbours and
/// powers of two, and both sides of where a comparison turns, as if it were
/// linear in the symbol.
llvm::SmallVector<int64_t, 16>
WitnessSearch::candidates(const Part &P, unsigned Symbol,
                          std::vector<int64_t> &Values) {
  const Query::Symbol &S = Q.symbols()[Symbol];
  int64_t Now = Values[Symbol];
  llvm::SmallVector<int64_t, 16> Result;
  auto Add = [&](base::Checked Value) {
    if (Value)
      Result.push_back(*Value);
  };
  for (Ref Compared : P.Compared) {
    auto Here = difference(P, Compared, Values);
    Values[Symbol] =
        (Now < S.Max ? base::Checked(Now) + 1 : base::Checked(Now) - 1)
            .orElse(Now);
    base::Checked Slope = base::Checked(difference(P, Compared, Values)) - Here;
    base::Checked At =
        Now - base::Checked(Here) / (Now >= S.Max ? -Slope : Slope);
    for (int64_t Beside : {0, 1, -1})
      Add(At + Beside);
    Values[Symbol] = Now;
  }
  Result.append({S.Min, S.Max});
  Add(base::Checked(Now) + 1);
  Add(base::Checked(Now) - 1);
  for (unsigned Bit = 0; Bit < 11; ++Bit)
    Result.push_back(Now ^ (int64_t(1) << Bit));
  return Result;
}

/// Sets \p Symbol to \p Value if requirement \p I and those before it hold
/// then.
bool WitnessSearch::tryValue(size_t I, std::vector<int64_t> &Values,
                             unsigned Symbol, int64_t Value) {
  const Query::Symbol &S = Q.symbols()[Symbol];
  if (Value < S.Min || Value > S.Max || Value == Values[Symbol])
    return false;
  int64_t Old = std::exchange(Values[Symbol], Value);
  if (holds(Parts[I], Values) &&
      llvm::all_of(llvm::ArrayRef(Parts).take_front(I), [&](const Part &P) {
        return !llvm::is_contained(P.Of, Symbol) || holds(P, Values);
      }))
    return true;
  Values[Symbol] = Old;
  return false;
}

bool WitnessSearch::mendPart(size_t I, std::vector<int64_t> &Values) {
  const Part &P = Parts[I];
  for (unsigned Symbol : P.Of) {
    if (Kept[Symbol])
      continue;
    for (int64_t Value : candidates(P, Symbol, Values)) {
      if (!Steps)
        return false;
      if (tryValue(I, Values, Symbol, Value))
        return true;
    }
  }
  return false;
}

bool WitnessSearch::mend(std::vector<int64_t> &Values) {
  if (Parts.size() > MaxParts)
    return false;
  for (size_t I = 0; I < Parts.size(); ++I)
    if (!holds(Parts[I], Values) && (!Steps || !mendPart(I, Values)))
      return false;
  return Steps != 0;
}

std::optional<std::vector<int64_t>>
searchWitness(const Query &Q, llvm::ArrayRef<std::vector<int64_t>> Starts,
              unsigned &Steps) {
  WitnessSearch Search(Q, Steps);
  for (std::vector<int64_t> Values : Starts) {
    if (!Steps)
      return std::nullopt;
    Values.resize(Q.symbols().size());
    for (auto [Value, S] : llvm::zip(Values, Q.symbols()))
      Value = std::clamp(Value, S.Min, S.Max);
    if (Search.mend(Values) && Q.holds(Values).value_or(false))
      return Values;
  }
  return std::nullopt;
}

std::vector<int64_t> smallerWitness(const Query &Q, std::vector<int64_t> Found,
                                    llvm::ArrayRef<unsigned> Order,
                                    unsigned &Steps) {
  WitnessSearch Search(Q, Steps);
  auto LeastOf = [&](unsigned Symbol) {
    const Query::Symbol &S = Q.symbols()[Symbol];
    return std::clamp<int64_t>(0, S.Min, S.Max);
  };
  for (unsigned Symbol : Order) {
    const int64_t Least = LeastOf(Symbol), Above = Found[Symbol] - Least;
    llvm::SmallVector<int64_t, 16> Tried{0, 1};
    // So far down that another one reaches its least with it.
    for (unsigned Other : Order)
      Tried.push_back(Above - (Found[Other] - LeastOf(Other)));
    Tried.append({Above / 8, Above / 4, Above / 2});
    Search.keep(Symbol);
    for (int64_t To : Tried) {
      if (!Steps)
        return Found;
      std::vector<int64_t> Values = Found;
      Values[Symbol] = Least + To;
      if (base::magnitude(To) < base::magnitude(Above) &&
          Values[Symbol] >= Q.symbols()[Symbol].Min &&
          Values[Symbol] <= Q.symbols()[Symbol].Max && Search.mend(Values) &&
          Q.holds(Values).value_or(false)) {
        Found = std::move(Values);
        break;
      }
    }
  }
  return Found;
}

} // namespace warplint::solver

//===--- LaunchConstraintSolver.cpp - Numbers for chosen extents ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/LaunchConstraintSolver.h"
#include "Analysis/Budgets/Limits.h"
#include "Support/Checked.h"
#include "Target/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

namespace warplint::launches {

using Op = Operator;
using Ref = LaunchTerms::Ref;

/// A symbol of which only more than this many values are left is open.
static constexpr int64_t OpenRange = int64_t(1) << 24;

/// Adds to \p Required the terms that cannot be 0 either: the operands of
/// `a && b`, the factors of a product that is not 0.
static void addFactors(std::vector<Ref> &Required, LaunchTerms &Terms,
                       const Limits &Within) {
  for (size_t I = 0;
       I < Required.size() &&
       Within.allows(BudgetId::LaunchRequirements, Required.size() + 1);
       ++I) {
    LaunchTerms::Node N = Terms[Required[I]];
    if (N.isLeaf())
      continue;
    if (N.Op == Op::And) {
      Required.insert(Required.end(), {N.Left, N.Right});
      continue;
    }
    auto L = Terms.constantOf(N.Left), R = Terms.constantOf(N.Right);
    // What is not 0 as a whole, by one of `p != 0`, `0 < p`, `1 <= p`.
    Ref Whole = Required[I];
    if (N.Op == Op::NotEqual && (L == 0 || R == 0))
      Whole = L ? N.Right : N.Left;
    else if ((N.Op == Op::Less && L && *L >= 0) ||
             (N.Op == Op::LessEqual && L && *L >= 1))
      Whole = N.Right;
    if (LaunchTerms::Node P = Terms[Whole]; P.Op == Op::Multiply)
      for (Ref Factor : {P.Left, P.Right})
        Required.push_back(
            *Terms.make(Op::NotEqual, Factor, Terms.constant(0)));
  }
}

LaunchConstraintSolver::LaunchConstraintSolver(
    const LaunchConstraint &Fact, const std::array<uint32_t, 3> &Grid,
    const std::array<uint32_t, 3> &Block, const Limits &Within,
    SymbolNumbers LeftOpen)
    : Fact(Fact), Within(Within), Terms(Fact.Terms), Required(Fact.Holds) {
  unsigned Symbols = 0;
  for (const LaunchTerms::Node &N : Fact.Terms.nodes())
    if (N.Op == Op::Symbol)
      Symbols = std::max(Symbols, unsigned(N.Value) + 1);
  Chosen.resize(Symbols);
  IsLeftOpen.resize(Symbols);
  for (unsigned Symbol : LeftOpen)
    IsLeftOpen[Symbol] = true;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    if (Fact.Grid[Axis] && Grid[Axis])
      Required.push_back(
          *Terms.make(Op::Equal, *Fact.Grid[Axis], Terms.constant(Grid[Axis])));
    if (Fact.Block[Axis] && Block[Axis])
      Required.push_back(*Terms.make(Op::Equal, *Fact.Block[Axis],
                                     Terms.constant(Block[Axis])));
  }
  addFactors(Required, Terms, Within);
  settle();
}

std::optional<uint32_t> LaunchConstraintSolver::fewestBlocks(unsigned Axis) {
  std::optional<Ref> Extent = Fact.Grid[Axis];
  if (!Extent)
    return std::nullopt;
  for (unsigned Symbol : Terms.symbolsOf(*Extent))
    if (!Chosen[Symbol])
      choose(Symbol, 1);
  auto Blocks = Terms.evaluate(*Extent, Chosen);
  return Blocks && *Blocks > 0 && *Blocks <= MaxGridDim[Axis]
             ? std::optional(uint32_t(*Blocks))
             : std::nullopt;
}

std::optional<int64_t> LaunchConstraintSolver::valueOf(unsigned Index) const {
  return Index < Fact.Arguments.size() && Fact.Arguments[Index]
             ? Terms.evaluate(*Fact.Arguments[Index], Chosen)
             : std::nullopt;
}

std::optional<int64_t> LaunchConstraintSolver::bytesAt(unsigned Index) const {
  return Index < Fact.Bytes.size() && Fact.Bytes[Index]
             ? Terms.evaluate(*Fact.Bytes[Index], Chosen)
             : std::nullopt;
}

std::optional<unsigned>
LaunchConstraintSolver::openSymbol(unsigned Index) const {
  auto Symbol = Index < Fact.Arguments.size() && Fact.Arguments[Index]
                    ? Terms.symbolOf(*Fact.Arguments[Index])
                    : std::nullopt;
  return Symbol && !Chosen[*Symbol] ? Symbol : std::nullopt;
}

bool LaunchConstraintSolver::allows(unsigned Symbol, int64_t Value) {
  Chosen[Symbol] = Value;
  bool Allowed = llvm::all_of(
      Required, [&](Ref T) { return Terms.evaluate(T, Chosen) != 0; });
  Chosen[Symbol] = std::nullopt;
  return Allowed;
}

void LaunchConstraintSolver::choose(unsigned Symbol, int64_t Value) {
  if (!allows(Symbol, Value)) {
    // The next power of two, or else where the bounds start.
    Bounds B = boundsOf(Symbol);
    IsLeftOpen[Symbol] = false;
    if (B.Most || !B.Least || *B.Least <= Value || *B.Least > OpenRange)
      return settle();
    int64_t Next = int64_t(llvm::PowerOf2Ceil(uint64_t(*B.Least)));
    Value = allows(Symbol, Next) ? Next : *B.Least;
  }
  if (allows(Symbol, Value))
    Chosen[Symbol] = Value;
  settle();
}

std::vector<Ref> LaunchConstraintSolver::requirementsOf(unsigned Symbol) const {
  std::vector<Ref> Result;
  for (Ref T : Required)
    if (llvm::is_contained(Terms.symbolsOf(T), Symbol))
      Result.push_back(T);
  return Result;
}

LaunchConstraintSolver::Bounds
LaunchConstraintSolver::boundsOf(unsigned Symbol) const {
  Bounds B;
  for (Ref T : requirementsOf(Symbol))
    if (llvm::all_of(Terms.symbolsOf(T),
                     [&](unsigned S) { return S == Symbol || Chosen[S]; }))
      narrow(T, Symbol, B);
  return B;
}

/// Bounds of \p Symbol guessed from equalities with products, sums or quotients
/// in which another symbol is open, too.
LaunchConstraintSolver::Bounds
LaunchConstraintSolver::likelyBoundsOf(unsigned Symbol) const {
  Bounds B;
  for (Ref T : requirementsOf(Symbol))
    if (Terms[T].Op == Op::Equal &&
        llvm::none_of(Terms.symbolsOf(T),
                      [&](unsigned S) { return IsLeftOpen[S] && !Chosen[S]; }))
      narrow(T, Symbol, B);
  return B;
}

/// Chooses values until nothing more follows: one choice determines the next,
/// as the size of the block does the length of the data.
void LaunchConstraintSolver::settle() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned S = 0; S < Chosen.size(); ++S)
      Changed |= !Chosen[S] && settleOne(S, boundsOf(S));
    for (unsigned S = 0; S < Chosen.size() && !Changed; ++S)
      Changed = !Chosen[S] && settleLikely(S);
  }
  Possible &= llvm::none_of(
      Required, [&](Ref T) { return Terms.evaluate(T, Chosen) == 0; });
}

static std::optional<int64_t> least(std::optional<int64_t> L,
                                    std::optional<int64_t> R) {
  return L && R ? std::min(*L, *R) : L ? L : R;
}

static std::optional<int64_t> most(std::optional<int64_t> L,
                                   std::optional<int64_t> R) {
  return L && R ? std::max(*L, *R) : L ? L : R;
}

/// The largest number that divides \p Product, which is above 0, and whose
/// square is not larger.
static int64_t middleDivisor(int64_t Product, const Limits &Within) {
  int64_t Result = 1;
  for (int64_t D = 2;
       D * D <= Product && Within.allows(BudgetId::LaunchTries, D); ++D)
    if (Product % D == 0)
      Result = D;
  return Result;
}

/// The operand of \p N that has \p Symbol, and a likely value for it where \p N
/// is \p Whole, which is above 0, and both operands are open.
std::optional<std::pair<Ref, int64_t>>
LaunchConstraintSolver::partOf(const LaunchTerms::Node &N, unsigned Symbol,
                               int64_t Whole) const {
  static constexpr int64_t Divisor = 8;
  bool InLeft = llvm::is_contained(Terms.symbolsOf(N.Left), Symbol),
       InRight = llvm::is_contained(Terms.symbolsOf(N.Right), Symbol);
  if (N.Op == Op::Multiply && N.Left == N.Right)
    return std::pair(N.Left, int64_t(std::sqrt(double(Whole))));
  if (InLeft == InRight)
    return std::nullopt;
  Ref Part = InLeft ? N.Left : N.Right;
  if (N.Op == Op::Multiply)
    return std::pair(Part, middleDivisor(Whole, Within));
  if (N.Op == Op::Add)
    return std::pair(Part, Whole / 2);
  if (N.Op == Op::Divide && InRight) // The dividend follows.
    return std::pair(Part, Divisor);
  return std::nullopt;
}

/// Narrows \p B, the bounds of \p Symbol, to where \p T has a value in
/// \p Wanted. Follows the one open operand; where two are open, partOf guesses
/// one.
void LaunchConstraintSolver::invert(Ref T, Bounds Wanted, unsigned Symbol,
                                    Bounds &B) const {
  for (;;) {
    const LaunchTerms::Node &N = Terms[T];
    if (N.Op == Op::Symbol) {
      B.Least = most(B.Least, Wanted.Least);
      B.Most = least(B.Most, Wanted.Most);
      return;
    }
    if (N.isLeaf())
      return;
    auto L = Terms.evaluate(N.Left, Chosen),
         R = Terms.evaluate(N.Right, Chosen);
    if (!L && !R && Wanted.Most && *Wanted.Most > 0) {
      auto Part = partOf(N, Symbol, *Wanted.Most);
      if (!Part)
        return;
      Wanted = {Part->second, Part->second};
      T = Part->first;
      continue;
    }
    if (!!L == !!R)
      return;
    int64_t C = L ? *L : *R;
    static constexpr int64_t Far = int64_t(1) << 40;
    if (C > Far || C < -Far)
      return;
    auto Map = [&](auto Of) {
      if (Wanted.Least)
        Wanted.Least = Of(std::clamp(*Wanted.Least, -Far, Far));
      if (Wanted.Most)
        Wanted.Most = Of(std::clamp(*Wanted.Most, -Far, Far));
    };
    // Below 0 division rounds the other way.
    auto MapPositive = [&](auto OfLeast, auto OfMost) {
      Wanted.Least = Wanted.Least > 0
                         ? std::optional(OfLeast(std::min(*Wanted.Least, Far)))
                         : std::nullopt;
      Wanted.Most = Wanted.Most >= 0
                        ? std::optional(OfMost(std::min(*Wanted.Most, Far)))
                        : std::nullopt;
    };
    if (N.Op == Op::Add) {
      Map([&](int64_t V) { return V - C; });
    } else if (N.Op == Op::Subtract && R) {
      Map([&](int64_t V) { return V + C; });
    } else if (N.Op == Op::Multiply && C > 0 && C < (1 << 20)) {
      MapPositive([&](int64_t V) { return (V + C - 1) / C; },
                  [&](int64_t V) { return V / C; });
    } else if (N.Op == Op::Divide && R && C > 0 && C < (1 << 20)) {
      MapPositive([&](int64_t V) { return V * C; },
                  [&](int64_t V) { return V * C + C - 1; });
    } else if (N.Op == Op::Minimum) {
      // Above the other operand nothing follows.
      if (Wanted.Most >= C)
        Wanted.Most = std::nullopt;
    } else if (N.Op == Op::Maximum) {
      if (Wanted.Least && *Wanted.Least <= C)
        Wanted.Least = std::nullopt;
    } else {
      return;
    }
    T = L ? N.Right : N.Left;
  }
}

/// Narrows \p B to where \p T holds.
void LaunchConstraintSolver::narrow(Ref T, unsigned Symbol, Bounds &B) const {
  // Where one of several holds: from the least of all to the largest.
  if (Terms[T].Op == Op::Or) {
    std::optional<Bounds> All;
    for (Ref Each : Terms.alternativesOf(T)) {
      Bounds Here;
      narrow(Each, Symbol, Here);
      if (!All)
        All = Here;
      // Nothing is less than any number.
      All->Least = std::min(All->Least, Here.Least);
      All->Most =
          All->Most && Here.Most ? most(All->Most, Here.Most) : std::nullopt;
    }
    B = {most(B.Least, All->Least), least(B.Most, All->Most)};
    return;
  }
  const LaunchTerms::Node &N = Terms[T];
  if (N.isLeaf())
    return;
  auto L = Terms.evaluate(N.Left, Chosen), R = Terms.evaluate(N.Right, Chosen);
  if (!!L == !!R)
    return;
  Ref Open = L ? N.Right : N.Left;
  int64_t C = L ? *L : *R;
  if (N.Op == Op::Equal)
    invert(Open, {C, C}, Symbol, B);
  else if (N.Op == Op::Less)
    invert(Open,
           L ? Bounds{base::Checked(C) + 1, {}}
             : Bounds{{}, base::Checked(C) - 1},
           Symbol, B);
  else if (N.Op == Op::LessEqual)
    invert(Open, L ? Bounds{C, {}} : Bounds{{}, C}, Symbol, B);
}

/// Chooses a value for \p Symbol if it has bounds that follow from what is
/// chosen: none below 0 where others may do.
bool LaunchConstraintSolver::settleOne(unsigned Symbol, Bounds B) {
  if (!B.Most || (IsLeftOpen[Symbol] && !(B.Least >= B.Most)))
    return false;
  auto Try = [&](int64_t Value) {
    if (!allows(Symbol, Value))
      return false;
    Chosen[Symbol] = Value;
    return true;
  };
  if (B.Least >= B.Most) {
    if (B.Least == B.Most && Try(*B.Most))
      return true;
    Possible = false;
    return false;
  }
  int64_t Least = std::max<int64_t>(B.Least.value_or(1), 0), Most = *B.Most;
  if (Most > Least && Most - Least > OpenRange)
    return false;
  // Numbers divisible by larger powers of two first, of these the largest.
  unsigned Tries = 0;
  for (int64_t Power = int64_t(1) << 40; Power >= 1; Power /= 2)
    for (int64_t V = Most / Power * Power; V >= Least && V > 0; V -= Power) {
      if (V / Power % 2 == 0)
        continue;
      if (!Within.allows(BudgetId::LaunchTries, ++Tries))
        return false;
      if (Try(V))
        return true;
    }
  bool MayBeNegative = B.Least.value_or(-1) < 0;
  if ((Least == 0 || MayBeNegative) && Most >= 0 && Try(0))
    return true;
  Possible &= MayBeNegative; // Else all were tried.
  return false;
}

/// Guesses a value for \p Symbol from equalities with other open symbols, whose
/// values follow then.
bool LaunchConstraintSolver::settleLikely(unsigned Symbol) {
  bool WasPossible = Possible;
  bool Settled = settleOne(Symbol, likelyBoundsOf(Symbol));
  Possible = WasPossible; // It was a guess.
  return Settled;
}

} // namespace warplint::launches

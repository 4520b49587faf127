//===--- LaunchSpecialization.cpp - Terms of one host launch --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/LaunchSpecialization.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Arithmetic/ValueRange.h"
#include "Support/Checked.h"
#include "Target/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace clang;

namespace warplint {

using Op = Operator;

LaunchSpecialization::LaunchSpecialization(
    const LaunchExtents &Extents, const launches::LaunchConstraint &Said,
    const FunctionDecl &Kernel, TermArena &Arena)
    : Arena(Arena), Rewriter(Arena), ThreadRewriter(Arena) {
  makeTerms(Said);
  relate(Said);
  placeBlocks(Extents);
  placeThreads(Extents, Said);
  for (auto [Index, Slot] : llvm::enumerate(launches::argumentSlotsOf(Kernel)))
    if (Index < Said.Arguments.size() && Said.Arguments[Index] &&
        Slot.type()->isIntegralOrEnumerationType())
      Instead[termOf(Slot, Arena)] = settled(Of[*Said.Arguments[Index]]);
}

const Term *LaunchSpecialization::of(const Term *T) {
  return Rewriter.rewrite(T, [&](const Term &Part) -> const Term * {
    return Instead.lookup(&Part);
  });
}

const Term *LaunchSpecialization::ofThreads(const Term *T) {
  return ThreadRewriter.rewrite(of(T), [&](const Term &Part) -> const Term * {
    return InsteadOfThreads.lookup(&Part);
  });
}

//===----------------------------------------------------------------------===//
// The host's terms
//===----------------------------------------------------------------------===//

/// The least number that \p Symbol can be, by what the host has tested.
static std::optional<int64_t> leastOf(LaunchTerms::Ref Symbol,
                                      const launches::LaunchConstraint &Said) {
  std::optional<int64_t> Least;
  for (LaunchTerms::Ref T : Said.Holds) {
    const LaunchTerms::Node &N = Said.Terms[T];
    auto Low = N.isLeaf() ? std::nullopt : Said.Terms.constantOf(N.Left);
    if (!Low || N.Right != Symbol ||
        (N.Op != Op::Less && N.Op != Op::LessEqual))
      continue;
    if (base::Checked Here = base::Checked(Low) + (N.Op == Op::Less))
      Least = std::max(Least.value_or(*Here), *Here);
  }
  return Least;
}

void LaunchSpecialization::makeTerms(const launches::LaunchConstraint &Said) {
  for (LaunchTerms::Ref T = 0; T < Said.Terms.size(); ++T) {
    const LaunchTerms::Node &N = Said.Terms[T];
    Of.push_back(N.Op == Op::Constant ? Arena.constant(N.Value)
                 : N.Op == Op::Symbol
                     ? Arena.symbol({leastOf(T, Said), std::nullopt})
                     : combined(N.Op, Of[N.Left], Of[N.Right], Arena));
  }
}

//===----------------------------------------------------------------------===//
// What the host's symbols are
//===----------------------------------------------------------------------===//

const Term *LaunchSpecialization::identity(IdentityKind Kind, unsigned Axis,
                                           Scope UniformAt) {
  return Arena.identity({Kind, uint8_t(Axis), 0, UniformAt, {}});
}

/// What the host has tested comes first: a number of blocks is computed from
/// it.
void LaunchSpecialization::relate(const launches::LaunchConstraint &Said) {
  for (Ref T : Said.Holds) {
    const LaunchTerms::Node &N = Said.Terms[T];
    if (N.Op != Op::Equal)
      continue;
    const LaunchTerms::Node &Left = Said.Terms[N.Left];
    auto Divisor =
        Left.isLeaf() ? std::nullopt : Said.Terms.constantOf(Left.Right);
    if (Left.Op == Op::BitAnd && Divisor && *Divisor > 0 &&
        llvm::isPowerOf2_64(uint64_t(*Divisor) + 1))
      Divisor = base::Checked(Divisor) + 1; // The low bits of a multiple are 0.
    else if (Left.Op != Op::Remainder)
      Divisor.reset();
    if (!Divisor || Said.Terms.constantOf(N.Right) != 0) {
      solve(Of[N.Left], Of[N.Right]);
      continue;
    }
    const Term *Dividend = settled(Of[Left.Left]);
    auto Least = Arena.rangeOf(Dividend).Min;
    const Term *Quotient = Arena.symbol(
        {Least && *Least >= 0 ? std::optional<int64_t>(0) : std::nullopt,
         std::nullopt});
    solve(Dividend, Arena.binary(BO_Mul, Quotient, Arena.constant(*Divisor)));
  }
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    if (Said.Grid[Axis])
      solve(Of[*Said.Grid[Axis]],
            identity(IdentityKind::GridDim, Axis, Scope::Grid));
    if (Said.Block[Axis])
      solve(Of[*Said.Block[Axis]],
            identity(IdentityKind::BlockDim, Axis, Scope::Grid));
  }
}

/// Launches of several grids: the block's number is below that of this one.
void LaunchSpecialization::placeBlocks(const LaunchExtents &Extents) {
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    int64_t Blocks = Extents.Grid[Axis];
    if (!Blocks || Arena.launch().Grid[Axis])
      continue;
    Instead[identity(IdentityKind::GridDim, Axis, Scope::Grid)] =
        Arena.constant(Blocks);
    Instead[identity(IdentityKind::BlockIdx, Axis, Scope::Block)] =
        Arena.symbol({0, Blocks - 1});
  }
}

/// The least of \p Most and the numbers that \p T is tested to be at most.
static std::optional<int64_t>
mostTested(std::optional<int64_t> Most, LaunchTerms::Ref T,
           const launches::LaunchConstraint &Said) {
  for (LaunchTerms::Ref Constraint : Said.Holds) {
    const LaunchTerms::Node &N = Said.Terms[Constraint];
    auto High = N.isLeaf() ? std::nullopt : Said.Terms.constantOf(N.Right);
    if (!High || N.Left != T || (N.Op != Op::Less && N.Op != Op::LessEqual))
      continue;
    if (base::Checked Here = base::Checked(High) - (N.Op == Op::Less))
      Most = std::min(Most.value_or(*Here), *Here);
  }
  return Most;
}

/// The bounds of each of the host's terms.
static std::vector<ValueRange>
rangesOf(const launches::LaunchConstraint &Said) {
  std::vector<ValueRange> Ranges;
  for (LaunchTerms::Ref T = 0; T < Said.Terms.size(); ++T) {
    const LaunchTerms::Node &N = Said.Terms[T];
    ValueRange Here = N.Op == Op::Constant ? ValueRange::of(N.Value)
                      : N.isLeaf()
                          ? ValueRange()
                          : rangeOf(N.Op, Ranges[N.Left], Ranges[N.Right]);
    Here.Max = mostTested(Here.Max, T, Said);
    Ranges.push_back(Here);
  }
  return Ranges;
}

/// Each of as many threads as the launch has in a block: what their index
/// leaves over that number.
void LaunchSpecialization::placeThreads(
    const LaunchExtents &Extents, const launches::LaunchConstraint &Said) {
  int64_t Threads = 1;
  auto Ranges = rangesOf(Said);
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    int64_t Known = Extents.Block[Axis], Most = MaxBlockDim[Axis];
    if (Known)
      Most = Known;
    else if (Said.Block[Axis])
      Most = Ranges[*Said.Block[Axis]].Max.value_or(Most);
    Most = std::clamp<int64_t>(Most, 1, MaxBlockDim[Axis]);
    Threads *= Most;
    if (Most == MaxBlockDim[Axis] || Arena.launch().Block[Axis])
      continue;
    const Term *Index = identity(IdentityKind::ThreadIdx, Axis, Scope::Thread);
    InsteadOfThreads[Index] = Arena.binary(BO_Rem, Index, Arena.constant(Most));
    if (Known)
      InsteadOfThreads[identity(IdentityKind::BlockDim, Axis, Scope::Grid)] =
          Arena.constant(Known);
  }
  if (Threads >= MaxThreadsPerBlock || Arena.launch().blockSize())
    return;
  const Term *Rank =
      identity(IdentityKind::ThreadRankInBlock, 0, Scope::Thread);
  InsteadOfThreads[Rank] = Arena.binary(BO_Rem, Rank, Arena.constant(Threads));
}

const Term *LaunchSpecialization::settled(const Term *T) {
  for (const auto &[Symbol, To] : Bound) {
    TermRewriter Single(Arena);
    T = Single.rewrite(T, [&, S = Symbol, By = To](const Term &Part) {
      return &Part == S ? By : nullptr;
    });
  }
  return T;
}

/// Earlier ones may stand in \p To, later ones not: they are replaced in turn.
void LaunchSpecialization::bind(const Term *Symbol, const Term *To) {
  if (!mentions(To, Symbol))
    Bound.push_back({Symbol, To});
}

void LaunchSpecialization::solve(const Term *T, const Term *Target) {
  std::optional<Equation> Left(std::in_place, settled(T), settled(Target));
  // Each step takes an operation off.
  while (Left) {
    auto [This, That] = *Left;
    if (isa<SymbolTerm>(This))
      return bind(This, That);
    if (const auto *Sum = dyn_cast<LinearTerm>(This))
      Left = solveSum(*Sum, That);
    else if (const auto *Quotient = dyn_cast<BinaryTerm>(This))
      Left = solveQuotient(*Quotient, That);
    else
      return;
  }
}

/// Of `x + rest`: x is what is left of the target. A symbol rather than
/// something that is computed.
std::optional<LaunchSpecialization::Equation>
LaunchSpecialization::solveSum(const LinearTerm &T, const Term *Target) {
  for (bool Symbols : {true, false})
    for (auto [Part, C] : llvm::zip(T.operands(), T.coefficients())) {
      if ((C != 1 && C != -1) || isa<SymbolTerm>(Part) != Symbols)
        continue;
      const Term *Factor = Arena.constant(C),
                 *Rest = Arena.binary(BO_Sub, &T,
                                      Arena.binary(BO_Mul, Part, Factor));
      if (Symbols && mentions(Rest, Part))
        continue;
      return Equation(
          Part,
          Arena.binary(BO_Mul, Arena.binary(BO_Sub, Target, Rest), Factor));
    }
  return std::nullopt;
}

/// Of `x / c`, which is above 0: x is c times that and a rest below c.
std::optional<LaunchSpecialization::Equation>
LaunchSpecialization::solveQuotient(const BinaryTerm &T, const Term *Target) {
  const auto *Divisor = dyn_cast<ConstantTerm>(T.rhs());
  auto Least = Arena.rangeOf(Target).Min;
  if (T.opcode() != BO_Div || !Divisor || Divisor->value() < 1 || !Least ||
      *Least < 1)
    return std::nullopt;
  int64_t C = Divisor->value();
  // A sum of multiples of c and a constant: nothing else is the rest.
  const auto *Sum = dyn_cast<LinearTerm>(T.lhs());
  if (Sum && llvm::all_of(Sum->coefficients(),
                          [&](int64_t Of) { return Of % C == 0; })) {
    int64_t Rest = base::euclideanModulo(Sum->constant(), C);
    const Term *Whole = Arena.binary(BO_Sub, Sum, Arena.constant(Rest));
    return Equation(Arena.binary(BO_Div, Whole, Arena.constant(C)), Target);
  }
  const Term *Rest = C == 1 ? Arena.constant(0) : Arena.symbol({0, C - 1});
  return Equation(T.lhs(),
                  Arena.binary(BO_Add,
                               Arena.binary(BO_Mul, Target, Arena.constant(C)),
                               Rest));
}

} // namespace warplint

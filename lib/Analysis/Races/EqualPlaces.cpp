//===--- EqualPlaces.cpp - What equal addresses have in common ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/EqualPlaces.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace clang;

namespace warplint {

/// The thread whose symbols \p T is made of; 0 if it is of none or of both.
static unsigned ownerOf(const Term *T, QuerySymbols &Symbols) {
  bool OfFirst = Symbols.isOwned(T, 1), OfSecond = Symbols.isOwned(T, 2);
  return OfFirst == OfSecond ? 0 : OfFirst ? 1 : 2;
}

/// \p Own is for thread 1 what \p Other is for thread 2.
static bool areTwins(const Term *Own, const Term *Other,
                     QuerySymbols &Symbols) {
  SymbolSet Of1, Of2;
  Symbols.collect(Own, Of1);
  Symbols.collect(Other, Of2);
  QuerySymbols::Renaming Twins;
  for (const Term *Second : Of2)
    for (const Term *First : Of1) {
      const SymbolInfo &L = Symbols.info(First), &R = Symbols.info(Second);
      if (L.Thread == 1 && R.Thread == 2 && L.K == R.K && L.Of == R.Of &&
          L.Loop == R.Loop && L.Meaning == R.Meaning)
        Twins[Second] = First;
    }
  return Symbols.renamed(Other, Twins) == Own;
}

/// The most that \p Symbol can be where all that \p Holds asks for holds;
/// nothing if it does not say that.
static std::optional<int64_t> mostWhere(const Term *Symbol, const Term *Holds) {
  std::optional<int64_t> Most;
  walkTerms(Holds, [&](const Term &Part) {
    const auto *Op = dyn_cast<BinaryTerm>(&Part);
    if (Op && Op->opcode() == BO_LAnd)
      return Walk::Enter;
    auto Limit = Op ? numberOf(Op->rhs()) : std::nullopt;
    if (Limit && Op->lhs() == Symbol &&
        (Op->opcode() == BO_LT || Op->opcode() == BO_LE)) {
      int64_t Last = Op->opcode() == BO_LT ? *Limit - 1 : *Limit;
      Most = Most ? std::min(*Most, Last) : Last;
    }
    return Walk::Skip;
  });
  return Most;
}

std::optional<QuerySymbols::Renaming>
equalWhere(QuerySymbols &Symbols, const Term *Distance, const Term *Holds) {
  QuerySymbols::Renaming Found;
  if (Distance->isConstant(0))
    return Found;
  const auto *Sum = dyn_cast<LinearTerm>(Distance);
  if (!Sum || Sum->constant() != 0)
    return std::nullopt;
  struct Difference {
    int64_t Weight, Extent;
  };
  llvm::SmallVector<Difference, 8> Parts;
  llvm::ArrayRef<const Term *> Terms = Sum->operands();
  llvm::ArrayRef<int64_t> Weights = Sum->coefficients();
  unsigned Count = Terms.size();
  for (unsigned I = 0; I < Count; ++I) {
    const Term *Own = Terms[I];
    if (ownerOf(Own, Symbols) != 1)
      continue;
    unsigned J = 0;
    while (J < Count &&
           !(Weights[J] == -Weights[I] && areTwins(Own, Terms[J], Symbols)))
      ++J;
    if (J == Count)
      return std::nullopt;
    Found[Terms[J]] = Own;
    // Only the largest may have no known end.
    TermArena::Range R = Symbols.terms().rangeOf(Own);
    int64_t Extent =
        R.Min && R.Max ? *R.Max - *R.Min : std::numeric_limits<int32_t>::max();
    if (auto Most = Holds ? mostWhere(Own, Holds) : std::nullopt; Most && R.Min)
      Extent = std::min(Extent, std::max<int64_t>(*Most - *R.Min, 0));
    Parts.push_back({std::abs(Weights[I]), Extent});
  }
  if (Parts.size() * 2 != Count)
    return std::nullopt;
  llvm::sort(Parts, [](const Difference &L, const Difference &R) {
    return L.Weight < R.Weight;
  });
  int64_t Below = 0;
  for (const Difference &D : Parts) {
    int64_t Most;
    if (D.Weight <= Below || llvm::MulOverflow(D.Weight, D.Extent, Most) ||
        llvm::AddOverflow(Below, Most, Below))
      return std::nullopt;
  }
  return Found;
}

} // namespace warplint

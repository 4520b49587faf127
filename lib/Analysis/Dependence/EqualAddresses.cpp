//===--- EqualAddresses.cpp - What equal addresses have in common ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/EqualAddresses.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Dependence/RowBounds.h"
#include "Analysis/Expr/Summands.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint::dependence {

/// The differences of \p Of that must be 0: each weighs more than all smaller
/// ones and the sum together, or than the range of the rest.
static llvm::ArrayRef<Difference> zerosIn(const Differences &Of) {
  llvm::ArrayRef<Difference> Parts(Of.Parts);
  llvm::SmallVector<int64_t, 8> Most = Of.most();
  auto IsAbove = [](int64_t Number, Near Sum) {
    return Number > 0 && uint64_t(Number) > base::magnitude(Sum.Least) &&
           uint64_t(Number) > base::magnitude(Sum.Most);
  };
  auto IsZero = [&](size_t I) {
    return IsAbove(Parts[I].Weight - (I > 0 ? Most[I - 1] : 0), Of.Sum) ||
           (!Of.FromHere.empty() && IsAbove(Parts[I].Weight, Of.FromHere[I]));
  };
  size_t First = Parts.size();
  while (First > 0 && IsZero(First - 1))
    --First;
  return Parts.drop_front(First);
}

/// \p T is a rest of something that is smaller than the divisor wherever one of
/// \p Limits holds: that; null if it is not known to be.
static const Term *wholeOfRest(const Term *T, llvm::ArrayRef<Limit> Limits,
                               const TermArena &Arena) {
  auto Divided = dividedIn(T, Arena);
  if (!Divided)
    return nullptr;
  auto [Whole, Divisor] = *Divided;
  const Summands Sum(Whole);
  Limit Asked{Sum.Parts, Divisor - Sum.Constant};
  bool IsBelow = llvm::any_of(Limits, [&](const Limit &L) {
    return L.Parts == Asked.Parts && L.Most < Asked.Most;
  });
  return IsBelow ? Whole : nullptr;
}

static void addTo(twothreads::QuerySymbols::Renaming &Twins,
                  const twothreads::QuerySymbols::Renaming &More) {
  for (const auto &Each : More)
    Twins.insert(Each);
}

/// Adds to \p Twins what is equal where rests are that are no less than the
/// whole.
static void addWholes(twothreads::QuerySymbols::Renaming &Twins,
                      twothreads::QuerySymbols &Symbols,
                      llvm::ArrayRef<const Term *> Holds) {
  if (Holds.size() != 2)
    return;
  const TermArena &Arena = Symbols.terms();
  auto Limits1 = limitsIn(Holds[0]), Limits2 = limitsIn(Holds[1]);
  llvm::SmallVector<std::pair<const Term *, const Term *>, 4> Equal;
  for (const auto &[Other, Own] : Twins)
    if (const Term *Whole1 = wholeOfRest(Own, Limits1, Arena))
      if (const Term *Whole2 = wholeOfRest(Other, Limits2, Arena))
        Equal.push_back({Whole1, Whole2});
  for (const auto &[Whole1, Whole2] : Equal)
    if (auto Inner = equalWhere(
            Symbols, Symbols.terms().binary(BO_Sub, Whole1, Whole2), Holds))
      addTo(Twins, Inner->Twins);
}

/// Where both halves of a number are equal by \p Twins, the whole is, and what
/// it is made of.
static void addDivided(twothreads::QuerySymbols::Renaming &Twins,
                       twothreads::QuerySymbols &Symbols,
                       llvm::ArrayRef<Halves> Divided,
                       llvm::ArrayRef<const Term *> Holds) {
  auto AreEqual = [&](const Term *Own, const Term *Other) {
    auto Found = Twins.find(Other);
    return Found != Twins.end() && Found->second == Own;
  };
  for (const Halves &Own : Divided)
    for (const Halves &Other : Divided)
      if (AreEqual(Own.Quotient, Other.Quotient) &&
          AreEqual(Own.Remainder, Other.Remainder))
        if (auto Inner = equalWhere(
                Symbols, Symbols.terms().binary(BO_Sub, Own.Whole, Other.Whole),
                Holds))
          addTo(Twins, Inner->Twins);
}

std::optional<EqualParts> equalWhere(twothreads::QuerySymbols &Symbols,
                                     const Term *Distance,
                                     llvm::ArrayRef<const Term *> Holds,
                                     Near Within) {
  EqualParts Result;
  Result.IsAll = Distance->isConstant();
  if (Result.IsAll)
    return Result;
  const auto *Linear = dyn_cast<LinearTerm>(Distance);
  if (!Linear)
    return std::nullopt;
  for (bool Divides : decompositionsOf(Linear, Symbols.terms())) {
    auto Found = differencesIn(Symbols, Linear, Holds, Within, Divides);
    if (!Found)
      continue;
    llvm::ArrayRef<Difference> Zeros = zerosIn(*Found);
    for (const Difference &Each : Zeros)
      Result.Twins[Each.Twin] = Each.Of;
    addDivided(Result.Twins, Symbols, Found->Divided, Holds);
    Result.IsAll = Zeros.size() == Found->Parts.size();
    if (Result.IsAll)
      break;
  }
  if (Result.Twins.empty())
    return std::nullopt;
  addWholes(Result.Twins, Symbols, Holds);
  return Result;
}

/// Some multiples of the weights of \p Parts, none more often than it can be,
/// add up to \p Rest. \p Most: see `Differences::most`.
static bool reaches(int64_t Rest, llvm::ArrayRef<Difference> Parts,
                    llvm::ArrayRef<int64_t> Most) {
  if (Parts.empty())
    return Rest == 0;
  if (base::magnitude(Rest) > uint64_t(Most.back()))
    return false;
  Difference Top = Parts.back();
  int64_t Below = Parts.size() > 1 ? Most[Parts.size() - 2] : 0;
  // Where they nest, two multiples at most come near enough.
  if (Top.Weight <= Below)
    return true;
  int64_t Near = Rest / Top.Weight;
  for (int64_t Times : {Near - 1, Near, Near + 1}) {
    base::Checked Left = Rest - base::Checked(Times) * Top.Weight;
    if (base::absolute(Times).orElse(0) <= Top.Extent &&
        (!Left || reaches(*Left, Parts.drop_back(), Most.drop_back())))
      return true;
  }
  return false;
}

/// Differences of \p Parts add up to something from \p Sum; \p Most: see
/// `Differences::most`. True where too many sums would have to be tried.
static bool reaches(Near Sum, llvm::ArrayRef<Difference> Parts,
                    llvm::ArrayRef<int64_t> Most, const Limits &Within) {
  if (Parts.empty())
    return Sum.Least <= 0 && Sum.Most >= 0;
  int64_t Step = 0;
  for (const Difference &Each : Parts)
    Step = base::commonDivisor(Step, Each.Weight).orElse(1);
  Sum = {std::max(Sum.Least, -Most.back()), std::min(Sum.Most, Most.back())};
  base::Checked Count = (base::Checked(Sum.Most) - Sum.Least) / Step;
  if (Sum.Least <= Sum.Most &&
      !Within.allows(BudgetId::TriedSums, Count.orElse(INT64_MAX - 1) + 1))
    return true;
  keepMultiples(Sum, Parts);
  for (base::Checked Each = Sum.Least; Each && *Each <= Sum.Most; Each += Step)
    if (reaches(*Each, Parts, Most))
      return true;
  return false;
}

bool areApart(twothreads::QuerySymbols &Symbols, const Term *Distance,
              llvm::ArrayRef<const Term *> Holds, Near Within) {
  if (auto Number = numberOf(Distance))
    return *Number < Within.Least || *Number > Within.Most;
  const auto *Linear = dyn_cast<LinearTerm>(Distance);
  if (!Linear)
    return false;
  for (bool Divides : decompositionsOf(Linear, Symbols.terms())) {
    auto Found = differencesIn(Symbols, Linear, Holds, Within, Divides);
    if (Found && !reaches(Found->Sum, Found->Parts, Found->most(),
                          Symbols.facts().limits()))
      return true;
  }
  return false;
}

} // namespace warplint::dependence

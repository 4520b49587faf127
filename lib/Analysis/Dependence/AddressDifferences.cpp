//===--- AddressDifferences.cpp - How far two places are apart ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/AddressDifferences.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Dependence/RowBounds.h"
#include "Analysis/Expr/Summands.h"
#include "Analysis/Program/DeviceCode.h"
#include "Support/Checked.h"
#include <array>
#include <map>
#include <tuple>

using namespace clang;

namespace warplint::dependence {

/// The thread whose symbols \p T is made of; 0 if it is of none or of both.
static unsigned ownerOf(const Term *T, twothreads::QuerySymbols &Symbols) {
  bool OfFirst = Symbols.isOwned(T, 1), OfSecond = Symbols.isOwned(T, 2);
  return OfFirst == OfSecond ? 0 : OfFirst ? 1 : 2;
}

/// \p Own is for thread 1 what \p Other is for thread 2.
static bool areTwins(const Term *Own, const Term *Other,
                     twothreads::QuerySymbols &Symbols) {
  using Key =
      std::tuple<twothreads::SymbolInfo::Kind, const Term *, const Node *,
                 llvm::StringRef>; // Looked up.
  auto KeyOf = [](const twothreads::SymbolInfo &S) {
    return Key(S.K, S.Of, S.Loop, S.Meaning);
  };
  if (isa<SymbolTerm>(Own) && isa<SymbolTerm>(Other)) // As mostly.
    if (const twothreads::SymbolInfo &First = Symbols.info(Own),
        &Second = Symbols.info(Other);
        First.Thread == 1 && Second.Thread == 2)
      return KeyOf(First) == KeyOf(Second);
  const twothreads::SymbolSet &Of1 = Symbols.symbolsOf(Own),
                              &Of2 = Symbols.symbolsOf(Other);
  // With different numbers of symbols, one of them would have no counterpart.
  if (Of1.size() != Of2.size())
    return false;
  std::map<Key, const Term *> Firsts;
  for (const Term *First : Of1)
    if (const twothreads::SymbolInfo &S = Symbols.info(First); S.Thread == 1)
      Firsts[KeyOf(S)] = First;
  twothreads::QuerySymbols::Renaming Twins;
  for (const Term *Second : Of2)
    if (const twothreads::SymbolInfo &S = Symbols.info(Second); S.Thread == 2)
      if (auto First = Firsts.find(KeyOf(S)); First != Firsts.end())
        Twins[Second] = First->second;
  return Symbols.renamed(Other, Twins) == Own;
}

namespace {

/// A sum that is being rewritten.
class Sum {
public:
  explicit Sum(twothreads::QuerySymbols &Symbols)
      : Symbols(Symbols), Arena(Symbols.terms()) {}

  int64_t Constant = 0;
  struct Part {
    const Term *Of;
    int64_t Weight;
  };
  llvm::SmallVector<Part, 8> Parts;

  void add(const Term *Of, int64_t Weight) {
    auto Known =
        llvm::find_if(Parts, [&](const Part &Each) { return Each.Of == Of; });
    if (Known == Parts.end())
      Known = Parts.insert(Parts.end(), {Of, 0});
    Known->Weight += Weight;
    if (Known->Weight == 0)
      Parts.erase(Known);
  }
  int64_t weightOf(const Term *Of) const {
    for (const Part &Each : Parts)
      if (Each.Of == Of)
        return Each.Weight;
    return 0;
  }
  /// What stands there as quotient and remainder; if \p All, what a remainder
  /// is taken of is made to.
  llvm::SmallVector<Halves, 2> divide(bool All);

private:
  bool divide(const Term *Remainder);

  twothreads::QuerySymbols &Symbols;
  TermArena &Arena;
};

} // namespace

/// Weights that are larger are no addresses, nor pitches that stand for one of
/// which nothing is known.
static constexpr int64_t LargestWeight = int64_t(1) << 56;

static bool isWeight(base::Checked Number) {
  return Number && base::magnitude(*Number) < LargestWeight;
}

std::optional<std::pair<const Term *, int64_t>>
dividedIn(const Term *T, const TermArena &Arena) {
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (!Op || (Op->opcode() != BO_Rem && Op->opcode() != BO_And))
    return std::nullopt;
  bool IsMask = Op->opcode() == BO_And;
  const Term *Whole = Op->lhs();
  auto Number = numberOf(Op->rhs());
  if (IsMask && !Number) {
    Whole = Op->rhs();
    Number = numberOf(Op->lhs());
  }
  if (!Number || *Number <= 0 || *Number >= LargestWeight)
    return std::nullopt;
  int64_t Divisor = IsMask ? *Number + 1 : *Number;
  auto Least = Arena.rangeOf(Whole).Min;
  if (Divisor < 2 || (IsMask && !llvm::isPowerOf2_64(uint64_t(Divisor))) ||
      !Least || *Least < 0)
    return std::nullopt;
  return std::pair(Whole, Divisor);
}

bool Sum::divide(const Term *Remainder) {
  auto Divided = dividedIn(Remainder, Arena);
  if (!Divided)
    return false;
  auto [Whole, Divisor] = *Divided;
  const Summands Added(Whole);
  llvm::SmallVector<Part, 4> Inside;
  for (auto [Of, Weight] : Added.Parts)
    Inside.push_back({Of, Weight});
  // Terms common to both threads may have cancelled out of the sum; a term that
  // is added here for one thread is subtracted for the other.
  auto IsOwn = [&](const Part &Each) { return ownerOf(Each.Of, Symbols) != 0; };
  auto First = llvm::find_if(Inside, IsOwn);
  int64_t Times =
      First == Inside.end()
          ? 0
          : (base::Checked(weightOf(First->Of)) / First->Weight).orElse(0);
  base::Checked Moved = base::Checked(Times) * Added.Constant,
                Weight = base::Checked(Times) * Divisor;
  if (Times == 0 || !isWeight(Moved) || !isWeight(Weight) ||
      llvm::any_of(Inside, [&](const Part &Each) {
        base::Checked Needed = base::Checked(Times) * Each.Weight;
        return !isWeight(Needed) ||
               (IsOwn(Each) && weightOf(Each.Of) != *Needed);
      }))
    return false;
  const Term *Quotient = Arena.binary(BO_Div, Whole, Arena.constant(Divisor));
  // Where that is a number, it is at most what the whole is.
  auto Number = numberOf(Quotient);
  base::Checked Rest =
      Constant - Moved + (Number ? Weight * Number : base::Checked(0));
  if (!Rest)
    return false;
  for (const Part &Each : Inside)
    add(Each.Of, -Times * Each.Weight);
  if (!Number)
    add(Quotient, *Weight);
  add(Remainder, Times);
  Constant = *Rest;
  return true;
}

llvm::SmallVector<Halves, 2> Sum::divide(bool All) {
  // Each division leaves one divisible part less.
  for (size_t I = 0; All && I < Parts.size();)
    I = divide(Parts[I].Of) ? 0 : I + 1;
  llvm::SmallVector<Halves, 2> Result;
  for (const Part &Each : Parts)
    if (auto Divided = dividedIn(Each.Of, Arena)) {
      const Term *Quotient =
          Arena.binary(BO_Div, Divided->first, Arena.constant(Divided->second));
      if (weightOf(Quotient) != 0)
        Result.push_back({Divided->first, Quotient, Each.Of});
    }
  return Result;
}

/// \p L is a part of the distance \p Of, how often.
static std::optional<int64_t> timesOf(const Limit &L, const Differences &Of) {
  std::optional<int64_t> Times;
  for (auto [Part, Factor] : L.Parts) {
    const Difference *Found = Of.find(Part);
    if (!Found || Found->Weight % Factor != 0 ||
        (Times && *Times != Found->Weight / Factor))
      return std::nullopt;
    Times = Found->Weight / Factor;
  }
  return Times;
}

/// What \p Of1 and \p Of2, which say how far the two threads are, show of the
/// differences \p In.
static void bound(Differences &In, llvm::ArrayRef<Limit> Of1,
                  llvm::ArrayRef<Limit> Of2, const TermArena &Arena) {
  for (const Limit &Own : Of1) {
    auto Times = timesOf(Own, In);
    auto Other = llvm::find_if(
        Of2, [&](const Limit &Each) { return Each.Parts == Own.Parts; });
    if (!Times || Other == Of2.end())
      continue;
    int64_t Extent = std::max(Own.Most, Other->Most);
    for (auto [Part, Factor] : Own.Parts) {
      auto Least = Arena.rangeOf(Part).Min;
      if (!Least || *Least != 0)
        Extent = -1;
    }
    base::Checked Most = base::Checked(Extent) * *Times;
    if (Extent < 0 || !Most)
      continue;
    Together Found{{}, *Most};
    for (auto [Part, Factor] : Own.Parts) {
      auto *Alone = const_cast<Difference *>(In.find(Part));
      Alone->Extent = std::min(Alone->Extent, Extent / Factor);
      Found.Of.push_back(Part);
    }
    if (Found.Of.size() > 1)
      In.Bounded.push_back(std::move(Found));
  }
}

/// What the differences \p In have for thread 2 as thread 1 has it, in
/// \p Limits.
static void asOfFirst(llvm::SmallVectorImpl<Limit> &Limits,
                      const Differences &In) {
  for (Limit &Each : Limits)
    for (auto &[Part, Factor] : Each.Parts)
      for (const Difference &D : In.Parts)
        if (D.Twin == Part)
          Part = D.Of;
}

/// The values of \p Of where \p Limits hold.
static TermArena::Range rangeWithin(const Term *Of,
                                    llvm::ArrayRef<Limit> Limits,
                                    const TermArena &Arena) {
  TermArena::Range Result = Arena.rangeOf(Of);
  auto IsNegative = [&](const auto &Part) {
    auto Least = Arena.rangeOf(Part.first).Min;
    return !Least || *Least < 0;
  };
  for (const Limit &Each : Limits)
    for (auto [Part, Factor] : Each.Parts) {
      if (Part != Of || llvm::any_of(Each.Parts, IsNegative))
        continue;
      int64_t Most = Each.Most / Factor;
      if (Most >= *Result.Min && (!Result.Max || Most < *Result.Max))
        Result.Max = Most;
    }
  return Result;
}

/// What \p Part is in the distance leaves less to the differences, and does not
/// say how much less; false if it may be anything.
static bool takeFrom(Near &Sum, const Sum::Part &Part,
                     llvm::ArrayRef<Limit> Limits, const TermArena &Arena) {
  TermArena::Range R = rangeWithin(Part.Of, Limits, Arena);
  if (!R.Min || !R.Max)
    return false;
  bool Falls = Part.Weight < 0;
  base::Checked Least = Sum.Least -
                        base::Checked(Falls ? R.Min : R.Max) * Part.Weight,
                Most = Sum.Most -
                       base::Checked(Falls ? R.Max : R.Min) * Part.Weight;
  if (!Least || !Most)
    return false;
  Sum = {*Least, *Most};
  return true;
}

/// The range of the sum of \p Parts, of one thread: partial sums that \p Limits
/// contains stay within them. Nothing if the sum is unbounded.
static std::optional<Near> sumWithin(llvm::ArrayRef<Sum::Part> Parts,
                                     llvm::ArrayRef<Limit> Limits,
                                     const TermArena &Arena) {
  // Bounds the negated sum: what Parts may amount to is subtracted.
  Near Result;
  llvm::SmallVector<Sum::Part, 8> Rest(Parts);
  auto WeightIn = [&](const Term *Of) {
    for (const Sum::Part &Each : Rest)
      if (Each.Of == Of)
        return Each.Weight;
    return int64_t(0);
  };
  llvm::SmallVector<const Limit *, 4> Longest;
  for (const Limit &Each : Limits)
    Longest.push_back(&Each);
  llvm::stable_sort(Longest, [](const Limit *L, const Limit *R) {
    return L->Parts.size() > R->Parts.size();
  });
  for (const Limit *L : Longest) {
    if (L->Parts.size() < 2 || L->Most < 0)
      continue;
    int64_t Times = WeightIn(L->Parts[0].first) / L->Parts[0].second;
    base::Checked Least = Result.Least - base::Checked(Times) * L->Most;
    if (Times <= 0 || !Least || llvm::any_of(L->Parts, [&](const auto &Part) {
          auto Least = Arena.rangeOf(Part.first).Min;
          return !Least || *Least != 0 ||
                 (base::Checked(Times) * Part.second).orElse(0) !=
                     WeightIn(Part.first);
        }))
      continue;
    Result.Least = *Least;
    llvm::erase_if(Rest, [&](const Sum::Part &Each) {
      return llvm::any_of(
          L->Parts, [&](const auto &Part) { return Part.first == Each.Of; });
    });
  }
  for (const Sum::Part &Each : Rest)
    if (!takeFrom(Result, Each, Limits, Arena))
      return std::nullopt;
  base::Checked Least = -base::Checked(Result.Most),
                Most = -base::Checked(Result.Least);
  return Least && Most ? std::optional(Near{*Least, *Most}) : std::nullopt;
}

/// See `Differences::FromHere`; \p Limits are those of both threads.
static llvm::SmallVector<Near, 8>
sumsFromHere(const Differences &In, const Sum &Whole, Near Within,
             std::array<llvm::ArrayRef<Limit>, 2> Limits,
             twothreads::QuerySymbols &Symbols) {
  llvm::SmallVector<Near, 8> Result;
  for (size_t I = 0; I < In.Parts.size(); ++I) {
    llvm::SmallVector<Sum::Part, 8> Others[2];
    for (const Sum::Part &Each : Whole.Parts) {
      if (llvm::any_of(llvm::ArrayRef(In.Parts).drop_front(I),
                       [&](const Difference &D) {
                         return D.Of == Each.Of || D.Twin == Each.Of;
                       }))
        continue;
      bool OfSecond = ownerOf(Each.Of, Symbols) == 2;
      Others[OfSecond].push_back(
          {Each.Of, OfSecond ? -Each.Weight : Each.Weight});
    }
    auto Sum1 = sumWithin(Others[0], Limits[0], Symbols.terms()),
         Sum2 = sumWithin(Others[1], Limits[1], Symbols.terms());
    if (!Sum1 || !Sum2)
      return {};
    base::Checked Least = base::Checked(Within.Least) - Whole.Constant -
                          Sum1->Most + Sum2->Least,
                  Most = base::Checked(Within.Most) - Whole.Constant -
                         Sum1->Least + Sum2->Most;
    if (!Least || !Most)
      return {};
    Result.push_back({*Least, *Most});
  }
  return Result;
}

void keepMultiples(Near &Sum, llvm::ArrayRef<Difference> Parts) {
  int64_t Common = 0;
  for (const Difference &Each : Parts)
    Common = base::commonDivisor(Common, Each.Weight).orElse(1);
  if (Common <= 1)
    return;
  int64_t Above = base::euclideanModulo(Sum.Least, Common);
  if (Above != 0)
    Sum.Least = (Sum.Least + base::Checked(Common - Above)).orElse(Sum.Least);
  Sum.Most = (Sum.Most - base::Checked(base::euclideanModulo(Sum.Most, Common)))
                 .orElse(Sum.Most);
}

std::optional<Differences> differencesIn(twothreads::QuerySymbols &Symbols,
                                         const LinearTerm *Linear,
                                         llvm::ArrayRef<const Term *> Holds,
                                         Near Within, bool Divides) {
  Sum Whole(Symbols);
  Whole.Constant = Linear->constant();
  for (auto [Of, Weight] :
       llvm::zip(Linear->operands(), Linear->coefficients())) {
    if (!isWeight(Weight))
      return std::nullopt;
    Whole.add(Of, Weight);
  }
  Differences Result;
  Result.Divided = Whole.divide(Divides);
  base::Checked Least = base::Checked(Within.Least) - Whole.Constant,
                Most = base::Checked(Within.Most) - Whole.Constant;
  if (!isWeight(Whole.Constant) || !Least || !Most ||
      !llvm::all_of(Whole.Parts, [](const Sum::Part &Each) {
        return isWeight(Each.Weight);
      }))
    return std::nullopt;
  Result.Sum = {*Least, *Most};
  llvm::SmallVector<const Term *, 8> Twins;
  for (const Sum::Part &Own : Whole.Parts) {
    if (ownerOf(Own.Of, Symbols) != 1)
      continue;
    auto Twin = llvm::find_if(Whole.Parts, [&](const Sum::Part &Other) {
      return Other.Weight == -Own.Weight && areTwins(Own.Of, Other.Of, Symbols);
    });
    if (Twin == Whole.Parts.end())
      continue;
    // Only the largest may have no known end.
    TermArena::Range R = Symbols.terms().rangeOf(Own.Of);
    int64_t Extent = (base::Checked(R.Max) - R.Min)
                         .orElse(std::numeric_limits<int32_t>::max());
    Result.Parts.push_back({std::abs(Own.Weight), Extent, Own.Of, Twin->Of});
    Twins.append({Own.Of, Twin->Of});
  }
  llvm::SmallVector<Limit, 4> Limits1, Limits2;
  if (Holds.size() == 2) {
    Limits1 = limitsIn(Holds[0]);
    Limits2 = limitsIn(Holds[1]);
  }
  for (const Sum::Part &Each : Whole.Parts)
    if (!llvm::is_contained(Twins, Each.Of) &&
        !takeFrom(Result.Sum, Each,
                  ownerOf(Each.Of, Symbols) == 2 ? Limits2 : Limits1,
                  Symbols.terms()))
      return std::nullopt;
  keepMultiples(Result.Sum, Result.Parts);
  llvm::stable_sort(Result.Parts, [](const Difference &L, const Difference &R) {
    return L.Weight < R.Weight;
  });
  if (!Limits1.empty() || !Limits2.empty())
    Result.FromHere =
        sumsFromHere(Result, Whole, Within, {Limits1, Limits2}, Symbols);
  asOfFirst(Limits2, Result);
  bound(Result, Limits1, Limits2, Symbols.terms());
  return Result;
}

llvm::SmallVector<int64_t, 8> Differences::most() const {
  auto MostOf = [](const Difference &D) {
    return (base::Checked(D.Weight) * D.Extent).orElse(Endless);
  };
  llvm::SmallVector<int64_t, 8> Result;
  int64_t Below = 0;
  for (size_t I = 0; I < Parts.size(); ++I) {
    Below = (base::Checked(Below) + MostOf(Parts[I])).orElse(Endless);
    Result.push_back(Below);
    // No part is in two of them that count.
    auto Behind = llvm::ArrayRef(Parts).drop_front(I + 1);
    llvm::SmallVector<const Term *, 8> Counted;
    for (const Together &Each : Bounded) {
      bool Whole = llvm::none_of(Behind, [&](const Difference &Later) {
        return llvm::is_contained(Each.Of, Later.Of);
      });
      if (!Whole || llvm::any_of(Each.Of, [&](const Term *Part) {
            return llvm::is_contained(Counted, Part);
          }))
        continue;
      int64_t Alone = 0;
      for (const Term *Part : Each.Of)
        Alone = (base::Checked(Alone) + MostOf(*find(Part))).orElse(Endless);
      if (Alone <= Each.Most || Result.back() == Endless)
        continue;
      Counted.append(Each.Of.begin(), Each.Of.end());
      Result.back() = (Result.back() - (base::Checked(Alone) - Each.Most))
                          .orElse(Result.back());
    }
  }
  return Result;
}

llvm::ArrayRef<bool> decompositionsOf(const LinearTerm *Sum,
                                      const TermArena &Arena) {
  static constexpr bool Paths[] = {false, true};
  bool HasRest = Sum && llvm::any_of(Sum->operands(), [&](const Term *Part) {
                   return dividedIn(Part, Arena).has_value();
                 });
  return llvm::ArrayRef(Paths).take_front(HasRest ? 2 : 1);
}

} // namespace warplint::dependence

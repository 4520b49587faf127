//===--- AddressDifferences.cpp - How far two places are apart ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/AddressDifferences.h"
#include "Analysis/Expr/LinearSum.h"

using namespace clang;

namespace warplint::dependence {

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The thread whose symbols \p T is made of; 0 if it is of none or of both.
static unsigned ownerOf(const Term *T, twothreads::QuerySymbols &Symbols) {
  bool OfFirst = Symbols.isOwned(T, 1), OfSecond = Symbols.isOwned(T, 2);
  return OfFirst == OfSecond ? 0 : OfFirst ? 1 : 2;
}

/// Weights that are larger are no addresses, nor pitches that stand for one of
/// which nothing is known.
static constexpr int64_t LargestWeight = int64_t(1) << 56;

static bool isWeight(base::Checked Number) {
  return Number && base::magnitude(*Number) < LargestWeight;
}

namespace {

/// `Whole` as `Quotient * Divisor + Remainder`, which the address contains.
struct Halves {
  const Term *Whole, *Quotient, *Remainder;
};

/// A distance that is being rewritten.
struct Spread : LinearSum {
  Spread(const Term *T, twothreads::QuerySymbols &Symbols)
      : LinearSum(T), Symbols(Symbols), Arena(Symbols.terms()) {}

  bool areWeights() const {
    return isWeight(Constant) && llvm::all_of(Parts, [](Summand Each) {
             return isWeight(Each.Factor);
           });
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

bool Spread::divide(const Term *Remainder) {
  auto Divided = dividedIn(Remainder, Arena);
  if (!Divided)
    return false;
  auto [Whole, Divisor] = *Divided;
  LinearSum Inside(Whole);
  // Terms common to both threads may have cancelled out of the sum; a term that
  // is added here for one thread is subtracted for the other.
  auto IsOwn = [&](const Summand &Each) {
    return ownerOf(Each.Of, Symbols) != 0;
  };
  auto *First = llvm::find_if(Inside.Parts, IsOwn);
  int64_t Times = First == Inside.Parts.end()
                      ? 0
                      : factorIn(Parts, First->Of) / First->Factor;
  base::Checked Moved = Inside.Constant * Times,
                Weight = base::Checked(Times) * Divisor;
  if (Times == 0 || !isWeight(Moved) || !isWeight(Weight) ||
      llvm::any_of(Inside.Parts, [&](const Summand &Each) {
        base::Checked Needed = base::Checked(Times) * Each.Factor;
        return !isWeight(Needed) ||
               (IsOwn(Each) && factorIn(Parts, Each.Of) != *Needed);
      }))
    return false;
  const Term *Quotient = Arena.binary(BO_Div, Whole, Arena.constant(Divisor));
  // Where that is a number, it is at most what the whole is.
  auto Number = numberOf(Quotient);
  Constant += (Number ? Weight * Number : base::Checked(0)) - Moved;
  for (const Summand &Each : Inside.Parts)
    addPart(Each.Of, -Times * Each.Factor);
  if (!Number)
    addPart(Quotient, Weight);
  addPart(Remainder, Times);
  return true;
}

llvm::SmallVector<Halves, 2> Spread::divide(bool All) {
  // Each division leaves one divisible part less.
  for (size_t I = 0; All && I < Parts.size();)
    I = divide(Parts[I].Of) ? 0 : I + 1;
  llvm::SmallVector<Halves, 2> Result;
  for (const Summand &Each : Parts)
    if (auto Divided = dividedIn(Each.Of, Arena)) {
      const Term *Quotient =
          Arena.binary(BO_Div, Divided->first, Arena.constant(Divided->second));
      if (factorIn(Parts, Quotient) != 0)
        Result.push_back({Divided->first, Quotient, Each.Of});
    }
  return Result;
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

namespace {

/// A value that both threads have: it differs by at most `Extent` between them,
/// and the difference is multiplied by `Weight`.
struct Difference {
  int64_t Weight, Extent;
  const Term *Of;   ///< The value in thread 1.
  const Term *Twin; ///< The value in thread 2.
  /// The range of the sum of this and all later differences where the accesses
  /// meet, by bounds of each thread on all other parts.
  TermArena::Range FromHere = {};
  int64_t Most = 0; ///< The largest sum of this and all earlier differences.
};

/// A distance as weighted differences of values that both threads have.
struct Differences {
  Near Sum; ///< Range of the sum of `Parts` where accesses meet.
  llvm::SmallVector<Difference, 8> Parts; ///< By weight, the smallest first.
  llvm::SmallVector<Halves, 2> Divided;
};

} // namespace

/// Stands for every number that is too large to be represented.
static constexpr int64_t Endless = std::numeric_limits<int64_t>::max();

/// The values of \p Of where \p Limits hold. \p Differs: only how much they
/// differ matters, and a value without a known end differs by less than 2^31.
static TermArena::Range rangeWithin(const Term *Of,
                                    llvm::ArrayRef<UpperBound> Limits,
                                    bool Differs, const TermArena &Arena) {
  TermArena::Range Result = Arena.rangeOf(Of);
  auto IsNegative = [&](const Summand &Part) {
    auto Least = Arena.rangeOf(Part.Of).Min;
    return !Least || *Least < 0;
  };
  for (const UpperBound &Each : Limits)
    if (int64_t Factor = factorIn(Each.Parts, Of);
        Factor && llvm::none_of(Each.Parts, IsNegative))
      if (int64_t Most = Each.Most / Factor;
          Most >= *Result.Min && (!Result.Max || Most < *Result.Max))
        Result.Max = Most;
  if (Differs && !Result.Max) {
    Result.Min = Result.Min.value_or(0);
    Result.Max =
        base::Checked(Result.Min) + std::numeric_limits<int32_t>::max();
  } else if (Differs && !Result.Min) {
    Result.Min =
        base::Checked(Result.Max) - std::numeric_limits<int32_t>::max();
  }
  return Result;
}

/// The range of the sum of \p Parts, of one thread: partial sums that \p Limits
/// contains stay within them. \p Differs: see `rangeWithin`.
static TermArena::Range
sumWithin(SummandList Parts, llvm::ArrayRef<UpperBound> Limits,
          llvm::function_ref<bool(const Term *)> Differs,
          const TermArena &Arena) {
  base::Checked Least = 0, Most = 0;
  for (const UpperBound &L : Limits) {
    if (L.Parts.size() < 2 || L.Most < 0)
      continue;
    int64_t Times = factorIn(Parts, L.Parts[0].Of) / L.Parts[0].Factor;
    if (Times == 0 || llvm::any_of(L.Parts, [&](const Summand &Part) {
          auto Min = Arena.rangeOf(Part.Of).Min;
          return !Min || *Min != 0 ||
                 (base::Checked(Times) * Part.Factor).orElse(0) !=
                     factorIn(Parts, Part.Of);
        }))
      continue;
    (Times > 0 ? Most : Least) += base::Checked(Times) * L.Most;
    llvm::erase_if(Parts, [&](const Summand &Each) {
      return factorIn(L.Parts, Each.Of) != 0;
    });
  }
  for (auto [Of, Factor] : Parts) {
    TermArena::Range R = rangeWithin(Of, Limits, Differs(Of), Arena);
    if (Factor < 0)
      std::swap(R.Min, R.Max);
    Least += base::Checked(R.Min) * Factor;
    Most += base::Checked(R.Max) * Factor;
  }
  return {Least, Most};
}

/// Narrows \p Sum to the multiples of the common divisor of all weights of
/// \p Parts.
static void keepMultiples(Near &Sum, llvm::ArrayRef<Difference> Parts) {
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

/// Bounds on sums in thread 1 and in thread 2.
using BothLimits = std::array<llvm::SmallVector<UpperBound, 4>, 2>;

static BothLimits limitsOf(llvm::ArrayRef<const Term *> Holds) {
  BothLimits Result;
  for (auto [Each, Of] : llvm::zip(Result, Holds))
    Each = upperBoundsIn(Of);
  return Result;
}

/// Decomposes the distance \p Sum, for accesses that meet \p Within. Nothing if
/// a value in it is unbounded. \p Divides: one of `decompositionsOf`.
static std::optional<Differences>
differencesIn(twothreads::QuerySymbols &Symbols, const Term *Sum,
              const BothLimits &Limits, Near Within, bool Divides) {
  Spread Whole(Sum, Symbols);
  Differences Result;
  Result.Divided = Whole.divide(Divides);
  if (!Whole.areWeights())
    return std::nullopt;
  // The values of each thread, as often as they count for it.
  SummandList Of[2];
  for (auto [Part, Factor] : Whole.Parts)
    if (ownerOf(Part, Symbols) == 2)
      Of[1].push_back({Part, -Factor});
    else
      Of[0].push_back({Part, Factor});
  for (const Summand &Own : Of[0]) {
    auto *Twin = llvm::find_if(Of[1], [&](const Summand &Other) {
      return Other.Factor == Own.Factor && Symbols.areTwins(Own.Of, Other.Of);
    });
    if (Twin == Of[1].end() || ownerOf(Own.Of, Symbols) != 1)
      continue;
    auto R1 = rangeWithin(Own.Of, Limits[0], true, Symbols.terms()),
         R2 = rangeWithin(Twin->Of, Limits[1], true, Symbols.terms());
    base::Checked Up = base::Checked(R1.Max) - R2.Min,
                  Down = base::Checked(R2.Max) - R1.Min;
    Result.Parts.push_back({std::abs(Own.Factor),
                            std::max(Up.orElse(Endless), Down.orElse(Endless)),
                            Own.Of, Twin->Of});
  }
  llvm::stable_sort(Result.Parts, [](const Difference &L, const Difference &R) {
    return L.Weight < R.Weight;
  });
  // 1 for the smallest difference; 0 for what is none.
  llvm::SmallDenseMap<const Term *, size_t, 8> Ranks;
  for (auto [I, Each] : llvm::enumerate(Result.Parts))
    Ranks[Each.Of] = Ranks[Each.Twin] = I + 1;
  auto SumOf = [&](size_t First, size_t Last) -> TermArena::Range {
    TermArena::Range Sums[2];
    for (unsigned I : {0u, 1u}) {
      SummandList Parts;
      llvm::copy_if(Of[I], std::back_inserter(Parts), [&](const Summand &Each) {
        size_t Rank = Ranks.lookup(Each.Of);
        return First <= Rank && Rank <= Last;
      });
      Sums[I] = sumWithin(
          std::move(Parts), Limits[I],
          [&](const Term *T) { return Ranks.lookup(T) != 0; }, Symbols.terms());
    }
    return {base::Checked(Sums[0].Min) - Sums[1].Max,
            base::Checked(Sums[0].Max) - Sums[1].Min};
  };
  auto RestOf = [&](size_t Rank) -> TermArena::Range {
    TermArena::Range Others = SumOf(0, Rank);
    return {Within.Least - Whole.Constant - Others.Max,
            Within.Most - Whole.Constant - Others.Min};
  };
  TermArena::Range All = RestOf(0);
  if (!All.Min || !All.Max)
    return std::nullopt;
  Result.Sum = {*All.Min, *All.Max};
  for (auto [I, Each] : llvm::enumerate(Result.Parts)) {
    Each.FromHere = RestOf(I);
    TermArena::Range Earlier = SumOf(1, I + 1);
    Each.Most = std::max((-base::Checked(Earlier.Min)).orElse(Endless),
                         Earlier.Max.value_or(Endless));
  }
  return Result;
}

/// The ways to decompose \p Sum: keeping remainders as they are (false), or
/// also replacing them by `Whole - Quotient * Divisor` (true). Only false if
/// \p Sum contains no remainder.
static llvm::ArrayRef<bool> decompositionsOf(const Term *Sum,
                                             const TermArena &Arena) {
  static constexpr bool Paths[] = {false, true};
  bool HasRest = llvm::any_of(Sum->operands(), [&](const Term *Part) {
    return dividedIn(Part, Arena).has_value();
  });
  return llvm::ArrayRef(Paths).take_front(HasRest ? 2 : 1);
}

//===----------------------------------------------------------------------===//
// What addresses that meet have in common
//===----------------------------------------------------------------------===//

/// The differences of \p Of that must be 0: each weighs more than the range of
/// the sum of it and all larger ones.
static llvm::ArrayRef<Difference> zerosIn(const Differences &Of) {
  auto IsZero = [](const Difference &D) {
    auto IsBelow = [&](std::optional<int64_t> End) {
      return End && base::magnitude(*End) < uint64_t(D.Weight);
    };
    return IsBelow(D.FromHere.Min) && IsBelow(D.FromHere.Max);
  };
  llvm::ArrayRef<Difference> Parts(Of.Parts);
  while (!Parts.empty() && IsZero(Parts.back()))
    Parts = Parts.drop_back();
  return llvm::ArrayRef(Of.Parts).drop_front(Parts.size());
}

/// \p T is a rest of something that is smaller than the divisor wherever one of
/// \p Limits holds: that; null if it is not known to be.
static const Term *wholeOfRest(const Term *T, llvm::ArrayRef<UpperBound> Limits,
                               const TermArena &Arena) {
  auto Divided = dividedIn(T, Arena);
  if (!Divided)
    return nullptr;
  auto [Whole, Divisor] = *Divided;
  LinearSum Sum(Whole);
  base::Checked End = Divisor - Sum.Constant;
  bool IsBelow = llvm::any_of(Limits, [&](const UpperBound &L) {
    return L.Parts == Sum.Parts && End && L.Most < *End;
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
  const TermArena &Arena = Symbols.terms();
  BothLimits Limits = limitsOf(Holds);
  llvm::SmallVector<std::pair<const Term *, const Term *>, 4> Equal;
  for (const auto &[Other, Own] : Twins)
    if (const Term *Whole1 = wholeOfRest(Own, Limits[0], Arena))
      if (const Term *Whole2 = wholeOfRest(Other, Limits[1], Arena))
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
  if (!isa<LinearTerm>(Distance))
    return std::nullopt;
  BothLimits Limits = limitsOf(Holds);
  for (bool Divides : decompositionsOf(Distance, Symbols.terms())) {
    auto Found = differencesIn(Symbols, Distance, Limits, Within, Divides);
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

/// Differences of \p Parts add up to something in \p Sum. True where too many
/// multiples of one weight would have to be tried.
static bool reaches(Near Sum, llvm::ArrayRef<Difference> Parts,
                    const Limits &Within) {
  if (Parts.empty())
    return Sum.Least <= 0 && Sum.Most >= 0;
  const Difference &Top = Parts.back();
  Sum = {std::max(Sum.Least, -Top.Most), std::min(Sum.Most, Top.Most)};
  keepMultiples(Sum, Parts);
  Parts = Parts.drop_back();
  const int64_t Below = Parts.empty() ? 0 : Parts.back().Most;
  if (Sum.Least > Sum.Most)
    return false;
  // Smaller ones fill the gaps.
  if (Top.Weight <= Below)
    return true;
  base::Checked Least = (base::Checked(Sum.Least) - Below) / Top.Weight,
                Most = (base::Checked(Sum.Most) + Below) / Top.Weight;
  if (!Least || !Most)
    return true;
  int64_t First = std::max(*Least, -Top.Extent),
          Last = std::min(*Most, Top.Extent);
  if (First <= Last &&
      !Within.allows(BudgetId::TriedSums, uint64_t(Last) - uint64_t(First) + 1))
    return true;
  for (int64_t Times = First; Times <= Last; ++Times)
    if (reaches({Sum.Least - Times * Top.Weight, Sum.Most - Times * Top.Weight},
                Parts, Within))
      return true;
  return false;
}

bool areApart(twothreads::QuerySymbols &Symbols, const Term *Distance,
              llvm::ArrayRef<const Term *> Holds, Near Within) {
  if (auto Number = numberOf(Distance))
    return *Number < Within.Least || *Number > Within.Most;
  if (!isa<LinearTerm>(Distance))
    return false;
  BothLimits Limits = limitsOf(Holds);
  return llvm::any_of(
      decompositionsOf(Distance, Symbols.terms()), [&](bool Divides) {
        auto Found = differencesIn(Symbols, Distance, Limits, Within, Divides);
        return Found &&
               !reaches(Found->Sum, Found->Parts, Symbols.facts().limits());
      });
}

} // namespace warplint::dependence

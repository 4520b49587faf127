//===--- EqualPlaces.cpp - What equal addresses have in common ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/EqualPlaces.h"
#include "Analysis/Races/RowLimits.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <map>
#include <tuple>

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
  using Key = std::tuple<SymbolInfo::Kind, const Term *, const Node *,
                         llvm::StringRef>; // Looked up.
  auto KeyOf = [](const SymbolInfo &S) {
    return Key(S.K, S.Of, S.Loop, S.Meaning);
  };
  if (isa<SymbolTerm>(Own) && isa<SymbolTerm>(Other)) // As mostly.
    if (const SymbolInfo &First = Symbols.info(Own),
        &Second = Symbols.info(Other);
        First.Thread == 1 && Second.Thread == 2)
      return KeyOf(First) == KeyOf(Second);
  SymbolSet Of1, Of2;
  Symbols.collect(Own, Of1);
  Symbols.collect(Other, Of2);
  // Each has as many, or one of them would be left.
  if (Of1.size() != Of2.size())
    return false;
  std::map<Key, const Term *> Firsts;
  for (const Term *First : Of1)
    if (const SymbolInfo &S = Symbols.info(First); S.Thread == 1)
      Firsts[KeyOf(S)] = First;
  QuerySymbols::Renaming Twins;
  for (const Term *Second : Of2)
    if (const SymbolInfo &S = Symbols.info(Second); S.Thread == 2)
      if (auto First = Firsts.find(KeyOf(S)); First != Firsts.end())
        Twins[Second] = First->second;
  return Symbols.renamed(Other, Twins) == Own;
}

namespace {

/// A number of the whole as a place says it: `q * Divisor + r` is both.
struct Halves {
  const Term *Whole, *Quotient, *Remainder;
};

/// A sum that is being rewritten.
class Sum {
public:
  explicit Sum(QuerySymbols &Symbols)
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

  QuerySymbols &Symbols;
  TermArena &Arena;
};

} // namespace

/// Weights that are larger are no addresses.
static constexpr int64_t MaxWeight = int64_t(1) << 40;

/// \p T is the rest of what, divided by what; nothing if it is no rest.
static std::optional<std::pair<const Term *, int64_t>>
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
  if (!Number || *Number <= 0 || *Number >= MaxWeight)
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
  llvm::SmallVector<Part, 4> Inside{{Whole, 1}};
  int64_t Offset = 0;
  if (const auto *Linear = dyn_cast<LinearTerm>(Whole)) {
    Inside.clear();
    Offset = Linear->constant();
    for (auto [Of, Weight] :
         llvm::zip(Linear->operands(), Linear->coefficients()))
      Inside.push_back({Of, Weight});
  }
  // What both threads share may be gone from the sum; what is taken out of it
  // for one of them comes back with the other.
  auto IsOwn = [&](const Part &Each) { return ownerOf(Each.Of, Symbols) != 0; };
  auto First = llvm::find_if(Inside, IsOwn);
  int64_t Weight;
  int64_t Times =
      First == Inside.end() ? 0 : weightOf(First->Of) / First->Weight;
  if (Times == 0 || std::abs(Offset) >= MaxWeight ||
      std::abs(Times) >= MaxWeight ||
      llvm::MulOverflow(Times, Divisor, Weight) ||
      llvm::any_of(Inside, [&](const Part &Each) {
        int64_t Needed;
        return llvm::MulOverflow(Times, Each.Weight, Needed) ||
               (IsOwn(Each) && weightOf(Each.Of) != Needed);
      }))
    return false;
  for (const Part &Each : Inside)
    add(Each.Of, -Times * Each.Weight);
  const Term *Quotient = Arena.binary(BO_Div, Whole, Arena.constant(Divisor));
  if (auto Number = numberOf(Quotient))
    Constant += Weight * *Number;
  else
    add(Quotient, Weight);
  add(Remainder, Times);
  Constant -= Times * Offset;
  return true;
}

llvm::SmallVector<Halves, 2> Sum::divide(bool All) {
  // Each division leaves one part less that could be divided.
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

namespace {

/// By how much what is the threads' own can differ, and how much that weighs.
struct Difference {
  int64_t Weight, Extent;
  const Term *Of; ///< Of thread 1.
};

/// Some differences together come to less than each for itself.
struct Together {
  llvm::SmallVector<const Term *, 4> Of;
  int64_t Most; ///< Weighed.
};

/// A distance as differences of what is the threads' own.
struct Differences {
  int64_t Constant = 0;
  llvm::SmallVector<Difference, 8> Parts; ///< From the smallest weight.
  llvm::SmallVector<Together, 2> Bounded;
  /// What thread 2 has, with what thread 1 has there.
  QuerySymbols::Renaming Twins;
  llvm::SmallVector<Halves, 2> Divided;

  const Difference *find(const Term *Of) const {
    auto Found = llvm::find_if(
        Parts, [&](const Difference &Each) { return Each.Of == Of; });
    return Found == Parts.end() ? nullptr : &*Found;
  }
};

} // namespace

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

/// What \p Of1 and \p Of2, which say how far the two threads come, tell of the
/// differences \p In.
static void bound(Differences &In, llvm::ArrayRef<Limit> Of1,
                  llvm::ArrayRef<Limit> Of2, const TermArena &Arena) {
  for (const Limit &Own : Of1) {
    auto Times = timesOf(Own, In);
    auto Other = llvm::find_if(Of2, [&](const Limit &Each) {
      return Each.Parts == Own.Parts;
    });
    if (!Times || Other == Of2.end())
      continue;
    int64_t Extent = std::max(Own.Most, Other->Most), Most;
    for (auto [Part, Factor] : Own.Parts) {
      auto Least = Arena.rangeOf(Part).Min;
      if (!Least || *Least != 0)
        Extent = -1;
    }
    if (Extent < 0 || llvm::MulOverflow(Extent, *Times, Most))
      continue;
    Together Found{{}, Most};
    for (auto [Part, Factor] : Own.Parts) {
      auto *Alone = const_cast<Difference *>(In.find(Part));
      Alone->Extent = std::min(Alone->Extent, Extent / Factor);
      Found.Of.push_back(Part);
    }
    if (Found.Of.size() > 1)
      In.Bounded.push_back(std::move(Found));
  }
}

/// What \p Twins has for thread 2 as thread 1 has it, in \p Limits.
static void asOfFirst(llvm::SmallVectorImpl<Limit> &Limits,
                      const QuerySymbols::Renaming &Twins) {
  for (Limit &Each : Limits)
    for (auto &[Part, Factor] : Each.Parts)
      if (auto Found = Twins.find(Part); Found != Twins.end())
        Part = Found->second;
}

/// \p Divides: see `Sum::divide`.
static std::optional<Differences>
differencesIn(QuerySymbols &Symbols, const LinearTerm *Linear,
              llvm::ArrayRef<const Term *> Holds, bool Divides) {
  Sum Whole(Symbols);
  Whole.Constant = Linear->constant();
  for (auto [Of, Weight] :
       llvm::zip(Linear->operands(), Linear->coefficients())) {
    if (std::abs(Weight) >= MaxWeight)
      return std::nullopt;
    Whole.add(Of, Weight);
  }
  Differences Result;
  Result.Divided = Whole.divide(Divides);
  Result.Constant = Whole.Constant;
  for (const Sum::Part &Own : Whole.Parts) {
    if (ownerOf(Own.Of, Symbols) != 1)
      continue;
    auto Twin = llvm::find_if(Whole.Parts, [&](const Sum::Part &Other) {
      return Other.Weight == -Own.Weight && areTwins(Own.Of, Other.Of, Symbols);
    });
    if (Twin == Whole.Parts.end())
      return std::nullopt;
    Result.Twins[Twin->Of] = Own.Of;
    // Only the largest may have no known end.
    TermArena::Range R = Symbols.terms().rangeOf(Own.Of);
    int64_t Extent =
        R.Min && R.Max ? *R.Max - *R.Min : std::numeric_limits<int32_t>::max();
    Result.Parts.push_back({std::abs(Own.Weight), Extent, Own.Of});
  }
  if (Result.Parts.size() * 2 != Whole.Parts.size())
    return std::nullopt;
  if (Holds.size() == 2) {
    auto Limits1 = limitsIn(Holds[0]), Limits2 = limitsIn(Holds[1]);
    asOfFirst(Limits2, Result.Twins);
    bound(Result, Limits1, Limits2, Symbols.terms());
  }
  llvm::stable_sort(Result.Parts, [](const Difference &L, const Difference &R) {
    return L.Weight < R.Weight;
  });
  return Result;
}

/// The most that each of the parts of \p Of and all before it come to; nothing
/// if that is no number.
static std::optional<llvm::SmallVector<int64_t, 8>>
mostOf(const Differences &Of) {
  llvm::SmallVector<int64_t, 8> Result;
  int64_t Below = 0;
  for (size_t I = 0; I < Of.Parts.size(); ++I) {
    const Difference &D = Of.Parts[I];
    int64_t Most;
    if (llvm::MulOverflow(D.Weight, D.Extent, Most) ||
        llvm::AddOverflow(Below, Most, Below))
      return std::nullopt;
    Result.push_back(Below);
    // No part is in two of them that count.
    auto Behind = llvm::ArrayRef(Of.Parts).drop_front(I + 1);
    llvm::SmallVector<const Term *, 8> Counted;
    for (const Together &Each : Of.Bounded) {
      bool Whole = llvm::none_of(Behind, [&](const Difference &Later) {
        return llvm::is_contained(Each.Of, Later.Of);
      });
      if (!Whole || llvm::any_of(Each.Of, [&](const Term *Part) {
            return llvm::is_contained(Counted, Part);
          }))
        continue;
      int64_t Alone = 0;
      for (const Term *Part : Each.Of)
        Alone += Of.find(Part)->Weight * Of.find(Part)->Extent;
      if (Alone <= Each.Most)
        continue;
      Counted.append(Each.Of.begin(), Each.Of.end());
      Result.back() -= Alone - Each.Most;
    }
  }
  return Result;
}

/// Equal only if all that differs is: each weighs more than all smaller ones.
static bool nest(const Differences &Of) {
  auto Most = mostOf(Of);
  for (size_t I = 0; Most && I < Of.Parts.size(); ++I)
    if (Of.Parts[I].Weight <= (I > 0 ? (*Most)[I - 1] : 0))
      return false;
  return Most.has_value();
}

/// \p T is a rest of something that is smaller than the divisor wherever one of
/// \p Limits holds: that; null if it is not known to be.
static const Term *wholeOfRest(const Term *T, llvm::ArrayRef<Limit> Limits,
                               const TermArena &Arena) {
  auto Divided = dividedIn(T, Arena);
  if (!Divided)
    return nullptr;
  auto [Whole, Divisor] = *Divided;
  const auto *Sum = dyn_cast<LinearTerm>(Whole);
  Limit Asked{{{Whole, 1}}, Divisor};
  if (Sum) {
    Asked = {{}, Divisor - Sum->constant()};
    for (auto [Of, Times] : llvm::zip(Sum->operands(), Sum->coefficients()))
      Asked.Parts.push_back({Of, Times});
  }
  bool IsBelow = llvm::any_of(Limits, [&](const Limit &L) {
    return L.Parts == Asked.Parts && L.Most < Asked.Most;
  });
  return IsBelow ? Whole : nullptr;
}

/// Adds to \p Twins what is equal where rests are that are no less than the
/// whole.
static void addWholes(QuerySymbols::Renaming &Twins, QuerySymbols &Symbols,
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
  // Only looked up: their order makes no difference.
  for (const auto &[Whole1, Whole2] : Equal)
    if (auto Inner = equalWhere(
            Symbols, Symbols.terms().binary(BO_Sub, Whole1, Whole2), Holds))
      Twins.insert(Inner->begin(), Inner->end());
}

/// The ways to read \p Sum; without a rest in it they are one.
static llvm::ArrayRef<bool> waysToDivide(const LinearTerm *Sum,
                                         const TermArena &Arena) {
  static constexpr bool Ways[] = {false, true};
  bool HasRest = Sum && llvm::any_of(Sum->operands(), [&](const Term *Part) {
                   return dividedIn(Part, Arena).has_value();
                 });
  return llvm::ArrayRef(Ways).take_front(HasRest ? 2 : 1);
}

std::optional<QuerySymbols::Renaming>
equalWhere(QuerySymbols &Symbols, const Term *Distance,
           llvm::ArrayRef<const Term *> Holds) {
  if (Distance->isConstant(0))
    return QuerySymbols::Renaming();
  const auto *Linear = dyn_cast<LinearTerm>(Distance);
  std::optional<Differences> Found;
  for (bool Divides : waysToDivide(Linear, Symbols.terms())) {
    if (Linear && !Found)
      Found = differencesIn(Symbols, Linear, Holds, Divides);
    if (Found && (Found->Constant != 0 || !nest(*Found)))
      Found = std::nullopt;
  }
  if (!Found)
    return std::nullopt;
  // Where both halves are equal the whole is, and what it is made of.
  for (const Halves &Own : Found->Divided)
    for (const Halves &Other : Found->Divided)
      if (auto Quotient = Found->Twins.find(Other.Quotient),
          Remainder = Found->Twins.find(Other.Remainder);
          Quotient != Found->Twins.end() && Quotient->second == Own.Quotient &&
          Remainder != Found->Twins.end() && Remainder->second == Own.Remainder)
        if (auto Inner = equalWhere(
                Symbols, Symbols.terms().binary(BO_Sub, Own.Whole, Other.Whole),
                Holds))
          Found->Twins.insert(Inner->begin(), Inner->end());
  addWholes(Found->Twins, Symbols, Holds);
  return std::move(Found->Twins);
}

/// Some multiples of the weights of \p Parts, none more often than it can be,
/// come to \p Rest. \p Most: see `mostOf`.
static bool reaches(int64_t Rest, llvm::ArrayRef<Difference> Parts,
                    llvm::ArrayRef<int64_t> Most) {
  if (Parts.empty())
    return Rest == 0;
  if (std::abs(Rest) > Most.back())
    return false;
  Difference Top = Parts.back();
  int64_t Below = Parts.size() > 1 ? Most[Parts.size() - 2] : 0;
  // Where they nest, two multiples at most come near enough.
  if (Top.Weight <= Below)
    return true;
  int64_t Near = Rest / Top.Weight;
  for (int64_t Times : {Near - 1, Near, Near + 1})
    if (std::abs(Times) <= Top.Extent &&
        reaches(Rest - Times * Top.Weight, Parts.drop_back(), Most.drop_back()))
      return true;
  return false;
}

bool areApart(QuerySymbols &Symbols, const Term *Distance,
              llvm::ArrayRef<const Term *> Holds) {
  const auto *Linear = dyn_cast<LinearTerm>(Distance);
  for (bool Divides : waysToDivide(Linear, Symbols.terms())) {
    auto Found = Linear ? differencesIn(Symbols, Linear, Holds, Divides)
                        : std::nullopt;
    auto Most = Found ? mostOf(*Found) : std::nullopt;
    if (Most && !reaches(-Found->Constant, Found->Parts, *Most))
      return true;
  }
  return false;
}

} // namespace warplint

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
  SymbolSet Of1, Of2;
  Symbols.collect(Own, Of1);
  Symbols.collect(Other, Of2);
  // Each has as many, or one of them would be left.
  if (Of1.size() != Of2.size())
    return false;
  using Key = std::tuple<SymbolInfo::Kind, const Term *, const Node *,
                         llvm::StringRef>; // Looked up.
  auto KeyOf = [](const SymbolInfo &S) {
    return Key(S.K, S.Of, S.Loop, S.Meaning);
  };
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
};

/// A distance as differences of what is the threads' own.
struct Differences {
  int64_t Constant = 0;
  llvm::SmallVector<Difference, 8> Parts; ///< From the smallest weight.
  /// What thread 2 has, with what thread 1 has there.
  QuerySymbols::Renaming Twins;
  llvm::SmallVector<Halves, 2> Divided;
};

} // namespace

/// \p Divides: see `Sum::divide`.
static std::optional<Differences> differencesIn(QuerySymbols &Symbols,
                                                const LinearTerm *Linear,
                                                const Term *Holds,
                                                bool Divides) {
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
    if (auto Most = Holds ? mostWhere(Own.Of, Holds) : std::nullopt;
        Most && R.Min)
      Extent = std::min(Extent, std::max<int64_t>(*Most - *R.Min, 0));
    Result.Parts.push_back({std::abs(Own.Weight), Extent});
  }
  if (Result.Parts.size() * 2 != Whole.Parts.size())
    return std::nullopt;
  llvm::stable_sort(Result.Parts, [](const Difference &L, const Difference &R) {
    return L.Weight < R.Weight;
  });
  return Result;
}

/// The most that each of \p Parts and all before it come to; nothing if that is
/// no number.
static std::optional<llvm::SmallVector<int64_t, 8>>
mostOf(llvm::ArrayRef<Difference> Parts) {
  llvm::SmallVector<int64_t, 8> Result;
  int64_t Below = 0;
  for (const Difference &D : Parts) {
    int64_t Most;
    if (llvm::MulOverflow(D.Weight, D.Extent, Most) ||
        llvm::AddOverflow(Below, Most, Below))
      return std::nullopt;
    Result.push_back(Below);
  }
  return Result;
}

/// Equal only if all that differs is: each weighs more than all smaller ones.
static bool nest(llvm::ArrayRef<Difference> Parts) {
  auto Most = mostOf(Parts);
  for (size_t I = 0; Most && I < Parts.size(); ++I)
    if (Parts[I].Weight <= (I > 0 ? (*Most)[I - 1] : 0))
      return false;
  return Most.has_value();
}

std::optional<QuerySymbols::Renaming>
equalWhere(QuerySymbols &Symbols, const Term *Distance, const Term *Holds) {
  if (Distance->isConstant(0))
    return QuerySymbols::Renaming();
  const auto *Linear = dyn_cast<LinearTerm>(Distance);
  std::optional<Differences> Found;
  for (bool Divides : {false, true}) {
    if (Linear && !Found)
      Found = differencesIn(Symbols, Linear, Holds, Divides);
    if (Found && (Found->Constant != 0 || !nest(Found->Parts)))
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

bool areApart(QuerySymbols &Symbols, const Term *Distance) {
  const auto *Linear = dyn_cast<LinearTerm>(Distance);
  for (bool Divides : {false, true}) {
    auto Found = Linear ? differencesIn(Symbols, Linear, nullptr, Divides)
                        : std::nullopt;
    auto Most = Found ? mostOf(Found->Parts) : std::nullopt;
    if (Most && !reaches(-Found->Constant, Found->Parts, *Most))
      return true;
  }
  return false;
}

} // namespace warplint

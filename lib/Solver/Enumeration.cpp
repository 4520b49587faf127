//===--- Enumeration.cpp - Questions decided by trying all values ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/Enumeration.h"
#include "Planted/Faults.h"
#include "Support/Checked.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

namespace warplint::solver {

namespace {

/// Sides that an expression is made of, as bits.
enum : uint8_t { OfNone = 0, OfFirst = 1, OfSecond = 2, OfBoth = 3 };

/// Steps of putting one choice of values into a table, or of looking one up.
constexpr unsigned StepsPerEntry = 10;

/// One operation on values of expressions, made to be done often.
struct Instruction {
  Operator Kind;
  IntegerType To; ///< Of Truncate.
  uint32_t Result, Operands[3];
};

/// Expressions that are computed together, operands first.
class Program {
public:
  void add(const Query::Expression &E, Query::Ref R);
  /// Into \p Values, by expression, which holds the operands' values and those
  /// of symbols and constants. False if something is not defined: nothing
  /// overflows, for the query is bounded.
  bool run(std::vector<int64_t> &Values) const;
  size_t size() const { return Code.size(); }

private:
  std::vector<Instruction> Code;
};

/// The symbols of one side and the requirements on them, given values of the
/// shared symbols.
struct Group {
  struct Domain {
    unsigned Symbol;
    std::vector<int64_t> Values;
  };
  std::vector<Domain> Domains;
  Program Parts;                  ///< What the truths and keys are made of.
  std::vector<Query::Ref> Truths; ///< Those that must hold.

  /// Combinations of values; saturated.
  uint64_t size() const {
    uint64_t Product = 1;
    for (const Domain &D : Domains)
      Product = llvm::SaturatingMultiply<uint64_t>(Product, D.Values.size());
    return Product;
  }
  uint64_t cost() const {
    return llvm::SaturatingMultiply<uint64_t>(size(),
                                              Parts.size() + StepsPerEntry);
  }
};

class Enumeration {
public:
  Enumeration(const Query &Q, llvm::ArrayRef<Side> Of, unsigned &Steps)
      : Q(Q), Of(Of), Steps(Steps), Values(Q.expressions().size(), 0),
        Masks(Q.expressions().size(), OfNone),
        Only(Q.expressions().size(), None) {
    for (size_t I = 0; I < Values.size(); ++I)
      if (Q.expressions()[I].Kind == Operator::Constant)
        Values[I] = Q.expressions()[I].Value;
    for (const Query::Symbol &S : Q.symbols())
      Values[S.At] = S.Min;
  }

  SolverAnswer run();

private:
  using Ref = Query::Ref;
  static constexpr int None = -1, Several = -2;
  /// Values of one symbol within its bounds.
  static constexpr int64_t MaxValues = 1 << 16;

  void classify();
  bool makeDomains();
  bool makeDomain(unsigned Symbol, std::vector<int64_t> &Result);
  void narrow(Ref Truth, int64_t &Min, int64_t &Max) const;
  void arrange();
  void takeKey();

  bool spend(uint64_t Count) {
    Exhausted |= Count > Steps;
    Steps -= unsigned(std::min<uint64_t>(Steps, Count));
    return !Exhausted;
  }
  Program programOf(Ref Truth) const;
  void choose(const Group &G, uint64_t Index);
  bool holds(const Group &G);
  std::vector<uint64_t> sharedChoices();
  bool tryShared();
  int64_t keyOf(Ref R) const { return R ? Values[R - 1] : 0; }

  const Query &Q;
  llvm::ArrayRef<Side> Of;
  unsigned &Steps;
  bool Exhausted = false, Undefined = false;
  std::vector<int64_t> Values; ///< By expression.
  std::vector<uint8_t> Masks;  ///< By expression.
  std::vector<int> Only;       ///< By expression: its only symbol.
  std::array<Group, 3> Groups;
  Group Both; ///< Without symbols.
  /// Expressions of the two sides that must be equal, counted from 1; 0: none.
  Ref Keys[2] = {0, 0};
  std::vector<std::pair<int64_t, uint64_t>> Table; ///< Key, choice of First.
};

} // namespace

void Program::add(const Query::Expression &E, Query::Ref R) {
  if (E.Kind == Operator::Constant || E.Kind == Operator::Symbol)
    return;
  Instruction I{E.Kind, E.type(), R, {0, 0, 0}};
  llvm::copy(E.Operands, I.Operands);
  Code.push_back(I);
}

bool Program::run(std::vector<int64_t> &Values) const {
  bool Defined = true;
  for (const Instruction &I : Code) {
    int64_t L = Values[I.Operands[0]], R = Values[I.Operands[1]];
    int64_t &Result = Values[I.Result];
    if (I.Kind == Operator::Choose) {
      Result = L ? R : Values[I.Operands[2]];
    } else {
      base::Checked Made =
          I.Kind == Operator::Truncate ? I.To.convert(L) : fold(I.Kind, L, R);
      Defined &= bool(Made);
      Result = Made.orElse(0);
    }
  }
  return Defined;
}

Program Enumeration::programOf(Ref Truth) const {
  Program Result;
  for (Ref R : Q.partsOf(Truth))
    Result.add(Q.expressions()[R], R);
  return Result;
}

/// Finds what each expression is made of. Operands come before what they are
/// part of.
void Enumeration::classify() {
  for (Ref R = 0; R < Q.expressions().size(); ++R) {
    const Query::Expression &E = Q.expressions()[R];
    if (E.Kind == Operator::Symbol) {
      Only[R] = int(E.Value);
      Masks[R] = Of[E.Value] == Side::First    ? OfFirst
                 : Of[E.Value] == Side::Second ? OfSecond
                                               : OfNone;
    }
    for (Ref Operand : E.Operands) {
      Masks[R] |= Masks[Operand];
      if (Only[Operand] != None && Only[R] != Only[Operand])
        Only[R] = Only[R] == None ? Only[Operand] : Several;
    }
  }
}

/// What \p Truth says of the bounds of a symbol that it compares with a number.
void Enumeration::narrow(Ref Truth, int64_t &Min, int64_t &Max) const {
  const Query::Expression &E = Q.expressions()[Truth];
  if (E.Kind != Operator::Less && E.Kind != Operator::LessEqual)
    return;
  const Query::Expression &L = Q.expressions()[E.Operands[0]],
                          &R = Q.expressions()[E.Operands[1]];
  int64_t Excluded = planted(Fault::IncludedBound) || E.Kind == Operator::Less;
  if (L.Kind == Operator::Symbol && R.Kind == Operator::Constant)
    Max = std::min(Max, (base::Checked(R.Value) - Excluded).orElse(Max));
  else if (L.Kind == Operator::Constant && R.Kind == Operator::Symbol)
    Min = std::max(Min, (base::Checked(L.Value) + Excluded).orElse(Min));
}

/// Puts the values of \p Symbol that satisfy the requirements on it alone into
/// \p Result.
bool Enumeration::makeDomain(unsigned Symbol, std::vector<int64_t> &Result) {
  const Query::Symbol &S = Q.symbols()[Symbol];
  int64_t Min = S.Min, Max = S.Max;
  std::vector<std::pair<Ref, Program>> Tests;
  for (Ref R : Q.conjuncts())
    if (Only[R] == int(Symbol)) {
      narrow(R, Min, Max);
      Tests.push_back({R, programOf(R)});
    }
  if ((base::Checked(Max) - Min).orElse(MaxValues) >= MaxValues)
    return false;
  for (int64_t V = Min; V <= Max; ++V) {
    Values[S.At] = V;
    bool Holds = true;
    for (const auto &[Truth, Parts] : Tests) {
      if (!spend(Parts.size()) || !Parts.run(Values))
        return false;
      Holds &= Values[Truth] != 0;
    }
    if (Holds)
      Result.push_back(V);
  }
  return true;
}

bool Enumeration::makeDomains() {
  std::vector<bool> Needed = Q.needed();
  for (unsigned I = 0; I < Q.symbols().size(); ++I) {
    if (!Needed[Q.symbols()[I].At])
      continue;
    Group::Domain D{I, {}};
    if (!makeDomain(I, D.Values))
      return false;
    Groups[unsigned(Of[I])].Domains.push_back(std::move(D));
  }
  return true;
}

/// Sorts requirements and their expressions by the sides whose symbols they
/// use.
void Enumeration::arrange() {
  std::vector<bool> Needed(Q.expressions().size(), false);
  for (Ref R : Q.conjuncts()) {
    if (Only[R] >= 0)
      continue;
    Needed[R] = true;
    (Masks[R] == OfBoth ? Both : Groups[Masks[R]]).Truths.push_back(R);
  }
  for (size_t I = Needed.size(); I-- > 0;)
    if (Needed[I])
      for (Ref Operand : Q.expressions()[I].Operands)
        Needed[Operand] = true;
  for (Ref R = 0; R < Needed.size(); ++R)
    if (Needed[R])
      (Masks[R] == OfBoth ? Both : Groups[Masks[R]])
          .Parts.add(Q.expressions()[R], R);
}

/// Looks for a requirement that the sides are equal in something.
void Enumeration::takeKey() {
  for (Ref R : Both.Truths) {
    const Query::Expression &E = Q.expressions()[R];
    if (E.Kind != Operator::Equal)
      continue;
    Ref L = E.Operands[0], Other = E.Operands[1];
    if (Masks[L] == OfSecond)
      std::swap(L, Other);
    if (Masks[L] == OfFirst && Masks[Other] == OfSecond) {
      Keys[0] = L + 1;
      Keys[1] = Other + 1;
      return;
    }
  }
}

/// Sets the symbols of \p G to the combination of values number \p Index.
void Enumeration::choose(const Group &G, uint64_t Index) {
  for (const Group::Domain &D : G.Domains) {
    Values[Q.symbols()[D.Symbol].At] = D.Values[Index % D.Values.size()];
    Index /= D.Values.size();
  }
}

bool Enumeration::holds(const Group &G) {
  if (!spend(G.Parts.size() + 1))
    return false;
  Undefined |= !G.Parts.run(Values);
  return !Undefined &&
         llvm::all_of(G.Truths, [&](Ref R) { return Values[R] != 0; });
}

/// The combinations of what both sides share that are allowed.
std::vector<uint64_t> Enumeration::sharedChoices() {
  const Group &Shared = Groups[0];
  std::vector<uint64_t> Result;
  for (uint64_t I = 0, Size = Shared.size(); I < Size && !Exhausted; ++I) {
    choose(Shared, I);
    if (holds(Shared))
      Result.push_back(I);
  }
  return Result;
}

/// Looks for values of both sides that satisfy the query with the chosen values
/// of the shared symbols.
bool Enumeration::tryShared() {
  const Group &First = Groups[1], &Second = Groups[2];
  Table.clear();
  for (uint64_t I = 0, Size = First.size(); I < Size; ++I) {
    choose(First, I);
    if (holds(First) && spend(StepsPerEntry))
      Table.push_back({keyOf(Keys[0]), I});
    if (Exhausted || Undefined)
      return false;
  }
  if (Table.empty())
    return false;
  llvm::sort(Table);
  for (uint64_t J = 0, Size = Second.size(); J < Size; ++J) {
    choose(Second, J);
    bool Fits = holds(Second) && spend(StepsPerEntry);
    if (Exhausted || Undefined)
      return false;
    if (!Fits)
      continue;
    int64_t Key = keyOf(Keys[1]);
    for (auto Found = std::lower_bound(Table.begin(), Table.end(),
                                       std::pair<int64_t, uint64_t>(Key, 0));
         Found != Table.end() && Found->first == Key; ++Found) {
      choose(First, Found->second);
      // The other side's expressions are those of the last choice.
      if (!spend(First.Parts.size()))
        return false;
      First.Parts.run(Values);
      if (holds(Both))
        return true;
      if (Exhausted || Undefined)
        return false;
    }
  }
  return false;
}

SolverAnswer Enumeration::run() {
  if (!Q.isBounded())
    return {};
  classify();
  if (!makeDomains())
    return {};
  arrange();
  takeKey();
  if (Groups[0].cost() > Steps || Groups[1].cost() > Steps ||
      Groups[2].cost() > Steps)
    return {};
  std::vector<uint64_t> Choices = sharedChoices();
  uint64_t Sides = Groups[1].cost() + Groups[2].cost();
  if (Exhausted || Undefined ||
      llvm::SaturatingMultiply<uint64_t>(Choices.size(), Sides) > Steps)
    return {};
  SolverAnswer Result;
  for (uint64_t Choice : Choices) {
    choose(Groups[0], Choice);
    Groups[0].Parts.run(Values);
    if (tryShared()) {
      Result.K = SolverAnswer::Kind::Possible;
      for (const Query::Symbol &S : Q.symbols())
        Result.Values.push_back(Values[S.At]);
      return Result;
    }
    if (Exhausted || Undefined)
      return {};
  }
  Result.K = SolverAnswer::Kind::Impossible;
  return Result;
}

SolverAnswer enumerate(const Query &Q, llvm::ArrayRef<Side> Of,
                       unsigned &Steps) {
  return Enumeration(Q, Of, Steps).run();
}

} // namespace warplint::solver

//===--- Query.cpp - A question about integers ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/Query.h"
#include "Support/Checked.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warplint {

using Bound = std::optional<int64_t>;

/// Values beyond this are not represented.
static constexpr int64_t Limit = int64_t(1) << 62;

static bool isTruthOperator(Operator Kind) { return Kind >= Operator::Less; }

static bool takesTruth(Operator Kind, unsigned Operand) {
  return Kind == Operator::Not || Kind == Operator::And ||
         Kind == Operator::Or || (Kind == Operator::Choose && Operand == 0);
}

Query::Ref Query::add(Expression E) {
  E.IsTruth = isTruthOperator(E.Kind);
  bound(E);
  Expressions.push_back(std::move(E));
  return Expressions.size() - 1;
}

Query::Ref Query::constant(int64_t Value) {
  Expression E;
  E.Value = Value;
  return add(std::move(E));
}

Query::Ref Query::symbol(llvm::StringRef Name, int64_t Min, int64_t Max) {
  Expression E;
  E.Kind = Operator::Symbol;
  E.Value = Symbols.size();
  Symbols.push_back({Name.str(), Min, Max, Ref(Expressions.size())});
  return add(std::move(E));
}

Query::Ref Query::asTruth(Ref R) {
  if (Expressions[R].IsTruth)
    return R;
  return make(Operator::Not, {make(Operator::Equal, {R, constant(0)})});
}

Query::Ref Query::asInteger(Ref R) {
  if (!Expressions[R].IsTruth)
    return R;
  return make(Operator::Choose, {R, constant(1), constant(0)});
}

Query::Ref Query::make(Operator Kind, llvm::ArrayRef<Ref> Operands) {
  Expression E;
  E.Kind = Kind;
  for (unsigned I = 0; I < Operands.size(); ++I)
    E.Operands.push_back(takesTruth(Kind, I) ? asTruth(Operands[I])
                                             : asInteger(Operands[I]));
  return add(std::move(E));
}

Query::Ref Query::truncate(Ref Operand, unsigned Bits, bool Signed) {
  Expression E;
  E.Kind = Operator::Truncate;
  E.Value = Bits;
  E.Signed = Signed;
  E.Operands.push_back(asInteger(Operand));
  return add(std::move(E));
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static Bound fitting(int64_t V) {
  return V > -Limit && V < Limit ? Bound(V) : std::nullopt;
}

static Bound plus(Bound L, Bound R) {
  Bound Sum = Checked(L) + R;
  return Sum ? fitting(*Sum) : std::nullopt;
}

static std::pair<Bound, Bound> product(int64_t A, int64_t B, int64_t C,
                                       int64_t D) {
  Bound Corners[] = {Checked(A) * C, Checked(A) * D, Checked(B) * C,
                     Checked(B) * D};
  auto [Least, Most] =
      std::minmax_element(std::begin(Corners), std::end(Corners));
  if (!*Least) // What is not known comes first.
    return {};
  return {fitting(**Least), fitting(**Most)};
}

/// The smallest number of only ones that is not below \p V.
static int64_t onesAbove(int64_t V) {
  return int64_t(llvm::NextPowerOf2(uint64_t(V))) - 1;
}

/// Bounds of \p L / \p R for positive \p R.
static std::pair<Bound, Bound> quotient(const Query::Expression &L, int64_t Low,
                                        int64_t High) {
  return {*L.Min / (*L.Min < 0 ? Low : High),
          *L.Max / (*L.Max < 0 ? High : Low)};
}

/// Bounds of a remainder: smaller than the divisor, no larger than the
/// dividend, and of its sign.
static std::pair<Bound, Bound> remainder(const Query::Expression &L,
                                         Bound Divisor) {
  Bound Min = std::min<int64_t>(*L.Min, 0), Max = std::max<int64_t>(*L.Max, 0);
  if (Divisor) {
    Min = std::max(*Min, -(*Divisor - 1));
    Max = std::min(*Max, *Divisor - 1);
  }
  return {Min, Max};
}

/// Bounds of \p L shifted by \p By, of which nothing needs to be known.
static std::pair<Bound, Bound> shiftedRight(const Query::Expression &L,
                                            const Query::Expression &By) {
  bool IsPlain = By.Min && By.Max && *By.Min >= 0 && *By.Max < 62;
  int64_t Least = IsPlain ? *By.Min : 0, Most = IsPlain ? *By.Max : 62;
  return {*L.Min >> (*L.Min < 0 ? Least : Most),
          *L.Max >> (*L.Max < 0 ? Most : Least)};
}

/// Bounds of an operation on bits, of operands whose bounds are known.
static std::pair<Bound, Bound>
bitwise(Operator Kind, const Query::Expression &L, const Query::Expression &R) {
  int64_t Most = 0;
  bool Negative = false;
  for (const Query::Expression *E : {&L, &R}) {
    Most = std::max({Most, *E->Max, -*E->Min});
    Negative |= *E->Min < 0;
  }
  Bound Max = fitting(onesAbove(Most));
  Bound Min = Negative && Max ? Bound(-*Max - 1) : Bound(0);
  // A mask bounds whatever it is applied to.
  if (Kind == Operator::BitAnd)
    for (const Query::Expression *E : {&L, &R})
      if (*E->Min >= 0) {
        Min = 0;
        Max = std::min(*Max, *E->Max);
      }
  return {Min, Max};
}

std::pair<Bound, Bound> Query::typeRange(const Expression &E) {
  if (E.Value > 63)
    return {E.Signed ? llvm::minIntN(64) : 0, llvm::maxIntN(64)};
  return {E.Signed ? llvm::minIntN(E.Value) : 0,
          E.Signed ? llvm::maxIntN(E.Value) : int64_t(llvm::maxUIntN(E.Value))};
}

bool Query::keepsValue(const Expression &E) const {
  const Expression &Of = Expressions[E.Operands[0]];
  auto [Min, Max] = typeRange(E);
  return Of.Min && Of.Max && *Of.Min >= *Min && *Of.Max <= *Max;
}

/// Bounds of a truth value: 0 and 1 where those of its operands tell nothing.
void Query::boundTruth(Expression &E) const {
  auto Op = [&](unsigned I) -> const Expression & {
    return Expressions[E.Operands[I]];
  };
  auto Known = [&](unsigned I) { return Op(I).Min && Op(I).Max; };
  E.Min = 0;
  E.Max = 1;
  auto Decide = [&](bool Never, bool Always) {
    if (Always)
      E.Min = 1;
    else if (Never)
      E.Max = 0;
  };
  switch (E.Kind) {
  case Operator::Less:
    if (Known(0) && Known(1))
      Decide(*Op(0).Min >= *Op(1).Max, *Op(0).Max < *Op(1).Min);
    return;
  case Operator::LessEqual:
    if (Known(0) && Known(1))
      Decide(*Op(0).Min > *Op(1).Max, *Op(0).Max <= *Op(1).Min);
    return;
  case Operator::Equal:
    if (Known(0) && Known(1))
      Decide(*Op(0).Min > *Op(1).Max || *Op(0).Max < *Op(1).Min,
             *Op(0).Min == *Op(1).Max && *Op(0).Max == *Op(1).Min);
    return;
  case Operator::Not:
    Decide(*Op(0).Min == 1, *Op(0).Max == 0);
    return;
  case Operator::And:
    Decide(*Op(0).Max == 0 || *Op(1).Max == 0,
           *Op(0).Min == 1 && *Op(1).Min == 1);
    return;
  case Operator::Or:
    Decide(*Op(0).Max == 0 && *Op(1).Max == 0,
           *Op(0).Min == 1 || *Op(1).Min == 1);
    return;
  default:
    llvm_unreachable("an integer");
  }
}

/// Bounds of a quotient or remainder by something that is not zero.
void Query::boundDivision(Expression &E) const {
  const Expression &Of = Expressions[E.Operands[0]],
                   &By = Expressions[E.Operands[1]];
  if (!Of.Min || !Of.Max)
    return;
  bool IsKnown = By.Min && By.Max;
  if (E.Kind == Operator::Remainder) {
    int64_t Most =
        IsKnown ? std::max(std::abs(*By.Min), std::abs(*By.Max)) : 0;
    std::tie(E.Min, E.Max) = remainder(Of, Most > 0 ? Bound(Most) : Bound());
  } else if (IsKnown && *By.Min > 0) {
    std::tie(E.Min, E.Max) = quotient(Of, *By.Min, *By.Max);
  } else {
    int64_t Most = std::max(std::abs(*Of.Min), std::abs(*Of.Max));
    E.Min = *Of.Min >= 0 && By.Min && *By.Min >= 0 ? 0 : -Most;
    E.Max = Most;
  }
}

void Query::bound(Expression &E) const {
  auto Op = [&](unsigned I) -> const Expression & {
    return Expressions[E.Operands[I]];
  };
  auto Known = [&](unsigned I) { return Op(I).Min && Op(I).Max; };
  if (isTruthOperator(E.Kind))
    return boundTruth(E);
  switch (E.Kind) {
  case Operator::Constant:
    E.Min = E.Max = fitting(E.Value);
    return;
  case Operator::Symbol:
    E.Min = fitting(Symbols[E.Value].Min);
    E.Max = fitting(Symbols[E.Value].Max);
    return;
  case Operator::Add:
    E.Min = plus(Op(0).Min, Op(1).Min);
    E.Max = plus(Op(0).Max, Op(1).Max);
    return;
  case Operator::Multiply:
    if (Known(0) && Known(1))
      std::tie(E.Min, E.Max) =
          product(*Op(0).Min, *Op(0).Max, *Op(1).Min, *Op(1).Max);
    return;
  case Operator::ShiftLeft:
    if (Known(0) && Known(1) && *Op(1).Min >= 0 && *Op(1).Max < 62)
      std::tie(E.Min, E.Max) =
          product(*Op(0).Min, *Op(0).Max, int64_t(1) << *Op(1).Min,
                  int64_t(1) << *Op(1).Max);
    return;
  case Operator::Divide:
  case Operator::Remainder:
    return boundDivision(E);
  case Operator::ShiftRight:
    if (Known(0))
      std::tie(E.Min, E.Max) = shiftedRight(Op(0), Op(1));
    return;
  case Operator::BitAnd:
  case Operator::BitOr:
  case Operator::BitXor:
    if (Known(0) && Known(1))
      std::tie(E.Min, E.Max) = bitwise(E.Kind, Op(0), Op(1));
    return;
  case Operator::Choose:
    if (*Op(0).Min == *Op(0).Max) {
      E.Min = Op(*Op(0).Min ? 1 : 2).Min;
      E.Max = Op(*Op(0).Min ? 1 : 2).Max;
    } else if (Known(1) && Known(2)) {
      E.Min = std::min(*Op(1).Min, *Op(2).Min);
      E.Max = std::max(*Op(1).Max, *Op(2).Max);
    }
    return;
  case Operator::Truncate:
    if (keepsValue(E)) {
      E.Min = Op(0).Min;
      E.Max = Op(0).Max;
    } else {
      auto [Min, Max] = typeRange(E);
      E.Min = fitting(*Min);
      E.Max = fitting(*Max);
    }
    return;
  default:
    llvm_unreachable("a truth value");
  }
}

std::vector<Query::Ref> Query::conjuncts() const {
  return conjunctsOf(Requirements);
}

std::vector<Query::Ref> Query::conjunctsOf(llvm::ArrayRef<Ref> Truths) const {
  std::vector<Ref> Result;
  std::vector<bool> Seen(Expressions.size(), false);
  llvm::SmallVector<Ref, 32> Work(Truths.rbegin(), Truths.rend());
  while (!Work.empty()) {
    Ref R = Work.pop_back_val();
    if (Seen[R])
      continue;
    Seen[R] = true;
    const Expression &E = Expressions[R];
    if (E.Kind == Operator::And)
      Work.append(E.Operands.rbegin(), E.Operands.rend());
    else if (E.Min != 1) // Otherwise the bounds of the symbols say it already.
      Result.push_back(R);
  }
  return Result;
}

std::vector<std::vector<Query::Ref>> Query::independentParts() const {
  std::vector<Ref> All = conjuncts();
  // Each expression belongs to the group of its operands; groups that come
  // together are merged.
  std::vector<Ref> Leader(Expressions.size());
  for (Ref R = 0; R < Leader.size(); ++R)
    Leader[R] = R;
  auto Find = [&](Ref R) {
    while (Leader[R] != R)
      R = Leader[R] = Leader[Leader[R]];
    return R;
  };
  // What needs no value ties nothing together: constants are shared by all.
  std::vector<bool> Needed = neededFor(All);
  for (Ref R = 0; R < Leader.size(); ++R)
    if (Needed[R])
      for (Ref Operand : Expressions[R].Operands)
        if (Expressions[Operand].Kind != Operator::Constant)
          Leader[Find(Operand)] = Find(R);
  std::vector<std::vector<Ref>> Result;
  std::vector<int> PartOf(Expressions.size(), -1);
  for (Ref R : All) {
    int &Part = PartOf[Find(R)];
    if (Part < 0) {
      Part = int(Result.size());
      Result.emplace_back();
    }
    Result[Part].push_back(R);
  }
  return Result;
}

std::vector<bool> Query::symbolsIn(llvm::ArrayRef<Ref> Roots) const {
  std::vector<bool> Needed = neededFor(Roots), Result;
  for (const Symbol &S : Symbols)
    Result.push_back(Needed[S.At]);
  return Result;
}

std::vector<Query::Ref> Query::madeOf(llvm::ArrayRef<Ref> Conjuncts,
                                      const std::vector<bool> &Allowed) const {
  // Operands come before what they are part of.
  std::vector<bool> Within(Expressions.size(), true);
  for (Ref R = 0; R < Expressions.size(); ++R) {
    const Expression &E = Expressions[R];
    if (E.Kind == Operator::Symbol)
      Within[R] = Allowed[E.Value];
    for (Ref Operand : E.Operands)
      Within[R] = Within[R] && Within[Operand];
  }
  std::vector<Ref> Result;
  for (Ref R : Conjuncts)
    if (Within[R])
      Result.push_back(R);
  return Result;
}

Query Query::withRequirements(llvm::ArrayRef<Ref> Required) const {
  Query Result = *this;
  Result.Requirements.assign(Required.begin(), Required.end());
  return Result;
}

std::vector<bool> Query::needed() const { return neededFor(Requirements); }

std::vector<bool> Query::neededFor(llvm::ArrayRef<Ref> Roots) const {
  std::vector<bool> Needed(Expressions.size(), false);
  for (Ref R : Roots)
    Needed[R] = true;
  // Operands come before what they are part of.
  for (size_t I = Expressions.size(); I-- > 0;)
    if (Needed[I])
      for (Ref Operand : Expressions[I].Operands)
        Needed[Operand] = true;
  return Needed;
}

std::vector<Query::Ref> Query::partsOf(Ref Of) const {
  // A part is often small where the query is not.
  llvm::DenseSet<Ref> Seen{Of};
  std::vector<Ref> Result{Of};
  for (size_t I = 0; I < Result.size(); ++I)
    for (Ref Operand : Expressions[Result[I]].Operands)
      if (Seen.insert(Operand).second)
        Result.push_back(Operand);
  llvm::sort(Result);
  return Result;
}

bool Query::isBounded() const {
  std::vector<bool> Needed = needed();
  for (size_t I = 0; I < Expressions.size(); ++I)
    if (Needed[I] && (!Expressions[I].Min || !Expressions[I].Max))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// The value of \p E once those of its operands are in \p Known.
static std::optional<int64_t>
valueOf(const Query::Expression &E, llvm::ArrayRef<int64_t> Values,
        llvm::ArrayRef<std::optional<int64_t>> Known) {
  if (E.Kind == Operator::Constant)
    return E.Value;
  if (E.Kind == Operator::Symbol)
    return Values[E.Value];
  // Only the successor that is taken needs a value, as in C++.
  if (E.Kind == Operator::Choose) {
    auto Condition = Known[E.Operands[0]];
    return Condition ? Known[E.Operands[*Condition ? 1 : 2]] : std::nullopt;
  }
  int64_t Of[2] = {};
  for (unsigned I = 0; I < E.Operands.size(); ++I) {
    auto V = Known[E.Operands[I]];
    if (!V)
      return std::nullopt;
    Of[I] = *V;
  }
  if (E.Kind == Operator::Truncate)
    return truncated(Of[0], uint64_t(E.Value), E.Signed);
  return applied(E.Kind, Of[0], Of[1]);
}

std::vector<std::optional<int64_t>>
Query::evaluate(llvm::ArrayRef<int64_t> Values) const {
  std::vector<std::optional<int64_t>> Known;
  Known.reserve(Expressions.size());
  for (const Expression &E : Expressions)
    Known.push_back(valueOf(E, Values, Known));
  return Known;
}

void Query::evaluate(llvm::ArrayRef<int64_t> Values, llvm::ArrayRef<Ref> Order,
                     std::vector<std::optional<int64_t>> &Known) const {
  for (Ref R : Order)
    Known[R] = valueOf(Expressions[R], Values, Known);
}

std::optional<bool> Query::holds(llvm::ArrayRef<int64_t> Values) const {
  auto Known = evaluate(Values);
  for (const Symbol &S : Symbols) {
    int64_t V = Values[Expressions[S.At].Value];
    if (V < S.Min || V > S.Max)
      return false;
  }
  for (Ref R : Requirements) {
    if (!Known[R])
      return std::nullopt;
    if (!*Known[R])
      return false;
  }
  return true;
}

} // namespace warplint

//===--- Query.cpp - A question about integers ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver/Query.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warplint::solver {

using Bound = std::optional<int64_t>;

/// Values are represented from -Limit to below Limit.
static constexpr int64_t Limit = int64_t(1) << 62;

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
  switch (Kind) {
  case Operator::Subtract:
    return make(
        Operator::Add,
        {Operands[0], make(Operator::Multiply, {Operands[1], constant(-1)})});
  case Operator::NotEqual:
    return make(Operator::Not, {make(Operator::Equal, Operands)});
  case Operator::Minimum:
  case Operator::Maximum: {
    bool First = Kind == Operator::Minimum;
    return make(Operator::Choose, {make(Operator::Less, Operands),
                                   Operands[!First], Operands[First]});
  }
  default:
    break;
  }
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

static Bound fitting(Bound V) {
  return V && *V >= -Limit && *V < Limit ? V : std::nullopt;
}

bool Query::keepsValue(const Expression &E) const {
  return Expressions[E.Operands[0]].range().fits(E.type());
}

void Query::bound(Expression &E) const {
  auto Of = [&](unsigned I) { return Expressions[E.Operands[I]].range(); };
  ValueRange Is;
  switch (E.Kind) {
  case Operator::Constant:
    Is = ValueRange::of(E.Value);
    break;
  case Operator::Symbol:
    Is = {Symbols[E.Value].Min, Symbols[E.Value].Max};
    break;
  case Operator::Choose:
    Is = rangeOfChoice(Of(0), Of(1), Of(2));
    break;
  case Operator::Truncate:
    Is = rangeOfConversion(Of(0), E.type());
    break;
  default:
    Is = rangeOf(E.Kind, Of(0), E.Operands.size() > 1 ? Of(1) : ValueRange());
  }
  E.Min = fitting(Is.Min);
  E.Max = fitting(Is.Max);
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
    return E.type().convert(Of[0]);
  return fold(E.Kind, Of[0], Of[1]);
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

} // namespace warplint::solver

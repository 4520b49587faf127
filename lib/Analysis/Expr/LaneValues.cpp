//===--- LaneValues.cpp - Results of warp collectives as terms ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/LaneValues.h"
#include "Analysis/Budgets/Limits.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint {

std::optional<int64_t>
combineLanes(LaneFunction Of, llvm::ArrayRef<int64_t> Table, unsigned Self) {
  auto IsSet = [](int64_t V) { return V != 0; };
  auto MaskWhere = [&](auto Wanted) {
    int64_t Mask = 0;
    for (auto [Lane, Value] : llvm::enumerate(Table))
      Mask |= int64_t(Wanted(Value)) << Lane;
    return Mask;
  };
  auto Folded = [&](auto Combine) {
    int64_t Result = Table.front();
    for (int64_t Value : Table.drop_front())
      Result = Combine(Result, Value);
    return Result;
  };
  switch (Of) {
  case LaneFunction::Any:
    return llvm::any_of(Table, IsSet);
  case LaneFunction::All:
    return llvm::all_of(Table, IsSet);
  case LaneFunction::Uniform:
    return llvm::all_of(Table, IsSet) || llvm::none_of(Table, IsSet);
  case LaneFunction::Ballot:
    return MaskWhere(IsSet);
  case LaneFunction::MatchAny:
    return MaskWhere([&](int64_t Value) { return Value == Table[Self]; });
  case LaneFunction::Add: {
    base::Checked Sum = 0;
    for (int64_t Value : Table)
      Sum += Value;
    return base::magnitude(Sum.orElse(INT64_MAX)) <= INT32_MAX
               ? std::optional<int64_t>(Sum)
               : std::nullopt;
  }
  case LaneFunction::Minimum:
    return *llvm::min_element(Table);
  case LaneFunction::Maximum:
    return *llvm::max_element(Table);
  case LaneFunction::And:
    return Folded([](int64_t L, int64_t R) { return L & R; });
  case LaneFunction::Or:
    return Folded([](int64_t L, int64_t R) { return L | R; });
  case LaneFunction::Xor:
    return Folded([](int64_t L, int64_t R) { return L ^ R; });
  }
  llvm_unreachable("all functions are handled");
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

const Term *LaneValues::shuffled(const Term *Value, ShuffleMode Mode,
                                 const Term *Select) {
  const Term *Last = Arena.constant(Width - 1);
  TermArena::Range Range = Arena.rangeOf(Select);
  bool IsInside =
      Range.Min && *Range.Min >= 0 && Range.Max && *Range.Max < Width;
  // Partners of the lanes that are there may not be.
  std::optional<int64_t> Number = numberOf(Select);
  if (Lanes < Width &&
      !(Mode == ShuffleMode::Up || (Mode == ShuffleMode::Index && Number &&
                                    *Number >= 0 && *Number < Lanes)))
    return nullptr;
  switch (Mode) {
  case ShuffleMode::None:
    return nullptr;
  case ShuffleMode::Index: // Modulo the width (Programming Guide).
    return InLane(Value,
                  IsInside ? Select : Arena.binary(BO_And, Select, Last));
  case ShuffleMode::Up:
    if (!IsInside)
      return nullptr;
    return InLane(Value,
                  Arena.select(Arena.binary(BO_LE, Select, Self),
                               Arena.binary(BO_Sub, Self, Select), Self));
  case ShuffleMode::Down: {
    if (!IsInside)
      return nullptr;
    const Term *Source = Arena.binary(BO_Add, Self, Select);
    return InLane(
        Value, Arena.select(Arena.binary(BO_LE, Source, Last), Source, Self));
  }
  case ShuffleMode::Xor:
    return IsInside ? InLane(Value, Arena.binary(BO_Xor, Self, Select))
                    : nullptr;
  }
  llvm_unreachable("all modes are handled");
}

//===----------------------------------------------------------------------===//
// Votes and reductions
//===----------------------------------------------------------------------===//

/// \p T in each lane; nothing if it is not known in all.
std::optional<LaneValues::Table> LaneValues::tableOf(const Term *T) {
  Table Result;
  for (int64_t Lane = 0; Lane < Lanes; ++Lane) {
    const Term *There = inLane(T, Lane);
    if (!There)
      return std::nullopt;
    Result.push_back(There);
  }
  return Result;
}

/// \p T as 0 or 1.
const Term *LaneValues::truthOf(const Term *T) {
  TermArena::Range Range = Arena.rangeOf(T);
  bool IsTruth = Range.Min && *Range.Min >= 0 && Range.Max && *Range.Max <= 1;
  return IsTruth ? T : Arena.binary(BO_NE, T, Arena.constant(0));
}

/// Some or all of \p Truths hold. Null if there are more different ones than a
/// question should consist of.
const Term *LaneValues::joined(llvm::ArrayRef<const Term *> Truths,
                               bool IsAny) {
  llvm::SmallVector<const Term *, 8> Different;
  for (const Term *T : Truths) {
    std::optional<int64_t> Number = numberOf(T);
    if (Number && (*Number != 0) == IsAny)
      return Arena.constant(IsAny);
    if (!Number && !llvm::is_contained(Different, T))
      Different.push_back(T);
  }
  if (!Arena.limits().allows(BudgetId::LaneTerms, Different.size()))
    return nullptr;
  const Term *Result = nullptr;
  for (const Term *T : Different)
    Result = Result ? Arena.binary(IsAny ? BO_LOr : BO_LAnd, Result, truthOf(T))
                    : truthOf(T);
  return Result ? Result : Arena.constant(!IsAny);
}

/// Of a comparison whose two sides move apart, or towards each other, from each
/// lane to the next, the first or the last lane decides.
const Term *LaneValues::byExtreme(const BinaryTerm &Comparison, bool IsAny) {
  if (Comparison.opcode() != BO_LT && Comparison.opcode() != BO_LE)
    return nullptr;
  auto Distance =
      tableOf(Arena.binary(BO_Sub, Comparison.lhs(), Comparison.rhs()));
  if (!Distance)
    return nullptr;
  bool Rises = true, Falls = true;
  for (size_t Lane = 1; Lane < Distance->size(); ++Lane) {
    std::optional<int64_t> Step = numberOf(
        Arena.binary(BO_Sub, (*Distance)[Lane], (*Distance)[Lane - 1]));
    Rises &= Step && *Step >= 0;
    Falls &= Step && *Step <= 0;
  }
  if (!Rises && !Falls)
    return nullptr;
  return inLane(&Comparison, Rises == IsAny ? 0 : Lanes - 1);
}

/// \p Truth holds in some lane, or in all.
const Term *LaneValues::quantified(const Term *Truth, bool IsAny) {
  if (const auto *Op = dyn_cast<BinaryTerm>(Truth))
    if (const Term *Decided = byExtreme(*Op, IsAny))
      return truthOf(Decided);
  auto Entries = tableOf(Truth);
  return Entries ? joined(*Entries, IsAny) : nullptr;
}

const Term *LaneValues::combined(LaneFunction Of, const Term *Value) {
  if (Of == LaneFunction::Any || Of == LaneFunction::All)
    return quantified(Value, Of == LaneFunction::Any);
  auto Entries = tableOf(Value);
  if (!Entries)
    return nullptr;
  bool AreAlike = llvm::all_equal(*Entries);
  if (AreAlike && Of == LaneFunction::Uniform)
    return Arena.constant(1);
  if (AreAlike && (Of == LaneFunction::Minimum || Of == LaneFunction::Maximum ||
                   Of == LaneFunction::And || Of == LaneFunction::Or))
    return Entries->front();
  llvm::SmallVector<int64_t, LanesPerWarp> Numbers;
  for (const Term *Entry : *Entries) {
    std::optional<int64_t> Number = numberOf(Entry);
    if (!Number)
      return nullptr;
    Numbers.push_back(*Number);
  }
  // A match gives a lane something of its own.
  if (Of == LaneFunction::MatchAny)
    return nullptr;
  auto Result = combineLanes(Of, Numbers, 0);
  return Result ? Arena.constant(*Result) : nullptr;
}

} // namespace warplint

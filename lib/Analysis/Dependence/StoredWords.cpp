//===--- StoredWords.cpp - Stores of one word to several places -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/StoredWords.h"
#include "Analysis/Expr/Summands.h"
#include "Analysis/Program/DeviceCode.h"

using namespace clang;

namespace warplint::dependence {

namespace {

/// What a store writes over and over.
struct Word {
  const Term *Value = nullptr;
  int64_t Bytes = 0;
};

} // namespace

/// \p Class is made of members of one type.
static bool isOfOneType(const RecordDecl &Class) {
  QualType First;
  return !Class.isUnion() && llvm::all_of(Class.fields(), [&](FieldDecl *F) {
    if (First.isNull())
      First = F->getType().getCanonicalType();
    return F->getType().getCanonicalType() == First && !F->isBitField();
  });
}

/// Nothing if \p E stores words that differ.
static std::optional<Word> wordOf(const Event &E) {
  if (!E.Value || !E.Bytes)
    return std::nullopt;
  Word Found{nullptr, 0};
  int64_t Count = 0;
  llvm::SmallVector<const Term *, 4> Work{E.Value};
  while (!Work.empty()) {
    const Term *Now = Work.pop_back_val();
    if (const auto *Whole = dyn_cast<RecordTerm>(Now)) {
      if (Whole->recordType() && !isOfOneType(*Whole->recordType()))
        return std::nullopt;
      Work.append(Whole->operands().begin(), Whole->operands().end());
      continue;
    }
    if (Found.Value && Found.Value != Now)
      return std::nullopt;
    Found.Value = Now;
    ++Count;
  }
  if (!Count || E.Bytes % Count)
    return std::nullopt;
  Found.Bytes = E.Bytes / Count;
  return Found;
}

/// Both expressions apply the same operation to their operands.
static bool doTheSame(const Stmt *L, const Stmt *R) {
  const auto *Left = dyn_cast_or_null<Expr>(L),
             *Right = dyn_cast_or_null<Expr>(R);
  if (L == R)
    return true;
  if (!Left || !Right || Left->getStmtClass() != Right->getStmtClass() ||
      Left->getType().getCanonicalType() != Right->getType().getCanonicalType())
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(Left))
    return Op->getOpcode() == cast<BinaryOperator>(Right)->getOpcode() &&
           !Op->isAssignmentOp();
  if (const auto *Op = dyn_cast<UnaryOperator>(Left))
    return Op->getOpcode() == cast<UnaryOperator>(Right)->getOpcode();
  if (const auto *Cast = dyn_cast<CastExpr>(Left))
    return Cast->getCastKind() == cast<CastExpr>(Right)->getCastKind();
  if (const auto *Number = dyn_cast<FloatingLiteral>(Left))
    return Number->getValue().bitwiseIsEqual(
        cast<FloatingLiteral>(Right)->getValue());
  return false;
}

/// \p L and \p R, of one kind, are the same function of their parts in all
/// threads that agree on these.
static bool areOneFunction(const Term *L, const Term *R,
                           twothreads::QuerySymbols &Symbols) {
  if (const auto *Made = dyn_cast<OpaqueTerm>(L)) {
    const auto *Other = cast<OpaqueTerm>(R);
    return Made->uniformAt() >= Symbols.sharing() &&
           Other->uniformAt() >= Symbols.sharing() &&
           doTheSame(Made->site(), Other->site());
  }
  if (const auto *Read = dyn_cast<LoadTerm>(L))
    return Symbols.isFixed(Read) && Symbols.isFixed(cast<LoadTerm>(R));
  if (const auto *Self = dyn_cast<IdentityTerm>(L))
    return L == R && Self->uniformAt() >= Symbols.sharing();
  return isa<LinearTerm, UnaryTerm, BinaryTerm, SelectTerm, NarrowTerm,
             ExtractTerm, FieldTerm, ElementTerm, ParameterTerm, VariableTerm,
             ConstantTerm>(L) &&
         L->isLike(*R);
}

bool storeOneWord(const Event &A, const Event &B, const Term *Distance,
                  twothreads::QuerySymbols &Symbols) {
  auto Left = wordOf(A), Right = wordOf(B);
  if (!Left || !Right || Left->Bytes != Right->Bytes)
    return false;
  auto IsWhole = [&](int64_t Bytes) { return Bytes % Left->Bytes == 0; };
  const Summands Sum(Distance);
  if (!IsWhole(Sum.Constant) || !llvm::all_of(Sum.Parts, [&](const auto &Part) {
        return IsWhole(Part.second);
      }))
    return false;
  llvm::SmallVector<std::pair<const Term *, const Term *>, 8> Work{
      {Left->Value, Right->Value}};
  llvm::DenseSet<std::pair<const Term *, const Term *>> Seen;
  while (!Work.empty()) {
    auto [L, R] = Work.pop_back_val();
    if (!Seen.insert({L, R}).second)
      continue;
    if (L->kind() != R->kind() ||
        L->operands().size() != R->operands().size() ||
        !areOneFunction(L, R, Symbols))
      return false;
    for (auto Parts : llvm::zip(L->operands(), R->operands()))
      Work.push_back({std::get<0>(Parts), std::get<1>(Parts)});
  }
  return true;
}

} // namespace warplint::dependence

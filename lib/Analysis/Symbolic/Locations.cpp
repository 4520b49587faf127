//===--- Locations.cpp - Addresses as bytes of an object -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Symbolic/Locations.h"

using namespace clang;

namespace warplint {

static bool isAddress(const Term *T) {
  switch (T->kind()) {
  case TermKind::Variable:
  case TermKind::Field:
  case TermKind::Element:
    return true;
  case TermKind::Parameter:
    return T->decl()->getType()->isPointerType();
  case TermKind::Narrow:
    return isAddress(T->operand(0));
  case TermKind::Linear:
    return llvm::any_of(T->operands(), isAddress);
  default:
    return false;
  }
}

static void addStep(Location &L, const Term *Index, int64_t Size) {
  if (Index->isConstant())
    L.Bytes += Index->value() * Size;
  else
    L.Steps.push_back({Index, Size});
}

static bool descend(const Term *T, Location &L) {
  switch (T->kind()) {
  case TermKind::Field:
    L.Fields.push_back(T->field());
    return descend(T->operand(0), L);
  case TermKind::Element:
    addStep(L, T->operand(1), T->value());
    return descend(T->operand(0), L);
  case TermKind::Narrow:
    if (isAddress(T))
      return descend(T->operand(0), L);
    break;
  case TermKind::Linear: {
    if (!isAddress(T))
      break;
    L.Bytes += T->value();
    const Term *Base = nullptr;
    for (auto [Operand, Factor] : llvm::zip(T->operands(), T->coefficients()))
      if (!isAddress(Operand))
        addStep(L, Operand, Factor);
      else if (Base || Factor != 1)
        return false;
      else
        Base = Operand;
    return descend(Base, L);
  }
  default:
    break;
  }
  L.Root = T;
  return true;
}

std::optional<Location> locate(const Term *Address) {
  Location L;
  if (!Address || !descend(Address, L))
    return std::nullopt;
  return L;
}

std::optional<int64_t> Location::offset(const ThreadValues &Run,
                                        const ThreadOfBlock &Self) const {
  int64_t Sum = Bytes;
  for (const auto &[Index, Size] : Steps) {
    auto Value = Run.run(Index, Self);
    if (!Value)
      return std::nullopt;
    Sum += *Value * Size;
  }
  return Sum;
}

bool isShared(const Location &L) {
  const auto *Var = L.Root->kind() == TermKind::Variable
                        ? dyn_cast<VarDecl>(L.Root->decl())
                        : nullptr;
  return Var && memorySpaceOf(*Var) == MemorySpace::Shared;
}

bool inSameMember(const Location &L, const Location &R) {
  return L.Root == R.Root && L.Fields == R.Fields;
}

bool areApart(const Location &L, const Location &R) {
  if (L.Root != R.Root)
    return L.Root->kind() == TermKind::Variable &&
           R.Root->kind() == TermKind::Variable;
  if (L.Fields == R.Fields)
    return L.isConstant() && R.isConstant() && L.Bytes != R.Bytes;
  // The outermost members that differ decide. Those of a union are no steps of
  // their own: what lies in them belongs to different classes.
  for (auto [Left, Right] :
       llvm::zip(llvm::reverse(L.Fields), llvm::reverse(R.Fields)))
    if (Left != Right)
      return Left && Right && Left->getParent() == Right->getParent();
  return false;
}

} // namespace warplint

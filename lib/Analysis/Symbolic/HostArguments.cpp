//===--- HostArguments.cpp - Terms for what a host passes -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Symbolic/HostArguments.h"

using namespace clang;

namespace warplint {

std::optional<unsigned> argumentSlotOf(const Term *T) {
  llvm::SmallVector<const FieldDecl *, 2> Fields;
  while (const auto *Part = dyn_cast<ExtractTerm>(T)) {
    if (!Part->field())
      return std::nullopt;
    Fields.insert(Fields.begin(), Part->field());
    T = Part->from();
  }
  const auto *Whole = dyn_cast<ParameterTerm>(T);
  const auto *Decl = Whole ? dyn_cast<ParmVarDecl>(Whole->decl()) : nullptr;
  return Decl ? argumentSlotOf(*Decl, Fields) : std::nullopt;
}

std::string nameOfArgument(const Term *T) {
  std::string Name;
  while (const auto *Part = dyn_cast<ExtractTerm>(T)) {
    if (!Part->field())
      return "";
    Name = "." + Part->field()->getNameAsString() + Name;
    T = Part->from();
  }
  const auto *Whole = dyn_cast<ParameterTerm>(T);
  return Whole ? Whole->decl()->getNameAsString() + Name : "";
}

const Term *termOf(const ArgumentSlot &Slot, TermArena &Arena) {
  const Term *Result = Arena.parameter(Slot.Parameter);
  for (const FieldDecl *Field : Slot.Fields)
    Result = Arena.extract(Result, Field);
  return Result;
}

static BinaryOperatorKind inKernel(LaunchOperator Operator) {
  switch (Operator) {
  case LaunchOperator::Add:
    return BO_Add;
  case LaunchOperator::Subtract:
    return BO_Sub;
  case LaunchOperator::Multiply:
    return BO_Mul;
  case LaunchOperator::Divide:
    return BO_Div;
  case LaunchOperator::Remainder:
    return BO_Rem;
  case LaunchOperator::BitAnd:
    return BO_And;
  case LaunchOperator::BitOr:
    return BO_Or;
  case LaunchOperator::BitXor:
    return BO_Xor;
  case LaunchOperator::LessEqual:
    return BO_LE;
  case LaunchOperator::Equal:
    return BO_EQ;
  case LaunchOperator::NotEqual:
    return BO_NE;
  case LaunchOperator::And:
    return BO_LAnd;
  case LaunchOperator::Or:
    return BO_LOr;
  case LaunchOperator::Constant:
  case LaunchOperator::Symbol:
  case LaunchOperator::Minimum:
  case LaunchOperator::Maximum:
  case LaunchOperator::Less:
    break;
  }
  return BO_LT;
}

const Term *combined(LaunchOperator Op, const Term *L, const Term *R,
                     TermArena &Arena) {
  // What a test chooses the host has as products with truths.
  if (Op == LaunchOperator::Multiply)
    for (auto [Truth, Value] : {std::pair(L, R), std::pair(R, L)})
      if (TermArena::Range Is = Arena.rangeOf(Truth);
          !Truth->isConstant() && Is.Min == 0 && Is.Max == 1)
        return Arena.select(Truth, Value, Arena.constant(0));
  const Term *Result = Arena.binary(inKernel(Op), L, R);
  if (Op == LaunchOperator::Minimum)
    return Arena.select(Result, L, R);
  return Op == LaunchOperator::Maximum ? Arena.select(Result, R, L) : Result;
}

} // namespace warplint

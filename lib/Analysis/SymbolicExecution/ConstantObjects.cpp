//===--- ConstantObjects.cpp - Constants in constexpr objects -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/ConstantObjects.h"
#include "Analysis/Budgets/Limits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// What \p Var holds for good; null if that is not known.
static const APValue *constantValueOf(const VarDecl &Var,
                                      const ASTContext &Context,
                                      const Limits &Within) {
  QualType Type = Var.getType();
  // The host may set what is in constant memory before a launch.
  bool IsConstant = Var.isConstexpr() || (Type.isConstant(Context) &&
                                          !Var.hasAttr<CUDAConstantAttr>());
  const VarDecl *Definition = nullptr;
  if (!IsConstant || isa<ParmVarDecl>(Var) || Type->isReferenceType() ||
      Type->isDependentType() || Type->isIncompleteType() ||
      !Within.allows(BudgetId::ConstantBytes,
                     Context.getTypeSizeInChars(Type).getQuantity()))
    return nullptr;
  const Expr *Init = Var.getAnyInitializer(Definition);
  return Init && !Init->isValueDependent() ? Definition->evaluateValue()
                                           : nullptr;
}

/// Where the compiler looks for a part of an object.
struct ConstantPart {
  const APValue *Value;
  QualType Type;
};

/// The field \p Field of \p Object, in whichever base it is.
static std::optional<ConstantPart> fieldOf(ConstantPart Object,
                                           const FieldDecl &Field) {
  const CXXRecordDecl *Class = Object.Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Field.isMutable())
    return std::nullopt;
  if (Object.Value->isUnion())
    return Object.Value->getUnionField() == &Field
               ? std::optional(ConstantPart{&Object.Value->getUnionValue(),
                                            Field.getType()})
               : std::nullopt;
  if (!Object.Value->isStruct())
    return std::nullopt;
  if (Field.getParent()->getCanonicalDecl() == Class->getCanonicalDecl())
    return ConstantPart{&Object.Value->getStructField(Field.getFieldIndex()),
                        Field.getType()};
  unsigned Number = 0;
  for (const CXXBaseSpecifier &Base : Class->bases()) {
    if (Base.isVirtual())
      return std::nullopt;
    if (auto Found = fieldOf(
            {&Object.Value->getStructBase(Number++), Base.getType()}, Field))
      return Found;
  }
  return std::nullopt;
}

static std::optional<ConstantPart> elementOf(ConstantPart Object,
                                             const ElementTerm &At,
                                             const ASTContext &Context) {
  const auto *Index = dyn_cast<ConstantTerm>(At.index());
  const auto *Array = Context.getAsConstantArrayType(Object.Type);
  if (!Index || !Array || !Object.Value->isArray() || Index->value() < 0 ||
      uint64_t(Index->value()) >= Array->getZExtSize() ||
      Context.getTypeSizeInChars(Array->getElementType()).getQuantity() !=
          At.elementSize())
    return std::nullopt;
  unsigned Number = unsigned(Index->value());
  if (Number >= Object.Value->getArrayInitializedElts() &&
      !Object.Value->hasArrayFiller())
    return std::nullopt;
  const APValue &Constant = Number < Object.Value->getArrayInitializedElts()
                                ? Object.Value->getArrayInitializedElt(Number)
                                : Object.Value->getArrayFiller();
  return ConstantPart{&Constant, Array->getElementType()};
}

std::optional<llvm::APSInt> constantAt(const Term *Address,
                                       const ASTContext &Context,
                                       const Limits &Within) {
  llvm::SmallVector<const SubobjectTerm *, 4> Path;
  while (const auto *Part = dyn_cast<SubobjectTerm>(Address)) {
    if (const auto *Element = dyn_cast<ElementTerm>(Part);
        Element && !isa<ConstantTerm>(Element->index()))
      return std::nullopt;
    Path.push_back(Part);
    Address = Part->base();
  }
  const auto *Var = isa<VariableTerm, LocalTerm>(Address)
                        ? dyn_cast_or_null<VarDecl>(declarationOf(Address))
                        : nullptr;
  const APValue *Whole = Var ? constantValueOf(*Var, Context, Within) : nullptr;
  if (!Whole)
    return std::nullopt;
  std::optional<ConstantPart> At = ConstantPart{Whole, Var->getType()};
  for (const SubobjectTerm *Part : llvm::reverse(Path)) {
    const auto *Element = dyn_cast<ElementTerm>(Part);
    At = Element ? elementOf(*At, *Element, Context)
                 : fieldOf(*At, *cast<FieldTerm>(Part)->field());
    if (!At)
      return std::nullopt;
  }
  return At->Value->isInt() ? std::optional(At->Value->getInt()) : std::nullopt;
}

} // namespace warplint

//===--- DeclaredExtents.cpp - Array steps of an address ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/DeclaredExtents.h"

using namespace clang;

namespace warplint {

llvm::SmallVector<DeclaredStep, 4> declaredSteps(const Term *Address,
                                                 const VarDecl *Var,
                                                 const ASTContext &Context) {
  llvm::SmallVector<const SubobjectTerm *, 4> Path;
  for (const auto *At = dyn_cast<SubobjectTerm>(Address); At;
       At = dyn_cast<SubobjectTerm>(At->base()))
    Path.push_back(At);
  QualType Type = Var ? Var->getType().getNonReferenceType() : QualType();
  bool OfMember = false;
  llvm::SmallVector<DeclaredStep, 4> Result;
  for (const SubobjectTerm *At : llvm::reverse(Path)) {
    if (const auto *Part = dyn_cast<FieldTerm>(At)) {
      Type = Part->field()->getType().getNonReferenceType();
      OfMember = true;
      continue;
    }
    const auto *Element = cast<ElementTerm>(At);
    const auto *Array =
        Type.isNull() ? nullptr : Context.getAsConstantArrayType(Type);
    Type = Array ? Array->getElementType() : QualType();
    if (!Array || Type->isDependentType() ||
        Context.getTypeSizeInChars(Type).getQuantity() !=
            Element->elementSize()) {
      Type = QualType();
      continue;
    }
    Result.push_back({Element->index(), Array->getZExtSize(), OfMember});
  }
  return Result;
}

} // namespace warplint

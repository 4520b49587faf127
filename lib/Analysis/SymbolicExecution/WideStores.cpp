//===--- WideStores.cpp - Stores wider than one element -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/WideStores.h"
#include "Analysis/KernelIR/State.h"
#include "CudaModel/AstNames.h"

using namespace clang;

namespace warplint {

llvm::SmallVector<const Term *, 4> partsBehind(const Term *Address,
                                               int64_t Bytes, TermArena &Arena,
                                               const ASTContext &Context) {
  llvm::SmallVector<const Term *, 4> Found;
  if (const auto *Member = dyn_cast<FieldTerm>(Address)) {
    const FieldDecl *First = Member->field();
    const RecordDecl *Class = First->getParent();
    if (Class->isUnion() || !hasLayout(*Class) || First->isBitField() ||
        First->getType()->isReferenceType() ||
        First->getType()->isIncompleteType() ||
        First->getType()->isDependentType() ||
        Context.getTypeSizeInChars(First->getType()).getQuantity() >= Bytes)
      return Found;
    uint64_t From = Context.getFieldOffset(First),
             To = From + uint64_t(Bytes) * Context.getCharWidth();
    for (const FieldDecl *Field : Class->fields())
      if (uint64_t At = Context.getFieldOffset(Field); At > From && At < To)
        Found.push_back(Arena.fieldOf(Member->base(), Field));
    return Found;
  }
  const auto *Element = dyn_cast<ElementTerm>(Address);
  auto First = Element ? numberOf(Element->index()) : std::nullopt;
  int64_t Size = Element ? Element->elementSize() : 0;
  if (!First || *First < 0 || Size <= 0 || Size >= Bytes)
    return Found;
  int64_t Extent = int64_t(extentOf(Element->base()));
  for (int64_t I = std::min(*First, Extent) + 1;
       I < Extent && (I - *First) * Size < Bytes; ++I)
    Found.push_back(Arena.elementOf(Element->base(), Arena.constant(I), Size));
  return Found;
}

} // namespace warplint

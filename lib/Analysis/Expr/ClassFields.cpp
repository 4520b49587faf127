//===--- ClassFields.cpp - The fields of a class value --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/ClassFields.h"
#include "Analysis/Budgets/Limits.h"

using namespace clang;

namespace warplint {

ClassFields fieldsOfClass(const RecordDecl &Type, const Limits &Within) {
  // It may hold itself, without end.
  if (Type.isInvalidDecl())
    return {};
  ClassFields Fields(Type.field_begin(), Type.field_end());
  size_t Own = Fields.size();
  llvm::SmallVector<const CXXRecordDecl *, 4> Classes;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(&Type))
    Classes.push_back(Class);
  for (unsigned I = 0; I < Classes.size(); ++I) {
    if (!Classes[I]->hasDefinition())
      continue;
    for (const CXXBaseSpecifier &Base : Classes[I]->bases())
      if (const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
          Of && Of->hasDefinition()) {
        Of = Of->getDefinition();
        Classes.push_back(Of);
        if (!Of->isUnion())
          Fields.append(Of->field_begin(), Of->field_end());
      }
    if (!Within.allows(BudgetId::InheritedFields,
                       std::max(Fields.size() - Own, Classes.size()))) {
      Fields.truncate(Own);
      break;
    }
  }
  return Fields;
}

} // namespace warplint

//===--- ClassFields.cpp - The fields of a class value --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/ClassFields.h"

using namespace clang;

namespace warplint {

/// Fields of bases that a class value holds, and bases that are looked at.
static constexpr unsigned MostInherited = 16;

ClassFields fieldsOfClass(const RecordDecl &Type) {
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
    if (Fields.size() > Own + MostInherited || Classes.size() > MostInherited) {
      Fields.truncate(Own);
      break;
    }
  }
  return Fields;
}

} // namespace warplint

//===--- BarrierTypes.cpp - Types of barrier objects ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/BarrierTypes.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/SyncApi.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace warplint {

/// The classes whose members arrive at their object.
static const llvm::StringSet<> &classesOfBarriers() {
  static const llvm::StringSet<> Names = [] {
    llvm::StringSet<> Found;
    for (const SyncApiEntry &Row : SyncModel::table())
      if (Row.ObjectArg < 0 && (Row.Kind == SyncKind::ObjectArrive ||
                                Row.Kind == SyncKind::ObjectArriveAndWait))
        if (auto [Class, Member] = llvm::StringRef(Row.Name).rsplit("::");
            !Member.empty())
          Found.insert(Class);
    return Found;
  }();
  return Names;
}

bool isBarrierObject(QualType T, const ASTContext &Context) {
  while (true) {
    if (const auto *Named = T->getAs<TypedefType>();
        Named && Named->getDecl()->getName() == "__mbarrier_t")
      return true;
    if (const auto *Array = Context.getAsArrayType(T))
      T = Array->getElementType();
    else if (T->isReferenceType() || T->isPointerType())
      T = T->getPointeeType();
    else
      break;
  }
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && visitClassAndBases(*Class, [](const CXXRecordDecl &Each) {
           return classesOfBarriers().contains(visibleName(Each));
         });
}

} // namespace warplint

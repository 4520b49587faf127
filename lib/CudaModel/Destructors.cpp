//===--- Destructors.cpp - What happens at the end of a scope -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/Destructors.h"
#include "CudaModel/AstNames.h"

namespace warplint {

bool orderNothingAtEnd(const clang::CXXRecordDecl &Class) {
  return visibleName(Class) == "cuda::pipeline";
}

bool mayRunAtEnd(const clang::CXXRecordDecl &Class) {
  return !Class.hasDefinition() || !Class.hasTrivialDestructor();
}

bool deletesAlone(const clang::CXXRecordDecl &Class) {
  const auto *Owner = dyn_cast<clang::ClassTemplateSpecializationDecl>(&Class);
  if (!Owner || visibleName(Class) != "std::unique_ptr" ||
      Owner->getTemplateArgs().size() != 2)
    return false;
  const auto *Deleter =
      Owner->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl();
  return Deleter && visibleName(*Deleter) == "std::default_delete";
}

bool deletesPlainly(const clang::CXXRecordDecl &Class) {
  if (!deletesAlone(Class))
    return false;
  const auto &Owner = cast<clang::ClassTemplateSpecializationDecl>(Class);
  const auto *Pointee = Owner.getTemplateArgs()[0]
                            .getAsType()
                            ->getBaseElementTypeUnsafe()
                            ->getAsCXXRecordDecl();
  return !(Pointee && mayRunAtEnd(*Pointee));
}

} // namespace warplint

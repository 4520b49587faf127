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

bool deletesPlainly(const clang::CXXRecordDecl &Class) {
  const auto *Owner = dyn_cast<clang::ClassTemplateSpecializationDecl>(&Class);
  if (!Owner || visibleName(Class) != "std::unique_ptr" ||
      Owner->getTemplateArgs().size() != 2)
    return false;
  const clang::TemplateArgument *Args = Owner->getTemplateArgs().data();
  const auto *Deleter = Args[1].getAsType()->getAsCXXRecordDecl();
  const clang::Type *Owned = Args[0].getAsType()->getBaseElementTypeUnsafe();
  const auto *Pointee = Owned->getAsCXXRecordDecl();
  return Deleter && visibleName(*Deleter) == "std::default_delete" &&
         !(Pointee && mayRunAtEnd(*Pointee));
}

} // namespace warplint

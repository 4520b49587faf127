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

} // namespace warplint

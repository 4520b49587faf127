//===--- LambdaEscape.cpp - Where a unit's lambdas go ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/LambdaEscape.h"

using namespace clang;

namespace warplint {

const CXXRecordDecl *closureOf(QualType Type) {
  // What is to become an initializer has no type.
  const CXXRecordDecl *Class =
      Type.isNull() ? nullptr
                    : Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->isLambda() ? Class->getCanonicalDecl() : nullptr;
}

void LambdaEscape::forEachSeen(
    const CXXRecordDecl &Closure,
    llvm::function_ref<void(const VarDecl &)> Visit) const {
  llvm::SmallVector<const CXXRecordDecl *, 4> Work{&Closure};
  llvm::SmallPtrSet<const CXXRecordDecl *, 4> Met{&Closure};
  while (!Work.empty()) {
    const CXXRecordDecl *Next = Work.pop_back_val();
    for (const LambdaCapture &Capture : Next->captures()) {
      const auto *Var = Capture.capturesVariable()
                            ? dyn_cast<VarDecl>(Capture.getCapturedVar())
                            : nullptr;
      if (!Var || (Capture.getCaptureKind() == LCK_ByCopy &&
                   Outdated.count({Next->getCanonicalDecl(), Var})))
        continue;
      Visit(*Var);
      if (const CXXRecordDecl *Closure = closureOf(Var->getType());
          Closure && Met.insert(Closure).second)
        Work.push_back(Closure);
    }
  }
}

} // namespace warplint

//===--- LambdaEscape.cpp - Where a unit's lambdas go ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/LambdaEscape.h"
#include "Analysis/Expr/Worklist.h"

using namespace clang;

namespace warplint::host {

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
  Worklist<CXXRecordDecl, 4> Work{&Closure};
  while (const CXXRecordDecl *Next = Work.next())
    for (const LambdaCapture &Capture : Next->captures()) {
      const auto *Var = Capture.capturesVariable()
                            ? dyn_cast<VarDecl>(Capture.getCapturedVar())
                            : nullptr;
      if (!Var || (Capture.getCaptureKind() == LCK_ByCopy &&
                   Outdated.count({Next->getCanonicalDecl(), Var})))
        continue;
      Visit(*Var);
      if (const CXXRecordDecl *Closure = closureOf(Var->getType()))
        Work.add(Closure);
    }
}

} // namespace warplint::host

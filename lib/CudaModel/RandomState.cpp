//===--- RandomState.cpp - States of random number generators -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/RandomState.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"

using namespace clang;

namespace warplint {

static bool isGeneratorState(QualType Type) {
  if (!Type->isPointerType() || Type->getPointeeType().isConstQualified())
    return false;
  const auto *Record = Type->getPointeeType()->getAsRecordDecl();
  return Record && Record->getIdentifier() &&
         Record->getName().starts_with("curandState") &&
         !Record->getName().contains_insensitive("mtgp");
}

const Expr *generatorState(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier() ||
      !(Callee->getName().starts_with("curand") ||
        Callee->getName().starts_with("skipahead")))
    return nullptr;
  for (unsigned I = 0; I < Callee->getNumParams() && I < Call.getNumArgs(); ++I)
    if (isGeneratorState(Callee->getParamDecl(I)->getType()))
      return Call.getArg(I);
  return nullptr;
}

} // namespace warplint

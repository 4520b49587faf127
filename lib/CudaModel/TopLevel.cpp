//===--- TopLevel.cpp - Where a unit's own declarations are ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/TopLevel.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace warplint {

std::vector<Decl *>
userDeclarations(const ASTContext &Context,
                 std::optional<llvm::ArrayRef<Decl *>> Before) {
  const SourceManager &Sources = Context.getSourceManager();
  const TranslationUnitDecl &Unit = *Context.getTranslationUnitDecl();
  std::vector<Decl *> Found;
  if (Before)
    Found = Before->vec();
  auto Add = [&](Decl *D) {
    SourceLocation At = D->getLocation();
    if (At.isValid() && !Sources.isInSystemHeader(Sources.getExpansionLoc(At)))
      Found.push_back(D);
  };
  if (Before)
    for (Decl *D : Unit.noload_decls())
      Add(D);
  else
    for (Decl *D : Unit.decls())
      Add(D);
  return Found;
}

} // namespace warplint

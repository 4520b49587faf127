//===--- BlockPairs.cpp - What two blocks do together ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/BlockPairs.h"
#include "CudaModel/PtxText.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace warplint {

/// The name of the enumerator that the type of \p Given holds as its template
/// argument (libcu++: `cuda::ptx::cta_group_2` is such an object); empty if it
/// holds none.
static llvm::StringRef enumeratorIn(const Expr &Given) {
  const auto *Made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Given.getType().getNonReferenceType()->getAsRecordDecl());
  if (!Made)
    return "";
  for (const TemplateArgument &Argument : Made->getTemplateArgs().asArray()) {
    if (Argument.getKind() != TemplateArgument::Integral)
      continue;
    const auto *Enum = Argument.getIntegralType()->getAs<EnumType>();
    if (!Enum)
      continue;
    for (const EnumConstantDecl *One : Enum->getDecl()->enumerators())
      if (llvm::APSInt::isSameValue(One->getInitVal(),
                                    Argument.getAsIntegral()))
        return One->getName();
  }
  return "";
}

std::optional<unsigned> blocksOfGroup(const SyncOp &Op) {
  if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(Op.Origin))
    for (const PtxInstruction &I : parsePtx(Asm->getAsmString()).Instructions)
      if (I.Mnemonic == "tcgen05")
        for (unsigned Blocks : {1u, 2u})
          if (I.hasModifier("cta_group::" + std::to_string(Blocks)))
            return Blocks;
  const auto *Call = dyn_cast_or_null<CallExpr>(Op.Origin);
  if (!Call)
    return std::nullopt;
  for (const Expr *Given : Call->arguments())
    for (unsigned Blocks : {1u, 2u})
      if (enumeratorIn(*Given) == "cta_group_" + std::to_string(Blocks))
        return Blocks;
  return std::nullopt;
}

} // namespace warplint

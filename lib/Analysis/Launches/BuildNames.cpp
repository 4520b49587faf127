//===--- BuildNames.cpp - Names in a whole build --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/BuildNames.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::launches {

std::string mainFileOf(const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  auto File = Sources.getFileEntryRefForID(Sources.getMainFileID());
  if (!File)
    return "";
  llvm::StringRef Real = File->getFileEntry().tryGetRealPathName();
  return Real.empty() ? File->getName().str() : Real.str();
}

std::string buildNameOf(const FunctionDecl &F) {
  ASTContext &Context = F.getASTContext();
  std::string Name = ASTNameGenerator(Context).getName(&F);
  if (!F.isExternallyVisible())
    Name += "@" + mainFileOf(Context);
  return Name;
}

std::string placeOf(const Expr &Site, const ASTContext &Context) {
  PresumedLoc At =
      Context.getSourceManager().getPresumedLoc(Site.getBeginLoc());
  if (At.isInvalid())
    return "";
  return llvm::sys::path::filename(At.getFilename()).str() + ":" +
         std::to_string(At.getLine());
}

} // namespace warplint::launches

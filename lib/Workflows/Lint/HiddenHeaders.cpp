//===--- HiddenHeaders.cpp - Headers nobody looks into --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/HiddenHeaders.h"
#include "Report/Report.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace clang;

namespace warplint::lint {

namespace {

class HiddenHeaders : public syntax::TreeVisitor {
public:
  HiddenHeaders(const CompilerInstance &Compiler, llvm::StringRef Root)
      : Files(Compiler.getSourceManager()), Root(Root) {
    const HeaderSearch &Search =
        Compiler.getPreprocessor().getHeaderSearchInfo();
    for (ConstSearchDirIterator At = Search.system_dir_begin(),
                                End = Search.system_dir_end();
         At != End; ++At)
      SystemFolders.push_back((At->getName() + "/").str());
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      note(Files.getExpansionLoc(F->getLocation()));
    return true;
  }

  std::set<std::string> Found;

private:
  void note(SourceLocation At) {
    OptionalFileEntryRef File =
        At.isValid() && Files.isInSystemHeader(At)
            ? Files.getFileEntryRefForID(Files.getFileID(At))
            : std::nullopt;
    if (!File || llvm::any_of(SystemFolders, [&](const std::string &Folder) {
          return File->getName().starts_with(Folder);
        }))
      return;
    llvm::SmallString<256> Path(File->getName());
    Files.getFileManager().makeAbsolutePath(Path);
    std::string Below = report::pathBelow(Path, Root);
    if (!llvm::sys::path::is_absolute(Below))
      Found.insert(Below);
  }

  const SourceManager &Files;
  llvm::StringRef Root;
  std::vector<std::string> SystemFolders;
};

} // namespace

std::vector<std::string> hiddenHeaders(const CompilerInstance &Compiler,
                                       llvm::ArrayRef<Decl *> Code,
                                       llvm::StringRef Root) {
  HiddenHeaders Named(Compiler, Root);
  for (Decl *D : Code)
    Named.TraverseDecl(D);
  return {Named.Found.begin(), Named.Found.end()};
}

} // namespace warplint::lint

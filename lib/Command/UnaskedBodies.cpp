//===--- UnaskedBodies.cpp - Bodies of which nothing is asked ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command/UnaskedBodies.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

UnaskedBodies::UnaskedBodies(CompilerInstance &Compiler) {
  const HeaderSearch &Search =
      Compiler.getPreprocessor().getHeaderSearchInfo();
  llvm::vfs::FileSystem &Disk = Compiler.getVirtualFileSystem();
  for (ConstSearchDirIterator At = Search.system_dir_begin(),
                              End = Search.system_dir_end();
       At != End; ++At) {
    if (!At->isNormalDir())
      continue;
    for (const char *Header : {"cuda_runtime_api.h", "cstddef"}) {
      llvm::SmallString<256> Path(At->getName());
      llvm::sys::path::append(Path, Header);
      if (Disk.exists(Path)) {
        Folders.push_back(
            (At->getName() + llvm::sys::path::get_separator()).str());
        break;
      }
    }
  }
}

void UnaskedBodies::allow(FrontendOptions &Unit) {
  Unit.SkipFunctionBodies = true;
}

bool UnaskedBodies::isOfLibrary(FileID File, const SourceManager &Sources) {
  auto [At, IsNew] = Known.try_emplace(File);
  if (IsNew)
    if (OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File))
      At->second = llvm::any_of(Folders, [&](const std::string &Folder) {
        return Entry->getName().starts_with(Folder);
      });
  return At->second;
}

bool UnaskedBodies::contains(const Decl &Function) {
  const FunctionDecl *F = Function.getAsFunction();
  if (!F || F->isTemplated() || F->hasAttr<CUDAGlobalAttr>() ||
      F->hasAttr<CUDADeviceAttr>())
    return false;
  const SourceManager &Sources = F->getASTContext().getSourceManager();
  FileID File = Sources.getFileID(Sources.getExpansionLoc(F->getLocation()));
  return File.isValid() && isOfLibrary(File, Sources);
}

} // namespace warplint

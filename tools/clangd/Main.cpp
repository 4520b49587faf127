//===--- Main.cpp - clangd with the checks inside --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/GuardedRun.h"
#include "clangd/ClangdCommands.h"
#include "clangd/MemoryWatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace clang::clangd {
int clangdMain(int Argc, char *Argv[]);
} // namespace clang::clangd

/// clangd says its own version and ends.
static void tellVersion(llvm::ArrayRef<char *> Words) {
  if (llvm::any_of(Words, [](llvm::StringRef Word) {
        return Word == "--version" || Word == "-version";
      }))
    llvm::outs() << "warplint-clangd " WARPLINT_VERSION
                    ", warplint's checks in:\n";
}

int main(int Argc, char **Argv) {
  tellVersion(llvm::ArrayRef(Argv, Argc).drop_front());
  std::string Program = llvm::sys::fs::getMainExecutable(
      Argv[0], reinterpret_cast<void *>(&main));
  auto Installed = warplint::commands::findInstallation(Program);
  if (!Installed) {
    llvm::errs() << "warplint-clangd: " << llvm::toString(Installed.takeError())
                 << "\n";
    return 2;
  }
  llvm::setBugReportMsg("warplint-clangd crashed. Please report it to "
                        "warplint's developers, with what stands below.\n");
  warplint::edge::guardedRun() = {warplint::runWatched,
                                  warplint::memoryThatIsMissing};
  warplint::setTranslationContext(
      warplint::commands::TranslationContext(*Installed));
  return clang::clangd::clangdMain(Argc, Argv);
}

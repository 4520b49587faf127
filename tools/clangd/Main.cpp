//===--- Main.cpp - clangd with the checks inside --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/GuardedRun.h"
#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/tool/ClangTidyMain.h"
#include "clangd/ClangdCommands.h"
#include "clangd/MemoryWatch.h"
#include "plugin/TidyRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace clang::clangd {
int clangdMain(int Argc, char *Argv[]);
} // namespace clang::clangd

/// The first argument of a program that is clang-tidy: clangd links all of it.
/// bin/warplint-clang-tidy passes it.
static constexpr llvm::StringLiteral AsClangTidy = "--as-clang-tidy";

/// clangd and clang-tidy say their own version and end.
static void tellVersion(llvm::StringRef Program, llvm::ArrayRef<char *> Words) {
  if (llvm::any_of(Words, [](llvm::StringRef Word) {
        return Word == "--version" || Word == "-version";
      }))
    llvm::outs() << Program << " " WARPLINT_VERSION ", warplint's checks in:\n";
}

/// clang-tidy without \p Words' first, AsClangTidy.
static int runClangTidy(llvm::ArrayRef<char *> Words) {
  // clang-tidy's own reader of CustomChecks knows no matchers of warplint's.
  clang::tidy::custom::RegisterCustomChecks = warplint::registerTidyRules;
  std::string Name = "warplint-clang-tidy";
  std::vector<const char *> Arguments = {Name.c_str()};
  llvm::append_range(Arguments, Words.drop_front());
  Arguments.push_back(nullptr);
  return clang::tidy::clangTidyMain(Arguments.size() - 1, Arguments.data());
}

int main(int Argc, char **Argv) {
  llvm::ArrayRef<char *> Words = llvm::ArrayRef(Argv, Argc).drop_front();
  bool IsTidy = !Words.empty() && Words.front() == AsClangTidy;
  tellVersion(IsTidy ? "warplint-clang-tidy" : "warplint-clangd", Words);
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
  return IsTidy ? runClangTidy(Words) : clang::clangd::clangdMain(Argc, Argv);
}

//===--- UnitFiles.h - What a unit reads ---------------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_UNITFILES_H
#define WARPLINT_WORKFLOWS_LINT_UNITFILES_H

#include "CompileCommands/Translate.h"
#include "Support/InputFile.h"
#include "clang/Frontend/Utils.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>
#include <string>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace warplint::lint {

/// What a unit read, by absolute path.
struct UnitFiles {
  std::set<std::string> All; ///< Missing headers too, where they would lie.
  std::set<std::string> User;
  /// Names with `..`, which lead elsewhere where a link in them does.
  std::set<std::string> Named;
  /// What the texts were, where that is asked for: by the names that clang has.
  std::map<std::string, base::TextSum> Sums;
};

/// Everything that a unit reads, and what it looked for in vain.
class FileRecorder : public clang::DependencyCollector {
public:
  /// Both must live as long as the recorder.
  FileRecorder(const commands::Translation &Unit, UnitFiles &Files)
      : Directory(Unit.Directory), Files(Files) {}

  /// Records what \p Compiler reads from now on.
  void attach(clang::CompilerInstance &Compiler);

  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef Name, bool FromModule, bool IsSystem,
                     bool IsModuleFile, bool IsMissing) override;
  /// A header that was read before, for others too.
  void addPrecompiled(llvm::StringRef Path, bool IsUsers) {
    if (IsUsers)
      Files.User.insert(absolute(Path));
    Files.All.insert(absolute(Path));
  }
  /// A directive leads to \p Path.
  void addNamed(llvm::StringRef Path) { Files.All.insert(absolute(Path)); }
  /// \p Name was not found when \p Includer asked for it.
  void missing(llvm::StringRef Name, llvm::StringRef Includer);

private:
  std::string absolute(llvm::StringRef Name);

  llvm::StringRef Directory;
  UnitFiles &Files;
  llvm::StringMap<std::string> RealFolders;
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_UNITFILES_H

//===--- UnitDiagnostics.cpp - What clang says of a unit ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/UnitDiagnostics.h"
#include "CompileCommands/Remedies.h"
#include "Report/Report.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::lint {

void UnitDiagnostics::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                       const Diagnostic &Info) {
  if (Level >= DiagnosticsEngine::Error)
    note(Level, Info);
  Tidy.HandleDiagnostic(Level, Info);
}

void UnitDiagnostics::note(DiagnosticsEngine::Level Level,
                           const Diagnostic &Info) {
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  std::string Where;
  llvm::StringRef File;
  if (Info.hasSourceManager() && Info.getLocation().isValid()) {
    PresumedLoc At = Info.getSourceManager().getPresumedLoc(Info.getLocation());
    if (At.isValid()) {
      File = At.getFilename();
      Where = shown(File) + ":" + std::to_string(At.getLine()) + ": ";
    }
  }
  llvm::StringRef Remedy = commands::remedyOf(
      commands::troubleOf(Info.getID(), Text, File, Language));
  Errors.add(Level, Info, Where, Remedy);
}

std::string UnitDiagnostics::shown(StringRef File) const {
  llvm::SmallString<256> Path(File);
  if (Root.empty())
    return Path.str().str();
  llvm::sys::path::make_absolute(Unit.Directory, Path);
  return report::pathBelow(Path, Root);
}

} // namespace warplint::lint

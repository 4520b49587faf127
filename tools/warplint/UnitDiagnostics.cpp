//===--- UnitDiagnostics.cpp - What clang says of a unit ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitDiagnostics.h"
#include "Output/Report.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

/// Headers of the C++ standard library that CUDA's own and most kernels begin
/// with.
static bool isOfStandardLibrary(llvm::StringRef Header) {
  static constexpr llvm::StringLiteral Names[] = {"algorithm",
                                                  "array",
                                                  "atomic",
                                                  "cassert",
                                                  "cfloat",
                                                  "chrono",
                                                  "climits",
                                                  "cmath",
                                                  "cstddef",
                                                  "cstdint",
                                                  "cstdio",
                                                  "cstdlib",
                                                  "cstring",
                                                  "cstdarg",
                                                  "ctime",
                                                  "exception",
                                                  "fstream",
                                                  "functional",
                                                  "initializer_list",
                                                  "iomanip",
                                                  "iostream",
                                                  "iterator",
                                                  "limits",
                                                  "list",
                                                  "map",
                                                  "memory",
                                                  "mutex",
                                                  "new",
                                                  "numeric",
                                                  "ostream",
                                                  "random",
                                                  "set",
                                                  "sstream",
                                                  "stdexcept",
                                                  "string",
                                                  "thread",
                                                  "tuple",
                                                  "type_traits",
                                                  "typeinfo",
                                                  "unordered_map",
                                                  "utility",
                                                  "vector",
                                                  "version"};
  return llvm::is_contained(Names, Header);
}

void UnitDiagnostics::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                       const Diagnostic &Info) {
  if (Level >= DiagnosticsEngine::Error)
    note(Level, Info);
  Tidy.HandleDiagnostic(Level, Info);
}

std::string UnitDiagnostics::reason() const {
  if (!Count)
    return "";
  std::string Text = Fatal ? "parsing stopped: " + *Fatal : First;
  if (Count > 1)
    Text += " (and " + std::to_string(Count - 1) + " more error" +
            (Count > 2 ? "s)" : ")");
  // Kernels that were read are judged by the launches that were.
  return Text + "; launches in what was not read are unknown";
}

void UnitDiagnostics::note(DiagnosticsEngine::Level Level,
                           const Diagnostic &Info) {
  ++Count;
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  if (Info.getID() == diag::err_pp_file_not_found &&
      isOfStandardLibrary(Info.getArgStdStr(0)))
    Text += "; the C++ standard library is missing: install g++, whose "
            "headers clang takes (Debian's package is g++), or name another "
            "one's folder with -isystem";
  std::string Where;
  if (Info.hasSourceManager() && Info.getLocation().isValid()) {
    PresumedLoc At = Info.getSourceManager().getPresumedLoc(Info.getLocation());
    if (At.isValid())
      Where =
          shown(At.getFilename()) + ":" + std::to_string(At.getLine()) + ": ";
  }
  if (First.empty())
    First = Where + Text.str().str();
  if (Level == DiagnosticsEngine::Fatal && !Fatal)
    Fatal = Where + Text.str().str();
}

std::string UnitDiagnostics::shown(StringRef File) const {
  llvm::SmallString<256> Path(File);
  if (Root.empty())
    return Path.str().str();
  llvm::sys::fs::make_absolute(Unit.Directory, Path);
  return pathBelow(Path, Root);
}

} // namespace warplint

//===--- CommandOutput.cpp - Translated commands, written -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/CommandOutput.h"
#include "CompileCommands/ForcedFiles.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Summary.h"
#include "Support/InputFile.h"
#include "Workflows/Lint/Settings.h"

namespace warplint::lint {

int printCommands(llvm::raw_ostream &OS,
                  const commands::CommandDatabase &Database,
                  llvm::ArrayRef<std::string> Files) {
  int Code = report::ExitClean;
  for (const std::string &File : Files) {
    auto Units = Database.translationsOf(File);
    if (!Units) {
      Code = usageError(llvm::toString(Units.takeError()));
      continue;
    }
    for (const commands::Translation &Unit : *Units) {
      for (size_t I = 0; I < Unit.Arguments.size(); ++I) {
        OS << (I ? " " : "") << quoting::forBash(Unit.Arguments[I]);
      }
      OS << "\n";
    }
  }
  return Code;
}

int collectCommands(const commands::CommandDatabase &Database,
                    llvm::ArrayRef<std::string> Files,
                    std::vector<commands::Translation> &All) {
  int Code = report::ExitClean;
  for (const std::string &File : Files) {
    auto Units = Database.translationsOf(File);
    if (!Units) {
      usageError(llvm::toString(Units.takeError()));
      Code = report::ExitIncomplete;
      continue;
    }
    for (commands::Translation &Unit : *Units) {
      for (const std::string &Dropped : commands::dropForcedDevices(
               Unit.Arguments, Unit.Directory, *base::regularFiles()))
        llvm::errs() << "warplint: note: '" << quoting::printable(Dropped)
                     << "' was removed: it is not a regular file\n";
      All.push_back(std::move(Unit));
    }
  }
  return Code;
}

} // namespace warplint::lint

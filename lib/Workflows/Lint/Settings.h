//===--- Settings.h - Options that several commands share ----- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_SETTINGS_H
#define WARPLINT_WORKFLOWS_LINT_SETTINGS_H

#include "CompileCommands/Database.h"
#include "PchCache/PrefixCache.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "Tidy/TidyEdge.h"
#include "Workflows/Lint/Commands.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

extern llvm::cl::opt<std::string> BuildPath;
extern llvm::cl::opt<std::string> Checks;

/// Whether text on stdout is coloured.
bool usesColour();

/// Prints \p Message and returns the exit code for it.
int usageError(const llvm::Twine &Message);

void printVersion(llvm::raw_ostream &OS);
/// What is wrong with the checks that `--checks` leaves enabled; empty if
/// nothing is.
std::string problemWithChecks();

/// Options of files by `.clang-tidy`, `--config`, `--config-file` and the
/// command line; null with a \p Problem.
std::unique_ptr<clang::tidy::ClangTidyOptionsProvider>
makeOptionsProvider(std::string &Problem);

/// Reads `--block-dim` and `--grid-dim`; returns what is wrong with them.
std::string readLaunch(LaunchExtents &Launch);

/// `--certainty`; nothing if it is not given.
std::optional<Certainty> leastCertainty();
/// The value of `--effort`, nothing without it.
std::optional<EffortLevel> givenEffort();

/// The folder of `--dump-query`, empty if it is not given.
std::string queryFolder();

/// The file of `--statistics`, empty if it is not given.
std::string statisticsFile();
/// Writes it anew.
llvm::Error writeStatistics(llvm::StringRef Text);

/// The folders of `--own-headers`, absolute.
std::vector<std::string> ownHeaders();

/// The options of this command that one unit's run needs as they are: launch,
/// certainty, toolkit and, unless \p Cache says what is to be in its place, the
/// cache.
std::vector<std::string> optionsForUnits(llvm::StringRef Cache = "");

/// The folder of precompiled beginnings: that of `--cache` or the user's; empty
/// if there shall be none.
std::string cacheFolder();
/// That of the user, whatever the options say; empty if there is none.
std::string usersCacheFolder();
/// Opens it. Null with \p Problem, a sentence without a full stop, if it cannot
/// be used, and for an empty name.
std::shared_ptr<const PrefixCache> openCache(llvm::StringRef Folder,
                                             std::string &Problem);

/// What commands are translated with.
llvm::Expected<TranslationContext> makeContext();

/// The database that `-p` names, a folder or a file.
llvm::Expected<std::unique_ptr<CommandDatabase>>
openBuild(const TranslationContext &Context);

/// The database's files that can hold device code.
std::vector<std::string> cudaFilesOf(const CommandDatabase &Database);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_SETTINGS_H

//===--- Settings.h - Options that commands share ---------------*- C++ -*-===//
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
#include "Support/EditedFiles.h"
#include "Tidy/TidyEdge.h"
#include "Workflows/Lint/Commands.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint::lint {

/// `-p` and `--checks`.
extern llvm::cl::opt<std::string> BuildPath;
extern llvm::cl::opt<std::string> Checks;

/// Whether text on stdout is coloured.
bool usesColour();
/// From now on errors on stderr follow NO_COLOR, too.
void keepErrorsPlain();

/// Prints \p Message and returns the exit code for it.
int usageError(const llvm::Twine &Message);

void printVersion(llvm::raw_ostream &OS);
/// The problem with the checks that `--checks` leaves enabled; empty if there
/// is none.
std::string problemWithChecks();
/// "; did you mean 'warplint-x'?" for the check that \p Name is most like;
/// empty if there is none.
std::string guessForCheck(llvm::StringRef Name);

/// Provides the options of each file from `.clang-tidy`, `--config`,
/// `--config-file` and the command line; null, with a \p Problem, if they are
/// malformed. With \p Warns, files that are left out are warned of.
std::unique_ptr<clang::tidy::ClangTidyOptionsProvider>
makeOptionsProvider(std::string &Problem, bool Warns = true);

/// Reads `--block-dim` and `--grid-dim`; returns the problem with them, or an
/// empty text.
std::string readLaunch(LaunchExtents &Launch);

/// The value of `--certainty`; nothing if it is not given.
std::optional<Certainty> leastCertainty();
/// The value of `--effort`; nothing if it is not given.
std::optional<EffortLevel> givenEffort();
/// What --budget says; what is wrong in it is named in \p Problem.
std::vector<std::pair<BudgetId, uint64_t>> givenBudgets(std::string &Problem);

/// The words of `--assume`, separated by commas; empty if it is not given.
std::string givenAssumptions();
/// The problem with them; empty if there is none.
std::string problemWithAssumptions();

/// Whether `--require-nolint-reason` is given.
bool requiresNolintReason();

/// The folder of `--dump-query`, empty if it is not given.
std::string queryFolder();

/// The file of `--statistics`, empty if it is not given.
std::string statisticsFile();
/// Writes the file of `--statistics`.
llvm::Error writeStatistics(llvm::StringRef Text);

/// The texts of `--as-if`, by the real paths of the files they stand for.
llvm::Expected<base::EditedTexts> textsAsIf();
/// Whether functions that launch may be called by others than the build.
bool isOpenWorld();
/// The folder of the build whose last audit says how they are called; empty if
/// there is none or others may call them.
std::string buildWithLaunches();

/// The folders of `--own-headers`, absolute.
std::vector<std::string> ownHeaders();

/// The options of this command that the run of each unit gets: launch,
/// certainty, assumptions, toolkit and the cache, which is \p Cache if that is
/// not empty.
std::vector<std::string> optionsForUnits(llvm::StringRef Cache = "");

/// The folder of precompiled headers: that of `--cache` or the user's; empty if
/// there must be none.
std::string cacheFolder();
/// The user's cache folder, whatever the options say; empty if there is none.
std::string usersCacheFolder();
/// Opens the cache in \p Folder. Null for an empty name, and, with \p Problem,
/// a sentence without a full stop, if it cannot be used.
std::shared_ptr<const pch::PrefixCache> openCache(llvm::StringRef Folder,
                                                  std::string &Problem);

/// What the translation of commands needs, from the options of this command.
llvm::Expected<commands::TranslationContext> makeContext();

/// Opens the database that `-p` names, a folder or a file.
llvm::Expected<std::unique_ptr<commands::CommandDatabase>>
openBuild(const commands::TranslationContext &Context);

/// The database for \p Sources: \p Flags if they are given, that of `-p`, the
/// one above the first source, or none if all of them are CUDA by name.
llvm::Expected<std::unique_ptr<commands::CommandDatabase>>
openDatabase(const std::optional<std::vector<std::string>> &Flags,
             llvm::ArrayRef<std::string> Sources,
             const commands::TranslationContext &Context);

/// The files of \p Database that may have device code.
std::vector<std::string> cudaFilesOf(const commands::CommandDatabase &Database);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_SETTINGS_H

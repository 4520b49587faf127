//===--- CheckedFixes.h - Fixes, each verified by analysis ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_FIXES_CHECKEDFIXES_H
#define WARPLINT_WORKFLOWS_FIXES_CHECKEDFIXES_H

#include "Support/EditedFiles.h"
#include "Support/FileVersion.h"
#include "Workflows/Lint/UnitLint.h"
#include "clang/Tooling/Core/Replacement.h"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warplint::fixes {

/// A finding in a form that can be recognized after the code around it has
/// changed.
struct StandingFinding {
  std::string Check; ///< With prefix.
  std::string File;  ///< Real path.
  unsigned Offset = 0;
  std::string Message;
  /// Its edits by real path; empty if it has no fix of the wanted kind.
  std::map<std::string, clang::tooling::Replacements> Fix;

  bool operator<(const StandingFinding &Other) const {
    return std::tie(File, Offset, Check) <
           std::tie(Other.File, Other.Offset, Other.Check);
  }
};

/// The result for one finding that has a fix.
struct FixOutcome {
  std::string Fingerprint;
  std::string Check; ///< With prefix.
  std::string File;  ///< Real path.
  unsigned Line = 0; ///< Line before any change.
  bool Fixed = false;
  std::string Why;             ///< Why it was not kept, one clause.
  std::set<std::string> Edits; ///< Real paths of changed files.
};

/// The sentence that says that \p File is no longer what was parsed.
std::string changedText(const std::string &File);

/// Tries fixes in memory. A fix is kept if, after another analysis of all units
/// that read the changed files, its finding is gone and there is no new
/// finding. Checks of barriers run for this even if they are not enabled: an
/// added barrier must not hang. Nothing is written.
class CheckedFixes {
public:
  /// Analyses a unit whose files are those of a file system.
  using LintsUnit = std::function<lint::LintedUnit(
      const commands::Translation &,
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>,
      const lint::LintOptions &)>;

  /// If \p Unsafe, fixes that need a second look are tried, too.
  CheckedFixes(LintsUnit Lint, lint::LintOptions Options, bool Unsafe);

  /// Adds a unit of the run, with all files that it read.
  void addUnit(const commands::Translation &Unit, const lint::UnitFiles &Read);
  /// Adds a finding whose fix is to be tried, unless it changes files that must
  /// stay as they are.
  void addFinding(const clang::tidy::ClangTidyError &Error,
                  std::string Fingerprint);

  /// Tries all fixes. Returns the results in the order of files and lines; the
  /// same input gives the same results.
  std::vector<FixOutcome> run();

  /// The files that kept fixes change, with their new texts.
  const base::EditedTexts &texts() const { return Current; }
  /// The file \p Path before the fixes, as the units parsed it.
  const base::FileAsRead &before(const std::string &Path) {
    return onDisk(Path);
  }

private:
  struct TriedUnit {
    commands::Translation Unit;
    std::set<std::string> Read; ///< Real paths.
    /// Its findings with the texts of `Current`; nothing before the first
    /// analysis.
    std::optional<std::vector<StandingFinding>> Says;
    std::string Trouble; ///< Why that analysis is incomplete.
  };
  struct Target {
    StandingFinding Finding; ///< With its place in `Current`.
    FixOutcome Outcome;
  };
  using Edits = std::map<std::string, clang::tooling::Replacements>;
  /// Check, file and line of a finding.
  using Place = std::tuple<std::string, std::string, unsigned>;
  struct Trial;

  void tryAll(std::vector<size_t> Which);
  std::string tryTogether(const std::vector<size_t> &Which);
  std::string compose(const std::vector<size_t> &Which, Trial &T);
  std::string judge(const std::vector<size_t> &Which, Trial &T);
  void keep(const std::vector<size_t> &Which, Trial &T);

  void say(TriedUnit &Of, const base::EditedTexts &Texts);
  const base::FileAsRead &onDisk(const std::string &Path);
  bool isAsParsed(const std::string &Path);
  const std::string &textIn(const base::EditedTexts &Texts,
                            const std::string &Path);
  unsigned lineIn(const base::EditedTexts &Texts, const StandingFinding &F);
  std::set<StandingFinding> standing(const std::vector<TriedUnit> &Of) const;

  LintsUnit Lint;
  lint::LintOptions Options;
  bool Unsafe;
  std::vector<TriedUnit> Units;
  std::vector<Target> Targets;
  base::EditedTexts Current;
  /// Sums of the texts that units parsed, by real path; empty if two units
  /// parsed two texts.
  std::map<std::string, base::TextSum> Parsed;
  std::map<std::string, base::FileAsRead> Disk; ///< As first read.
  unsigned Attempts = 0;
};

} // namespace warplint::fixes

#endif // WARPLINT_WORKFLOWS_FIXES_CHECKEDFIXES_H

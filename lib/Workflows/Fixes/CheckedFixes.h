//===--- CheckedFixes.h - Fixes that are kept if they help ---- -*- C++ -*-===//
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
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warplint {

/// A finding as the units say it: what it takes to see whether it is still
/// there when the code around it has changed.
struct StandingFinding {
  std::string Check; ///< With prefix.
  std::string File;  ///< Real path.
  unsigned Offset = 0;
  std::string Message;
  /// Its edits by real path; none if it has no fix of the wanted kind.
  std::map<std::string, clang::tooling::Replacements> Fix;

  bool operator<(const StandingFinding &Other) const {
    return std::tie(File, Offset, Check) <
           std::tie(Other.File, Other.Offset, Other.Check);
  }
};

/// What became of one finding that has a fix.
struct FixOutcome {
  std::string Fingerprint;
  std::string Check; ///< With prefix.
  std::string File;  ///< Real path.
  unsigned Line = 0; ///< Before anything was changed.
  bool Fixed = false;
  std::string Why; ///< Of a fix that was not kept, one clause.
  std::set<std::string> Edits; ///< Real paths of the files that it changes.
};

/// The sentence about a file that is not what was parsed.
std::string changedText(const std::string &File);

/// Tries fixes in memory: an edit is kept if, analysed again, its finding is
/// gone from all units that read what it changes, and nothing is there that was
/// not before. Checks of barriers look on even where they are not enabled: what
/// a barrier mends must not hang. Nothing is written.
class CheckedFixes {
public:
  /// \p Unsafe: fixes that want a second look are tried, too.
  CheckedFixes(UnitLinter &Linter, LintOptions Options, bool Unsafe);

  /// A unit of the run, with the absolute paths of all that it read.
  void addUnit(const Translation &Unit, const UnitFiles &Read);
  /// A finding whose fix is to be tried, unless it changes files that are to
  /// stay as they are.
  void addFinding(const clang::tidy::ClangTidyError &Error,
                  std::string Fingerprint);

  /// Tries all; the outcomes in the order of files and lines. The same input
  /// gives the same outcomes.
  std::vector<FixOutcome> run();

  /// The files that kept fixes change, with their new texts.
  const EditedTexts &texts() const { return Current; }
  /// The file \p Path before, as the units have parsed it.
  const FileAsRead &before(const std::string &Path) { return onDisk(Path); }

private:
  struct TriedUnit {
    Translation Unit;
    std::set<std::string> Read; ///< Real paths.
    /// What it says of `Current`; nothing before it was asked.
    std::optional<std::vector<StandingFinding>> Says;
    std::string Trouble; ///< Why it could not be linted whole then.
  };
  struct Target {
    StandingFinding Finding; ///< As `Current` has it.
    FixOutcome Outcome;
  };
  using Edits = std::map<std::string, clang::tooling::Replacements>;
  /// Check, file, line.
  using Place = std::tuple<std::string, std::string, unsigned>;
  struct Trial;

  void tryAll(std::vector<size_t> Which);
  std::string tryTogether(const std::vector<size_t> &Which);
  std::string compose(const std::vector<size_t> &Which, Trial &T);
  std::string judge(const std::vector<size_t> &Which, Trial &T);
  void keep(const std::vector<size_t> &Which, Trial &T);

  void say(TriedUnit &Of, const EditedTexts &Texts);
  const FileAsRead &onDisk(const std::string &Path);
  bool isAsParsed(const std::string &Path);
  const std::string &textIn(const EditedTexts &Texts, const std::string &Path);
  unsigned lineIn(const EditedTexts &Texts, const StandingFinding &F);
  std::set<StandingFinding> standing(const std::vector<TriedUnit> &Of) const;

  UnitLinter &Linter;
  LintOptions Options;
  bool Unsafe;
  std::vector<TriedUnit> Units;
  std::vector<Target> Targets;
  EditedTexts Current;
  /// Texts as they were parsed, by real path. Two units that have seen two
  /// texts leave an empty sum.
  std::map<std::string, TextSum> Parsed;
  std::map<std::string, FileAsRead> Disk; ///< Files as they were first read.
  unsigned Attempts = 0;
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_FIXES_CHECKEDFIXES_H

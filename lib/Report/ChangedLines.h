//===--- ChangedLines.h - Which lines a change touches -------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_CHANGEDLINES_H
#define WARPLINT_REPORT_CHANGEDLINES_H

#include "Report/Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace warplint::report {

/// Whether a carriage return stands in \p Text that no line feed follows: to
/// clang it ends a line, to a diff it does not.
bool hasLoneReturn(llvm::StringRef Text);

/// The lines of the new side of a change. Files are named as reports name them,
/// unless `nameFilesBy` says how.
class ChangedLines {
public:
  /// Reads a unified diff, as `git diff` and `diff -u` write it: the prefixes
  /// a/ and b/ are taken off, quoted names unquoted. The error says which line
  /// of \p Text is none of a unified diff.
  static llvm::Expected<ChangedLines> fromUnifiedDiff(llvm::StringRef Text);

  /// From now on files are the same whose names \p NameOf maps to one: names
  /// in diffs and in reports can lead through links.
  void nameFilesBy(std::function<std::string(llvm::StringRef)> NameOf);

  /// All of \p File is new: it was not there before, or nobody says which of
  /// its lines were. A folder stands for all that is below it.
  void addWhole(llvm::StringRef File) { Files[NameOf(File)].Whole = true; }

  /// Adds what \p Others has of files, with \p Before in front of their names.
  void addAll(const ChangedLines &Others, llvm::StringRef Before);

  /// Takes a file of the change for new as a whole if \p IsInexact says so: the
  /// diff counts other lines in it than clang does.
  void addWholeIf(llvm::function_ref<bool(llvm::StringRef)> IsInexact);

  /// Whether the change has to do with \p F: a place of it, of a note or of a
  /// thread lies on a changed line or beside lines that were removed, or lines
  /// between it and another operation of it were removed or replaced, as a
  /// barrier is.
  bool touches(const ReportedFinding &F) const;

  /// Takes out of \p R, settled, what the change has nothing to do with, and
  /// counts it as unchanged.
  void filter(Report &R) const;

  bool empty() const { return Files.empty(); }

private:
  /// Lines First to Last, counted from 1, both in it.
  struct Range {
    unsigned First, Last;
  };
  struct FileChanges {
    bool Whole = false;
    std::vector<Range> Changed; ///< Neighbours of removed lines included.
    std::vector<Range> Removed; ///< What stands where lines were taken away.
  };

  class Reader;
  void add(const std::string &Name, const FileChanges &Changes);
  const FileChanges *changesOf(llvm::StringRef Name) const;
  bool changed(const ReportedPlace &At) const;
  bool removedBetween(const ReportedPlace &A, const ReportedPlace &B) const;

  std::map<std::string, FileChanges> Files;
  std::function<std::string(llvm::StringRef)> NameOf =
      [](llvm::StringRef Name) { return Name.str(); };
};

} // namespace warplint::report

#endif // WARPLINT_REPORT_CHANGEDLINES_H

//===--- Report.h - What a run found, without the source ------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_REPORT_H
#define WARPLINT_REPORT_REPORT_H

#include "Finding/Finding.h"
#include "Report/Summary.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class LangOptions;
class SourceManager;
} // namespace clang

namespace warplint {

/// Where something is. Lines and columns count from 1; columns are code points.
struct ReportedPlace {
  /// Relative to the project's root with forward slashes, absolute if it lies
  /// elsewhere, empty if there is no place.
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned EndColumn = 0; ///< Behind the last character, on the same line.
  std::string Text;       ///< The whole line, without its end.
};

struct ReportedNote {
  ReportedPlace At;
  std::string Text;
  NoteRole Role = NoteRole::Reason;
};

struct ReportedEdit {
  std::string File;
  unsigned Line = 0, Column = 0;       ///< First character that goes.
  unsigned EndLine = 0, EndColumn = 0; ///< Behind the last one.
  std::string Replacement;
  bool Safe = false;
};

struct ReportedThread {
  std::array<int64_t, 3> Thread = {0, 0, 0};
  std::optional<std::array<int64_t, 3>> Block;
  std::string Role;
  ReportedPlace At;
};

/// As Witness, with places in place of locations.
struct ReportedWitness {
  std::vector<ReportedThread> Threads;
  std::array<int64_t, 3> BlockDim = {0, 0, 0}, GridDim = {0, 0, 0};
  std::vector<std::pair<std::string, int64_t>> Values;
  std::optional<ReportedPlace> Opening; ///< Without a line: the kernel's start.
};

using ReportedMap = SyncMapOf<ReportedPlace>;

/// What a thread of a witness does to memory.
enum class MemoryRole : uint8_t { Load, Store, Update };
/// "reads"; "writes", "changes" (which reads first); "updates" by an atomic;
/// nothing for what is no access.
std::optional<MemoryRole> memoryRoleOf(llvm::StringRef Role);

/// What `warplint confirm` learned of a finding by running the program.
struct ReportedProof {
  enum class Answer : uint8_t {
    Confirmed,  ///< Two threads met at the two places, nothing ordered them.
    NotMet,     ///< None did in this run.
    Impossible, ///< It cannot be shown this way, or the program did not run.
  };
  Answer Says = Answer::NotMet;
  std::string Text; ///< The threads and the address; how often; why not.
};

/// "confirmed", "not met", "not confirmable".
llvm::StringRef nameOf(ReportedProof::Answer A);

/// A finding that no longer needs the source manager: what formats write, what
/// merging reads back.
struct ReportedFinding {
  std::string Check; ///< Without prefix.
  Category Kind = Category::Correctness;
  Certainty Sure = Certainty::Proven;
  ReportedPlace At;
  std::string Function; ///< The one that holds it, qualified; empty if none.
  std::string Kernel;   ///< As Finding::Kernel.
  std::string Message;
  std::vector<ReportedNote> Notes;
  std::optional<ReportedWitness> Shown;
  std::optional<ReportedMap> Map;
  std::optional<ReportedProof> Proven;
  std::vector<ReportedEdit> Edits;
  /// Lines around the finding and the number of the first of them.
  std::vector<std::string> Around;
  unsigned AroundLine = 0;
  /// Which one it is among those of a run, for the run's own books; no format
  /// writes it.
  unsigned Number = 0;
  /// Tells findings apart that are alike but for their line; from 0, set by
  /// `Report::settle`.
  unsigned Occurrence = 0;
};

/// What a run of the program can show of a finding.
enum class Confirmable : uint8_t {
  Race,    ///< Two threads at one element.
  Barrier, ///< A barrier that some threads reach and others do not.
  Mask,    ///< A call for the lanes of a mask, of which not all come.
  No
};
Confirmable confirmableBy(const ReportedFinding &F);
/// "race", "barrier", "mask", "no".
llvm::StringRef nameOf(Confirmable By);

/// What became of a fix that was tried.
struct ReportedFix {
  std::string Fingerprint; ///< Of the finding.
  std::string Check;       ///< With prefix.
  std::string File;        ///< As ReportedPlace::File.
  unsigned Line = 0;       ///< Before anything was changed.
  bool Fixed = false;
  std::string Why; ///< Of a fix that was not kept, one clause.
};

/// One of several parts of an audit, counted from 1.
struct Shard {
  unsigned Index = 1;
  unsigned Count = 1;

  /// Each shard of a whole audit is a report of its own.
  static constexpr unsigned MostParts = 65536;
  bool isValid() const { return Index && Index <= Count && Count <= MostParts; }
};

struct Report {
  std::vector<ReportedFinding> Findings;
  /// Counts and failures; `Findings` in it is kept by `settle`.
  RunSummary Summary;
  std::vector<std::string> Checks; ///< Ids that were enabled, without prefix.
  /// Sources of units that were linted whole, and all files below the root that
  /// they read, system headers left out.
  std::set<std::string> Sources, Files;
  std::optional<Shard> Part;      ///< Set if other parts are missing.
  std::vector<ReportedFix> Fixes; ///< Of a run that was to fix; SARIF has none.

  /// Adds what \p Other found and counted.
  void add(Report Other);
  /// Sorts by place, drops what was found twice (two units, one header), the
  /// less certain of two, and numbers occurrences. Called before a report is
  /// written.
  void settle();
};

/// Identity of a finding across edits elsewhere: from the check, the file, the
/// function, the text of the line without its spacing, and the occurrence. 32
/// hexadecimal digits.
std::string fingerprintOf(const ReportedFinding &F);

/// \p Path as in ReportedPlace::File, given the absolute \p Root.
std::string pathBelow(llvm::StringRef Path, llvm::StringRef Root);

/// Takes from \p Sources whatever formats need of \p F. Places in macros are
/// where the macro is used.
ReportedFinding resolve(const Finding &F, const clang::SourceManager &Sources,
                        const clang::LangOptions &Language,
                        llvm::StringRef Root);

} // namespace warplint

#endif // WARPLINT_REPORT_REPORT_H

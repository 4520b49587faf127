//===--- Report.h - Findings without their source ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_REPORT_H
#define WARPLINT_REPORT_REPORT_H

#include "Finding/Verdict.h"
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

namespace warplint::report {

/// A place in a source file. Lines and columns count from 1; columns are code
/// points.
struct ReportedPlace {
  /// Relative to the project's root, with forward slashes; absolute if the file
  /// is not below the root; empty if there is no place.
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned EndColumn = 0; ///< Behind the last character, on the same line.
  /// The line, without its end; of a line of more than 4096 bytes its
  /// beginning.
  std::string Text;
};

/// A Note with a place instead of a location.
struct ReportedNote {
  ReportedPlace At;
  std::string Text;
  NoteRole Role = NoteRole::Reason;
};

/// An Edit with a place instead of a range.
struct ReportedEdit {
  std::string File;
  unsigned Line = 0, Column = 0;       ///< First replaced character.
  unsigned EndLine = 0, EndColumn = 0; ///< Behind the last one.
  std::string Replacement;
  bool Safe = false;
};

/// A Witness::ThreadAt with a place instead of a location.
struct ReportedThread {
  std::array<int64_t, 3> Thread = {0, 0, 0};
  std::optional<std::array<int64_t, 3>> Block;
  std::string Role;
  ReportedPlace At;
};

/// A Witness with places instead of locations.
struct ReportedWitness {
  std::vector<ReportedThread> Threads;
  std::array<int64_t, 3> BlockDim = {0, 0, 0}, GridDim = {0, 0, 0};
  std::vector<std::pair<std::string, int64_t>> Values;
  std::optional<ReportedPlace> Opening; ///< No line: kernel start.
};

/// A FindingScenario with a place instead of a location.
struct ReportedScenario {
  std::string Provenance, Rule;
  std::array<int64_t, 3> BlockDim = {0, 0, 0}, GridDim = {0, 0, 0};
  std::string Site; ///< "file:line" of the launch; empty if there is none.
};

using ReportedMap = SyncMapOf<ReportedPlace>;

/// What a thread of a witness does to memory. Store includes "changes", which
/// reads first; Update is an atomic.
enum class MemoryRole : uint8_t { Load, Store, Update };
/// The memory access that the role of a thread in a witness names: "reads";
/// "writes" and "changes"; "updates". Nothing for other roles.
std::optional<MemoryRole> memoryRoleOf(llvm::StringRef Role);

/// What was learned about a finding by running the program, or a reproduction.
struct ReportedProof {
  enum class Answer : uint8_t {
    Confirmed,  ///< It happened: two threads met without order, say.
    NotMet,     ///< It did not happen in this run.
    Impossible, ///< Not recordable, or the program did not run.
  };
  /// What ran: the program, recorded; a reproduction; the program, with threads
  /// that are late.
  enum class Way : uint8_t { Program, Reproduction, Delays };
  Answer Says = Answer::NotMet;
  std::string Text; ///< The threads and the address; how often; why not.
  Way By = Way::Program;
  std::string Device = {}; ///< The GPU's name; empty if nothing ran.
  /// How often both places together were reached and judged; 0: not known, or
  /// one of them never was.
  uint64_t Tries = 0;
};

/// "confirmed", "not met", "not confirmable".
llvm::StringRef nameOf(ReportedProof::Answer A);
/// "program", "reproduction", "delays".
llvm::StringRef nameOf(ReportedProof::Way By);
/// "confirmed by a reproduction on NVIDIA H200: thread ...".
std::string sayingOf(const ReportedProof &Proof);

/// A finding with places instead of source locations: what formats write and
/// what `merge` reads back.
struct ReportedFinding {
  std::string Check; ///< Without prefix.
  Category Kind = Category::Correctness;
  Tier Level = Tier::Correctness;
  Certainty Sure = Certainty::Proven;
  /// The configuration's WarningsAsErrors names its check.
  bool IsError = false;
  ReportedPlace At;
  std::string Function; ///< Enclosing function, qualified; or empty.
  std::string Kernel;   ///< As Finding::Kernel.
  std::string Message;
  std::vector<ReportedNote> Notes;
  std::optional<ReportedWitness> Shown;
  std::optional<ReportedScenario> Scenario;
  std::optional<ReportedMap> Map;
  std::optional<ReportedProof> Proven;
  std::vector<EvidenceItem> RestsOn;
  std::vector<ReportedEdit> Edits;
  /// Source lines around the finding, and the number of the first of them.
  std::vector<std::string> Around;
  unsigned AroundLine = 0;
  /// Index of the finding in its run, for the run's own use; no format writes
  /// it.
  unsigned Number = 0;
  /// Counts, from 0, findings that are equal except for their line; set by
  /// `Report::settle`.
  unsigned Occurrence = 0;
  /// The same for findings with equal lines around them in any file.
  unsigned OccurrenceInContext = 0;
  std::vector<std::string> Owners; ///< Of its file, as CODEOWNERS names them.
};

/// A KernelVerdict with places instead of locations.
using ReportedVerdict = KernelVerdictOf<ReportedPlace>;

/// Which kind of recording `warplint confirm` can make for a finding.
enum class Confirmable : uint8_t {
  Race,    ///< Two threads at one element.
  Barrier, ///< A barrier that some threads reach and others do not.
  Mask,    ///< A call for the lanes of a mask, of which not all come.
  No
};
/// The recording that can show \p F.
Confirmable confirmableBy(const ReportedFinding &F);
/// "race", "barrier", "mask", "no".
llvm::StringRef nameOf(Confirmable By);

/// Of a run that reaches the places of a finding so often and does not show
/// it.
constexpr uint64_t ManyTries = 1000000;
/// Whether that is known of \p F.
bool isUnshown(const ReportedFinding &F);
/// What has been shown of \p F changes how sure it is: what happened is proven,
/// but for what the model alone forbids; what did not in many tries is likely
/// at most.
void weigh(ReportedFinding &F);

/// The result of trying a fix.
struct ReportedFix {
  std::string Fingerprint; ///< Of the finding.
  std::string Check;       ///< With prefix.
  std::string File;        ///< As ReportedPlace::File.
  unsigned Line = 0;       ///< Line before any change.
  bool Fixed = false;
  std::string Why; ///< Why it was not kept, one clause.
};

/// One of several shards of an audit, counted from 1.
struct Shard {
  unsigned Index = 1;
  unsigned Count = 1;

  /// Limit: each shard is one more report to merge.
  static constexpr unsigned MostParts = 65536;
  bool isValid() const { return Index && Index <= Count && Count <= MostParts; }
};

/// The result of a run: what all formats are written from.
struct Report {
  std::vector<ReportedFinding> Findings;
  /// Counts and failures; `count` sets those of findings.
  RunSummary Summary;
  std::vector<std::string> Checks; ///< Ids that were enabled, without prefix.
  /// Sources: files of units that were linted whole. Files: all files below the
  /// project's root that they read, without system headers.
  std::set<std::string> Sources, Files;
  std::optional<Shard> Part;      ///< Set if other shards are missing.
  std::vector<ReportedFix> Fixes; ///< Of a run with --fix; not in SARIF.
  /// Of an audit with --prove, as units have them: VerdictReport settles them.
  /// Of formats only SARIF has them, for who reads it back.
  std::vector<ReportedVerdict> Verdicts;

  /// Adds the findings, counts and files of \p Other.
  void add(Report Other);
  /// Sorts findings by place, removes duplicates (two units that read one
  /// header; the most certain one is kept) and numbers occurrences. Must be
  /// called before the report is written.
  void settle();
  /// Counts the findings, and those of them that decide the exit code.
  void count();
  /// Drops the findings whose tier is not in \p Shown, and counts them.
  void keepTiers(TierSet Shown);
};

/// Whether a finding of tier \p Of decides the exit code, or one of a check
/// that the configuration names an error.
inline bool decides(Tier Of, bool IsError, const RunSummary &By) {
  return IsError || By.FailOn.contains(Of);
}

/// The identity of \p F, which edits elsewhere do not change: a hash of the
/// check, the file, the function, the text of the line without its spacing, and
/// the occurrence. 32 hexadecimal digits.
std::string fingerprintOf(const ReportedFinding &F);

/// Gives findings of \p R, by fingerprint, what \p Earlier knows of them, and
/// weighs them. What has been confirmed stays so.
void takeProofs(Report &R, const Report &Earlier);

/// The identity of \p F in a file that may be renamed: a hash of the check, the
/// function, the text of the line, the nearest lines above and below that are
/// not blank, and the occurrence. 32 hexadecimal digits; empty where the report
/// has no lines around.
std::string contextFingerprintOf(const ReportedFinding &F);
/// The nearest lines above and below that are not blank, hashed; empty where
/// the report does not have them.
std::string contextOf(const ReportedFinding &F);
/// \p Line with one blank for each run of blanks.
std::string withoutSpacing(llvm::StringRef Line);

/// \p Path as ReportedPlace::File has it, for the absolute path \p Root of the
/// project.
std::string pathBelow(llvm::StringRef Path, llvm::StringRef Root);

/// \p F with everything from \p Sources that formats need. A place in a macro
/// becomes the place where the macro is used.
ReportedFinding resolve(const Finding &F, const clang::SourceManager &Sources,
                        const clang::LangOptions &Language,
                        llvm::StringRef Root);

/// \p Of with places instead of locations.
ReportedVerdict resolve(const KernelVerdict &Of,
                        const clang::SourceManager &Sources,
                        const clang::LangOptions &Language,
                        llvm::StringRef Root);

} // namespace warplint::report

#endif // WARPLINT_REPORT_REPORT_H

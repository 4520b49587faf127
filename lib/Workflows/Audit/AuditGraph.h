//===--- AuditGraph.h - An audit as a graph of actions -------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_AUDITGRAPH_H
#define WARPLINT_WORKFLOWS_AUDIT_AUDITGRAPH_H

#include "Analysis/Launches/CrossUnitLaunches.h"
#include "CompileCommands/Database.h"
#include "Report/Report.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "llvm/Support/Error.h"
#include <set>
#include <string>
#include <vector>

namespace warplint::audit {

/// One translation unit of an audit. Its action reads one JSON file with the
/// unit's command and one with its configuration, and writes a SARIF report and
/// a record of what it has read:
///   warplint -p units/K.json --config-file=config/C.yaml --format=sarif
///            -o units/K.sarif --record=... --report-only
///            --write-launches=units/K.made ...
/// Where other units launch what it defines, a second action reads that too:
///   warplint ... --launches=units/K.launches -o units/K.whole.sarif
///            --record=...
/// Plain C++ that names a function by which others reach a launch has an
/// action of the first kind for what it calls, with --host-units; its report
/// counts for nothing.
struct AuditUnit {
  std::string File;   ///< The source, as its report names it.
  std::string Name;   ///< K above: the source's stem and a hash.
  std::string Config; ///< C above.
  /// A hash of what clang is given; empty if the command cannot be translated.
  std::string Translated;
  /// What clang is given, if the command can be translated.
  std::optional<commands::Translation> Command;
  /// Headers that its source includes; most of a unit's time goes into them.
  unsigned Includes = 0;
  /// Other units launch its kernels: a second run, which knows how, gives its
  /// report.
  bool Again = false;
};

/// The folder of an audit: inputs of the actions, their results, build.ninja.
/// What a compile command says is in the JSON files only, where it is data; no
/// shell sees it.
class AuditGraph {
public:
  /// \p Folder is made if it does not exist.
  /// \p State is where the runs of units say what they have read; empty if
  /// nowhere.
  AuditGraph(std::string Folder, std::string State, std::string Root)
      : Folder(std::move(Folder)), State(std::move(State)),
        Root(std::move(Root)) {}

  /// Writes the inputs of every distinct command for \p File; what is plain C++
  /// is kept for `writeHosts`.
  llvm::Error add(const commands::CommandDatabase &Database,
                  llvm::StringRef File,
                  clang::tidy::ClangTidyOptionsProvider &Configuration);
  /// Keeps only the units of one of several shards.
  void keep(const report::Shard &Part);
  /// Writes build.ninja; \p Options go to each unit's run as they are.
  llvm::Error write(const std::vector<std::string> &Options);

  /// Reads by which functions launches are reached, and writes the graph for
  /// plain C++ that names one of them. False if all of it had an action before:
  /// what was read may name further functions.
  llvm::Expected<bool> writeHosts(const std::vector<std::string> &Options);

  /// Reads what the first runs of all units found of launches, and writes for
  /// each unit what others launch of its kernels, and the graph of the second
  /// runs. Those files change only if what they say does. False if there are no
  /// second runs.
  llvm::Expected<bool> writeAgain(const std::vector<std::string> &Options);

  /// Removes what a run of \p Unit has left, the second one's too. Ninja goes
  /// by times, and runs what has no report whatever they say. The error names
  /// what stays, which somebody else may have put there.
  llvm::Error dropReports(const AuditUnit &Unit) const;
  /// The same of the second run alone.
  llvm::Error dropSecondReport(const AuditUnit &Unit) const;

  const std::vector<AuditUnit> &units() const { return Units; }
  /// Plain C++ that has an action.
  std::vector<const AuditUnit *> callers() const;
  /// Where the run of \p Unit, as it is now, says what it has read.
  std::string recordOf(const AuditUnit &Unit) const;
  /// The same of its second run.
  std::string secondRecordOf(const AuditUnit &Unit) const;
  std::string reportOf(const AuditUnit &Unit) const;
  /// That of its first run, which knows of no other unit.
  std::string firstReportOf(const AuditUnit &Unit) const;
  /// Where the first run of \p Unit writes what it found of launches.
  std::string launchesOf(const AuditUnit &Unit) const;
  /// A hash of what Ninja runs for \p Unit, program and configuration included;
  /// known once build.ninja is written.
  std::string stampOf(const AuditUnit &Unit) const;
  /// A hash of what else decides whether \p Unit can be linted, but for the
  /// files that it reads and looks for; empty if that is not known.
  std::string failureStampOf(const AuditUnit &Unit) const;

private:
  llvm::Expected<std::string>
  commandFor(const std::vector<std::string> &Options) const;
  llvm::Expected<std::string>
  writeConfiguration(const clang::tidy::ClangTidyOptions &Options) const;
  llvm::Error update(llvm::StringRef Path, llvm::StringRef Text) const;
  void readMade(const AuditUnit &Unit, launches::CrossUnitLaunches &All,
                std::set<std::string> *Sources = nullptr) const;
  std::string actionFor(const AuditUnit &Unit) const;
  std::string firstRule(const std::string &Command,
                        const std::string &Description) const;
  llvm::Error drop(const AuditUnit &Unit,
                   llvm::ArrayRef<llvm::StringLiteral> Endings) const;

  /// Plain C++.
  struct HostUnit {
    AuditUnit Unit;
    std::string Path;                 ///< Of the source.
    std::string Command;              ///< What Unit's JSON file is to say.
    std::vector<std::string> Folders; ///< In which its headers are looked for.
    bool Calls = false;               ///< It has an action.
  };

  std::string Folder;
  std::string State;
  std::string Root;
  std::string Runner; ///< The command of all units, and which program it is.
  std::vector<AuditUnit> Units;
  std::vector<HostUnit> Hosts;
};

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_AUDITGRAPH_H

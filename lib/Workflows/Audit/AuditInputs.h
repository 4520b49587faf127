//===--- AuditInputs.h - What an audit's reports were made from -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_AUDITINPUTS_H
#define WARPLINT_WORKFLOWS_AUDIT_AUDITINPUTS_H

#include "Workflows/Audit/AuditGraph.h"
#include "Workflows/Audit/InputRecords.h"
#include "Workflows/Lint/UnitRecord.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warplint::audit {

/// The contents, by hash, of all files that each unit of an audit has read.
/// With this an audit knows which units it has to lint. Times say nothing: a
/// fresh checkout has new ones, and a file that was changed may have an old
/// one. Kept as `inputs` in the audit's state, which no tree can write: a
/// report of the audit's folder counts if it holds what is noted here.
class AuditInputs {
public:
  /// What the last audit in \p Folder has left in \p State; nothing if it left
  /// nothing or \p State is empty.
  AuditInputs(std::string Folder, std::string State);

  /// Takes over what runs say that an audit did not live to write down.
  void adopt(const AuditGraph &Graph);

  /// Whether \p Unit has a report that its command, its configuration and the
  /// present contents of all that it read would give again. A report that says
  /// less than all counts if it does so by what clang said of the source alone:
  /// then it has looked for files in vain in the same places.
  bool isUpToDate(const AuditGraph &Graph, const AuditUnit &Unit);

  /// The same of the second run, with what others launch as it is now, if the
  /// first one is up to date.
  bool isWholeUpToDate(const AuditGraph &Graph, const AuditUnit &Unit) const;

  /// Writes down what the reports of \p Linted, the names of units that Ninja
  /// has just brought up to date, were made from. What is known of the other
  /// units of \p Graph stays. Of \p Broken, those that could not be linted
  /// whole, only those count that would fail again.
  llvm::Error update(const AuditGraph &Graph,
                     const std::set<std::string> &Linted,
                     const std::set<std::string> &Broken);

private:
  using Inputs = InputRecords::Unit;
  enum class Contents : char { Unknown, Same, Other };

  Contents contentsOf(unsigned Number);
  /// All that \p Of has read has the same contents; the failure of a unit is
  /// the same.
  bool holds(const AuditGraph &Graph, const AuditUnit &Unit, const Inputs &Of);
  /// Of the names of \p Of, which have the same contents, the same lead to one
  /// file.
  bool haveLinks(const Inputs &Of);
  /// Finds the hashes that rows of two paths have: only such paths may lead to
  /// one file.
  void findTwins();
  const Inputs *find(const AuditGraph &Graph, const AuditUnit &Unit) const;
  std::optional<Inputs> inputsOf(const AuditGraph &Graph, const AuditUnit &Unit,
                                 const lint::UnitRecord &Record);
  std::optional<lint::UnitRecord> recordOf(const AuditGraph &Graph,
                                           const AuditUnit &Unit) const;
  /// What the record at \p Path says, if that is about \p Report.
  std::optional<lint::UnitRecord> readRecord(const std::string &Path,
                                             const std::string &Report) const;
  /// Whether what \p Unit, which is broken, said in its last run was clang's.
  bool isReasonClangs(const AuditGraph &Graph, const AuditUnit &Unit,
                      const lint::UnitRecord &First) const;
  bool isSame(unsigned Number);
  bool addLookups(const lint::Lookups &LookedFor, Inputs &To);
  std::string outputsOf(const AuditUnit &Unit,
                        llvm::ArrayRef<llvm::StringLiteral> Endings) const;
  bool areOutputs(const AuditUnit &Unit,
                  llvm::ArrayRef<llvm::StringLiteral> Endings,
                  llvm::StringRef Noted) const;
  std::string path(const AuditUnit &Unit, llvm::StringRef Ending) const;
  llvm::Error write();

  std::string Folder, State;
  InputRecords Noted;
  std::vector<Contents> Known; ///< Of rows.
  llvm::StringSet<> Twins;     ///< What findTwins found.
  size_t RowsOfTwins = 0;      ///< How many rows there were then.
};

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_AUDITINPUTS_H

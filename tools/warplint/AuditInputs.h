//===--- AuditInputs.h - What an audit's reports were made from -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_WARPLINT_AUDITINPUTS_H
#define WARPLINT_TOOLS_WARPLINT_AUDITINPUTS_H

#include "AuditGraph.h"
#include "FileTable.h"
#include "Lookups.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warplint {

/// The contents, by hash, of all files that each unit of an audit has read.
/// Ninja goes by times, which say nothing in a fresh checkout: with this an
/// audit that is asked about a change alone knows which units it can concern.
/// And where nobody has touched a file since, there is nothing to ask Ninja, who
/// would look at each file once for every unit.
/// Kept as `inputs` in the audit's folder.
class AuditInputs {
public:
  /// What the last audit in \p Folder has left; nothing if it left nothing.
  explicit AuditInputs(std::string Folder);

  /// Whether \p Unit has a report that its command, its configuration and the
  /// present contents of all that it read would give again.
  bool isUpToDate(const AuditGraph &Graph, const AuditUnit &Unit);

  /// Nobody has touched a file that the first run of \p Unit read or wrote. A
  /// report that says less than all counts if it does so by what clang said of
  /// the source alone: then it has looked for files in vain in the same places.
  bool isUntouched(const AuditGraph &Graph, const AuditUnit &Unit);
  /// The same of the second run, with what others launch as it is now.
  bool isWholeUntouched(const AuditGraph &Graph, const AuditUnit &Unit) const;

  /// The report is known to be of other contents, whatever the times say.
  bool isOutdated(const AuditGraph &Graph, const AuditUnit &Unit);

  /// Writes down what the reports of \p Linted, the names of units that Ninja
  /// has just brought up to date, were made from. What is known of the other
  /// units of \p Graph stays. Of \p Broken, those that could not be linted
  /// whole, only those count that would fail again.
  llvm::Error update(const AuditGraph &Graph,
                     const std::set<std::string> &Linted,
                     const std::set<std::string> &Broken);

private:
  /// A file as a unit read it; one that was not there has no hash.
  struct Row {
    std::string Path, Hash;
  };
  struct Inputs {
    std::string Stamp; ///< AuditGraph::stampOf.
    std::string Made;  ///< What the first run wrote.
    std::string Whole; ///< What the second run read and wrote.
    /// Of a unit that is not whole: AuditGraph::failureStampOf. Otherwise "-".
    std::string Failure;
    std::vector<unsigned> Rows;
  };
  enum class State : char { Unknown, Untouched, SameContents, Other };

  State stateOf(unsigned Number);
  /// The least of all that \p Of has read; the failure of a unit is the same.
  bool holds(const AuditGraph &Graph, const AuditUnit &Unit, const Inputs &Of,
             State Least);
  const Inputs *find(const AuditGraph &Graph, const AuditUnit &Unit) const;
  unsigned rowOf(const std::string &Path, const std::string &Hash);
  std::optional<Inputs> inputsOf(const AuditGraph &Graph, const AuditUnit &Unit,
                                 const std::set<std::string> &Files,
                                 bool IsBroken);
  std::string madeBy(const AuditUnit &Unit) const;
  std::string wholeOf(const AuditUnit &Unit) const;
  std::string path(const AuditUnit &Unit, llvm::StringRef Ending) const;
  /// What the run that wrote \p Report looked for, if it failed by that alone.
  std::optional<Lookups> lookupsOf(const std::string &Report) const;
  void read(llvm::StringRef Text);
  bool readUnit(llvm::StringRef Line, llvm::StringRef Numbers);
  llvm::Error write() const;

  std::string Folder;
  std::map<std::string, Inputs> Units; ///< By AuditUnit::Name.
  std::vector<Row> Rows;
  std::map<std::pair<std::string, std::string>, unsigned> Numbers; ///< Of rows.
  std::vector<State> States;                                       ///< Of rows.
  FileTable Table;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_WARPLINT_AUDITINPUTS_H

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
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace warplint {

/// The contents, by hash, of all files that each unit of an audit has read.
/// Ninja goes by times, which say nothing in a fresh checkout: with this an
/// audit that is asked about a change alone knows which units it can concern.
/// Kept as `inputs` in the audit's folder.
class AuditInputs {
public:
  /// What the last audit in \p Folder has left; nothing if it left nothing.
  explicit AuditInputs(std::string Folder);

  /// Whether \p Unit has a report that its command, its configuration and the
  /// present contents of all that it read would give again.
  bool isUpToDate(const AuditGraph &Graph, const AuditUnit &Unit);

  /// Writes down what the reports of \p Linted, the names of units that Ninja
  /// has just brought up to date and that are whole, were made from. What is
  /// known of the other units of \p Graph stays but for \p Broken.
  llvm::Error update(const AuditGraph &Graph,
                     const std::set<std::string> &Linted,
                     const std::set<std::string> &Broken);

private:
  struct Inputs {
    std::string Stamp;                         ///< AuditGraph::stampOf.
    std::map<std::string, std::string> Hashes; ///< By absolute path.
  };
  /// Empty if it cannot be read.
  const std::string &hashOfFile(const std::string &Path);
  std::optional<Inputs> inputsOf(const AuditGraph &Graph, const AuditUnit &Unit,
                                 const std::set<std::string> &Files);
  llvm::Error write() const;

  std::string Folder;
  std::map<std::string, Inputs> Units;     ///< By AuditUnit::Name.
  std::map<std::string, std::string> Seen; ///< Hashes of files as they are.
};

} // namespace warplint

#endif // WARPLINT_TOOLS_WARPLINT_AUDITINPUTS_H

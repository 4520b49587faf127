//===--- KernelCosts.h - Writing costs and queries --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_KERNELCOSTS_H
#define WARPLINT_WORKFLOWS_LINT_KERNELCOSTS_H

#include "Report/Summary.h"
#include "checks/RunChecks.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace clang {
class SourceManager;
} // namespace clang

namespace warplint::lint {

/// Writes the solver query behind \p F, if it has one, to
/// `<check>-<file>-<line>.smt2` in \p Folder. Reports failures on stderr.
void writeQuery(const Finding &F, const clang::SourceManager &Sources,
                const std::string &Folder);

/// What was cut short or left out in \p Report: the kernels' own, in their
/// order, then that of host code and templates.
std::vector<report::KernelCut> cutsOf(const UnitReport &Report);

/// Writes a line of JSON for each of \p Efforts, which are the kernels of one
/// unit.
void writeEfforts(llvm::ArrayRef<KernelEffort> Efforts,
                  const clang::SourceManager &Sources, llvm::raw_ostream &OS);

/// Writes a line of JSON with the cost of \p Unit, the name of its file;
/// \p Host is that of its host code, \p Unread the number of host functions
/// with an error.
void writeUnitCost(llvm::StringRef Unit, const TimeSpent &Spent,
                   const HostFollowing &Host, unsigned Unread,
                   llvm::raw_ostream &OS);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_KERNELCOSTS_H

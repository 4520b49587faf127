//===--- LaunchFiles.h - Files that list launches of a build ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_LAUNCHFILES_H
#define WARPLINT_TIDY_LAUNCHFILES_H

#include "Analysis/Launches/CrossUnitLaunches.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace warplint::edge {

/// The folder in a build that an audit writes, its file that lists what all
/// units launch, and its report.
inline constexpr llvm::StringLiteral AuditFolderName = "warplint-audit";
inline constexpr llvm::StringLiteral AllLaunchesName = "launches.txt";
inline constexpr llvm::StringLiteral ReportName = "audit.sarif";

/// Reads the list of launches at \p Path.
llvm::Expected<launches::CrossUnitLaunches> readLaunches(llvm::StringRef Path);

/// The file \p Name that the last audit wrote for a build whose folder is
/// \p Folder or above it; empty if there is none.
std::string lastOfAudit(llvm::StringRef Name, llvm::StringRef Folder);

/// The launches of that list; null if there is no list that can be read. Each
/// thread reads it once, and again when it changes.
std::shared_ptr<const launches::CrossUnitLaunches>
lastLaunches(llvm::StringRef Folder);

} // namespace warplint::edge

#endif // WARPLINT_TIDY_LAUNCHFILES_H

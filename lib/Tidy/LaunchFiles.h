//===--- LaunchFiles.h - Files of what a build launches ---------*- C++ -*-===//
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

namespace warplint {

/// The folder in a build where an audit keeps what it did, and the file there
/// of what all its units launch.
inline constexpr llvm::StringLiteral AuditFolderName = "warplint-audit";
inline constexpr llvm::StringLiteral AllLaunchesName = "launches.txt";

/// What the file at \p Path says.
llvm::Expected<CrossUnitLaunches> readLaunches(llvm::StringRef Path);

/// The file that the last audit left of a build whose folder is \p Folder or
/// above it, up to the first that holds a database; empty if there is none.
std::string lastLaunchesAbove(llvm::StringRef Folder);

/// What that file says; null if there is none that can be read. Read once by
/// each thread, until it changes.
std::shared_ptr<const CrossUnitLaunches> lastLaunches(llvm::StringRef Folder);

} // namespace warplint

#endif // WARPLINT_TIDY_LAUNCHFILES_H

//===--- ProjectKinds.h - How a project is built ---------------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_INIT_PROJECTKINDS_H
#define WARPLINT_WORKFLOWS_INIT_PROJECTKINDS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint {

/// One way in which the files of a folder seem to be built.
struct ProjectKind {
  std::string Name; ///< "CMake with CUDA (CMakeLists.txt)".
  /// What to run for a compilation database, or in place of one.
  std::vector<std::string> Commands;
  std::string Note; ///< What to know of these; may be empty.
};

/// The paths for the project in \p Folder, the surest first: what its files say.
/// Nothing is run, and of each file at most the first mebibyte is looked at.
std::vector<ProjectKind> projectKinds(llvm::StringRef Folder);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_INIT_PROJECTKINDS_H

//===--- ProjectKinds.h - Recognizing build systems -------------*- C++ -*-===//
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

namespace warplint::init {

/// A build system that a folder seems to use.
struct ProjectKind {
  std::string Name; ///< "CMake with CUDA (CMakeLists.txt)".
  /// Commands that make a compilation database, or that serve instead of one.
  std::vector<std::string> Commands;
  std::string Note;          ///< About Commands; may be empty.
  bool MakesDatabase = true; ///< What Commands do, unless they are empty.
};

/// The build systems of the project in \p Folder, the most certain first,
/// judged by its files. Nothing is run, and at most the first MiB of each file
/// is read.
std::vector<ProjectKind> projectKinds(llvm::StringRef Folder);

} // namespace warplint::init

#endif // WARPLINT_WORKFLOWS_INIT_PROJECTKINDS_H

//===--- ProjectFiles.h - Files that init writes ----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_INIT_PROJECTFILES_H
#define WARPLINT_WORKFLOWS_INIT_PROJECTFILES_H

#include "Workflows/Init/ProjectKinds.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint::init {

/// The continuous integration that a job is written for.
enum class CiKind : uint8_t { GitHub, GitLab, Jenkins, None };

/// The editor that settings are written for.
enum class EditorKind : uint8_t { VsCode, None };

inline constexpr llvm::StringLiteral BaselineName = "warplint-baseline.json";

/// A file that is to be there afterwards.
struct NewFile {
  std::string Path, Meaning;
  std::string Text; ///< Empty: a run writes it.
};

/// The files that a project of the kind \p Kind (null: unknown) gets, whose
/// database is in the folder \p Build: configuration, the job for \p Ci with
/// the project's own commands, settings for \p Editor, baseline.
std::vector<NewFile> projectFiles(CiKind Ci, EditorKind Editor,
                                  const ProjectKind *Kind,
                                  const std::string &Build);

/// The path of the job for \p Ci; empty if there is none.
llvm::StringRef jobName(CiKind Ci);

/// What the user has to do with the job that was written, a line for each step.
std::vector<std::string> afterJob(CiKind Ci);

} // namespace warplint::init

#endif // WARPLINT_WORKFLOWS_INIT_PROJECTFILES_H

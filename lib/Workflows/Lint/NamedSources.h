//===--- NamedSources.h - Files named to be linted ------------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_NAMEDSOURCES_H
#define WARPLINT_WORKFLOWS_LINT_NAMEDSOURCES_H

#include "CompileCommands/Database.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace warplint::lint {

/// Why \p Text, the contents of a source, cannot be linted: it is a program, an
/// object or an archive, or a NUL is among its first bytes as in those. Text
/// may hold one later. Empty if nothing is wrong with it.
llvm::StringRef problemWithText(llvm::StringRef Text);

/// Why \p File, named on the command line as a source, cannot be linted; empty
/// if it is a text that can be read, or a folder.
std::string problemWithSource(const std::string &File);

/// Tells, unless all are well, what of \p Sources cannot be linted at all.
bool areSourcesWrong(llvm::ArrayRef<std::string> Sources);

/// Whether \p File is of a kind that neither its name nor a command of
/// \p Database makes CUDA.
bool isOtherKind(const commands::CommandDatabase &Database,
                 const std::string &File);
/// Tells which of \p Sources are; folders are of none.
bool areKindsWrong(const commands::CommandDatabase &Database,
                   llvm::ArrayRef<std::string> Sources);

/// CUDA sources (.cu) below \p Folder, in order; hidden folders, links to
/// folders, and folders of builds and packages are left out. Of a tree of more
/// than \p MostFiles, those among the first ones.
std::vector<std::string> cudaFilesBelow(llvm::StringRef Folder,
                                        size_t MostFiles = SIZE_MAX);

/// \p Sources with folders replaced by what lies below them: the CUDA files of
/// \p Database, or, if it names no files, those that cudaFilesBelow finds. An
/// error for a folder without any.
llvm::Expected<std::vector<std::string>>
filesOf(const commands::CommandDatabase &Database,
        llvm::ArrayRef<std::string> Sources);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_NAMEDSOURCES_H

//===--- ScratchTree.h - Copy of a project, to build ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `confirm` builds a copy of the project, so that the build cannot change the
// user's own tree.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_CONFIRM_SCRATCHTREE_H
#define WARPLINT_WORKFLOWS_CONFIRM_SCRATCHTREE_H

#include "Workflows/Processes/ScratchFolder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplint::confirm {

/// A copy of a project, in a folder that the destructor removes unless it is to
/// be kept. All files and folders in it are its own: writing there, also
/// through links, changes nothing elsewhere.
class ScratchTree {
public:
  /// What is not copied; absolute paths.
  struct Choices {
    std::vector<std::string> Left;  ///< Left out, with all below.
    std::vector<std::string> Links; ///< Kept as links that lead out.
  };

  /// Makes an empty copy in the folder \p Keep, which must not exist and will
  /// be kept. If \p Keep is empty, in a temporary folder.
  static llvm::Expected<ScratchTree> make(llvm::StringRef Keep);

  /// Copies the tree below \p Root to `tree`, without entries called `.git`. A
  /// link to something in the tree becomes a link to its copy; what a link
  /// leads to outside the tree is copied to its place. Links that lead out to
  /// nothing, or to what is neither file nor folder, are left out. Folders that
  /// CMake has configured to build the user's own tree are empty in the copy.
  llvm::Error copyFrom(llvm::StringRef Root, const Choices &Chosen);

  /// Replaces the file \p Name, absolute or below the root, by \p Text. An
  /// error if it is no part of the copy.
  llvm::Error write(llvm::StringRef Name, llvm::StringRef Text) const;

  /// The folder in the copy that is a copy of \p Path; nothing if there is
  /// none.
  std::optional<std::string> placeOf(llvm::StringRef Path) const;

  /// The folders that were left empty because CMake has configured there.
  const std::vector<std::string> &configured() const { return Configured; }

  const std::string &folder() const { return Folder; }
  std::string tree() const { return Folder + "/tree"; }

private:
  using Path = std::filesystem::path;
  class Copier;

  explicit ScratchTree(std::string Folder) : Folder(std::move(Folder)) {}
  std::optional<Path> inCopy(const Path &Real) const;

  std::string Folder;
  std::optional<processes::ScratchFolder> Own; ///< Unset: kept.
  std::vector<std::string> Configured;
  std::map<Path, Path> Places; ///< Copied folders, by real path.
};

} // namespace warplint::confirm

#endif // WARPLINT_WORKFLOWS_CONFIRM_SCRATCHTREE_H

//===--- ScratchTree.h - A copy of a project, to build -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `confirm` builds a copy of the project, so that nothing it does can touch the
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

namespace warplint {

/// A copy of a project, in a folder that goes when this object goes, unless it
/// is to stay. What is written there, through links too, is written there and
/// nowhere else. It takes no more room than the project: holes of files and
/// names of one file are kept.
class ScratchTree {
public:
  /// What is not copied; absolute paths.
  struct Choices {
    std::vector<std::string> Left; ///< It stays behind, with all below.
    std::vector<std::string>
        Links; ///< Links that lead out, and still do there.
  };

  /// \p Keep: where the folder is to be, and to stay; it must not exist. Empty:
  /// a folder of its own among the machine's temporary ones.
  static llvm::Expected<ScratchTree> make(llvm::StringRef Keep);

  /// Copies what lies below \p Root to `tree`, but for what is called `.git`. A
  /// link to something there becomes a link to its copy. What a link leads to
  /// outside is copied into its place. Links to nothing, and to what is neither
  /// file nor folder, stay behind if they lead out. What CMake has written to
  /// build the user's own tree stays behind too: folders in which it has
  /// configured are empty in the copy.
  llvm::Error copyFrom(llvm::StringRef Root, const Choices &Chosen);

  /// Writes \p Text in the place of the file \p Name, absolute or below the
  /// root. An error if that is no part of the copy.
  llvm::Error write(llvm::StringRef Name, llvm::StringRef Text) const;

  /// Where the copy has the folder \p Path; nothing if it has it not.
  std::optional<std::string> placeOf(llvm::StringRef Path) const;

  /// What stayed behind because CMake has configured there.
  const std::vector<std::string> &configured() const { return Configured; }

  const std::string &folder() const { return Folder; }
  std::string tree() const { return Folder + "/tree"; }

private:
  using Path = std::filesystem::path;
  class Copier;

  explicit ScratchTree(std::string Folder) : Folder(std::move(Folder)) {}
  std::optional<Path> inCopy(const Path &Real) const;

  std::string Folder;
  std::optional<ScratchFolder> Own; ///< Unset: it stays.
  std::vector<std::string> Configured;
  std::map<Path, Path> Places;      ///< Folders that were copied, by real path.
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_CONFIRM_SCRATCHTREE_H

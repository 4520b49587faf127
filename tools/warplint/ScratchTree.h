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

#ifndef WARPLINT_TOOLS_WARPLINT_SCRATCHTREE_H
#define WARPLINT_TOOLS_WARPLINT_SCRATCHTREE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace warplint {

/// A folder that goes when this object goes, unless it is to stay.
class ScratchTree {
public:
  /// \p Keep: where the folder is to be, and to stay; it must not exist. Empty:
  /// a folder of its own among the machine's temporary ones.
  static llvm::Expected<ScratchTree> make(llvm::StringRef Keep);
  ScratchTree(ScratchTree &&Other) noexcept;
  ScratchTree &operator=(ScratchTree &&) = delete;
  ~ScratchTree();

  /// Copies the regular files and links below \p Root to `tree`. What lies
  /// below \p Left (absolute paths) and in folders `.git` stays behind.
  llvm::Error copyFrom(llvm::StringRef Root, llvm::ArrayRef<std::string> Left);

  const std::string &folder() const { return Folder; }
  std::string tree() const { return Folder + "/tree"; }

private:
  ScratchTree(std::string Folder, bool Stays)
      : Folder(std::move(Folder)), Stays(Stays) {}

  std::string Folder;
  bool Stays;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_WARPLINT_SCRATCHTREE_H

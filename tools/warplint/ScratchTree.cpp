//===--- ScratchTree.cpp - A copy of a project, to build ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScratchTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <filesystem>

namespace warplint {

namespace fs = std::filesystem;

llvm::Expected<ScratchTree> ScratchTree::make(llvm::StringRef Keep) {
  if (Keep.empty()) {
    llvm::SmallString<128> Folder;
    if (std::error_code Failed =
            llvm::sys::fs::createUniqueDirectory("warplint", Folder))
      return llvm::createStringError(Failed, "no folder for a copy: " +
                                                 Failed.message());
    return ScratchTree(Folder.str().str(), /*Stays=*/false);
  }
  // Its parents may be new; the folder itself has to be, and is only ours then.
  llvm::StringRef Parent = llvm::sys::path::parent_path(Keep);
  std::error_code Failed;
  if (!Parent.empty())
    Failed = llvm::sys::fs::create_directories(Parent);
  if (!Failed)
    Failed = llvm::sys::fs::create_directory(Keep, /*IgnoreExisting=*/false);
  if (Failed)
    return llvm::createStringError(Failed,
                                   "'" + Keep + "': " + Failed.message());
  return ScratchTree(Keep.str(), /*Stays=*/true);
}

ScratchTree::ScratchTree(ScratchTree &&Other) noexcept
    : Folder(std::exchange(Other.Folder, "")), Stays(Other.Stays) {}

ScratchTree::~ScratchTree() {
  if (Folder.empty() || Stays)
    return;
  std::error_code Ignored;
  fs::remove_all(Folder, Ignored);
}

/// What the link \p Path names, in the copy if that lies below \p Root: nothing
/// that is written through a link may reach the project itself.
static fs::path linkInCopy(const fs::path &Path, const fs::path &Root,
                           const fs::path &Copy) {
  std::error_code Failed;
  fs::path Target = fs::read_symlink(Path, Failed);
  fs::path Whole = (Path.parent_path() / Target).lexically_normal();
  fs::path Below = Whole.lexically_relative(Root);
  if (Below.empty() || *Below.begin() == "..")
    return Whole;
  return Copy / Below;
}

llvm::Error ScratchTree::copyFrom(llvm::StringRef Root,
                                  llvm::ArrayRef<std::string> Left) {
  std::error_code Failed;
  fs::path From = Root.str(), To = tree();
  fs::create_directories(To, Failed);
  fs::recursive_directory_iterator At(From, Failed), End;
  for (; !Failed && At != End; At.increment(Failed)) {
    const fs::path &Path = At->path();
    fs::path Copy = To / Path.lexically_relative(From);
    if (At->is_symlink(Failed)) {
      fs::create_symlink(linkInCopy(Path, From, To), Copy, Failed);
    } else if (At->is_directory(Failed)) {
      if (Path.filename() == ".git" ||
          llvm::is_contained(Left, Path.string()) || Path.string() == Folder) {
        At.disable_recursion_pending();
        continue;
      }
      fs::create_directory(Copy, Failed);
    } else if (At->is_regular_file(Failed)) {
      fs::copy_file(Path, Copy, Failed);
    }
  }
  if (Failed)
    return llvm::createStringError(Failed, "the project cannot be copied: " +
                                               Failed.message());
  return llvm::Error::success();
}

} // namespace warplint

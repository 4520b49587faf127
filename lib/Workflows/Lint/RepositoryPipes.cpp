//===--- RepositoryPipes.cpp - Pipes that hold git up ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/RepositoryPipes.h"
#include "Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace warplint::lint {

/// What git reads in each folder of a tree.
static constexpr llvm::StringLiteral NamesInTree[] = {
    ".git", ".gitattributes", ".gitignore", ".gitmodules"};

static bool isPipe(const fs::directory_entry &Entry) {
  if (Entry.type() == fs::file_type::fifo_file)
    return true;
  fs::file_status Found;
  return (Entry.type() == fs::file_type::symlink_file ||
          Entry.type() == fs::file_type::type_unknown) &&
         !fs::status(Entry.path(), Found) &&
         Found.type() == fs::file_type::fifo_file;
}

/// The first pipe below \p Folder that is \p Wanted.
static std::optional<std::string>
pipeBelow(llvm::StringRef Folder,
          llvm::function_ref<bool(llvm::StringRef)> Wanted) {
  std::error_code Failed;
  fs::recursive_directory_iterator At(Folder, Failed,
                                      /*follow_symlinks=*/false),
      End;
  for (; At != End; At.increment(Failed))
    if (Wanted(At->path()) && isPipe(*At))
      return At->path();
  return std::nullopt;
}

static bool isReadInTree(llvm::StringRef Path) {
  if (llvm::is_contained(NamesInTree, path::filename(Path)))
    return true;
  return llvm::is_contained(
      llvm::make_range(path::begin(Path), path::end(Path)), ".git");
}

/// What the file \p Name says behind \p Key: a folder, which it names from its
/// own.
static std::optional<std::string> folderIn(const std::string &Name,
                                           llvm::StringRef Key) {
  if (!fs::is_regular_file(Name))
    return std::nullopt;
  auto Text = base::readWhole(Name);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return std::nullopt;
  }
  llvm::StringRef Line = llvm::StringRef(*Text).split('\n').first;
  if (!Line.consume_front(Key))
    return std::nullopt;
  return base::joined(path::parent_path(Name), Line);
}

std::optional<std::string> pipeThatGitReads(llvm::StringRef Folder) {
  llvm::SmallString<256> Top(Folder);
  while (!fs::exists(base::joined(Top, ".git"))) {
    llvm::StringRef Parent = path::parent_path(Top);
    if (Parent.empty() || Parent == Top)
      return std::nullopt;
    Top.resize(Parent.size());
  }
  if (auto Found = pipeBelow(Top, isReadInTree))
    return Found;
  // A work tree of its own, or a submodule.
  auto All = [](llvm::StringRef) { return true; };
  auto Elsewhere = folderIn(base::joined(Top, ".git"), "gitdir: ");
  if (!Elsewhere)
    return std::nullopt;
  if (auto Found = pipeBelow(*Elsewhere, All))
    return Found;
  auto Common = folderIn(base::joined(*Elsewhere, "commondir"), "");
  return Common ? pipeBelow(*Common, All) : std::nullopt;
}

} // namespace warplint::lint

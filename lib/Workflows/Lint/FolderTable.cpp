//===--- FolderTable.cpp - Whether missing files stay missing -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/FolderTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <sys/stat.h>

namespace path = llvm::sys::path;

namespace warplint::lint {

/// There is something at \p Path, be it a link to nothing: what that leads to
/// may come without a change of the folder.
static bool isEntry(const std::string &Path) {
  struct stat Found;
  return !lstat(Path.c_str(), &Found);
}

FolderTable::Folder &FolderTable::above(llvm::StringRef Path) {
  llvm::StringRef Parent = path::parent_path(Path);
  if (auto Known = Nearest.find(Parent); Known != Nearest.end())
    return *Known->second;
  Folder &Of = Folders[Parent.str()];
  if (!Of.Looked) {
    // Before: what comes meanwhile is seen later.
    Of.Looked = base::timeOfFiles();
    Of.Now = base::FileVersion::of(Parent.str());
  }
  bool IsLast = Parent == path::root_path(Parent) || isEntry(Parent.str());
  Folder &Found = Of.Now || IsLast ? Of : above(Parent);
  Nearest[Parent] = &Found;
  return Found;
}

bool FolderTable::isAbsent(const std::string &Path, bool WasKnown) {
  Folder &In = above(Path);
  In.IsUsed = true;
  if (WasKnown && In.Now && In.Now == In.Then && In.Now->isSettledAt(In.Asked))
    return true;
  ++Looks;
  if (!isEntry(Path))
    return true;
  In.IsDoubtful = true;
  return !base::FileVersion::of(Path);
}

void FolderTable::lookAgain() {
  Nearest.clear();
  for (auto &[Path, Each] : Folders)
    Each.Looked = 0, Each.IsUsed = Each.IsDoubtful = false;
}

void FolderTable::forEach(
    llvm::function_ref<void(llvm::StringRef, llvm::StringRef)> Write) const {
  for (const auto &[Path, Each] : Folders)
    if (Each.IsUsed && !Each.IsDoubtful && Each.Now)
      Write(Path, Each.Now->text() + " " + llvm::itostr(Each.Looked));
}

bool FolderTable::add(llvm::StringRef Path, llvm::StringRef Entry) {
  auto [Version, When] = Entry.split(' ');
  Folder Of;
  if (When.getAsInteger(10, Of.Asked) ||
      !(Of.Then = base::FileVersion::fromText(Version)))
    return false;
  Folders[Path.str()] = Of;
  return true;
}

} // namespace warplint::lint

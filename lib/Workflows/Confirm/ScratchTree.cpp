//===--- ScratchTree.cpp - A copy of a project, to build ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Confirm/ScratchTree.h"
#include "Support/FileCopy.h"
#include "Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace warplint::confirm {

namespace fs = std::filesystem;

/// Links may lead to data sets; nobody wants a second one.
static constexpr uint64_t MostBytesFromOutside = uint64_t(1) << 30;
static constexpr uint64_t BytesOfBlock = 4096;

llvm::Expected<ScratchTree> ScratchTree::make(llvm::StringRef Keep) {
  if (Keep.empty()) {
    auto Own = processes::ScratchFolder::make();
    if (!Own)
      return Own.takeError();
    ScratchTree Tree(Own->path());
    Tree.Own.emplace(std::move(*Own));
    return std::move(Tree);
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
  return ScratchTree(Keep.str());
}

/// Whether \p Path is \p Folder or lies below it; both are whole.
static bool isIn(const fs::path &Path, const fs::path &Folder) {
  fs::path Below = Path.lexically_relative(Folder);
  return !Below.empty() && *Below.begin() != "..";
}

static fs::path appended(const fs::path &Folder, const fs::path &Below) {
  return Below == "." ? Folder : Folder / Below;
}

std::optional<fs::path> ScratchTree::inCopy(const Path &Real) const {
  for (fs::path At = Real;; At = At.parent_path()) {
    if (auto Found = Places.find(At); Found != Places.end())
      return appended(Found->second, Real.lexically_relative(At));
    if (At == At.parent_path())
      return std::nullopt;
  }
}

/// Whether \p Path is a regular file that begins with \p Words.
static bool beginsWith(const fs::path &Path, llvm::StringRef Words) {
  uint64_t Size = 0;
  if (!llvm::sys::fs::is_regular_file(Path.string()) ||
      llvm::sys::fs::file_size(Path.string(), Size) || Size < Words.size())
    return false;
  auto Read = llvm::MemoryBuffer::getFileSlice(Path.string(), Words.size(), 0,
                                               /*IsVolatile=*/true);
  return Read && (*Read)->getBuffer() == Words;
}

/// Whether CMake has configured a project in \p Folder: files there name the
/// user's own tree, and a build by them writes to it.
static bool isConfigured(const fs::path &Folder) {
  return beginsWith(Folder / "CMakeCache.txt",
                    "# This is the CMakeCache file.");
}

/// Whether \p Path, among sources, is a file or folder that CMake has written
/// there.
static bool isConfiguration(const fs::path &Path) {
  fs::path Name = Path.filename();
  if (Name == "CMakeCache.txt" || Name == "CMakeFiles")
    return isConfigured(Path.parent_path());
  return (Name == "Makefile" || Name == "build.ninja") &&
         beginsWith(Path, "# CMAKE generated file");
}

/// Copies folders, and what their links lead to.
class ScratchTree::Copier {
public:
  Copier(ScratchTree &Tree, const Choices &Chosen)
      : Tree(Tree), Chosen(Chosen) {}

  llvm::Error copyFolder(const Path &Real, const Path &Copy, bool Outside);

private:
  llvm::Error copyEntry(const fs::directory_entry &Entry, const Path &Copy,
                        bool Outside);
  llvm::Error copyFile(const Path &Real, const Path &Copy, bool Outside);
  llvm::Error copyLink(const Path &Link, const Path &Copy);
  llvm::Error link(const Path &Target, const Path &Copy) {
    std::error_code Failed;
    fs::create_symlink(Target, Copy, Failed);
    return checked(Failed, Copy);
  }
  llvm::Error linkInside(const Path &Target, const Path &Copy) {
    return link(Target.lexically_relative(Copy.parent_path()), Copy);
  }
  llvm::Error checked(std::error_code Failed, const Path &What) const {
    if (!Failed)
      return llvm::Error::success();
    return llvm::createStringError(
        Failed,
        "the project cannot be copied: '" + What.string() + "'" +
            (At.empty() ? "" : ", to which '" + At.string() + "' leads") +
            ": " + Failed.message());
  }

  ScratchTree &Tree;
  const Choices &Chosen;
  Path At; ///< What the user would call what is being copied.
  uint64_t FromOutside = 0;
  base::FileCopier Files;
};

llvm::Error ScratchTree::Copier::copyFolder(const Path &Real, const Path &Copy,
                                            bool Outside) {
  Tree.Places.emplace(Real, Copy);
  std::error_code Failed;
  fs::create_directories(Copy, Failed);
  bool HasSources = fs::exists(Real / "CMakeLists.txt") || Copy == Tree.tree();
  if (!Failed && !HasSources && isConfigured(Real)) {
    Tree.Configured.push_back(Real.string());
    return llvm::Error::success();
  }
  // No folder is open while another is copied: a tree may be deep.
  std::vector<fs::directory_entry> Entries;
  fs::directory_iterator Entry(Real, Failed), End;
  for (; !Failed && Entry != End; Entry.increment(Failed))
    Entries.push_back(*Entry);
  if (Failed)
    return checked(Failed, Real);
  for (const fs::directory_entry &Each : Entries)
    if (llvm::Error Problem =
            copyEntry(Each, Copy / Each.path().filename(), Outside))
      return Problem;
  return llvm::Error::success();
}

llvm::Error ScratchTree::Copier::copyEntry(const fs::directory_entry &Entry,
                                           const Path &Copy, bool Outside) {
  const Path &Real = Entry.path();
  // A file of that name leads to a repository elsewhere.
  if (Real.filename() == ".git" ||
      llvm::is_contained(Chosen.Left, Real.string()))
    return llvm::Error::success();
  std::error_code Failed;
  fs::file_status Found = Entry.symlink_status(Failed);
  if (Failed)
    return checked(Failed, Real);
  if (fs::is_symlink(Found))
    return copyLink(Real, Copy);
  if (isConfiguration(Real)) {
    Tree.Configured.push_back(Real.string());
    return llvm::Error::success();
  }
  if (fs::is_regular_file(Found))
    return copyFile(Real, Copy, Outside);
  if (!fs::is_directory(Found) || fs::equivalent(Real, Tree.Folder, Failed))
    return llvm::Error::success();
  // A link that leads out may lead to a folder around what is copied.
  if (auto Known = Tree.Places.find(Real); Known != Tree.Places.end())
    return linkInside(Known->second, Copy);
  return copyFolder(Real, Copy, Outside);
}

llvm::Error ScratchTree::Copier::copyFile(const Path &Real, const Path &Copy,
                                          bool Outside) {
  std::error_code Failed;
  if (Outside) {
    uintmax_t Size = fs::file_size(Real, Failed);
    FromOutside += Failed ? 0 : std::max<uint64_t>(Size, BytesOfBlock);
    if (FromOutside > MostBytesFromOutside)
      return llvm::createStringError(
          "'" + At.string() +
          "' is a link that leads out of the project, and with what else is "
          "linked there to more than 1 GiB, which is not copied: "
          "--leave-out=" +
          At.string() + " does without it, --as-link=" + At.string() +
          " leaves it a link: what is written through it is written there");
  }
  return checked(Files.copy(Real, Copy), Real);
}

/// What \p Link leads to, or would if it were there.
static fs::path targetOf(const fs::path &Link, std::error_code &Failed) {
  fs::path Target = fs::read_symlink(Link, Failed);
  fs::path Real;
  if (!Failed)
    Real = fs::weakly_canonical(Link.parent_path() / Target, Failed);
  return Real;
}

llvm::Error ScratchTree::Copier::copyLink(const Path &Link, const Path &Copy) {
  std::error_code Failed;
  Path Target = targetOf(Link, Failed);
  if (Failed)
    return llvm::Error::success(); // A ring of links.
  if (auto Inside = Tree.inCopy(Target))
    return linkInside(*Inside, Copy);
  if (llvm::is_contained(Chosen.Links, Link.string()))
    return link(Target, Copy);
  fs::file_status Found = fs::status(Target, Failed);
  bool IsOutermost = At.empty();
  if (IsOutermost)
    At = Link;
  llvm::Error Problem = llvm::Error::success();
  if (fs::is_regular_file(Found))
    Problem = copyFile(Target, Copy, /*Outside=*/true);
  else if (fs::is_directory(Found))
    Problem = copyFolder(Target, Copy, /*Outside=*/true);
  if (IsOutermost)
    At.clear();
  return Problem;
}

llvm::Error ScratchTree::copyFrom(llvm::StringRef Root, const Choices &Chosen) {
  std::error_code Failed;
  fs::path Real = fs::canonical(Root.str(), Failed);
  if (Failed)
    return llvm::createStringError(Failed,
                                   "'" + Root + "': " + Failed.message());
  // Entries are compared by where they really are; links by their own names.
  Choices Named;
  auto RealName = [](const fs::path &Name) {
    std::error_code Ignored;
    fs::path Parent = fs::weakly_canonical(Name.parent_path(), Ignored);
    return (Ignored ? Name : Parent / Name.filename()).string();
  };
  for (const std::string &Each : Chosen.Left)
    Named.Left.push_back(RealName(Each));
  for (const std::string &Each : Chosen.Links)
    Named.Links.push_back(RealName(Each));
  return Copier(*this, Named).copyFolder(Real, tree(), /*Outside=*/false);
}

llvm::Error ScratchTree::write(llvm::StringRef Name,
                               llvm::StringRef Text) const {
  std::error_code Failed;
  fs::path File = Name.str(), Tree = fs::canonical(tree(), Failed);
  if (File.is_absolute() && !Failed) {
    fs::path Real = fs::weakly_canonical(File, Failed);
    File = inCopy(Real).value_or(Real);
  } else {
    File = Tree / File;
  }
  fs::path Parent = fs::canonical(File.parent_path(), Failed);
  if (Failed || !isIn(Parent, Tree))
    return llvm::createStringError("'" + Name +
                                   "' is not in the copy of the project");
  // A link there leads to another file of the copy, or has been left to lead
  // out.
  fs::path Place = Parent / File.filename();
  if (fs::is_symlink(fs::symlink_status(Place, Failed))) {
    fs::path Target = fs::canonical(Place, Failed);
    if (!Failed && isIn(Target, Tree))
      Place = Target;
    else
      fs::remove(Place, Failed);
  }
  return base::writeWhole(Place.string(), Text);
}

std::optional<std::string> ScratchTree::placeOf(llvm::StringRef Path) const {
  std::error_code Failed;
  fs::path Real = fs::canonical(Path.str(), Failed);
  auto Found = Failed ? std::nullopt : inCopy(Real);
  if (!Found || !fs::is_directory(*Found, Failed))
    return std::nullopt;
  return Found->string();
}

} // namespace warplint::confirm

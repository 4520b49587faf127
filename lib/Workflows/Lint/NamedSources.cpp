//===--- NamedSources.cpp - Files named to be linted ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/NamedSources.h"
#include "Support/InputFile.h"
#include "Workflows/Lint/Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace warplint::lint {

/// Of ELF, the longest of those that identify_magic looks at.
static constexpr uint64_t LongestHeader = 64;

llvm::StringRef problemWithText(llvm::StringRef Text) {
  llvm::StringRef Begin = Text.take_front(LongestHeader);
  bool IsBinary = llvm::identify_magic(Begin) != llvm::file_magic::unknown ||
                  Begin.contains('\0');
  return IsBinary ? "it is no text: name the source" : "";
}

std::string problemWithSource(const std::string &File) {
  fs::file_status Found;
  if (std::error_code Failed = fs::status(File, Found))
    return Failed == std::errc::no_such_file_or_directory
               ? "it does not exist"
               : "it cannot be read: " + Failed.message();
  if (fs::is_directory(Found))
    return "";
  if (!fs::is_regular_file(Found))
    return base::refusal(base::Refusal::NotRegular).message();
  uint64_t Bytes = std::min<uint64_t>(Found.getSize(), LongestHeader);
  auto Begin =
      llvm::MemoryBuffer::getFileSlice(File, Bytes, 0, /*IsVolatile=*/true);
  return Begin ? problemWithText((*Begin)->getBuffer()).str() : "";
}

bool areSourcesWrong(llvm::ArrayRef<std::string> Sources) {
  bool Wrong = false;
  for (const std::string &File : Sources)
    if (std::string Problem = problemWithSource(File); !Problem.empty()) {
      Wrong = true;
      usageError("'" + File + "': " + Problem);
    }
  return Wrong;
}

bool isOtherKind(const commands::CommandDatabase &Database,
                 const std::string &File) {
  if (commands::isSourceFileName(File))
    return false;
  auto Units = Database.translationsOf(File);
  if (Units)
    return llvm::none_of(*Units, [](const auto &U) { return U.IsCuda; });
  llvm::consumeError(Units.takeError());
  return Database.commandsOf(File).empty();
}

bool areKindsWrong(const commands::CommandDatabase &Database,
                   llvm::ArrayRef<std::string> Sources) {
  bool Wrong = false;
  for (const std::string &File : Sources)
    if (!fs::is_directory(File) && isOtherKind(Database, File)) {
      Wrong = true;
      usageError("'" + File +
                 "': it is no source by its name (.cu, .cuh, .h, "
                 ".hpp, .inl and the like); -x cu behind -- says "
                 "that it is one");
    }
  return Wrong;
}

std::vector<std::string> cudaFilesBelow(llvm::StringRef Folder,
                                        size_t MostFiles) {
  std::vector<std::string> Files;
  std::error_code Failed;
  size_t Seen = 0;
  for (fs::recursive_directory_iterator At(Folder, Failed, false), End;
       !Failed && At != End && Seen < MostFiles; At.increment(Failed), ++Seen) {
    llvm::StringRef Name = path::filename(At->path());
    if (At->type() == fs::file_type::directory_file) {
      if (Name.starts_with(".") || Name.starts_with("build") ||
          Name == "node_modules")
        At.no_push();
    } else if (path::extension(Name) == ".cu") {
      Files.push_back(At->path());
    }
  }
  llvm::sort(Files);
  return Files;
}

/// \p Path without links, as far as it exists.
static std::string realPath(llvm::StringRef Path) {
  llvm::SmallString<256> Real;
  return fs::real_path(Path, Real) ? absolute(Path) : Real.str().str();
}

llvm::Expected<std::vector<std::string>>
filesOf(const commands::CommandDatabase &Database,
        llvm::ArrayRef<std::string> Sources) {
  std::vector<std::string> Files;
  bool HasFiles = !Database.getAllFiles().empty();
  for (const std::string &Named : Sources) {
    if (!fs::is_directory(Named)) {
      Files.push_back(Named);
      continue;
    }
    size_t Before = Files.size();
    std::string Folder = realPath(Named) + "/";
    if (!HasFiles)
      llvm::append_range(Files, cudaFilesBelow(Named));
    else
      for (const std::string &File : cudaFilesOf(Database))
        if (llvm::StringRef(realPath(File)).starts_with(Folder))
          Files.push_back(File);
    if (Files.size() == Before)
      return llvm::createStringError(
          "'" + Named + "': no CUDA file " +
          (HasFiles ? "of the database lies" : "(.cu) lies") + " below it");
  }
  return Files;
}

} // namespace warplint::lint

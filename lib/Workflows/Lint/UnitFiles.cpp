//===--- UnitFiles.cpp - What a unit reads --------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/UnitFiles.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::lint {

bool FileRecorder::sawDependency(llvm::StringRef Name, bool, bool IsSystem,
                                 bool, bool) {
  if (Name.starts_with("<"))
    return false;
  std::string Path = absolute(Name);
  if (!IsSystem)
    Files.User.insert(Path);
  Files.All.insert(std::move(Path));
  return true;
}

void FileRecorder::missing(llvm::StringRef Name, llvm::StringRef Includer) {
  llvm::SmallString<256> Path(llvm::sys::path::parent_path(Includer));
  llvm::sys::path::append(Path, Name);
  Files.All.insert(absolute(Path));
}

/// Without `..`, which build systems resolve by the names alone. That is wrong
/// where a folder is a link.
std::string FileRecorder::absolute(llvm::StringRef Name) {
  llvm::SmallString<256> Path(Name);
  llvm::sys::path::make_absolute(Directory, Path);
  llvm::sys::path::remove_dots(Path);
  if (!Path.str().contains(".."))
    return Path.str().str();
  Files.Named.insert(Path.str().str());
  llvm::StringRef Parent = llvm::sys::path::parent_path(Path);
  auto [Known, New] = RealFolders.try_emplace(Parent);
  llvm::SmallString<256> Real;
  if (New && !llvm::sys::fs::real_path(Parent, Real))
    Known->second = Real.str().str();
  if (Known->second.empty()) {
    llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    return Path.str().str();
  }
  Real = Known->second;
  llvm::sys::path::append(Real, llvm::sys::path::filename(Path));
  return Real.str().str();
}

namespace {

/// What directives name. A header that is not there changes the unit when it
/// comes; one that clang has read under another name is not read again, until
/// it is another file.
class NamedHeaders : public PPCallbacks {
public:
  NamedHeaders(const SourceManager &Sources, FileRecorder &Recorder)
      : Sources(Sources), Recorder(Recorder) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef Name,
                          bool, CharSourceRange, OptionalFileEntryRef File,
                          StringRef, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (File)
      Recorder.addNamed(File->getName());
    else
      Recorder.missing(Name, Sources.getFilename(Sources.getFileLoc(Hash)));
  }

private:
  const SourceManager &Sources;
  FileRecorder &Recorder;
};

} // namespace

void FileRecorder::attach(CompilerInstance &Compiler) {
  attachToPreprocessor(Compiler.getPreprocessor());
  Compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<NamedHeaders>(Compiler.getSourceManager(), *this));
}

} // namespace warplint::lint

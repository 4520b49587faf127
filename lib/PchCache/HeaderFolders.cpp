//===--- HeaderFolders.cpp - Where headers are looked for ----- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/HeaderFolders.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/TargetParser/Triple.h"

using namespace clang;

namespace warplint::pch {

HeaderFolders::HeaderFolders(const CompilerInvocation &Unit,
                             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> On)
    : Disk(std::move(On)) {
  DiagnosticOptions Plain;
  DiagnosticsEngine Silent(DiagnosticIDs::create(), Plain,
                           new IgnoringDiagConsumer);
  FileManager Files(FileSystemOptions(), Disk);
  SourceManager Sources(Silent, Files);
  const HeaderSearchOptions &Options = Unit.getHeaderSearchOpts();
  HeaderSearch Search(Options, Sources, Silent, Unit.getLangOpts(), nullptr);
  ApplyHeaderSearchOptions(Search, Options, Unit.getLangOpts(),
                           llvm::Triple(Unit.getTargetOpts().Triple));
  std::string Kind = "\"";
  for (ConstSearchDirIterator At = Search.search_dir_begin(),
                              End = Search.search_dir_end();
       At != End; ++At) {
    if (At == Search.angled_dir_begin())
      Kind = "<";
    if (At == Search.system_dir_begin())
      Kind = "s";
    llvm::SmallString<256> Path(At->getName());
    Disk->makeAbsolute(Path);
    // The name counts as well as the path: headers of a folder that the command
    // names relatively have other names than those of a folder with an absolute
    // name.
    std::string Text = Kind + llvm::utostr(At->getDirCharacteristic()) + ' ' +
                       At->getName().str() + '\n' + Path.str().str();
    All.push_back({std::move(Text),
                   At->isNormalDir() ? Path.str().str() : std::string()});
  }
}

std::string HeaderFolders::text() const {
  std::string Text;
  for (const Folder &Each : All)
    Text += Each.Text + '\0';
  return Text;
}

HeaderFolders::Entry HeaderFolders::held(
    const Folder &In, llvm::StringRef Name,
    llvm::function_ref<bool(const std::string &)> IsFile) const {
  if (In.Path.empty())
    return Entry::File;
  auto [Known, New] = Entries.try_emplace(In.Path);
  if (New) {
    std::error_code Failed;
    for (llvm::vfs::directory_iterator At = Disk->dir_begin(In.Path, Failed),
                                       End;
         !Failed && At != End; At.increment(Failed))
      Known->second.insert(llvm::sys::path::filename(At->path()).str());
  }
  // Most folders hold nothing of what a name begins with.
  auto [First, Rest] = Name.split('/');
  if (First != "." && First != ".." && !Known->second.count(First.str()))
    return Entry::Nothing;
  llvm::SmallString<256> Path(In.Path);
  llvm::sys::path::append(Path, Name);
  if (IsFile(Path.str().str()))
    return Entry::File;
  auto Is = Disk->status(Path);
  // clang looks past a folder.
  return !Is ? Entry::Nothing : Is->isDirectory() ? Entry::Folder : Entry::File;
}

std::vector<std::string> HeaderFolders::holding(
    const std::set<std::string> &Names,
    llvm::function_ref<bool(const std::string &)> IsFile) const {
  std::vector<std::string> Holding;
  for (const Folder &Each : All) {
    std::string Entry;
    for (const std::string &Name : Names)
      if (!llvm::sys::path::is_absolute(Name) &&
          held(Each, Name, IsFile) == Entry::File)
        Entry += Name + '\0';
    if (!Entry.empty())
      Holding.push_back(
          Each.Text + '\n' +
          llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Entry))));
  }
  return Holding;
}

std::vector<NoFile> HeaderFolders::withoutFile(
    const std::set<std::string> &Names,
    llvm::function_ref<bool(const std::string &)> IsFile) const {
  std::vector<NoFile> Found;
  for (const Folder &Each : All)
    for (const std::string &Name : Names) {
      if (llvm::sys::path::is_absolute(Name))
        continue;
      Entry Is = held(Each, Name, IsFile);
      llvm::SmallString<256> Path(Each.Path);
      llvm::sys::path::append(Path, Name);
      if (Is != Entry::File)
        Found.push_back({Path.str().str(), Is == Entry::Folder});
    }
  return Found;
}

bool HeaderFolders::areLookedForAt(const std::set<std::string> &Names,
                                   llvm::StringRef Path) const {
  return llvm::any_of(All, [&](const Folder &Each) {
    llvm::StringRef Name = Path;
    return !Each.Path.empty() && Name.consume_front(Each.Path) &&
           (Name.consume_front("/") || Each.Path.back() == '/') &&
           Names.count(Name.str());
  });
}

} // namespace warplint::pch

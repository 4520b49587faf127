//===--- AuditFolder.cpp - Where an audit keeps what it did ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/AuditFolder.h"
#include "PchCache/PrefixStore.h"
#include "Support/ContentHash.h"
#include "Support/OwnFolder.h"
#include "Tidy/LaunchFiles.h"
#include "llvm/ADT/STLExtras.h"
#include <utime.h>

namespace warplint::audit {

/// What lies in the folder besides, such as the folders of shards, is none of
/// an audit's.
static constexpr llvm::StringLiteral FilesThere[] = {
    "lock",        edge::ReportName, edge::AllLaunchesName,
    "build.ninja", "hosts.ninja",    "again.ninja",
    ".ninja_log",  ".ninja_deps",    ".ninja_lock"};
static constexpr llvm::StringLiteral GraphsThere[] = {
    "build.ninja", "hosts.ninja", "again.ninja"};
static constexpr uint64_t MostBytesOfGraph = uint64_t(1) << 30;
static constexpr llvm::StringLiteral FoldersThere[] = {"units", "config",
                                                       "hosts", "again"};

llvm::Error openAuditFolder(llvm::StringRef Base, llvm::StringRef Below) {
  auto Folder = base::OwnFolder::open(Base, Below);
  return Folder ? llvm::Error::success() : Folder.takeError();
}

static llvm::Error refuse(const base::OwnFolder &Folder,
                          const base::FolderEntry &Entry) {
  return llvm::createStringError(
      "'" + Folder.pathOf(Entry.Name) + "' is " +
      (Entry.Is == base::FolderEntry::Kind::Link ? "a link"
                                                 : "not a regular file") +
      ": an audit opens nothing of that kind in its folder; remove it");
}

/// Whether there is a file \p Name that is not as an audit writes it.
static bool isOthers(const base::OwnFolder &Folder, llvm::StringRef Name,
                     bool (*IsOurs)(llvm::StringRef Text)) {
  if (!Folder.hasFile(Name))
    return false;
  auto Text = Folder.read(Name, MostBytesOfGraph);
  if (Text)
    return !IsOurs(*Text);
  llvm::consumeError(Text.takeError());
  return true;
}

static llvm::Error refuseOthers(const base::OwnFolder &Folder,
                                llvm::StringRef Name) {
  return llvm::createStringError("'" + Folder.pathOf(Name) +
                                 "' is none of an audit's: name a folder of "
                                 "its own with --audit-dir");
}

/// A folder that was named with `--audit-dir` may be the build's own, or one in
/// which a user keeps reports.
static llvm::Error refuseOthersFiles(const base::OwnFolder &Folder) {
  for (llvm::StringRef Name : GraphsThere)
    if (isOthers(Folder, Name, [](llvm::StringRef Text) {
          return Text.starts_with(GraphMark);
        }))
      return refuseOthers(Folder, Name);
  // In a folder of an audit's they are its own, whatever has become of them.
  if (Folder.hasFile(GraphsThere[0]))
    return llvm::Error::success();
  if (isOthers(Folder, edge::ReportName, [](llvm::StringRef Text) {
        return Text.empty() ||
               (Text.starts_with("{") && Text.contains("warplint") &&
                Text.contains("sarif-schema"));
      }))
    return refuseOthers(Folder, edge::ReportName);
  if (isOthers(Folder, edge::AllLaunchesName, [](llvm::StringRef Text) {
        return Text.empty() || Text.starts_with("warplint launches ");
      }))
    return refuseOthers(Folder, edge::AllLaunchesName);
  return llvm::Error::success();
}

llvm::Error checkAuditFolder(llvm::StringRef Path) {
  auto Folder = base::OwnFolder::open(Path);
  if (!Folder)
    return Folder.takeError();
  for (llvm::StringRef Name : FilesThere)
    if (auto Entry = Folder->find(Name);
        Entry && Entry->Is != base::FolderEntry::Kind::File)
      return refuse(*Folder, *Entry);
  for (llvm::StringRef Name : FoldersThere) {
    if (!Folder->find(Name))
      continue;
    auto Inner = Folder->folder(Name, base::OwnFolder::Missing::Fail);
    if (!Inner)
      return Inner.takeError();
    auto Entries = Inner->list();
    if (!Entries)
      return Entries.takeError();
    for (const base::FolderEntry &Entry : *Entries)
      if (Entry.Is != base::FolderEntry::Kind::File)
        return refuse(*Inner, Entry);
  }
  return refuseOthersFiles(*Folder);
}

void forgetNinja(llvm::StringRef Path) {
  auto Folder = base::OwnFolder::open(Path, "", base::OwnFolder::Missing::Fail);
  if (!Folder)
    return llvm::consumeError(Folder.takeError()); // There is nothing, then.
  for (llvm::StringRef In : {"", "hosts/", "again/"})
    for (llvm::StringRef Name : {".ninja_log", ".ninja_deps"})
      llvm::consumeError(Folder->remove((In + Name).str()));
}

/// Of more audits than this, the one that was asked for least lately is
/// forgotten.
static constexpr size_t MostAudits = 200;

static void forgetOldest(const base::OwnFolder &Audits) {
  auto Entries = Audits.list();
  if (!Entries)
    return llvm::consumeError(Entries.takeError());
  llvm::sort(*Entries,
             [](const base::FolderEntry &L, const base::FolderEntry &R) {
               return L.Version.Modified > R.Version.Modified;
             });
  for (size_t I = MostAudits; I < Entries->size(); ++I)
    llvm::consumeError(Audits.removeTree((*Entries)[I].Name));
}

std::string auditState(llvm::StringRef Cache, llvm::StringRef Folder) {
  // It says whether only the user writes there.
  auto Store = pch::PrefixStore::open(Cache);
  if (!Store) {
    llvm::consumeError(Store.takeError());
    return "";
  }
  auto Audits = base::OwnFolder::open(Cache, "audits",
                                      base::OwnFolder::Missing::Make, 0700);
  if (!Audits) {
    llvm::consumeError(Audits.takeError());
    return "";
  }
  auto Of = Audits->folder(base::contentHash(Folder).substr(0, 40),
                           base::OwnFolder::Missing::Make, 0700);
  if (!Of) {
    llvm::consumeError(Of.takeError());
    return "";
  }
  utime(Of->path().c_str(), nullptr);
  forgetOldest(*Audits);
  return Of->path();
}

} // namespace warplint::audit

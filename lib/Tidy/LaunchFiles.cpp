//===--- LaunchFiles.cpp - Files of what a build launches -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/LaunchFiles.h"
#include "Support/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace warplint::edge {

llvm::Expected<launches::CrossUnitLaunches> readLaunches(llvm::StringRef Path) {
  auto Text = base::readWhole(Path.str());
  if (!Text)
    return Text.takeError();
  auto Read = launches::CrossUnitLaunches::read(*Text);
  if (!Read)
    return llvm::createStringError("'" + Path + "': no list of launches");
  return std::move(*Read);
}

std::string lastOfAudit(llvm::StringRef Name, llvm::StringRef Folder) {
  for (; !Folder.empty(); Folder = path::parent_path(Folder)) {
    llvm::SmallString<256> File(Folder);
    path::append(File, AuditFolderName, Name);
    if (llvm::sys::fs::exists(File))
      return File.str().str();
    // What lies further above is of another build, or of nobody known.
    llvm::SmallString<256> Database(Folder);
    path::append(Database, "compile_commands.json");
    if (llvm::sys::fs::exists(Database))
      break;
  }
  return "";
}

std::shared_ptr<const launches::CrossUnitLaunches>
lastLaunches(llvm::StringRef Folder) {
  struct LastRead {
    std::string File;
    llvm::sys::TimePoint<> Time;
    std::shared_ptr<const launches::CrossUnitLaunches> Launches;
  };
  static thread_local LastRead Last;
  std::string File = lastOfAudit(AllLaunchesName, Folder);
  llvm::sys::fs::file_status Status;
  if (File.empty() || llvm::sys::fs::status(File, Status))
    return nullptr;
  if (File == Last.File && Status.getLastModificationTime() == Last.Time)
    return Last.Launches;
  Last = {File, Status.getLastModificationTime(), nullptr};
  if (auto Read = readLaunches(File))
    Last.Launches =
        std::make_shared<launches::CrossUnitLaunches>(std::move(*Read));
  else
    llvm::consumeError(Read.takeError());
  return Last.Launches;
}

} // namespace warplint::edge

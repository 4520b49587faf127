//===--- Subprocess.cpp - Asking other programs ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subprocess.h"
#include "Files/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include <unistd.h>

namespace warplint {

namespace {
/// A file among the machine's temporary ones, for as long as this lives.
class ScratchFile {
public:
  ScratchFile() {
    Failed = llvm::sys::fs::createTemporaryFile("warplint", "", Path);
  }
  ScratchFile(const ScratchFile &) = delete;
  ~ScratchFile() {
    if (!Failed)
      llvm::sys::fs::remove(Path);
  }
  llvm::SmallString<128> Path;
  std::error_code Failed;
};
} // namespace

static llvm::StringRef nameOfSetting(llvm::StringRef Setting) {
  return Setting.split('=').first;
}

std::vector<llvm::StringRef>
environmentWith(llvm::ArrayRef<llvm::StringRef> Settings) {
  std::vector<llvm::StringRef> All(Settings.begin(), Settings.end());
  for (char **Each = environ; *Each; ++Each)
    if (llvm::none_of(Settings, [&](llvm::StringRef Setting) {
          return nameOfSetting(Setting) == nameOfSetting(*Each);
        }))
      All.push_back(*Each);
  return All;
}

llvm::Expected<std::string> outputOf(llvm::StringRef Program,
                                     llvm::ArrayRef<llvm::StringRef> Words,
                                     llvm::ArrayRef<llvm::StringRef> Settings) {
  auto Path = llvm::sys::findProgramByName(Program);
  if (!Path)
    return llvm::createStringError("there is no '" + Program + "' in PATH");
  ScratchFile Out, Err;
  if (Out.Failed || Err.Failed)
    return llvm::createStringError("no temporary file can be made");
  std::vector<llvm::StringRef> All{*Path};
  All.insert(All.end(), Words.begin(), Words.end());
  std::vector<llvm::StringRef> Environment = environmentWith(Settings);
  std::string Problem;
  int Code =
      llvm::sys::ExecuteAndWait(*Path, All, llvm::ArrayRef(Environment),
                                {llvm::StringRef(""), llvm::StringRef(Out.Path),
                                 llvm::StringRef(Err.Path)},
                                0, 0, &Problem);
  auto Text = readWhole(Out.Path);
  if (!Text || !Code)
    return Text;
  auto Complaint = readWhole(Err.Path);
  if (!Complaint)
    return Complaint.takeError();
  llvm::StringRef First = llvm::StringRef(*Complaint).split('\n').first;
  First.consume_front("fatal: ");
  return llvm::createStringError(Program + ": " +
                                 (First.empty() ? Problem : First.str()));
}

} // namespace warplint

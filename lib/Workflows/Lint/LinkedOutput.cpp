//===--- LinkedOutput.cpp - Outputs whose name is a link ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/LinkedOutput.h"
#include "Finding/Finding.h"
#include "Support/OutputFile.h"
#include "Workflows/Lint/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <set>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace warplint::lint {

/// This many bytes of a file show what it is.
static constexpr uint64_t BytesThatTell = 1 << 16;

/// What make reads and has no command in it.
static bool isDepfile(llvm::StringRef Text) {
  auto [First, Rest] = Text.split('\n');
  if (!First.ends_with(": \\") || Text.find_first_of("\t=$()`;") != Text.npos)
    return false;
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  Rest.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  return llvm::all_of(Lines, [](llvm::StringRef Line) {
    return Line.starts_with(" ") || Line.ends_with(":");
  });
}

/// Settings, pages and scripts of a user may well speak of us: what counts is
/// how a text begins, or what nobody else has reason to write.
static bool isOurs(llvm::StringRef Text) {
  llvm::StringRef First = Text.split('\n').first;
  if (First.starts_with("::"))
    return First.contains("title=warplint");
  if (First.starts_with("{\"")) // Lines of JSON.
    return First.contains("\"kernelsCut\":") ||
           First.contains("\"check\":\"warplint-") ||
           First.contains("\"hostSteps\":") ||
           First.contains("\"notFollowed\":");
  if (First == "{")
    return Text.contains("\"warplintBaseline\":") ||
           (Text.contains("sarif-schema") && Text.contains("warplint"));
  if (First == "[")
    return Text.contains("\"arguments\":") && Text.contains("\"directory\":");
  return First.starts_with("warplint launches ") ||
         (First.contains(": warning: ") &&
          First.contains(("[" + CheckPrefix).str())) ||
         Text.contains("<title>warplint report</title>") || isDepfile(Text);
}

static bool holds(const std::string &Path, uint64_t Bytes,
                  llvm::StringRef Mark) {
  auto Read = llvm::MemoryBuffer::getFileSlice(
      Path, std::min(Bytes, BytesThatTell), 0, /*IsVolatile=*/true);
  if (!Read)
    return false;
  llvm::StringRef Text = (*Read)->getBuffer();
  return isOurs(Text) || (!Mark.empty() && Text.contains(Mark));
}

/// In the folder of the link \p Link or below it, but in no repository's own
/// files.
static bool isBeside(llvm::StringRef Place, llvm::StringRef Link) {
  llvm::SmallString<256> Folder;
  llvm::StringRef Parent = path::parent_path(Link);
  if (fs::real_path(Parent.empty() ? "." : Parent, Folder))
    return false;
  llvm::StringRef Rest = Place;
  if (!Rest.consume_front(Folder) ||
      (!Folder.ends_with("/") && !Rest.starts_with("/")))
    return false;
  return llvm::none_of(
      llvm::make_range(path::begin(Place), path::end(Place)),
      [](llvm::StringRef Part) { return Part.equals_insensitive(".git"); });
}

std::string problemWithLink(llvm::StringRef Path, llvm::StringRef Mark) {
  static std::set<std::string> FoundFit;
  auto Place = base::placeOf(Path);
  if (!Place || !fs::is_symlink_file(Path) ||
      llvm::StringRef(*Place).starts_with("/proc/self/fd/"))
    return "";
  fs::file_status Found;
  bool IsThere = !fs::status(*Place, Found);
  if (IsThere && !fs::is_regular_file(Found))
    return "";
  bool IsEmpty = !IsThere || !Found.getSize();
  bool IsFit = IsEmpty ? FoundFit.count(*Place) || isBeside(*Place, Path)
                       : holds(*Place, Found.getSize(), Mark);
  if (IsFit)
    FoundFit.insert(*Place);
  return IsFit ? ""
               : "is a link to '" + *Place + "', which " +
                     (!IsThere  ? "is not there and not below the link's folder"
                      : IsEmpty ? "is empty and not below the link's folder"
                                : "no earlier run has written") +
                     ", and stays as it is: name that file itself, or remove "
                     "the link";
}

} // namespace warplint::lint

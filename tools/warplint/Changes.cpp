//===--- Changes.cpp - What changed in a project --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Changes.h"
#include "Delivery.h"
#include "Files/InputFile.h"
#include "Output/Printable.h"
#include "Settings.h"
#include "Subprocess.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace warplint {

#define FOR_CHANGES                                                            \
  cl::cat(category()), cl::sub(cl::SubCommand::getTopLevel()),                 \
      cl::sub(auditCommand()), cl::sub(mergeCommand())

static cl::opt<std::string>
    DiffBase("diff", cl::value_desc("revision"),
             cl::desc("Report only findings on lines that changed since a git "
                      "revision, in files not committed, too; audit lints only "
                      "what they can concern"),
             FOR_CHANGES);
static cl::opt<std::string>
    DiffFile("diff-from", cl::value_desc("file"),
             cl::desc("The same for the lines of a unified diff; - is stdin"),
             FOR_CHANGES);

bool wantsChanges() {
  return DiffBase.getNumOccurrences() || DiffFile.getNumOccurrences();
}

/// \p Path without `.`, `..` and, as far as it exists, links.
static std::string resolved(llvm::StringRef Path) {
  llvm::SmallString<256> Real;
  if (!fs::real_path(Path, Real))
    return Real.str().str();
  llvm::SmallString<256> Clean(Path);
  path::remove_dots(Clean, /*remove_dot_dot=*/true);
  return Clean.str().str();
}

namespace {

/// A folder in which git is asked questions. What git runs of its own accord is
/// switched off: external diffs, text conversions, monitors, hooks.
class Git {
public:
  explicit Git(std::string Folder) : Folder(std::move(Folder)) {}

  /// What git prints; the error is the first line of its complaint.
  llvm::Expected<std::string> ask(llvm::ArrayRef<llvm::StringRef> Question);
  /// Its first line; nothing where git's answer is no.
  std::optional<std::string> line(llvm::ArrayRef<llvm::StringRef> Question);

private:
  std::string Folder;
};

} // namespace

llvm::Expected<std::string> Git::ask(llvm::ArrayRef<llvm::StringRef> Question) {
  std::vector<llvm::StringRef> Words{"-C",
                                     Folder,
                                     "--no-pager",
                                     "-c",
                                     "core.fsmonitor=false",
                                     "-c",
                                     "core.hooksPath=/dev/null"};
  Words.insert(Words.end(), Question.begin(), Question.end());
  // git may not write to the repository, and speaks English.
  return outputOf("git", Words,
                  {"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C",
                   "LANGUAGE=C"});
}

std::optional<std::string> Git::line(llvm::ArrayRef<llvm::StringRef> Question) {
  auto Answer = ask(Question);
  if (!Answer) {
    llvm::consumeError(Answer.takeError());
    return std::nullopt;
  }
  return llvm::StringRef(*Answer).split('\n').first.str();
}

/// What to compare with: where the work on \p Base and the work here parted.
static llvm::Expected<std::string> startingPoint(Git &Here,
                                                 const std::string &Base) {
  if (Base.empty() || Base.front() == '-')
    return llvm::createStringError("'" + Base + "' is not a revision");
  auto Commit =
      Here.line({"rev-parse", "--verify", "--quiet", Base + "^{commit}"});
  if (!Commit) {
    // Before the first commit everything is new: git knows the empty tree.
    if (Base == "HEAD" && Here.line({"symbolic-ref", "--quiet", "HEAD"}))
      return Here.ask({"hash-object", "-t", "tree", "--stdin"});
    if (Here.line({"rev-parse", "--is-shallow-repository"}) == "true")
      return llvm::createStringError(
          "'" + Base +
          "' is not in this clone, which is shallow: fetch it first, as 'git "
          "fetch --depth=1 origin <revision>' does, or clone with history "
          "('fetch-depth: 0' for actions/checkout)");
    return llvm::createStringError("'" + Base +
                                   "' is not a revision of this repository");
  }
  if (auto Parted = Here.line({"merge-base", *Commit, "HEAD"}))
    return *Parted;
  llvm::errs() << "warplint: note: no common ancestor of HEAD and '"
               << printable(Base)
               << "' is in this clone: comparing with it directly\n";
  return *Commit;
}

static llvm::Expected<ChangedLines> changesByGit() {
  std::string Root = sourceRoot();
  Git AtRoot(Root);
  auto Up = AtRoot.ask({"rev-parse", "--show-cdup"});
  if (!Up)
    return Up.takeError();
  std::string Top = joined(Root, llvm::StringRef(*Up).rtrim('\n'));
  auto Base = startingPoint(AtRoot, DiffBase);
  if (!Base)
    return Base.takeError();
  Git Here(Top);
  auto Diff = Here.ask(
      {"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--no-relative",
       "--find-renames", "--src-prefix=a/", "--dst-prefix=b/",
       "--ignore-submodules=dirty", "--submodule=short", "--unified=0",
       "--inter-hunk-context=0", llvm::StringRef(*Base).rtrim('\n'), "--"});
  if (!Diff)
    return Diff.takeError();
  auto New = Here.ask({"ls-files", "--others", "--exclude-standard", "-z"});
  if (!New)
    return New.takeError();
  auto Lines = ChangedLines::fromUnifiedDiff(*Diff);
  if (!Lines)
    return Lines.takeError();
  llvm::SmallVector<llvm::StringRef, 0> Files;
  llvm::StringRef(*New).split(Files, '\0', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef File : Files)
    Lines->addWhole(File);
  Lines->nameFilesBy(
      [=](llvm::StringRef File) { return resolved(joined(Top, File)); });
  return Lines;
}

static llvm::Expected<std::string> diffText() {
  if (DiffFile != "-")
    return readWhole(DiffFile);
  auto Text = llvm::MemoryBuffer::getSTDIN();
  if (!Text)
    return llvm::createStringError("stdin cannot be read: " +
                                   Text.getError().message());
  return (*Text)->getBuffer().str();
}

static llvm::Expected<ChangedLines> findChanges() {
  bool ByGit = DiffBase.getNumOccurrences();
  if (ByGit && DiffFile.getNumOccurrences())
    return llvm::createStringError("give one of --diff and --diff-from");
  llvm::StringRef Option = ByGit ? "--diff: " : "--diff-from: ";
  auto Because = [&](llvm::Error Why) {
    return llvm::createStringError(Option + llvm::toString(std::move(Why)));
  };
  auto Lines = [&]() -> llvm::Expected<ChangedLines> {
    if (ByGit)
      return changesByGit();
    auto Text = diffText();
    if (!Text)
      return Text.takeError();
    return ChangedLines::fromUnifiedDiff(*Text);
  }();
  if (!Lines)
    return Because(Lines.takeError());
  std::string Root = sourceRoot();
  Lines->nameFilesBy(
      [=](llvm::StringRef File) { return resolved(joined(Root, File)); });
  return Lines;
}

llvm::Expected<const ChangedLines *> changes() {
  static std::optional<ChangedLines> Found;
  if (!Found) {
    auto Lines = findChanges();
    if (!Lines)
      return Lines.takeError();
    Found = std::move(*Lines);
  }
  return &*Found;
}

void keepChanged(Report &R) {
  if (wantsChanges())
    llvm::cantFail(changes())->filter(R);
}

} // namespace warplint

//===--- Changes.cpp - What changed in a project --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Changes.h"
#include "Quoting/Printable.h"
#include "Support/InputFile.h"
#include "Workflows/Lint/RepositoryPipes.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Lint/SourceRoot.h"
#include "Workflows/Processes/Subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

namespace cl = llvm::cl;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace warplint::lint {

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

/// A folder in which git is asked for what it has, and for nothing that it
/// would have to run or fetch something for. The repository, its configuration
/// and its attributes are somebody else's:
///   - external diffs, text conversions, filters, hooks, monitors and pagers
///   are
///     switched off;
///   - objects that a partial clone has not got are not fetched, and no
///     transport is allowed, whatever the configuration allows;
///   - a bare repository among the files of a tree is none;
///   - files that the configuration names are not read.
class Git {
public:
  explicit Git(std::string Folder) : Folder(std::move(Folder)) {}

  /// Finds out what has to be switched off by its name.
  llvm::Error prepare();
  /// What git prints; the error is the first line of its complaint. Questions
  /// about all files take longer.
  llvm::Expected<std::string> ask(llvm::ArrayRef<std::string> Question,
                                  std::chrono::minutes Most = Short);
  /// Its first line; nothing where git's answer is no.
  std::optional<std::string> line(llvm::ArrayRef<std::string> Question);
  /// The commit that \p Revision names, as git writes it whole; nothing if it
  /// is not exactly one.
  std::optional<std::string> commit(const std::string &Revision);
  bool isPartialClone() const { return IsPartial; }

  static constexpr std::chrono::minutes Short{1}, Long{10};

private:
  void keepUsersIgnores();

  std::string Folder;
  std::vector<std::string> Off; ///< Options that switch off.
  bool IsPartial = false;
};

} // namespace

/// What git is never to do, whoever asks for it.
static constexpr llvm::StringLiteral AlwaysOff[] = {
    "core.fsmonitor=false", "core.useBuiltinFSMonitor=false",
    "core.hooksPath=/dev/null", "core.attributesFile=/dev/null",
    "core.sshCommand=false", "core.gitProxy=none",
    // What looks unchanged is read; what is found of it is not written down.
    "diff.autoRefreshIndex=false", "core.checkStat=default",
    "core.trustctime=true",
    // What is larger is no source: it counts as changed, its text is not asked
    // for.
    "core.bigFileThreshold=32m", "protocol.allow=never",
    "safe.bareRepository=explicit"};

/// For versions that know no configuration of it, or that let other settings
/// have their way.
static const std::vector<std::string> AlwaysSet = {"GIT_NO_LAZY_FETCH=1",
                                                   "GIT_ALLOW_PROTOCOL=",
                                                   "GIT_OPTIONAL_LOCKS=0",
                                                   "GIT_TERMINAL_PROMPT=0",
                                                   "GIT_SSH_COMMAND=false",
                                                   "LC_ALL=C",
                                                   "LANGUAGE=C"};

llvm::Expected<std::string> Git::ask(llvm::ArrayRef<std::string> Question,
                                     std::chrono::minutes Most) {
  std::vector<std::string> Words{"-C", Folder, "--no-pager",
                                 "--no-replace-objects"};
  for (llvm::StringRef Setting : AlwaysOff)
    Words.insert(Words.end(), {"-c", Setting.str()});
  for (const std::string &Setting : Off)
    Words.insert(Words.end(), {"-c", Setting});
  Words.insert(Words.end(), Question.begin(), Question.end());
  return processes::outputOf("git", Words, AlwaysSet, Most);
}

std::optional<std::string> Git::line(llvm::ArrayRef<std::string> Question) {
  auto Answer = ask(Question);
  if (!Answer) {
    llvm::consumeError(Answer.takeError());
    return std::nullopt;
  }
  return llvm::StringRef(*Answer).split('\n').first.str();
}

/// Which untracked files are ignored is the user's to say, and what lies in the
/// tree; a repository may name any file for it, a pipe too.
void Git::keepUsersIgnores() {
  const std::string Key = "core.excludesFile";
  if (!line({"config", "--get", Key}))
    return;
  std::string Users = "~/.config/git/ignore";
  for (const char *Scope : {"--system", "--global"})
    if (auto Found = line({"config", Scope, "--get", Key}))
      Users = *Found;
  Off.push_back(Key + "=" + Users);
}

llvm::Error Git::prepare() {
  keepUsersIgnores();
  auto Answer = ask({"config", "--null", "--name-only", "--get-regexp",
                     "^(filter|remote|diff)\\."});
  if (!Answer) // There is none.
    return llvm::consumeError(Answer.takeError()), llvm::Error::success();
  llvm::SmallVector<llvm::StringRef, 0> Keys;
  llvm::StringRef(*Answer).split(Keys, '\0', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Key : Keys) {
    auto [Parent, Name] = Key.rsplit('.');
    IsPartial |= Key.starts_with("remote.") && Name == "promisor";
    // What finds the heads of functions may take for ever.
    bool IsPattern = Key.starts_with("diff.") && Name.ends_with("funcname");
    if (!Key.starts_with("filter.") && !IsPattern)
      continue;
    if (Key.contains('='))
      return llvm::createStringError(
          "the " + Parent.split('.').first.str() + " '" +
          Parent.split('.').second.str() +
          "' of the repository cannot be switched off: its name holds '='");
    // A filter whose command is empty is none, an empty pattern is found at
    // once.
    Off.push_back(Key.str() + (Name == "required" ? "=false" : "="));
  }
  return llvm::Error::success();
}

/// A name as git writes it whole, by SHA-1 or SHA-256.
static bool isObjectName(llvm::StringRef Text) {
  return (Text.size() == 40 || Text.size() == 64) &&
         llvm::all_of(Text, llvm::isHexDigit);
}

std::optional<std::string> Git::commit(const std::string &Revision) {
  // Names that begin with a dash are refused before: --end-of-options is not
  // understood here by versions before 2.30.
  auto Object = line({"rev-parse", "--verify", "--quiet", Revision});
  if (!Object || !isObjectName(*Object))
    return std::nullopt;
  auto Found =
      line({"rev-parse", "--verify", "--quiet", *Object + "^{commit}"});
  return Found && isObjectName(*Found) ? Found : std::nullopt;
}

/// What to compare with: where the work on \p Base and the work here parted.
static llvm::Expected<std::string> startingPoint(Git &Here,
                                                 const std::string &Base) {
  if (Base.empty() || Base.front() == '-')
    return llvm::createStringError("'" + Base + "' is not a revision");
  auto Commit = Here.commit(Base);
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
  auto Parted = Here.line({"merge-base", *Commit, "HEAD"});
  if (Parted && isObjectName(*Parted))
    return *Parted;
  llvm::errs() << "warplint: note: no common ancestor of HEAD and '"
               << quoting::printable(Base)
               << "' is in this clone: comparing with it directly\n";
  return *Commit;
}

/// \p Why git had no diff, and what helps where nothing may be fetched.
static llvm::Error withoutDiff(llvm::Error Why, const Git &Here) {
  std::string Text = llvm::toString(std::move(Why));
  if (Here.isPartialClone())
    Text += " (this clone is partial, and nothing is fetched for it here: 'git "
            "diff <revision> | warplint --diff-from=-' has git fetch what it "
            "needs)";
  return llvm::createStringError(Text);
}

/// The files of \p List, which git has ended with zeros each.
static llvm::SmallVector<llvm::StringRef, 0> namesIn(llvm::StringRef List) {
  llvm::SmallVector<llvm::StringRef, 0> Names;
  List.split(Names, '\0', -1, /*KeepEmpty=*/false);
  return Names;
}

/// As much as git compares.
static constexpr uint64_t MostBytesOfSource = 32 << 20;

/// Whether lines of the diff may not be those that clang counts in \p Path: a
/// link leads to another file, and to clang a carriage return ends a line.
static bool hasOtherLines(const std::string &Path) {
  bool IsLink = false;
  if (!fs::is_symlink_file(Path, IsLink) && IsLink)
    return true;
  uint64_t Bytes = 0;
  if (!fs::file_size(Path, Bytes) && Bytes > MostBytesOfSource)
    return true;
  auto Text = base::readWhole(Path);
  if (Text)
    return report::hasLoneReturn(*Text);
  llvm::consumeError(Text.takeError()); // It is not there any more.
  return false;
}

/// Of \p Lines, named from \p Folder, files are new as a whole where their
/// lines are unknown.
static void takeInexactWhole(report::ChangedLines &Lines,
                             const std::string &Folder) {
  Lines.addWholeIf([&](llvm::StringRef File) {
    return hasOtherLines(base::joined(Folder, File));
  });
}

static llvm::Expected<report::ChangedLines>
changesSince(Git &Here, const std::string &Top, const std::string &Base,
             unsigned Depth = 0);

/// Submodules are nested no deeper.
static constexpr unsigned MostDepth = 16;

/// What is not committed in the submodule \p Name: git is not to look there by
/// itself, since the submodule may have it run something.
static report::ChangedLines changesInSubmodule(const std::string &Name,
                                               const std::string &Top,
                                               unsigned Depth) {
  report::ChangedLines Whole;
  Whole.addWhole(Name);
  std::string Folder = base::joined(Top, Name);
  bool IsLink = false;
  if (Depth == MostDepth || fs::is_symlink_file(Folder, IsLink) || IsLink ||
      !fs::exists(base::joined(Folder, ".git")) || pipeThatGitReads(Folder))
    return Whole;
  Git There(Folder);
  auto IsTop = There.line({"rev-parse", "--show-cdup"});
  auto Commit = There.commit("HEAD");
  if (!IsTop || !IsTop->empty() || !Commit)
    return Whole;
  auto Lines = changesSince(There, Folder, *Commit, Depth + 1);
  if (!Lines)
    return llvm::consumeError(Lines.takeError()), Whole;
  report::ChangedLines Below;
  Below.addAll(*Lines, Name + "/");
  return Below;
}

/// Adds what the diff does not show: files that git does not know yet, those
/// that it was given as unchanged or has written in other bytes than it
/// keeps, and what is not committed in submodules.
static llvm::Error addUnshown(Git &Here, const std::string &Top, unsigned Depth,
                              report::ChangedLines &Lines) {
  auto New =
      Here.ask({"ls-files", "--others", "--exclude-standard", "-z"}, Git::Long);
  if (!New)
    return New.takeError();
  auto Encoded = Here.ask({"ls-files", "-z", "--", ":/",
                           ":(top,exclude,attr:!working-tree-encoding)"},
                          Git::Long);
  if (!Encoded)
    return Encoded.takeError();
  for (const std::string &List : {*New, *Encoded})
    for (llvm::StringRef File : namesIn(List))
      Lines.addWhole(File);
  auto Known = Here.ask({"ls-files", "-v", "--stage", "-z"}, Git::Long);
  if (!Known)
    return Known.takeError();
  // "H 100644 1234abcd 0<tab>name".
  for (llvm::StringRef Entry : namesIn(*Known)) {
    auto [Words, File] = Entry.split('\t');
    if (Words.drop_front(2).starts_with("160000 "))
      Lines.addAll(changesInSubmodule(File.str(), Top, Depth), "");
    else if (llvm::isLower(Words.front()))
      Lines.addWhole(File);
  }
  return llvm::Error::success();
}

/// The changes in \p Top since the commit \p Base, named from there.
static llvm::Expected<report::ChangedLines>
changesSince(Git &Here, const std::string &Top, const std::string &Base,
             unsigned Depth) {
  if (llvm::Error Failed = Here.prepare())
    return std::move(Failed);
  auto Diff = Here.ask({"diff", "--no-ext-diff", "--no-textconv", "--no-color",
                        "--no-relative", "--find-renames", "--src-prefix=a/",
                        "--dst-prefix=b/", "--ignore-submodules=dirty",
                        "--submodule=short", "--unified=0",
                        "--inter-hunk-context=0", "-O/dev/null", Base, "--"},
                       Git::Long);
  if (!Diff)
    return withoutDiff(Diff.takeError(), Here);
  auto Lines = report::ChangedLines::fromUnifiedDiff(*Diff);
  if (!Lines)
    return Lines.takeError();
  takeInexactWhole(*Lines, Top);
  if (llvm::Error Failed = addUnshown(Here, Top, Depth, *Lines))
    return std::move(Failed);
  return Lines;
}

static llvm::Expected<report::ChangedLines> changesByGit() {
  std::string Root = sourceRoot();
  if (auto Pipe = pipeThatGitReads(Root))
    return llvm::createStringError("'" + *Pipe +
                                   "' is a pipe, for which git would wait");
  Git AtRoot(Root);
  auto Up = AtRoot.ask({"rev-parse", "--show-cdup"});
  if (!Up)
    return Up.takeError();
  std::string Top = base::joined(Root, llvm::StringRef(*Up).rtrim('\n'));
  auto Base = startingPoint(AtRoot, DiffBase);
  if (!Base)
    return Base.takeError();
  Git Here(Top);
  auto Lines =
      changesSince(Here, Top, llvm::StringRef(*Base).rtrim('\n').str());
  if (!Lines)
    return Lines.takeError();
  Lines->nameFilesBy(
      [=](llvm::StringRef File) { return resolved(base::joined(Top, File)); });
  return Lines;
}

/// As much as is read of a file.
static constexpr size_t MostBytesOfDiff = size_t(1) << 30;

static llvm::Expected<std::string> readStdin() {
  std::string Text;
  char Bytes[1 << 16];
  ssize_t Count;
  while ((Count = llvm::sys::RetryAfterSignal(-1, read, STDIN_FILENO,
                                              static_cast<void *>(Bytes),
                                              sizeof(Bytes))) > 0) {
    Text.append(Bytes, Count);
    if (Text.size() > MostBytesOfDiff)
      return llvm::createStringError("stdin is larger than 1 GiB");
  }
  if (Count < 0)
    return llvm::createStringError("stdin cannot be read: " +
                                   llvm::errnoAsErrorCode().message());
  return Text;
}

static llvm::Expected<std::string> diffText() {
  if (DiffFile != "-")
    return base::readWhole(DiffFile);
  return readStdin();
}

static llvm::Expected<report::ChangedLines> findChanges() {
  bool ByGit = DiffBase.getNumOccurrences();
  if (ByGit && DiffFile.getNumOccurrences())
    return llvm::createStringError("give one of --diff and --diff-from");
  llvm::StringRef Option = ByGit ? "--diff: " : "--diff-from: ";
  auto Because = [&](llvm::Error Why) {
    return llvm::createStringError(Option + llvm::toString(std::move(Why)));
  };
  auto Lines = [&]() -> llvm::Expected<report::ChangedLines> {
    if (ByGit)
      return changesByGit();
    auto Text = diffText();
    if (!Text)
      return Text.takeError();
    auto Read = report::ChangedLines::fromUnifiedDiff(*Text);
    if (Read)
      takeInexactWhole(*Read, sourceRoot());
    return Read;
  }();
  if (!Lines)
    return Because(Lines.takeError());
  std::string Root = sourceRoot();
  Lines->nameFilesBy(
      [=](llvm::StringRef File) { return resolved(base::joined(Root, File)); });
  return Lines;
}

llvm::Expected<const report::ChangedLines *> changes() {
  static std::optional<report::ChangedLines> Found;
  if (!Found) {
    auto Lines = findChanges();
    if (!Lines)
      return Lines.takeError();
    Found = std::move(*Lines);
  }
  return &*Found;
}

void keepChanged(report::Report &R) {
  if (wantsChanges())
    llvm::cantFail(changes())->filter(R);
}

} // namespace warplint::lint

//===--- ChangedLines.cpp - Which lines a change touches ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/ChangedLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <optional>

namespace warplint::report {

bool hasLoneReturn(llvm::StringRef Text) {
  for (size_t At = Text.find('\r'); At != llvm::StringRef::npos;
       At = Text.find('\r', At + 1))
    if (!Text.substr(At + 1).starts_with("\n"))
      return true;
  return false;
}

/// Reads a unified diff line by line. Only the counts of a hunk say what is in
/// it: its lines may look like anything.
class ChangedLines::Reader {
public:
  explicit Reader(llvm::StringRef Text) : Rest(Text) {}
  llvm::Expected<ChangedLines> read();

private:
  /// What a hunk's head says of one side.
  struct Side {
    unsigned First = 0, Count = 1;
  };

  llvm::StringRef takeLine();
  llvm::Error readHunk(llvm::StringRef Head);
  void readName(llvm::StringRef Line, std::string &Name);
  void nameFile();
  void noteBinary(llvm::StringRef Line);
  bool noteMove(llvm::StringRef Line);
  llvm::Error wrong(const llvm::Twine &What) const {
    return llvm::createStringError("line " + llvm::Twine(Number) + ": " + What);
  }
  static bool readSide(llvm::StringRef &Text, char Sign, Side &S);
  static std::string withoutPrefix(llvm::StringRef Name);

  llvm::StringRef Rest;
  unsigned Number = 0; ///< Of the line that was taken last.
  ChangedLines Result;
  std::string Old, New; ///< Names of the file at hand, as they are written.
  std::string File;     ///< Its new name, empty if there is none.
  std::string Moved;    ///< The same, if it is renamed or copied.
};

/// A line of the diff without its end.
llvm::StringRef ChangedLines::Reader::takeLine() {
  ++Number;
  auto [Line, Others] = Rest.split('\n');
  Rest = Others;
  Line.consume_back("\r");
  return Line;
}

/// A name in quotes, as git writes one that holds odd characters.
static std::string unquoted(llvm::StringRef Name) {
  if (!Name.consume_front("\""))
    return Name.str();
  static constexpr llvm::StringLiteral Letters = "abtnvfr";
  static constexpr llvm::StringLiteral Meanings = "\a\b\t\n\v\f\r";
  std::string Text;
  while (!Name.empty() && Name.front() != '"') {
    char C = Name.front();
    Name = Name.drop_front();
    if (C != '\\' || Name.empty()) {
      Text += C;
      continue;
    }
    llvm::StringRef Digits =
        Name.take_while([](char D) { return D >= '0' && D <= '7'; })
            .take_front(3);
    unsigned Value;
    if (!Digits.getAsInteger(8, Value)) {
      Text += char(Value);
      Name = Name.drop_front(Digits.size());
      continue;
    }
    size_t Which = Letters.find(Name.front());
    Text += Which == llvm::StringRef::npos ? Name.front() : Meanings[Which];
    Name = Name.drop_front();
  }
  return Text;
}

/// "a/x" and "b/x" are "x", and so are the letters that `diff.mnemonicPrefix`
/// asks git for.
std::string ChangedLines::Reader::withoutPrefix(llvm::StringRef Name) {
  if (Name.size() > 2 && Name[1] == '/' &&
      llvm::StringRef("abciow").contains(Name[0]))
    return Name.drop_front(2).str();
  return Name.str();
}

/// The name behind `---` or `+++`. A tab ends one that is not quoted: what
/// follows is a date, or nothing.
void ChangedLines::Reader::readName(llvm::StringRef Line, std::string &Name) {
  Name = Line.starts_with("\"") ? unquoted(Line) : Line.split('\t').first.str();
}

void ChangedLines::Reader::nameFile() {
  File.clear();
  if (New == "/dev/null")
    return;
  auto HasPrefix = [](llvm::StringRef Name) {
    return Name == "/dev/null" || withoutPrefix(Name) != Name;
  };
  File = HasPrefix(Old) && HasPrefix(New) ? withoutPrefix(New) : New;
  llvm::StringRef Clean = File;
  while (Clean.consume_front("./"))
    ;
  File = Clean.str();
}

bool ChangedLines::Reader::readSide(llvm::StringRef &Text, char Sign, Side &S) {
  if (!Text.consume_front(llvm::StringRef(&Sign, 1)) ||
      Text.consumeInteger(10, S.First))
    return false;
  return !Text.consume_front(",") || !Text.consumeInteger(10, S.Count);
}

llvm::Error ChangedLines::Reader::readHunk(llvm::StringRef Head) {
  Side Before, After;
  llvm::StringRef Text = Head;
  if (!Text.consume_front("@@ ") || !readSide(Text, '-', Before) ||
      !Text.consume_front(" ") || !readSide(Text, '+', After) ||
      !Text.starts_with(" @@"))
    return wrong("'" + Head.take_front(60) +
                 "' does not begin a hunk of a "
                 "unified diff");
  FileChanges *Changes = File.empty() ? nullptr : &Result.Files[File];
  unsigned Line = After.First; // The next one of the new side.
  if (!After.Count)
    ++Line; // The number is that of the line above.
  std::optional<Range> Taken, Added;
  auto Close = [&] {
    if (Changes && Added)
      Changes->Changed.push_back(*Added);
    if (Changes && Taken) {
      Changes->Removed.push_back({Taken->First, Line - 1});
      if (!Added) // Nothing stands there now but the neighbours.
        Changes->Changed.push_back({Line > 1 ? Line - 1 : 1, Line});
    }
    Taken.reset();
    Added.reset();
  };
  while (Before.Count || After.Count) {
    if (Rest.empty())
      return wrong("the diff ends inside a hunk");
    llvm::StringRef Next = takeLine();
    char Kind = Next.empty() ? ' ' : Next.front();
    if (Kind == '\\')
      continue; // "\ No newline at end of file".
    if ((Kind != '+' && !Before.Count) || (Kind != '-' && !After.Count) ||
        !llvm::StringRef("+- ").contains(Kind))
      return wrong("the lines of a hunk are not as many as it says");
    if (Kind == ' ')
      Close();
    if (Kind == '-' && !Taken)
      Taken = {Line, Line};
    if (Changes && hasLoneReturn(Next))
      Changes->Whole = true;
    if (Kind == '+')
      Added = {Added ? Added->First : Line, Line};
    Before.Count -= Kind != '+';
    After.Count -= Kind != '-';
    Line += Kind != '-';
  }
  Close();
  return llvm::Error::success();
}

/// "Binary files a/x and b/x differ".
void ChangedLines::Reader::noteBinary(llvm::StringRef Line) {
  if (!Line.consume_front("Binary files ") || !Line.consume_back(" differ"))
    return;
  if (!Moved.empty())
    return Result.addWhole(Moved);
  for (size_t At = Line.find(" and "); At != llvm::StringRef::npos;
       At = Line.find(" and ", At + 1)) {
    Old = unquoted(Line.take_front(At));
    New = unquoted(Line.drop_front(At + 5));
    nameFile();
    if (!File.empty() &&
        (Old == "/dev/null" || withoutPrefix(Old) == withoutPrefix(New)))
      return Result.addWhole(File);
  }
}

/// "rename from x", and then where to. What was only renamed has not changed,
/// unless it has another ending: then it may be source for the first time. A
/// copy is new.
bool ChangedLines::Reader::noteMove(llvm::StringRef Line) {
  if (Line.consume_front("rename from ") || Line.consume_front("copy from ")) {
    Old = unquoted(Line);
    return true;
  }
  bool IsCopy = Line.consume_front("copy to ");
  if (!IsCopy && !Line.consume_front("rename to "))
    return false;
  namespace path = llvm::sys::path;
  Moved = unquoted(Line);
  bool IsOther = path::extension(Moved) != path::extension(Old);
  Result.Files[Moved].Whole |= IsCopy || IsOther;
  return true;
}

/// Modes of a submodule, of which the diff says no more than that it is another
/// version, and of a link, of which it says where it leads.
static bool isOfNoText(llvm::StringRef Line) {
  return (Line.starts_with("index ") || Line.starts_with("new file mode ")) &&
         (Line.ends_with(" 160000") || Line.ends_with(" 120000"));
}

llvm::Expected<ChangedLines> ChangedLines::Reader::read() {
  bool IsDiff = Rest.trim().empty();
  bool HasNoText = false, IsHead = false;
  while (!Rest.empty()) {
    llvm::StringRef Line = takeLine();
    if (Line.starts_with("diff ") || Line.starts_with("Index: ")) {
      IsDiff |= Line.starts_with("diff --git ");
      File.clear();
      Moved.clear();
      HasNoText = false;
      IsHead = true;
    }
    if (Line.starts_with("diff --cc ") || Line.starts_with("diff --combined "))
      return wrong("this is a merge's diff of several revisions; give one "
                   "between two");
    HasNoText |= isOfNoText(Line);
    if (IsHead && noteMove(Line))
      continue;
    if (Line.starts_with("--- ") && Rest.starts_with("+++ ")) {
      readName(Line.drop_front(4), Old);
      readName(takeLine().drop_front(4), New);
      nameFile();
      IsDiff = true;
      IsHead = false;
      if (HasNoText && !File.empty())
        Result.addWhole(File);
    } else if (Line.starts_with("@@ ") && IsDiff) {
      if (llvm::Error Failed = readHunk(Line))
        return Failed;
    } else {
      noteBinary(Line);
    }
  }
  if (!IsDiff)
    return llvm::createStringError("it holds no unified diff");
  return std::move(Result);
}

llvm::Expected<ChangedLines>
ChangedLines::fromUnifiedDiff(llvm::StringRef Text) {
  return Reader(Text).read();
}

void ChangedLines::add(const std::string &Name, const FileChanges &Changes) {
  FileChanges &All = Files[Name];
  All.Whole |= Changes.Whole;
  llvm::append_range(All.Changed, Changes.Changed);
  llvm::append_range(All.Removed, Changes.Removed);
}

void ChangedLines::addAll(const ChangedLines &Others, llvm::StringRef Before) {
  for (const auto &[Name, Changes] : Others.Files)
    add(NameOf(Before.str() + Name), Changes);
}

void ChangedLines::addWholeIf(
    llvm::function_ref<bool(llvm::StringRef)> IsInexact) {
  for (auto &[Name, Changes] : Files)
    Changes.Whole = Changes.Whole || IsInexact(Name);
}

void ChangedLines::nameFilesBy(
    std::function<std::string(llvm::StringRef)> Names) {
  NameOf = std::move(Names);
  std::map<std::string, FileChanges> Old;
  std::swap(Old, Files);
  for (auto &[Name, Changes] : Old)
    add(NameOf(Name), Changes);
}

/// What changed in \p File, or in a folder around it as a whole.
const ChangedLines::FileChanges *
ChangedLines::changesOf(llvm::StringRef Name) const {
  if (Name.empty())
    return nullptr;
  // It had a name that is no UTF-8: nobody knows which file it is.
  static const FileChanges All{true, {}, {}};
  if (Name.contains("\xef\xbf\xbd"))
    return &All;
  std::string File = NameOf(Name);
  for (llvm::StringRef Path = File; !Path.empty();
       Path = llvm::sys::path::parent_path(Path))
    if (auto Found = Files.find(Path.str());
        Found != Files.end() && (Path == File || Found->second.Whole))
      return &Found->second;
  return nullptr;
}

bool ChangedLines::changed(const ReportedPlace &At) const {
  const FileChanges *Changes = changesOf(At.File);
  return Changes &&
         (Changes->Whole || llvm::any_of(Changes->Changed, [&](const Range &R) {
            return R.First <= At.Line && At.Line <= R.Last;
          }));
}

bool ChangedLines::removedBetween(const ReportedPlace &A,
                                  const ReportedPlace &B) const {
  const FileChanges *Changes = A.File == B.File ? changesOf(A.File) : nullptr;
  auto [First, Last] = std::minmax(A.Line, B.Line);
  return Changes &&
         llvm::any_of(Changes->Removed, [&, Low = First, High = Last](Range R) {
           return Low < R.First && R.Last < High;
         });
}

bool ChangedLines::touches(const ReportedFinding &F) const {
  if (changed(F.At))
    return true;
  if (llvm::any_of(F.Notes, [&](const ReportedNote &N) {
        return changed(N.At) ||
               (N.Role == NoteRole::Operation && removedBetween(F.At, N.At));
      }))
    return true;
  return F.Shown && llvm::any_of(F.Shown->Threads,
                                 [&](const auto &T) { return changed(T.At); });
}

void ChangedLines::filter(Report &R) const {
  size_t Before = R.Findings.size();
  llvm::erase_if(R.Findings,
                 [&](const ReportedFinding &F) { return !touches(F); });
  R.Summary.Unchanged += Before - R.Findings.size();
  R.count();
}

} // namespace warplint::report

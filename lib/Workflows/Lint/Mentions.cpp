//===--- Mentions.cpp - Which names the text of a source holds ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Mentions.h"
#include "Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace warplint::lint {

/// Files that are read for one source.
static constexpr size_t MaxFiles = 512;
/// Each ends a line, and both together do.
static constexpr llvm::StringLiteral LineEnds = "\r\n";

static std::string absoluteIn(llvm::StringRef Folder, llvm::StringRef Path) {
  llvm::SmallString<256> Whole(Path);
  if (!path::is_absolute(Path)) {
    Whole = Folder;
    path::append(Whole, Path);
  }
  path::remove_dots(Whole, /*remove_dot_dot=*/true);
  return Whole.str().str();
}

std::vector<std::string> includeFoldersOf(llvm::ArrayRef<std::string> Command,
                                          llvm::StringRef Directory) {
  std::vector<std::string> Result;
  for (size_t I = 0; I < Command.size(); ++I) {
    llvm::StringRef Word = Command[I];
    for (llvm::StringRef Option : {"-iquote", "-isystem", "-I"}) {
      if (!Word.consume_front(Option))
        continue;
      if (Word.empty() && I + 1 < Command.size())
        Word = Command[++I];
      Result.push_back(absoluteIn(Directory, Word));
      break;
    }
  }
  return Result;
}

/// What the lines `#include "a.h"` and `#include <a.h>` of \p Text name.
static std::vector<std::string> includesIn(llvm::StringRef Text) {
  std::vector<std::string> Result;
  while (!Text.empty()) {
    size_t Length = std::min(Text.find_first_of(LineEnds), Text.size());
    llvm::StringRef Line = Text.take_front(Length).ltrim();
    Text = Text.substr(Length + 1);
    if (!Line.consume_front("#") ||
        !(Line = Line.ltrim()).consume_front("include"))
      continue;
    Line = Line.ltrim();
    char End = Line.starts_with("\"") ? '"' : Line.starts_with("<") ? '>' : 0;
    if (End)
      Result.push_back(Line.drop_front().split(End).first.str());
  }
  return Result;
}

namespace {

/// Reads the text of a header for names in the bodies of functions and in
/// macros: one that is only declared there is not called there.
class HeaderReader {
public:
  HeaderReader(llvm::StringRef Text, const std::set<std::string> &Names)
      : Text(Text), Names(Names) {}

  bool holdsCall() {
    while (!Text.empty())
      if (next())
        return true;
    return false;
  }

private:
  /// Whether a name is called next.
  bool next() {
    char C = Text.front();
    if (Text.starts_with("//"))
      Text = Text.drop_until([](char C) { return LineEnds.contains(C); });
    else if (Text.starts_with("/*"))
      Text = Text.substr(std::min(Text.find("*/", 2), Text.size() - 2) + 2);
    else if (C == '"' || C == '\'')
      skipLiteral(C);
    else if (C == '#' && IsLineBegin)
      return readDirective();
    else if (llvm::isAlpha(C) || C == '_')
      return readWord();
    else
      readSign(C);
    IsLineBegin = LineEnds.contains(C) || (IsLineBegin && llvm::isSpace(C));
    return false;
  }

  void skipLiteral(char End) {
    do
      Text = Text.drop_front(Text.starts_with("\\") ? 2 : 1);
    while (!Text.empty() && Text.front() != End &&
           !LineEnds.contains(Text.front()));
    Text = Text.drop_front(!Text.empty());
  }

  bool readDirective() {
    Text = Text.drop_front().ltrim(" \t");
    InMacro = Text.starts_with("define");
    return false;
  }

  bool readWord() {
    llvm::StringRef Word =
        Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    Text = Text.drop_front(Word.size());
    IsLineBegin = false;
    if ((InMacro || (!Scopes.empty() && Scopes.back())) &&
        Names.count(Word.str()))
      return true;
    OpensScope |= Word == "namespace" || Word == "class" || Word == "struct" ||
                  Word == "union" || Word == "enum" || Word == "extern";
    return false;
  }

  void readSign(char C) {
    if (Text.starts_with(LineEnds))
      Text = Text.drop_front();
    InMacro &= !LineEnds.contains(C) || WasBackslash;
    WasBackslash = C == '\\';
    HasParameters |= C == '(';
    if (C == '{')
      Scopes.push_back((!Scopes.empty() && Scopes.back()) || HasParameters ||
                       !OpensScope);
    else if (C == '}' && !Scopes.empty())
      Scopes.pop_back();
    if (C == '{' || C == '}' || C == ';')
      OpensScope = HasParameters = false;
    Text = Text.drop_front();
  }

  llvm::StringRef Text;
  const std::set<std::string> &Names;
  std::vector<bool> Scopes;                       ///< Of open braces: a body.
  bool OpensScope = false, HasParameters = false; ///< Since the last `;`.
  bool IsLineBegin = true, InMacro = false, WasBackslash = false;
};

} // namespace

const Mentions::Text &Mentions::textOf(const std::string &Path) {
  auto [Slot, New] = Known.try_emplace(Path);
  if (!New)
    return Slot->second;
  auto Source = base::readWhole(Path);
  if (!Source) {
    llvm::consumeError(Source.takeError());
    return Slot->second;
  }
  Slot->second.Holds = llvm::any_of(Names, [&](const std::string &Name) {
    return llvm::StringRef(*Source).contains(Name);
  });
  Slot->second.Calls =
      Slot->second.Holds && HeaderReader(*Source, Names).holdsCall();
  Slot->second.Includes = includesIn(*Source);
  return Slot->second;
}

bool Mentions::in(const std::string &Source,
                  llvm::ArrayRef<std::string> Folders) {
  std::vector<std::string> Work{Source};
  std::set<std::string> Seen{Source};
  for (size_t I = 0; I < Work.size() && I < MaxFiles; ++I) {
    const Text &Here = textOf(Work[I]);
    if (I == 0 ? Here.Holds : Here.Calls)
      return true;
    std::vector<std::string> Places{path::parent_path(Work[I]).str()};
    llvm::append_range(Places, Folders);
    for (const std::string &Name : Here.Includes)
      for (const std::string &Place : Places) {
        std::string Path = absoluteIn(Place, Name);
        if (!llvm::StringRef(Path).starts_with(Root) ||
            !llvm::sys::fs::is_regular_file(Path))
          continue;
        if (Seen.insert(Path).second)
          Work.push_back(Path);
        break;
      }
  }
  return false;
}

} // namespace warplint::lint

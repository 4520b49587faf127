//===--- WindowsEntries.cpp - Commands that were written on Windows -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/WindowsEntries.h"
#include "CompileCommands/Words.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace warplint::commands {

/// "C:\", "C:/" or "\\server".
static bool beginsAtDrive(StringRef Path) {
  bool HasDrive = Path.size() > 2 && isAlpha(Path[0]) && Path[1] == ':' &&
                  (Path[2] == '\\' || Path[2] == '/');
  return HasDrive || Path.starts_with("\\\\");
}

bool isOfWindows(const json::Object &Entry) {
  return beginsAtDrive(Entry.getString("directory").value_or("")) ||
         beginsAtDrive(Entry.getString("file").value_or(""));
}

static std::string withSlashes(StringRef Path) {
  std::string Result = Path.str();
  std::replace(Result.begin(), Result.end(), '\\', '/');
  return Result;
}

/// \p Path, in slashes, as it lies here if it is below a known place.
std::optional<std::string> WindowsEntries::pathHere(StringRef Path) const {
  for (const Place &Each : Places)
    if (Path.size() > Each.There.size() &&
        Path.take_front(Each.There.size()).equals_insensitive(Each.There) &&
        Path[Each.There.size()] == '/')
      return Each.Here + Path.drop_front(Each.There.size()).str();
  return std::nullopt;
}

/// Looks for \p File, in slashes, below the folders around the database: the
/// longest end of its path that is there counts.
bool WindowsEntries::findPlace(StringRef File) {
  for (size_t At = File.find('/'); At != StringRef::npos;
       At = File.find('/', At + 1))
    for (StringRef Above = Folder; !Above.empty();
         Above = path::parent_path(Above)) {
      // Anybody may have a file of that name.
      bool IsNameAlone = File.find('/', At + 1) == StringRef::npos;
      bool IsNear = Above == Folder || Above == path::parent_path(Folder);
      if ((IsNameAlone && !IsNear) ||
          !Disk->exists(Above + File.drop_front(At)))
        continue;
      Places.push_back({File.take_front(At).str(), Above.str()});
      return true;
    }
  return false;
}

/// A word that holds a path below a known place, behind an option or not, has
/// it as it lies here.
std::string WindowsEntries::wordHere(StringRef Word) const {
  std::string Slashes = withSlashes(Word);
  for (const Place &Each : Places) {
    size_t At = StringRef(Slashes).find_insensitive(Each.There + "/");
    if (At != std::string::npos)
      return Slashes.substr(0, At) + Each.Here +
             Slashes.substr(At + Each.There.size());
  }
  // `-I..\include`, `kernels\a.cu`; what a macro holds is left alone.
  bool IsPath = Word.starts_with("-I") || Word.starts_with("-isystem") ||
                !(Word.starts_with("-") || Word.starts_with("/"));
  return IsPath && !Word.contains('"') ? Slashes : Word.str();
}

static Expected<std::vector<std::string>>
wordsOfWindows(const json::Object &Entry) {
  std::vector<std::string> Words;
  if (const json::Array *Listed = Entry.getArray("arguments")) {
    for (const json::Value &Word : *Listed) {
      if (!Word.getAsString())
        return commandError("an argument is not a string");
      Words.push_back(Word.getAsString()->str());
    }
    return Words;
  }
  auto Text = Entry.getString("command");
  if (!Text)
    return commandError("neither 'command' nor 'arguments'");
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *, 64> Split;
  cl::TokenizeWindowsCommandLine(*Text, Saver, Split);
  return std::vector<std::string>(Split.begin(), Split.end());
}

Expected<json::Object> WindowsEntries::here(const json::Object &Entry) {
  std::string Directory =
      withSlashes(Entry.getString("directory").value_or(""));
  std::string File = withSlashes(Entry.getString("file").value_or(""));
  if (!beginsAtDrive(File))
    File = Directory + "/" + File;
  SmallString<256> Clean(File);
  path::remove_dots(Clean, /*remove_dot_dot=*/true, path::Style::posix);
  std::optional<std::string> Known = pathHere(Clean);
  if ((!Known || !Disk->exists(*Known)) && findPlace(Clean))
    Known = pathHere(Clean);
  if (!Known)
    return commandError(
        "it was written on Windows, and '" +
        Entry.getString("file").value_or("") +
        "' is not below a folder around it here: configure the build on this "
        "machine, or put the database into the tree that it is about");
  Expected<std::vector<std::string>> Words = wordsOfWindows(Entry);
  if (!Words)
    return Words.takeError();
  json::Array Arguments;
  for (const std::string &Word : *Words)
    Arguments.push_back(wordHere(Word));
  // A program is called by its name alone, wherever it lay.
  if (!Arguments.empty() && beginsAtDrive(Words->front()))
    Arguments.front() =
        path::filename(withSlashes(Words->front()), path::Style::posix).lower();
  return json::Object{
      {"directory", pathHere(Directory + "/.").value_or(Folder)},
      {"file", *Known},
      {"arguments", std::move(Arguments)}};
}

std::vector<std::string>
withoutMicrosoftOptions(const std::vector<std::string> &Options) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Table[] =
      {{"/D", "-D"}, {"/U", "-U"}, {"/I", "-I"}, {"/FI", "-include"}};
  std::vector<std::string> Result;
  for (StringRef Option : Options) {
    StringRef Standard = Option;
    if (Standard.consume_front("/std:")) {
      Result.push_back(("-std=" + Standard).str());
      continue;
    }
    auto Row = find_if(Table, [&](const auto &Each) {
      StringRef Value = Option;
      if (!Value.consume_front(Each.first) || Value.empty())
        return false;
      // "/Users/me/a.o" is no macro.
      return Each.second == "-I" || Each.second == "-include" ||
             !Value.contains('/') || Value.contains('=');
    });
    if (Row == std::end(Table)) {
      Result.push_back(Option.str());
      continue;
    }
    StringRef Value = Option.drop_front(Row->first.size());
    if (Row->first == "/FI")
      Result.insert(Result.end(), {Row->second.str(), Value.str()});
    else
      Result.push_back((Row->second + Value).str());
  }
  return Result;
}

} // namespace warplint::commands

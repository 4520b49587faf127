//===--- PrefixCandidates.cpp - What could be precompiled ---- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/PrefixCandidates.h"
#include "PchCache/LeadingIncludes.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::pch {

/// More than these are parsed with the unit.
static constexpr size_t MostIncludes = 24, MostCandidates = 64, MostDepth = 8;

bool isStandardHeader(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {"algorithm",
                                          "any",
                                          "array",
                                          "atomic",
                                          "barrier",
                                          "bit",
                                          "bitset",
                                          "cassert",
                                          "ccomplex",
                                          "cctype",
                                          "cerrno",
                                          "cfenv",
                                          "cfloat",
                                          "charconv",
                                          "chrono",
                                          "cinttypes",
                                          "ciso646",
                                          "climits",
                                          "clocale",
                                          "cmath",
                                          "codecvt",
                                          "compare",
                                          "complex",
                                          "concepts",
                                          "condition_variable",
                                          "coroutine",
                                          "csetjmp",
                                          "csignal",
                                          "cstdalign",
                                          "cstdarg",
                                          "cstdbool",
                                          "cstddef",
                                          "cstdint",
                                          "cstdio",
                                          "cstdlib",
                                          "cstring",
                                          "ctgmath",
                                          "ctime",
                                          "cuchar",
                                          "cwchar",
                                          "cwctype",
                                          "deque",
                                          "exception",
                                          "execution",
                                          "expected",
                                          "filesystem",
                                          "format",
                                          "forward_list",
                                          "fstream",
                                          "functional",
                                          "future",
                                          "initializer_list",
                                          "iomanip",
                                          "ios",
                                          "iosfwd",
                                          "iostream",
                                          "istream",
                                          "iterator",
                                          "latch",
                                          "limits",
                                          "list",
                                          "locale",
                                          "map",
                                          "memory",
                                          "memory_resource",
                                          "mutex",
                                          "new",
                                          "numbers",
                                          "numeric",
                                          "optional",
                                          "ostream",
                                          "queue",
                                          "random",
                                          "ranges",
                                          "ratio",
                                          "regex",
                                          "scoped_allocator",
                                          "semaphore",
                                          "set",
                                          "shared_mutex",
                                          "source_location",
                                          "span",
                                          "sstream",
                                          "stack",
                                          "stdexcept",
                                          "stop_token",
                                          "streambuf",
                                          "string",
                                          "string_view",
                                          "strstream",
                                          "syncstream",
                                          "system_error",
                                          "thread",
                                          "tuple",
                                          "type_traits",
                                          "typeindex",
                                          "typeinfo",
                                          "unordered_map",
                                          "unordered_set",
                                          "utility",
                                          "valarray",
                                          "variant",
                                          "vector",
                                          "version",
                                          "assert.h",
                                          "complex.h",
                                          "ctype.h",
                                          "errno.h",
                                          "fenv.h",
                                          "float.h",
                                          "inttypes.h",
                                          "iso646.h",
                                          "limits.h",
                                          "locale.h",
                                          "math.h",
                                          "setjmp.h",
                                          "signal.h",
                                          "stdalign.h",
                                          "stdarg.h",
                                          "stdbool.h",
                                          "stddef.h",
                                          "stdint.h",
                                          "stdio.h",
                                          "stdlib.h",
                                          "string.h",
                                          "tgmath.h",
                                          "time.h",
                                          "uchar.h",
                                          "wchar.h",
                                          "wctype.h"};
  return Names.contains(Name);
}

namespace {

class HeaderWalk {
public:
  HeaderWalk(const CompilerInvocation &Unit, const std::set<std::string> &Known,
             llvm::vfs::FileSystem &Disk)
      : Search(Unit.getHeaderSearchOpts()), Language(Unit.getLangOpts()),
        Known(Known), Disk(Disk) {
    for (const auto &[Macro, IsUndefined] : Unit.getPreprocessorOpts().Macros)
      if (!IsUndefined)
        Defined.insert(llvm::StringRef(Macro).take_while(
            [](char C) { return llvm::isAlnum(C) || C == '_'; }));
  }

  /// \p File, of which \p Begin is the beginning, is read after \p Before.
  /// False if there are enough.
  bool read(llvm::StringRef File, const LeadingText &Begin,
            PrefixCandidate Before) {
    if (Defined.contains(Begin.Guard)) // Nothing of it is read.
      return Found.size() < MostCandidates;
    Open.push_back(File.str());
    Before.Open = Open;
    if (!Begin.Guard.empty())
      Before.Guards.push_back(Begin.Guard);
    bool Room = true;
    for (const std::string &Include : Begin.Includes) {
      std::string Spelling, Header = userHeader(Include, File, Spelling);
      if (Spelling.empty())
        break;
      bool IsUsers = !Header.empty();
      if (!IsUsers && Known.count(Header = systemHeader(Include))) {
        Before.LeftOut.push_back(Header);
        continue;
      }
      bool Again = llvm::any_of(Before.Headers, [&](const LeadingHeader &Each) {
        return Each.Include == Spelling;
      });
      if (Again)
        continue;
      if (IsUsers && Open.size() < MostDepth &&
          !llvm::is_contained(Open, Header))
        if (auto Text = Disk.getBufferForFile(Header))
          Room = read(Header,
                      leadingText((*Text)->getBuffer(), Language, MostIncludes),
                      Before);
      if (!Room || Found.size() >= MostCandidates)
        break;
      Before.Headers.push_back(
          {Spelling, Header, IsUsers,
           !IsUsers && isStandardHeader(
                           llvm::StringRef(Include).drop_front().drop_back())});
      Found.push_back(Before);
    }
    Open.pop_back();
    return Room && Found.size() < MostCandidates;
  }

  std::vector<PrefixCandidate> Found = {PrefixCandidate()};

private:
  bool exists(llvm::StringRef Path) const {
    auto Status = Disk.status(Path);
    return Status && Status->isRegularFile();
  }

  /// The file that \p Include, in \p File, names if it is in one of the user's
  /// folders; empty if it is not. \p Spelling: how another file includes the
  /// same by the same name; empty if it cannot.
  std::string userHeader(llvm::StringRef Include, llvm::StringRef File,
                         std::string &Spelling) const {
    bool Quoted = Include.starts_with("\"");
    llvm::StringRef Name = Include.drop_front().drop_back();
    Spelling = Include.str();
    if (llvm::sys::path::is_absolute(Name))
      return exists(Name) ? Name.str() : "";
    auto In = [&](llvm::StringRef Folder) {
      llvm::SmallString<256> Path(Folder);
      llvm::sys::path::append(Path, Name);
      return exists(Path) ? Path.str().str() : std::string();
    };
    if (Quoted) {
      llvm::StringRef Folder = llvm::sys::path::parent_path(File);
      if (std::string Beside = In(Folder); !Beside.empty()) {
        // Clang names it as it names the file beside it.
        Spelling = llvm::sys::path::is_absolute(Folder) ? '"' + Beside + '"'
                                                        : std::string();
        return Beside;
      }
    }
    for (auto Group : {frontend::Quoted, frontend::Angled})
      for (const HeaderSearchOptions::Entry &E : Search.UserEntries)
        if (E.Group == Group && (Quoted || Group == frontend::Angled))
          if (std::string Path = In(E.Path); !Path.empty())
            return Path;
    return "";
  }

  /// The file that \p Include names, which is in none of the user's folders.
  std::string systemHeader(llvm::StringRef Include) const {
    for (bool Last : {false, true})
      for (const HeaderSearchOptions::Entry &E : Search.UserEntries)
        if (E.Group > frontend::Angled &&
            (E.Group == frontend::After) == Last) {
          llvm::SmallString<256> Path(E.Path);
          llvm::sys::path::append(Path, Include.drop_front().drop_back());
          if (exists(Path))
            return Path.str().str();
        }
    return "";
  }

  const HeaderSearchOptions &Search;
  const LangOptions &Language;
  const std::set<std::string> &Known;
  llvm::vfs::FileSystem &Disk;
  llvm::StringSet<> Defined;     ///< Macros of the command.
  std::vector<std::string> Open; ///< Files that are being read.
};

} // namespace

std::vector<PrefixCandidate>
prefixCandidates(const CompilerInvocation &Unit, llvm::StringRef Text,
                 const std::set<std::string> &Known,
                 llvm::vfs::FileSystem &Disk) {
  HeaderWalk All(Unit, Known, Disk);
  All.read(Unit.getFrontendOpts().Inputs.front().getFile(),
           leadingText(Text, Unit.getLangOpts(), MostIncludes),
           PrefixCandidate());
  return std::move(All.Found);
}

} // namespace warplint::pch

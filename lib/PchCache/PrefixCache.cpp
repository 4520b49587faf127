//===--- PrefixCache.cpp - Units that start precompiled ------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/PrefixCache.h"
#include "PchCache/PrefixCandidates.h"
#include "PchCache/PrefixKeys.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace clang;

namespace warplint::pch {

/// How often what all units of one target begin with has been asked for when it
/// is made.
static constexpr unsigned AsksForBase = 1;

/// Headers of the standard library with which less text than this comes, in
/// bytes, are read at once.
static constexpr uint64_t LittleText = 100'000;

/// A longer prefix is better than a shorter one if it saves that much more.
static constexpr double LeastGain = 1.1;

/// Making a prefix takes this many times as long as parsing its text.
static constexpr double CostOfMaking = 1.3;

/// How many prefixes are tried for one unit: whether one is fit is known only
/// after parsing it.
static constexpr unsigned MostTries = 2;

/// Options with which clang reads more than headers, or writes more than we
/// know of.
static bool isPlain(const CompilerInvocation &Unit) {
  const PreprocessorOptions &Lexed = Unit.getPreprocessorOpts();
  return Lexed.ImplicitPCHInclude.empty() && Lexed.RemappedFiles.empty() &&
         Lexed.RemappedFileBuffers.empty() &&
         Unit.getHeaderSearchOpts().VFSOverlayFiles.empty() &&
         llvm::all_of(
             Lexed.Macros,
             [](const auto &Each) { return isPlainMacro(Each.first); }) &&
         !Unit.getLangOpts().Modules &&
         Unit.getFrontendOpts().Inputs.size() == 1;
}

/// One unit's path to its prefix. A prefix is named by its number among what
/// the unit begins with.
class PrefixCache::Search {
public:
  Search(const PrefixCache &Cache, const CompilerInvocation &Unit,
         llvm::StringRef Text,
         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk)
      : Store(Cache.Store), Unit(Unit), Text(Text), Disk(std::move(Disk)),
        Folders(Unit, this->Disk),
        Naming(Cache.Program, Unit,
               this->Disk->getCurrentWorkingDirectory().get(), Folders.text()),
        BaseKey(Naming.keyOf({})) {}

  const std::string &baseKey() const { return BaseKey; }

  /// Makes the prefix that all units of the target share, if it does not exist.
  void makeBase() {
    list({});
    if (!isUnfit(0) && !read(0))
      make(0);
  }

  /// Under which it is noted how many units that are to come begin with each of
  /// the candidates, the base aside.
  std::vector<std::string> expectedKeys() {
    std::vector<std::string> Found;
    for (const std::string &Key : llvm::ArrayRef(Keys).drop_front())
      Found.push_back(Naming.expectedKey(Key));
    return Found;
  }

  /// Finds the candidates; \p Known is in all of them.
  void list(const std::set<std::string> &Known) {
    Candidates = prefixCandidates(Unit, Text, Known, *Disk);
    for (PrefixCandidate &Each : Candidates)
      normalize(Each);
    Candidates.erase(std::unique(Candidates.begin(), Candidates.end(),
                                 [](const auto &L, const auto &R) {
                                   return L.Headers == R.Headers;
                                 }),
                     Candidates.end());
    Keys.clear();
    for (const PrefixCandidate &Each : Candidates)
      Keys.push_back(Naming.keyOf(Each.Headers));
    OfOthers.assign(Keys.size(), false);
  }

  PrefixAnswer run(bool NoFilesToo) {
    WantsNoFiles = NoFilesToo;
    auto Base = Store.read(BaseKey);
    list(Base ? Base->Contents.Guarded : std::set<std::string>());
    PrefixAnswer Answer;
    if (isUnfit(0))
      return Answer;
    size_t Length = 0;
    for (size_t I = Keys.size(); I-- > 0 && !Answer.Found;)
      if (!isUnfit(I) && (Answer.Found = read(I)))
        Length = I;
    if (!Answer.Found) {
      if (Store.countAsked(keyToMake(0)) < AsksForBase)
        return Answer;
      make(0);
      if (!(Answer.Found = read(0)))
        return Answer;
    }
    size_t Wanted = Length;
    double Gain = 0;
    for (size_t I = Length + 1; I < Keys.size(); ++I) {
      if (isUnfit(I))
        continue;
      // The shorter, the more units share it.
      double Gains = gainOf(I, *Answer.Found, Answer.Wanted);
      if (Gains > Gain * LeastGain)
        Wanted = I, Gain = Gains;
    }
    for (size_t I = Wanted, Tries = 0; I > Length && Tries < MostTries; --I) {
      // What a longer prefix has shown about single headers holds for shorter
      // ones, too.
      if (isUnfit(I))
        continue;
      ++Tries;
      make(I);
      if (auto Made = read(I)) {
        Answer.Found = std::move(Made);
        break;
      }
      if (!isMarked(Naming.unfitKey(Candidates[I].Headers)))
        break;
    }
    return Answer;
  }

private:
  /// Under which the candidate is stored if what units share is for units that
  /// find other headers, or have other macros that it asks for.
  std::string ownKey(size_t Number) const {
    return Naming.ownKey(Keys[Number]);
  }
  std::string keyToMake(size_t Number) const {
    return OfOthers[Number] ? ownKey(Number) : Keys[Number];
  }
  /// Units that include the same of the standard library share it, whatever the
  /// order, and do not differ by what is read at once anyway.
  void normalize(PrefixCandidate &Candidate) const {
    std::vector<LeadingHeader> &Headers = Candidate.Headers;
    // Headers of the user may need what is included before them.
    if (llvm::none_of(Headers, [](const auto &H) { return H.IsUsers; }))
      llvm::erase_if(Headers, [&](const LeadingHeader &Each) {
        uint64_t Text = Store.number(Naming.textKey(Each, BaseKey));
        return Each.IsStandard && Text > 0 && Text <= LittleText;
      });
    for (auto At = Headers.begin(); At != Headers.end();) {
      auto End = std::find_if(At, Headers.end(),
                              [](const auto &H) { return !H.IsStandard; });
      std::sort(At, End, [](const auto &L, const auto &R) {
        return L.Include < R.Include;
      });
      At = End == Headers.end() ? End : std::next(End);
    }
  }

  /// Whether the candidate, a prefix of it, or one of its headers is known to
  /// be unfit.
  bool isUnfit(size_t Number) {
    llvm::ArrayRef<LeadingHeader> Headers = Candidates[Number].Headers;
    for (size_t Length = 0; Length <= Headers.size(); ++Length)
      if (isMarked(Naming.unfitKey(Headers.take_front(Length))) ||
          (Length > 0 && isMarked(Naming.headerKey(Headers[Length - 1]))))
        return true;
    return llvm::any_of(Candidates[Number].Open, [&](const std::string &Open) {
      return isMarked(Naming.askedKey(Open)) &&
             llvm::any_of(Headers, [&](const LeadingHeader &Each) {
               return isMarked(Naming.askKey(Each, Open));
             });
    });
  }
  bool isMarked(const std::string &Key) {
    auto [Known, New] = Marked.try_emplace(Key, false);
    if (New)
      Known->second = Store.isMarked(Key);
    return Known->second;
  }
  void mark(const std::string &Key) {
    Store.mark(Key);
    Marked[Key] = true;
  }

  NamedBuffer includes(size_t Number) const {
    return fileThatIncludes(Candidates[Number].Headers);
  }

  /// What is stored, if it still holds.
  std::optional<Prefix> read(size_t Number) {
    OfOthers[Number] = false;
    bool IsOfOthers = false;
    auto Shared = readFrom(Number, Keys[Number], IsOfOthers);
    OfOthers[Number] = IsOfOthers;
    return IsOfOthers ? readFrom(Number, ownKey(Number), IsOfOthers)
                      : std::move(Shared);
  }

  /// Whether the unit defines, of the macros that \p Made asks for or was made
  /// with, exactly those that it was made with.
  bool hasMacros(const PrecompiledContents &Made) const {
    return commandMacros(Unit, [&](llvm::StringRef Name) {
             return Made.Words.mayHold(Name) ||
                    llvm::any_of(Made.Macros, [&](llvm::StringRef Each) {
                      return nameOfMacro(Each) == Name;
                    });
           }) == Made.Macros;
  }

  /// \p Made, perhaps by a unit without them, asks for a macro that \p Of has
  /// defined before, or reads a header that it has begun to read.
  static bool asksForWhatIsBefore(const PrecompiledContents &Made,
                                  const PrefixCandidate &Of) {
    return llvm::any_of(Of.Guards,
                        [&](const std::string &Guard) {
                          return Made.Words.mayHold(Guard);
                        }) ||
           llvm::any_of(Of.Open, [&](const std::string &Open) {
             return llvm::is_contained(Made.UserFiles, Open);
           });
  }

  /// \p IsOfOthers: it holds, but not for this unit.
  std::optional<Prefix> readFrom(size_t Number, const std::string &Key,
                                 bool &IsOfOthers) const {
    auto Stored = Store.read(Key);
    if (!Stored)
      return std::nullopt;
    bool Renewed = false;
    if (!Stored->Inputs.hold(*Disk, Renewed)) {
      // Headers that are edited are not precompiled after each edit.
      Store.forgetAsked(Key);
      return std::nullopt;
    }
    // Copies, as a fresh checkout has them: the next unit needs not read them.
    if (Renewed)
      Store.renew(Key, *Stored);
    const PrecompiledContents &Contents = Stored->Contents;
    auto IsInput = [&](const std::string &Path) {
      return Stored->Inputs.files().count(Path) > 0;
    };
    IsOfOthers = Folders.holding(Contents.Asked, IsInput) != Contents.Folders ||
                 !hasMacros(Contents) ||
                 asksForWhatIsBefore(Contents, Candidates[Number]);
    if (IsOfOthers ||
        !llvm::all_of(Candidates[Number].LeftOut, [&](const std::string &Each) {
          return Contents.Guarded.count(Each);
        }))
      return std::nullopt;
    Prefix Found;
    for (const auto &[Path, Each] : Stored->Inputs.files()) {
      Found.Inputs.push_back(Path);
      Found.Text += Each.Bytes;
    }
    if (WantsNoFiles) {
      Found.NoFiles = Folders.withoutFile(Contents.Asked, IsInput);
      for (const std::string &Path : Stored->Inputs.absent())
        Found.NoFiles.push_back({Path, /*IsFolder=*/false});
    }
    Found.Key = Keys[Number];
    Found.Header = Stored->Header.Name;
    Found.Contents = std::move(Stored->Contents);
    Found.Buffers = {includes(Number), std::move(Stored->Header)};
    return Found;
  }

  /// How much less text is parsed with the candidate than after \p Shorter, if
  /// those who have asked for it, or are to come, parse more without it than is
  /// parsed to make it; otherwise 0. Its headers are \p Wanted.
  double gainOf(size_t Number, const Prefix &Shorter,
                std::map<std::string, std::string> &Wanted) const {
    double Anew = 0;
    for (const LeadingHeader &Each : Candidates[Number].Headers) {
      if (Each.Path.empty() || Shorter.Contents.Guarded.count(Each.Path))
        continue;
      std::string Key = Naming.textKey(Each, Shorter.Key);
      Anew += Store.number(Key);
      Wanted.emplace(Each.Path, Key);
    }
    if (Anew == 0)
      return 0;
    uint64_t Units =
        std::max<uint64_t>(Store.countAsked(keyToMake(Number)) + 1,
                           Store.number(Naming.expectedKey(Keys[Number])));
    double Lost = Units * Anew;
    return Lost >= CostOfMaking * (Shorter.Text + Anew) ? Anew : 0;
  }

  /// Precompiles a candidate with only those of the unit's command-line macros
  /// that it asks for, as far as these are known before. \p Read gets the files
  /// that it reads.
  Precompilation
  precompileWhatIsAskedFor(size_t Number,
                           llvm::IntrusiveRefCntPtr<RecordedFiles> &Read) {
    while (true) {
      CompilerInvocation Bare(Unit);
      keepMacros(Bare, [&](llvm::StringRef Name) {
        return isMarked(Naming.macroKey(Name));
      });
      Read = llvm::makeIntrusiveRefCnt<RecordedFiles>(Disk);
      Precompilation Done =
          precompile(Bare, includes(Number), Candidates[Number], Read);
      // It was read as if they were not there.
      std::vector<std::string> Missed =
          commandMacros(Unit, [&](llvm::StringRef Name) {
            return Done.Contents.Words.mayHold(Name) &&
                   !isMarked(Naming.macroKey(Name));
          });
      if (Missed.empty())
        return Done;
      for (llvm::StringRef Each : Missed)
        mark(Naming.macroKey(nameOfMacro(Each)));
    }
  }

  void make(size_t Number) {
    Store.make(keyToMake(Number), [&]() -> std::optional<PrefixStore::Made> {
      const PrefixCandidate &New = Candidates[Number];
      llvm::ArrayRef<LeadingHeader> Headers = New.Headers;
      llvm::IntrusiveRefCntPtr<RecordedFiles> Read;
      Precompilation Done = precompileWhatIsAskedFor(Number, Read);
      if (Done.IsUnfit)
        mark(Naming.unfitKey(Headers));
      if (Number > 0 && Done.UnfitHeader)
        mark(Naming.headerKey(Headers[*Done.UnfitHeader]));
      if (Done.AskedOpen) {
        auto [Header, File] = *Done.AskedOpen;
        mark(Naming.askedKey(File));
        mark(Naming.askKey(Headers[Header], File));
      }
      if (Number > 0 && Done.Broken)
        mark(Naming.unfitKey(Headers.take_front(*Done.Broken + 1)));
      std::optional<ReadFiles> Inputs = Read->take();
      if (Done.Bytes.empty() || !Inputs)
        return std::nullopt;
      // Where it was looked for in vain is in the list of folders.
      Inputs->forgetAbsent([&](llvm::StringRef Path) {
        return Folders.areLookedForAt(Done.Contents.Asked, Path);
      });
      Done.Contents.Folders = Folders.holding(Done.Contents.Asked);
      return PrefixStore::Made{std::move(Done.Bytes), std::move(*Inputs),
                               std::move(Done.Contents)};
    });
  }

  const PrefixStore &Store;
  const CompilerInvocation &Unit;
  llvm::StringRef Text;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk;
  HeaderFolders Folders;
  PrefixKeys Naming;
  std::vector<PrefixCandidate> Candidates;
  std::string BaseKey;
  std::vector<std::string> Keys; ///< Of the candidates, for all units.
  /// Per candidate: the prefix stored under the common key is for units that
  /// find other headers.
  std::vector<bool> OfOthers;
  std::map<std::string, bool> Marked; ///< As unfit, by key.
  bool WantsNoFiles = false;
};

PrefixAnswer
PrefixCache::find(const CompilerInvocation &Unit, llvm::StringRef Text,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
                  bool WantsNoFiles) const {
  if (!isPlain(Unit) || !Disk->getCurrentWorkingDirectory())
    return {};
  return Search(*this, Unit, Text, std::move(Disk)).run(WantsNoFiles);
}

void PrefixCache::expect(llvm::ArrayRef<ExpectedUnit> Units) const {
  std::map<std::string, std::vector<std::unique_ptr<Search>>> ByBase;
  for (const ExpectedUnit &Unit : Units) {
    if (!isPlain(*Unit.Invocation) || !Unit.Disk->getCurrentWorkingDirectory())
      continue;
    auto Of =
        std::make_unique<Search>(*this, *Unit.Invocation, Unit.Text, Unit.Disk);
    std::string Key = Of->baseKey();
    ByBase[Key].push_back(std::move(Of));
  }
  std::map<std::string, uint64_t> Expected;
  for (auto &[Key, Alike] : ByBase) {
    if (Alike.size() > 1)
      Alike.front()->makeBase();
    auto Base = Store.read(Key);
    for (const std::unique_ptr<Search> &Each : Alike) {
      Each->list(Base ? Base->Contents.Guarded : std::set<std::string>());
      for (const std::string &Beginning : Each->expectedKeys())
        ++Expected[Beginning];
    }
  }
  for (const auto &[Key, Number] : Expected)
    if (Number > 1 || Store.number(Key) > 0)
      Store.setNumber(Key, Number);
}

void PrefixCache::weigh(const PrefixAnswer &Answer,
                        const SourceManager &Sources) const {
  // A file comes before those that it includes.
  std::map<FileID, uint64_t> Text;
  for (unsigned I = Sources.local_sloc_entry_size(); I-- > 1;) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile() || Entry.getFile().getIncludeLoc().isInvalid())
      continue;
    FileID File = Sources.getFileID(
        SourceLocation::getFromRawEncoding(Entry.getOffset()));
    uint64_t All = Text[File] + Sources.getFileIDSize(File);
    Text[Sources.getFileID(Entry.getFile().getIncludeLoc())] += All;
    OptionalFileEntryRef Header = Sources.getFileEntryRefForID(File);
    if (!Header)
      continue;
    if (auto Wanted = Answer.Wanted.find(Header->getName().str());
        Wanted != Answer.Wanted.end() && Store.number(Wanted->second) < All)
      Store.setNumber(Wanted->second, All);
  }
}

} // namespace warplint::pch

//===--- PrefixCache.cpp - Units that start precompiled ------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefix/PrefixCache.h"
#include "Prefix/LeadingIncludes.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

using namespace clang;

namespace warplint {

/// More includes than this are parsed with the unit.
static constexpr size_t MostIncludes = 24;

/// How often a prefix has been asked for when it is made: what all units of one
/// target begin with, and what some include besides. To make one costs what
/// parsing it a third time would.
static constexpr unsigned AsksForBase = 1, AsksForIncludes = 3;

/// Headers that make a prefix larger by less than this are parsed faster than
/// another prefix is made.
static constexpr size_t LeastGain = size_t(2) << 20;

/// What clang's own CUDA wrapper is forced in by; it is looked for among the
/// system's headers.
static constexpr llvm::StringLiteral Wrapper = "__clang_cuda_runtime_wrapper.h";

/// What a name in the options means depends on the folder of the command.
static bool isRelative(const CompilerInvocation &Unit) {
  auto Is = [](llvm::StringRef Path) {
    return !llvm::sys::path::is_absolute(Path) && Path != Wrapper;
  };
  const PreprocessorOptions &Lexed = Unit.getPreprocessorOpts();
  return llvm::any_of(
             Unit.getHeaderSearchOpts().UserEntries,
             [&](const HeaderSearchOptions::Entry &E) { return Is(E.Path); }) ||
         llvm::any_of(Lexed.Includes, Is) ||
         llvm::any_of(Lexed.MacroIncludes, Is);
}

/// All options of \p Unit that a prefix depends on.
static std::string optionsOf(const CompilerInvocation &Unit,
                             llvm::StringRef Directory) {
  CompilerInvocation Bare(Unit);
  Bare.getFrontendOpts().Inputs.clear();
  Bare.getFrontendOpts().OutputFile.clear();
  Bare.getCodeGenOpts().MainFileName.clear();
  Bare.getCodeGenOpts().DebugCompilationDir.clear();
  Bare.getLangOpts().CUID.clear();
  Bare.getDependencyOutputOpts() = DependencyOutputOptions();
  std::string Words;
  for (const std::string &Word : Bare.getCC1CommandLine())
    Words += Word + '\0';
  if (isRelative(Unit))
    Words += Directory;
  return Words;
}

/// Options with which clang reads more than headers, or writes more than we
/// know of.
static bool isPlain(const CompilerInvocation &Unit) {
  const PreprocessorOptions &Lexed = Unit.getPreprocessorOpts();
  return Lexed.ImplicitPCHInclude.empty() && Lexed.RemappedFiles.empty() &&
         Lexed.RemappedFileBuffers.empty() &&
         Unit.getHeaderSearchOpts().VFSOverlayFiles.empty() &&
         !Unit.getLangOpts().Modules &&
         Unit.getFrontendOpts().Inputs.size() == 1;
}

/// One unit's way to its prefix. A prefix is told by how many includes it has.
class PrefixCache::Search {
public:
  Search(const PrefixCache &Cache, const CompilerInvocation &Unit,
         llvm::StringRef Text,
         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk)
      : Store(Cache.Store), Unit(Unit), Disk(std::move(Disk)),
        Includes(leadingIncludes(Text, MostIncludes)) {
    std::string Directory = this->Disk->getCurrentWorkingDirectory().get();
    std::string Seed = Cache.Program + '\0' + optionsOf(Unit, Directory);
    Keys.push_back(sumOf(Seed));
    for (const std::string &Name : Includes) {
      Keys.push_back(sumOf(Keys.back() + '\0' + Name));
      HeaderKeys.push_back(sumOf(Seed + '\0' + Name));
    }
  }

  std::optional<Prefix> run() {
    if (Store.isUnfit(Keys[0]))
      return std::nullopt;
    size_t Longest = longest();
    size_t Wanted = Longest + 1;
    for (size_t I = 0; I <= Longest; ++I)
      if (Store.countAsked(Keys[I]) >= (I > 0 ? AsksForIncludes : AsksForBase))
        Wanted = I;
    std::optional<Prefix> Found;
    size_t Length = 0;
    for (size_t I = Longest + 1; I-- > 0 && !Found;)
      if ((Found = read(I)))
        Length = I;
    if (Wanted > Longest || (Found && Length >= Wanted))
      return Found;
    for (size_t I = Wanted + 1; I-- > (Found ? Length + 1 : 0);) {
      make(I);
      if (auto Made = read(I))
        return Made;
      if (!Store.isUnfit(Keys[I]))
        break;
      // What this has told of single headers holds for shorter ones, too.
      I = std::min(I, longest() + 1);
    }
    return Found;
  }

private:
  /// Up to where nothing is known to be unfit.
  size_t longest() const {
    for (size_t I = 1; I < Keys.size(); ++I)
      if (Store.isUnfit(Keys[I]) || Store.isUnfit(HeaderKeys[I - 1]))
        return I - 1;
    return Includes.size();
  }

  static std::string sumOf(llvm::StringRef Text) {
    return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text)),
                       true)
        .substr(0, 40);
  }

  NamedBuffer includes(size_t Length) const {
    return fileThatIncludes(llvm::ArrayRef(Includes).take_front(Length));
  }

  /// What is stored, if it still holds.
  std::optional<Prefix> read(size_t Length) const {
    auto Stored = Store.read(Keys[Length]);
    if (!Stored || !Stored->Inputs.hold(*Disk))
      return std::nullopt;
    if (Stored->Header.Contents->getBufferSize() == 0) {
      for (size_t Shorter = Length; Shorter-- > 0;)
        if (auto Found = read(Shorter))
          return Found;
      return std::nullopt;
    }
    Prefix Found;
    for (const auto &[Path, Each] : Stored->Inputs.files())
      Found.Inputs.push_back(Path);
    Found.Header = Stored->Header.Name;
    Found.Buffers = {includes(Length), std::move(Stored->Header)};
    return Found;
  }

  bool isLight(size_t Bytes) const {
    auto Base = Store.read(Keys[0]);
    return Base && Bytes < Base->Header.Contents->getBufferSize() + LeastGain;
  }

  void make(size_t Length) const {
    Store.make(Keys[Length], [&](std::string &Bytes) {
      auto Read = llvm::makeIntrusiveRefCnt<RecordedFiles>(Disk);
      std::optional<size_t> FirstUnfit;
      Precompilation Done =
          precompile(Unit, includes(Length), Read, Bytes, FirstUnfit);
      // Little is as good as nothing: what is kept of it holds no bytes.
      if (Length > 0 && Done == Precompilation::Made && isLight(Bytes.size()))
        Bytes.clear();
      if (Done == Precompilation::Unfit)
        Store.setUnfit(Keys[Length]);
      if (FirstUnfit)
        Store.setUnfit(HeaderKeys[*FirstUnfit]);
      return Done == Precompilation::Made ? Read->take() : std::nullopt;
    });
  }

  const PrefixStore &Store;
  const CompilerInvocation &Unit;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk;
  std::vector<std::string> Includes;
  std::vector<std::string> Keys; ///< By length.
  /// Each include by itself, whatever stands before it.
  std::vector<std::string> HeaderKeys;
};

std::optional<Prefix>
PrefixCache::find(const CompilerInvocation &Unit, llvm::StringRef Text,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk) const {
  if (!isPlain(Unit) || !Disk->getCurrentWorkingDirectory())
    return std::nullopt;
  return Search(*this, Unit, Text, std::move(Disk)).run();
}

} // namespace warplint

//===--- PrefixKeys.cpp - Names of what is stored -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/PrefixKeys.h"
#include "PchCache/CommandMacros.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

using namespace clang;

namespace warplint::pch {

/// What clang's own CUDA wrapper is forced in by; it is looked for among the
/// system's headers.
static constexpr llvm::StringLiteral Wrapper = "__clang_cuda_runtime_wrapper.h";

/// What a file is that is forced in depends on the folder of the command.
static bool isRelative(const CompilerInvocation &Unit) {
  auto Is = [](llvm::StringRef Path) {
    return !llvm::sys::path::is_absolute(Path) && Path != Wrapper;
  };
  const PreprocessorOptions &Lexed = Unit.getPreprocessorOpts();
  return llvm::any_of(Lexed.Includes, Is) ||
         llvm::any_of(Lexed.MacroIncludes, Is);
}

/// All options of \p Unit that a prefix depends on, but for where headers are
/// looked for and for macros.
static std::string optionsOf(const CompilerInvocation &Unit,
                             llvm::StringRef Directory) {
  CompilerInvocation Bare(Unit);
  Bare.getFrontendOpts().Inputs.clear();
  Bare.getFrontendOpts().OutputFile.clear();
  Bare.getCodeGenOpts().MainFileName.clear();
  Bare.getCodeGenOpts().DebugCompilationDir.clear();
  Bare.getCodeGenOpts().CoverageCompilationDir.clear();
  Bare.getHeaderSearchOpts().UserEntries.clear();
  Bare.getPreprocessorOpts().Macros.clear();
  Bare.getLangOpts().CUID.clear();
  Bare.getDependencyOutputOpts() = DependencyOutputOptions();
  std::string Words;
  for (const std::string &Word : Bare.getCC1CommandLine())
    Words += Word + '\0';
  if (isRelative(Unit))
    Words += Directory;
  return Words;
}

static std::string sumOf(llvm::StringRef Text) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text)),
                     /*LowerCase=*/true)
      .substr(0, 40);
}

PrefixKeys::PrefixKeys(const std::string &Program,
                       const CompilerInvocation &Unit, std::string Folder,
                       const std::string &Folders)
    : Directory(std::move(Folder)) {
  Seed = sumOf(Program + '\0' + optionsOf(Unit, Directory));
  auto IsAny = [](llvm::StringRef) { return true; };
  MacroSeed = sumOf(Seed + '\0' + llvm::join(commandMacros(Unit, IsAny), "\n"));
  OwnSeed = sumOf("own" + MacroSeed + '\0' + Folders);
}

/// What \p Header is for the unit.
std::string PrefixKeys::wordsFor(const LeadingHeader &Header) const {
  std::string Words = '\0' + Header.Include + '\0' + Header.Path;
  if (!Header.Path.empty() && !llvm::sys::path::is_absolute(Header.Path))
    Words += '\0' + Directory;
  return Words;
}

std::string PrefixKeys::keyAfter(std::string Text,
                                 llvm::ArrayRef<LeadingHeader> Headers) const {
  for (const LeadingHeader &Each : Headers)
    Text += wordsFor(Each);
  return sumOf(Text);
}

std::string PrefixKeys::keyOf(llvm::ArrayRef<LeadingHeader> Headers) const {
  return keyAfter(Seed, Headers);
}

std::string PrefixKeys::ownKey(const std::string &Shared) const {
  return sumOf(Shared + OwnSeed);
}

std::string PrefixKeys::unfitKey(llvm::ArrayRef<LeadingHeader> Headers) const {
  return keyAfter("unfit" + (Headers.empty() ? OwnSeed : MacroSeed), Headers);
}

std::string PrefixKeys::headerKey(const LeadingHeader &Header) const {
  return sumOf("header" + MacroSeed + wordsFor(Header));
}

std::string PrefixKeys::macroKey(llvm::StringRef Name) const {
  return sumOf("macro" + Seed + '\0' + Name.str());
}

std::string PrefixKeys::textKey(const LeadingHeader &Header,
                                const std::string &After) const {
  return sumOf("text" + After + wordsFor(Header));
}

std::string PrefixKeys::expectedKey(const std::string &Key) const {
  return sumOf("expected" + Key);
}

std::string PrefixKeys::askKey(const LeadingHeader &Header,
                               const std::string &Open) const {
  return sumOf("asks" + MacroSeed + wordsFor(Header) + '\0' + Open);
}

std::string PrefixKeys::askedKey(const std::string &Open) const {
  return sumOf("asked" + MacroSeed + '\0' + Open);
}

} // namespace warplint::pch

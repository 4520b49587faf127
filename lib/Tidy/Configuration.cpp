//===--- Configuration.cpp - What .clang-tidy files say -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/Configuration.h"
#include "Support/InputFile.h"
#include "Support/Yaml.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace clang;
namespace path = llvm::sys::path;

namespace warplint::edge {

/// Files above others that list too much; who has one more knows by then.
static constexpr unsigned MostListed = 8;

llvm::Expected<tidy::ClangTidyOptions>
parseConfiguration(llvm::StringRef Text) {
  if (std::error_code Why = base::refusalOfYaml(Text))
    return llvm::createStringError(Why.message());
  std::string First;
  // Without a handler the parser prints lines of the file as they are.
  auto Parsed = tidy::parseConfigurationWithDiags(
      llvm::MemoryBufferRef(Text, ""), [&](const llvm::SMDiagnostic &Problem) {
        if (First.empty())
          First = std::to_string(Problem.getLineNo()) + ":" +
                  std::to_string(Problem.getColumnNo() + 1) + ": " +
                  Problem.getMessage().str();
      });
  if (Parsed)
    return *Parsed;
  return llvm::createStringError(First.empty() ? Parsed.getError().message()
                                               : First);
}

/// Options are all that goes from a source's configuration to its run, also
/// into an audit's.
static constexpr llvm::StringLiteral LeftOutMark = "warplint.LeftOut";

static tidy::ClangTidyOptions leftOut(const std::string &Sentence) {
  tidy::ClangTidyOptions None;
  None.InheritParentConfig = true;
  None.CheckOptions[LeftOutMark] =
      tidy::ClangTidyOptions::ClangTidyValue(Sentence);
  return None;
}

std::string leftOutOf(const tidy::ClangTidyOptions &Options) {
  auto Mark = Options.CheckOptions.find(LeftOutMark);
  return Mark == Options.CheckOptions.end() ? "" : Mark->second.Value;
}

bool isLeftOutMark(llvm::StringRef Option) { return Option == LeftOutMark; }

ProjectConfiguration::ProjectConfiguration(
    tidy::ClangTidyOptions Defaults, tidy::ClangTidyOptions Override,
    std::function<void(std::string)> Sink)
    : FileOptionsProvider({}, std::move(Defaults), std::move(Override), {}),
      Tell(std::move(Sink)) {
  FS = llvm::makeIntrusiveRefCnt<base::RegularFiles>(
      llvm::vfs::getRealFileSystem());
  // An error would make clang-tidy print the file's name as it is.
  ConfigHandlers.emplace_back(
      ".clang-tidy",
      [this](
          llvm::MemoryBufferRef File) -> llvm::ErrorOr<tidy::ClangTidyOptions> {
        auto Parsed = parseConfiguration(File.getBuffer());
        if (Parsed)
          return *Parsed;
        std::string Sentence =
            "'" + File.getBufferIdentifier().str() +
            "' is left out: " + llvm::toString(Parsed.takeError());
        Tell(Sentence);
        return leftOut(Sentence);
      });
}

static size_t listedIn(const tidy::ClangTidyOptions &Of) {
  size_t Listed = 1;
  for (const auto &List : {Of.Checks, Of.WarningsAsErrors})
    Listed += base::listedIn(llvm::StringRef(List.value_or("")));
  for (const auto &Option : Of.CheckOptions)
    Listed += 1 + base::listedIn(llvm::StringRef(Option.getValue().Value));
  return Listed;
}

std::vector<tidy::ClangTidyOptionsProvider::OptionsSource>
ProjectConfiguration::getRawOptions(llvm::StringRef File) {
  // A folder that is not there is looked for above it, without a word.
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  while (path::has_parent_path(Path) &&
         !llvm::sys::fs::is_directory(path::parent_path(Path)))
    path::remove_filename(Path);
  // The nearest file is the last. What it inherits is merged with it, and a
  // folder may lie in a thousand.
  std::vector<OptionsSource> Sources = FileOptionsProvider::getRawOptions(Path);
  size_t Listed = 0;
  for (auto &[Options, Name] : llvm::reverse(Sources)) {
    if (path::filename(Name) != ".clang-tidy")
      continue;
    Listed += listedIn(Options);
    if (Listed <= base::MostListed)
      continue;
    std::string Sentence = "'" + Name + "' is left out: with those below it, " +
                           base::refusal(base::Refusal::TooMany).message();
    Options = leftOut(Sentence);
    if (TooMany.insert(Name).second && TooMany.size() <= MostListed)
      Tell(Sentence);
  }
  return Sources;
}

} // namespace warplint::edge

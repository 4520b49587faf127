//===--- SeedsTest.cpp - Every target on the inputs that are kept ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `seeds/<target>/` holds inputs one a file, and `seeds/<target>.json` a list
// of those that fuzzing found, each a string whose characters are bytes. Beside
// each of them the test runs what is left when bytes are missing or doubled.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <vector>

using namespace warplint;

extern const FuzzTarget PtxTextTarget, ResponseFilesTarget,
    CompileCommandTarget, ReportsTarget, ConfigurationTarget, MessagesTarget,
    JsonTarget, BaselinesTarget, LaunchesTarget, LookupsTarget, RecordsTarget,
    CacheEntriesTarget, DiffsTarget, PrefixEntriesTarget, InputsTarget;

static std::string textOf(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// A string of JSON whose characters are bytes.
static std::string bytesOf(llvm::StringRef Utf8) {
  std::string Bytes;
  for (const char *At = Utf8.begin(); At != Utf8.end();) {
    auto *From = reinterpret_cast<const llvm::UTF8 *>(At);
    llvm::UTF32 Character = 0;
    if (llvm::convertUTF8Sequence(
            &From, reinterpret_cast<const llvm::UTF8 *>(Utf8.end()), &Character,
            llvm::strictConversion) != llvm::conversionOK)
      break;
    Bytes.push_back(char(Character));
    At = reinterpret_cast<const char *>(From);
  }
  return Bytes;
}

static std::vector<std::string> seedsOf(const FuzzTarget &Target) {
  llvm::SmallString<256> Folder(WARPLINT_SEEDS);
  llvm::sys::path::append(Folder, Target.Name);
  std::vector<std::string> Paths, Seeds;
  std::error_code Failed;
  for (llvm::sys::fs::directory_iterator At(Folder, Failed), End;
       At != End && !Failed; At.increment(Failed))
    Paths.push_back(At->path());
  llvm::sort(Paths);
  for (const std::string &Path : Paths)
    Seeds.push_back(textOf(Path));
  llvm::Expected<llvm::json::Value> Found =
      llvm::json::parse(textOf((Folder + ".json").str()));
  if (!Found) {
    llvm::consumeError(Found.takeError());
    return Seeds;
  }
  for (const llvm::json::Value &Each : *Found->getAsArray())
    Seeds.push_back(bytesOf(Each.getAsString().value_or("")));
  return Seeds;
}

class Seeds : public testing::TestWithParam<const FuzzTarget *> {};

TEST_P(Seeds, AreSurvived) {
  std::vector<std::string> All = seedsOf(*GetParam());
  ASSERT_GE(All.size(), 2u) << GetParam()->Name;
  for (const std::string &Seed : All)
    GetParam()->Run(Seed);
}

TEST_P(Seeds, AreSurvivedInPart) {
  // As many inputs whatever the seeds' sizes.
  for (const std::string &Seed : seedsOf(*GetParam()))
    for (size_t I = 0; I < 8; ++I) {
      size_t Cut = Seed.size() * I / 8;
      GetParam()->Run(llvm::StringRef(Seed).take_front(Cut));
      GetParam()->Run(Seed.substr(0, Cut) + Seed.substr(Cut / 2));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Fuzz, Seeds,
    testing::Values(&PtxTextTarget, &ResponseFilesTarget, &CompileCommandTarget,
                    &ReportsTarget, &ConfigurationTarget, &MessagesTarget,
                    &JsonTarget, &BaselinesTarget, &LaunchesTarget,
                    &LookupsTarget, &RecordsTarget, &CacheEntriesTarget,
                    &DiffsTarget, &PrefixEntriesTarget, &InputsTarget),
    [](const auto &Info) { return std::string(Info.param->Name); });

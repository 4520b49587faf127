//===--- Yaml.cpp - YAML that others wrote --------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Yaml.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace warplint::base {

static constexpr size_t MostBrackets = 500;

/// Levels that the beginning of a line opens: "  - - key" is three.
static size_t levelsOfLine(StringRef Line) {
  size_t Levels = Line.size() - Line.ltrim(' ').size();
  for (size_t I = 0; I + 1 < Line.size(); ++I)
    Levels += StringRef("-?:").contains(Line[I]) &&
              StringRef(" \t").contains(Line[I + 1]);
  return Levels;
}

bool isYamlTooDeep(StringRef Text) {
  size_t Brackets = 0;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    if (Brackets + levelsOfLine(Line) > MostBrackets)
      return true;
    for (char C : Line) {
      if (C == '[' || C == '{') {
        if (++Brackets > MostBrackets)
          return true;
      } else if ((C == ']' || C == '}') && Brackets)
        --Brackets;
    }
  }
  return false;
}

size_t listedIn(StringRef Text) {
  return llvm::count_if(
      Text, [](char C) { return C == ',' || C == ';' || C == '\n'; });
}

bool listsTooMuch(StringRef Text) { return listedIn(Text) > MostListed; }

/// The states that a pattern may have once its repetitions are written out, and
/// the groups in it, for each of which its reader calls itself.
static constexpr size_t MostStates = 100'000, MostGroups = 1000;

/// The larger number of the bounds that \p Text begins with, as in "2,5}"; 0 if
/// it begins with none.
static size_t timesIn(StringRef Text) {
  size_t Least = 0, Most = 0;
  if (Text.consumeInteger(10, Least))
    return 0;
  if (Text.consume_front(","))
    (void)Text.consumeInteger(10, Most);
  return std::max(Least, Most);
}

bool isPatternTooLarge(StringRef Text) {
  size_t States = 0, Groups = 0, Repetitions = 0;
  bool RefersBack = false, IsCounted = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    ++States;
    char Before = I ? Text[I - 1] : ' ';
    Groups += Text[I] == '(';
    Repetitions += Text[I] == '*' || Text[I] == '+' || Text[I] == '{';
    RefersBack |= Before == '\\' && isDigit(Text[I]);
    size_t Times = Text[I] == '{' ? timesIn(Text.drop_front(I + 1)) : 0;
    if (Times > MostStates)
      return true;
    // What a group holds, or whether this is one, need not be known: it is at
    // most all that stands before.
    if (Times && (Before == ')' || Before == '}'))
      States *= Times;
    else
      States += Times;
    IsCounted |= Times > 1;
    // A list of globs is long, and stands for nothing but itself.
    if (States > MostStates && IsCounted)
      return true;
  }
  // Each repetition is tried with each length of the others then.
  return Groups > MostGroups || (RefersBack && Repetitions > 1);
}

/// Whether a text that \p Of holds is such a pattern.
static bool hasLargePattern(yaml::Node *Of) {
  if (!Of)
    return false;
  if (auto *Text = dyn_cast<yaml::ScalarNode>(Of)) {
    SmallString<128> Space;
    return isPatternTooLarge(Text->getValue(Space));
  }
  if (auto *Text = dyn_cast<yaml::BlockScalarNode>(Of))
    return isPatternTooLarge(Text->getValue());
  bool Found = false;
  // All of it is read, or the reader is not where it goes on.
  if (auto *List = dyn_cast<yaml::SequenceNode>(Of))
    for (yaml::Node &Each : *List)
      Found |= hasLargePattern(&Each);
  if (auto *Map = dyn_cast<yaml::MappingNode>(Of))
    for (yaml::KeyValueNode &Each : *Map) {
      Found |= hasLargePattern(Each.getKey());
      Found |= hasLargePattern(Each.getValue());
    }
  return Found;
}

/// Any text may be a pattern, under whatever key.
static bool holdsLargePattern(StringRef Text) {
  // Who reads it for good says what is wrong.
  SourceMgr Sources;
  Sources.setDiagHandler([](const SMDiagnostic &, void *) {});
  yaml::Stream Read(MemoryBufferRef(Text, ""), Sources, /*ShowColors=*/false);
  for (yaml::Document &Each : Read)
    if (hasLargePattern(Each.getRoot()))
      return true;
  return false;
}

std::error_code refusalOfYaml(StringRef Text) {
  // A long list on one line looks like levels.
  if (listsTooMuch(Text))
    return refusal(Refusal::TooMany);
  if (isYamlTooDeep(Text))
    return refusal(Refusal::TooDeep);
  return holdsLargePattern(Text) ? refusal(Refusal::TooLongPattern)
                                 : std::error_code();
}

static bool isConfiguration(StringRef Path) {
  return is_contained({".clang-tidy", ".clang-format", "_clang-format",
                       ".clangd", "config.yaml"},
                      sys::path::filename(Path));
}

ErrorOr<std::unique_ptr<vfs::File>>
ConfigurationFiles::openFileForRead(const Twine &Path) {
  if (isConfiguration(Path.str())) {
    auto Peeked = RegularFiles::openFileForRead(Path);
    if (!Peeked)
      return Peeked;
    if (auto Buffer = (*Peeked)->getBuffer(Path))
      if (std::error_code Why = refusalOfYaml((*Buffer)->getBuffer()))
        return Why;
  }
  return RegularFiles::openFileForRead(Path);
}

} // namespace warplint::base

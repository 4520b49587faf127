//===--- Yaml.cpp - YAML that others wrote --------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/Yaml.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

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

bool listsTooMuch(StringRef Text) {
  size_t Listed = 0;
  for (char C : Text)
    Listed += C == ',' || C == ';' || C == '\n';
  return Listed > MostListed;
}

std::error_code refusalOfYaml(StringRef Text) {
  // A long list on one line looks like levels.
  if (listsTooMuch(Text))
    return refusal(Refusal::TooMany);
  return isYamlTooDeep(Text) ? refusal(Refusal::TooDeep) : std::error_code();
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

} // namespace warplint

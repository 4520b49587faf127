//===--- Words.cpp - Splitting option text --------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint::commands {

Error commandError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

namespace {
/// Reads one word from the front of a text.
class WordReader {
public:
  explicit WordReader(StringRef Text) : Rest(Text) {}

  bool atEnd() {
    Rest = Rest.ltrim(" \t\r\n\v\f");
    return Rest.empty();
  }

  Expected<std::string> next() {
    std::string Word;
    while (!Rest.empty() && !isSpace(Rest.front())) {
      char C = take();
      if (C == '\\') {
        if (!Rest.empty())
          Word += take();
      } else if (C == '\'' || C == '"') {
        if (Error Unterminated = quoted(C, Word))
          return Unterminated;
      } else {
        Word += C;
      }
    }
    return Word;
  }

private:
  char take() {
    char C = Rest.front();
    Rest = Rest.drop_front();
    return C;
  }

  Error quoted(char Quote, std::string &Word) {
    while (!Rest.empty()) {
      char C = take();
      if (C == Quote)
        return Error::success();
      if (C == '\\' && Quote == '"' && !Rest.empty() &&
          (Rest.front() == '"' || Rest.front() == '\\'))
        C = take();
      Word += C;
    }
    return commandError(Twine("a quote (") + StringRef(&Quote, 1) +
                        ") is never closed");
  }

  StringRef Rest;
};
} // namespace

Expected<std::vector<std::string>> splitWords(StringRef Text) {
  std::vector<std::string> Words;
  WordReader Reader(Text);
  while (!Reader.atEnd()) {
    Expected<std::string> Word = Reader.next();
    if (!Word)
      return Word.takeError();
    Words.push_back(std::move(*Word));
  }
  return Words;
}

std::vector<std::string> splitList(StringRef Text) {
  std::vector<std::string> Parts(1);
  bool Quoted = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] == '\\' && I + 1 != Text.size()) {
      if (Text[I + 1] != ',')
        Parts.back() += '\\';
      Parts.back() += Text[++I];
      continue;
    }
    if (Text[I] == '"')
      Quoted = !Quoted;
    if (Text[I] == ',' && !Quoted)
      Parts.emplace_back();
    else
      Parts.back() += Text[I];
  }
  return Parts;
}

Expected<std::vector<std::string>> splitHostOptions(StringRef Text) {
  std::vector<std::string> Options;
  for (const std::string &Part : splitList(Text)) {
    Expected<std::vector<std::string>> Words = splitWords(Part);
    if (!Words)
      return Words.takeError();
    Options.insert(Options.end(), Words->begin(), Words->end());
  }
  return Options;
}

} // namespace warplint::commands

//===--- OpenPragmas.cpp - Unbalanced push pragmas ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/OpenPragmas.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include <algorithm>

using namespace clang;

namespace warplint::pch {

/// `push_macro("NAME")` and `pop_macro("NAME")`, which clang does as before.
class OpenPragmas::MacroPragma : public PragmaHandler {
public:
  MacroPragma(bool Pushes, OpenPragmas &Noted)
      : PragmaHandler(Pushes ? "push_macro" : "pop_macro"), Pushes(Pushes),
        Noted(Noted) {}

  void HandlePragma(Preprocessor &Lexed, PragmaIntroducer,
                    Token &Name) override {
    const SourceManager &Files = Lexed.getSourceManager();
    // In `_Pragma` it is the text that was put together.
    std::string Macro = nameIn(
        Files.getCharacterData(Files.getSpellingLoc(Name.getLocation())));
    if (Pushes) {
      Noted.begin(Macro, Name.getLocation());
      Lexed.HandlePragmaPushMacro(Name);
    } else {
      Noted.HasUnbegun |= !Noted.end(Macro);
      Lexed.HandlePragmaPopMacro(Name);
    }
  }

private:
  /// What stands between the first quotes of the line at \p Text, with quotes;
  /// the whole line if there are none.
  static std::string nameIn(llvm::StringRef Text) {
    llvm::StringRef Line = Text.take_until([](char C) { return C == '\n'; }),
                    Name = Line.substr(Line.find('"'));
    size_t End = Name.find('"', 1);
    return End == llvm::StringRef::npos ? Line.str()
                                        : Name.take_front(End + 1).str();
  }

  bool Pushes;
  OpenPragmas &Noted;
};

class OpenPragmas::DiagnosticPragmas : public PPCallbacks {
public:
  explicit DiagnosticPragmas(OpenPragmas &Noted) : Noted(Noted) {}

  void PragmaDiagnosticPush(SourceLocation At, StringRef) override {
    Noted.begin("diagnostic", At);
  }
  void PragmaDiagnosticPop(SourceLocation, StringRef) override {
    Noted.end("diagnostic");
  }

private:
  OpenPragmas &Noted;
};

void OpenPragmas::attach(Preprocessor &Lexed, std::function<size_t()> Number) {
  Part = std::move(Number);
  Files = &Lexed.getSourceManager();
  for (bool Pushes : {true, false}) {
    auto Ours = std::make_unique<MacroPragma>(Pushes, *this);
    // Goes by the name: what goes is clang's own handler.
    Lexed.RemovePragmaHandler(Ours.get());
    Lexed.AddPragmaHandler(Ours.release());
  }
  Lexed.addPPCallbacks(std::make_unique<DiagnosticPragmas>(*this));
}

void OpenPragmas::begin(const std::string &What, SourceLocation At) {
  Open[What].push_back({Part(), !Files->isInSystemHeader(At)});
}

bool OpenPragmas::end(const std::string &What) {
  auto Last = Open.find(What);
  if (Last == Open.end())
    return false;
  Last->second.pop_back();
  if (Last->second.empty())
    Open.erase(Last);
  return true;
}

std::optional<size_t> OpenPragmas::firstOpen() const {
  std::optional<size_t> First;
  for (const auto &[What, Each] : Open)
    for (const Begun &One : Each)
      if (One.IsUsers)
        First = std::min(First.value_or(One.Part), One.Part);
  return First;
}

} // namespace warplint::pch

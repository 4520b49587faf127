//===--- SpacedLaunches.cpp - Launches with spaces in their brackets ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For nvcc the brackets of a launch are a shift and a comparison in a row, so
// that `kernel << <blocks, threads>> >(p)` is a launch, as some formatters
// write it. For clang they are one token. Nothing else in C++ has `<` behind
// `<<` but the name of an operator, `operator<< <T>`.
//
//===----------------------------------------------------------------------===//

#include "Frontend/MacroPragmas.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include <utility>

using namespace clang;
using namespace warplint;
using namespace warplint::parsing;

/// What has been seen of a launch that is written so.
struct SpacedLaunch {
  const Preprocessor *Of = nullptr; ///< A parse may end before its file does.
  bool IsOpen = false;
  bool IsName = false;        ///< The last token was `operator`.
  const char *Next = nullptr; ///< Where the rest of a bracket stands.
  SourceLocation Seen;        ///< The last token.
};
static thread_local SpacedLaunch Launch;

/// The \p Bracket behind the token \p T and spaces, if just one stands there;
/// else null.
static const char *bracketBehind(const Token &T, char Bracket,
                                 const SourceManager &Sources) {
  if (T.getLength() != 2 || T.needsCleaning())
    return nullptr;
  bool IsInvalid = false;
  const char *At = Sources.getCharacterData(T.getLocation(), &IsInvalid);
  if (IsInvalid)
    return nullptr;
  const char *First = At += 2; // A file ends with a zero.
  while (isWhitespace(*At))
    ++At;
  return At != First && *At == Bracket && At[1] != Bracket && At[1] != '='
             ? At
             : nullptr;
}

static bool isCallBehind(const char *Bracket) {
  do
    ++Bracket;
  while (isWhitespace(*Bracket));
  return *Bracket == '(';
}

/// \p T and the bracket at \p Rest are one token.
static void join(Token &T, tok::TokenKind Kind, const char *Rest,
                 const SourceManager &Sources) {
  const char *Begin = Sources.getCharacterData(T.getLocation());
  T.setKind(Kind);
  if (T.getLocation().isFileID())
    T.setLength(unsigned(Rest + 1 - Begin));
  Launch.Next = Rest;
}

#pragma GCC diagnostic ignored "-Wreturn-type-c-linkage"
extern "C" {

void __real__ZN5clang12Preprocessor3LexERNS_5TokenE(Preprocessor *, Token &);

void __wrap__ZN5clang12Preprocessor3LexERNS_5TokenE(Preprocessor *Self,
                                                    Token &Result) {
  __real__ZN5clang12Preprocessor3LexERNS_5TokenE(Self, Result);
  if (Result.is(tok::hash) && Self->getLangOpts().CUDA &&
      replacePragma(*Self, Result,
                    __real__ZN5clang12Preprocessor3LexERNS_5TokenE))
    __real__ZN5clang12Preprocessor3LexERNS_5TokenE(Self, Result);
  if (Launch.Of != Self) {
    Launch = SpacedLaunch();
    Launch.Of = Self;
  }
  // Tokens that the parser has looked at before come as they were left, and
  // each comes twice while it looks ahead.
  if (Result.getFlag(Token::IsReinjected) || !Self->getLangOpts().CUDA ||
      Launch.Seen == Result.getLocation())
    return;
  Launch.Seen = Result.getLocation();
  const SourceManager &Sources = Self->getSourceManager();
  if (const char *Rest = std::exchange(Launch.Next, nullptr);
      Rest && Result.isOneOf(tok::less, tok::greater) &&
      Sources.getCharacterData(Result.getLocation()) == Rest)
    return __wrap__ZN5clang12Preprocessor3LexERNS_5TokenE(Self, Result);
  bool IsName = std::exchange(Launch.IsName, Result.is(tok::kw_operator));
  if (Result.is(tok::lessless) && !IsName) {
    if (const char *Rest = bracketBehind(Result, '<', Sources)) {
      Launch.IsOpen = true;
      join(Result, tok::lesslessless, Rest, Sources);
    }
  } else if (Result.is(tok::lesslessless)) {
    Launch.IsOpen = true;
  } else if (Result.is(tok::greatergreater) && Launch.IsOpen) {
    const char *Rest = bracketBehind(Result, '>', Sources);
    if (Rest && isCallBehind(Rest)) {
      Launch.IsOpen = false;
      join(Result, tok::greatergreatergreater, Rest, Sources);
    }
  } else if (Result.is(tok::semi)) {
    Launch.IsOpen = false;
  } else if (Result.is(tok::eof)) {
    Launch = SpacedLaunch();
  }
}

} // extern "C"

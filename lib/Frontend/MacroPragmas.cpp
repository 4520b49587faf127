//===--- MacroPragmas.cpp - Pragmas that macros stand for -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/MacroPragmas.h"
#include "Quoting/Quoting.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include <array>

using namespace clang;

/// Makes \p Next what comes next.
static void putBack(Preprocessor &Lexed, const Token &Next) {
  auto Copy = std::make_unique<Token[]>(1);
  Copy[0] = Next;
  Lexed.EnterTokenStream(std::move(Copy), 1, /*DisableMacroExpansion=*/true,
                         /*IsReinject=*/true);
}

static Token tokenOf(tok::TokenKind Kind, SourceLocation At) {
  Token Result;
  Result.startToken();
  Result.setKind(Kind);
  Result.setLocation(At);
  Result.setLength(1);
  return Result;
}

/// `_Pragma("Text")` comes next.
static void enterPragma(Preprocessor &Lexed, llvm::StringRef Text,
                        SourceLocation At) {
  std::array<Token, 4> Tokens = {
      tokenOf(tok::identifier, At), tokenOf(tok::l_paren, At),
      tokenOf(tok::string_literal, At), tokenOf(tok::r_paren, At)};
  Tokens[0].setIdentifierInfo(Lexed.getIdentifierInfo("_Pragma"));
  Lexed.CreateString(quoting::forPragma(Text), Tokens[2], At, At);
  auto Copy = std::make_unique<Token[]>(Tokens.size());
  llvm::copy(Tokens, Copy.get());
  Lexed.EnterTokenStream(std::move(Copy), Tokens.size(),
                         /*DisableMacroExpansion=*/false,
                         /*IsReinject=*/false);
}

bool warplint::parsing::replacePragma(Preprocessor &Lexed, const Token &Hash,
                                      TokenReader Read) {
  if (!Hash.isAtStartOfLine() || !Hash.getLocation().isMacroID())
    return false;
  Token Next;
  Read(&Lexed, Next);
  const IdentifierInfo *Name = Next.getIdentifierInfo();
  if (!Name || !Name->isStr("pragma")) {
    putBack(Lexed, Next);
    return false;
  }
  std::string Text;
  Read(&Lexed, Next);
  while (!Next.isAtStartOfLine() && Next.isNot(tok::eof) &&
         !Next.isAnnotation()) {
    if (!Text.empty())
      Text += ' ';
    Text += Lexed.getSpelling(Next);
    Read(&Lexed, Next);
  }
  putBack(Lexed, Next);
  enterPragma(Lexed, Text, Hash.getLocation());
  return true;
}

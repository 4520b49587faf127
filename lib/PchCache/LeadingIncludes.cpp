//===--- LeadingIncludes.cpp - What a file includes first -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/LeadingIncludes.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint::pch {

namespace {
/// Directives as clang reads them: its lexer says where lines and comments end.
class Directives {
public:
  /// \p Text ends with a zero.
  Directives(const std::string &Text, const LangOptions &Language)
      : Lex(SourceLocation(), Language, Text.data(), Text.data(),
            Text.data() + Text.size()) {}

  /// The name of the next directive; empty if something else comes first.
  llvm::StringRef next() {
    Lex.setParsingPreprocessorDirective(false);
    Lex.LexFromRawLexer(Now);
    if (Now.isNot(tok::hash) || !Now.isAtStartOfLine())
      return "";
    Lex.setParsingPreprocessorDirective(true);
    return word();
  }

  /// The word that comes next, spelled as it is meant; empty if none does.
  llvm::StringRef word() {
    Lex.LexFromRawLexer(Now);
    return Now.is(tok::raw_identifier) && !Now.needsCleaning() && !Now.hasUCN()
               ? Now.getRawIdentifier()
               : "";
  }

  /// Likewise the name of a header in angles or quotes.
  llvm::StringRef header() {
    Lex.LexIncludeFilename(Now);
    if (Now.isNot(tok::header_name) || Now.needsCleaning())
      return "";
    llvm::StringRef Name(Now.getLiteralData(), Now.getLength());
    return Name.size() > 2 ? Name : "";
  }

  /// Nothing more is in the directive.
  bool isAtEnd() {
    Lex.LexFromRawLexer(Now);
    return Now.is(tok::eod);
  }

private:
  Lexer Lex;
  Token Now;
};
} // namespace

LeadingText leadingText(llvm::StringRef Text, const LangOptions &Language,
                        size_t AtMost) {
  // The lexer wants a zero behind the text.
  std::string Copy = Text.str();
  Directives Read(Copy, Language);
  LeadingText Found;
  std::string Asked; // By an `#ifndef` whose `#define` is to come.
  bool IsFirst = true;
  while (Found.Includes.size() < AtMost) {
    llvm::StringRef Directive = Read.next();
    if (Directive == "pragma") {
      // Says nothing about a file that is not included.
      if (Read.word() != "once" || !Read.isAtEnd())
        break;
    } else if (!Asked.empty()) {
      if (Directive != "define" || Read.word() != Asked || !Read.isAtEnd())
        break;
      Found.Guard = std::move(Asked);
      Asked.clear();
    } else if (IsFirst && Directive == "ifndef") {
      Asked = Read.word().str();
      if (Asked.empty() || !Read.isAtEnd())
        break;
      IsFirst = false;
    } else {
      llvm::StringRef Name = Directive == "include" ? Read.header() : "";
      if (Name.empty() || !Read.isAtEnd())
        break;
      Found.Includes.push_back(Name.str());
      IsFirst = false;
    }
  }
  return Found;
}

} // namespace warplint::pch

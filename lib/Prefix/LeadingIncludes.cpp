//===--- LeadingIncludes.cpp - What a file includes first ------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefix/LeadingIncludes.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

static LangOptions anyCxx() {
  LangOptions Options;
  Options.CPlusPlus = true;
  Options.LineComment = true;
  return Options;
}

/// Whether the next line goes on with \p Line, which has no spaces at its end;
/// to some dialects `??/` is a backslash.
static bool isContinued(llvm::StringRef Line) {
  return Line.ends_with("\\") || Line.ends_with("?\?/");
}

/// The name in angles or quotes that \p Line holds and nothing else but a
/// comment that ends with it; empty if it does not.
static llvm::StringRef nameIn(llvm::StringRef Line) {
  Line = Line.trim();
  bool Quoted = Line.starts_with("\"");
  size_t End = Line.find(Quoted ? '"' : '>', 1);
  if ((!Quoted && !Line.starts_with("<")) || End == llvm::StringRef::npos ||
      End == 1)
    return "";
  llvm::StringRef Rest = Line.drop_front(End + 1).ltrim();
  bool Commented =
      Rest.starts_with("//") ||
      (Rest.starts_with("/*") && Rest.find("*/", 2) == Rest.size() - 2);
  if ((!Rest.empty() && !Commented) || isContinued(Line))
    return "";
  return Line.take_front(End + 1);
}

/// The one name that \p Line holds; empty if it holds anything else.
static llvm::StringRef nameAlone(llvm::StringRef Line) {
  if (isContinued(Line.rtrim()))
    return "";
  Line = Line.split("//").first.trim();
  bool IsName = llvm::all_of(
      Line, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  return IsName ? Line : "";
}

LeadingText leadingText(llvm::StringRef Text, size_t AtMost) {
  // The lexer wants a zero behind the text.
  std::string Copy = Text.str();
  llvm::StringRef All(Copy);
  LangOptions Options = anyCxx();
  Lexer Lex(SourceLocation(), Options, All.begin(), All.begin(), All.end());
  LeadingText Found;
  llvm::StringRef Asked; // By an `#ifndef` whose `#define` is to come.
  bool IsFirst = true;
  Token Now;
  while (Found.Includes.size() < AtMost) {
    Lex.LexFromRawLexer(Now);
    if (Now.isNot(tok::hash) || !Now.isAtStartOfLine())
      break;
    Lex.LexFromRawLexer(Now);
    if (Now.isNot(tok::raw_identifier) || Now.isAtStartOfLine())
      break;
    // A carriage return ends a line, too.
    size_t From = Lex.getCurrentBufferOffset(),
           End = All.find_first_of("\r\n", From);
    llvm::StringRef Line = All.slice(From, End),
                    Directive = Now.getRawIdentifier();
    if (Directive == "pragma" && Line.trim() == "once") {
      // Says nothing about a file that is not included.
    } else if (!Asked.empty()) {
      if (Directive != "define" || nameAlone(Line) != Asked)
        break;
      Found.Guard = Asked.str();
      Asked = "";
    } else if (IsFirst && Directive == "ifndef" && !nameAlone(Line).empty()) {
      Asked = nameAlone(Line);
      IsFirst = false;
    } else if (llvm::StringRef Name = nameIn(Line);
               Directive == "include" && !Name.empty()) {
      Found.Includes.push_back(Name.str());
      IsFirst = false;
    } else {
      break;
    }
    if (End == llvm::StringRef::npos)
      break;
    Lex.seek(End + 1, /*IsAtStartOfLine=*/true);
  }
  return Found;
}

} // namespace warplint

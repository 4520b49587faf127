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

using namespace clang;

namespace warplint {

static LangOptions anyCxx() {
  LangOptions Options;
  Options.CPlusPlus = true;
  Options.LineComment = true;
  return Options;
}

/// The name in angles that \p Line holds and nothing else but a comment that
/// ends with it; empty if it does not.
static llvm::StringRef nameInAngles(llvm::StringRef Line) {
  Line = Line.trim();
  size_t End = Line.find('>');
  if (!Line.consume_front("<") || End == llvm::StringRef::npos)
    return "";
  llvm::StringRef Rest = Line.drop_front(End).ltrim();
  bool Commented =
      Rest.starts_with("//") ||
      (Rest.starts_with("/*") && Rest.find("*/", 2) == Rest.size() - 2);
  if ((!Rest.empty() && !Commented) || Line.ends_with("\\"))
    return "";
  return Line.take_front(End - 1);
}

std::vector<std::string> leadingIncludes(llvm::StringRef Text, size_t AtMost) {
  // The lexer wants a zero behind the text.
  std::string Copy = Text.str();
  llvm::StringRef All(Copy);
  LangOptions Options = anyCxx();
  Lexer Lex(SourceLocation(), Options, All.begin(), All.begin(), All.end());
  std::vector<std::string> Names;
  Token Now;
  while (Names.size() < AtMost) {
    Lex.LexFromRawLexer(Now);
    if (Now.isNot(tok::hash) || !Now.isAtStartOfLine())
      break;
    Lex.LexFromRawLexer(Now);
    if (Now.isNot(tok::raw_identifier) || Now.isAtStartOfLine())
      break;
    size_t From = Lex.getCurrentBufferOffset(), End = All.find('\n', From);
    llvm::StringRef Line = All.slice(From, End);
    if (Now.getRawIdentifier() == "pragma" && Line.trim() == "once") {
      // Says nothing about a file that is not included.
    } else if (llvm::StringRef Name = nameInAngles(Line);
               Now.getRawIdentifier() == "include" && !Name.empty()) {
      Names.push_back(Name.str());
    } else {
      break;
    }
    if (End == llvm::StringRef::npos)
      break;
    Lex.seek(End + 1, /*IsAtStartOfLine=*/true);
  }
  return Names;
}

} // namespace warplint

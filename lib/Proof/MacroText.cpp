//===--- MacroText.cpp - What macros make, written out --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/MacroText.h"
#include "clang/Lex/Lexer.h"
#include <map>

using namespace clang;

namespace warplint::proof {

std::vector<std::pair<SourceRange, std::string>>
expandedTexts(const ASTContext &Context, const ExpandedTokens &Tokens,
              llvm::ArrayRef<MacroInsertion> Insertions) {
  const SourceManager &SM = Context.getSourceManager();
  std::map<SourceLocation, SourceRange> Wanted; // By their first character.
  for (const MacroInsertion &Each : Insertions) {
    SourceRange Range = SM.getExpansionRange(Each.Token).getAsRange();
    if (SM.isInMainFile(Range.getBegin()))
      Wanted[Range.getBegin()] = Range;
  }
  std::map<SourceLocation, std::string> Texts;
  for (const Token &Each : Tokens) {
    SourceLocation At = Each.getLocation();
    SourceLocation Begin = SM.getExpansionLoc(At);
    if (!Wanted.count(Begin) || Each.isAnnotation())
      continue;
    std::string Before, Behind;
    for (const MacroInsertion &Inserted : Insertions)
      if (Inserted.Token == At)
        (Inserted.Behind ? Behind : Before) += Inserted.Text;
    Texts[Begin] += " " + Before +
                    Lexer::getSpelling(Each, SM, Context.getLangOpts()) +
                    Behind;
  }
  std::vector<std::pair<SourceRange, std::string>> Result;
  for (const auto &[Begin, Range] : Wanted) {
    std::string &Text = Texts[Begin];
    unsigned First = SM.getExpansionLineNumber(Range.getBegin());
    unsigned Last = SM.getExpansionLineNumber(Range.getEnd());
    Result.emplace_back(Range, Text + std::string(Last - First, '\n'));
  }
  return Result;
}

} // namespace warplint::proof

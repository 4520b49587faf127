//===--- StatementFixIts.cpp - New statements beside old ones -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/StatementFixIts.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/Explanation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

Statements::Statements(ASTContext &Context)
    : Context(Context), Sources(Context.getSourceManager()) {}

const Stmt *Statements::parentOf(const Stmt *S) const {
  ParentMapContext &Parents = Context.getParentMapContext();
  auto Above = Parents.getParents(*S);
  if (Above.size() != 1)
    return nullptr;
  if (const auto *Var = Above[0].get<VarDecl>()) {
    Above = Parents.getParents(*Var);
    if (Above.size() != 1)
      return nullptr;
  }
  return Above[0].get<Stmt>();
}

/// What runs under \p Parent whenever it is chosen.
static bool isSuccessor(const Stmt *S, const Stmt *Parent) {
  if (const auto *If = dyn_cast<IfStmt>(Parent))
    return S == If->getThen() || S == If->getElse();
  if (const auto *For = dyn_cast<ForStmt>(Parent))
    return S == For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(Parent))
    return S == While->getBody();
  return false;
}

const Stmt *Statements::around(const Stmt *S) const {
  while (S) {
    const Stmt *Parent = parentOf(S);
    if (isa_and_nonnull<CompoundStmt>(Parent) ||
        (Parent && isSuccessor(S, Parent)))
      return S;
    // Before a loop is not in it, before a label not behind it.
    if (!Parent || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt,
                       SwitchCase, LabelStmt, LambdaExpr>(Parent))
      return nullptr;
    S = Parent;
  }
  return nullptr;
}

const Stmt *Statements::inBlock(const Stmt *S) const {
  const Stmt *Found = around(S);
  return Found && isa<CompoundStmt>(parentOf(Found)) ? Found : nullptr;
}

const Stmt *Statements::loopAround(const Stmt *S) const {
  while (S && !isa<ForStmt, WhileStmt, DoStmt>(S))
    S = parentOf(S);
  return S;
}

bool Statements::precedes(const Stmt *Early, const Stmt *Late) const {
  return Sources.isBeforeInTranslationUnit(Early->getBeginLoc(),
                                           Late->getBeginLoc());
}

std::string Statements::textOf(const Stmt &S) const {
  if (S.getBeginLoc().isMacroID() || S.getEndLoc().isMacroID())
    return "";
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(S.getSourceRange()), Sources,
             Context.getLangOpts())
      .str();
}

Edit Statements::insertion(SourceLocation At, const llvm::Twine &Text) {
  Edit Made;
  Made.Range = CharSourceRange::getCharRange(At, At);
  Made.Replacement = Text.str();
  Made.Safe = true;
  return Made;
}

std::optional<Edit> Statements::insertBefore(const Stmt *S,
                                             llvm::StringRef Text) const {
  if (!S || S->getBeginLoc().isMacroID())
    return std::nullopt;
  SourceLocation At = S->getBeginLoc();
  return insertion(At, Text + "\n" + Lexer::getIndentationForLine(At, Sources));
}

/// Behind what \p Parent has in front of \p Branch; invalid if it is not known.
static SourceLocation headEnd(const Stmt *Branch, const Stmt *Parent) {
  if (const auto *If = dyn_cast<IfStmt>(Parent))
    return Branch == If->getElse() ? If->getElseLoc() : If->getRParenLoc();
  if (const auto *For = dyn_cast<ForStmt>(Parent))
    return For->getRParenLoc();
  if (const auto *While = dyn_cast<WhileStmt>(Parent))
    return While->getRParenLoc();
  return {};
}

/// \p End, or behind the comment that the rest of its line is.
static SourceLocation behindComment(SourceLocation End,
                                    const SourceManager &Sources) {
  llvm::StringRef Rest =
      llvm::StringRef(Sources.getCharacterData(End)).take_until([](char C) {
        return C == '\n' || C == '\r';
      });
  bool Comment = Rest.ltrim(" \t").starts_with("//") && !Rest.ends_with("\\");
  return Comment ? End.getLocWithOffset(Rest.size()) : End;
}

std::vector<Edit> Statements::inBraces(const Stmt *S, const Stmt *Parent,
                                       llvm::StringRef Text) const {
  SourceLocation Head = headEnd(S, Parent), Begin = S->getBeginLoc();
  if (!isa<Expr, ReturnStmt>(S) || Head.isInvalid() || Head.isMacroID() ||
      Begin.isMacroID() || S->getEndLoc().isMacroID())
    return {};
  auto Semicolon =
      Lexer::findNextToken(S->getEndLoc(), Sources, Context.getLangOpts());
  if (!Semicolon || Semicolon->isNot(tok::semi))
    return {};
  SourceLocation Open =
      Lexer::getLocForEndOfToken(Head, 0, Sources, Context.getLangOpts());
  SourceLocation End = Semicolon->getEndLoc();
  bool OwnLine = Sources.getSpellingLineNumber(Head) !=
                 Sources.getSpellingLineNumber(Begin);
  if (!OwnLine)
    return {insertion(Open, " {"), insertion(Begin, Text + " "),
            insertion(End, " }")};
  llvm::StringRef Indent =
      Lexer::getIndentationForLine(Parent->getBeginLoc(), Sources);
  return {insertion(Open, " {"), *insertBefore(S, Text),
          insertion(behindComment(End, Sources), "\n" + Indent + "}")};
}

std::vector<Edit> Statements::before(const Stmt *S,
                                     llvm::ArrayRef<std::string> Lines) const {
  const Stmt *Parent = S ? parentOf(S) : nullptr;
  if (!Parent || S->getBeginLoc().isMacroID())
    return {};
  llvm::StringRef Indent =
      Lexer::getIndentationForLine(S->getBeginLoc(), Sources);
  std::string Text;
  for (const std::string &Line : Lines)
    Text += (Text.empty() ? "" : "\n" + Indent.str()) + Line;
  if (!isa<CompoundStmt>(Parent))
    return inBraces(S, Parent, Text);
  return {*insertBefore(S, Text)};
}

std::optional<Edit> Statements::behind(const Stmt *S,
                                       llvm::StringRef Text) const {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(parentOf(S));
  if (!Block)
    return std::nullopt;
  const auto *Self = llvm::find(Block->body(), S);
  if (Self == Block->body_end())
    return std::nullopt;
  if (Self + 1 != Block->body_end())
    return insertBefore(Self[1], Text);
  SourceLocation End = Block->getRBracLoc();
  if (End.isMacroID())
    return std::nullopt;
  llvm::StringRef Indent = Lexer::getIndentationForLine(End, Sources);
  if (Sources.getSpellingColumnNumber(End) != Indent.size() + 1)
    return insertion(End, Text + " ");
  return insertion(End, "  " + Text + "\n" + Indent);
}

std::vector<Edit> Statements::atStartOf(const Stmt *Branch,
                                        llvm::StringRef Text) const {
  const auto *Block = dyn_cast<CompoundStmt>(Branch);
  if (!Block)
    return before(Branch, {Text.str()});
  if (Block->body_empty())
    return {};
  return before(*Block->body_begin(), {Text.str()});
}

std::optional<Edit> waitForDeviceBefore(const FunctionDecl &In, const Stmt &S) {
  auto At = startOfStatement(In, S);
  if (!At)
    return std::nullopt;
  llvm::StringRef Indentation =
      Lexer::getIndentationForLine(*At, In.getASTContext().getSourceManager());
  return Edit{CharSourceRange::getCharRange(*At, *At),
              (suggested::WaitForDevice + ";\n" + Indentation).str(),
              /*Safe=*/false};
}

} // namespace warplint

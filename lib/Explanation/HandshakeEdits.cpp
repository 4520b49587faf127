//===--- HandshakeEdits.cpp - Edits that mend handshakes -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation/HandshakeEdits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

using Kind = HandshakeFault::Kind;

std::string fenceFor(Scope Needed) {
  return (Needed == Scope::System ? suggested::SystemFence
          : Needed >= Scope::Grid ? suggested::DeviceFence
                                  : suggested::BlockFence)
      .str();
}

static llvm::StringRef scopeFor(Scope Needed) {
  return Needed == Scope::System ? suggested::SystemScope
         : Needed >= Scope::Grid ? suggested::DeviceScope
                                 : suggested::BlockScope;
}

namespace {

/// The statements of one unit, and lines of their own among them.
class Statements {
public:
  explicit Statements(ASTContext &Context)
      : Context(Context), Sources(Context.getSourceManager()) {}

  const Stmt *parentOf(const Stmt *S) const {
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

  /// The statement of a block that \p S is evaluated in, once and whenever that
  /// statement is reached; null if there is none.
  const Stmt *inBlock(const Stmt *S) const {
    while (S) {
      const Stmt *Parent = parentOf(S);
      if (isa_and_nonnull<CompoundStmt>(Parent))
        return S;
      // Before a loop is not in it; before the arm of a branch is not in the
      // arm.
      if (!Parent ||
          isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, LambdaExpr>(Parent))
        return nullptr;
      if (const auto *If = dyn_cast<IfStmt>(Parent))
        if (If->getCond() != S)
          return nullptr;
      S = Parent;
    }
    return nullptr;
  }

  /// The innermost loop around \p S, or \p S itself; null if there is none.
  const Stmt *loopAround(const Stmt *S) const {
    while (S && !isa<ForStmt, WhileStmt, DoStmt>(S))
      S = parentOf(S);
    return S;
  }

  std::optional<Edit> before(const Stmt *S, llvm::StringRef Text) const {
    if (!S || S->getBeginLoc().isMacroID())
      return std::nullopt;
    SourceLocation At = S->getBeginLoc();
    return insertion(At,
                     Text + "\n" + Lexer::getIndentationForLine(At, Sources));
  }

  /// Behind \p S, which stands in a block.
  std::optional<Edit> behind(const Stmt *S, llvm::StringRef Text) const {
    const auto *Block = dyn_cast_or_null<CompoundStmt>(parentOf(S));
    if (!Block)
      return std::nullopt;
    const auto *Self = llvm::find(Block->body(), S);
    if (Self == Block->body_end())
      return std::nullopt;
    if (Self + 1 != Block->body_end())
      return before(Self[1], Text);
    SourceLocation End = Block->getRBracLoc();
    if (End.isMacroID())
      return std::nullopt;
    llvm::StringRef Indent = Lexer::getIndentationForLine(End, Sources);
    if (Sources.getSpellingColumnNumber(End) != Indent.size() + 1)
      return insertion(End, Text + " ");
    return insertion(End, "  " + Text + "\n" + Indent);
  }

  bool comesBefore(const Stmt *Early, const Stmt *Late) const {
    return Sources.isBeforeInTranslationUnit(Early->getBeginLoc(),
                                             Late->getBeginLoc());
  }

private:
  static Edit insertion(SourceLocation At, const llvm::Twine &Text) {
    Edit Made;
    Made.Range = CharSourceRange::getCharRange(At, At);
    Made.Replacement = Text.str();
    Made.Safe = true;
    return Made;
  }

  ASTContext &Context;
  const SourceManager &Sources;
};

} // namespace

/// In the thread that has observed, before it reads.
static std::optional<Edit> fenceBehind(const KernelFacts &Facts,
                                       const Statements &In,
                                       const HandshakeFault &Fault,
                                       llvm::StringRef Text) {
  const Event &Observed = *Fault.signal().At, &Read = *Fault.access().At;
  const Node *End = nullptr;
  if (Facts.get<Handshakes>().waitingLoop(Fault.signal(), End)) {
    const Stmt *Loop = In.loopAround(Observed.Site);
    bool Leaves =
        Loop && End->terminator() && In.loopAround(End->terminator()) == Loop;
    return Leaves ? In.behind(Loop, Text) : std::nullopt;
  }
  const Stmt *Reading = In.inBlock(Read.Site);
  if (Fault.BehindBarrier || Read.Owner != Observed.Owner || !Reading ||
      !In.comesBefore(Observed.Site, Reading))
    return std::nullopt;
  return In.before(Reading, Text);
}

static std::optional<Edit> wideFence(const HandshakeFault &Fault) {
  const auto *Call = dyn_cast<CallExpr>(Fault.Fence->Site);
  if (!Call || Call->getBeginLoc().isMacroID() || Call->getEndLoc().isMacroID())
    return std::nullopt;
  SourceRange Range = Call->getSourceRange();
  std::string Text = fenceFor(Fault.Of->Needed);
  if (Call->getNumArgs()) {
    int Position = Fault.Fence->Op->Entry->ScopeArg;
    if (Position < 0 || unsigned(Position) >= Call->getNumArgs())
      return std::nullopt;
    const Expr *Named = Call->getArg(Position);
    if (!isa<DeclRefExpr>(Named->IgnoreImplicit()) ||
        Named->getBeginLoc().isMacroID())
      return std::nullopt;
    Range = Named->getSourceRange();
    Text = scopeFor(Fault.Of->Needed).str();
  }
  return Edit{CharSourceRange::getTokenRange(Range), Text, /*Safe=*/true};
}

void addFence(Finding &F, const KernelFacts &Facts,
              const HandshakeFault &Fault) {
  std::optional<Edit> Made;
  Statements In(Facts.context());
  std::string Text = fenceFor(Fault.Of->Needed) + ";";
  if (Fault.K == Kind::NarrowFence)
    Made = wideFence(Fault);
  else if (Fault.K == Kind::NoFence && Fault.Side == Direction::Acquire)
    Made = fenceBehind(Facts, In, Fault, Text);
  else if (Fault.K == Kind::NoFence && !Fault.NotWaitedFor)
    Made = In.before(In.inBlock(Fault.signal().At->Site), Text);
  if (Made)
    F.Edits.push_back(std::move(*Made));
}

} // namespace warplint

//===--- TicketFixIts.cpp - Counters set back for the next launch ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/TicketFixIts.h"
#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/Detectors/MemoryOrdering/TicketResets.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Diagnostics/StatementFixIts.h"
#include "Support/Checked.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

/// Text that names \p Count's counter wherever its variable is known: `count`,
/// `counts[3]`; empty if it is another.
static std::string nameOfCounter(const MemoryOperation &Count,
                                 const Statements &In) {
  const Expr *Address = Count.At->Op ? Count.At->Op->Object : nullptr;
  if (!Address || !Address->getType()->isPointerType())
    return "";
  const auto *Taken = dyn_cast<UnaryOperator>(Address->IgnoreParenImpCasts());
  if (!Taken || Taken->getOpcode() != UO_AddrOf)
    return "";
  const Expr *At = Taken->getSubExpr()->IgnoreParens();
  while (const auto *Element = dyn_cast<ArraySubscriptExpr>(At)) {
    if (!isa<IntegerLiteral>(Element->getIdx()->IgnoreParenImpCasts()))
      return "";
    At = Element->getBase()->IgnoreParenImpCasts();
  }
  const auto *Named = dyn_cast<DeclRefExpr>(At);
  const auto *Var = Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
  return Var && Var->hasGlobalStorage() ? In.textOf(*Taken->getSubExpr()) : "";
}

/// The comparison \p Wanted, which recognizes the last arrival, in the source
/// of \p Owner's function; null if it is not there.
static const BinaryOperator *comparisonIn(const Stmt *S,
                                          const CallContext &Owner,
                                          const Term *Wanted,
                                          const KernelFacts &Facts) {
  if (const auto *Found = dyn_cast<BinaryOperator>(S))
    if (Found->isEqualityOp() && Facts.values().valueOf(Owner, Found) == Wanted)
      return Found;
  for (const Stmt *Child : S->children())
    if (const BinaryOperator *Found =
            Child ? comparisonIn(Child, Owner, Wanted, Facts) : nullptr)
      return Found;
  return nullptr;
}

/// Nothing behind \p Branch is reached from it.
static bool leaves(const Stmt *Branch) {
  if (const auto *Block = dyn_cast<CompoundStmt>(Branch))
    return !Block->body_empty() && leaves(Block->body_back());
  return isa<ReturnStmt>(Branch);
}

/// The variable that is set to \p Test, and the statement that sets it; null if
/// there is none.
static std::pair<const NamedDecl *, const Stmt *>
keptIn(const BinaryOperator &Test, const Statements &In) {
  const Stmt *Holder = &Test, *Parent = In.parentOf(Holder);
  while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(Parent)) {
    Holder = Parent;
    Parent = In.parentOf(Holder);
  }
  if (const auto *Declares = dyn_cast_or_null<DeclStmt>(Parent))
    if (Declares->isSingleDecl())
      if (const auto *Var = dyn_cast<VarDecl>(Declares->getSingleDecl()))
        return {Var, Declares};
  if (const auto *Assigns = dyn_cast_or_null<BinaryOperator>(Parent))
    if (Assigns->getOpcode() == BO_Assign && Assigns->getRHS() == Holder)
      if (const auto *Var =
              dyn_cast<DeclRefExpr>(Assigns->getLHS()->IgnoreParens()))
        return {Var->getDecl(), Assigns};
  return {nullptr, nullptr};
}

/// Where \p Test, which only the last arrival of the grid meets (or fails, if
/// it is an inequality), has been decided.
static std::vector<Edit> storeBehind(const BinaryOperator &Test,
                                     const std::string &Store,
                                     const Statements &In) {
  bool Equal = Test.getOpcode() == BO_EQ;
  const Stmt *Whole = &Test, *Parent = In.parentOf(Whole);
  while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(Parent)) {
    Whole = Parent;
    Parent = In.parentOf(Whole);
  }
  std::vector<Edit> Made;
  if (const auto *If = dyn_cast_or_null<IfStmt>(Parent)) {
    if (If->getCond() != Whole)
      return {};
    if (Equal)
      return In.atStartOf(If->getThen(), Store);
    if (If->getElse())
      return In.atStartOf(If->getElse(), Store);
    if (leaves(If->getThen()) && In.inBlock(If) == If)
      if (std::optional<Edit> Behind = In.behind(If, Store))
        Made.push_back(*Behind);
    return Made;
  }
  auto [Var, Holder] = keptIn(Test, In);
  if (!Var || In.around(Holder) != Holder)
    return {};
  std::string Guarded = "if (" + std::string(Equal ? "" : "!") +
                        Var->getNameAsString() + ") " + Store;
  if (In.inBlock(Holder))
    if (std::optional<Edit> Behind = In.behind(Holder, Guarded))
      Made.push_back(*Behind);
  return Made;
}

/// The limit of a count that wraps, moved to the value that is compared with.
static std::vector<Edit> rightLimit(const memoryorder::UnresetTicket &Ticket,
                                    const Statements &In) {
  const SyncOp *Op = Ticket.Counter->Count->At->Op;
  const Expr *Limit = Op ? Op->Value : nullptr;
  std::string Text = Limit ? In.textOf(*Limit) : "";
  if (Text.empty())
    return {};
  const Expr *Bare = Limit->IgnoreParenImpCasts();
  const auto *Sum = dyn_cast<BinaryOperator>(Bare);
  bool Simple = isa<DeclRefExpr, MemberExpr, IntegerLiteral, CallExpr,
                    PseudoObjectExpr, ParenExpr>(Limit->IgnoreImpCasts()) ||
                (Sum && (Sum->isAdditiveOp() || Sum->isMultiplicativeOp()));
  if (!Simple)
    Text = "(" + Text + ")";
  Edit Made;
  Made.Range = CharSourceRange::getTokenRange(Limit->getSourceRange());
  Made.Replacement = Text + (Ticket.Excess > 0 ? " - " : " + ") +
                     std::to_string(base::magnitude(Ticket.Excess));
  Made.Safe = true;
  return {Made};
}

void addReset(Finding &F, const KernelFacts &Facts,
              const memoryorder::UnresetTicket &Ticket) {
  Statements In(Facts.context());
  const MemoryOperation &Count = *Ticket.Counter->Count;
  const CallContext &Owner = *Count.At->Owner;
  // A reset that is in the wrong place would have to go as well.
  if (Ticket.Early)
    return;
  if (Ticket.Excess) {
    F.Edits = rightLimit(Ticket, In);
    return;
  }
  std::string Name = nameOfCounter(Count, In);
  const Stmt *Body = Owner.function().getBody();
  if (Name.empty() || !Body)
    return;
  std::string Store = Name + " = 0;";
  const BinaryOperator *Test =
      comparisonIn(Body, Owner, Ticket.Counter->Comparison, Facts);
  if (Test && !Ticket.Leaving)
    F.Edits = storeBehind(*Test, Store, In);
}

} // namespace warplint

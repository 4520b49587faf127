//===--- TicketResets.cpp - Counters that work for one launch -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Handshakes/TicketResets.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace warplint {

namespace {

/// Whether a variable is named outside given functions.
class OtherUse : public RecursiveASTVisitor<OtherUse> {
public:
  OtherUse(const VarDecl &Var,
           const llvm::SmallPtrSetImpl<const FunctionDecl *> &Known)
      : Var(Var), Known(Known) {}

  bool TraverseFunctionDecl(FunctionDecl *F) {
    return Known.count(F->getCanonicalDecl()) ||
           RecursiveASTVisitor::TraverseFunctionDecl(F);
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) {
    return Known.count(F->getCanonicalDecl()) ||
           RecursiveASTVisitor::TraverseCXXMethodDecl(F);
  }
  /// False, which ends the walk, at the first use.
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    return Ref->getDecl()->getCanonicalDecl() != Var.getCanonicalDecl();
  }

private:
  const VarDecl &Var;
  const llvm::SmallPtrSetImpl<const FunctionDecl *> &Known;
};

} // namespace

static bool isUsedElsewhere(const KernelFacts &Facts, const VarDecl &Var) {
  llvm::SmallPtrSet<const FunctionDecl *, 16> Known;
  for (const Node *N : Facts.cfg().order()) {
    const FunctionDecl &F = N->owner().function();
    Known.insert(F.getCanonicalDecl());
    if (const FunctionDecl *Pattern = F.getTemplateInstantiationPattern())
      Known.insert(Pattern->getCanonicalDecl());
  }
  OtherUse Use(Var, Known);
  for (Decl *D : Facts.context().getTranslationUnitDecl()->decls())
    if (Facts.code().isUserCode(D->getLocation()) && !Use.TraverseDecl(D))
      return true;
  return false;
}

/// A store, or an update that can take the count back.
static bool setsBack(const MemoryOperation &Op) {
  return Op.Writes && Op.update() != AtomicUpdate::Add &&
         Op.update() != AtomicUpdate::Increment;
}

std::vector<UnresetTicket> unresetTickets(const KernelFacts &Facts) {
  std::vector<UnresetTicket> Result;
  const Handshakes &Signals = Facts.get<Handshakes>();
  for (const TicketCounter &Ticket : Signals.tickets()) {
    const MemoryOperation &Count = *Ticket.Count;
    bool Wraps = Count.update() == AtomicUpdate::Increment;
    if (!Ticket.Last || (Count.update() != AtomicUpdate::Add && !Wraps) ||
        Count.Object->kind() != TermKind::Variable ||
        llvm::any_of(Signals.operations(), [&](const MemoryOperation &Op) {
          return Op.Object == Count.Object && setsBack(Op);
        }))
      continue;
    UnresetTicket Found{&Ticket, 0};
    if (Wraps) {
      if (!Ticket.Excess || !Ticket.Excess->isConstant() ||
          Ticket.Excess->isConstant(0))
        continue;
      Found.Excess = Ticket.Excess->value();
    }
    const auto *Var = dyn_cast<VarDecl>(Count.Object->decl());
    if (Var && Var->hasDefinition() != VarDecl::DeclarationOnly &&
        !isUsedElsewhere(Facts, *Var))
      Result.push_back(Found);
  }
  return Result;
}

} // namespace warplint

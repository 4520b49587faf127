//===--- TicketResets.cpp - Counters that work for one launch -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/TicketResets.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Assumptions/Assumptions.h"
#include "Syntax/TreeVisitor.h"

using namespace clang;

namespace warplint::memoryorder {

namespace {

/// Whether a variable is named outside given functions.
class OtherUse : public syntax::TreeVisitor {
public:
  OtherUse(const VarDecl &Var,
           const llvm::SmallPtrSetImpl<const FunctionDecl *> &Known)
      : Var(Var), Known(Known) {}

  Traversal enter(Decl &D) override {
    const auto *F = dyn_cast<FunctionDecl>(&D);
    return F && Known.count(F->getCanonicalDecl()) ? Traversal::Beside
                                                   : Traversal::Into;
  }
  /// False, which ends the walk, at the first use.
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
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
  for (Decl *D : Facts.code().topLevel())
    if (!Use.TraverseDecl(D))
      return true;
  return false;
}

/// A store, or an update that can take the count back.
static bool setsBack(const MemoryOperation &Op) {
  return Op.Writes && Op.update() != AtomicUpdate::Add &&
         Op.update() != AtomicUpdate::Increment;
}

/// All blocks wait for one another somewhere.
static bool waitsForGrid(const KernelFacts &Facts) {
  for (const Event &E : Facts.cfg().events())
    if (E.isSync(SyncKind::Barrier) && E.Op->Scope >= Scope::Grid)
      return true;
  return false;
}

/// A return of a whole block behind the count and in front of \p Reset, under a
/// branch that decides over both.
static const Node *leavesBefore(const MemoryOperation &Reset,
                                const MemoryOperation &Count,
                                const KernelFacts &Facts) {
  const CfgView &View = Facts.paths();
  std::vector<const Node *> OverReset = View.allControls(Reset.node());
  for (const Node *Leaving : Facts.cfg().order()) {
    if (!endsThread(Facts.cfg(), *Leaving) ||
        View.dominates(Reset.node(), *Leaving))
      continue;
    llvm::ArrayRef<const Node *> Over = View.controls(*Leaving);
    // The test for the last block lies between the count and the other test.
    for (const Node *Branch : Over)
      if (llvm::is_contained(OverReset, Branch) &&
          Facts.uniformity().isUniformBranch(*Branch, Scope::Block) &&
          llvm::any_of(View.allControls(*Branch), [&](const Node *Test) {
            return Test != Branch &&
                   Facts.get<Reachability>().reaches(Count.node(), *Test);
          }))
        return Leaving;
  }
  return nullptr;
}

/// Says why what sets the counter back is not enough; false if it is.
static bool isMisplaced(llvm::ArrayRef<const MemoryOperation *> Resets,
                        const KernelFacts &Facts, UnresetTicket &Found) {
  const MemoryOperation &Count = *Found.Counter->Count;
  const auto &Reaches = Facts.get<Reachability>();
  if (llvm::none_of(Resets, [&](const MemoryOperation *Reset) {
        return Reaches.leadsTo(*Count.At, *Reset->At);
      })) {
    if (Facts.terms().launch().gridSize() == 1 || waitsForGrid(Facts))
      return false;
    Found.Early = Resets.front();
    return true;
  }
  if (Resets.size() == 1)
    Found.Leaving = leavesBefore(*Resets.front(), Count, Facts);
  return Found.Leaving;
}

std::vector<UnresetTicket> unresetTickets(const KernelFacts &Facts) {
  std::vector<UnresetTicket> Result;
  const Handshakes &Signals = Facts.get<Handshakes>();
  llvm::DenseMap<const Term *, llvm::SmallVector<const MemoryOperation *, 2>>
      ResetsOf;
  for (const MemoryOperation &Op : Signals.operations())
    if (setsBack(Op))
      ResetsOf[Op.Object].push_back(&Op);
  llvm::DenseMap<const VarDecl *, bool> UsedElsewhere;
  const bool IsAgain = Facts.assumptions().isOn(Assumption::LaunchedAgain),
             IsFirst = Facts.assumptions().isOn(Assumption::FirstLaunch);
  for (const TicketCounter &Ticket : Signals.tickets()) {
    const MemoryOperation &Count = *Ticket.Count;
    bool Wraps = Count.update() == AtomicUpdate::Increment;
    const VarDecl *Var = variableAt(Count.Object);
    if (!Ticket.Last || (Count.update() != AtomicUpdate::Add && !Wraps) ||
        (Wraps && Ticket.Excess && Ticket.Excess->isConstant(0)))
      continue;
    UnresetTicket Found;
    Found.Counter = &Ticket;
    if (auto Resets = ResetsOf.find(Count.Object); Resets != ResetsOf.end()) {
      if (isMisplaced(Resets->second, Facts, Found) && (Found.Early || IsAgain))
        Result.push_back(Found);
      continue;
    }
    if (!Var)
      continue;
    if (Wraps) {
      Found.Excess = numberOf(Ticket.Excess).value_or(0);
      if (!Found.Excess)
        continue;
    }
    // Too early is wrong in the first launch.
    if (Found.Excess < 0 ? !IsFirst : !IsAgain)
      continue;
    if (Var->hasDefinition() == VarDecl::DeclarationOnly)
      continue;
    auto [Elsewhere, New] = UsedElsewhere.try_emplace(Var);
    if (New)
      Elsewhere->second = isUsedElsewhere(Facts, *Var);
    if (!Elsewhere->second)
      Result.push_back(Found);
  }
  return Result;
}

} // namespace warplint::memoryorder

//===--- DivergentBarrier.cpp - warplint-divergent-barrier -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier waits for every thread of its scope that has not exited. Reached
// under a condition on which those threads do not agree, it makes some wait for
// others that never come, or pairs with another barrier (CUDA Programming
// Guide, "Synchronization Functions"; guideline 1.14).
//
//===----------------------------------------------------------------------===//

#include "checks/Check.h"
#include "Explanation/Explanation.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint {

namespace {

class DivergentBarrier : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;

private:
  Finding report(const KernelFacts &Facts, const Node &Branch,
                 llvm::ArrayRef<const Event *> Barriers) const;
};

} // namespace

/// Arrivals on the barrier object of \p E, \p E among them.
static unsigned countArrivals(const KernelFacts &Facts, const Event &E,
                              bool &CountIsBlockSize) {
  unsigned Arrivals = 0;
  const Term *Object = rootOf(E.Address);
  for (const Node *N : Facts.program().order())
    for (const Event &Other : N->Events) {
      if (Other.K != Event::Kind::Sync || !Other.Address ||
          rootOf(Other.Address) != Object)
        continue;
      if (Other.Op->Kind == SyncKind::ObjectInit && Other.Value)
        CountIsBlockSize |= Other.Value->isIdentity(IdentityKind::BlockSize) ||
                            Other.Value->isIdentity(IdentityKind::BlockDim) ||
                            Other.Value->isConstant(
                                Facts.terms().launch().blockSize());
      Arrivals += Other.Op->Kind == SyncKind::ObjectArrive ||
                  Other.Op->Kind == SyncKind::ObjectArriveAndWait ||
                  Other.Op->Kind == SyncKind::ObjectArriveAndDrop ||
                  Other.Op->Kind == SyncKind::ObjectArriveExpectTx;
    }
  return Arrivals;
}

/// The operation needs every thread of its scope to come to this very place.
static bool needsAll(const KernelFacts &Facts, const Event &E) {
  if (E.K != Event::Kind::Sync || E.Op->Scope < Scope::Block)
    return false;
  switch (E.Op->Kind) {
  case SyncKind::Barrier:
  case SyncKind::BarrierArrive:
  case SyncKind::BarrierWait:
    return E.Op->Participants == Participation::AllOfScope && !E.Op->Counted;
  case SyncKind::ObjectArriveAndWait: {
    // A barrier object counts arrivals wherever they happen: only if this is
    // the one place to arrive must all threads come here.
    bool CountIsBlockSize = false;
    return E.Address && E.Op->Scope == Scope::Block &&
           countArrivals(Facts, E, CountIsBlockSize) == 1 && CountIsBlockSize;
  }
  default:
    return false;
  }
}

void DivergentBarrier::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  // One finding per branch: the barriers under it fail for one reason.
  llvm::MapVector<const Node *, std::vector<const Event *>> ByBranch;
  for (const Node *N : Facts.program().order())
    for (const Event &E : N->Events) {
      if (!needsAll(Facts, E))
        continue;
      auto Over = Facts.convergence().divergentControls(*N, E.Op->Scope);
      if (!Over.empty())
        ByBranch[Over.front()].push_back(&E);
    }
  const SourceManager &SM = Facts.context().getSourceManager();
  for (auto &[Branch, Barriers] : ByBranch) {
    llvm::stable_sort(Barriers, [&](const Event *L, const Event *R) {
      return SM.isBeforeInTranslationUnit(L->Site->getBeginLoc(),
                                          R->Site->getBeginLoc());
    });
    Out.add(report(Facts, *Branch, Barriers));
  }
}

Finding DivergentBarrier::report(const KernelFacts &Facts, const Node &Branch,
                                 llvm::ArrayRef<const Event *> Barriers) const {
  const Event &First = *Barriers.front();
  Scope S = First.Op->Scope;
  Explanation Words(Facts);
  ShownAt At = Words.inFrame(*First.Owner, First.Site, Branch.owner());
  std::string Where;
  if (At.Site != First.Site)
    for (const Activation *Up = First.Owner; Up; Up = Up->caller())
      if (Up->callSite() == At.Site)
        Where = " in '" + Up->function().getNameAsString() + "'";
  std::string Who =
      S == Scope::Block ? "threads of the block" : ("threads of the " + nameOf(S)).str();
  Finding F = makeFinding(At.Loc, "'" + First.Op->Spelling + "'" + Where +
                                      " is reached by only some " + Who);
  Words.addBranch(F.Notes, Branch, At, S);
  Words.addWitness(F.Notes, Branch);
  if (At.Site != First.Site &&
      Facts.code().isUserCode(First.Site->getBeginLoc())) {
    Words.addCalls(F.Notes, At, *First.Owner);
    F.Notes.push_back({First.Site->getBeginLoc(), "the barrier is here"});
  }
  for (const Event *Other : Barriers.drop_front()) {
    ShownAt There = Words.inFrame(*Other->Owner, Other->Site, Branch.owner());
    if (There.Site == At.Site || F.Notes.size() > 8)
      continue;
    F.Notes.push_back({There.Loc, "'" + Other->Op->Spelling +
                                      "' here depends on the same branch; a "
                                      "barrier completes only when all " +
                                      Who + " come to the same one"});
  }
  F.Notes.push_back(
      {At.Loc, "let all " + Who +
                   " reach the barrier: put the condition around the work "
                   "before and after it, not around the barrier"});
  return F;
}

std::unique_ptr<Check> makeDivergentBarrier(const CheckInfo &Info) {
  return std::make_unique<DivergentBarrier>(Info);
}

} // namespace warplint

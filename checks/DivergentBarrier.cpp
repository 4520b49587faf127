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

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/Participation/SplitWaits.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/TimelineMessages.h"
#include "checks/Check.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include <map>

using namespace clang;

namespace warplint {
using namespace participation;
namespace {

using EventList = std::vector<const Event *>;
/// Barriers by the successor of the branch through which they are reached.
using BySuccessor = std::map<std::optional<unsigned>, EventList>;
using BranchBarriers = llvm::MapVector<const Node *, BySuccessor>;
using EventLists = std::vector<const EventList *>;

/// Barriers on other successors of \p Branch or of an operand of its condition.
EventLists otherPath(const KernelFacts &Facts, const Node &Branch,
                     const Event &Barrier, const BranchBarriers &ByBranch) {
  auto IsOperand = [](const Node &N) {
    return isa_and_nonnull<BinaryOperator>(N.terminator());
  };
  auto Parts = [&](const Node &By, const Event &Other) {
    auto Here = Facts.paths().successorTo(By, *Barrier.At),
         There = Facts.paths().successorTo(By, *Other.At);
    return Here && There && Here != There;
  };
  EventLists Found;
  for (const auto &[Other, Successors] : ByBranch)
    for (const auto &[Successor, Barriers] : Successors)
      if (Other == &Branch ? !llvm::is_contained(Barriers, &Barrier)
                           : &Other->owner() == &Branch.owner() &&
                                 (IsOperand(*Other) || IsOperand(Branch)) &&
                                 (Parts(Branch, *Barriers.front()) ||
                                  Parts(*Other, *Barriers.front())))
        Found.push_back(&Barriers);
  return Found;
}

class DivergentBarrier : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;

private:
  Finding report(const KernelFacts &Facts, const Node &Branch,
                 const EventList &Barriers, const EventLists &Others) const;
};

} // namespace

void DivergentBarrier::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  // One finding per successor: the barriers in it fail for one reason.
  BranchBarriers ByBranch;
  for (const Event &E : Facts.cfg().events()) {
    if (!needsAllThreads(Facts, E))
      continue;
    auto Over = divergentBranches(Facts, E);
    if (!Over.empty())
      ByBranch[Over.front()][Facts.paths().successorTo(*Over.front(), *E.At)]
          .push_back(&E);
  }
  const SourceManager &SM = Facts.context().getSourceManager();
  for (auto &[Branch, Successors] : ByBranch)
    for (auto &[Successor, Barriers] : Successors)
      llvm::stable_sort(Barriers, [&](const Event *L, const Event *R) {
        return SM.isBeforeInTranslationUnit(L->Site->getBeginLoc(),
                                            R->Site->getBeginLoc());
      });
  for (auto &[Branch, Successors] : ByBranch)
    for (auto &[Successor, Barriers] : Successors) {
      bool WarpsStayWhole = takeOneSuccessor(*Branch, Scope::Warp, Facts);
      auto Others = otherPath(Facts, *Branch, *Barriers.front(), ByBranch);
      if (llvm::none_of(Others, [&, &Here = Barriers](const EventList *There) {
            return meetAtOneBarrier(Here, *There, WarpsStayWhole);
          }))
        Out.add(report(Facts, *Branch, Barriers, Others));
    }
}

Finding DivergentBarrier::report(const KernelFacts &Facts, const Node &Branch,
                                 const EventList &Barriers,
                                 const EventLists &Others) const {
  const Event &First = *Barriers.front();
  Scope S = First.Op->Scope;
  Explanation Words(Facts);
  auto Shown = [&](const Event &E) {
    return Words.inFrame(*E.Owner, E.Site, Branch.owner());
  };
  MessagePlace At = Shown(First);
  std::string Who = ("threads of the " + nameOf(S)).str();
  Finding F = makeFinding(At.Loc, "'" + First.Op->Spelling + "'" +
                                      Words.calledIn(At, First) +
                                      " is reached by only some " + Who);
  F.Sure = both(certaintyOf(Branch, Facts), certaintyAt(Facts, {First.At}));
  Words.addBranch(F.Notes, Branch, At, S);
  Words.addWitness(F, Branch);
  F.Map = mapOfBarrier(F, Facts, First);
  if (At.Site != First.Site)
    Words.addCalls(F.Notes, At, First, "the barrier is here");
  for (const Event *Other : llvm::ArrayRef(Barriers).drop_front().take_front(3))
    if (MessagePlace There = Shown(*Other); There.Site != At.Site)
      F.Notes.push_back(
          {There.Loc,
           "'" + Other->Op->Spelling + "' here depends on the same branch",
           NoteRole::Operation});
  for (const EventList *Other : llvm::ArrayRef(Others).take_front(3))
    F.Notes.push_back({Shown(*Other->front()).Loc,
                       "threads that go the other way wait here instead, at "
                       "another barrier",
                       NoteRole::Operation});
  F.Notes.push_back(
      {At.Loc,
       "all " + Who + " must reach the same barrier: " +
           (!Others.empty() ? "end the branch before it and wait once for both "
                              "sides"
                            : "put the condition around the work before and "
                              "after it, not around the barrier"),
       NoteRole::Advice});
  return F;
}

std::unique_ptr<Check> makeDivergentBarrier(const CheckInfo &Info) {
  return std::make_unique<DivergentBarrier>(Info);
}

} // namespace warplint

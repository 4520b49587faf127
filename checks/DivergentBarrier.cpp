//===--- DivergentBarrier.cpp - warplint-divergent-barrier -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier waits for all threads of its scope that have not exited. Where
// these disagree, some wait in vain, or another barrier counts
// (guideline 1.14).
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Detectors/EarlyExit/ExitedThreads.h"
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
};

} // namespace

static void explain(Finding &F, const KernelFacts &Facts, const Node &Branch,
                    const EventList &Barriers, const EventLists &Others) {
  const Event &First = *Barriers.front();
  Scope S = First.Op->Scope;
  Explanation Words(Facts);
  auto Shown = [&](const Event &E) {
    return Words.inFrame(*E.Owner, E.Site, Branch.owner());
  };
  MessagePlace At = Shown(First);
  std::string Who = ("threads of the " + nameOf(S)).str();
  F.Loc = At.Loc;
  F.Message = "'" + First.Op->Spelling + "'" + Words.calledIn(At, First) +
              " is reached by only some " + Who;
  F.Sure = both(certaintyOf(Branch, Facts), certaintyAt(Facts, {First.At}));
  Words.addBranch(F, Branch, At, S);
  Words.addWitness(F, Branch);
  F.Map = mapOfBarrier(F, Facts, First);
  if (At.Site != First.Site)
    Words.addCalls(F.Notes, At, First, "the barrier is here");
  auto Add = [&](const MessagePlace &There, std::string Text,
                 NoteRole Role = NoteRole::Operation) {
    F.Notes.push_back({There.Loc, std::move(Text), Role});
  };
  for (const Event *Other : llvm::ArrayRef(Barriers).drop_front().take_front(3))
    if (MessagePlace There = Shown(*Other); There.Site != At.Site)
      Add(There,
          "'" + Other->Op->Spelling + "' here depends on the same branch");
  for (const EventList *Other : llvm::ArrayRef(Others).take_front(3))
    Add(Shown(*Other->front()),
        "threads that go the other way wait here instead, at another barrier");
  Add(At,
      "all " + Who + " must reach the same barrier: " +
          (!Others.empty() ? "end the branch before it and wait once for both "
                             "sides"
                           : "put the condition around the work before and "
                             "after it, not around the barrier"),
      NoteRole::Advice);
}

void DivergentBarrier::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  // One finding per successor: the barriers in it fail for one reason.
  BranchBarriers ByBranch;
  auto IsBefore = [&SM = Facts.context().getSourceManager()](auto *L, auto *R) {
    return SM.isBeforeInTranslationUnit(L->Site->getBeginLoc(),
                                        R->Site->getBeginLoc());
  };
  for (const Event &E : Facts.cfg().events()) {
    if (!needsAllThreads(Facts, E))
      continue;
    auto Over = divergentBranches(Facts, E);
    if (Over.empty())
      continue;
    auto Successor = Facts.paths().successorTo(*Over.front(), *E.At);
    EventList &Same = ByBranch[Over.front()][Successor];
    Same.insert(llvm::upper_bound(Same, &E, IsBefore), &E);
  }
  earlyexit::SkippedBarriers Skipped(Facts);
  for (auto &[Branch, Successors] : ByBranch)
    for (auto &[Successor, Barriers] : Successors) {
      bool WarpsStayWhole = takeOneSuccessor(*Branch, Scope::Warp, Facts);
      auto Others = otherPath(Facts, *Branch, *Barriers.front(), ByBranch);
      if (llvm::any_of(Others, [&, &Here = Barriers](const EventList *There) {
            return meetAtOneBarrier(Here, *There, WarpsStayWhole);
          }))
        continue;
      Finding F = makeFinding({}, "");
      explain(F, Facts, *Branch, Barriers, Others);
      const bool DoWithout = Skipped.doWithout(Barriers);
      if (DoWithout || waitInPairs(Barriers, Facts)) {
        F.Kind = Category::Portability;
        F.Message += DoWithout ? ", and the others wait no more (portability)"
                               : ", and the others wait as often (portability)";
      }
      Out.add(std::move(F));
    }
}

std::unique_ptr<Check> makeDivergentBarrier(const CheckInfo &Info) {
  return std::make_unique<DivergentBarrier>(Info);
}

} // namespace warplint

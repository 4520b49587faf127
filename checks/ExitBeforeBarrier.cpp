//===--- ExitBeforeBarrier.cpp - warplint-exit-before-barrier -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that have left the kernel do not reach a barrier behind their exit.
// Since sm_70 a block barrier does without them; barriers that count, and code
// that reads what they should have written, do not.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/EarlyExit/ExitedThreads.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Participation/Participation.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/TargetMessages.h"
#include "Diagnostics/TimelineMessages.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class ExitBeforeBarrier : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

static std::string headline(const std::string &Name,
                            const earlyexit::ExitFault &Fault, bool WholeBlocks,
                            const GpuTargets &Targets) {
  std::string Some =
      (WholeBlocks ? "some blocks" : "some threads of the block") +
      std::string(" may have returned before ") + Name;
  switch (Fault.K) {
  case earlyexit::ExitFault::Kind::Tolerated:
    return Some + " (portability)";
  case earlyexit::ExitFault::Kind::OldTarget:
    return Some + ", which on " +
           targetsInWords(earlyexit::targetsOf(Fault.K, Targets), Targets) +
           " waits for them";
  case earlyexit::ExitFault::Kind::Counted:
    return Some + ", which waits for as many threads as the block had";
  case earlyexit::ExitFault::Kind::WiderScope:
    return Some + ", which waits for every thread";
  case earlyexit::ExitFault::Kind::MissingValues:
    return Some + ", and what they should have written is read after it";
  }
  llvm_unreachable("fault without words");
}

static std::string advice(const earlyexit::ExitFault &Fault) {
  switch (Fault.K) {
  case earlyexit::ExitFault::Kind::Tolerated:
    return "from " + firstWith(GpuFeature::IndependentThreadScheduling).str() +
           " on the barrier does not wait for them, before it does; "
           "to be portable, keep the threads and guard their work";
  case earlyexit::ExitFault::Kind::OldTarget:
  case earlyexit::ExitFault::Kind::Counted:
  case earlyexit::ExitFault::Kind::WiderScope:
  case earlyexit::ExitFault::Kind::MissingValues:
    return "keep the threads until after the last barrier and guard their work "
           "with the condition";
  }
  llvm_unreachable("fault without words");
}

void ExitBeforeBarrier::checkKernel(const KernelFacts &Facts,
                                    FindingList &Out) {
  Explanation Words(Facts);
  for (const earlyexit::ExitFault &Fault : earlyexit::findExitFaults(Facts)) {
    const Event &E = *Fault.Barrier;
    MessagePlace At =
        Words.inFrame(*E.Owner, E.Site, Fault.Exit.Branch->owner());
    bool WholeBlocks = participation::takeOneSuccessor(*Fault.Exit.Branch,
                                                       Scope::Block, Facts);
    Finding F = makeFinding(
        At.Loc, headline("'" + E.Op->Spelling + "'" + Words.calledIn(At, E),
                         Fault, WholeBlocks, Facts.targets()));
    if (Fault.K == earlyexit::ExitFault::Kind::Tolerated)
      F.Kind = Category::Portability;
    F.Sure = both(certaintyOf(*Fault.Exit.Branch, Facts),
                  certaintyAt(Facts, {E.At}));
    Words.addBranch(F, *Fault.Exit.Branch, At,
                    WholeBlocks ? E.Op->Scope : Scope::Block);
    Words.addWitness(F, *Fault.Exit.Branch);
    F.Map = mapOfBarrier(F, Facts, E);
    if (At.Site != E.Site)
      Words.addCalls(F.Notes, At, E, "the barrier is here");
    if (Fault.Write) {
      F.Notes.push_back(
          {Words.inUserCode(*Fault.Write->Owner, Fault.Write->Site).Loc,
           "each thread that stays writes its own element here",
           NoteRole::Operation});
      F.Notes.push_back(
          {Words.inUserCode(*Fault.Read->Owner, Fault.Read->Site).Loc,
           "other elements are read here", NoteRole::Operation});
    }
    addTargets(F, earlyexit::targetsOf(Fault.K, Facts.targets()),
               Facts.targets());
    F.Notes.push_back({At.Loc, advice(Fault), NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeExitBeforeBarrier(const CheckInfo &Info) {
  return std::make_unique<ExitBeforeBarrier>(Info);
}

} // namespace warplint

//===--- BarrierDropouts.cpp - Threads that stop arriving -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/Uniformity/Convergence.h"

namespace warplint::mbarriers {

namespace {

class DropoutScan {
public:
  explicit DropoutScan(const BarrierObjects &Objects)
      : Objects(Objects), Facts(Objects.facts()) {}

  std::vector<DropoutFault> run();

private:
  bool expectsBlock(const BarrierFamily &F) const;
  bool leavesWithoutArrival(const BarrierFamily &F, const Node &Branch,
                            const Node &Successor, const Node &End) const;
  void findExit(const BarrierFamily &F, const EarlyExit &Exit);
  void findLoopExit(const BarrierFamily &F, const BarrierOp &Arrival);

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  std::vector<DropoutFault> Faults;
};

} // namespace

/// Each thread of the block counts.
bool DropoutScan::expectsBlock(const BarrierFamily &F) const {
  if (F.Inits.size() != 1 || !F.Inits.front().E->Value)
    return false;
  const Term *Count = F.Inits.front().E->Value;
  ThreadValues Run(Facts.values());
  auto Blocks =
      scenarios::blockScenario(Facts, scenarios::BlockRule::WholeWarps)
          .blocks();
  if (Blocks.empty())
    Blocks = {Objects.exampleBlock()};
  return llvm::all_of(Blocks, [&](const auto &Block) {
    auto Expected = Run.run(Count, threadsOf(Block).front());
    return Expected && *Expected == Block[0] * Block[1] * Block[2];
  });
}

/// From \p Successor of \p Branch to \p End the thread neither arrives nor
/// drops out.
bool DropoutScan::leavesWithoutArrival(const BarrierFamily &F,
                                       const Node &Branch,
                                       const Node &Successor,
                                       const Node &End) const {
  if (&Successor == &Branch)
    return false;
  auto MayArrive = [&](const Event &E) {
    return E.isUnknown() || F.Arrivals.has(E);
  };
  return Typestate::marking(Facts.paths(), Successor, MayArrive).atEndOf(End) ==
         1;
}

static const clang::Stmt *returnOf(const Node &N) {
  const clang::Stmt *Found = nullptr;
  for (unsigned I = N.firstElement(); I < N.lastElement(); ++I)
    if (auto Statement = N.block()[I].getAs<clang::CFGStmt>())
      if (llvm::isa<clang::ReturnStmt>(Statement->getStmt()))
        Found = Statement->getStmt();
  return Found;
}

void DropoutScan::findExit(const BarrierFamily &F, const EarlyExit &Exit) {
  const Node &Branch = *Exit.Branch;
  auto Out = Facts.paths().successorTo(Branch, *Exit.At);
  if (!Out)
    return;
  llvm::ArrayRef<ViewNode *> Successors = Facts.paths().successors(Branch);
  if (!leavesWithoutArrival(F, Branch, *Successors[*Out]->Of, *Exit.At))
    return;
  for (const BarrierOp &Arrival : F.Arrivals) {
    const Node &There = *Arrival.E->At;
    bool Others = false;
    for (unsigned I = 0; I < Successors.size(); ++I)
      Others |= I != *Out && (Successors[I]->Of == &There ||
                              Objects.reaches(*Successors[I]->Of, There));
    bool Participated = Objects.reaches(There, Branch) || &There == &Branch;
    // Threads that were never part of it are exit-before-barrier's.
    if (!Others ||
        (!Participated && participation::needsAllThreads(Facts, *Arrival.E)))
      continue;
    Faults.push_back(
        {Arrival.E, F.Inits.front().E, &Branch, returnOf(*Exit.At)});
    return;
  }
}

/// A loop in which threads arrive until each has had enough.
void DropoutScan::findLoopExit(const BarrierFamily &F,
                               const BarrierOp &Arrival) {
  const Node &There = *Arrival.E->At;
  if (F.Arrivals.size() != 1 ||
      participation::needsAllThreads(Facts, *Arrival.E) ||
      !Objects.isInCycle(There))
    return;
  for (const Node *Branch :
       Facts.convergence().divergentControls(There, Scope::Block)) {
    auto Back = Facts.paths().successorTo(*Branch, There);
    llvm::ArrayRef<ViewNode *> Successors = Facts.paths().successors(*Branch);
    if (!Back || Successors.size() != 2 || !Objects.reaches(There, *Branch))
      continue;
    const Node &Out = *Successors[1 - *Back]->Of;
    if (Objects.reaches(Out, There) ||
        !leavesWithoutArrival(F, *Branch, Out, Facts.cfg().exit()))
      continue;
    Faults.push_back({Arrival.E, F.Inits.front().E, Branch, nullptr});
    return;
  }
}

std::vector<DropoutFault> DropoutScan::run() {
  for (const BarrierFamily &F : Objects.families()) {
    if (!isShared(F.place()) || !expectsBlock(F))
      continue;
    for (const EarlyExit &Exit : Facts.convergence().earlyExits())
      findExit(F, Exit);
    for (const BarrierOp &Arrival : F.Arrivals)
      findLoopExit(F, Arrival);
  }
  return std::move(Faults);
}

std::vector<DropoutFault> findDropouts(const KernelFacts &Facts) {
  return DropoutScan(Facts.get<BarrierObjects>()).run();
}

} // namespace warplint::mbarriers

//===--- Certainties.cpp - What findings rest on --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Certainties.h"
#include "Analysis/Dependence/Dependence.h"
#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/Detectors/Races/LockStep.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/Detectors/UninitializedShared/IterationWalk.h"
#include "Analysis/Detectors/WarpCollectives/LaneMasks.h"
#include "Analysis/KernelFacts/DecidedByLaunch.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "CudaModel/ChosenArguments.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Target/Warp.h"

namespace warplint {

Certainty certaintyAt(const KernelFacts &Facts,
                      llvm::ArrayRef<const Node *> Places) {
  return llvm::all_of(Places,
                      [&](const Node *N) {
                        return !N || dependsOnLaunchOnly(*N, Facts);
                      })
             ? Certainty::Proven
             : Certainty::Likely;
}

Certainty certaintyAt(const KernelFacts &Facts,
                      llvm::ArrayRef<const Event *> Events) {
  return llvm::all_of(Events,
                      [&](const Event *E) {
                        return !E || dependsOnLaunchOnly(*E->At, Facts);
                      })
             ? Certainty::Proven
             : Certainty::Likely;
}

Certainty certaintyOf(const Node &Branch, const KernelFacts &Facts) {
  return Branch.Branch && dependsOnLaunchOnly(Branch.Branch, Facts.values())
             ? Certainty::Proven
             : Certainty::Likely;
}

void setCertaintyAt(Finding &F, const KernelFacts &Facts,
                    llvm::ArrayRef<const Node *> Places) {
  F.Sure = certaintyAt(Facts, Places);
  std::optional<EvidenceItem> Reached;
  for (const Node *N : Places)
    for (const Node *Branch :
         N ? Facts.paths().allControls(*N) : std::vector<const Node *>()) {
      const Term *By = Branch->Branch
                           ? partBesideLaunch(Branch->Branch, Facts.values())
                           : nullptr;
      bool IsNamed = Reached && !Reached->Subject.empty();
      if (!IsNamed && (By || !Branch->Branch))
        Reached = itemsOf(Evidence({Assumption::ReachedByData, By})).front();
    }
  if (Reached)
    F.RestsOn.push_back(*Reached);
}

void setCertainty(Finding &F, const memoryorder::HandshakeFault &Fault,
                  const KernelFacts &Facts) {
  auto Place = [](const MemoryOperation *Op) {
    return Op ? Op->At->At : nullptr;
  };
  setCertaintyAt(F, Facts,
                 {Place(Fault.Of->Announcement), Place(Fault.Data.Write)});
  if (Fault.Of->Answer)
    F.Sure = Certainty::Likely;
}

Certainty certaintyOf(const collectives::WarpAtPoint &Shown) {
  return Shown.Given.empty() ? Certainty::Proven : Certainty::Likely;
}

static bool restsOnLockStep(const races::Race &R, const KernelFacts &Facts) {
  auto Together = [&](const Event &Access) {
    return Access.Volatile && Facts.convergence()
                                  .divergentControls(*Access.At, Scope::Warp)
                                  .empty();
  };
  return races::concernsLanesOnly(R) && !R.NextIteration &&
         Together(*R.First.Access) && Together(*R.Second.Access);
}

/// What is overwritten was read before all lanes gave each other values. Lanes
/// that wait for each other there have read by then; that reads and writes of
/// several lanes keep this order, nothing promises.
static bool readsBeforeAnExchange(const races::Race &R,
                                  const KernelFacts &Facts) {
  const Event &Read = *R.First.Access, &Write = *R.Second.Access;
  if (!races::concernsLanesOnly(R) ||
      R.K != races::Race::Kind::WriteAfterRead || Read.Op || Write.Op ||
      !Facts.get<Reachability>().leadsTo(Read, Write))
    return false;
  uninitialized::IterationWalk Behind(Facts, /*Counted=*/nullptr);
  Behind.walk(*Read.At, &Read - Read.At->Events.data() + 1,
              [](const Event &E, unsigned) {
                return E.isSync() && E.Op->exchangesValues() &&
                       !E.Op->Entry->Deprecated && !E.Op->Predicated &&
                       collectives::constantMask(E) == AllLanes;
              });
  return !Behind.reaches(Write);
}

Certainty certaintyOf(const races::Race &R, const KernelFacts &Facts) {
  if (restsOnLockStep(R, Facts) ||
      dependence::usesRestoredFieldsOnly(*R.First.Access, *R.Second.Access,
                                         Facts) ||
      readsBeforeAnExchange(R, Facts))
    return Certainty::Model;
  // A race in every launch that the code fits needs no certain one.
  bool Chooses = R.ChoosesData || !R.Given.empty() ||
                 llvm::any_of(R.RestsOn.assumed(), [](const auto &One) {
                   return One.Id != Assumption::Launch;
                 });
  return Chooses ? Certainty::Likely : Certainty::Proven;
}

/// Both accesses of \p R, in one block, elect one thread, whichever is the
/// last, and all threads learn of it behind a barrier.
static bool leavesAnyWinner(const races::Race &R, const KernelFacts &Facts) {
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  auto Concerns = [&](const Event *Access) {
    return Access == &First || Access == &Second;
  };
  std::array<int64_t, 3> Block;
  llvm::copy(R.BlockDim, Block.begin());
  return R.K == races::Race::Kind::WriteAfterWrite && !areOfTwoBlocks(R) &&
         dependence::electsOneThread(First, Second, threadsOf(Block), Facts) &&
         llvm::all_of(Facts.get<races::Races>().found(),
                      [&](const races::Race &Other) {
                        return Other.K == races::Race::Kind::WriteAfterWrite ||
                               (!Concerns(Other.First.Access) &&
                                !Concerns(Other.Second.Access));
                      });
}

bool holdsAsBuilt(const races::Race &R, const KernelFacts &Facts) {
  return races::holdsInLockStep(R, Facts) || leavesAnyWinner(R, Facts);
}

std::optional<Note> instanceNote(const clang::FunctionDecl &Root) {
  bool IsChosen = hasChosenArguments(Root);
  if (!IsChosen && !Root.isTemplateInstantiation())
    return std::nullopt;
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Root.getNameForDiagnostic(OS, Root.getASTContext().getPrintingPolicy(),
                            /*Qualified=*/true);
  return Note{Root.getLocation(),
              "seen as '" + Name + "'" +
                  (IsChosen ? ", which nothing in this file instantiates" : ""),
              NoteRole::Reason};
}

} // namespace warplint

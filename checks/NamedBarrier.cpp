//===--- NamedBarrier.cpp - warplint-named-barrier -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A numbered barrier is passed by as many threads as the instructions say,
// whole warps of them, the same number in each use, and one use after the other
// (PTX ISA, "bar, barrier").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NamedBarriers/NamedBarrierFaults.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/Explanation.h"
#include "Target/Limits.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {
using namespace namedbarriers;

namespace {

class NamedBarrier : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

using Simulation = ProtocolFault;
static std::string headline(const NamedBarrierFault &Found) {
  std::string Id = Found.Simulation ? std::to_string(Found.Simulation->Id) : "";
  switch (Found.K) {
  case NamedBarrierFault::Kind::NoWholeWarps:
    return "the barrier counts " + std::to_string(Found.Value) +
           " threads, which is no multiple of the " +
           std::to_string(LanesPerWarp) + " of a warp";
  case NamedBarrierFault::Kind::NoSuchNumber:
    return "there is no barrier " + std::to_string(Found.Value) +
           ", a block has those from 0 to " + std::to_string(NamedBarriers - 1);
  case NamedBarrierFault::Kind::PartOfAWarp:
    return "only some lanes of a warp come to a barrier that all of them must "
           "execute together";
  case NamedBarrierFault::Kind::Protocol:
    break;
  }
  switch (Found.Simulation->K) {
  case Simulation::Kind::CountsDiffer:
    return "barrier " + Id + " is used with " +
           std::to_string(Found.Simulation->Count) + " threads here and with " +
           std::to_string(Found.Simulation->OtherCount) + " elsewhere";
  case Simulation::Kind::TooMany:
    return "more threads come to barrier " + Id + " than the " +
           std::to_string(Found.Simulation->Count) + " that it counts";
  case Simulation::Kind::NeverFull:
    return "barrier " + Id + " waits for " +
           std::to_string(Found.Simulation->Count) + " threads, and " +
           std::to_string(Found.Simulation->Arrived) + " come";
  case Simulation::Kind::NotInTurn:
    return "warps may come to barrier " + Id + " before its last use is over";
  case Simulation::Kind::SeveralPlaces:
    return "warps wait at barrier " + Id +
           " in several places, and '.aligned' says that all execute the same "
           "instruction";
  }
  llvm_unreachable("fault without words");
}

static std::string advice(const NamedBarrierFault &Found) {
  switch (Found.K) {
  case NamedBarrierFault::Kind::NoWholeWarps:
    return "count whole warps";
  case NamedBarrierFault::Kind::NoSuchNumber:
    return "use a number below " + std::to_string(NamedBarriers);
  case NamedBarrierFault::Kind::PartOfAWarp:
    return "let whole warps come, or use the form without '.aligned' where "
           "each lane comes by itself";
  case NamedBarrierFault::Kind::Protocol:
    break;
  }
  switch (Found.Simulation->K) {
  case Simulation::Kind::CountsDiffer:
    return "give all that meet at one number the same count, and other groups "
           "a number of their own; '" +
           suggested::BlockBarrier.str() + "' is number 0";
  case Simulation::Kind::TooMany:
  case Simulation::Kind::NeverFull:
    return "make the count that of all warps that wait or arrive, on every "
           "path and in every iteration";
  case Simulation::Kind::NotInTurn:
    return "give each group a number of its own, and let a warp that only "
           "arrives wait for an answer before it arrives again";
  case Simulation::Kind::SeveralPlaces:
    return "use the form without '.aligned' where roles come from places of "
           "their own";
  }
  llvm_unreachable("fault without advice");
}

static void addSimulation(Finding &F, const Explanation &Words,
                          const NamedBarrierFault &Found, SourceLocation At) {
  const Simulation &Shown = *Found.Simulation;
  if (Shown.K == Simulation::Kind::SeveralPlaces)
    F.Sure = Certainty::Model;
  if (const NamedBarrierFault::AskedFor &Asked = Found.Asked; Asked.What)
    F.Notes.push_back({At,
                       "where " + objectName(Asked.What) + " holds " +
                           (Asked.OfAll ? "nothing but " : "") +
                           std::to_string(Asked.Number),
                       NoteRole::Reason});
  setScenario(F, Found.From, Found.BlockDim);
  int64_t Threads = Found.BlockDim[0] * Found.BlockDim[1] * Found.BlockDim[2];
  F.Notes.push_back({At,
                     "in a block of " + std::to_string(Threads) +
                         " threads, warp " + std::to_string(Shown.Warp) +
                         " comes here",
                     NoteRole::Example});
  if (Shown.Other)
    F.Notes.push_back(
        {Words.outsideWrappers(*Shown.Other).Loc,
         "warp " + std::to_string(Shown.OtherWarp) + " comes here",
         NoteRole::Operation});
}

void NamedBarrier::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  for (const NamedBarrierFault &Found : Facts.get<NamedBarrierFaults>().all()) {
    MessagePlace At = Words.outsideWrappers(*Found.At);
    Finding F = makeFinding(At.Loc, headline(Found));
    if (Found.Branch)
      Words.addBranch(F, *Found.Branch, At, Scope::Warp);
    if (Found.Simulation)
      addSimulation(F, Words, Found, At.Loc);
    F.Notes.push_back({At.Loc, advice(Found), NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeNamedBarrier(const CheckInfo &Info) {
  return std::make_unique<NamedBarrier>(Info);
}

} // namespace warplint

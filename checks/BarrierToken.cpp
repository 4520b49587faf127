//===--- BarrierToken.cpp - warplint-barrier-token -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread arrives once per phase and waits for the token of that arrival, on
// the same object, before it touches what the phase protects (CUDA Programming
// Guide, "Asynchronous Barrier").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/Detectors/PipelineProtocols/StageFaults.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Diagnostics/StageMessages.h"
#include "Diagnostics/TokenMessages.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class BarrierToken : public Check {
public:
  using Check::Check;
  void checkUnit(DeviceCode &Code, FindingList &Out) override;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

void BarrierToken::checkUnit(DeviceCode &Code, FindingList &Out) {
  for (const SyncOp *Op : mbarriers::findDroppedTries(Code)) {
    SourceLocation At = Op->Origin->getBeginLoc();
    Finding F = makeFinding(At, "'" + Op->Spelling +
                                    "' may return before the phase is "
                                    "complete, and its result is not looked "
                                    "at");
    F.Notes.push_back(
        {At, "repeat it until it returns true", NoteRole::Advice});
    Out.add(std::move(F));
  }
}

/// Races name the load or the store already.
static bool isReportedAsRace(const KernelFacts &Facts,
                             const pipelines::StageFault &Fault) {
  return llvm::any_of(
      Facts.get<races::Races>().found(), [&](const races::Race &R) {
        return llvm::is_contained({R.First.Access, R.Second.Access},
                                  Fault.At) ||
               llvm::is_contained({R.First.Access, R.Second.Access},
                                  Fault.Copy);
      });
}

void BarrierToken::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  std::vector<mbarriers::TokenFault> Faults = mbarriers::findTokenFaults(Facts);
  const auto &Stages = Facts.get<pipelines::StageFaults>();
  if (const auto &Fault = Stages.fault();
      Fault && !Fault->isOfPeer() && Faults.empty() &&
      (!Fault->Copy ||
       (Fault->isByStore() && !isReportedAsRace(Facts, *Fault)))) {
    Finding F = makeFinding(Fault->At->Site->getBeginLoc(), "");
    explainFault(F, Facts, *Fault, Stages.blockDim());
    Out.add(std::move(F));
  }
  for (const mbarriers::TokenFault &Fault : Faults) {
    Finding F = makeFinding(Fault.At->Site->getBeginLoc(), "");
    explainFault(F, Facts, Fault);
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeBarrierToken(const CheckInfo &Info) {
  return std::make_unique<BarrierToken>(Info);
}

} // namespace warplint

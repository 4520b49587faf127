//===--- AsyncCopyWait.cpp - warplint-async-copy-wait -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an asynchronous copy moves belongs to the copy until it has been waited
// for (CUDA Programming Guide, "Asynchronous Data Copies"; PTX ISA,
// "Asynchronous Data Copy" and "Async proxy").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/AsyncCopies.h"
#include "Analysis/Detectors/PipelineProtocols/StageFaults.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/Event.h"
#include "Diagnostics/CopyMessages.h"
#include "Diagnostics/RaceMessages.h"
#include "Diagnostics/StageMessages.h"
#include "checks/Check.h"

namespace warplint {

namespace {

class AsyncCopyWait : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;

private:
  void addRaces(const KernelFacts &Facts,
                llvm::ArrayRef<mbarriers::CopyFault> Faults, FindingList &Out);
  void addStages(const KernelFacts &Facts,
                 llvm::ArrayRef<mbarriers::CopyFault> Faults, FindingList &Out);
};

} // namespace

/// What other threads' copies bring, read where no barrier stands between, and
/// of which nothing is said yet.
void AsyncCopyWait::addRaces(const KernelFacts &Facts,
                             llvm::ArrayRef<mbarriers::CopyFault> Faults,
                             FindingList &Out) {
  std::vector<const races::Race *> Open;
  for (const races::Race &R : Facts.get<races::Races>().found())
    if (races::precedesCopyEnd(R) &&
        llvm::none_of(Faults, [&](const mbarriers::CopyFault &Fault) {
          return Fault.Copy && Fault.Copy->Op == R.First.Access->Op;
        }))
      Open.push_back(&R);
  for (const RaceGroup &Group : groupRaces(Facts, Open, GroupRacesBy::Object)) {
    Finding F = makeFinding(Group.Second.Loc, "");
    explainRaces(F, Group, Facts, /*Remedy=*/"");
    F.Notes.push_back({Group.Second.Loc,
                       "wait for the copies, and then synchronize the threads "
                       "that make them with those that use what they bring",
                       NoteRole::Advice});
    Out.add(std::move(F));
  }
}

/// Stages that are handed on too early, where nothing is said of the copy yet.
void AsyncCopyWait::addStages(const KernelFacts &Facts,
                              llvm::ArrayRef<mbarriers::CopyFault> Faults,
                              FindingList &Out) {
  const auto &Stages = Facts.get<pipelines::StageFaults>();
  const auto &Fault = Stages.fault() ? Stages.fault() : Stages.unfenced();
  if (!Fault || !Fault->Copy || Fault->isByStore())
    return;
  auto IsSaid = [&](const Event &Copy) { return Copy.Op == Fault->Copy->Op; };
  if (llvm::any_of(Faults,
                   [&](const mbarriers::CopyFault &F) {
                     return F.Copy && IsSaid(*F.Copy);
                   }) ||
      llvm::any_of(Facts.get<races::Races>().found(),
                   [&](const races::Race &R) {
                     return IsSaid(*R.First.Access) || IsSaid(*R.Second.Access);
                   }))
    return;
  Finding F = makeFinding(Fault->At->Site->getBeginLoc(), "");
  explainFault(F, Facts, *Fault, Stages.blockDim());
  Out.add(std::move(F));
}

void AsyncCopyWait::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  std::vector<mbarriers::CopyFault> Faults = mbarriers::findCopyFaults(Facts);
  for (const mbarriers::CopyFault &Fault : Faults) {
    Finding F = makeFinding(Fault.At->Site->getBeginLoc(), "");
    explainFault(F, Facts, Fault);
    Out.add(std::move(F));
  }
  for (const mbarriers::RegisterFault &Fault :
       mbarriers::findRegisterFaults(Facts)) {
    Finding F = makeFinding({}, "");
    explainFault(F, Facts, Fault);
    Out.add(std::move(F));
  }
  addRaces(Facts, Faults, Out);
  addStages(Facts, Faults, Out);
}

std::unique_ptr<Check> makeAsyncCopyWait(const CheckInfo &Info) {
  return std::make_unique<AsyncCopyWait>(Info);
}

} // namespace warplint

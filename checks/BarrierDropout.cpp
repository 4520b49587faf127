//===--- BarrierDropout.cpp - warplint-barrier-dropout -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier object expects as many arrivals in each phase as it was initialized
// with. A thread that stops taking part must lower that number, or the others
// wait for it for ever (CUDA Programming Guide, "Asynchronous Barrier": early
// exit).
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "CudaModel/SyncOp.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class BarrierDropout : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

void BarrierDropout::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  for (const mbarriers::DropoutFault &Fault : mbarriers::findDropouts(Facts)) {
    const Event &E = *Fault.Arrival;
    const Node &Branch = *Fault.Branch;
    MessagePlace Arrival = Words.inFrame(*E.Owner, E.Site, Branch.owner());
    const Stmt *Leaves = Fault.Return ? Fault.Return : Branch.condition();
    MessagePlace At =
        Leaves ? Words.inUserCode(Branch.owner(), Leaves) : Arrival;
    std::string Object = objectName(E.Address);
    Finding F = makeFinding(
        At.Loc, std::string(Fault.Return ? "threads that return here"
                                         : "threads that leave the loop here") +
                    " do not drop out of " + Object +
                    ", which goes on expecting them");
    F.Sure = both(certaintyOf(Branch, Facts), certaintyAt(Facts, {E.At}));
    Words.addBranch(F, Branch, At, Scope::Block);
    Words.addWitness(F, Branch);
    F.Notes.push_back({Arrival.Loc,
                       "the others wait for them in '" + E.Op->Spelling + "'" +
                           Words.calledIn(Arrival, E) + " here",
                       NoteRole::Operation});
    F.Notes.push_back({Words.outsideWrappers(*Fault.Init).Loc,
                       Object +
                           " expects every thread of the block since it was "
                           "initialized here",
                       NoteRole::Operation});
    F.Notes.push_back({At.Loc,
                       "a thread that stops taking part must arrive "
                       "and drop out before it leaves",
                       NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeBarrierDropout(const CheckInfo &Info) {
  return std::make_unique<BarrierDropout>(Info);
}

} // namespace warplint

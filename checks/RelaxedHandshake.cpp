//===--- RelaxedHandshake.cpp - warplint-relaxed-handshake -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atomic that publishes or consumes data and says that it orders nothing
// (C++ [atomics.order]; PTX ISA, "Release and Acquire Patterns"), or a barrier
// of the cluster that does (PTX ISA, "barrier.cluster").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ClusterLifetime/ClusterFaults.h"
#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/HandshakeMessages.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class RelaxedHandshake : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;

private:
  void addBarriers(const KernelFacts &Facts, FindingList &Out);
};

} // namespace

/// Barriers of the cluster that order no memory.
void RelaxedHandshake::addBarriers(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  for (const clusters::RelaxedBarrier &Found :
       Facts.get<clusters::ClusterFaults>().relaxed()) {
    SourceLocation At = Words.outsideWrappers(*Found.Read).Loc;
    Finding F = makeFinding(At, "what another block of the cluster has written "
                                "is read behind a barrier whose arrival is "
                                "relaxed");
    F.Notes.push_back({Words.outsideWrappers(*Found.Write).Loc,
                       "this write may not be seen", NoteRole::Operation});
    F.Notes.push_back({Words.outsideWrappers(*Found.Arrival).Loc,
                       "the arrival here orders no memory", NoteRole::Reason});
    F.Notes.push_back({At,
                       "arrive without '.relaxed', or fence for the cluster "
                       "between the write and the arrival",
                       NoteRole::Advice});
    Out.add(std::move(F));
  }
}

void RelaxedHandshake::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  for (const memoryorder::HandshakeFault &Fault :
       memoryorder::handshakeFaults(Facts)) {
    if (Fault.Of->K == memoryorder::Handshake::Kind::Lock ||
        Fault.K != memoryorder::HandshakeFault::Kind::Relaxed)
      continue;
    Finding F = makeFinding({}, "");
    explainFault(F, Facts, Fault);
    Out.add(std::move(F));
  }
  addBarriers(Facts, Out);
}

std::unique_ptr<Check> makeRelaxedHandshake(const CheckInfo &Info) {
  return std::make_unique<RelaxedHandshake>(Info);
}

} // namespace warplint

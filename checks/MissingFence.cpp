//===--- MissingFence.cpp - warplint-missing-fence -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data is announced to other threads by an atomic or a flag, and nothing orders
// it before the announcement or behind its observation (CUDA Programming Guide,
// "Memory Fence Functions"; PTX ISA, "Release and Acquire Patterns"), or what
// NVSHMEM puts and announces (NVSHMEM API, "nvshmem_fence").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Program/DeviceCode.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/HandshakeMessages.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class MissingFence : public Check {
public:
  using Check::Check;
  /// Flags that are only volatile synchronize nothing, and are meant to.
  bool concerns(const FunctionDecl &, DeviceCode &) const override {
    return true;
  }
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;

private:
  void addSignals(const KernelFacts &Facts, FindingList &Out);
};

} // namespace

/// Signals to other processing elements that may overtake what they announce.
void MissingFence::addSignals(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  for (const memoryorder::RemotePut &Found :
       memoryorder::findOvertakenPuts(Facts)) {
    SourceLocation At = Words.outsideWrappers(*Found.Signal).Loc;
    Finding F = makeFinding(At, "the signal may be delivered before the data "
                                "that was put into the same element's memory");
    F.Notes.push_back({Words.outsideWrappers(*Found.Put).Loc,
                       "the data is put here", NoteRole::Operation});
    F.Notes.push_back({At,
                       "put the data with a signal in one call, or order the "
                       "two by 'nvshmem_fence()' or 'nvshmem_quiet()'",
                       NoteRole::Advice});
    Out.add(std::move(F));
  }
}

void MissingFence::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  for (const memoryorder::HandshakeFault &Fault :
       memoryorder::handshakeFaults(Facts)) {
    if (Fault.Of->K == memoryorder::Handshake::Kind::Lock ||
        (Fault.K != memoryorder::HandshakeFault::Kind::NoFence &&
         Fault.K != memoryorder::HandshakeFault::Kind::NoBarrier))
      continue;
    Finding F = makeFinding({}, "");
    explainFault(F, Facts, Fault);
    Out.add(std::move(F));
  }
  addSignals(Facts, Out);
}

std::unique_ptr<Check> makeMissingFence(const CheckInfo &Info) {
  return std::make_unique<MissingFence>(Info);
}

} // namespace warplint

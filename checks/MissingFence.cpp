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
// "Memory Fence Functions"; PTX ISA, "Release and Acquire Patterns").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Program/DeviceCode.h"
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
};

} // namespace

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
}

std::unique_ptr<Check> makeMissingFence(const CheckInfo &Info) {
  return std::make_unique<MissingFence>(Info);
}

} // namespace warplint

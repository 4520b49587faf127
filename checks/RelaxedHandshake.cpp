//===--- RelaxedHandshake.cpp - warplint-relaxed-handshake -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atomic that publishes or consumes data and says that it orders nothing
// (C++ [atomics.order]; PTX ISA, "Release and Acquire Patterns").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Diagnostics/HandshakeMessages.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class RelaxedHandshake : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

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
}

std::unique_ptr<Check> makeRelaxedHandshake(const CheckInfo &Info) {
  return std::make_unique<RelaxedHandshake>(Info);
}

} // namespace warplint

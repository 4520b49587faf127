//===--- LockDiscipline.cpp - warplint-lock-discipline -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A spin lock excludes threads; that the next holder sees what the last one
// wrote takes a release when it is given back and an acquire when it is taken
// (PTX ISA, "Release and Acquire Patterns").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Diagnostics/HandshakeMessages.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class LockDiscipline : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

void LockDiscipline::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  for (const memoryorder::HandshakeFault &Fault :
       memoryorder::handshakeFaults(Facts)) {
    if (Fault.Of->K != memoryorder::Handshake::Kind::Lock ||
        Fault.K == memoryorder::HandshakeFault::Kind::NarrowFence ||
        Fault.K == memoryorder::HandshakeFault::Kind::NarrowAtomic)
      continue;
    Finding F = makeFinding({}, "");
    explainFault(F, Facts, Fault);
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeLockDiscipline(const CheckInfo &Info) {
  return std::make_unique<LockDiscipline>(Info);
}

} // namespace warplint

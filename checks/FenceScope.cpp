//===--- FenceScope.cpp - warplint-fence-scope -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fence or atomic orders memory for the threads of its scope only: a block's
// does nothing for the reader in another block (PTX ISA, "Morally strong
// operations"; CUDA Programming Guide, "Thread Scopes").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Diagnostics/HandshakeMessages.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class FenceScope : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

void FenceScope::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  for (const memoryorder::HandshakeFault &Fault :
       memoryorder::handshakeFaults(Facts)) {
    if (Fault.K != memoryorder::HandshakeFault::Kind::NarrowFence &&
        Fault.K != memoryorder::HandshakeFault::Kind::NarrowAtomic)
      continue;
    Finding F = makeFinding({}, "");
    explainFault(F, Facts, Fault);
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeFenceScope(const CheckInfo &Info) {
  return std::make_unique<FenceScope>(Info);
}

} // namespace warplint

//===--- NonAtomicUpdate.cpp - warplint-non-atomic-update -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of shared or global memory is read, changed and written back, or
// tested and then written, without an atomic, and other threads of the launch
// may do the same at once: the index is read from memory, or is the same for
// all. One of two such changes is lost (CUDA Programming Guide, "Atomic
// Functions").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Diagnostics/UpdateMessages.h"
#include "checks/Check.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace warplint {

namespace {

class NonAtomicUpdate : public Check {
public:
  using Check::Check;
  bool concerns(const FunctionDecl &Root, DeviceCode &Code) const override {
    return Root.hasAttr<CUDAGlobalAttr>();
  }
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override {
    for (const updates::LostUpdate &Lost :
         Facts.get<updates::Updates>().lost()) {
      Finding F = makeFinding({}, "");
      explainLostUpdate(F, Lost, Facts);
      Out.add(std::move(F));
    }
  }
};

} // namespace

std::unique_ptr<Check> makeNonAtomicUpdate(const CheckInfo &Info) {
  return std::make_unique<NonAtomicUpdate>(Info);
}

} // namespace warplint

//===--- MultipliedRegisters.h - Registers that wgmma uses ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `wgmma.mma_async` runs beside its threads and uses their registers: a
// `wgmma.fence` must stand between another access to a register and a
// multiplication that accumulates into it, and before the first multiplication
// (PTX ISA, "wgmma.fence"); until `wgmma.wait_group` no other instruction may
// access it (PTX ISA, "wgmma.wait_group").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_MULTIPLIEDREGISTERS_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_MULTIPLIEDREGISTERS_H

#include <cstdint>
#include <vector>

namespace clang {
class Stmt;
} // namespace clang

namespace warplint {
class CallContext;
class KernelFacts;
struct Event;
} // namespace warplint

namespace warplint::mbarriers {

/// An access to accumulators of a multiplication that nothing orders with it.
struct RegisterFault {
  enum class Kind : uint8_t {
    NotFenced,   ///< `Multiply` follows `Touch` with no fence between.
    NeverFenced, ///< `Multiply` is the first one, with no fence before it.
    NotWaited,   ///< `Touch` follows `Multiply`, which may still run.
  };
  Kind K = Kind::NotFenced;
  const Event *Multiply = nullptr; ///< Never null.
  /// The expression that accesses the registers, and its call context; null for
  /// NeverFenced.
  const clang::Stmt *Touch = nullptr;
  const CallContext *In = nullptr;
};

/// At most one fault of each kind.
std::vector<RegisterFault> findRegisterFaults(const KernelFacts &Facts);

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_MULTIPLIEDREGISTERS_H

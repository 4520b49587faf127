//===--- BlockOwnership.h - Addresses that only one block uses --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether different blocks compute different addresses, and in which members of
// an object two addresses lie.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BLOCKOWNERSHIP_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BLOCKOWNERSHIP_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include <optional>

namespace warplint {
class Term;
} // namespace warplint

namespace warplint::memoryorder {

/// Both access one object, and no different members of it; indices are not
/// compared.
bool mayTouch(const MemoryOperation &A, const MemoryOperation &B);

/// Which addresses no two blocks have in common. Keeps its answers.
class BlockOwnership {
public:
  explicit BlockOwnership(const KernelFacts &Facts);

  /// Whether no two blocks have the address \p Address; nothing if unknown.
  std::optional<bool> isOfBlock(const Term *Address) const;

private:
  std::optional<bool> compute(const Term *Address) const;

  /// Axes along which the kernel distinguishes blocks, one bit each.
  unsigned UsedAxes = 0;
  /// What may be any block's own counts as unknown, else as shared.
  const AssumptionUses Assumed;
  mutable llvm::DenseMap<const Term *, std::optional<bool>> Known;
};

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BLOCKOWNERSHIP_H

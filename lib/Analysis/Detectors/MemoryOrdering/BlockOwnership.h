//===--- BlockOwnership.h - Which addresses are a block's own ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether blocks compute different addresses, and which members of one object
// two addresses lie in.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BLOCKOWNERSHIP_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BLOCKOWNERSHIP_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include <optional>

namespace warplint {

/// One object, and not different members of it; indices are not compared.
bool mayTouch(const MemoryOperation &A, const MemoryOperation &B);

/// Which addresses no two blocks have in common. Remembers what it was asked.
class BlockOwnership {
public:
  explicit BlockOwnership(const KernelFacts &Facts);

  /// No two blocks have this address; nothing if that cannot be told.
  std::optional<bool> isOfBlock(const Term *Address) const;

private:
  std::optional<bool> compute(const Term *Address) const;

  /// Axes along which the kernel tells blocks apart, a bit each.
  unsigned UsedAxes = 0;
  mutable llvm::DenseMap<const Term *, std::optional<bool>> Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BLOCKOWNERSHIP_H

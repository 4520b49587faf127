//===--- SharedLayout.h - Numeric addresses of shared variables -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code computes with addresses in shared memory as with other numbers: it
// increments them, and packs them into matrix descriptors. Each variable gets
// an address, as good as any that a compiler may choose, so that such code can
// be executed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDLAYOUT_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDLAYOUT_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"

namespace warplint::pipelines {

/// The assumed layout of a kernel's shared memory.
class SharedLayout {
public:
  explicit SharedLayout(const KernelFacts &Facts);

  /// Bytes from the start of shared memory to \p At, without the indices of
  /// \p At that are not constant; nothing if it is not in a variable with an
  /// address.
  std::optional<int64_t> startOf(const AccessPath &At) const;
  /// The variable that contains byte \p Number of shared memory; \p Number is
  /// changed to count from the start of the variable. Nothing if no variable
  /// does.
  std::optional<AccessPath> variableAt(int64_t &Number) const;

  /// The addresses in shared memory that \p T is computed from.
  llvm::ArrayRef<const Term *> addressesIn(const Term *T);

private:
  struct Variable {
    const Term *Root = nullptr;
    int64_t Begin = 0, End = 0;
  };
  const KernelFacts &Facts;
  std::vector<Variable> Variables;
  // Looked up, never iterated.
  llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 2>> Inside;
};

/// The start address of the matrix that \p Descriptor describes, in bytes from
/// the start of shared memory (PTX ISA, "Matrix Descriptor").
int64_t matrixStart(int64_t Descriptor);

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDLAYOUT_H

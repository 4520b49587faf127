//===--- SharedLayout.h - Shared memory by numbers --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code computes with addresses in shared memory as with other numbers: iterations
// them up, packs them into descriptors of matrices. Each variable gets a place,
// as good as any that a compiler may choose, so that such code can be run.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDLAYOUT_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDLAYOUT_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"

namespace warplint {

class SharedLayout {
public:
  explicit SharedLayout(const KernelFacts &Facts);

  /// Bytes from the start of shared memory to \p At, of which the steps that
  /// are not constant are still to be added; nothing if it is not in a variable
  /// with a place.
  std::optional<int64_t> startOf(const Location &At) const;
  /// The whole variable that holds byte \p Number of shared memory, which then
  /// counts from its start; nothing if none does.
  std::optional<Location> variableAt(int64_t &Number) const;

  /// Addresses in shared memory that \p T is computed from.
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

/// Where the matrix begins of which \p Descriptor is the value, in bytes from
/// the start of shared memory (PTX ISA, "Matrix Descriptor").
int64_t matrixStart(int64_t Descriptor);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDLAYOUT_H

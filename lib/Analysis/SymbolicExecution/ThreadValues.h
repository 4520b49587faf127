//===--- ThreadValues.h - Terms run for one thread -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_THREADVALUES_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_THREADVALUES_H

#include "Analysis/SymbolicExecution/Evaluation.h"
#include "CudaModel/Hardware.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <optional>

namespace warplint {

/// One thread of the first block of a launch.
struct ThreadOfBlock {
  std::array<int64_t, 3> Index = {}, BlockDim = {1, 1, 1};
  /// Position in the block; lanes and warps are counted along it.
  int64_t rank() const {
    return Index[0] + BlockDim[0] * (Index[1] + BlockDim[1] * Index[2]);
  }
};

/// All threads of a block, in the order of their rank.
std::vector<ThreadOfBlock> threadsOf(const std::array<int64_t, 3> &BlockDim);

/// Values given to terms that a thread cannot compute by itself: parameters,
/// loop counters.
using GivenValues = llvm::DenseMap<const Term *, int64_t>;

/// What \p T comes to where its parts are what \p ValueOf says; nothing where
/// one is not known, or the sum is too large.
std::optional<int64_t>
sumOf(const LinearTerm &T,
      llvm::function_ref<std::optional<int64_t>(const Term *)> ValueOf);

/// \p T is a conversion, sum, difference or product of floating-point numbers,
/// or one that is written: it is computed where all of them are small and whole.
bool isOfNumbers(const OpaqueTerm &T);

/// Computes terms as one thread would. Nothing where a term depends on memory,
/// on other threads, or on anything else that is not given. A loop counter that
/// is not given has the value it starts with.
class ThreadValues {
public:
  ThreadValues(const Evaluation &Values, const GivenValues &Given)
      : Values(Values), Given(Given) {}

  std::optional<int64_t> run(const Term *T, const ThreadOfBlock &Self) const;
  /// Some run has come to a parameter, or a part of one, that is given.
  bool usedParameters() const { return UsedParameters; }

private:
  /// Nothing where it cannot be computed.
  using Value = std::optional<int64_t>;
  using Parts = TermFold<Value>::Parts;
  /// Nothing while values of parts are missing.
  std::optional<Value> compute(const Term *T, const ThreadOfBlock &Self,
                               Parts &Of) const;

  const Evaluation &Values;
  const GivenValues &Given;
  mutable TermFold<Value> Known; ///< Of the run in progress.
  mutable bool UsedParameters = false;
};

/// Integer parameters and loop counters that terms are computed from.
struct Inputs {
  llvm::SmallVector<const Term *, 2> Parameters, Counters;
  bool UsesY = false, UsesZ = false; ///< threadIdx.y, threadIdx.z
  bool UsesBlock = false;            ///< Blocks differ on it.
};
/// What \p Terms are computed from, each once. Looks at what they share once:
/// for many terms that grow from each other, ask for all together.
Inputs inputsOf(llvm::ArrayRef<const Term *> Terms, const Evaluation &Values);

/// The block that examples are shown on: the launch's own extents, 256 threads
/// along x where nothing is known, 16 by 8 (by 2) if other axes matter.
std::array<int64_t, 3> exampleBlock(const LaunchExtents &Launch,
                                    const Inputs &Of);

/// Calls \p Try with values for \p Parameters until it returns true; false if
/// it never does, or if there are more than two parameters.
bool tryParameters(llvm::ArrayRef<const Term *> Parameters,
                   llvm::function_ref<bool(const GivenValues &)> Try);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_THREADVALUES_H

//===--- ThreadValues.h - Values of terms for one thread --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_THREADVALUES_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_THREADVALUES_H

#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Target/Warp.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

namespace warplint {

/// One thread of a launch; of its first block where nothing else is said.
struct ThreadOfBlock {
  std::array<int64_t, 3> Index = {}, BlockDim = {1, 1, 1};
  /// Where the block is, and the extents of the grid; 0 if they are unknown.
  std::array<int64_t, 3> Block = {}, GridDim = {};
  bool hasGrid() const { return GridDim[0] && GridDim[1] && GridDim[2]; }
  /// Position of the block in the grid.
  int64_t blockRank() const {
    return Block[0] + GridDim[0] * (Block[1] + GridDim[1] * Block[2]);
  }
  int64_t blockSize() const { return BlockDim[0] * BlockDim[1] * BlockDim[2]; }
  /// Position in the block; lanes and warps are counted along it.
  int64_t rank() const {
    return Index[0] + BlockDim[0] * (Index[1] + BlockDim[1] * Index[2]);
  }
};

/// All threads of a block, in the order of their rank. Only thread (0, 0, 0) if
/// the block is larger than any that can be launched.
std::vector<ThreadOfBlock> threadsOf(const std::array<int64_t, 3> &BlockDim);

/// Chosen values of terms that a thread cannot compute: parameters and loop
/// counters.
using GivenValues = llvm::DenseMap<const Term *, int64_t>;

/// The value of the sum \p T, with \p ValueOf for its operands; nullopt if one
/// is not known or the sum overflows.
std::optional<int64_t>
sumOf(const LinearTerm &T,
      llvm::function_ref<std::optional<int64_t>(const Term *)> ValueOf);

/// Whether \p T is a floating-point literal, conversion, sum, difference or
/// product. ThreadValues computes such a term if all values are whole numbers
/// that every floating-point type holds exactly.
bool isOfNumbers(const OpaqueTerm &T);

/// Computes the values of terms for one thread. A loop counter without a given
/// value has its first value. Refers to both arguments of the constructor.
class ThreadValues {
public:
  ThreadValues(const Evaluation &Values, const GivenValues &Given = none())
      : Values(Values), Given(Given) {}

  /// The value of \p T for the thread \p Self; of an address its bytes behind
  /// the given value of the object. Nullopt if \p T depends on memory, on other
  /// threads in another way than by collectives of the whole warp, or on a
  /// parameter without a given value.
  std::optional<int64_t> run(const Term *T, const ThreadOfBlock &Self) const;
  /// Whether any run() so far has used the given value of a parameter or of a
  /// part of one.
  bool usedParameters() const { return UsedParameters; }

private:
  static const GivenValues &none() {
    static const GivenValues Empty;
    return Empty;
  }
  /// Nullopt if the value cannot be computed.
  using Value = std::optional<int64_t>;
  using Parts = TermFold<Value>::Parts;
  /// Nullopt while the values of operands are missing in \p Of.
  std::optional<Value> compute(const Term *T, const ThreadOfBlock &Self,
                               Parts &Of) const;
  using OfLanes = llvm::SmallVector<int64_t, LanesPerWarp>;
  const std::optional<OfLanes> &inLanes(const Term *T,
                                        const ThreadOfBlock &Self) const;
  Value ofCollective(const ResultTerm &T, const ThreadOfBlock &Self) const;
  bool isGivenToAll(const Term *T) const;

  const Evaluation &Values;
  const GivenValues &Given;
  mutable TermFold<Value> Known; ///< Values of the run in progress.
  mutable bool UsedParameters = false;
  /// Runs for other lanes; null until one is needed.
  mutable std::unique_ptr<ThreadValues> Others;
  /// By the id of a term, the warp and the extents of the block: the values in
  /// the lanes that the warp has; nothing if one is not known. Looked up only.
  mutable std::map<std::tuple<unsigned, int64_t, std::array<int64_t, 3>>,
                   std::optional<OfLanes>>
      Lanes;
};

/// Integer parameters and loop counters that terms are computed from.
struct Inputs {
  llvm::SmallVector<const Term *, 2> Parameters, Counters;
  bool UsesY = false, UsesZ = false; ///< threadIdx.y, threadIdx.z
  bool UsesBlock = false;            ///< The block's position in the grid.
};
/// The inputs of all \p Terms, each once. Shared parts are walked over once, so
/// ask for many terms in one call.
Inputs inputsOf(llvm::ArrayRef<const Term *> Terms, const Evaluation &Values);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_THREADVALUES_H

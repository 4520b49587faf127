//===--- Race.h - Two threads at one element --------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACE_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACE_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/LaunchScenarios/Assumptions.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "clang/AST/Expr.h"
#include <array>
#include <string>
#include <vector>

namespace warplint {

/// One of the two accesses of a race, made by one thread.
struct RaceSide {
  const Event *Access = nullptr;
  std::array<int64_t, 3> Thread = {}, Block = {};
  /// The address in the block's own shared memory of which that in a peer's was
  /// made; null for accesses to the block's own.
  const Term *Own = nullptr;
  /// Values of the indices in `path()`, in its order.
  std::vector<int64_t> Indices;
  /// Variables of loops that decide over the access, as the thread has them.
  std::vector<std::pair<const clang::ValueDecl *, int64_t>> Variables;

  /// The members and elements from the object to what is accessed, outermost
  /// first: those of `Own` come before what the peer's address adds.
  std::vector<const SubobjectTerm *> path() const;
};

struct Race {
  enum class Kind : uint8_t { ReadAfterWrite, WriteAfterRead, WriteAfterWrite };

  ThreadRelation Relation = ThreadRelation::SameBlock;
  Kind K = Kind::ReadAfterWrite;
  MemorySpace Space = MemorySpace::Shared;
  /// `Second` comes too early: nothing makes it wait for `First`.
  RaceSide First, Second;
  /// `Second` belongs to a later iteration of a loop than `First`.
  bool NextIteration = false;
  /// The barrier that begins the interval of both; null: the kernel's entry.
  const Event *Opening = nullptr;
  /// Barriers of this scope bound it, but for those in `NotShared`, to which
  /// the two do not both come.
  Scope Cut = Scope::Block;
  BarrierSet NotShared;
  /// What the witness takes for granted, in the order in which it is used.
  std::vector<Assumption> Assumed;
  /// The launch that shows it; `ShapeIsKnown` if the unit says so.
  std::array<uint32_t, 3> BlockDim = {}, GridDim = {};
  uint64_t ClusterSize = 0; ///< In blocks; 0 if not known.
  bool ShapeIsKnown = false;
  /// That launch, if the build shows it.
  const KernelLaunch *Launched = nullptr;
  /// Kernel parameters and fields of them by name, with the values that show it.
  std::vector<std::pair<std::string, int64_t>> Given;
  /// It takes values, too, that were read from memory or that nothing models.
  bool ChoosesData = false;
  /// A barrier that one of the two has passed before its access and that orders
  /// a group only, to which the other, the outsider, does not belong; null if
  /// there is none.
  const Event *GroupBarrier = nullptr;
  bool FirstIsOutsider = false;
  std::string Query; ///< In SMT-LIB 2, if the options ask for it.

  bool assumes(Assumption::Kind K) const {
    return llvm::any_of(Assumed, [K](const Assumption &A) { return A.K == K; });
  }
};

/// The two threads are of two blocks.
inline bool areOfTwoBlocks(const Race &R) {
  return R.Relation >= ThreadRelation::SameCluster;
}

/// Only lanes of one warp meet, in different steps: a warp barrier orders them,
/// unless both are part of one call.
inline bool concernsLanesOnly(const Race &R) {
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  bool IsOneCall =
      First.Site == Second.Site && llvm::isa<clang::CallExpr>(First.Site);
  return R.Relation == ThreadRelation::SameWarp && &First != &Second && !IsOneCall;
}

/// What comes too early is an access to what an asynchronous copy brings: it is
/// not enough that no thread still uses what is overwritten, somebody has to
/// wait for the copy, too.
inline bool comesBeforeCopyEnds(const Race &R) {
  return isOfCopy(*R.First.Access) &&
         R.First.Access->Access == AccessKind::Write;
}

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACE_H

//===--- Race.h - A data race with its witness ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACE_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACE_H

#include "Analysis/BarrierIntervals/BarrierSet.h"
#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/LaunchScenarios/Provenance.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Assumptions/Evidence.h"
#include "clang/AST/Expr.h"
#include <array>
#include <string>
#include <vector>

namespace warplint {
class SubobjectTerm;
class Term;
} // namespace warplint

namespace warplint::launches {
struct KernelLaunch;
} // namespace warplint::launches

namespace warplint::races {

/// Which kind of race two accesses would make.
enum class RaceKind : uint8_t {
  Shared, ///< In shared memory, unless a barrier of the warp would order it.
  Global, ///< In other memory, likewise.
  Lanes   ///< A barrier of the warp would order it.
};
inline constexpr unsigned RaceKinds = unsigned(RaceKind::Lanes) + 1;

/// One of the two accesses of a race, made by one thread.
struct RaceSide {
  const Event *Access = nullptr;
  std::array<int64_t, 3> Thread = {}, Block = {};
  /// For an address in a peer's shared memory: the address in the block's own
  /// that it was mapped from. Null for accesses to the block's own memory.
  const Term *Own = nullptr;
  /// Values of the indices in `path()`, in the same order.
  std::vector<int64_t> Indices;
  /// Values that variables of loops around the access have in the thread.
  std::vector<std::pair<const clang::ValueDecl *, int64_t>> Variables;

  /// The members and elements from the object to the accessed place, outermost
  /// first: those of `Own` precede those that the peer's address adds.
  std::vector<const SubobjectTerm *> path() const;
};

struct Race {
  enum class Kind : uint8_t { ReadAfterWrite, WriteAfterRead, WriteAfterWrite };

  ThreadRelation Relation = ThreadRelation::SameBlock;
  Kind K = Kind::ReadAfterWrite;
  MemorySpace Space = MemorySpace::Shared;
  /// Nothing makes `Second` wait for `First`.
  RaceSide First, Second;
  /// `Second` belongs to a later iteration of a loop than `First`.
  bool NextIteration = false;
  /// The barrier that begins the common interval; null for the kernel's entry.
  const Event *Opening = nullptr;
  /// Barriers of this scope bound the interval, except those in `NotShared`,
  /// which not both threads reach.
  Scope Cut = Scope::Block;
  BarrierSet NotShared;
  /// What the witness takes for granted, and whence its launch is.
  Evidence RestsOn;
  /// The launch of the witness; `ShapeIsKnown` if the translation unit has it.
  std::array<uint32_t, 3> BlockDim = {}, GridDim = {};
  uint64_t ClusterSize = 0; ///< In blocks; 0 if unknown.
  bool ShapeIsKnown = false;
  scenarios::Provenance From; ///< Of the block's extents.
  /// Kernel parameters and their fields by name, with their values in the
  /// witness.
  std::vector<std::pair<std::string, int64_t>> Given;
  /// The witness also chooses values that were loaded or are not modelled.
  bool ChoosesData = false;
  /// A barrier of a group that one of the threads passed before its access,
  /// while the other thread, the outsider, does not belong to the group; null
  /// if there is none.
  const Event *GroupBarrier = nullptr;
  bool FirstIsOutsider = false;
  std::string Query; ///< In SMT-LIB 2; empty unless an option asks for it.
};

/// The two threads belong to different blocks.
inline bool areOfTwoBlocks(const Race &R) {
  return R.Relation >= ThreadRelation::SameCluster;
}

/// The two accesses are of lanes of one warp, at different statements: a warp
/// barrier would order them, unless both accesses are part of one call.
inline bool concernLanesOnly(const Event &First, const Event &Second,
                             ThreadRelation Relation) {
  bool IsOneCall =
      First.Site == Second.Site && llvm::isa<clang::CallExpr>(First.Site);
  return Relation == ThreadRelation::SameWarp && &First != &Second &&
         !IsOneCall;
}
inline bool concernsLanesOnly(const Race &R) {
  return concernLanesOnly(*R.First.Access, *R.Second.Access, R.Relation);
}

/// The kind of a race of \p First and \p Second, which is in \p Space.
inline RaceKind kindOf(const Event &First, const Event &Second,
                       ThreadRelation Relation, MemorySpace Space) {
  return concernLanesOnly(First, Second, Relation) ? RaceKind::Lanes
         : Space == MemorySpace::Shared            ? RaceKind::Shared
                                                   : RaceKind::Global;
}
inline RaceKind kindOf(const Race &R) {
  return kindOf(*R.First.Access, *R.Second.Access, R.Relation, R.Space);
}

/// The first access is the write of an asynchronous copy: besides ordering
/// threads, somebody must wait for the copy.
inline bool precedesCopyEnd(const Race &R) {
  return isOfCopy(*R.First.Access) &&
         R.First.Access->Access == AccessKind::Write;
}

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACE_H

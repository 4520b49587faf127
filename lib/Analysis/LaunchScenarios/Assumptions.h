//===--- Assumptions.h - Assumptions behind race verdicts -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither a kernel nor its translation unit says everything that decides
// whether two accesses meet. Each assumption made instead has a name: queries
// use it, races list it, and statistics count the pairs that are not reported
// because of it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ASSUMPTIONS_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ASSUMPTIONS_H

#include <cstdint>

namespace warplint {

class Term;

/// Something that a verdict rests on and that neither launch nor code says.
struct Assumption {
  enum class Kind : uint8_t {
    /// `Subject`, a parameter that an index is multiplied by, is a pitch of
    /// `Value` elements: larger than any index into a row.
    Pitch,
    /// `Subject` is the number of elements of each block's own part: `Value`.
    PartOfBlock,
    /// `Subject`, a parameter that an index is compared with, is `Value`: large
    /// enough for all threads of the launch.
    Bound,
    /// `Subject`, a parameter that is added to an index, is `Value`; different
    /// offsets select different elements.
    Offset,
    /// `Subject`, the stride of a loop, is `Value`: the number of threads or
    /// blocks, as the start of the loop tells.
    Step,
    /// `Subject` and `Other`, pointer parameters, point to different objects.
    NoAlias,
    /// Nothing in the translation unit says how the kernel is launched: the
    /// launch is one that fits its code.
    Launch,
    /// `Subject` is loaded from memory, and a witness chooses its value.
    LoadedIndex,
    /// Indices loaded from memory select different elements for different
    /// threads: permutations, slots assigned by a scan or a search.
    DistinctIndices,
    /// An index that depends on loaded values stays in the part of the object
    /// that it starts from.
    OwnPart,
    /// An atomic, a vote, a flag or a window of a sorted table lets one thread
    /// at a time reach the access.
    ElectedThread,
    /// An index that an atomic or a vote hands out belongs to one thread.
    ElectedIndex,
    /// A test of loaded data that each thread makes for itself lets one of the
    /// threads write.
    ChosenThread,
    /// Warp collectives give all lanes the same value.
    SharedByLanes,
    /// There is one block along an axis: loops stride by all blocks along it,
    /// and nothing says that there are more.
    OneBlock,
  };
  Kind K;
  const Term *Subject = nullptr; ///< Null for Launch.
  const Term *Other = nullptr;
  int64_t Value = 0;

  bool operator==(const Assumption &R) const {
    return K == R.K && Subject == R.Subject && Other == R.Other &&
           Value == R.Value;
  }
};
inline constexpr unsigned AssumptionKinds =
    unsigned(Assumption::Kind::OneBlock) + 1;

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ASSUMPTIONS_H

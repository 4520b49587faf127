//===--- ParameterUses.h - What kernel parameters are used for --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PARAMETERUSES_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PARAMETERUSES_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace warplint::scenarios {

/// What kernel parameters are used for. No caller passes a pitch smaller than a
/// row, or offsets of overlapping parts of a buffer: parameters that decide
/// which element an access touches get one assumed size each (AssumedSizes),
/// and no witness chooses them.
struct ParameterUses {
  /// Multiplied by an index: pitches of rows or planes. In order of appearance.
  llvm::SetVector<const Term *> Pitches;
  /// The position of a pitch among the pitches of one object; pitches of
  /// different objects may have the same one. Without `OfBlocks`.
  llvm::DenseMap<const Term *, size_t> PlaceOfPitch;
  /// Pitches that are multiplied by a block index only: each block has a part
  /// of its own. With block indices along more than one axis, nothing says
  /// which part contains the other.
  llvm::SetVector<const Term *> OfBlocks;
  llvm::SetVector<const Term *> Bounds; ///< Compared with an index.
  /// Threads count back from it (`v[n - 1 - i]`): how large it is decides which
  /// of them meet, so that a large one does not stand for all.
  llvm::SetVector<const Term *> Ends;
  llvm::SetVector<const Term *> Lasts; ///< Lead to the last one (`v[n - 1]`).
  /// Added to an index into a shared array of known extents, which says itself
  /// how far an offset can go.
  llvm::SetVector<const Term *> InArrays;
  /// Amounts by which sizes are shifted; and amounts of shifts that decide an
  /// index into a shared array of known extents.
  llvm::SetVector<const Term *> Shifts, ShiftsInArrays;
  /// Added to a variable in each iteration of a loop (`i += threads`): as many
  /// as there are threads or blocks along the axes from which the variable
  /// starts.
  struct Step {
    unsigned Threads = 0, Blocks = 0; ///< Axes, one bit each.
  };
  llvm::MapVector<const Term *, Step> Steps;
  /// The largest constant stride of a loop.
  int64_t LargestStep = 1;
  /// Added to an index, and none of the above.
  llvm::SetVector<const Term *> Offsets;
};

/// Classifies the parameters of a kernel. With \p OffsetsAreFree, parameters
/// that are only added to an index are not in `Offsets`: a witness chooses
/// them. In an index into a shared array of known extents a witness always
/// does.
ParameterUses parameterUses(const KernelFacts &Facts, bool OffsetsAreFree);

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PARAMETERUSES_H

//===--- ParameterUses.h - What kernel parameters are for -*- C++ -*-===//
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

namespace warplint {

/// What kernel parameters are for. Nobody calls a kernel with a pitch smaller
/// than a row, or with two parts of a buffer that overlap: parameters that
/// decide which element an access touches stand for one number each, and no
/// witness plays with them.
struct ParameterUses {
  /// Multiplied by an index: rows, planes. In order of appearance.
  llvm::SetVector<const Term *> Pitches;
  /// Which of the pitches of one object each is; those of objects of their own
  /// may have the same place. Not of `OfBlocks`.
  llvm::DenseMap<const Term *, size_t> PlaceOfPitch;
  /// Those pitches that are multiplied by an index of the block and nothing
  /// else: each block has a part of its own. With blocks counted along more
  /// than one axis, nothing tells which part holds the other.
  llvm::SetVector<const Term *> OfBlocks;
  llvm::SetVector<const Term *> Bounds; ///< Compared with an index.
  /// By how many bits something is shifted that is a size, and what decides
  /// over an index of a shared array of known extents.
  llvm::SetVector<const Term *> Shifts, ShiftsInArrays;
  /// Added to a variable in each iteration of a loop (`i += threads`): as many as
  /// there are of what the variable starts from.
  struct Step {
    unsigned Threads = 0, Blocks = 0; ///< Axes of those, a bit for each.
  };
  llvm::MapVector<const Term *, Step> Steps;
  /// The largest constant that a loop goes on by.
  int64_t LargestStep = 1;
  llvm::SetVector<const Term *> Offsets; ///< Part of an index otherwise.
};

/// \p OffsetsAreFree: what is only added to an index may have any value. In an
/// index into a shared array of known extents it always may.
ParameterUses parameterUses(const KernelFacts &Facts, bool OffsetsAreFree);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PARAMETERUSES_H

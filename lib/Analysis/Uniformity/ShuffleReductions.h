//===--- ShuffleReductions.h - What lanes hold after exchanges -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that combine what they hold with what the lane across holds, step by
// step, agree in the end with all lanes that a step has led to, and with no
// others (CUDA Programming Guide, "Warp Shuffle Functions").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_SHUFFLEREDUCTIONS_H
#define WARPLINT_ANALYSIS_UNIFORMITY_SHUFFLEREDUCTIONS_H

#include "Analysis/Dataflow/CfgView.h"

namespace warplint {

/// A value that is made of what lanes had by exchanges between them alone.
struct ShuffleReduction {
  const Term *Before = nullptr; ///< What each lane had.
  /// Lanes whose numbers differ in these bits only hold the same afterwards.
  /// None after shifts: there each lane has combined others.
  uint32_t AgreeingBits = 0;
  /// Each step makes the same of both, whoever of them had which, in all lanes
  /// of the warp.
  bool IsSymmetric = true;
};

/// How \p Value was made by exchanges whose distances are known; nothing if it
/// was made in another way.
std::optional<ShuffleReduction>
exchangedValue(const Term *Value, const InlinedCFG &P, const Evaluation &Values,
               TermArena &Arena, const CfgView &View);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_SHUFFLEREDUCTIONS_H

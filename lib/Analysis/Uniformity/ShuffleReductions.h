//===--- ShuffleReductions.h - Values combined by shuffles ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Butterfly reductions: in each step a lane combines its value with that of the
// lane at a certain xor distance. After the steps, exactly the lanes that the
// distances connect agree (CUDA Programming Guide, "Warp Shuffle Functions").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_SHUFFLEREDUCTIONS_H
#define WARPLINT_ANALYSIS_UNIFORMITY_SHUFFLEREDUCTIONS_H

#include "Analysis/Dataflow/CfgView.h"

namespace warplint {

class Evaluation;
class Term;
class TermArena;

/// A value that lanes have computed by combining values of other lanes.
struct ShuffleReduction {
  const Term *Before = nullptr; ///< Value of each lane before the first step.
  /// Lanes whose numbers differ only in these bits have one value afterwards. 0
  /// after shuffles up or down, after which each lane has combined other lanes.
  uint32_t AgreeingBits = 0;
  /// Each step combines two values symmetrically, in all lanes of the warp.
  bool IsSymmetric = true;
};

/// How \p Value was computed by shuffles of known distances; nullopt if it was
/// computed in another way.
std::optional<ShuffleReduction>
exchangedValue(const Term *Value, const InlinedCFG &P, const Evaluation &Values,
               TermArena &Arena, const CfgView &View);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_SHUFFLEREDUCTIONS_H

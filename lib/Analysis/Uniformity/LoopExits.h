//===--- LoopExits.h - Paths on which threads only exit ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that leaves a loop in order to exit does not meet the others again:
// all threads that are still in the loop are in one iteration. A branch to such
// an exit therefore does not make the loop's variables divergent, provided that
// nothing after the exit depends on the iteration in which the thread left.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_LOOPEXITS_H
#define WARPLINT_ANALYSIS_UNIFORMITY_LOOPEXITS_H

#include "Analysis/Dataflow/CfgView.h"

namespace warplint {

/// The nodes of \p View from which a thread only exits or ends the launch, and
/// on the way neither synchronizes with others nor stores a loop variable at an
/// address that all threads share. No other node leads only to these nodes.
CfgView::NodeSet pathsOut(const InlinedCFG &P, const CfgView &View);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_LOOPEXITS_H

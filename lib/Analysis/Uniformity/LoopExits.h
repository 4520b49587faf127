//===--- PathsOut.h - Where threads leave for good ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that leaves a loop for the end of the kernel does not come back
// another way: whoever is still in the loop has come iteration it together. What
// lies behind the loop sees how far each thread came, however: it must not ask
// for that.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_LOOPEXITS_H
#define WARPLINT_ANALYSIS_UNIFORMITY_LOOPEXITS_H

#include "Analysis/Dataflow/CfgView.h"

namespace warplint {

/// Nodes from which a thread only goes to its end, where it meets no others and
/// stores nothing of its loops in places that all threads share. Every node
/// outside has a path that stays outside, or ends where none were taken out.
CfgView::NodeSet pathsOut(const InlinedCFG &P, const CfgView &View);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_LOOPEXITS_H

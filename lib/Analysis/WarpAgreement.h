//===--- WarpAgreement.h - What warps of a block agree on -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_WARPAGREEMENT_H
#define WARPLINT_ANALYSIS_WARPAGREEMENT_H

#include "Analysis/Program.h"

namespace warplint {

/// A vote, match, reduction or shuffle in which all lanes of a warp take part:
/// its result is a function of what the lanes put in, and of nothing else.
bool isWholeWarpCollective(const Event &E);

/// The kernel counts its threads as `32 * threadIdx.y + threadIdx.x`: a row is
/// a warp, and threadIdx.x the lane.
bool countsRowsAsWarps(const TermArena &Arena);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_WARPAGREEMENT_H

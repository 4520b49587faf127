//===--- BarrierSet.h - Barriers of a part of their scope -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERSET_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERSET_H

#include "llvm/ADT/SetVector.h"

namespace warplint {

struct Event;

/// Barriers in which only some threads of their scope take part.
using BarrierSet = llvm::SmallSetVector<const Event *, 4>;

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERSET_H

//===--- TargetMessages.h - For which targets a finding holds ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_TARGETMESSAGES_H
#define WARPLINT_DIAGNOSTICS_TARGETMESSAGES_H

#include "Finding/Finding.h"
#include "Target/GpuTarget.h"

namespace warplint {

/// \p Some of the targets \p All as a message names them: "this target" if
/// there is one alone, otherwise "sm_60 and sm_61".
std::string targetsInWords(llvm::ArrayRef<GpuTarget> Some,
                           const GpuTargets &All);

/// \p F holds for \p Some of the targets \p All: a note says so if there are
/// others. Their code may differ: what does not hold for the target whose code
/// is analysed is Likely at most.
void addTargets(Finding &F, llvm::ArrayRef<GpuTarget> Some,
                const GpuTargets &All);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_TARGETMESSAGES_H

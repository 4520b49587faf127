//===--- UpdateMessages.h - Lost updates in the user's words ------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_UPDATEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_UPDATEMESSAGES_H

#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Diagnostics/Explanation.h"

namespace warplint {

/// Adds to \p F, which has a check and nothing else, where the update is, which
/// threads make it at once, and what to do.
void explainLostUpdate(Finding &F, const LostUpdate &Lost,
                    const KernelFacts &Facts);

/// Adds the edit that makes \p U one atomic operation, if there is one for its
/// operator and type.
/// \returns its name as a user types it, empty if there is none.
llvm::StringRef addAtomic(Finding &F, const PlaceUpdate &U,
                          const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_UPDATEMESSAGES_H

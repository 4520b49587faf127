//===--- UpdateMessages.h - Messages about lost updates ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_UPDATEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_UPDATEMESSAGES_H

#include "Finding/Finding.h"

namespace warplint::updates {
struct LostUpdate;
struct PlaceUpdate;
} // namespace warplint::updates

namespace warplint {

class KernelFacts;

/// Adds to \p F, which has only a check, the text for \p Lost: the location of
/// the update, the threads that make it at the same time, and advice.
void explainLostUpdate(Finding &F, const updates::LostUpdate &Lost,
                       const KernelFacts &Facts);

/// Adds to \p F the edit that makes \p U one atomic operation, where it is
/// certain.
///
/// \returns the name of the atomic as a user types it, also where no edit was
/// made; empty if there is none for the operator and type of \p U.
llvm::StringRef addAtomic(Finding &F, const updates::PlaceUpdate &U,
                          const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_UPDATEMESSAGES_H

//===--- Certainties.h - What findings rest on ------------------ -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_CERTAINTIES_H
#define WARPLINT_DIAGNOSTICS_CERTAINTIES_H

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Detectors/Races/Race.h"
#include "Diagnostics/Explanation.h"
#include "Finding/Finding.h"

namespace warplint {

/// Of what follows from threads coming to all of \p Places, null ones left out:
/// likely where a branch over one of them depends on more than launch and code.
Certainty certaintyAt(const KernelFacts &Facts,
                      llvm::ArrayRef<const Node *> Places);

/// The same of threads that come to \p Events.
Certainty certaintyAt(const KernelFacts &Facts,
                      llvm::ArrayRef<const Event *> Events);

/// Of what follows from \p Branch sending threads both ways.
Certainty certaintyOf(const Node &Branch, const KernelFacts &Facts);

/// Likely where what is handed over, or the announcement, depends on more than
/// launch and code. That somebody observes it is what a handshake is for.
Certainty certaintyOf(const HandshakeFault &Fault, const KernelFacts &Facts);

/// Of what \p Shown shows: likely if it takes a parameter.
Certainty certaintyOf(const WarpAtPoint &Shown);

/// Likely where the witness takes values that nothing rules out. By the model
/// where all that orders the two is that lanes, together all the way, run in
/// step, and the accesses are volatile: the order that hardware keeps. So where
/// a structure is written back and what others use of it keeps its value.
Certainty certaintyOf(const Race &R, const KernelFacts &Facts);

/// The weaker of two that a finding needs both of.
inline Certainty both(Certainty L, Certainty R) { return std::max(L, R); }

/// What findings in \p Root rest on if it is an instance for which nothing in its
/// file asks; nothing for others.
std::optional<Note> chosenInstance(const clang::FunctionDecl &Root);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_CERTAINTIES_H

//===--- Certainties.h - How certain a finding is ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_CERTAINTIES_H
#define WARPLINT_DIAGNOSTICS_CERTAINTIES_H

#include "Diagnostics/Explanation.h"
#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <optional>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace warplint::memoryorder {
struct HandshakeFault;
} // namespace warplint::memoryorder

namespace warplint::races {
struct Race;
} // namespace warplint::races

namespace warplint {

class KernelFacts;
class Node;
struct Event;

/// The certainty of a finding that needs threads to reach all of \p Places;
/// null places are skipped. Likely if a branch that controls one of them
/// depends on more than launch and code (on loaded data, say), else Proven.
Certainty certaintyAt(const KernelFacts &Facts,
                      llvm::ArrayRef<const Node *> Places);

/// The certainty of a finding that needs threads to reach the nodes of all
/// \p Events; null events are skipped. Rule as for places.
Certainty certaintyAt(const KernelFacts &Facts,
                      llvm::ArrayRef<const Event *> Events);

/// The certainty of a finding that needs \p Branch to go both ways among the
/// threads: Proven if launch and code alone decide its condition.
Certainty certaintyOf(const Node &Branch, const KernelFacts &Facts);

/// Gives \p F the certainty of a finding that needs threads to reach all of
/// \p Places, and adds what lets them come there to what it rests on.
void setCertaintyAt(Finding &F, const KernelFacts &Facts,
                    llvm::ArrayRef<const Node *> Places);

/// The same for a handshake fault: threads write the data and announce it. That
/// some thread observes the announcement is assumed: it is what a handshake is
/// for.
void setCertainty(Finding &F, const memoryorder::HandshakeFault &Fault,
                  const KernelFacts &Facts);

/// The certainty of the lanes in \p Shown: Likely if values of parameters were
/// chosen to reach them, else Proven.
Certainty certaintyOf(const collectives::WarpAtPoint &Shown);

/// The certainty of the race \p R. Likely if its witness uses chosen parameters
/// or data, which nothing rules out. Model if the race needs lanes of one warp
/// to leave lock step between volatile accesses, if a structure is written back
/// whole and the fields that other threads read keep their values, or if an
/// exchange by the whole warp lies between the read and the overwriting: the
/// memory model does not order these, known hardware does.
Certainty certaintyOf(const races::Race &R, const KernelFacts &Facts);

/// Whether no order of \p R can go wrong as kernels are built for the target,
/// so that it is a matter of portability: by lock step, or as any of the
/// threads may be the one that it elects.
bool holdsAsBuilt(const races::Race &R, const KernelFacts &Facts);

/// The certainty of a finding that needs two facts: the weaker one.
inline Certainty both(Certainty L, Certainty R) { return std::max(L, R); }

/// Names the instance of a template that \p Root is, be its arguments those of
/// the unit or chosen; nothing for other functions.
std::optional<Note> instanceNote(const clang::FunctionDecl &Root);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_CERTAINTIES_H

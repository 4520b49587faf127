//===--- Surveys.h - What of a kernel a silence does not cover --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each survey looks at all statements or events of a kernel and adds a reason
// for each property that one of them concerns in a way that is not modelled.
// A survey claims nothing: what no survey adds is decided by the checks.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_VERDICTS_SURVEYS_H
#define WARPLINT_VERDICTS_SURVEYS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Verdicts/VerdictBuilder.h"

namespace warplint::verdicts {

/// What a kernel does at all.
struct KernelUses {
  bool WritesShared = false, ReadsShared = false, WritesGlobal = false;
  bool Converges = false;      ///< Under a branch threads wait for each other.
  bool NamesBarriers = false;  ///< Barriers with a number or a count.
  bool HasHandshake = false;   ///< Something that may pass data on.
  bool HasGridBarrier = false; ///< A barrier of the grid group.
  bool ReadsTextures = false;
  /// A clock, the mask of active lanes, or output shows when threads run.
  bool ShowsTiming = false;

  bool concerns(Property P) const;
};

/// Where a message about \p S, a statement of the call \p In, points.
clang::SourceLocation placeOf(const KernelFacts &Facts, const CallContext &In,
                              const clang::Stmt *S);
inline clang::SourceLocation placeOf(const KernelFacts &Facts, const Event &E) {
  return placeOf(Facts, *E.Owner, E.Site);
}

/// Calls that are not inlined and have no row, inline assembly without rows.
void surveyCode(const KernelFacts &Facts, KernelUses &Uses, VerdictBuilder &To);
/// Accesses to shared and global memory: what each is to, and with what it is
/// not compared.
void surveyAccesses(const KernelFacts &Facts, KernelUses &Uses,
                    VerdictBuilder &To);
/// Sizes of parameters that pairs of accesses were decided with, launches that
/// were guessed, undecided pairs, and assumptions that keep pairs silent.
void surveyRaces(const KernelFacts &Facts, const KernelUses &Uses,
                 VerdictBuilder &To);
/// Barriers, warp collectives, protocols, handshakes.
void surveySynchronization(const KernelFacts &Facts, KernelUses &Uses,
                           VerdictBuilder &To);
/// Whether conditions of barriers are the same for all rests on memory. After
/// the properties of races are known.
void surveyConditions(const KernelFacts &Facts, VerdictBuilder &To);
/// Whether the values that accesses are made with rest on memory that is not
/// known to be free of races, or set. Likewise.
void surveyValues(const KernelFacts &Facts, VerdictBuilder &To);
/// Reads of shared memory of which it is not shown that each element was
/// written before.
void surveyInitialization(const KernelFacts &Facts, VerdictBuilder &To);

/// Fills KernelVerdictOf::Redundant of \p Verdict, which is decided: barriers
/// in the kernel's own body that order no accesses that need it. None where
/// something is not known, rests on data or on a guessed block, or the barriers
/// may have another reason. Of several only those that can go together.
void findRedundantBarriers(const KernelFacts &Facts, const KernelUses &Uses,
                           KernelVerdict &Verdict);

/// Assumptions that reports list once for all kernels.
bool isBasis(Assumption A);

} // namespace warplint::verdicts

#endif // WARPLINT_VERDICTS_SURVEYS_H

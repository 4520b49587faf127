//===--- LaunchSpecialization.h - What terms are in one launch ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host says how the numbers of a launch belong together: `n / 32` blocks
// and n elements, n tested to be a multiple of 48. Here that becomes a
// replacement for the kernel's parameters: n is `32 * gridDim.x` and a rest
// below 32, so that ranges and multiples of terms tell what follows.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_LAUNCHSPECIALIZATION_H
#define WARPLINT_ANALYSIS_UNIFORMITY_LAUNCHSPECIALIZATION_H

#include "Analysis/Expr/TermArena.h"
#include "Analysis/Launches/LaunchConstraint.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace warplint {

class LaunchSpecialization {
public:
  /// The terms of \p Kernel in a launch of \p Extents, as far as these are
  /// known, of which \p Said tells. Makes terms in \p Arena, which must outlive
  /// this.
  LaunchSpecialization(const LaunchExtents &Extents, const LaunchConstraint &Said,
                const clang::FunctionDecl &Kernel, TermArena &Arena);

  /// \p T as the host tells it. What loops and joins make of it is not changed.
  const Term *of(const Term *T);
  /// The same where the index of a thread is one of as many as a block of the
  /// launch has. Indices have another form then: rules that look for them find
  /// none.
  const Term *ofThreads(const Term *T);

private:
  using Ref = LaunchTerms::Ref;
  void makeTerms(const LaunchConstraint &Said);
  const Term *identity(IdentityKind Kind, unsigned Axis, Scope UniformAt);
  void relate(const LaunchConstraint &Said);
  void placeBlocks(const LaunchExtents &Extents);
  void placeThreads(const LaunchExtents &Extents, const LaunchConstraint &Said);
  /// Has symbols of \p T replaced such that it is \p Target, if one can be.
  void solve(const Term *T, const Term *Target);
  /// One step of `solve`: what is left to solve. Nothing if that is all.
  using Equation = std::pair<const Term *, const Term *>;
  std::optional<Equation> solveSum(const LinearTerm &T, const Term *Target);
  std::optional<Equation> solveQuotient(const BinaryTerm &T,
                                        const Term *Target);
  void bind(const Term *Symbol, const Term *To);
  const Term *settled(const Term *T);

  TermArena &Arena;
  std::vector<const Term *> Of; ///< By the number of the host's term.
  /// Looked up, never iterated.
  llvm::DenseMap<const Term *, const Term *> Instead, InsteadOfThreads;
  std::vector<std::pair<const Term *, const Term *>> Bound; ///< Symbols.
  TermRewriter Rewriter, ThreadRewriter;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_LAUNCHSPECIALIZATION_H

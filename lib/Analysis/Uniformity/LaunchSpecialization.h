//===--- LaunchSpecialization.h - Terms of one host launch ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host relates the values of a launch: it launches `n / 32` blocks for n
// elements, and has tested that n is a multiple of 48. These constraints become
// substitutions for the kernel's parameters: n is `32 * gridDim.x` plus a rest
// below 32. Ranges and multiples of terms then show what follows.
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

/// Rewrites terms of a kernel by the constraints of one launch.
class LaunchSpecialization {
public:
  /// For a launch of \p Kernel with the \p Extents, as far as they are known,
  /// and the constraints \p Said. Makes terms in \p Arena, which must outlive
  /// this.
  LaunchSpecialization(const LaunchExtents &Extents,
                       const launches::LaunchConstraint &Said,
                       const clang::FunctionDecl &Kernel, TermArena &Arena);

  /// \p T with parameters and extents replaced by what the host makes of them.
  /// The incoming values of phis are not changed.
  const Term *of(const Term *T);
  /// of(\p T), with each thread index also replaced by its remainder modulo the
  /// block's extent, which has the range of the index. Rules that match
  /// threadIdx do not match the result.
  const Term *ofThreads(const Term *T);

private:
  using Ref = LaunchTerms::Ref;
  void makeTerms(const launches::LaunchConstraint &Said);
  const Term *identity(IdentityKind Kind, unsigned Axis, Scope UniformAt);
  void relate(const launches::LaunchConstraint &Said);
  void placeBlocks(const LaunchExtents &Extents);
  void placeThreads(const LaunchExtents &Extents,
                    const launches::LaunchConstraint &Said);
  /// Solves \p T = \p Target for a symbol of \p T, if it has such a symbol, and
  /// binds that symbol.
  void solve(const Term *T, const Term *Target);
  /// One step of `solve`: the equation that is left to solve. Nullopt: none.
  using Equation = std::pair<const Term *, const Term *>;
  std::optional<Equation> solveSum(const LinearTerm &T, const Term *Target);
  std::optional<Equation> solveQuotient(const BinaryTerm &T,
                                        const Term *Target);
  void bind(const Term *Symbol, const Term *To);
  const Term *settled(const Term *T);

  TermArena &Arena;
  std::vector<const Term *> Of; ///< By LaunchTerms::Ref.
  /// Looked up, never iterated.
  llvm::DenseMap<const Term *, const Term *> Instead, InsteadOfThreads;
  std::vector<std::pair<const Term *, const Term *>> Bound; ///< Symbols.
  TermRewriter Rewriter, ThreadRewriter;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_LAUNCHSPECIALIZATION_H

//===--- LaunchConstraintSolver.h - Numbers for a launch of chosen extents *- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_LAUNCHCONSTRAINTSOLVER_H
#define WARPLINT_ANALYSIS_LAUNCHES_LAUNCHCONSTRAINTSOLVER_H

#include "Analysis/Launches/LaunchConstraint.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

/// What the parameters of a kernel are worth in a launch of which extents are
/// chosen.
class LaunchConstraintSolver {
public:
  /// Inclusive; nothing where there is none.
  struct Bounds {
    std::optional<int64_t> Least, Most;
  };
  using SymbolNumbers = llvm::ArrayRef<unsigned>;

  /// Chooses numbers for the symbols of \p Fact such that a launch has the
  /// extents \p Grid and \p Block; those that are 0 are open. Where several
  /// would do it is the one that most powers of two divide. Those of \p LeftOpen
  /// are chosen only where a single number would do.
  LaunchConstraintSolver(const LaunchConstraint &Fact, const std::array<uint32_t, 3> &Grid,
               const std::array<uint32_t, 3> &Block,
               SymbolNumbers LeftOpen = {});

  /// False if no launch of the kind has these extents.
  bool isPossible() const { return Possible; }
  /// Blocks along \p Axis, which are open: as few as the numbers that are chosen
  /// leave. Nothing if there are none, or more than a grid has.
  std::optional<uint32_t> fewestBlocks(unsigned Axis);
  /// The number that parameter \p Index has then, nothing if it is open.
  std::optional<int64_t> valueOf(unsigned Index) const;
  /// The bytes that the host has allocated where parameter \p Index points to,
  /// nothing if that is open.
  std::optional<int64_t> bytesAt(unsigned Index) const;
  /// The symbol that parameter \p Index is, if its value is open.
  std::optional<unsigned> openSymbol(unsigned Index) const;
  /// Makes \p Symbol, which is open, \p Value or, if what the host has tested
  /// excludes that, another.
  void choose(unsigned Symbol, int64_t Value);
  /// What the host has tested lets \p Symbol, which is open, be \p Value.
  bool allows(unsigned Symbol, int64_t Value);

  /// What is chosen.
  std::optional<int64_t> chosen(unsigned Symbol) const {
    return Chosen[Symbol];
  }
  /// Of \p Symbol, which is open, as far as they follow from what is chosen.
  Bounds boundsOf(unsigned Symbol) const;
  /// What extents and tests say of \p Symbol: none of these is 0.
  std::vector<LaunchTerms::Ref> requirementsOf(unsigned Symbol) const;
  /// Those are its terms.
  const LaunchTerms &terms() const { return Terms; }

private:
  void settle();
  bool settleOne(unsigned Symbol, Bounds B);
  bool settleLikely(unsigned Symbol);
  Bounds likelyBoundsOf(unsigned Symbol) const;
  std::optional<std::pair<LaunchTerms::Ref, int64_t>>
  partOf(const LaunchTerms::Node &N, unsigned Symbol, int64_t Whole) const;
  void narrow(LaunchTerms::Ref T, unsigned Symbol, Bounds &B) const;
  void invert(LaunchTerms::Ref T, Bounds Wanted, unsigned Symbol,
              Bounds &B) const;

  const LaunchConstraint &Fact;
  /// Terms that must not be 0: the extents and the conditions.
  LaunchTerms Terms;
  std::vector<LaunchTerms::Ref> Required;
  LaunchTerms::Values Chosen;
  std::vector<bool> IsLeftOpen; ///< By symbol.
  bool Possible = true;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_LAUNCHCONSTRAINTSOLVER_H

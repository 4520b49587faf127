//===--- LaunchConstraintSolver.h - Values for a given launch ---*- C++ -*-===//
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
class Limits;
} // namespace warplint

namespace warplint::launches {

/// Finds values for the parameters of a kernel in a launch with given extents
/// that agree with a LaunchConstraint.
class LaunchConstraintSolver {
public:
  /// Inclusive bounds; nothing where unbounded.
  struct Bounds {
    std::optional<int64_t> Least, Most;
  };
  using SymbolNumbers = llvm::ArrayRef<unsigned>;

  /// Chooses values for the symbols of \p Fact so that a launch has the extents
  /// \p Grid and \p Block; 0 in these means any. \p Fact and \p Within must
  /// outlive this.
  /// Among several possible values it takes one divisible by the largest power
  /// of two. The symbols \p LeftOpen get a value only if one alone is possible.
  LaunchConstraintSolver(const LaunchConstraint &Fact,
                         const std::array<uint32_t, 3> &Grid,
                         const std::array<uint32_t, 3> &Block,
                         const Limits &Within, SymbolNumbers LeftOpen = {});

  /// False if the search found no values that give these extents and satisfy
  /// the conditions. It tries no second value for a symbol that it has chosen.
  bool isPossible() const { return Possible; }
  /// Blocks along \p Axis, where the grid was given as 0: each symbol of that
  /// extent that is still open is chosen as small as it may be. Nothing if the
  /// extent is unknown, not positive or above the grid limit.
  std::optional<uint32_t> fewestBlocks(unsigned Axis);
  /// The value of argument \p Index for the chosen symbols; nothing if it is
  /// still open.
  std::optional<int64_t> valueOf(unsigned Index) const;
  /// The bytes that the host has allocated at pointer argument \p Index;
  /// nothing if that is unknown or still open.
  std::optional<int64_t> bytesAt(unsigned Index) const;
  /// The symbol that argument \p Index is; nothing if the argument is no symbol
  /// alone or its value is chosen.
  std::optional<unsigned> openSymbol(unsigned Index) const;
  /// Sets the open \p Symbol to \p Value or, if a condition forbids that, to a
  /// value that the conditions allow; it stays open if none is found. Then
  /// chooses what follows for other symbols.
  void choose(unsigned Symbol, int64_t Value);
  /// True if no extent and no condition forbids the open \p Symbol to be
  /// \p Value.
  bool allows(unsigned Symbol, int64_t Value);

  /// The value chosen for \p Symbol; nothing while it is open.
  std::optional<int64_t> chosen(unsigned Symbol) const {
    return Chosen[Symbol];
  }
  /// Bounds of the open \p Symbol that follow from extents and conditions in
  /// which all other symbols are chosen.
  Bounds boundsOf(unsigned Symbol) const;
  /// The extents and conditions that mention \p Symbol, as terms of `terms()`
  /// that must not be 0.
  std::vector<LaunchTerms::Ref> requirementsOf(unsigned Symbol) const;
  /// Owns the terms of `requirementsOf`.
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
  const Limits &Within;
  /// The terms of the constraint and those made from the extents.
  LaunchTerms Terms;
  /// Terms that must not be 0: extents and conditions.
  std::vector<LaunchTerms::Ref> Required;
  LaunchTerms::Values Chosen;
  std::vector<bool> IsLeftOpen; ///< By symbol.
  bool Possible = true;
};

} // namespace warplint::launches

#endif // WARPLINT_ANALYSIS_LAUNCHES_LAUNCHCONSTRAINTSOLVER_H

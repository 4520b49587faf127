//===--- LaunchConstraint.h - Relations of launch numbers -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_LAUNCHCONSTRAINT_H
#define WARPLINT_ANALYSIS_LAUNCHES_LAUNCHCONSTRAINT_H

#include "Analysis/Expr/LaunchTerms.h"
#include "llvm/ADT/StringRef.h"
#include <array>

namespace warplint::launches {

/// Prefix of LaunchConstraint::Entry for a function that its own unit calls,
/// too: the launch counts only as other units call the function. The calls
/// inside the unit make launches of their own.
inline constexpr llvm::StringLiteral OnlyAsCalled = "+";

/// What one path through the host code says about a launch: how extents and
/// arguments depend on common unknowns. Symbols are numbered from 0 in the
/// order in which they are used, so that equal constraints compare equal.
struct LaunchConstraint {
  using Ref = LaunchTerms::Ref;

  /// Owns the terms that every Ref below names.
  LaunchTerms Terms;
  /// Blocks of the grid and threads of the block along each axis; nothing where
  /// unknown.
  std::array<std::optional<Ref>, 3> Grid, Block;
  /// The arguments of the kernel by slot (argumentSlotsOf): a number or, for a
  /// pointer, its address in bytes; nothing where unknown. Equal terms are
  /// equal values: two parameters with equal terms point to one object.
  std::vector<std::optional<Ref>> Arguments;
  /// Bytes that the host has allocated at a pointer argument, by the same
  /// index; nothing where unknown.
  std::vector<std::optional<Ref>> Bytes;
  /// Conditions that the host has tested on the path: none of these terms is 0.
  std::vector<Ref> Holds;
  /// The host function through which other units of the build reach the launch,
  /// by its buildNameOf; empty if they do not. Begins with OnlyAsCalled if only
  /// calls from other units count.
  std::string Entry;
  /// The numbers that `Entry` gets, one for each parameter or, for a small
  /// record, one for each field: to be bound to the arguments of a call
  /// (calledAs).
  std::vector<std::optional<Ref>> Entered;
  /// The unit reaches the function that launches only through pointers, so that
  /// its arguments are unknown here.
  bool IsByPointer = false;

  bool operator==(const LaunchConstraint &R) const {
    return Terms == R.Terms && Grid == R.Grid && Block == R.Block &&
           Arguments == R.Arguments && Bytes == R.Bytes && Holds == R.Holds &&
           Entry == R.Entry && Entered == R.Entered &&
           IsByPointer == R.IsByPointer;
  }
  /// True if nothing is known: no term was made.
  bool isEmpty() const { return Terms.size() == 0; }
  /// The constant that argument \p Index is; nothing if it is unknown or no
  /// constant.
  std::optional<int64_t> numberFor(unsigned Index) const;
  /// True if more than one argument mentions \p Symbol.
  bool isShared(unsigned Symbol) const;
  /// True if the pointer parameters \p Index and \p Other get the same address
  /// and it is no constant (null). False also where that is unknown.
  bool areSame(unsigned Index, unsigned Other) const {
    return Index < Arguments.size() && Other < Arguments.size() &&
           Arguments[Index] && Arguments[Index] == Arguments[Other] &&
           !Terms.constantOf(*Arguments[Index]);
  }
};

/// \p Of, whose Refs name terms of \p From, with only the terms that it needs
/// in its own `Terms` and its symbols renumbered. A condition is kept if it
/// mentions a symbol of an extent or argument and, beside these, nothing but
/// inputs. Above 256 terms the conditions, arguments and sizes are dropped, and
/// if that is not enough, everything: the result is empty.
LaunchConstraint withOnlyUsedTerms(LaunchConstraint Of,
                                   const LaunchTerms &From);

/// Specializes \p Of to one call of its entry: binds `Of.Entered` to
/// `Call.Arguments` and adds the conditions of \p Call. Nothing if a condition
/// then is false, so that this call does not reach the launch, or if the
/// numbers of parameters differ. Above 256 terms the result says less, as that
/// of withOnlyUsedTerms.
std::optional<LaunchConstraint> calledAs(const LaunchConstraint &Of,
                                         const LaunchConstraint &Call);

} // namespace warplint::launches

#endif // WARPLINT_ANALYSIS_LAUNCHES_LAUNCHCONSTRAINT_H

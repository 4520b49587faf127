//===--- LaunchConstraint.h - How numbers of a launch belong together -*- C++ -*-===//
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

namespace warplint {

/// Stands before the name of an entry without which there is no launch.
inline constexpr llvm::StringLiteral OnlyAsCalled = "+";

/// What one path through the host code says of a launch. Symbols are counted
/// from 0 in the order in which they are used, so that two launches that say
/// the same are equal.
struct LaunchConstraint {
  using Ref = LaunchTerms::Ref;

  LaunchTerms Terms;
  /// Threads or blocks along each axis; nothing where nothing is known.
  std::array<std::optional<Ref>, 3> Grid, Block;
  /// What the kernel gets, by parameter: a number, or for a pointer its address
  /// in bytes. Equal terms are equal values: two parameters may lead to one
  /// object.
  std::vector<std::optional<Ref>> Arguments;
  /// Bytes that the host allocated at a pointer argument, by parameter.
  std::vector<std::optional<Ref>> Bytes;
  /// What the host has tested before it launches: not 0.
  std::vector<Ref> Holds;
  /// The function of the host by which other units of the build come to this,
  /// by its name in the build; empty if they do not. Behind OnlyAsCalled if
  /// what the unit itself calls is told by others. With it the numbers that it
  /// gets, as `HostInterpreter` counts them.
  std::string Entry;
  std::vector<std::optional<Ref>> Entered;
  /// The unit calls the function that launches, but only by pointers: what it
  /// gets is decided there, and not followed.
  bool IsByPointer = false;

  bool operator==(const LaunchConstraint &R) const {
    return Terms == R.Terms && Grid == R.Grid && Block == R.Block &&
           Arguments == R.Arguments && Bytes == R.Bytes && Holds == R.Holds &&
           Entry == R.Entry && Entered == R.Entered &&
           IsByPointer == R.IsByPointer;
  }
  /// Nothing is said.
  bool isEmpty() const { return Terms.size() == 0; }
  /// The number that parameter \p Index has in all launches of this kind.
  std::optional<int64_t> numberFor(unsigned Index) const;
  /// \p Symbol is part of more than one argument.
  bool isShared(unsigned Symbol) const;
  /// The two pointer parameters get one address, which is not null.
  bool areSame(unsigned Index, unsigned Other) const {
    return Index < Arguments.size() && Other < Arguments.size() &&
           Arguments[Index] && Arguments[Index] == Arguments[Other] &&
           !Terms.constantOf(*Arguments[Index]);
  }
};

/// \p Of, whose terms are those of \p From, with the ones that it needs and no
/// others, its symbols counted anew.
/// Of conditions those are kept that speak of nothing but what extents and
/// arguments are made of. Empty if it is too large.
LaunchConstraint withOnlyUsedTerms(LaunchConstraint Of, const LaunchTerms &From);

/// What \p Of says where its entry is called as \p Call says, whose arguments
/// are the numbers that the entry gets. Nothing if such a call does not come to
/// it.
std::optional<LaunchConstraint> calledAs(const LaunchConstraint &Of,
                                   const LaunchConstraint &Call);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_LAUNCHCONSTRAINT_H

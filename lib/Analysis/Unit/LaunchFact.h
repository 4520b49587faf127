//===--- LaunchFact.h - How the numbers of a launch belong together -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIT_LAUNCHFACT_H
#define WARPLINT_ANALYSIS_UNIT_LAUNCHFACT_H

#include "Analysis/Unit/LaunchTerms.h"
#include "llvm/ADT/StringRef.h"
#include <array>

namespace warplint {

/// Stands before the name of an entry without which there is no launch.
inline constexpr llvm::StringLiteral OnlyAsCalled = "+";

/// What one way through the host code says of a launch. Symbols are counted
/// from 0 in the order in which they are used, so that two launches that say
/// the same are equal.
struct LaunchFact {
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
  /// gets, as `HostRun` counts them.
  std::string Entry;
  std::vector<std::optional<Ref>> Entered;
  /// The unit calls the function that launches, but only by pointers: what it
  /// gets is decided there, and not followed.
  bool IsByPointer = false;

  bool operator==(const LaunchFact &R) const {
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
LaunchFact withoutRest(LaunchFact Of, const LaunchTerms &From);

/// What \p Of says where its entry is called as \p Call says, whose arguments
/// are the numbers that the entry gets. Nothing if such a call does not come to
/// it.
std::optional<LaunchFact> calledAs(const LaunchFact &Of,
                                   const LaunchFact &Call);

/// What the parameters of a kernel are worth in a launch of which extents are
/// chosen.
class LaunchValues {
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
  LaunchValues(const LaunchFact &Fact, const std::array<uint32_t, 3> &Grid,
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
  bool settleFactor(unsigned Symbol);
  Bounds boundsAmongFactors(unsigned Symbol) const;
  void narrow(LaunchTerms::Ref T, unsigned Symbol, Bounds &B) const;
  void invert(LaunchTerms::Ref T, Bounds Wanted, unsigned Symbol,
              Bounds &B) const;

  const LaunchFact &Fact;
  /// Terms that must not be 0: the extents and the conditions.
  LaunchTerms Terms;
  std::vector<LaunchTerms::Ref> Required;
  LaunchTerms::Values Chosen;
  std::vector<bool> IsLeftOpen; ///< By symbol.
  bool Possible = true;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIT_LAUNCHFACT_H

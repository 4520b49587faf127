//===--- AssumedSizes.h - Sizes assumed for parameters ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither a kernel nor its translation unit says how large the sizes, pitches
// and offsets are that decide whether two accesses meet. Each parameter gets a
// size by how the kernel uses it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ASSUMEDSIZES_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ASSUMEDSIZES_H

#include "Analysis/LaunchScenarios/ParameterUses.h"
#include "Assumptions/Assumptions.h"

namespace warplint::scenarios {

/// The sizes that are assumed for parameters in queries about one launch.
/// Bounds, parts and the first pitches are powers of two, so that they fit
/// whatever a kernel divides them by and whatever alignment it tests; further
/// pitches have two sizes each. Each size is larger than what it has to hold;
/// all grow with the grid and with the strides of loops.
class AssumedSizes {
public:
  /// \p Roles outlives this; \p Launch has no unknown extents. With
  /// \p AnyBound, bounds and shift amounts are not assumed: a witness chooses
  /// them. A witness also chooses the sizes that \p Assumptions leave open.
  AssumedSizes(const ParameterUses &Roles, const LaunchExtents &Launch,
               bool AnyBound, const AssumptionSet &Assumptions);

  /// Elements of a row that an index runs through: room for a few bounds or
  /// offsets.
  static constexpr int64_t Row = int64_t(1) << 15;

  enum class Stands : uint8_t {
    ForItself, ///< No size is assumed: a witness chooses it.
    ForOne,    ///< The size is `Value`.
    ForTwo,    ///< `Value` or `Other`: no verdict may depend on which.
    ForAny,    ///< One of too many pitches: its size is unknown.
  };
  struct Size {
    Stands Standing = Stands::ForItself;
    /// What keeps places apart by it.
    Assumption Role = Assumption::Offset;
    int64_t Value = 0, Other = 0;
    int64_t Least = 0, Most = Row; ///< The range, if ForItself.
  };
  /// The assumed size of the parameter \p Parameter.
  Size of(const Term *Parameter) const;
  /// The number of the last iteration that a loop may have, counted from 0.
  int64_t maxTripCount() const { return (Row << Growth) - 1; }

private:
  Size assumedFor(const Term *Parameter) const;
  int64_t sizeOf(const ParameterUses::Step &Step) const;

  const ParameterUses &Roles;
  LaunchExtents Launch;
  bool AnyBound;
  AssumptionSet Assumptions;
  unsigned Growth; ///< Bits by which sizes exceed those for a small grid.
  /// Bits by which pitches exceed those for a small grid.
  unsigned PitchGrowth;
};

/// The row that a finding rests on which was shown with a size of \p Role.
Assumption chosenSize(Assumption Role);

/// The integer parameters that \p Address and the branches controlling \p At
/// are computed from, in the order in which they are met.
llvm::SetVector<const Term *>
parametersBehind(const Term *Address, const Node &At, const KernelFacts &Facts);

/// \p Root is a dynamic shared array (`extern __shared__`): all of those start
/// at one address (CUDA Programming Guide, "__shared__").
bool isDynamicShared(const Term *Root);

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ASSUMEDSIZES_H

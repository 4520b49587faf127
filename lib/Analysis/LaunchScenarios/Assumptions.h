//===--- Assumptions.h - What verdicts about races rest on -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither a kernel nor a unit says everything that decides whether two accesses
// meet. What is taken for granted instead has a name: a query uses it, a race
// lists it, and the statistics count the pairs that are silent because of it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ASSUMPTIONS_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ASSUMPTIONS_H

#include "Analysis/LaunchScenarios/ParameterUses.h"

namespace warplint {

/// Something that a verdict rests on and that neither launch nor code says.
struct Assumption {
  enum class Kind : uint8_t {
    /// `Subject`, a parameter that indices are multiplied by, is a pitch of
    /// `Value` elements: more than any index into a row.
    Pitch,
    /// `Subject` is the size of what each block has of its own, of `Value`
    /// elements.
    PartOfBlock,
    /// `Subject`, a parameter that indices are compared with, is `Value`: large
    /// enough for all threads of the launch.
    Bound,
    /// `Subject`, a parameter that is part of an index, is `Value`; each such
    /// parameter leads to elements of its own.
    Offset,
    /// `Subject`, a parameter that a loop goes on by, is `Value`: as many as
    /// there are threads or blocks, whichever the loop starts from.
    Step,
    /// `Subject` and `Other`, pointer parameters, lead to different objects.
    NoAlias,
    /// Nothing in the unit says how the kernel is launched: the launch is one
    /// that its code fits.
    Launch,
    /// `Subject` is read from memory, and what it holds is chosen.
    LoadedIndex,
    /// Indices that depend on data lead different threads to different
    /// elements: permutations, slots that a scan or a search gives out.
    DistinctIndices,
    /// An index that depends on data does not leave the part of the object that
    /// it starts from.
    OwnPart,
    /// An atomic, a vote or a flag lets one thread come at a time, or a window
    /// of a sorted table.
    ElectedThread,
    /// What an atomic or a vote hands out as an index is one thread's own.
    ElectedIndex,
    /// A test of data that each thread makes for itself lets one of them write.
    ChosenThread,
    /// What collectives of a warp compute ends up the same in all its lanes.
    SharedByLanes,
    /// There is one block along an axis: loops go on by all blocks along it, and
    /// nothing tells of more.
    OneBlock,
  };
  Kind K;
  const Term *Subject = nullptr; ///< Null for the launch.
  const Term *Other = nullptr;
  int64_t Value = 0;

  bool operator==(const Assumption &R) const {
    return K == R.K && Subject == R.Subject && Other == R.Other &&
           Value == R.Value;
  }
};
inline constexpr unsigned AssumptionKinds =
    unsigned(Assumption::Kind::OneBlock) + 1;

/// The sizes that parameters stand for in queries about one launch. All are
/// powers of two: whatever a kernel divides them by, and whatever it asks of
/// their alignment, they fit. Each is larger than what it may hold, and all
/// grow with the grid and with the steps of loops.
class AssumedSizes {
public:
  /// \p Roles outlives this; \p Launch has no unknown extents.
  /// With \p AnyBound, what indices are compared with is any number, and so is by
  /// how many bits something is shifted.
  AssumedSizes(const ParameterUses &Roles, const LaunchExtents &Launch,
               bool AnyBound);

  /// Elements of a row that an index runs through: room for a few of what a
  /// bound or an offset is.
  static constexpr int64_t Row = int64_t(1) << 15;

  enum class Stands : uint8_t {
    ForItself, ///< No size: a witness chooses it.
    ForOne,    ///< For `Value`.
    ForTwo,    ///< For `Value` and `Other`: nothing may depend on which.
    ForAny,    ///< One of too many pitches: nothing is known of it.
  };
  struct Size {
    Stands Standing = Stands::ForItself;
    Assumption::Kind Role = Assumption::Kind::Offset;
    int64_t Value = 0, Other = 0;
    int64_t Least = 0, Most = Row; ///< Of what stands for itself.
  };
  Size of(const Term *Parameter) const;
  /// The last iteration that a loop may have, counted from 0.
  int64_t maxTripCount() const { return (Row << Growth) - 1; }

private:
  int64_t sizeOf(const ParameterUses::Step &Step) const;

  const ParameterUses &Roles;
  LaunchExtents Launch;
  bool AnyBound;
  unsigned Growth; ///< Bits by which sizes exceed those for a small grid.
  unsigned PitchGrowth; ///< Those by which pitches do.
};

/// The parameters that \p Address and the branches over \p At are computed
/// from, in the order in which they are met.
llvm::SetVector<const Term *>
parametersBehind(const Term *Address, const Node &At, const KernelFacts &Facts);

/// The variable is dynamic shared memory: all arrays of that kind start at one
/// address (CUDA Programming Guide, "__shared__").
bool isDynamicShared(const Term *Root);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_ASSUMPTIONS_H

//===--- ParameterSampling.h - Values to run a block with -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some questions are answered by running all threads of a block through the
// kernel, for a few values of its parameters.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SIMULATION_PARAMETERSAMPLING_H
#define WARPLINT_ANALYSIS_SIMULATION_PARAMETERSAMPLING_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <map>

namespace warplint {

/// The block that the kernel is launched with, as far as the unit says so: one
/// that it may be launched with at most counts where nothing else is known.
std::optional<std::array<int64_t, 3>> blockToRun(const LaunchExtents &Launch);

/// Integer parameters of the kernel, and integer members of those that are
/// structures, as its terms name them.
llvm::SmallVector<const Term *, 8> integerParameters(const KernelFacts &Facts);

/// Launches may pass different numbers for one of them, as far as is known.
bool hasOpenParameters(const KernelFacts &Facts);

/// What all launches pass for each of them, \p Sample if that is not known, and
/// extents of the grid; its first block runs.
GivenValues givenToAll(const KernelFacts &Facts, int64_t Sample);

/// Adds to \p Given what else launches pass that can decide who goes where:
/// integers in arrays are \p Sample, floating-point numbers are 1, and pointers
/// that are compared with null lead somewhere. All are left out, 0 and null, if
/// \p Sample is nothing. False if there are none.
bool giveOthers(GivenValues &Given, const KernelFacts &Facts,
                std::optional<int64_t> Sample);

/// Sizes that the host may choose: multiples of a warp and of less, and others.
inline constexpr int64_t SizesToTry[] = {255, 100, 33,   31, 16, 2,
                                         1,   0,   1000, 96, 40};

/// The same as the launches of the build have it, where the host tells of all
/// of them: what it does not know is each of \p Numbers where \p Deciding are
/// computed from it, two at most, and \p Sample elsewhere. Empty otherwise.
/// Unless \p Only is null the others do not count. With \p OfMany all but two
/// of more are the last of \p Numbers.
std::vector<GivenValues>
givenByHost(const KernelFacts &Facts, llvm::ArrayRef<const Term *> Deciding,
            llvm::ArrayRef<int64_t> Numbers, int64_t Sample,
            const KernelLaunch *Only = nullptr, bool OfMany = false);

/// What `givenByHost` says of parameters with each of SizesToTry, a fact of one
/// kernel.
class SizesByHost {
public:
  explicit SizesByHost(const KernelFacts &Facts) : Facts(Facts) {}
  /// Values for \p Parameters alone, each combination once, in the order of
  /// what is tried.
  const std::vector<GivenValues> &
  of(llvm::ArrayRef<const Term *> Parameters) const;

private:
  const KernelFacts &Facts;
  /// Looked up, never iterated.
  mutable std::map<std::vector<const Term *>, std::vector<GivenValues>> Known;
};

/// The one number of the block's own in memory that early exits ask for; null
/// if there is none, or more than one.
const Term *flagOfBlock(const KernelFacts &Facts);

/// For each of \p All also a run of the next block along all axes of the grid,
/// and of the last one where it is known which that is.
void addOtherBlocks(const KernelFacts &Facts, std::vector<GivenValues> &All);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SIMULATION_PARAMETERSAMPLING_H

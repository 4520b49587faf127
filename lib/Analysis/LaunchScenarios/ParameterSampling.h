//===--- ParameterSampling.h - Parameter values to execute ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some questions are answered by executing all threads of a block, for a few
// values of the kernel's parameters.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PARAMETERSAMPLING_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PARAMETERSAMPLING_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <map>

namespace warplint::launches {
struct KernelLaunch;
} // namespace warplint::launches

namespace warplint::scenarios {

/// The kernel's integer parameters, and the integer members of its parameters,
/// as terms of its expressions.
llvm::SmallVector<const Term *, 8> integerParameters(const KernelFacts &Facts);

/// For some integer parameter it is unknown that all launches pass one value.
bool hasOpenParameters(const KernelFacts &Facts);

/// Values for all integer parameters and for the grid's extents: the value that
/// all launches pass, \p Sample if that is unknown. Block indices are those of
/// the first block.
GivenValues givenToAll(const KernelFacts &Facts, int64_t Sample);

/// Adds to \p Given the other parts of parameters that can decide branches:
/// integers in arrays get \p Sample, floating-point numbers 1, pointers that
/// are compared with null some address. Without \p Sample all of them are 0 or
/// null. False if there are none.
bool giveOthers(GivenValues &Given, const KernelFacts &Facts,
                std::optional<int64_t> Sample);

/// Values like those of `givenToAll` for each launch of the translation unit,
/// by the host's code: values that the host does not know are each of
/// \p Numbers, if \p Deciding is computed from them, and \p Sample otherwise.
/// If \p Deciding depends on more than two such values, the result is empty, or
/// with \p OfMany the others are the last of \p Numbers. Empty also if the
/// host's code is not known for all launches. \p Only: if not null, the only
/// launch that counts.
std::vector<GivenValues>
givenByHost(const KernelFacts &Facts, llvm::ArrayRef<const Term *> Deciding,
            llvm::ArrayRef<int64_t> Numbers, int64_t Sample,
            const launches::KernelLaunch *Only = nullptr, bool OfMany = false);

/// Gives parameters in \p Given what the host passes to blocks of \p Block, if
/// that alone follows from their size. False if no launch has such blocks. True
/// without a change if the host's code is not known for all launches.
bool fitToBlock(GivenValues &Given, const std::array<int64_t, 3> &Block,
                const KernelFacts &Facts);

/// givenByHost for each of samples::Sizes.
std::vector<GivenValues>
sizesByHost(const KernelFacts &Facts, llvm::ArrayRef<const Term *> Deciding,
            const launches::KernelLaunch *Only = nullptr);

/// The values of parameters that `givenByHost` finds for each of
/// samples::Sizes. A fact of one kernel (KernelFacts::get).
class SizesByHost {
public:
  explicit SizesByHost(const KernelFacts &Facts) : Facts(Facts) {}
  /// Values for \p Parameters only, each combination once, in the order in
  /// which it is tried.
  const std::vector<GivenValues> &
  of(llvm::ArrayRef<const Term *> Parameters) const;

private:
  const KernelFacts &Facts;
  /// Looked up, never iterated.
  mutable std::map<std::vector<const Term *>, std::vector<GivenValues>> Known;
};

/// Calls \p Try with the samples::Sizes of any host for \p Parameters until it
/// returns true. False if it never does, or, without a call, for more than two
/// parameters.
bool tryParameters(llvm::ArrayRef<const Term *> Parameters,
                   llvm::function_ref<bool(const GivenValues &)> Try);

/// The load that early exits test, uniform in a block; null if there is none,
/// or more than one.
const Term *flagOfBlock(const KernelFacts &Facts);

/// Adds, for each of \p All, the values of the next block along all axes of the
/// grid, and of the last block if that is another one. Nothing is added if the
/// kernel uses ranks in the grid.
void addOtherBlocks(const KernelFacts &Facts, std::vector<GivenValues> &All);

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PARAMETERSAMPLING_H

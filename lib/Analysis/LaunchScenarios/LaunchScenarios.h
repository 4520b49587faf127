//===--- LaunchScenarios.h - Launches that are judged -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which blocks, grids and clusters a kernel is judged with, and on whose word.
// All engines ask here. What a guessed scenario shows is a finding; what it
// does not show is no proof, and is counted (SilentInGuesses).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_LAUNCHSCENARIOS_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_LAUNCHSCENARIOS_H

#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/LaunchExtents.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LaunchScenarios/Provenance.h"
#include "Assumptions/Assumptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <optional>
#include <vector>

namespace warplint {
struct Inputs;
} // namespace warplint

namespace warplint::launches {
struct LaunchConstraint;
} // namespace warplint::launches

namespace warplint::scenarios {

/// A launch that a kernel is judged with, or, if it is guessed, several that it
/// may be written for: then a finding must hold for all `Shapes`.
struct Scenario {
  /// Complete extents; at least one, but for blockScenario.
  std::vector<LaunchExtents> Shapes;
  /// Extents with more blocks, for accesses that no thread reaches in any of
  /// `Shapes`: the first of these in which a thread does decides.
  std::vector<LaunchExtents> Larger = {};
  /// Of the block's extents.
  Provenance From = {};
  /// The unit, the build, the user or an assertion of the kernel gives the
  /// block's extents.
  bool BlockIsKnown = false;
  /// How arguments and extents belong together; null if nothing is known.
  /// `Shapes` satisfy it.
  const launches::LaunchConstraint *Said = nullptr;
  /// Axes along which some shapes have one block only because nothing says that
  /// there are more.
  std::array<bool, 3> OfOneBlock = {};

  /// \p Shape has one block along an axis of `OfOneBlock` along which the first
  /// shape has more.
  bool isOfOneBlock(const LaunchExtents &Shape) const;
  /// The extents of the blocks of `Shapes`, in their order.
  std::vector<std::array<int64_t, 3>> blocks() const;
};

/// What an engine knows of the shapes that a kernel may be written for.
struct ShapeFit {
  using Test = llvm::function_ref<bool(const LaunchExtents &)>;
  Test InFirstIteration; ///< No access leaves its array in first iterations.
  Test InAllIterations;  ///< Nor in any other iteration that is known.
  Test IsMeant;          ///< Preferred among several shapes.
};

/// The scenarios of a kernel in order of trust. First the launches of the unit
/// and the build, each by itself: what one of them shows is a finding. If the
/// extents of a block are unknown, one more scenario, whose shapes of several
/// warps fit in all iterations or at least in the first one: inferred shapes,
/// or common ones if no inferred shape fits. If there are none, shapes with
/// part of the rows, or the largest of those that fit into one warp. Of several
/// shapes only those that are meant are kept, if any is.
std::vector<Scenario> scenariosFor(const KernelFacts &Facts,
                                   const ShapeFit &Fit);

/// The blocks that are tried where neither launches nor the user nor the kernel
/// give one.
enum class BlockRule : uint8_t {
  AtBound, ///< One row as large as launch bounds allow; none without bounds.
  /// Rows of whole warps and of each hint. None if a branch reads y or z.
  WholeWarps,
  /// Rows of all whole warps, the largest hint first. None without a hint, or
  /// if the kernel reads y or z. Launch bounds decide as in AtBound.
  EachWarpCount
};

/// The block of the launch, as far as one is known, or those that \p Rule
/// tries.
/// \p Hints: threads per block that the kernel's own numbers suggest. No shapes
/// if there is nothing to try; grids stay as they are known.
Scenario blockScenario(const KernelFacts &Facts, BlockRule Rule,
                       llvm::ArrayRef<int64_t> Hints = {});

/// The rule of exampleBlock, for provenanceOf.
inline constexpr llvm::StringLiteral ForWitness = "one block for a witness";

/// The block shape for a witness: the known extents of \p Launch; for unknown
/// ones samples::ExampleRow, or samples::ExampleTile if \p Of uses other axes,
/// made smaller to fit the bounds of \p Launch. Where \p By is not \p Assumed,
/// another block takes its place.
std::array<int64_t, 3> exampleBlock(const LaunchExtents &Launch,
                                    const Inputs &Of,
                                    const AssumptionUses &Assumed,
                                    Assumption By = Assumption::ExampleBlock);

/// On whose word a kernel has blocks of \p Shapes. A guess that needs all of
/// several different blocks is EachTried. \p Rule names the guess.
Provenance provenanceOf(const KernelFacts &Facts,
                        llvm::ArrayRef<LaunchExtents> Shapes,
                        llvm::StringLiteral Rule);

/// The same for one block.
Provenance provenanceOf(const KernelFacts &Facts,
                        const std::array<int64_t, 3> &Block,
                        llvm::StringLiteral Rule);

/// A launch of the unit or of the build.
Provenance provenanceOf(const launches::KernelLaunch &Launch);

/// A launch of shape \p Shape has two threads that are \p Relation.
bool hasThreads(ThreadRelation Relation, const LaunchExtents &Shape);

/// Some of \p Launches passes one pointer both for the parameter that \p A
/// accesses and for the one that \p B accesses.
bool arePassedTwice(const Event &A, const Event &B,
                    llvm::ArrayRef<Scenario> Launches);

/// None of \p Launches, which are some, has a block that is known.
bool areGuessed(llvm::ArrayRef<Scenario> Launches);

/// What nothing is said of although only guessed launches and sample numbers
/// were tried: the silence is no proof. A fact of one kernel
/// (KernelFacts::get).
class SilentInGuesses {
public:
  explicit SilentInGuesses(const KernelFacts &) {}
  /// \p What: in the plural, "pairs of accesses".
  void add(llvm::StringRef What, uint64_t Times = 1) const;
  /// In the order of the first add() of each.
  llvm::ArrayRef<Limits::Cut> counts() const { return Counted; }

private:
  mutable std::vector<Limits::Cut> Counted;
};

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_LAUNCHSCENARIOS_H

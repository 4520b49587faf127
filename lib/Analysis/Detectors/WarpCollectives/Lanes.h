//===--- Lanes.h - Which lanes of a warp come to a point --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches over thread identity and constants are run for every lane of a block
// (CUDA Programming Guide, "Warp Shuffle Functions" and "Warp Vote Functions":
// every lane named in the mask must execute the call with the same mask).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANES_H
#define WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANES_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <optional>
#include <utility>
#include <vector>

namespace warplint {

/// Lanes of one warp as bits; bit 0 is lane 0.
using LaneMask = uint32_t;

/// One warp at a point of the program, in a launch that shows something.
struct WarpAtPoint {
  unsigned Warp = 0;     ///< Index in the block.
  LaneMask Existing = 0; ///< Lanes that the block has, without `Returned`.
  LaneMask Coming = 0;   ///< Lanes that come to the point together.
  LaneMask Gone = 0;     ///< Lanes that go straight to the kernel's end.
  LaneMask Returned = 0; ///< Lanes that have left the kernel before.
  const Node *ReturnsAt = nullptr; ///< Sent some of them away.
  unsigned Iteration = 0;              ///< Of the innermost loop, counted from 0.
  std::array<int64_t, 3> BlockDim = {}; ///< Of the launch.
  bool BlockIsKnown = false; ///< BlockDim is the launch's, not an example.
  std::vector<std::pair<const clang::ValueDecl *, int64_t>> Given;
};

class Lanes {
public:
  explicit Lanes(const KernelFacts &Facts) : Facts(Facts) {}

  /// The branches over \p N on which lanes of one warp do not agree, nearest
  /// first; threads that have left the kernel do not count.
  std::vector<const Node *> divergence(const Node &N) const;

  /// Lanes that \p Branch does not let come to \p N go straight to the kernel's
  /// end: they count as exited, which collectives do not wait for (CUDA
  /// Programming Guide, "Warp Shuffle Functions": all non-exited threads named
  /// in mask).
  bool othersLeave(const Node &Branch, const Node &N) const;

  /// Runs the branches over \p N for the warps of a block and calls \p See with
  /// each warp of which some lane comes; stops when it returns true. False if
  /// nothing made it stop, or if the branches on which lanes do not agree
  /// cannot be run (they depend on memory, or on too many parameters). Of the
  /// others, and of those that send threads out of the kernel before, only
  /// those count that can.
  bool findWarp(const Node &N,
                llvm::function_ref<bool(const WarpAtPoint &)> See) const;

  /// The branches over \p N can be run for every lane: who comes is known, be
  /// it nobody.
  bool canRun(const Node &N) const;

  /// The value of \p T in each lane of the warp that \p At describes; nothing
  /// if it cannot be computed.
  std::optional<std::array<int64_t, LanesPerWarp>>
  valueInLanes(const Term *T, const WarpAtPoint &At) const;

private:
  struct Requirement {
    const Term *Condition;
    bool Holds;
    const Term *Counter; ///< Of a loop whose iterations are run; null otherwise.
    bool OthersLeave;    ///< Whoever does not meet it.
  };
  enum class Whereabouts : uint8_t { Here, Elsewhere, Gone };
  /// A branch that who comes has gone a certain way at, and what follows of it.
  struct Passed {
    const Node *Branch;
    const Term *Condition;
    bool Holds;
    bool IsTried = false; ///< With the values that parameters are given.
  };
  /// What decides who comes to a node.
  struct Scene {
    std::vector<Requirement> All;
    std::vector<Passed> ForWarps; ///< The lanes of each warp agree on these.
    std::vector<Passed> Stays;    ///< The other paths lead out of the kernel.
    Inputs Of;                    ///< Parameters: those of `All`.
    bool Loops = false;
    bool Counts = false; ///< Who comes may depend on the iteration of a loop.
  };
  /// What must hold for a thread to come to \p N; nothing if that is not known.
  std::optional<std::vector<Requirement>> requirements(const Node &N) const;
  static void addPassed(const Node &Branch, bool Holds,
                        std::vector<Passed> &To);
  std::vector<Passed> agreedOver(const Node &N) const;
  std::vector<Passed> exitsBefore(const Node &N) const;
  /// By the place of a thread among those that are looked at.
  struct Absence {
    std::vector<const Node *> ReturnsAt; ///< Null if it has not returned.
    std::vector<bool> Agrees;            ///< Its warp may come.
  };
  std::optional<Scene> sceneOf(const Node &N) const;
  bool holdsAnyone(const Scene &In, const std::array<int64_t, 3> &Dim) const;
  std::array<int64_t, 3> blockFor(const Scene &In) const;
  /// One warp in one iteration.
  struct SeenWarp {
    WarpAtPoint At;
    bool Agrees = false;        ///< `Scene::ForWarps` let some lane come.
    bool ReturnedComes = false; ///< But for its return, some lane would.
  };
  class SeenBlocks;
  Absence absenceOf(const Scene &In, llvm::ArrayRef<ThreadOfBlock> Threads,
                    const WarpAtPoint &At, const GivenValues &Given) const;
  /// Sets \p Ran if it could be computed who comes.
  bool search(const Node &N, bool &Ran,
              llvm::function_ref<bool(const WarpAtPoint &)> See) const;
  std::optional<SeenWarp>
  lookAt(const Scene &In, llvm::ArrayRef<ThreadOfBlock> Threads, size_t First,
         const WarpAtPoint &At, const Absence &Away,
         const GivenValues &Given) const;
  bool searchWarps(const Scene &In, WarpAtPoint &At, const GivenValues &Given,
                   bool &Ran,
                   llvm::function_ref<bool(const WarpAtPoint &)> See) const;
  std::optional<Whereabouts> whereabouts(llvm::ArrayRef<Requirement> All,
                                         const ThreadOfBlock &Self,
                                         unsigned Iteration,
                                         const GivenValues &Given) const;

  const KernelFacts &Facts;
};

/// The lane whose value lane \p Self gets, in segments of \p Width lanes; its
/// own beyond the ends of its segment.
int64_t sourceLane(int64_t Self, ShuffleMode Mode, int64_t Select,
                   int64_t Width = LanesPerWarp);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANES_H

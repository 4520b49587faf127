//===--- Lanes.h - Lanes of a warp that reach a point -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates branches over thread identity and constants for every lane of a
// block (CUDA Programming Guide, "Warp Shuffle Functions" and "Warp Vote
// Functions": every lane named in the mask must execute the call with the same
// mask).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANES_H
#define WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANES_H

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Detectors/WarpCollectives/WarpAtPoint.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Target/Warp.h"
#include <optional>
#include <utility>
#include <vector>

namespace warplint {
class LaunchSpecialization;
} // namespace warplint

namespace warplint::collectives {

/// Whether a lane stays away.
class Absence {
public:
  static constexpr Absence impossible() { return Absence(0); }
  static constexpr Absence possible() { return Absence(2); }
  /// No witness was found, and nothing excludes one.
  Absence(Counted) : Absence(1) {}

  bool isPossible() const { return Rank == 2; }
  /// The one that is possible rather.
  friend bool operator<(Absence L, Absence R) { return L.Rank < R.Rank; }

private:
  explicit constexpr Absence(uint8_t Rank) : Rank(Rank) {}
  uint8_t Rank;
};

/// Answers which lanes reach a node of one kernel.
class Lanes {
public:
  explicit Lanes(const KernelFacts &Facts) : Facts(Facts) {}

  struct Test {
    const Term *Condition;
    bool Holds;
  };
  /// What holds where successor number \p Successor of \p Branch is taken;
  /// nothing if that is not known (a range of cases).
  std::optional<std::vector<Test>> testsFor(const Node &Branch,
                                            unsigned Successor) const;

  /// The branches over \p N at which lanes of one warp diverge, the nearest
  /// first; exited threads do not count.
  std::vector<const Node *> divergence(const Node &N) const;

  /// The lanes that \p Branch keeps from reaching \p N go straight to the exit:
  /// they count as exited, and collectives do not wait for them (CUDA
  /// Programming Guide, "Warp Shuffle Functions": all non-exited threads named
  /// in mask).
  bool othersLeave(const Node &Branch, const Node &N) const;

  /// Evaluates the branches over \p N for the warps of a block, and calls
  /// \p See with each warp of which some lane reaches \p N, until it returns
  /// true. False if it never does, or if a branch at which lanes diverge cannot
  /// be evaluated (it depends on memory, or on too many parameters). Other
  /// branches, and branches to earlier exits, are ignored if they cannot be
  /// evaluated.
  bool findWarp(const Node &N,
                llvm::function_ref<bool(const WarpAtPoint &)> See) const;

  /// The branches over \p N can be evaluated for every lane: it is known which
  /// lanes reach \p N, be it none.
  bool canRun(const Node &N) const;

  /// Whether a lane of \p Named stays away from \p N while another one of its
  /// warp, in \p Named, comes: by a witness that all that is known of both
  /// lanes, of the block and of the launches allows.
  Absence mayMiss(const Node &N, LaneMask Named) const;

  /// The value of \p T in each lane of the warp of \p At; nothing if it is
  /// unknown.
  std::optional<std::array<int64_t, LanesPerWarp>>
  valueInLanes(const Term *T, const WarpAtPoint &At) const;

private:
  /// What a thread has to meet at one branch, or at several that lead to the
  /// node by different paths (`a || b`).
  struct Requirement {
    /// All tests of one of these hold.
    std::vector<std::vector<Test>> Paths;
    /// Of a loop whose iterations are executed; null otherwise.
    const Term *Counter;
    bool OthersLeave; ///< Threads that do not meet it exit.
    /// It is asked in the one iteration, not in those before.
    bool IsOfIteration = false;
    /// The lanes of a warp agree on it: what is not known of it is met.
    bool IsAgreed = false;
  };
  enum class Whereabouts : uint8_t { Here, Elsewhere, Gone };
  /// The outcome of a branch on the path to a node, with what follows from it.
  struct Passed {
    const Node *Branch;
    const Term *Condition;
    bool Holds;
    bool IsTried = false; ///< It is evaluated with parameter values.
  };
  /// What decides which threads reach a node.
  struct Scene {
    std::vector<Requirement> All;
    std::vector<Passed> ForWarps; ///< Uniform over each warp.
    std::vector<Passed> Stays;    ///< Their other successors lead to the exit.
    Inputs Of;                    ///< Parameters that `All` depends on.
    bool Loops = false;
    /// Which threads reach the node may depend on the iteration of a loop.
    bool Counts = false;
    bool IsCut = false; ///< A budget left something out.
  };
  /// The conditions for a thread to reach \p N; nothing if unknown, or if a
  /// budget cut them off.
  std::optional<std::vector<Requirement>> requirements(const Node &N,
                                                       bool &IsCut) const;
  /// The paths by which lanes that diverge at \p Divergent, none of which
  /// decides alone, reach \p N; nothing if they are not known.
  std::optional<Requirement> pathsFrom(llvm::ArrayRef<const Node *> Divergent,
                                       const Node &N, bool &IsCut) const;
  static std::optional<bool> isMet(const Requirement &Need, ThreadValues &Run,
                                   const ThreadOfBlock &Self);
  static void addPassed(const Node &Branch, bool Holds,
                        std::vector<Passed> &To);
  std::vector<Passed> agreedOver(const Node &N) const;
  std::vector<Passed> exitsBefore(const Node &N) const;
  /// By index of a thread among those evaluated.
  struct Missing {
    std::vector<const Node *> ReturnsAt; ///< Null if it has not returned.
    std::vector<bool> Agrees;            ///< Its warp may reach the node.
  };
  Absence mayMissIn(const Node &N, LaneMask Named, const LaunchExtents &Launch,
                    LaunchSpecialization *In) const;
  std::optional<Scene> sceneOf(const Node &N) const;
  bool holdsAnyone(const Scene &In, const std::array<int64_t, 3> &Dim) const;
  std::array<int64_t, 3> blockFor(const Scene &In) const;
  /// One warp in one iteration.
  struct SeenWarp {
    WarpAtPoint At;
    bool Agrees = false; ///< `Scene::ForWarps` lets some lane pass.
    /// Had it not exited, some lane would reach the node.
    bool ReturnedReach = false;
  };
  class SeenBlocks;
  Missing absenceOf(const Scene &In, llvm::ArrayRef<ThreadOfBlock> Threads,
                    const WarpAtPoint &At, const GivenValues &Given) const;
  /// \p Ran is set if it could be computed which lanes reach \p N, or if a
  /// budget is too small to decide.
  bool search(const Node &N, bool &Ran,
              llvm::function_ref<bool(const WarpAtPoint &)> See) const;
  std::optional<SeenWarp> lookAt(const Scene &In,
                                 llvm::ArrayRef<ThreadOfBlock> Threads,
                                 size_t First, const WarpAtPoint &At,
                                 const Missing &Away,
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

} // namespace warplint::collectives

#endif // WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_LANES_H

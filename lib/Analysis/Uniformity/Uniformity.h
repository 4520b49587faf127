//===--- Uniformity.h - Over which threads a value agrees -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scope lattice: a value is grid-, cluster-, block- or warp-uniform when
// all threads of each such group hold the same value at the same point of their
// execution, and varies by thread otherwise (CUDA Programming Guide, "Thread
// Hierarchy"). Joins take the smaller scope.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_UNIFORMITY_H
#define WARPLINT_ANALYSIS_UNIFORMITY_UNIFORMITY_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/Uniformity/LaunchSpecialization.h"

namespace warplint {

class Uniformity {
public:
  /// With \p Entered, the head of a loop, all threads are known to run at least
  /// one iteration of that loop. Refers to all of them.
  Uniformity(InlinedCFG &P, const Evaluation &Values, TermArena &Arena,
             DeviceCode &Code, const CfgView &View,
             const FirstIterationSuccessors &IterationWalk, const Node *Entered = nullptr);

  /// The widest scope over which all threads agree on \p T. In a block of at
  /// most one warp a warp-uniform value is block-uniform.
  Scope of(const Term *T) const;
  /// All threads of \p S agree on \p T.
  bool isUniform(const Term *T, Scope S) const { return of(T) >= S; }
  /// The widest scope whose threads, coming to \p Branch together, go the same
  /// way. A loop over a thread's own elements branches alike in all threads if
  /// it makes the same number of iterations in each. What the host says of the
  /// kernel's arguments counts where all launches are known, for scopes up to a
  /// block.
  Scope ofBranch(const Node &Branch) const;
  /// Threads of one \p S that come to \p Branch together go the same way.
  /// Whoever is in a loop has entered it.
  bool isUniformBranch(const Node &Branch, Scope S) const;
  /// The first launch in which threads of one \p S that come to \p Branch
  /// together may go different ways; null if none is known to be that.
  const KernelLaunch *divergentLaunch(const Node &Branch, Scope S) const;
  /// Threads of one block that have the same lane agree on \p T, whatever warp
  /// they are in: what a whole-warp vote makes of it is the same in all warps.
  bool isUniformAcrossWarps(const Term *T) const;
  /// A write by another thread that can fall between two threads' executions
  /// of \p Load; null if there is none.
  const Event *interferingWrite(const Term *Load) const;
  /// The same, between executions by two threads of one \p S.
  const Event *interferenceWithin(const Term *Load, Scope S) const;
  /// Branches that can send threads to \p Phi along different edges that bring
  /// different values.
  llvm::ArrayRef<const Node *> choosers(const Term *Phi) const;

private:
  void eraseIndifferent(std::vector<const Node *> &Found, const Term *Phi,
                        const CfgView &In) const;
  Scope compute(const Term *T) const;
  Scope ofOperands(const Term &T) const;
  Scope computeLoad(const LoadTerm &T) const;
  Scope computeBinary(const BinaryTerm &T) const;
  llvm::SmallVector<const Term *, 4> partsOf(const Term *T) const;
  std::optional<int64_t> rankOffset(const Term *T) const;
  bool isWholeWarps(const Term *T, int64_t C) const;
  bool stepsWholeWarps(const Term *Step) const;
  bool sameForWarp(const BinaryTerm &T) const;
  Scope scopeOfRow(unsigned Axis) const;
  Scope computePhi(const Term *T) const;
  Scope scopeOfChoice(const Term *Phi) const;
  Scope computeResult(const ResultTerm &T) const;
  // Exchanges (ExchangedLanes.cpp).
  Scope scopeByExchange(const Term *T) const;
  bool isAskedWithin(llvm::ArrayRef<const Induction *> Steps,
                     const Node &Inside) const;
  // Across warps (WarpAgreement.cpp).
  std::optional<bool> isSameByItself(const Term *T) const;
  bool joinsSameInEveryWarp(const Term *Phi) const;
  bool comesFromWholeWarp(const ResultTerm &Result) const;
  bool isLaneOfRank(const BinaryTerm &T) const;
  // Loops (UniformIterations.cpp).
  bool hasUniformTripCount(const InductionBound &Bound, LaunchSpecialization *In) const;
  const Term *ownPart(const Term *T) const;
  /// One path to launch the kernel, and its terms there.
  struct KnownLaunch {
    const KernelLaunch *Launch;
    std::unique_ptr<LaunchSpecialization> Terms;
  };
  llvm::ArrayRef<KnownLaunch> launches() const;
  Scope scopeIn(LaunchSpecialization &Launch, const Node &Branch,
                const InductionBound *Bound) const;
  std::optional<InductionBound> boundOf(const Node &Branch) const;
  Scope scopeInLaunches(const Node &Branch, const InductionBound *Bound) const;
  bool decidesOverIterations(const Node &Branch, const Induction &Counter) const;
  bool isSameQuotient(const Term *T, const Term *Of) const;
  bool isSameSide(const BinaryTerm &T) const;
  bool isSameSideForWarp(const BinaryTerm &T) const;
  // Memory (Interference.cpp).
  const Event *findInterference(const LoadTerm &Load,
                                const SharedIntervals &Intervals) const;
  bool isKeptFrom(const Event &Write, const Term *Address) const;
  bool comesBefore(const Event &Early, const Event &Late) const;
  bool isWarpsOwn(const Term *Address) const;
  const SharedIntervals &intervalsWithin(Scope S) const;
  // Inside loops (EnteredLoops.cpp).
  const Uniformity *whereEntered(const Node &Branch, Scope S) const;
  bool keepsWritesApart(const Node &Entered) const;
  void solve();

  InlinedCFG &P;
  const Evaluation &Values;
  TermArena &Arena;
  DeviceCode &Code;
  const CfgView &View;
  const FirstIterationSuccessors &IterationWalk;
  const Node *Entered; ///< Head of the loop that is; null for none.
  bool OneWarp = false, OneThread = false, RowsAreWholeWarps = true;
  bool RowsAreWarps = false, OneBlockCluster = false;
  /// Without the paths out of the kernel before its end.
  std::unique_ptr<CfgView> Staying;
  std::vector<const Event *> Writes;
  llvm::DenseMap<std::pair<const CallContext *, const clang::Stmt *>,
                 llvm::SmallVector<const Event *, 1>>
      ReadEvents;
  /// Operations whose result is made of values of all lanes of a warp.
  llvm::DenseMap<std::pair<const CallContext *, const clang::Stmt *>,
                 const Event *>
      Collectives;
  mutable TermFold<Scope> Known{Scope::Thread};
  mutable TermFold<bool> KnownAcross{false};
  /// What lanes had that have exchanged it with all others of their warp; the
  /// term itself if it is a member of records that they have exchanged, null
  /// for other terms. Looked up.
  mutable llvm::DenseMap<const Term *, const Term *> ByExchange;
  llvm::DenseMap<const Term *, Scope> PhiScope;
  /// The threads that come to a phi along the same way.
  llvm::DenseMap<const Term *, Scope> ComeTogether;
  llvm::DenseMap<const Term *, bool> PhiAcross;
  mutable llvm::DenseMap<std::pair<const Term *, Scope>, const Event *>
      Interference;
  mutable llvm::DenseMap<const Term *, bool> WarpsOwn; ///< By the address.
  mutable std::map<Scope, SharedIntervals> IntervalsOf;
  /// By the head of a loop, what agrees where that is entered; null where it
  /// makes no difference. Looked up.
  mutable llvm::DenseMap<const Node *, std::unique_ptr<Uniformity>> Inside;
  mutable llvm::DenseMap<const Term *, std::vector<const Node *>> Choosers;
  mutable llvm::DenseMap<const Node *, std::vector<const Node *>> NodeChoosers;
  /// Once asked for; none if the host does not tell of all launches.
  mutable std::vector<KnownLaunch> Launches;
  mutable bool LaunchesAreKnown = false;
};

/// A vote, match, reduction or shuffle in which all lanes of a warp take part:
/// its result is a function of what the lanes put in, and of nothing else.
bool isWholeWarpCollective(const Event &E);

/// The kernel counts its threads as `32 * threadIdx.y + threadIdx.x`: a row is
/// a warp, and threadIdx.x the lane.
bool countsRowsAsWarps(const Evaluation &Values);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_UNIFORMITY_H

//===--- Uniformity.h - Scope over which a value is uniform -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice of scopes: a value is grid-, cluster-, block- or warp-uniform if
// all threads of each such group have one value at the same point of their
// execution, and divergent otherwise (CUDA Programming Guide, "Thread
// Hierarchy"). Below a warp, a value may still be the same in some of its
// lanes: in those whose numbers differ in certain bits only, which are groups
// of lanes in a row, or lanes at one place of their groups. The join of two
// scopes is the smaller one, that of two sets of bits what they have in common.
// The result is the greatest fixpoint: all phis begin as uniform.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_UNIFORMITY_H
#define WARPLINT_ANALYSIS_UNIFORMITY_UNIFORMITY_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/LoopEvolution/Multiples.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/Uniformity/LaunchSpecialization.h"
#include "Assumptions/Evidence.h"
#include <array>

namespace warplint::launches {
struct KernelLaunch;
} // namespace warplint::launches

namespace warplint {

class ExchangedTerms;

/// Which threads have one value.
struct Sameness {
  Scope Over = Scope::Thread;
  /// Lanes of a warp whose numbers differ in these bits only have it in common;
  /// all bits: the warp has.
  uint8_t Bits = 0;
  /// How many terms behind a shuffle the value is made; 0: of none nearby.
  uint8_t Behind = 0;
  /// It follows from the lane and from what the warp has in common.
  bool IsPlace = false;
};

/// What counts as one value for all threads although nothing shows it, to find
/// out what a divergence rests on (Uniformity::evidenceOf).
struct TrustedValues {
  bool Unchanged = false; ///< What memory holds while threads read one place.
  bool Loaded = false;    ///< What threads load from different elements.
  bool Unknown = false;   ///< What calls and statements without a model leave.
  bool Polled = false; ///< Volatile memory that nothing in the kernel writes.
};

/// The scopes over which the values and branches of a kernel are uniform.
class Uniformity {
public:
  /// If \p Given is not null, all threads that reach one of these headers run
  /// an iteration of its loop; otherwise entered() is found. What is not
  /// assumed to differ is trusted besides \p Trusted. All arguments but \p
  /// Given and
  /// \p Trusted must outlive this.
  Uniformity(InlinedCFG &P, const Evaluation &Values, TermArena &Arena,
             DeviceCode &Code, const CfgView &View,
             const LoopEvolution &Evolution, const LoopHeaders *Given = nullptr,
             TrustedValues Trusted = {});
  ~Uniformity();

  /// The headers of loops of which all threads that reach them run at least one
  /// iteration (LoopEvolution::runsOnce), as no other thread writes what they
  /// read twice.
  const LoopHeaders &entered() const { return Entered; }

  /// The widest scope over which all threads agree on \p T. In a block of at
  /// most one warp a warp-uniform value is block-uniform.
  Scope of(const Term *T) const;
  /// Whether all threads of one \p S agree on \p T.
  bool isUniform(const Term *T, Scope S) const { return of(T) >= S; }
  /// The widest scope whose threads take the same successor if they reach
  /// \p Branch together. The condition of a loop counts as uniform if the trip
  /// count is, even if each thread has its own counter. For scopes up to a
  /// block, the host's constraints on the kernel's arguments count, if all
  /// launches are known.
  Scope ofBranch(const Node &Branch) const;
  /// Whether threads of one \p S that reach \p Branch together take the same
  /// successor. Unlike ofBranch(), this uses that threads at a branch within a
  /// loop have entered that loop.
  bool isUniformBranch(const Node &Branch, Scope S) const;
  /// What it rests on that threads of one \p S take different successors of
  /// \p Branch: the fewest of the values in TrustedValues without which they do
  /// not. Empty if the code decides that alone, or if they do not.
  Evidence evidenceOf(const Node &Branch, Scope S) const;
  /// The first launch in which threads of one \p S that reach \p Branch
  /// together may take different successors; null if there is none or the
  /// launches are not known. Owned by the kernel's launches.
  const launches::KernelLaunch *divergentLaunch(const Node &Branch,
                                                Scope S) const;
  /// Whether threads of one block with equal lane numbers agree on \p T,
  /// whatever their warps. A whole-warp vote on \p T then has one result in all
  /// warps of the block.
  bool isUniformAcrossWarps(const Term *T) const;
  /// A write by another thread that can happen between the executions of
  /// \p Load by two threads of one block, or of one warp if \p Load is at an
  /// address of the warp's own; null if there is none.
  const Event *interferingWrite(const Term *Load) const;
  /// A write by another thread that can happen between the executions of
  /// \p Load by two threads of one \p S; null if there is none.
  const Event *interferenceWithin(const Term *Load, Scope S) const;
  /// Whether each thread of a block that makes \p Read has before stored by \p
  /// Write what any of them stores there: it reads that value whoever was last.
  /// False if unknown.
  bool readsOwnStore(const Event &Write, const Event &Read) const;
  /// The branches that decide by which edge threads reach \p Phi, if the edges
  /// bring different values.
  llvm::ArrayRef<const Node *> choosers(const Term *Phi) const;

private:
  Sameness samenessOf(const Term *T) const;
  Sameness samenessOfBranch(const Node &Branch) const;
  void eraseIndifferent(std::vector<const Node *> &Found, const Term *Phi,
                        const CfgView &In) const;
  Scope compute(const Term *T) const;
  Scope ofOperands(const Term &T) const;
  Scope computeLoad(const LoadTerm &T) const;
  Scope computeBinary(const BinaryTerm &T) const;
  llvm::SmallVector<const Term *, 4> partsOf(const Term *T) const;
  std::optional<int64_t> rankOffset(const Term *T) const;
  std::optional<int64_t> laneSlope(const Term *T) const;
  Scope computeSum(const LinearTerm &T) const;
  bool isWholeWarps(const Term *T, int64_t C) const;
  bool stepsWholeWarps(const Term *Step) const;
  bool sameForWarp(const BinaryTerm &T) const;
  bool isOneRow() const;
  bool rowsAreWarps() const;
  bool rowsAreWholeWarps() const;
  Scope scopeOfRow(unsigned Axis) const;
  Sameness computePhi(const Term *T) const;
  Sameness samenessOfChoice(const Term *Phi) const;
  Scope computeResult(const ResultTerm &T) const;
  // Exchanges between lanes (WarpUniformity.cpp).
  void refine(const Term *T, llvm::ArrayRef<const Term *> Parts,
              Sameness &Found) const;
  uint8_t bitsOfParts(const Term *T) const;
  uint8_t bitsOf(const Term *T, bool InIteration) const;
  const Event *exchangeBefore(const Term *T) const;
  void exchange(const Term *T, Sameness &Found) const;
  bool isAskedWithin(llvm::ArrayRef<const Induction *> Steps,
                     const Node &Inside) const;
  // Across warps (WarpUniformity.cpp).
  std::optional<bool> isSameByItself(const Term *T) const;
  bool joinsSameInEveryWarp(const Term *Phi) const;
  bool isMadeByWholeWarp(const ResultTerm &Result) const;
  const Event *wholeWarpCollective(const Term *Result) const;
  bool isLaneOfRank(const BinaryTerm &T) const;
  // Loops (UniformTripCounts.cpp).
  bool hasUniformTripCount(const InductionBound &Bound,
                           LaunchSpecialization *In) const;
  const Term *ownPart(const Term *T) const;
  /// A launch of the kernel, and the kernel's terms in it.
  struct KnownLaunch {
    const launches::KernelLaunch *Launch;
    std::unique_ptr<LaunchSpecialization> Terms;
  };
  llvm::ArrayRef<KnownLaunch> launches() const;
  Scope scopeIn(LaunchSpecialization &Launch, const Node &Branch,
                const InductionBound *Bound) const;
  std::optional<InductionBound> boundOf(const Node &Branch) const;
  Scope scopeInLaunches(const Node &Branch, const InductionBound *Bound) const;
  bool decidesOverIterations(const Node &Branch,
                             const Induction &Counter) const;
  bool isSameQuotient(const Term *T, const Term *Of) const;
  bool isOfSameQuotient(const Term *T) const;
  bool isSameFromFirst(const LinearTerm &T) const;
  bool countsTogether(const Induction &Counter) const;
  Scope scopeOfSign(const Term *T, unsigned Depth) const;
  Scope scopeOfSignTest(const BinaryTerm &T) const;
  bool isSameSide(const BinaryTerm &T, const Node *At = nullptr) const;
  bool isSameSideForWarp(const BinaryTerm &T) const;
  // Memory (Interference.cpp).
  bool isChangedFromOutside(const LoadTerm &Load) const;
  using EventTest = llvm::function_ref<bool(const Event &)>;
  bool leadsTo(const Node &From, size_t First, const Event &To,
               const Node *Head, EventTest Ends) const;
  bool leadsTo(const Event &From, const Event &To, const Node *Head,
               EventTest Ends) const;
  bool followsExchange(const Event &Write, const Event &Read,
                       const Term *Address) const;
  using IsHarmless =
      llvm::function_ref<bool(const Event &Read, const Event &Write)>;
  const Event *findInterference(const LoadTerm &Load, Scope Within,
                                const CommonIntervals &Intervals,
                                IsHarmless Excused = nullptr) const;
  // Decisions that no write changes (KeptDecisions.cpp).
  std::optional<bool> decisionOn(const Node &Branch, const LoadTerm &Load,
                                 const Event &Write) const;
  bool followsDecision(const Event &Write, const Event &Read,
                       const Node &Then) const;
  bool decidesAlike(const Node &Branch) const;
  bool addDeciders(const PhiTerm &Phi,
                   llvm::SmallVectorImpl<const Term *> &To) const;
  bool areSameForBlock(llvm::ArrayRef<const Term *> All) const;
  bool isKeptFrom(const Event &Write, const Term *Address,
                  const Event *Before) const;
  bool isWarpsOwn(const Term *Address) const;
  const CommonIntervals &intervalsWithin(Scope S) const;
  // Inside loops (EnteredLoops.cpp).
  const Uniformity *whereEntered(const Node &Branch, Scope S) const;
  static TrustedValues notAssumedToDiffer(TrustedValues Trusted,
                                          const AssumptionUses &Assumed);
  const Uniformity &trusting(TrustedValues These) const;
  bool keepsWritesApart(const LoopHeaders &Then) const;
  void findEntered();
  void solve();

  InlinedCFG &P;
  const Evaluation &Values;
  TermArena &Arena;
  DeviceCode &Code;
  const CfgView &View;
  const LoopEvolution &Evolution;
  Multiples Whole;
  LoopHeaders Entered; ///< See entered().
  bool IsInside; ///< This is for the inside of one loop: see whereEntered().
  TrustedValues Trusted;
  bool OneWarp = false, OneThread = false;
  bool HasExchanges = false; ///< Lanes give each other values.
  bool CountsRowsAsWarps = false, OneBlockCluster = false;
  /// `View` without the nodes of pathsOut().
  std::unique_ptr<CfgView> Staying;
  mutable TermFold<Sameness> Known;
  mutable TermFold<bool> KnownAcross{false};
  /// What lanes have in common of a value that they have exchanged something
  /// for, by what was known of its parts.
  struct Exchange {
    uint8_t Bits = 0;
    const Term *Of = nullptr; ///< A function of all that the value is made of.
    struct Part {
      const Term *Of;
      uint8_t Bits;
      bool InIteration;
    };
    llvm::SmallVector<Part, 4> Given;
  };
  mutable llvm::DenseMap<const Term *, Exchange>
      ByExchange; ///< Looked up only.
  std::unique_ptr<ExchangedTerms> Exchanged;
  llvm::DenseMap<const Term *, Sameness> PhiSameness;
  /// By phi, the bits that make no difference while its loop is not over.
  mutable llvm::DenseMap<const Term *, uint8_t> BitsInIteration;
  /// By phi, the threads that reach it by edges with one value.
  llvm::DenseMap<const Term *, Sameness> ReachedTogether;
  llvm::DenseMap<const Term *, bool> PhiAcross;
  mutable llvm::DenseMap<std::pair<const Term *, Scope>, const Event *>
      Interference;
  mutable llvm::DenseMap<const Term *, bool> WarpsOwn; ///< By the address.
  /// Whether no write changes what a branch decides (decidesAlike). Looked up.
  mutable llvm::DenseMap<const Node *, bool> Alike;
  mutable std::map<Scope, CommonIntervals> IntervalsOf;
  /// By the header of a loop, the uniformity of values if that loop is entered;
  /// null if it makes no difference. Looked up only.
  mutable llvm::DenseMap<const Node *, std::unique_ptr<Uniformity>> Inside;
  /// By the bits of what is trusted; see trusting().
  mutable std::array<std::unique_ptr<Uniformity>, 16> Trusting;
  mutable llvm::DenseMap<const Term *, std::vector<const Node *>> Choosers;
  mutable llvm::DenseMap<const Node *, std::vector<const Node *>> NodeChoosers;
  /// Filled by launches(); empty if not all launches are known.
  mutable std::vector<KnownLaunch> Launches;
  mutable bool LaunchesAreKnown = false;
};

/// Whether \p E is a vote, match, reduction or shuffle in which all lanes of a
/// warp take part. Its result is a function of the lanes' operands alone.
bool isWholeWarpCollective(const Event &E);

/// Whether a term of the program is `32 * threadIdx.y + threadIdx.x` or a
/// multiple of it, which shows that a row of the block is meant to be a warp
/// and threadIdx.x the lane.
bool countsRowsAsWarps(const Evaluation &Values);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_UNIFORMITY_H

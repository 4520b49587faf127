//===--- LoopEvolution.h - How a loop goes on -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The question that this answers: how does a loop go on? How many iterations it
// makes at least and exactly, whether it makes one because the path to it says
// so, what its variables are in the first iteration and behind the last one. In
// the manner of LLVM's ScalarEvolution: the answers are terms over what is
// known where the loop is entered. Recurrences of variables are those of
// Inductions.
//
// Invariants: an answer holds for each thread that reaches the loop, whatever
// other threads do; what memory holds counts as unknown, but for what
// entryByMemory() names. Nothing is concluded from a budget that ran out.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LOOPEVOLUTION_LOOPEVOLUTION_H
#define WARPLINT_ANALYSIS_LOOPEVOLUTION_LOOPEVOLUTION_H

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/TermArena.h"
#include "Analysis/SymbolicExecution/Induction.h"
#include <memory>

namespace warplint {

class Evaluation;

/// Headers of loops. Looked up, never iterated.
using LoopHeaders = llvm::SmallPtrSet<const Node *, 4>;

/// The evolution of all loops of one kernel.
class LoopEvolution {
public:
  /// All arguments must outlive this. Only to be asked after Evaluation::run().
  LoopEvolution(const InlinedCFG &P, const Loops &All, const CfgView &View,
                const Evaluation &Values, TermArena &Arena)
      : P(P), All(All), View(View), Values(Values), Arena(Arena) {}

  const Loops &loops() const { return All; }
  const CfgView &view() const { return View; }
  const Evaluation &values() const { return Values; }
  TermArena &arena() const { return Arena; }

  /// The value of \p Part in the first iteration of \p Of, if \p Part is a phi
  /// of that loop's header and all edges into the loop bring one value;
  /// otherwise, or if that value is not known, null.
  const Term *firstValue(const Term &Part, const Loop &Of) const;
  /// \p T with the value of each phi of the header of \p Of in the first
  /// iteration; phis without a known one stay.
  const Term *inFirstIteration(const Term *T, const Loop &Of) const;

  /// Whether a thread in the first iteration of the loop headed by \p Head may
  /// go from \p Branch, a node of that loop, to its successor \p To: with
  /// `done` starting at 0, `if (done % 128 == 0) __syncthreads();` waits there.
  /// True if that is not known.
  bool mayTakeInFirst(const Node &Head, const Node &Branch,
                      const Node &To) const;

  /// Whether the header of \p Of tests whether the loop goes on, by a two-way
  /// branch of which one successor stays in it and the other leaves it. If so,
  /// \p GoesOnIf is the truth of the condition for which it goes on.
  bool isTestedAtHead(const Loop &Of, bool &GoesOnIf) const;
  /// Whether the loop headed by \p Head has no live exit but the test at
  /// \p Head; edges to a trap or a failed assertion do not count. False if
  /// \p Head is no header.
  bool isLeftAtHeadOnly(const Node &Head) const;

  /// What the test at a header says of the trip count.
  struct TestedCount {
    const Term *Room; ///< Over what is known where the loop is entered.
    int64_t Step;     ///< Above 0.
    /// By `<` and the like: Room / Step iterations, rounded up, and none if
    /// Room is not above 0. Otherwise Room iterations, by a variable that comes
    /// to be equal to something; less than none where it starts behind that.
    bool IsOrdered;
  };
  /// The count by a variable that each iteration moves by a constant, which is
  /// 1 unless it is ordered; nullopt if the loop is not like that. Other exits
  /// of the loop are not considered.
  std::optional<TestedCount> countedBy(const Node &Head) const;

  /// The least trip count, by the test at \p Head, of each thread that reaches
  /// the loop headed by \p Head. Other exits of the loop are not considered. At
  /// least 1 where the conditions on the path to the loop say so. 0 if nothing
  /// is known, or if \p Head is no header.
  int64_t minTripCount(const Node &Head) const;

  /// Two reads of the same address, of which a thread makes `Later` after
  /// `Early`.
  struct RepeatedRead {
    const Term *Early, *Later;
  };
  /// Whether each thread that reaches the loop headed by \p Head runs an
  /// iteration, provided that the two reads of each of \p Reads give the same.
  /// \p Reads is empty if it does in any case. No barrier, and no write of the
  /// thread's own to memory, lies between the two reads.
  bool runsOnce(const Node &Head,
                llvm::SmallVectorImpl<RepeatedRead> &Reads) const;

  /// The value of \p Phi, a phi of the header of \p Of, behind the loop, over
  /// what is known before it: of a variable that each iteration moves by the
  /// same number, if only the test at the header ends the loop. Null if that is
  /// not so.
  const Term *valueAfter(const Term *Phi, const Loop &Of) const;
  /// What an iteration makes of the variable of \p Of: Induction::Next, with
  /// valueAfter() of the variables of inner loops.
  const Term *next(const Induction &Of) const;

  /// Whether no iteration leaves less (\p Up), or more, in the variable \p Phi
  /// than was there before. False if that is not known.
  bool isMonotone(const Term *Phi, bool Up) const;
  /// The bounds of \p T in whatever iteration: as TermArena::rangeOf(), with
  /// what loops and paths make of variables. Parameters, which are sizes, and
  /// what is read as an unsigned number are not negative.
  TermArena::Range rangeOf(const Term *T) const;

  /// A branch, and the index of one of its CfgView::successors().
  using Choice = std::pair<const Node *, unsigned>;
  /// The branches in the loop headed by \p Head from which exactly one
  /// successor leads to \p To (CfgView::successorTo), each with that successor,
  /// in the order of InlinedCFG::order(). Empty if \p Head is no header.
  llvm::ArrayRef<Choice> choicesTo(const Node &Head, const Node &To) const;

  /// What holds wherever control reaches \p N: the conditions of the branches
  /// and the case labels that dominate \p N and that lead to it by one
  /// successor only, nearest first. What is asserted or assumed is one of them.
  llvm::ArrayRef<ConditionPart> conditionsAt(const Node &N) const;

private:
  /// What runsOnce() says of a loop.
  struct Entry {
    bool IsRun = false;
    llvm::SmallVector<RepeatedRead, 2> Reads;
  };
  Entry findEntry(const Loop &Of) const;
  const Event *readOf(const Term *Load) const;
  bool isUndisturbed(const RepeatedRead &Reads, const Loop &Of) const;
  int64_t countMinTripCount(const Loop &Of) const;
  const Term *tripCountByTest(const Loop &Of) const;
  const Term *boundedAs(const Term &Part) const;
  TermArena::Range rangeOfPhi(const Term *Phi) const;

  const InlinedCFG &P;
  const Loops &All;
  const CfgView &View;
  const Evaluation &Values;
  TermArena &Arena;
  // Looked up, never iterated.
  mutable llvm::DenseMap<const Node *, std::unique_ptr<TermRewriter>> InFirst;
  mutable llvm::DenseMap<const Node *, int64_t> MinTripCount;
  mutable llvm::DenseMap<const Node *, bool> LeftAtHead;
  mutable llvm::DenseMap<const Node *, Entry> Entries;
  mutable llvm::DenseMap<const Term *, const Term *> After;
  /// By phi, parameter or load, a symbol with its bounds.
  mutable llvm::DenseMap<const Term *, const Term *> Bounded;
  mutable unsigned BoundedDepth = 0; ///< Calls of boundedAs() in progress.
  mutable llvm::DenseMap<const Node *, std::vector<ConditionPart>> Conditions;
  /// By call context and site, the event of a read; null if there are several.
  mutable llvm::DenseMap<std::pair<const CallContext *, const clang::Stmt *>,
                         const Event *>
      ReadEvents;
  mutable llvm::DenseMap<std::pair<const Node *, const Node *>,
                         std::vector<Choice>>
      Choices; ///< By the arguments of choicesTo().
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LOOPEVOLUTION_LOOPEVOLUTION_H

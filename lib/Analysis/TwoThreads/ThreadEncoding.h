//===--- ThreadEncoding.h - One interval, run by two threads -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether two threads meet at one address is asked over two copies of what one
// thread computes: thread and lane indices once per thread, what the threads
// agree on once for both. Values are followed through one interval only. What
// a variable holds when the interval starts is told by the loop that changes it
// (`first + iterations * step`, or the list of values it takes), by the branch that
// chose it, or is an unknown of its own.
//
// The launch is concrete: a shape that the unit shows, or one of the shapes
// that fit the kernel (LaunchShapes.h).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_THREADENCODING_H
#define WARPLINT_ANALYSIS_TWOTHREADS_THREADENCODING_H

#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Analysis/TwoThreads/TermVersions.h"
#include <set>

namespace warplint {

/// One interval as one thread runs it.
class ThreadEncoding {
public:
  /// \p Thread is 1 or 2; \p Versions are those of \p Of.
  ThreadEncoding(QuerySymbols &Symbols, const Interval &Of,
                 TermVersions &Versions, unsigned Thread);

  /// What must hold for the thread to come to step \p Step.
  const Term *reach(unsigned Step);
  /// The same, and that \p Under holds there; null: nothing more.
  const Term *reach(unsigned Step, const Term *Under);
  /// \p T as it is when step \p Step runs.
  EncodedValue encode(const Term *T, unsigned Step);
  /// What must hold for \p Address to lie inside its object, null if nothing
  /// is known of that.
  const Term *inBounds(const Term *Address, uint32_t Bytes, unsigned Step);

private:
  static constexpr unsigned Before = TermVersions::Before;

  /// Heads of loops; only looked up.
  using Heads = std::set<const Node *>;
  struct Path {
    const Term *Condition;
    EncodedValue Value;
  };
  /// The values that variables of one loop take, iteration by iteration.
  struct Listing {
    std::vector<const Term *> Of;
    /// Where each variable starts: 0 if that is a number, with the object that
    /// it points into if it does.
    std::vector<EncodedValue> From;
    /// One number per variable, to be added to where it starts.
    std::vector<std::vector<int64_t>> Iterations;
    bool Repeats = false; ///< After the last iteration comes the first.
    void drop(size_t I);
    bool dropSteady();
  };

  /// Terms can be as deep as the interval is long. Each time that so many
  /// encodings wait for each other, what is left is encoded from below.
  static constexpr unsigned MostWaiting = 200;
  void encodeFromBelow(const Term *T, unsigned Step);
  void reachFromBelow(unsigned Step);
  const Term *isWithin(const Term *Value, int64_t End);
  const Term *staysInArrays(const Term *Address, unsigned Step);
  EncodedValue compute(const Term *T, unsigned Step);
  EncodedValue computeUnknown(const Term *T, unsigned Step);
  /// \p Of as a number; addresses are kept as places in objects otherwise.
  EncodedValue asNumber(const EncodedValue &Of);
  EncodedValue computeBinary(const BinaryTerm *T, unsigned Step);
  EncodedValue computeOffset(const SubobjectTerm *T, unsigned Step);
  EncodedValue computeSum(const LinearTerm *T, unsigned Step);
  EncodedValue computePlace(const Term *Address, unsigned Step);
  /// The root of \p Address, at home where that lies in a peer's memory.
  const Term *homeRootOf(const Term *Address) const;
  EncodedValue phiAt(const Term *Phi, unsigned Step);
  EncodedValue alongEdge(EncodedValue Value, const IntervalStep::Edge &Edge);
  std::optional<EncodedValue>
  afterFreeIterations(const Term *Phi, EncodedValue First, unsigned Step);
  std::optional<EncodedValue>
  afterFreeIteration(const Term *Phi, EncodedValue First, unsigned Step);
  const Term *goesPastBarriers(const Loop &Around, unsigned Step);
  bool comesAgain(unsigned Step) const;
  EncodedValue define(const Term *Phi, unsigned Step);
  bool isFreeLoopOf(const Term *Phi, const IntervalStep &At);
  bool holdsBarrier(const Node &Head, const Node &Latch);
  EncodedValue before(const Term *Phi);
  EncodedValue chosenBefore(const Term *Phi);
  EncodedValue loopValue(const Term *Phi, EncodedValue First,
                         const Term *Iterations, unsigned Step);
  const Term *stepOf(const Term *Phi, EncodedValue First, unsigned Step);
  bool mixesData(const Term *T);
  bool isOfData(const Term *Phi);
  bool comesBack(const Term *Phi, const Incoming &From) const;
  const Term *firstOutside(const Term *Phi) const;
  const Term *maxTripCount(const Node &Head, unsigned Step);
  const Term *iterationsToEqual(const Node &Head, unsigned Step);
  std::optional<const Term *> limitAt(const Node &From, const Term *Phi,
                                      bool Up) const;
  const Term *limitAround(const Term *Phi, bool Up) const;
  bool isChosenByData(const Node &From, const Term *Phi) const;
  void boundIterations(const Term *Phi, const Term *Iterations, unsigned Step);
  std::optional<int64_t> addedBy(const Term *Path, const Term *Phi,
                                 EncodedValue First, unsigned Step);
  std::optional<EncodedValue> counted(const Term *Phi, EncodedValue First,
                                      const Term *Iterations, unsigned Step);
  std::optional<EncodedValue> halved(const Term *Phi, EncodedValue First,
                                     const Term *Iterations);
  std::optional<EncodedValue> listed(const Term *Phi, EncodedValue First,
                                     const Term *Iterations, unsigned Step);
  std::optional<ValueList> valuesOf(const Term *Phi);
  std::optional<int64_t> valueWith(const Term *T, const Term *Phi,
                                   int64_t Value);
  std::optional<unsigned> decidedSuccessor(const Node &At, unsigned Step);
  const Term *arriving(const Term *Phi, unsigned Step);
  const Listing &listingAt(const Node &Head, unsigned Step);
  std::optional<EncodedValue> turned(const Term *Phi, EncodedValue First,
                                     const Term *Iterations);
  const Listing &ringOf(const Term *Phi, unsigned Step);
  llvm::SmallVector<const Term *, 4> decidersOf(const Term *Phi,
                                                bool &IsChosen) const;
  std::optional<unsigned> lastListed(const Listing &List, const Loop &L);
  std::optional<int64_t> leftBehind(const Term *Phi, unsigned Step);
  const Term *iterationsMade(const Node &Head);
  std::optional<EncodedValue> afterIterations(const Term *Phi, int64_t Made);
  void start(Listing &List, const Term *Phi, unsigned Step, bool FromAnywhere);
  bool simulate(Listing &List, const Node &Head, unsigned Step, size_t Most,
                std::vector<const Term *> &Failed);
  EncodedValue firstOf(const Term *Phi, unsigned Step);
  EncodedValue merge(llvm::ArrayRef<Path> Paths, const Term *For);
  bool growsSteadily(const Node &Head) const;
  bool comesAround(const IntervalStep &Head);
  bool isPassedInAllIterations(unsigned Head);
  const Term *edgeTaken(const IntervalStep::Edge &Edge, unsigned Step);
  const Term *pathTaken(const IntervalStep::Edge &Edge, unsigned Step);
  const Term *takenCondition(const Node &Branch, unsigned Successor, unsigned Step);
  const Term *startCondition();
  bool isInside(const Node &Loop) const;
  Heads iterationsAround(const Node &Head) const;
  bool isUniform(const Term *T) const;
  bool isKnownToAgree(const Term *T) const;
  EncodedValue number(const Term *T) const { return {T, nullptr}; }
  const Term *number(int64_t V) { return Symbols.terms().constant(V); }

  QuerySymbols &Symbols;
  const Interval &Of;
  TermVersions &Versions;
  unsigned Thread;
  const Evaluation &Values;
  /// A variable, the object that it starts in, the step that asks, and the
  /// loops around it in whose iterations it does so.
  using StepKey = std::tuple<const Term *, const Term *, unsigned, Heads>;
  /// What is known while some variables are taken for what they are taken for.
  struct Memo {
    llvm::DenseMap<std::pair<const Term *, unsigned>, EncodedValue> Values;
    std::map<StepKey, const Term *> Steps; ///< See `stepOf`; only looked up.
    /// See `afterIterations`.
    llvm::DenseMap<const Term *, std::optional<EncodedValue>> Left;
  };
  class Supposition;
  Memo Known;
  Memo *Current = &Known;
  /// What `stepOf` has found, which goes by no variable that is only probed.
  Memo *Numbered = &Known;
  llvm::DenseMap<const Term *, EncodedValue> Assumed;
  /// The loops of which some iteration is looked at: what their variables are when
  /// threads have left them is not what they are there.
  Heads InIteration;
  llvm::DenseMap<unsigned, const Term *> Reached;
  llvm::DenseMap<const Node *, bool> WithBarrier;
  /// By a variable that tests limit and the iterations of its loop, how often those
  /// have counted it on.
  llvm::DenseMap<std::pair<const Term *, const Term *>, const Term *> Counters;
  llvm::DenseMap<const Term *, bool> MixData; ///< See `mixesData`.
  /// Heads of loops of which `boundIterations` was asked.
  llvm::DenseSet<unsigned> Bounded;
  /// A loop's head, the variable that is asked for (null: all that start with
  /// numbers), the step, and the loops around in whose iterations that was asked.
  using ListKey = std::tuple<const Node *, const Term *, unsigned, Heads>;
  std::map<ListKey, Listing> Listings; ///< Looked up, never iterated.
  llvm::DenseSet<std::pair<const Term *, unsigned>> InProgress;
  unsigned Waiting = 0; ///< Calls of `encode` and `reach` in progress.
  llvm::DenseSet<const Term *> Enumerating;
};

/// While it lives, variables can be taken for other values than they have.
/// Nothing that was computed without that is used, and nothing of it is kept.
class ThreadEncoding::Supposition {
public:
  explicit Supposition(ThreadEncoding &In)
      : In(In), Current(In.Current), Numbered(In.Numbered), Assumed(In.Assumed),
        InIteration(In.InIteration) {
    In.Current = &Fresh;
  }
  /// The same, in some iteration of the loop of \p Head.
  Supposition(ThreadEncoding &In, const Node &Head) : Supposition(In) {
    In.InIteration = In.iterationsAround(Head);
    In.InIteration.insert(&Head);
  }
  ~Supposition() {
    In.Current = Current;
    In.Numbered = Numbered;
    In.Assumed = std::move(Assumed);
    In.InIteration = std::move(InIteration);
  }
  Supposition(const Supposition &) = delete;

  void set(const Term *Variable, EncodedValue Value) {
    In.Assumed[Variable] = Value;
    In.Numbered = &Fresh;
  }
  /// \p Variable stands for itself, to see what comes of it.
  void probe(const Term *Variable, const Term *Root) {
    In.Assumed[Variable] = {In.Symbols.probe(), Root};
  }
  /// No other variable does so any more.
  void dropProbes() {
    for (auto [Variable, Value] : Assumed)
      if (Value.Value == In.Symbols.probe())
        In.Assumed.erase(Variable);
  }

private:
  ThreadEncoding &In;
  Memo Fresh;
  Memo *Current, *Numbered;
  llvm::DenseMap<const Term *, EncodedValue> Assumed;
  Heads InIteration;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_THREADENCODING_H

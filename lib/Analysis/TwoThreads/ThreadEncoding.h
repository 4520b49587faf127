//===--- ThreadEncoding.h - Two threads' values in an interval --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether two threads meet at one address is decided over two copies of one
// thread's computation: thread and lane indices have a symbol per thread,
// uniform values one symbol. Values are followed through one barrier interval
// only. The value of a variable at the start of the interval follows from its
// loop (`first + iterations * step`, or an enumeration of its values) or from
// the branch that selects it; otherwise it is an unknown.
//
// The launch is concrete: one of the translation unit, or a shape that fits the
// kernel (LaunchScenarios/BlockShapeInference.h).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_THREADENCODING_H
#define WARPLINT_ANALYSIS_TWOTHREADS_THREADENCODING_H

#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Analysis/TwoThreads/TermVersions.h"
#include <set>

namespace warplint::twothreads {

/// Terms for what one thread computes in one interval, and the conditions under
/// which it reaches steps.
class ThreadEncoding {
public:
  /// \p Thread is 1 or 2; \p Versions are those of \p Of.
  ThreadEncoding(QuerySymbols &Symbols, const Interval &Of,
                 TermVersions &Versions, unsigned Thread);

  /// The condition that the thread reaches step \p Step.
  const Term *reach(unsigned Step);
  /// The condition that the thread reaches step \p Step and \p Under holds
  /// there; null for \p Under adds nothing.
  const Term *reach(unsigned Step, const Term *Under);
  /// The value of \p T at step \p Step.
  EncodedValue encode(const Term *T, unsigned Step);
  /// The condition that \p Bytes bytes at \p Address lie inside its object, and
  /// indices inside arrays of declared extent; constant 1 as far as extents are
  /// unknown.
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
    /// The initial value of each variable: a pointer with the object that it
    /// points into; 0 if it is a number.
    std::vector<EncodedValue> From;
    /// For each iteration one number per variable, added to its initial value.
    std::vector<std::vector<int64_t>> Iterations;
    bool Repeats = false; ///< The first iteration follows the last one.
    void drop(size_t I);
  };

  /// Limits recursion, since terms can be as deep as the interval is long: at
  /// this depth, the operands are encoded iteratively, from the leaves up.
  static constexpr unsigned WaitingFromBelow = 200;
  void encodeFromBelow(const Term *T, unsigned Step);
  void reachFromBelow(unsigned Step);
  const Term *isWithin(const Term *Value, int64_t End);
  const Term *staysInArrays(const Term *Address, unsigned Step);
  EncodedValue compute(const Term *T, unsigned Step);
  EncodedValue computeUnknown(const Term *T, unsigned Step);
  bool choosesThreads(const ResultTerm &T, unsigned Step);
  const Term *collectiveResult(const ResultTerm &T, unsigned Step);
  EncodedValue computeResult(const ResultTerm *T, unsigned Step);
  /// \p Of as a number; other values keep addresses as object and offset.
  EncodedValue asNumber(const EncodedValue &Of);
  EncodedValue computeBinary(const BinaryTerm *T, unsigned Step);
  EncodedValue computeOffset(const SubobjectTerm *T, unsigned Step);
  EncodedValue computeSum(const LinearTerm *T, unsigned Step);
  EncodedValue computePlace(const Term *Address, unsigned Step);
  /// The root of \p Address; of an address in a peer's shared memory the root
  /// in the block's own.
  const Term *homeRootOf(const Term *Address) const;
  EncodedValue phiAt(const Term *Phi, unsigned Step);
  std::optional<EncodedValue>
  afterFreeIterations(const Term *Phi, EncodedValue First, unsigned Step);
  /// Variables of a loop's head, each with its value in one iteration.
  using HeadValues =
      llvm::SmallVector<std::pair<const Term *, EncodedValue>, 4>;
  void goAround(const Loop &Around, HeadValues &Variables, unsigned Step);
  const Term *goesPastBarriers(const Loop &Around, const HeadValues &Variables,
                               unsigned Step);
  bool mayRepeat(unsigned Step) const;
  EncodedValue define(const Term *Phi, unsigned Step);
  bool isFreeLoopOf(const Term *Phi, const IntervalStep &At);
  bool holdsBarrier(const Node &Head, const Node &Latch);
  EncodedValue before(const Term *Phi);
  const Term *leftFor(const Node &Branch,
                      llvm::function_ref<bool(const Node &)> Wanted);
  EncodedValue chosenBefore(const Term *Phi);
  EncodedValue loopValue(const Term *Phi, EncodedValue First,
                         const Term *Iterations, unsigned Step);
  const Term *stepOf(const Term *Phi, EncodedValue First, unsigned Step);
  bool mixesData(const Term *T);
  bool isOfData(const Term *Phi);
  const Term *maxTripCount(const Node &Head, unsigned Step,
                           bool IsOrdered = true);
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
  std::optional<unsigned> decidedSuccessor(const Node &At, unsigned Step);
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
  bool mayReturnTo(const IntervalStep &Head);
  bool isPassedInAllIterations(unsigned Head);
  const Term *edgeTaken(const IntervalStep::Edge &Edge, unsigned Step);
  const Term *pathTaken(const IntervalStep::Edge &Edge, unsigned Step);
  const Term *isCaseTaken(const clang::SwitchStmt &Switch, const Term *Value,
                          const clang::CaseStmt *Label);
  const Term *takenCondition(const Node &Branch, unsigned Successor,
                             unsigned Step);
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
  /// loops around in one iteration of which it is asked for.
  using StepKey = std::tuple<const Term *, const Term *, unsigned, Heads>;
  /// Results under the current assumptions about variables (Supposition).
  struct Memo {
    llvm::DenseMap<std::pair<const Term *, unsigned>, EncodedValue> Values;
    std::map<StepKey, const Term *> Steps; ///< See `stepOf`; only looked up.
    /// See `afterIterations`.
    llvm::DenseMap<const Term *, std::optional<EncodedValue>> Left;
  };
  class Supposition;
  Memo Known;
  Memo *Current = &Known;
  /// Where `stepOf` keeps results: they do not depend on variables that are
  /// probed.
  Memo *Numbered = &Known;
  llvm::DenseMap<const Term *, EncodedValue> Assumed;
  /// Loops of which a single iteration is analysed: their variables do not have
  /// the values there that they have after the loop.
  Heads InIteration;
  llvm::DenseMap<unsigned, const Term *> Reached;
  llvm::DenseMap<const Node *, bool> WithBarrier;
  /// By a variable with limits in tests, and the iterations of its loop: how
  /// often those have incremented it.
  llvm::DenseMap<std::pair<const Term *, const Term *>, const Term *> Counters;
  llvm::DenseMap<const Term *, bool> MixData; ///< See `mixesData`.
  /// Heads of loops of which `boundIterations` was asked.
  llvm::DenseSet<unsigned> Bounded;
  /// A loop's head, the variable that is asked for (null: all that start with
  /// numbers), the step, and the loops around of which a single iteration is
  /// analysed.
  using ListKey = std::tuple<const Node *, const Term *, unsigned, Heads>;
  std::map<ListKey, Listing> Listings; ///< Looked up, never iterated.
  llvm::DenseSet<std::pair<const Term *, unsigned>> InProgress;
  unsigned Waiting = 0; ///< Calls of `encode` and `reach` in progress.
};

/// While it exists, variables can have assumed values. Results computed without
/// the assumptions are not used in the meantime, and results computed with them
/// are dropped at the end.
class ThreadEncoding::Supposition {
public:
  explicit Supposition(ThreadEncoding &In)
      : In(In), Current(In.Current), Numbered(In.Numbered), Assumed(In.Assumed),
        InIteration(In.InIteration) {
    In.Current = &Fresh;
  }
  /// Also assumes some iteration of the loop of \p Head.
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
  /// Lets \p Variable be the probe symbol, to see how values depend on it.
  void probe(const Term *Variable, const Term *Root) {
    In.Assumed[Variable] = {In.Symbols.probe(), Root};
  }
  /// Ends all probes.
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

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_THREADENCODING_H

//===--- QuerySymbols.h - Symbols of two-thread queries ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms over the symbols of a query about two threads in one concrete launch.
// Thread and lane indices have one symbol per thread; values that are uniform
// over both threads have one symbol for both.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_QUERYSYMBOLS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_QUERYSYMBOLS_H

#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LaunchScenarios/AssumedSizes.h"
#include "Analysis/Launches/ArgumentSlots.h"
#include "Analysis/Launches/LaunchConstraintSolver.h"
#include "Analysis/Participation/PeerOperations.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warplint {
class CallContext;
class Node;
class Term;
struct Event;
struct LaunchExtents;
} // namespace warplint

namespace warplint::scenarios {
struct ParameterUses;
} // namespace warplint::scenarios

namespace warplint::twothreads {

/// Symbols in the order in which they were met; queries are written in that
/// order.
using SymbolSet =
    llvm::SetVector<const Term *, llvm::SmallVector<const Term *, 0>,
                    llvm::DenseSet<const Term *>>;

/// A value of one thread: a number, or an address as an object and the bytes
/// from its start.
struct EncodedValue {
  const Term *Value = nullptr; ///< Never null; bytes if there is a root.
  const Term *Root = nullptr;  ///< The object; null for a number.

  /// The value if it is a constant number; nothing otherwise, and for
  /// addresses.
  std::optional<int64_t> number() const {
    const auto *Number = Root ? nullptr : llvm::dyn_cast<ConstantTerm>(Value);
    return Number ? std::optional(Number->value()) : std::nullopt;
  }
  bool operator==(const EncodedValue &R) const {
    return Value == R.Value && Root == R.Root;
  }
};

/// What a symbol of a query stands for.
struct SymbolInfo {
  enum class Kind : uint8_t {
    Position,   ///< Index of the thread or of its block.
    Iterations, ///< Number of an iteration, counted from 0.
    Parameter,  ///< Parameter of the kernel.
    Pitch,      ///< One of many pitches: no witness depends on its size.
    Data,       ///< Loaded, or computed on paths that are not modelled.
    /// Handed out by an atomic, a vote or a shared flag: a test on it may let
    /// only one of the threads pass.
    Elected,
  };
  std::string Name;
  Kind K = Kind::Data;
  unsigned Thread = 0; ///< 1 or 2; 0 if both threads have the value.
  /// The term of the kernel; null for a position, and for a value that only the
  /// host has.
  const Term *Of = nullptr;
  const Node *Loop = nullptr; ///< Of Iterations: the head of the loop.
  /// Of Iterations: counts only the iterations in which a test of the loop
  /// held.
  bool IsCount = false;
  bool IsChosenByData = false; ///< That test depends on memory.
  std::string Meaning = {};    ///< Name of the value, equal in both threads.
  EncodedValue Address = {};   ///< Of a value loaded from memory.
  /// The arguments that the symbol is a function of, and the term that names
  /// the function; null if it is no function.
  std::vector<const Term *> Parts = {};
  const Term *Function = nullptr;
};

/// Symbols and terms of all queries about one kernel in one launch.
class QuerySymbols {
public:
  /// \p Shape has no unknown extents. Values uniform at \p Sharing are the same
  /// in both threads: Block for two threads of one block, Cluster for threads
  /// of two blocks of one cluster, Grid for any two threads. \p Said, which may
  /// be null, says how arguments and extents belong together. For \p AnyBound
  /// see AssumedSizes.
  QuerySymbols(const KernelFacts &Facts, const LaunchExtents &Shape,
               Scope Sharing, const scenarios::ParameterUses &Roles,
               const launches::LaunchConstraint *Said, bool AnyBound);

  const KernelFacts &facts() const { return Facts; }
  TermArena &terms() { return Arena; }
  const TermArena &terms() const { return Arena; }
  Scope sharing() const { return Sharing; }
  const scenarios::AssumedSizes &sizes() const { return Sizes; }
  const LaunchExtents &shape() const { return Arena.launch(); }
  const SymbolInfo &info(const Term *Symbol) const {
    return Infos[llvm::cast<SymbolTerm>(Symbol)->number()];
  }

  const Term *threadIndex(unsigned Thread, unsigned Axis) const {
    return Positions[Thread].Index[Axis];
  }
  const Term *blockIndex(unsigned Thread, unsigned Axis) const {
    return Positions[Thread].Block[Axis];
  }
  const Term *rank(unsigned Thread);
  /// The rank of the thread's block in its cluster; only if sharing() is
  /// Cluster.
  const Term *rankInCluster(unsigned Thread);
  /// The block and own address that \p T, an address in a peer's shared memory,
  /// was mapped from (`mapa`, `map_shared_rank`). Nothing if \p T is no such
  /// address, or if sharing() is not Cluster. Equal addresses of two blocks are
  /// one object.
  std::optional<participation::PeerPlace> peerPlace(const Term *T) const;
  const Term *warp(unsigned Thread);
  /// The value of \p T, which thread \p Thread has at \p At, in lane \p Lane of
  /// its warp, which is at \p At with it. Null if \p T depends on anything that
  /// is the thread's own but its index, what is loaded from there, and the
  /// iterations of loops around \p At.
  const Term *inLane(const Term *T, unsigned Thread, const Term *Lane,
                     const Node &At);

  /// The identity \p Identity in thread \p Thread; null if it is not modelled.
  const Term *identity(const Term *Identity, unsigned Thread);
  const Term *parameter(const Term *Parameter);
  /// The same if a question has asked for it before, or if the host's code says
  /// a number; null otherwise.
  const Term *knownParameter(const Term *Parameter);
  /// The host's code says the value of \p Parameter in this launch.
  bool isKnownFromHost(const Term *Parameter) const {
    return hostValueOf(Parameter).has_value();
  }
  /// The launch passes a number for \p Parameter that the host's code spells.
  bool isSpelledByHost(const Term *Parameter) const;
  /// The numeric start address of \p Root, a multiple of its alignment, for
  /// arithmetic on addresses. Thread-local objects are those of \p Thread.
  const Term *startOf(const Term *Root, unsigned Thread);
  /// The size in bytes of the host's allocation that \p Root, a parameter,
  /// points to; nothing if the launch does not say.
  std::optional<int64_t> bytesAt(const Term *Root) const;
  /// An unknown, one for each combination of \p Of, \p Thread and \p Parts. If
  /// \p As is given, it replaces \p Of in that combination.
  const Term *unknown(const Term *Of, unsigned Thread,
                      llvm::ArrayRef<const Term *> Parts, SymbolInfo::Kind K,
                      const Term *As = nullptr);
  /// The current iteration of the loop of \p Head, counted from 0. If \p Anew,
  /// the head of a loop around it, is given: a separate symbol, for the
  /// iterations since \p Anew last entered the loop. If \p Anew is \p Head
  /// itself: another one, for what the loop has run before an interval that
  /// runs it again.
  const Term *iterations(const Node &Head, unsigned Thread,
                         const Node *Anew = nullptr);
  /// How often the first \p Iterations iterations have incremented \p Phi, at
  /// most \p PerIteration times each. \p ByData: memory decides which
  /// iterations do.
  const Term *countOf(const Term *Phi, unsigned Thread, const Term *Iterations,
                      int64_t PerIteration, bool ByData);
  /// One of \p Values, for \p Phi, which starts at \p First.
  const Term *oneOf(const Term *Phi, unsigned Thread, const Term *First,
                    llvm::ArrayRef<int64_t> Values);
  /// Symbols and terms, with their replacements.
  using Renaming = llvm::MapVector<const Term *, const Term *>;
  /// \p T with the replacements of \p To, in the arguments of functions, too.
  /// With symbols of thread 1 for those of thread 2, it is a value of thread 2
  /// as thread 1 would compute it.
  const Term *renamed(const Term *T, const Renaming &To);
  /// A cache for replacing by one renaming in many terms.
  using RenamedTerms = TermFold<const Term *>;
  static RenamedTerms renamedTerms(const Renaming &To);
  const Term *renamed(const Term *T, RenamedTerms &Done);
  /// \p T with iteration 0 for every loop.
  const Term *inFirstIteration(const Term *T);
  /// \p T with, for each loop, the last iteration that every thread that enters
  /// the loop is known to execute; iteration 0 where no more is known.
  const Term *inLastKnownIteration(const Term *T);
  /// \p T depends on thread and block indices only.
  bool isOfPlaces(const Term *T);
  /// \p T depends on the index of thread 1 in its block only.
  bool isOfFirstThread(const Term *T);
  /// Notes that \p Symbol was loaded from \p Address.
  void setAddress(const Term *Symbol, EncodedValue Address) {
    Infos[llvm::cast<SymbolTerm>(Symbol)->number()].Address = Address;
  }
  /// \p Own is for thread 1 what \p Other is for thread 2.
  bool areTwins(const Term *Own, const Term *Other);
  /// The condition that two loads from one address give equal values. It holds
  /// for one thread, provided that no thread writes in between what is loaded
  /// again, and for two threads in memory that the kernel does not write. Null
  /// if that is too many pairs of loads.
  const Term *sameWhereRead(const SymbolSet &Symbols);
  /// An unknown without a meaning, to see how a value depends on it.
  const Term *probe() { return Probe; }

  /// Adds \p Fact to every query in which \p Symbol occurs.
  void addFact(const Term *Symbol, const Term *Fact) {
    auto &Known = FactsOf[Symbol];
    if (llvm::is_contained(Known, Fact))
      return;
    Known.push_back(Fact);
    Memo = SymbolMemo();
  }
  llvm::ArrayRef<const Term *> factsAbout(const Term *Symbol) const {
    auto Found = FactsOf.find(Symbol);
    if (Found == FactsOf.end())
      return {};
    return Found->second;
  }

  /// \p T with the second assumed size of each pitch
  /// (AssumedSizes::Size::Other).
  const Term *withOtherPitches(const Term *T) {
    return renamed(T, OtherPitches);
  }

  /// Notes that \p Truth ends the loop whose iterations are \p Iterations.
  void markAsExit(const Term *Truth, const Term *Iterations) {
    if (Truth->isConstant() || Exits.lookup(Truth) == Iterations)
      return;
    Exits[Truth] = Iterations;
    Memo.WithoutExits.clear();
  }
  /// The condition that \p Truth did not hold one iteration earlier, or that
  /// this is the first iteration that \p Iterations counts. Null if \p Truth
  /// does not depend on \p Iterations, or also on values that the loop changes
  /// otherwise.
  const Term *isFirst(const Term *Truth, const Term *Iterations);
  /// \p A and \p B cannot both hold: \p B negates a conjunct of \p A. False if
  /// unknown.
  bool excludeEachOther(const Term *A, const Term *B);
  /// The conjuncts of \p Truths without those that only say that a loop has
  /// ended on whose iterations neither the rest nor \p Others depend.
  std::vector<const Term *>
  withoutIdleExits(llvm::ArrayRef<const Term *> Truths,
                   const SymbolSet &Others);
  /// The conjuncts of \p Truth without such exits of loops, where no other
  /// symbols matter.
  llvm::ArrayRef<const Term *> withoutIdleExits(const Term *Truth);

  /// The object that \p Root names: all dynamic shared memory is one object.
  const Term *objectOf(const Term *Root);

  /// Whether \p Load may read what another block wrote, or is volatile or
  /// awaited (AwaitedReads): threads may synchronize by it.
  bool isHandshake(const Term *Load) const;
  /// The value of \p Load depends on its address only, for all threads: nothing
  /// in the kernel writes there, or all writes copy an array, which is not
  /// written to, element by element.
  bool isFixed(const Term *Load) const;
  /// \p Load, which `isFixed`, counts as one value in threads of several
  /// blocks: each has its own array, and finds its own values where none is
  /// set.
  void takeAsSet(const LoadTerm &Load) const;

  const Term *logicalAnd(const Term *L, const Term *R);
  const Term *logicalOr(const Term *L, const Term *R);
  const Term *logicalNot(const Term *T);

  /// Adds the symbols in \p T, and in the facts about those, to \p Found.
  void collect(const Term *T, SymbolSet &Found) const;
  /// The symbols that `collect` finds; valid until a symbol gets a new fact.
  const SymbolSet &symbolsOf(const Term *T);
  /// A symbol in \p T belongs to \p Thread alone.
  bool isOwned(const Term *T, unsigned Thread);
  /// The thread that a symbol in \p T belongs to: 1 or 2, 2 if both have some;
  /// 0 if all symbols are common to both threads.
  unsigned ownerOf(const Term *T) {
    return isOwned(T, 2) ? 2 : isOwned(T, 1) ? 1 : 0;
  }
  /// A symbol in \p T was handed out by an election, to one thread or to both.
  bool isHandedOut(const Term *T);
  /// A symbol in the condition \p T was handed out by an election, to one of
  /// two threads that are \p Relation: a test of what a whole warp was given
  /// elects none of its lanes, unless it asks for the lane, too.
  bool isElected(const Term *T, ThreadRelation Relation);
  /// `isElected`, for each path on which the truth \p T is \p Holds.
  bool isElectedOnAllPaths(const Term *T, ThreadRelation Relation,
                           bool Holds = true);

private:
  struct ThreadPosition {
    const Term *Index[3] = {}, *Block[3] = {};
    const Term *Lane = nullptr;    ///< Null if rows are no whole warps.
    const Term *InCluster[3] = {}; ///< Of the block, if that is modelled.
  };
  std::optional<int64_t> hostValueOf(const Term *Parameter) const;
  void readLaunch(const scenarios::ParameterUses &Roles);
  void chooseSizes(const scenarios::ParameterUses &Roles);
  /// A symbol for \p Parameter, in the range \p Assumed unless tests of the
  /// host exclude it.
  const Term *openParameter(const Term *Parameter, TermArena::Range Assumed);
  const Term *ofHost(LaunchTerms::Ref T);
  const Term *ofHostSymbol(unsigned Symbol);
  void addWhatHostTested(unsigned Symbol, const Term *Of);
  const Term *aliasOf(const Term *Root) const;
  const Term *newSymbol(TermArena::Range Bounds, SymbolInfo Info);
  void makePositions(unsigned Thread);
  bool staysInLoop(const Term *Symbol, const Node &Head) const;
  using RenamedParts = TermFold<const Term *>::Parts;
  std::optional<const Term *> renameSymbol(const Term *T, RenamedParts &Of);
  std::optional<const Term *> rename(const Term *T, RenamedParts &Of);

  const KernelFacts &Facts;
  TermArena Arena;
  Scope Sharing;
  scenarios::AssumedSizes Sizes;
  const launches::LaunchConstraint *Said; ///< Null if nothing is known.
  std::vector<launches::ArgumentSlot>
      Slots; ///< Of the kernel; none without Said.
  std::optional<launches::LaunchConstraintSolver> Constraints;
  /// By symbol of the host: the parameter that receives it and has its own
  /// symbol.
  std::map<unsigned, const Term *> StandsFor;
  /// Numbers of host symbols that arguments are computed from but that no
  /// argument is, with their symbols in the query.
  std::map<unsigned, const Term *> OfHost;
  std::vector<SymbolInfo> Infos;
  ThreadPosition Positions[3];
  const Term *Clusters[3] = {}; ///< The common cluster of both.
  const Term *Probe = nullptr, *Dynamic = nullptr;
  /// Identifies an unknown by ids: a term or a loop's head, the thread, and the
  /// arguments of the function.
  struct Key {
    enum class Of : uint8_t { Value, Iterations, Start } Kind;
    unsigned Id, Thread;
    std::vector<unsigned> Parts;
    bool operator<(const Key &R) const {
      return std::tie(Kind, Id, Thread, Parts) <
             std::tie(R.Kind, R.Id, R.Thread, R.Parts);
    }
  };
  static Key keyOf(const Term *Of, unsigned Thread,
                   llvm::ArrayRef<const Term *> Parts);
  std::map<Key, const Term *> Unknowns;
  llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 2>> FactsOf;
  llvm::DenseMap<const Term *, std::vector<const Event *>> Writes; ///< By root.
  /// With the loop's iterations.
  llvm::DenseMap<const Term *, const Term *> Exits;
  TermFold<const Term *> InFirstIteration, InLastKnownIteration;
  TermFold<bool> OfPlaces, OfFirstThread;
  /// Caches about the symbols in terms, dropped with each new fact. Looked up,
  /// never iterated.
  struct SymbolMemo {
    TermReach OwnedBy[2], HandedOut, Elected;
    TermFold<bool> ElectsLane; ///< By condition: among lanes of one warp.
    llvm::DenseMap<const Term *, bool> ElectedPaths[2][2]; ///< By `Holds`, too.
    llvm::DenseMap<const Term *, std::unique_ptr<SymbolSet>> SymbolsOf;
    llvm::DenseMap<const Term *, std::unique_ptr<std::vector<const Term *>>>
        WithoutExits;
  } Memo;
  using Truths = std::vector<const Term *>;
  /// What holds wherever \p Truth does: its conjuncts, and what all operands of
  /// a disjunction among them have in common.
  Truths certainIn(const Term *Truth);
  TermFold<Truths> Certain;
  bool reaches(TermReach &Known, const Term *T,
               llvm::function_ref<bool(const SymbolInfo &)> Wanted) const;
  Renaming OtherPitches; ///< Pitches, with their second size.
};

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_QUERYSYMBOLS_H

//===--- QuerySymbols.h - Symbols of two-thread queries -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms over symbols that two threads have or share: thread and lane indices
// once per thread, what the threads agree on once for both, in one concrete
// launch.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_QUERYSYMBOLS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_QUERYSYMBOLS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Participation/PeerOperations.h"
#include "Analysis/LaunchScenarios/Assumptions.h"
#include "Analysis/Launches/ArgumentSlots.h"
#include "Analysis/Launches/LaunchConstraintSolver.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warplint {

/// Symbols in the order in which they were met: what is written into a query
/// follows it.
using SymbolSet =
    llvm::SetVector<const Term *, llvm::SmallVector<const Term *, 0>,
                    llvm::DenseSet<const Term *>>;

/// A value of one thread of a query: a number, or an address as an object and
/// bytes from its start.
struct EncodedValue {
  const Term *Value = nullptr; ///< Never null; bytes if there is a root.
  const Term *Root = nullptr;  ///< The object; null for a number.

  /// The value, if it is one number.
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
    Position,  ///< Where the thread or its block stands.
    Iterations,    ///< Iterations of a loop, counted from 0.
    Parameter, ///< Of the kernel.
    Pitch,     ///< One of many pitches: no witness depends on how large it is.
    Data,      ///< Read from memory, or computed in paths that are not modelled.
    /// Handed to threads by an atomic, a vote or a shared flag: threads that
    /// pass a test on it need not be two.
    Elected,
  };
  std::string Name;
  Kind K = Kind::Data;
  unsigned Thread = 0; ///< 1 or 2; 0 if the threads agree on it.
  /// The term of the kernel; null for a position, and for what only the host
  /// has.
  const Term *Of = nullptr;
  const Node *Loop = nullptr; ///< Of Iterations: the loop's head.
  /// Of Iterations: those only in which a test of the loop held.
  bool IsCount = false;
  bool IsChosenByData = false; ///< That was a test of what memory holds.
  std::string Meaning = {};    ///< The name, the same in both threads.
  EncodedValue Address = {};   ///< Of a value that was read from memory.
  /// What it is a function of, and the term that names the function; null if it
  /// is none.
  std::vector<const Term *> Parts = {};
  const Term *Function = nullptr;
};

/// The values that a variable takes, in whatever iteration of its loop.
struct ValueList {
  std::vector<int64_t> Values;
  bool Falls = true, Rises = true; ///< From one round to the next.
};

/// Symbols and terms of all queries about one kernel in one launch.
class QuerySymbols {
public:
  /// \p Shape has no unknown extents. Values that are uniform at \p Sharing
  /// are the same in both threads: for Block those of one block, for Cluster of
  /// two blocks of one cluster, for Grid of any two. \p Said may be null. For
  /// \p AnyBound see AssumedSizes.
  QuerySymbols(const KernelFacts &Facts, const LaunchExtents &Shape,
               Scope Sharing, const ParameterUses &Roles,
               const LaunchConstraint *Said, bool AnyBound);

  const KernelFacts &facts() const { return Facts; }
  TermArena &terms() { return Arena; }
  const TermArena &terms() const { return Arena; }
  Scope sharing() const { return Sharing; }
  const AssumedSizes &sizes() const { return Sizes; }
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
  /// Of the thread's block in its cluster; only where Sharing is Cluster.
  const Term *rankInCluster(unsigned Thread);
  /// What \p T, an address in a peer's shared memory, was made of, where the
  /// threads are of two blocks of a cluster: what is the same place in both is
  /// one object.
  std::optional<PeerPlace> peerPlace(const Term *T) const;
  const Term *warp(unsigned Thread);

  /// Identity as thread \p Thread has it; null if it is not modelled.
  const Term *identity(const Term *Identity, unsigned Thread);
  const Term *parameter(const Term *Parameter);
  /// The launch tells what \p Parameter is worth.
  bool isKnownFromHost(const Term *Parameter) const {
    return hostValueOf(Parameter).has_value();
  }
  /// The address where \p Root begins, which its alignment divides: for what
  /// arithmetic makes of addresses. Thread-local objects of \p Thread are its
  /// own.
  const Term *startOf(const Term *Root, unsigned Thread);
  /// Bytes that the host has allocated where \p Root, a parameter, points to;
  /// nothing if the launch does not tell.
  std::optional<int64_t> bytesAt(const Term *Root) const;
  /// The same unknown for the same arguments; \p As stands for \p Of in that if
  /// it is given.
  const Term *unknown(const Term *Of, unsigned Thread,
                      llvm::ArrayRef<const Term *> Parts, SymbolInfo::Kind K,
                      const Term *As = nullptr);
  /// Iterations of the loop of \p Head; those since the thread has come anew into
  /// the loop of \p Anew, which is around it, are others.
  const Term *iterations(const Node &Head, unsigned Thread,
                     const Node *Anew = nullptr);
  /// How often iterations, of which there were \p Iterations, have counted \p Phi on:
  /// at most \p PerIteration times each; \p ByData: in those that data choose.
  const Term *countOf(const Term *Phi, unsigned Thread, const Term *Iterations,
                      int64_t PerIteration, bool ByData);
  /// A value of \p Phi, which starts at \p First: one of those listed.
  const Term *oneOf(const Term *Phi, unsigned Thread, const Term *First,
                    const ValueList &List);
  /// Symbols and terms with what stands for them.
  using Renaming = llvm::MapVector<const Term *, const Term *>;
  /// \p T with what \p To has for its parts, the arguments of what is a
  /// function of them included: with symbols of thread 1 for those of thread 2,
  /// the value of thread 2 as thread 1 would have it.
  const Term *renamed(const Term *T, const Renaming &To);
  /// The same for many terms: what is made of one is kept for the next.
  using RenamedTerms = TermFold<const Term *>;
  static RenamedTerms renamedTerms(const Renaming &To);
  const Term *renamed(const Term *T, RenamedTerms &Done);
  /// \p T as it is in the first iteration of all loops.
  const Term *inFirstIteration(const Term *T);
  /// \p T as it is in the last of the iterations that whoever comes to the loops is
  /// known to run; in the first one of others.
  const Term *inLastKnownIteration(const Term *T);
  /// Where blocks and threads stand decides \p T, and nothing else.
  bool isOfPlaces(const Term *T);
  /// Where thread 1 stands in its block decides \p T, and nothing else.
  bool isOfFirstThread(const Term *T);
  /// \p Symbol was read at \p Address.
  void setAddress(const Term *Symbol, EncodedValue Address) {
    Infos[llvm::cast<SymbolTerm>(Symbol)->number()].Address = Address;
  }
  /// What was read twice at one address is the same: by one thread, which holds
  /// if the threads write in between only what they do not read again, or by
  /// two from memory that nobody writes.
  const Term *sameWhereRead(const SymbolSet &Symbols);
  /// An unknown that stands for nothing: to see how a value depends on it.
  const Term *probe() { return Probe; }

  /// \p Fact holds whenever \p Symbol is part of a query.
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

  /// \p T as it is when all symbols for pitches have their other value.
  const Term *withOtherPitches(const Term *T) {
    return renamed(T, OtherPitches);
  }

  /// \p Truth ends the loop whose iterations are \p Iterations.
  void markAsExit(const Term *Truth, const Term *Iterations) {
    if (Truth->isConstant() || Exits.lookup(Truth) == Iterations)
      return;
    Exits[Truth] = Iterations;
    Memo.WithoutExits.clear();
  }
  /// \p Truth did not hold in the iteration before; it holds in the first iteration
  /// that
  /// \p Iterations counts. Null if \p Truth is no function of the iterations and of
  /// what they leave as it is.
  const Term *isFirst(const Term *Truth, const Term *Iterations);
  /// Where \p A holds, \p B does not: it says the opposite of a part of that.
  bool excludeEachOther(const Term *A, const Term *B);
  /// The conjuncts of \p Truths, without those that only say that a loop of
  /// which neither they nor \p Others want to know more has ended.
  std::vector<const Term *>
  withoutIdleExits(llvm::ArrayRef<const Term *> Truths,
                   const SymbolSet &Others);
  /// The same of \p Truth alone, where no others want to know anything.
  llvm::ArrayRef<const Term *> withoutIdleExits(const Term *Truth);

  /// Variables of the kernel that have several values where paths come together
  /// at \p Head.
  llvm::ArrayRef<const Term *> phisAt(const Node &Head) const {
    auto Found = Joined.find(&Head);
    if (Found == Joined.end())
      return {};
    return Found->second;
  }

  /// The object that \p Root names: all dynamic shared memory is one object.
  const Term *objectOf(const Term *Root);

  /// Threads that read \p Load can have it from a thread of another block, or
  /// without the compiler knowing: it is how they agree on something.
  bool isHandshake(const Term *Load) const;
  /// What \p Load reads is a function of its address for all threads: nothing
  /// in the kernel writes there, or only copies of an array that nothing writes
  /// to, element by element.
  bool isFixed(const Term *Load) const;

  const Term *logicalAnd(const Term *L, const Term *R);
  const Term *logicalOr(const Term *L, const Term *R);
  const Term *logicalNot(const Term *T);

  /// Symbols that \p T is made of, facts about them included.
  void collect(const Term *T, SymbolSet &Found) const;
  /// The same; valid until a symbol gets a new fact.
  const SymbolSet &symbolsOf(const Term *T);
  /// Some of those are \p Thread's alone.
  bool isOwned(const Term *T, unsigned Thread);
  /// Whose alone some of those are: 1 or 2, the latter if both own some; 0 if
  /// the threads agree on all of them.
  unsigned ownerOf(const Term *T) {
    return isOwned(T, 2) ? 2 : isOwned(T, 1) ? 1 : 0;
  }
  /// Some of those were handed out, to one thread or to all.
  bool isHandedOut(const Term *T);
  /// Some of those were handed to one thread.
  bool isElected(const Term *T);
  /// The same of each path on which the truth \p T is \p Holds.
  bool isElectedOnAllPaths(const Term *T, bool Holds = true);

private:
  struct ThreadPosition {
    const Term *Index[3] = {}, *Block[3] = {};
    const Term *InCluster[3] = {}; ///< Of the block, where that is asked.
  };
  std::optional<int64_t> hostValueOf(const Term *Parameter) const;
  void readLaunch(const ParameterUses &Roles);
  void chooseSizes(const ParameterUses &Roles);
  /// \p Parameter, which stands for itself, within \p Assumed unless the
  /// host's tests put it elsewhere.
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
  AssumedSizes Sizes;
  const LaunchConstraint *Said;          ///< Null if nothing is known.
  std::vector<ArgumentSlot> Slots; ///< Of the kernel; none without Said.
  std::optional<LaunchConstraintSolver> Constraints;
  /// By symbol of the host: the parameter that gets it and stands for itself.
  std::map<unsigned, const Term *> StandsFor;
  /// Symbols of the host that such parameters are made of, by number, with what
  /// the query has for those that none gets as they are.
  std::map<unsigned, const Term *> OfHost;
  std::vector<SymbolInfo> Infos;
  ThreadPosition Positions[3];
  const Term *Clusters[3] = {}; ///< Where the cluster of both stands.
  const Term *Probe = nullptr, *Dynamic = nullptr;
  /// What an unknown stands for, by ids: a term or the head of a loop, the
  /// thread, and the arguments that it is a function of.
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
  llvm::DenseMap<const Term *, const Term *> Exits; ///< To the loop's iterations.
  /// Looked up by node; each list in the order in which it was made.
  llvm::DenseMap<const Node *, llvm::SmallVector<const Term *, 4>> Joined;
  TermFold<const Term *> InFirstIteration, InLastKnownIteration;
  TermFold<bool> OfPlaces, OfFirstThread;
  /// What is known of the symbols that terms are made of; anew with each new
  /// fact. Looked up, never iterated.
  struct SymbolMemo {
    TermReach OwnedBy[2], HandedOut, Elected;
    llvm::DenseMap<const Term *, bool> ElectedPaths[2];
    llvm::DenseMap<const Term *, std::unique_ptr<SymbolSet>> SymbolsOf;
    llvm::DenseMap<const Term *, std::unique_ptr<std::vector<const Term *>>>
        WithoutExits;
  } Memo;
  using Truths = std::vector<const Term *>;
  /// What holds wherever \p Truth does: its conjuncts, and what all parts of a
  /// disjunction among them have.
  Truths certainIn(const Term *Truth);
  TermFold<Truths> Certain;
  bool reaches(TermReach &Known, const Term *T,
               llvm::function_ref<bool(const SymbolInfo &)> Wanted) const;
  Renaming OtherPitches; ///< Symbols for pitches, with their other value.
  llvm::DenseSet<std::pair<const CallContext *, const clang::Stmt *>> Volatile;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_QUERYSYMBOLS_H

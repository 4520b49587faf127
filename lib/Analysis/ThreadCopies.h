//===--- ThreadCopies.h - One interval, run by two threads -*- C++ -*-===//
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
// (`first + rounds * step`, or the list of values it takes), by the branch that
// chose it, or is an unknown of its own.
//
// The launch is concrete: a shape that the unit shows, or one of the shapes
// that fit the kernel (LaunchShapes.h).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_THREADCOPIES_H
#define WARPLINT_ANALYSIS_THREADCOPIES_H

#include "Analysis/Intervals.h"
#include "Analysis/KernelFacts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <string>
#include <vector>

namespace warplint {

/// A value of one thread of a query: a number, or an address as an object and
/// bytes from its start.
struct Copied {
  const Term *Value = nullptr; ///< Never null; bytes if there is a root.
  const Term *Root = nullptr;  ///< The object; null for a number.

  bool operator==(const Copied &R) const {
    return Value == R.Value && Root == R.Root;
  }
};

/// What a symbol of a query stands for.
struct SymbolInfo {
  enum class Kind : uint8_t {
    Place,     ///< Where the thread or its block stands.
    Rounds,    ///< Rounds of a loop, counted from 0.
    Parameter, ///< Of the kernel.
    Data,      ///< Read from memory, or computed in ways that are not modelled.
    /// Handed to threads by an atomic, a vote or a shared flag: threads that
    /// pass a test on it need not be two.
    Elected,
  };
  std::string Name;
  Kind K = Kind::Data;
  unsigned Thread = 0;        ///< 1 or 2; 0 if the threads agree on it.
  const Term *Of = nullptr;   ///< The term of the kernel; null for a place.
  const Node *Loop = nullptr; ///< Of Rounds: the loop's head.
  Copied Address = {};        ///< Of a value that was read from memory.
};

/// What kernel parameters are for. Nobody calls a kernel with a pitch smaller
/// than a row, or with two parts of a buffer that overlap: parameters that
/// decide which element an access touches stand for one number each, and no
/// witness plays with them.
struct ParameterRoles {
  /// Multiplied by an index: rows, planes. In order of appearance.
  llvm::SetVector<const Term *> Pitches;
  llvm::DenseSet<const Term *> Bounds;  ///< Compared with an index.
  llvm::DenseSet<const Term *> Offsets; ///< Part of an index otherwise.
};

/// \p OffsetsAreFree: what is only added to an index may have any value.
ParameterRoles parameterRoles(const KernelFacts &Facts, bool OffsetsAreFree);

/// The values that a variable takes, in whatever round of its loop.
struct ValueList {
  std::vector<int64_t> Values;
  bool Falls = true, Rises = true; ///< From one round to the next.
};

/// Symbols and terms of all queries about one kernel in one launch.
class QuerySpace {
public:
  /// \p Shape has no unknown extents. Values that are uniform at \p Sharing
  /// (Block or Grid) are the same in both threads.
  QuerySpace(const KernelFacts &Facts, const LaunchExtents &Shape,
             Scope Sharing, const ParameterRoles &Roles);

  const KernelFacts &facts() const { return Facts; }
  TermArena &terms() { return Arena; }
  const TermArena &terms() const { return Arena; }
  Scope sharing() const { return Sharing; }
  const LaunchExtents &shape() const { return Arena.launch(); }
  const SymbolInfo &info(const Term *Symbol) const {
    return Infos[Symbol->value()];
  }

  const Term *threadIndex(unsigned Thread, unsigned Axis) const {
    return Places[Thread].Index[Axis];
  }
  const Term *blockIndex(unsigned Thread, unsigned Axis) const {
    return Places[Thread].Block[Axis];
  }
  const Term *rank(unsigned Thread);
  const Term *warp(unsigned Thread);

  /// Identity as thread \p Thread has it; null if it is not modelled.
  const Term *identity(const Term *Identity, unsigned Thread);
  const Term *parameter(const Term *Parameter);
  /// The same unknown for the same arguments; \p As stands for \p Of in that if
  /// it is given.
  const Term *unknown(const Term *Of, unsigned Thread,
                      llvm::ArrayRef<const Term *> Parts, SymbolInfo::Kind K,
                      const Term *As = nullptr);
  const Term *rounds(const Node &Head, unsigned Thread);
  /// A value of \p Phi, which starts at \p First: one of those listed.
  const Term *oneOf(const Term *Phi, unsigned Thread, const Term *First,
                    const ValueList &List);
  /// \p Symbol was read at \p Address.
  void setAddress(const Term *Symbol, Copied Address) {
    Infos[Symbol->value()].Address = Address;
  }
  /// What was read twice at one address by one thread is the same: holds if
  /// the threads write in between only what they do not read again.
  const Term *sameWhereRead(const llvm::DenseSet<const Term *> &Symbols);
  /// An unknown that stands for nothing: to see how a value depends on it.
  const Term *probe() { return Probe; }

  /// \p Fact holds whenever \p Symbol is part of a query.
  void addFact(const Term *Symbol, const Term *Fact) {
    Facts_[Symbol].push_back(Fact);
  }
  llvm::ArrayRef<const Term *> factsAbout(const Term *Symbol) const {
    auto Found = Facts_.find(Symbol);
    if (Found == Facts_.end())
      return {};
    return Found->second;
  }

  /// The object that \p Root names: all dynamic shared memory is one object.
  const Term *objectOf(const Term *Root);

  /// Threads that read \p Load can have it from a thread of another block, or
  /// without the compiler knowing: it is how they agree on something.
  bool isHandshake(const Term *Load) const;
  /// Nothing in the kernel writes to the object at \p Root.
  bool isReadOnly(const Term *Root) const { return !Written.count(Root); }

  const Term *logicalAnd(const Term *L, const Term *R);
  const Term *logicalOr(const Term *L, const Term *R);
  const Term *logicalNot(const Term *T);

  /// Symbols that \p T is made of, facts about them included.
  void collect(const Term *T, llvm::DenseSet<const Term *> &Symbols) const;

private:
  struct Place {
    const Term *Index[3] = {}, *Block[3] = {};
  };
  const Term *newSymbol(TermArena::Range Bounds, SymbolInfo Info);
  void makePlaces(unsigned Thread);

  const KernelFacts &Facts;
  TermArena Arena;
  Scope Sharing;
  const ParameterRoles &Roles;
  std::vector<SymbolInfo> Infos;
  Place Places[3];
  const Term *Probe = nullptr, *Dynamic = nullptr;
  using Key =
      std::pair<std::pair<const void *, unsigned>, std::vector<const Term *>>;
  std::map<Key, const Term *> Unknowns;
  llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 2>> Facts_;
  llvm::DenseSet<const Term *> Written;
  llvm::DenseSet<std::pair<const Activation *, const clang::Stmt *>> Volatile;
};

/// One interval as one thread runs it.
class ThreadCopy {
public:
  /// \p Thread is 1 or 2.
  ThreadCopy(QuerySpace &Space, const Interval &Of, unsigned Thread);

  /// What must hold for the thread to come to step \p Step.
  const Term *reach(unsigned Step);
  /// The same, and that \p Under holds there; null: nothing more.
  const Term *reach(unsigned Step, const Term *Under);
  /// \p T as it is when step \p Step runs.
  Copied copy(const Term *T, unsigned Step);
  /// What must hold for \p Address to lie inside its object, null if nothing
  /// is known of that.
  const Term *inBounds(const Term *Address, uint32_t Bytes, unsigned Step);

private:
  static constexpr unsigned Before = ~0u; ///< "Step" of the interval's start.

  struct Way {
    const Term *Condition;
    Copied Value;
  };
  /// The values that variables of one loop take, round by round.
  struct Listing {
    std::vector<const Term *> Of;
    std::vector<std::vector<int64_t>> Rounds; ///< One value per variable.
    bool Repeats = false; ///< After the last round comes the first.
  };

  Copied compute(const Term *T, unsigned Step);
  Copied computeUnknown(const Term *T, unsigned Step);
  Copied computeBinary(const Term *T, unsigned Step);
  Copied computeOffset(const Term *T, unsigned Step);
  Copied phiAt(const Term *Phi, unsigned Step);
  Copied define(const Term *Phi, unsigned Step);
  bool isFreeLoopOf(const Term *Phi, const IntervalStep &At);
  bool holdsBarrier(const Node &Head, const Node &Latch);
  Copied before(const Term *Phi);
  Copied chosenBefore(const Term *Phi);
  Copied loopValue(const Term *Phi, Copied First, const Term *Rounds,
                   unsigned Step);
  const Term *stepOf(const Term *Phi, Copied First, unsigned Step);
  std::optional<Copied> listed(const Term *Phi, const Term *Rounds,
                               unsigned Step);
  std::optional<ValueList> valuesOf(const Term *Phi);
  std::optional<int64_t> valueWith(const Term *T, const Term *Phi,
                                   int64_t Value);
  const Listing &listingAt(const Node &Head, unsigned Step);
  bool simulate(Listing &List, llvm::ArrayRef<int64_t> First, unsigned Step,
                std::vector<const Term *> &Failed);
  Copied firstOf(const Term *Phi, unsigned Step);
  Copied merge(llvm::ArrayRef<Way> Ways, const Term *For);
  const Term *wayTaken(const IntervalStep::Edge &Edge, unsigned Step);
  const Term *armTaken(const Node &Branch, unsigned Arm, unsigned Step);
  const Term *startCondition();
  bool isInside(const Node &Loop);
  bool isUniform(const Term *T) const;
  bool isRegional(const Term *T);
  Copied number(const Term *T) const { return {T, nullptr}; }
  const Term *number(int64_t V) { return Space.terms().constant(V); }

  QuerySpace &Space;
  const Interval &Of;
  unsigned Thread;
  const Evaluation &Values;
  llvm::DenseMap<const Node *, unsigned> FirstSteps;
  using Memory = llvm::DenseMap<std::pair<const Term *, unsigned>, Copied>;
  Memory Known;
  Memory *Remembered = &Known;
  llvm::DenseMap<const Term *, Copied> Assumed;
  llvm::DenseMap<const Term *, bool> Regional;
  llvm::DenseMap<unsigned, const Term *> Reached;
  llvm::DenseMap<const Node *, bool> Inside, WithBarrier;
  std::map<std::pair<const Node *, unsigned>, Listing> Listings;
  llvm::DenseSet<std::pair<const Term *, unsigned>> UnderWay;
  llvm::DenseSet<const Term *> Enumerating;
};

/// The variable is dynamic shared memory: all arrays of that kind start at one
/// address (CUDA Programming Guide, "__shared__").
bool isDynamicShared(const Term *Root);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_THREADCOPIES_H

//===--- OwnershipModel.h - Elements that data give to a thread -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where data decide which element a thread accesses, or which thread comes,
// arithmetic cannot separate two accesses. Whether an element is assumed to
// be one thread's own: an atomic, a vote or a sorted table gave it to the
// thread, data give each thread another one, or data stay in the part of the
// object that the thread's place selects.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_OWNERSHIPMODEL_H
#define WARPLINT_ANALYSIS_DEPENDENCE_OWNERSHIPMODEL_H

#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/Dependence/Ownership.h"

namespace warplint::dependence {

/// \p T was loaded or handed out, or follows from what was, be it that this
/// decides on which path its value comes.
bool isOfMemory(const Term *T, const KernelFacts &Facts);

/// Lanes of a warp have exchanged what \p T is made of, and no asm statement
/// that synchronizes has a part in it.
bool isOfLanes(const Term *T, twothreads::QuerySymbols &Symbols);

/// What is assumed of the elements that the two threads of a pair access.
/// Refers to the pair, which has an `object`.
class OwnershipModel {
public:
  OwnershipModel(AccessPair &Pair, ThreadRelation Relation);

  struct Ownership {
    /// Unless empty, there is no race as far as this holds.
    Evidence Apart;
    const Term *That = nullptr; ///< A condition on loaded values, never null.
    Evidence Within;            ///< What `That` rests on.
    /// What keeps the accesses apart would be assumed of data, and a value
    /// decides that no memory holds: nothing is known.
    bool IsOpen = false;
    /// Counters and votes gave both threads their elements: several threads are
    /// meant to come.
    bool AreSlots = false;
    /// Loads of the kernel whose values a witness chooses; one of them is an
    /// index.
    llvm::SmallVector<const Term *, 2> Loaded;
  };
  Ownership ownership();

  /// Loads that both threads execute, each for itself, and that decide whether
  /// the threads reach the accesses.
  twothreads::LoadSet tests();

private:
  /// What chooses the element of one thread.
  struct Handed {
    llvm::SmallVector<const Term *, 2> By; ///< Atomics, votes, ranks.
    bool OfData = false;                   ///< Other data, too.
  };
  Handed handedOut(unsigned Thread, const twothreads::SymbolSet &Left) const;
  bool assume(Assumption That, const Term *Subject, Ownership &Result) const;
  bool countWarpsAlike(const Handed &One, const Handed &Other) const;
  bool asksCounter(unsigned Thread, const Handed &Slot) const;
  void considerElections(Ownership &Result);
  bool keepToPart(unsigned Thread, const twothreads::SymbolSet &Of,
                  const twothreads::SymbolSet &Left, Ownership &Result);
  bool passesBy();
  const Term *staysInPart(unsigned Thread, const twothreads::SymbolSet &Left);
  const Term *electedApart();
  void considerSlots(const twothreads::SymbolSet &Left,
                     Ownership &Result) const;

  AccessPair &Pair;
  ThreadRelation Relation;
  twothreads::QuerySymbols &Symbols;
  const twothreads::IntervalAccess &A, &B;
  /// Data choose the element of each thread whose element is chosen.
  bool IsByData = true;
};

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_OWNERSHIPMODEL_H

//===--- Dependence.h - Whether accesses of two threads meet ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether two accesses of two threads meet, asked before a solver is: the list
// of deciders that exclude it by arithmetic, and, where data decide, whose the
// elements are (OwnershipModel.h). What is left open is the question that
// AccessPair puts to the solver.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_DEPENDENCE_H
#define WARPLINT_ANALYSIS_DEPENDENCE_DEPENDENCE_H

#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"

namespace warplint::dependence {

/// The condition that the threads of a query are two, as far apart as
/// \p Relation says.
const Term *areTwo(ThreadRelation Relation, twothreads::QuerySymbols &Symbols);

/// One kind of arithmetic that excludes that two accesses conflict.
struct Decider {
  llvm::StringLiteral Name; ///< Each has another one.
  /// The two accesses have no byte in common, or what they leave there does not
  /// depend on which is first. False if unknown.
  bool (*Excludes)(AccessPair &Pair, ThreadRelation Relation);
  bool ByValue = false; ///< By what is stored, too.
};

/// All deciders, the cheapest first. Each may use what the ones before have
/// found out about the pair; all but the first need the pair's `object`.
llvm::ArrayRef<Decider> deciders();

/// The first of `deciders` that excludes that the accesses of \p Pair conflict;
/// null if none does.
const Decider *excludedBy(AccessPair &Pair, ThreadRelation Relation);

/// One of two accesses that meet stores a structure that it loaded from the
/// same place and of which it changed some fields, and the other uses only
/// other fields: `P me = p[i]; me.force = f; p[i] = me;` races by the memory
/// model with who reads the position, yet that reads the same position either
/// way. False if unknown.
bool usesRestoredFieldsOnly(const Event &First, const Event &Second,
                            const KernelFacts &Facts);

/// \p First and \p Second store the number of their thread, one of \p Threads,
/// into one word that the kernel only compares with others: whichever store is
/// the last, it elects one thread. False if unknown.
bool electsOneThread(const Event &First, const Event &Second,
                     llvm::ArrayRef<ThreadOfBlock> Threads,
                     const KernelFacts &Facts);

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_DEPENDENCE_H

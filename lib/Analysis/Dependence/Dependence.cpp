//===--- Dependence.cpp - Who excludes that two accesses meet -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/Dependence.h"

using namespace clang;

namespace warplint::dependence {

const Term *areTwo(ThreadRelation Relation, twothreads::QuerySymbols &Symbols) {
  TermArena &Arena = Symbols.terms();
  if (Relation == ThreadRelation::SameGrid) {
    const Term *Any = Arena.constant(0);
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      Any = Symbols.logicalOr(Any,
                              Arena.binary(BO_NE, Symbols.blockIndex(1, Axis),
                                           Symbols.blockIndex(2, Axis)));
    return Any;
  }
  if (Relation == ThreadRelation::SameCluster)
    return Arena.binary(BO_NE, Symbols.rankInCluster(1),
                        Symbols.rankInCluster(2));
  const Term *SameWarp = Arena.binary(BO_EQ, Symbols.warp(1), Symbols.warp(2));
  if (Relation == ThreadRelation::SameBlock)
    return Symbols.logicalNot(SameWarp);
  return Symbols.logicalAnd(
      SameWarp, Arena.binary(BO_NE, Symbols.rank(1), Symbols.rank(2)));
}

/// Nothing is compared that lies in different objects, or in unknown ones.
static bool areOfTwoObjects(AccessPair &Pair, ThreadRelation) {
  return !Pair.object();
}

static bool haveNoByteInCommon(AccessPair &Pair, ThreadRelation) {
  return Pair.meet()->isConstant(0);
}

static bool stayApartOnTheirPaths(AccessPair &Pair, ThreadRelation) {
  return Pair.staysApart();
}

static bool meetInOneThread(AccessPair &Pair, ThreadRelation Relation) {
  return Pair.neverWhere(areTwo(Relation, Pair.symbols()));
}

static bool haveOppositePaths(AccessPair &Pair, ThreadRelation) {
  return Pair.symbols().excludeEachOther(Pair.reach(1), Pair.reach(2));
}

static bool storeOneValue(AccessPair &Pair, ThreadRelation) {
  return Pair.storesSame();
}

static bool setOneBit(AccessPair &Pair, ThreadRelation) {
  return Pair.setsSameBits();
}

/// Another block of a cluster has a copy of its own.
static bool readsWhatItWrote(AccessPair &Pair, ThreadRelation Relation) {
  return Relation != ThreadRelation::SameCluster && Pair.readsOwnCopy();
}

llvm::ArrayRef<Decider> deciders() {
  static constexpr Decider All[] = {
      {"objects", areOfTwoObjects},
      {"distance", haveNoByteInCommon},
      {"distance-on-path", stayApartOnTheirPaths},
      {"one-thread", meetInOneThread},
      {"opposite-paths", haveOppositePaths},
      {"same-value", storeOneValue, true},
      {"same-bits", setOneBit, true},
      {"own-copy", readsWhatItWrote, true},
  };
  return All;
}

const Decider *excludedBy(AccessPair &Pair, ThreadRelation Relation) {
  auto Found = llvm::find_if(deciders(), [&](const Decider &Each) {
    return Each.Excludes(Pair, Relation);
  });
  return Found == deciders().end() ? nullptr : &*Found;
}

} // namespace warplint::dependence

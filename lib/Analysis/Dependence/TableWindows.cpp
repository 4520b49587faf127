//===--- TableWindows.cpp - Threads elected by a sorted table -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/TableWindows.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Uniformity/Uniformity.h"

using namespace clang;

namespace warplint::dependence {

namespace {

/// What holds: the one is not above the other.
struct InOrder {
  const Term *Low, *High;
};

} // namespace

/// Adds what \p Condition says about an order if it \p Holds.
static void addOrders(const Term *Condition, bool Holds,
                      llvm::SmallVectorImpl<InOrder> &Found) {
  for (const ConditionPart &Part : partsOf(Condition, Holds))
    if (const auto *Op = dyn_cast<BinaryTerm>(Part.Says);
        Op && (Op->opcode() == BO_LT || Op->opcode() == BO_LE))
      Found.push_back(Part.Holds ? InOrder{Op->lhs(), Op->rhs()}
                                 : InOrder{Op->rhs(), Op->lhs()});
}

/// The places in one table that \p One and \p Other are read from are a fixed
/// number of elements apart, and each thread has its own.
static const Term *tableOfNeighbours(const Term *One, const Term *Other,
                                     const KernelFacts &Facts) {
  const auto *Low = dyn_cast<LoadTerm>(One), *High = dyn_cast<LoadTerm>(Other);
  const auto *From = Low ? dyn_cast<ElementTerm>(Low->address()) : nullptr,
             *To = High ? dyn_cast<ElementTerm>(High->address()) : nullptr;
  if (!From || !To || !sameButForSites(From->base(), To->base()))
    return nullptr;
  const auto *Distance = dyn_cast<ConstantTerm>(
      Facts.terms().binary(BO_Sub, To->index(), From->index()));
  bool Differs = Distance && Distance->value() != 0 &&
                 !Facts.uniformity().isUniform(From->index(), Scope::Warp);
  return Differs ? rootOf(From->base()) : nullptr;
}

const Term *windowOver(const Node &N, const KernelFacts &Facts) {
  llvm::SmallVector<InOrder, 8> Orders;
  for (const Node *Branch : Facts.paths().allControls(N))
    if (auto Successor = Facts.paths().successorTo(*Branch, N))
      if (Branch->Branch && Branch->successors().size() == 2)
        addOrders(Branch->Branch, *Successor == 0, Orders);
  for (const InOrder &Below : Orders)
    for (const InOrder &Above : Orders)
      if (sameButForSites(Below.High, Above.Low) &&
          Facts.uniformity().isUniform(Below.High, Scope::Block))
        if (const Term *Table = tableOfNeighbours(Below.Low, Above.High, Facts))
          return Table;
  return nullptr;
}

const Term *tableOfRunsEnding(const Node &N, const Term *Number,
                              const KernelFacts &Facts) {
  for (const Node *Branch : Facts.paths().allControls(N)) {
    auto Successor = Facts.paths().successorTo(*Branch, N);
    if (!Successor || !Branch->Branch || Branch->successors().size() != 2)
      continue;
    for (const ConditionPart &Part : partsOf(Branch->Branch, *Successor == 0)) {
      const auto *Op = dyn_cast<BinaryTerm>(Part.Says);
      if (Op && Op->opcode() == (Part.Holds ? BO_NE : BO_EQ) &&
          (sameButForSites(Op->lhs(), Number) ||
           sameButForSites(Op->rhs(), Number)))
        if (const Term *Table = tableOfNeighbours(Op->lhs(), Op->rhs(), Facts))
          return Table;
    }
  }
  return nullptr;
}

} // namespace warplint::dependence

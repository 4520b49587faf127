//===--- SortedTables.cpp - Rows and runs of sorted tables ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbours in a table that a thread compares with each other, or with a
// number between them: where the table is sorted, one thread passes.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Dependence/Ownership.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Uniformity/Uniformity.h"

using namespace clang;

namespace warplint::dependence {

/// \p L is one more than \p R, but for where what they are made of was read.
static bool isNext(const Term *L, const Term *R) {
  const auto *Next = dyn_cast<LinearTerm>(L), *Sum = dyn_cast<LinearTerm>(R);
  if (!Next || Next->constant() != (Sum ? Sum->constant() : 0) + 1)
    return false;
  size_t Count = Sum ? Sum->operands().size() : 1;
  if (Next->operands().size() != Count)
    return false;
  for (size_t I = 0; I < Count; ++I)
    if (Next->coefficients()[I] != (Sum ? Sum->coefficients()[I] : 1) ||
        !sameButForSites(Next->operand(I), Sum ? Sum->operand(I) : R))
      return false;
  return true;
}

bool beginsRows(const Term *Row, const KernelFacts &Facts) {
  llvm::SmallVector<const ElementTerm *, 4> Begins, Ends;
  for (const Term *T : Facts.values().programTerms()) {
    const ElementTerm *At = elementReadBy(T);
    if (At && sameButForSites(At->index(), Row))
      Begins.push_back(At);
    else if (At && isNext(At->index(), Row))
      Ends.push_back(At);
  }
  return llvm::any_of(Ends, [&](const ElementTerm *End) {
    return llvm::any_of(Begins, [&](const ElementTerm *Begin) {
      return Begin->base() == End->base();
    });
  });
}

namespace {

/// What holds: the one is not above the other.
struct InOrder {
  const Term *Low, *High;
};

} // namespace

/// The element of the table at \p Table into which the thread has put \p T.
static const ElementTerm *elementThatGot(const Term *T, const Term *Table,
                                         const KernelFacts &Facts) {
  for (const Event *Write : Facts.values().writesTo(rootOf(Table)))
    if (Write->Value && Write->Access == AccessKind::Write &&
        sameButForSites(Write->Value, T))
      return dyn_cast<ElementTerm>(Write->Address);
  return nullptr;
}

/// The places in one table that hold \p One and \p Other are a fixed number of
/// elements apart, and each thread has its own.
static const Term *tableOfNeighbours(const Term *One, const Term *Other,
                                     const KernelFacts &Facts) {
  const ElementTerm *From = elementReadBy(One), *To = elementReadBy(Other);
  if (From && !To)
    To = elementThatGot(Other, From->base(), Facts);
  else if (To && !From)
    From = elementThatGot(One, To->base(), Facts);
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
  for (const ConditionPart &Part : Facts.evolution().conditionsAt(N))
    if (const auto *Op = dyn_cast<BinaryTerm>(Part.Says);
        Op && (Op->opcode() == BO_LT || Op->opcode() == BO_LE))
      Orders.push_back(Part.Holds ? InOrder{Op->lhs(), Op->rhs()}
                                  : InOrder{Op->rhs(), Op->lhs()});
  for (const InOrder &Below : Orders)
    for (const InOrder &Above : Orders)
      if (sameButForSites(Below.High, Above.Low) &&
          Facts.uniformity().isUniform(Below.High, Scope::Block))
        if (const Term *Table = tableOfNeighbours(Below.Low, Above.High, Facts))
          return Table;
  return nullptr;
}

/// The element that \p T is computed from, so that neighbours which differ go
/// on to differ in a sorted table: null unless it is exactly one, or if what is
/// left of it comes again (`key[t] % 8`).
static const LoadTerm *onlyElementIn(const Term *T) {
  const LoadTerm *Only = nullptr;
  bool IsOne = walkTerms(T, [&](const Term &Part) {
    const auto *Read = dyn_cast<LoadTerm>(&Part);
    auto Op = operatorOf(Part);
    if (Op && Op != BO_Shr && Op != BO_Div && Op != BO_Add && Op != BO_Sub)
      return Walk::Stop;
    if (!Read)
      return Walk::Enter;
    bool IsSecond = Only && Only != Read;
    Only = Read;
    return IsSecond ? Walk::Stop : Walk::Skip;
  });
  return IsOne ? Only : nullptr;
}

/// The table of neighbours, if \p One and \p Other are computed from them in
/// the same way (`key[t] >> 8` and `key[t - 1] >> 8`).
static const Term *tableOfRuns(const Term *One, const Term *Other,
                               const KernelFacts &Facts) {
  const LoadTerm *From = onlyElementIn(One), *To = onlyElementIn(Other);
  if (!From || !To)
    return tableOfNeighbours(One, Other, Facts);
  TermRewriter Moved(Facts.terms());
  auto Move = [&](const Term &Part) { return &Part == From ? To : nullptr; };
  return sameButForSites(Moved.rewrite(One, Move), Other)
             ? tableOfNeighbours(From, To, Facts)
             : nullptr;
}

/// Outside of \p Whole no index of \p Address depends on \p Number, which is a
/// part of it.
static bool leadsOnlyBy(const Term *Whole, const Term *Number,
                        const Term *Address) {
  auto IsNumber = [&](const Term &Part) {
    return isa<LoadTerm>(Part) && sameButForSites(&Part, Number);
  };
  return findPart(Whole, IsNumber) &&
         llvm::all_of(indicesOf(Address), [&](const Term *Index) {
           return walkTerms(Index, [&](const Term &Part) {
             return sameButForSites(&Part, Whole) ? Walk::Skip
                    : IsNumber(Part)              ? Walk::Stop
                                                  : Walk::Enter;
           });
         });
}

/// One value of a number passes, as for the first element, which has no
/// neighbour before it.
static bool passesForOneValue(const ConditionPart &Part,
                              const KernelFacts &Facts) {
  BoundedNumber Says = boundedBy(Part, Facts.terms());
  auto [Min, Max] = Says.Bounds;
  TermArena::Range Of = Facts.evolution().rangeOf(Says.Number);
  Min = Min ? Min : Of.Min;
  Max = Max ? Max : Of.Max;
  return Min && Max && *Min == *Max;
}

/// Of the alternatives of \p Part all but one pass for one value; that one, or
/// \p Part itself if it has no alternatives.
static std::optional<ConditionPart> onlyAlternative(const ConditionPart &Part,
                                                    const KernelFacts &Facts) {
  std::optional<ConditionPart> Only;
  // What does not hold if none of the alternatives does.
  for (ConditionPart Each : partsOf(Part.Says, !Part.Holds)) {
    Each.Holds = !Each.Holds;
    if (passesForOneValue(Each, Facts))
      continue;
    if (Only)
      return std::nullopt;
    Only = Each;
  }
  return Only;
}

/// What lets a thread reach \p N, and what lets all but those reach it for
/// which one value of a number passes by another path: they do not ask \p Facts
/// for a neighbour that is not there (`if (t > 0 && key[t] == key[t - 1])
/// return`).
static llvm::SmallVector<ConditionPart, 8>
conditionsButForOne(const Node &N, const KernelFacts &Facts) {
  const CfgView &View = Facts.paths();
  llvm::ArrayRef<ConditionPart> Always = Facts.evolution().conditionsAt(N);
  llvm::SmallVector<ConditionPart, 8> Found(Always);
  auto Holds = [&](const ConditionPart &Part) {
    return llvm::any_of(Always, [&](const ConditionPart &Each) {
      return Each.Says == Part.Says && Each.Holds == Part.Holds;
    });
  };
  for (const Node *Branch : View.allControls(N)) {
    auto Taken = View.successorTo(*Branch, N);
    if (!Branch->Branch || !isTwoWay(*Branch) || !Taken ||
        View.dominates(*Branch, N) ||
        !llvm::all_of(View.allControls(*Branch), [&](const Node *Each) {
          return View.dominates(*Each, *Branch);
        }))
      continue;
    bool OthersAreOne = llvm::all_of(
        Facts.evolution().conditionsAt(*Branch),
        [&](const ConditionPart &Part) {
          return Holds(Part) ||
                 passesForOneValue({Part.Says, !Part.Holds}, Facts);
        });
    if (OthersAreOne)
      llvm::append_range(
          Found, partsOf(Branch->Branch, View.successors(*Branch)[*Taken]->Of ==
                                             Branch->successors()[0]));
  }
  return Found;
}

const Term *tableOfRunsEnding(const Event &E, const Term *Number,
                              const KernelFacts &Facts) {
  for (const ConditionPart &Each : conditionsButForOne(*E.At, Facts)) {
    auto Part = onlyAlternative(Each, Facts);
    const auto *Op = Part ? dyn_cast<BinaryTerm>(Part->Says) : nullptr;
    if (Op && Op->opcode() == (Part->Holds ? BO_NE : BO_EQ) &&
        (leadsOnlyBy(Op->lhs(), Number, E.Address) ||
         leadsOnlyBy(Op->rhs(), Number, E.Address)))
      if (const Term *Table = tableOfRuns(Op->lhs(), Op->rhs(), Facts))
        return Table;
  }
  return nullptr;
}

} // namespace warplint::dependence

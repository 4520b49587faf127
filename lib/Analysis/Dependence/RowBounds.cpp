//===--- RowBounds.cpp - Bounds on indices into rows ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/RowBounds.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/Summands.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Support/Checked.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint::dependence {

static bool isUnknownToKernel(const Term &T) {
  return isa<ParameterTerm, ExtractTerm, LoadTerm, OpaqueTerm>(T);
}

/// A branch, and no loop, chose \p T of values of which the kernel knows none.
static bool isChosenOfUnknown(const Term &T, const KernelFacts &Facts) {
  const auto *Join = dyn_cast<PhiTerm>(&T);
  return Join && !Facts.loops().headedBy(*Join->node()) &&
         llvm::all_of(Facts.values().incoming(Join), [](const Incoming &From) {
           return From.Reaching.Value &&
                  anyPartOf(From.Reaching.Value, isUnknownToKernel);
         });
}

/// Nothing in the kernel says how long a loop runs that \p Asked decides.
static bool isOpen(const Term *Asked, const KernelFacts &Facts) {
  return anyPartOf(Asked, [&](const Term &Part) {
    return isUnknownToKernel(Part) || isChosenOfUnknown(Part, Facts);
  });
}

/// The least step in \p Sum that is longer than \p Step and belongs to
/// iterations of a loop, or else to the thread's place; 0 if there is none.
static int64_t stepAround(const Summands &Sum, int64_t Step, bool OfIterations,
                          twothreads::QuerySymbols &Symbols) {
  auto Counts = [&](const Term *Part) {
    return OfIterations ? isa<SymbolTerm>(Part) &&
                              Symbols.info(Part).K ==
                                  twothreads::SymbolInfo::Kind::Iterations
                        : Symbols.isOfPlaces(Part);
  };
  int64_t Least = 0;
  for (auto [Part, C] : Sum.Parts)
    if (C > Step && (!Least || C < Least) && Counts(Part))
      Least = C;
  return Least;
}

const Term *staysInRow(const Term *Address, twothreads::QuerySymbols &Symbols) {
  TermArena &Arena = Symbols.terms();
  const Term *Result = Arena.constant(1);
  const Summands Sum(Address);
  // By the length of the row: how far all iterations come in it.
  llvm::SmallVector<std::pair<int64_t, const Term *>, 2> Rows;
  for (auto [Iteration, Step] : Sum.Parts) {
    if (!isa<SymbolTerm>(Iteration) || Step <= 0)
      continue;
    const twothreads::SymbolInfo &Info = Symbols.info(Iteration);
    if (Info.K != twothreads::SymbolInfo::Kind::Iterations ||
        !Info.Loop->Branch ||
        (!Info.IsChosenByData && !isOpen(Info.Loop->Branch, Symbols.facts())))
      continue;
    // What data count on would otherwise run over what the thread itself puts
    // there in the next iteration around.
    int64_t Row = stepAround(Sum, Step, Info.IsChosenByData, Symbols);
    if (!Row)
      continue;
    const Term *Advance = Arena.binary(BO_Mul, Iteration, Arena.constant(Step));
    auto *Known =
        llvm::find_if(Rows, [&](auto &Each) { return Each.first == Row; });
    if (Known == Rows.end())
      Rows.push_back({Row, Advance});
    else
      Known->second = Arena.binary(BO_Add, Known->second, Advance);
  }
  for (auto [Row, Advance] : Rows)
    Result = Symbols.logicalAnd(
        Result, Arena.binary(BO_LT, Advance, Arena.constant(Row)));
  return Result;
}

static const ElementTerm *lastElement(const Term *Address) {
  while (const auto *Field = dyn_cast<FieldTerm>(Address))
    Address = Field->base();
  return dyn_cast<ElementTerm>(Address);
}

const Term *indexedArray(const Term *Address) {
  const ElementTerm *Element = lastElement(Address);
  return Element ? Element->base() : Address;
}

const Term *indexedPointer(const Event &Access, const Evaluation &Values) {
  const auto *At = dyn_cast<Expr>(Access.Site);
  if (const auto *Assigns = dyn_cast_or_null<BinaryOperator>(At))
    At = Assigns->getLHS();
  while (At) {
    At = At->IgnoreParenCasts();
    if (const auto *Index = dyn_cast<ArraySubscriptExpr>(At))
      return Values.valueOf(*Access.Owner, Index->getBase());
    const auto *Member = dyn_cast<MemberExpr>(At);
    At = Member && !Member->isArrow() ? Member->getBase() : nullptr;
  }
  return nullptr;
}

int64_t sizeOfElement(const Term *Address) {
  const ElementTerm *Element = lastElement(Address);
  return Element ? Element->elementSize() : 0;
}

bool endsByUnknown(const Event &Access, const KernelFacts &Facts) {
  const ElementTerm *Element = lastElement(Access.Address);
  auto IsOfIndex = [&](const Term &Part) {
    return isa<PhiTerm, IdentityTerm>(Part) &&
           mentions(Element->index(), &Part);
  };
  auto IsLimit = [&](const Term &Part) {
    const auto *Test = dyn_cast<BinaryTerm>(&Part);
    if (!Test || !Test->isComparison())
      return false;
    auto Compares = [&](const Term *Index, const Term *End) {
      return anyPartOf(Index, IsOfIndex) && anyPartOf(End, isUnknownToKernel);
    };
    return Compares(Test->lhs(), Test->rhs()) ||
           Compares(Test->rhs(), Test->lhs());
  };
  return Element && llvm::any_of(Facts.paths().allControls(*Access.At),
                                 [&](const Node *Branch) {
                                   return Branch->Branch &&
                                          anyPartOf(Branch->Branch, IsLimit);
                                 });
}

llvm::SmallVector<Limit, 4> limitsIn(const Term *Holds) {
  llvm::SmallVector<Limit, 4> Result;
  walkTerms(Holds, [&](const Term &Part) {
    const auto *Op = dyn_cast<BinaryTerm>(&Part);
    if (Op && Op->opcode() == BO_LAnd)
      return Walk::Enter;
    auto Number = Op ? numberOf(Op->rhs()) : std::nullopt;
    if (!Number || (Op->opcode() != BO_LT && Op->opcode() != BO_LE))
      return Walk::Skip;
    Summands Sum(Op->lhs());
    Limit Found{std::move(Sum.Parts), 0};
    base::Checked Most =
        *Number - base::Checked(Sum.Constant) - (Op->opcode() == BO_LT);
    Found.Most = Most.orElse(0);
    if (Most &&
        llvm::all_of(Found.Parts, [](const auto &P) { return P.second > 0; }))
      Result.push_back(std::move(Found));
    return Walk::Skip;
  });
  return Result;
}

} // namespace warplint::dependence

//===--- TableRows.cpp - Rows of sparse tables ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NonAtomicUpdates/TableRows.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/Summands.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint::updates {

/// The element that \p T is read from; null if it is read from none.
static const ElementTerm *elementAt(const Term *T) {
  const auto *Read = dyn_cast<LoadTerm>(T);
  return Read ? dyn_cast<ElementTerm>(Read->address()) : nullptr;
}

/// \p L is one more than \p R, but for where what they are made of was read.
static bool isNext(const Term *L, const Term *R) {
  const Summands Next(L), Sum(R);
  base::Checked Behind = base::Checked(Sum.Constant) + 1;
  return Behind && Next.Constant == *Behind &&
         llvm::equal(Next.Parts, Sum.Parts, [](const auto &A, const auto &B) {
           return A.second == B.second && sameButForSites(A.first, B.first);
         });
}

bool beginsRows(const Term *Row, const KernelFacts &Facts) {
  llvm::SmallVector<const ElementTerm *, 4> Begins, Ends;
  for (const Term *T : Facts.values().programTerms()) {
    const ElementTerm *At = elementAt(T);
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

/// What stands at the place of \p Column in another table is part of \p Value.
/// A matrix that is added to another is scaled: what is added as it was read
/// may be a weight as well, of keys that come again.
static bool hasScaledEntry(const Term *Value, const ElementTerm &Column,
                           const KernelFacts &Facts) {
  auto IsEntry = [&](const Term &T) {
    const ElementTerm *Entry = elementAt(&T);
    return Entry && Entry->base() != Column.base() &&
           sameButForSites(Entry->index(), Column.index());
  };
  bool IsPlain = !walkTerms({Value}, [&](const Term &T) {
    auto Op = operatorOf(T);
    const auto *Unknown = dyn_cast<OpaqueTerm>(&T);
    bool IsSum = isa<LinearTerm, NarrowTerm>(T) || Op == BO_Add ||
                 Op == BO_Sub ||
                 (Unknown && isa_and_nonnull<CastExpr>(Unknown->site()));
    return IsEntry(T) ? Walk::Stop : IsSum ? Walk::Enter : Walk::Skip;
  });
  return !IsPlain && !walkTerms(Value, Facts.values(), [&](const Term &T) {
    return IsEntry(T) ? Walk::Stop : Walk::Enter;
  });
}

const Term *rowOfColumn(const Term *Data, const PlaceUpdate &U,
                        const KernelFacts &Facts) {
  const ElementTerm *Column = elementAt(Data);
  if (!Column || !U.Write->Value ||
      !hasScaledEntry(U.Write->Value, *Column, Facts))
    return nullptr;
  const Term *Counter = findPart(
      Column->index(), [](const Term &Part) { return isa<PhiTerm>(Part); });
  const Induction *Loop =
      Counter ? Facts.values().inductions().find(Counter) : nullptr;
  if (!Loop || Loop->K != Induction::Kind::Added)
    return nullptr;
  const Term *Row = nullptr;
  walkTerms(Loop->First, [&](const Term &Part) {
    const ElementTerm *Begin = elementAt(&Part);
    if (!Begin)
      return Walk::Enter;
    if (beginsRows(Begin->index(), Facts))
      Row = Begin->index();
    return Walk::Skip;
  });
  return Row;
}

} // namespace warplint::updates

//===--- Commuting.cpp - Whether the order of updates matters -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NonAtomicUpdates/Commuting.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"

using namespace clang;

namespace warplint::updates {

namespace {

/// What becomes of an old value on its path into the new one.
class OldValue {
public:
  OldValue(const PlaceUpdate &U, const KernelFacts &Facts)
      : Place(U.Write->Address), Values(Facts.values()) {}

  /// Something else is added to it, and it is multiplied, before it becomes
  /// \p New.
  bool isAddedToAndMultiplied(const Term *New);

private:
  bool isIn(const Term *T);
  void look(const Term &Part, bool &IsAddedTo, bool &IsMultiplied);

  const Term *Place;
  const Evaluation &Values;
  TermReach Old;
};

} // namespace

std::optional<BinaryOperatorKind> operatorOf(const Term &T) {
  if (const auto *Op = dyn_cast<BinaryTerm>(&T))
    return Op->opcode();
  const auto *Unknown = dyn_cast<OpaqueTerm>(&T);
  const auto *Op =
      Unknown ? dyn_cast_or_null<BinaryOperator>(Unknown->site()) : nullptr;
  if (!Op)
    return std::nullopt;
  return Op->isCompoundAssignmentOp()
             ? BinaryOperator::getOpForCompoundAssignment(Op->getOpcode())
             : Op->getOpcode();
}

bool OldValue::isIn(const Term *T) {
  return Old.reaches(T, [&](const Term &Part, TermList &Next) {
    // The old value is the load itself, not what its address is computed from.
    if (const auto *Read = dyn_cast<LoadTerm>(&Part))
      return sameButForSites(Read->address(), Place);
    if (isa<PhiTerm>(Part))
      for (const Incoming &Edge : Values.incoming(&Part))
        Next.push_back(Edge.Reaching.Value);
    else
      Next.append(Part.operands().begin(), Part.operands().end());
    return false;
  });
}

/// Adds what \p Part, which holds the old value, itself does to it.
void OldValue::look(const Term &Part, bool &IsAddedTo, bool &IsMultiplied) {
  auto BringsOther = [&] {
    return llvm::any_of(Part.operands(),
                        [&](const Term *Op) { return !isIn(Op); });
  };
  if (const auto *Sum = dyn_cast<LinearTerm>(&Part)) {
    IsAddedTo |= Sum->constant() != 0 || BringsOther();
    for (auto [Op, Times] : llvm::zip(Sum->operands(), Sum->coefficients()))
      IsMultiplied |= Times != 1 && Times != -1 && isIn(Op);
  } else if (auto Op = operatorOf(Part)) {
    IsAddedTo |= (*Op == BO_Add || *Op == BO_Sub) && BringsOther();
    IsMultiplied |= (*Op == BO_Mul || *Op == BO_Div) && BringsOther();
  }
}

bool OldValue::isAddedToAndMultiplied(const Term *New) {
  bool IsAddedTo = false, IsMultiplied = false;
  walkTerms(New, Values, [&](const Term &Part) {
    if (isa<LoadTerm>(Part) || !isIn(&Part))
      return Walk::Skip;
    look(Part, IsAddedTo, IsMultiplied);
    return Walk::Enter;
  });
  return IsAddedTo && IsMultiplied;
}

bool dependsOnOrder(const PlaceUpdate &U, const KernelFacts &Facts) {
  OldValue Old(U, Facts);
  // Members go their own ways.
  llvm::SmallVector<const Term *, 4> Work{U.Write->Value};
  while (!Work.empty()) {
    const Term *New = Work.pop_back_val();
    if (isa<RecordTerm>(New))
      Work.append(New->operands().begin(), New->operands().end());
    else if (Old.isAddedToAndMultiplied(New))
      return true;
  }
  return false;
}

} // namespace warplint::updates

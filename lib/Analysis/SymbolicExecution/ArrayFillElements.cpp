//===--- ArrayFillElements.cpp - Elements that fill loops assign ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value that an iteration stores, as a term over the loop's counter, gives
// the value of each element after the loop. The store of one element is
// evaluated as a store of all: nothing reads them before the loop ends. If an
// iteration uses the old value of its element, the old values are kept at an
// address of their own until then.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

using namespace clang;

namespace warplint {

/// Arrays that are kept element by element: of pointers into tiles, and of the
/// numbers of a place or a shape.
static bool isKeptByElement(QualType Element, const ArrayFillLoop &Loop,
                            const Limits &Within) {
  bool IsPointer = Element->isPointerType();
  return (IsPointer || Element->isIntegerType()) &&
         Within.allows(IsPointer ? BudgetId::FilledPointers
                                 : BudgetId::FilledNumbers,
                       uint64_t(std::max<int64_t>(Loop.Limit, 0)));
}

/// Where what the array had before \p Loop is kept.
static const Term *placeOfOld(const ArrayFillLoop &Loop, const CallContext &In,
                              TermArena &Arena) {
  return Arena.temporary(&In, Loop.Array);
}

/// Forgets what the loop that \p Init begins leaves nothing of.
void Evaluation::beginFilling(const DeclStmt &Init) {
  for (const ArrayFillLoop *Loop :
       Filled.filledBehind(Init, In->function().getBody())) {
    const Term *At = evaluate(Loop->Array);
    if (!At || !isThreadOwned(At))
      continue;
    if (Loop->ReadsOld) {
      QualType Type = Loop->Array->getType();
      const auto *Array = Code.context().getAsConstantArrayType(Type);
      if (!Array || !isKeptByElement(Array->getElementType(), *Loop, limits()))
        continue;
      Definition Old = Access.snapshotOf(Current, At, Type);
      if (!isa_and_nonnull<RecordTerm>(Old.Value))
        continue;
      Current = Access.write(Current, placeOfOld(*Loop, *In, Arena), Old);
    }
    Current = Access.write(Current, At, {Arena.undefined(), Loop->Array, In});
  }
}

/// Where to read what \p Site reads at \p Address, an element of an array that
/// is assigned anew.
const Term *Evaluation::placeBefore(const Term *Address, const Stmt *Site) {
  const auto *From = dyn_cast<ElementTerm>(Address);
  const ArrayFillLoop *Loop = From ? Filled.readingOldAt(Site) : nullptr;
  if (!Loop)
    return Address;
  const Term *Old = placeOfOld(*Loop, *In, Arena);
  return Current.contains(Old)
             ? Arena.elementOf(Old, From->index(), From->elementSize())
             : Address;
}

/// Whether a value in the iteration \p Counter of \p Loop, run by \p In, is a
/// function of the counter and of loop-invariant values.
static bool followsFrom(const Term *Value, const PhiTerm &Counter,
                        const ArrayFillLoop &Loop, const CallContext &In,
                        const Node &Now) {
  auto IsMadeInside = [&](const SiteTerm &Made) {
    const Stmt *Site = Made.site();
    const CallContext *By = Made.callContext();
    for (; By && By != &In; By = By->caller())
      Site = By->callSite();
    return By && Loop.Inside.contains(Site);
  };
  return !anyPartOf(Value, [&](const Term &Part) {
    if (&Part == &Counter)
      return false;
    if (const auto *Joined = dyn_cast<PhiTerm>(&Part))
      return Joined->node()->position() >= Counter.node()->position() &&
             Joined->node()->position() <= Now.position();
    const auto *Made = dyn_cast<SiteTerm>(&Part);
    return Made && (isa<ResultTerm>(Made) || Made->operands().empty()) &&
           IsMadeInside(*Made);
  });
}

/// If a fill loop stores \p New to the element of its iteration at \p Address,
/// stores to all elements what their iterations store. False if \p New is to be
/// stored as usual.
bool Evaluation::storeEach(const Term *Address, const Definition &New,
                           const Stmt *Site, QualType Type) {
  const ArrayFillLoop *Loop = Filled.storingAt(Site);
  const auto *To = Loop ? dyn_cast<ElementTerm>(Address) : nullptr;
  const auto *Counter = To ? dyn_cast<PhiTerm>(To->index()) : nullptr;
  if (!Counter || Counter->place() != Arena.local(In, Loop->Counter) ||
      !isKeptByElement(Type, *Loop, limits()) ||
      extentOf(To->base()) != uint64_t(Loop->Limit) ||
      (Loop->ReadsOld && !Current.contains(placeOfOld(*Loop, *In, Arena))) ||
      !followsFrom(New.Value, *Counter, *Loop, *In, *Now))
    return false;
  llvm::SmallVector<const Term *, 16> Elements;
  for (int64_t Iteration = 0; Iteration < Loop->Limit; ++Iteration) {
    const Term *Index = Arena.constant(Iteration);
    TermRewriter InIteration(Arena);
    Definition Each = New;
    Each.Value = InIteration.rewrite(New.Value, [&](const Term &Part) {
      return &Part == Counter ? Index : nullptr;
    });
    Elements.push_back(Each.Value);
    Current = Access.write(
        Current, Arena.elementOf(To->base(), Index, To->elementSize()), Each);
  }
  Access.rememberForm(Elements, *Counter, New.Value);
  return true;
}

} // namespace warplint

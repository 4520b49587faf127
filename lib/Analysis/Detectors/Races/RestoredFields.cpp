//===--- RestoredFields.cpp - Structures that are written back ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/RestoredFields.h"
#include "Analysis/Expr/ClassFields.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint::races {

using FieldSet = llvm::SmallPtrSet<const FieldDecl *, 8>;

static bool isPlain(const Event &E, AccessKind Access) {
  return E.K == Event::Kind::Access && E.Access == Access && !E.Op &&
         !E.Volatile;
}

/// The fields that \p Write, of a whole structure, does not fill with what the
/// thread has read there; nothing if it writes no such structure.
static std::optional<FieldSet> changedBy(const Event &Write,
                                         const Limits &Within) {
  const auto *Whole = dyn_cast_or_null<RecordTerm>(Write.Value);
  const RecordDecl *Type = Whole ? Whole->recordType() : nullptr;
  if (!Type)
    return std::nullopt;
  FieldSet Changed;
  auto Value = Whole->operands().begin(), End = Whole->operands().end();
  for (const FieldDecl *Field : fieldsOfClass(*Type, Within)) {
    if (Value == End)
      return std::nullopt;
    const auto *Part = dyn_cast<ExtractTerm>(*Value++);
    const auto *Read = Part ? dyn_cast<LoadTerm>(Part->from()) : nullptr;
    if (!Read || Part->field() != Field || Read->address() != Write.Address)
      Changed.insert(Field);
  }
  return Value == End ? std::optional(Changed) : std::nullopt;
}

/// Nothing else in the kernel writes to the object: what was read is still
/// there when it is written back.
static bool isOnlyWriteThere(const Event &Write, const KernelFacts &Facts) {
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events)
      if (&E != &Write &&
          (E.K == Event::Kind::Unknown ||
           (E.K == Event::Kind::Access && E.Access != AccessKind::Read &&
            memorySpaceOf(rootOf(E.Address)) ==
                memorySpaceOf(rootOf(Write.Address)) &&
            (rootOf(E.Address) == rootOf(Write.Address) ||
             !isa<DeclaredTerm>(rootOf(E.Address))))))
        return false;
  return true;
}

/// Calls \p See with all that the kernel does something with.
static void eachUsed(const KernelFacts &Facts,
                     llvm::function_ref<void(const Term *)> See) {
  auto SeeIfThere = [&](const Term *T) {
    if (T)
      See(T);
  };
  for (const Node *N : Facts.cfg().order()) {
    SeeIfThere(N->Branch);
    for (const Event &E : N->Events)
      for (const Term *T : {E.Under, E.Address, E.Value, E.Mask, E.Select, E.Id,
                            E.Count, E.Completion, E.Width})
        SeeIfThere(T);
  }
  const Phis &Meeting = Facts.values().joins();
  for (const Term *Phi : Meeting.phis())
    for (const Incoming &I : Meeting.incoming(Phi))
      SeeIfThere(I.Reaching.Value);
}

/// \p Read, of a field of the object at \p Base, or another that is made with
/// it, reads one of \p Fields.
static bool readsAnyOf(const FieldSet &Fields, const Event &Read,
                       const Term &Base, const KernelFacts &Facts) {
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events)
      if (const auto *Part = E.Site == Read.Site && E.Owner == Read.Owner
                                 ? dyn_cast_or_null<FieldTerm>(E.Address)
                                 : nullptr;
          Part && Part->base() == &Base && Fields.count(Part->field()))
        return true;
  return false;
}

/// Of what \p Read has read, a \p Type or one of its fields, nothing is used
/// but fields outside of \p Changed.
static bool usesNoneOf(const FieldSet &Changed, const RecordDecl &Type,
                       const Event &Read, const KernelFacts &Facts) {
  if (const auto *Own = dyn_cast<FieldTerm>(Read.Address);
      Own && Own->field()->getParent() == &Type)
    return !readsAnyOf(Changed, Read, *Own->base(), Facts);
  const Term *Whole = Facts.terms().load(Read.Address, Read.Owner, Read.Site);
  bool None = true;
  eachUsed(Facts, [&](const Term *T) {
    None = None && walkTerms(T, [&](const Term &Part) {
             if (&Part == Whole)
               return Walk::Stop;
             const auto *Of = dyn_cast<ExtractTerm>(&Part);
             if (!Of || Of->from() != Whole)
               return Walk::Enter;
             return !Of->field() || Changed.count(Of->field()) ? Walk::Stop
                                                               : Walk::Skip;
           });
  });
  return None;
}

bool usesRestoredFieldsOnly(const Race &R, const KernelFacts &Facts) {
  const Event *Write = R.First.Access, *Read = R.Second.Access;
  if (Write->Access == AccessKind::Read)
    std::swap(Write, Read);
  if (!isPlain(*Write, AccessKind::Write) || !isPlain(*Read, AccessKind::Read))
    return false;
  auto Changed = changedBy(*Write, Facts.limits());
  return Changed && isOnlyWriteThere(*Write, Facts) &&
         usesNoneOf(*Changed, *cast<RecordTerm>(Write->Value)->recordType(),
                    *Read, Facts);
}

} // namespace warplint::races

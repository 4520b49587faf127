//===--- JoinedObjects.cpp - Objects that one pointer leads to ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/JoinedObjects.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint::twothreads {

/// Bytes between the starts of two parts: more than any offset into one.
static constexpr int64_t PartStride = int64_t(1) << 40;
/// The size of the shared array \p Root; nothing if it is something else.
static std::optional<int64_t> sizeOf(const Term *Root,
                                     const ASTContext &Context) {
  const auto *Object = dyn_cast<VariableTerm>(Root);
  const auto *Var = Object ? dyn_cast<VarDecl>(Object->decl()) : nullptr;
  if (!Var || memorySpaceOf(*Var) != MemorySpace::Shared ||
      Var->getType()->isIncompleteType() || Var->getType()->isDependentType() ||
      Var->getType()->isReferenceType())
    return std::nullopt;
  return Context.getTypeSizeInChars(Var->getType()).getQuantity();
}

JoinedObjects::JoinedObjects(const KernelFacts &Facts) {
  llvm::MapVector<const Term *, int64_t> Sizes;
  llvm::EquivalenceClasses<const Term *> Classes;
  for (const Event &E : Facts.cfg().events()) {
    if (!E.isAccess())
      continue;
    auto Roots = possibleRoots(E.Address, Facts.values());
    auto IsSized = [&](const Term *Root) {
      return sizeOf(Root, Facts.context()).has_value();
    };
    if (Roots.size() < 2 || !llvm::all_of(Roots, IsSized))
      continue;
    for (const Term *Root : Roots) {
      Sizes.insert({Root, *sizeOf(Root, Facts.context())});
      Classes.unionSets(Roots.front(), Root);
    }
  }
  llvm::MapVector<const Term *, std::pair<const Term *, int64_t>> Wholes;
  for (auto [Root, Bytes] : Sizes) {
    auto &[Whole, Count] =
        Wholes.insert({Classes.getLeaderValue(Root), {Root, 0}}).first->second;
    if (!Facts.limits().allows(BudgetId::JoinedObjects, Count + 1))
      continue;
    Parts[Root] = {Whole, Count++, Bytes};
    Largest[Whole] = std::max(Largest[Whole], Bytes);
  }
}

const Term *JoinedObjects::wholeOf(const Term *Root) const {
  auto Found = Parts.find(Root);
  return Found == Parts.end() ? Root : Found->second.Whole;
}

int64_t JoinedObjects::startOf(const Term *Root) const {
  auto Found = Parts.find(Root);
  return Found == Parts.end() ? 0 : Found->second.Index * PartStride;
}

const Term *JoinedObjects::isInside(const Term *Whole, const Term *Offset,
                                    uint32_t Bytes, TermArena &Arena) const {
  auto Found = Largest.find(Whole);
  if (Found == Largest.end())
    return nullptr;
  const Term *Own = Arena.binary(BO_Rem, Offset, Arena.constant(PartStride));
  int64_t End = Found->second - std::max<int64_t>(Bytes, 1) + 1;
  return Arena.binary(BO_LAnd, Arena.binary(BO_LE, Arena.constant(0), Offset),
                      Arena.binary(BO_LT, Own, Arena.constant(End)));
}

} // namespace warplint::twothreads

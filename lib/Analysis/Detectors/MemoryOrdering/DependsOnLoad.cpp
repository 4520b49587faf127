//===--- DependsOnLoad.cpp - What follows from an operation -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/DependsOnLoad.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::memoryorder {

bool isResultOf(const Term *T, const Event &Source) {
  const auto *Made = dyn_cast<SiteTerm>(T);
  return Made && Made->site() == Source.Site &&
         Made->callContext() == Source.Owner;
}

LoadDependence::LoadDependence(const Evaluation &Values, const CfgView &View,
                               const Uniformity &Agreement,
                               llvm::ArrayRef<MemoryOperation> Operations,
                               TermArena &Arena)
    : Values(Values), View(View), Agreement(Agreement) {
  llvm::MapVector<const Term *, llvm::SmallSetVector<const Term *, 4>> Once;
  for (const MemoryOperation &Op : Operations) {
    if (Op.Space != MemorySpace::Shared || !Op.Writes)
      continue;
    llvm::SmallVector<const Term *, 4> Parts;
    addStored(*Op.At, Parts);
    Once[Op.Object].insert(Parts.begin(), Parts.end());
  }
  for (auto &[Object, Parts] : Once) {
    const Term *Content = Contents[Object] = Arena.symbol({});
    Stored[Content].assign(Parts.begin(), Parts.end());
  }
}

/// A constant that is stored under conditions shows which of them was true.
void LoadDependence::addStored(const Event &Write, PartList &Parts) const {
  if (!Write.Value)
    return;
  Parts.push_back(Write.Value);
  if (Write.Value->isConstant())
    for (const Node *Branch : View.controls(*Write.At))
      if (Branch->Branch)
        Parts.push_back(Branch->Branch);
}

/// A variable set to constants under conditions shows which one was true.
void LoadDependence::addPartsOfJoin(const Term *Phi, PartList &Parts) const {
  bool Constants = true;
  for (const Incoming &I : Values.incoming(Phi)) {
    Parts.push_back(I.Reaching.Value);
    Constants &= I.Reaching.Value->isConstant();
  }
  if (Constants)
    for (const Node *Branch : Agreement.choosers(Phi))
      if (Branch->Branch)
        Parts.push_back(Branch->Branch);
}

/// \p T is a number that is computed in floating point.
static bool isComputedInFloat(const Term *T) {
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  const auto *Site = Made ? dyn_cast_or_null<Expr>(Made->site()) : nullptr;
  return Site && Site->getType()->isRealFloatingType() && !isa<CastExpr>(Site);
}

void LoadDependence::addParts(const Term *T, Dependences Of,
                              PartList &Parts) const {
  bool OfTests = Of == Dependences::OfTests;
  if (OfTests && isComputedInFloat(T))
    return;
  switch (T->kind()) {
  case TermKind::Phi:
    return addPartsOfJoin(T, Parts);
  case TermKind::Load: {
    const Term *Address = cast<LoadTerm>(T)->address();
    if (!OfTests)
      Parts.push_back(Address);
    if (const Term *Content = Contents.lookup(rootOf(Address)))
      Parts.push_back(Content);
    return;
  }
  case TermKind::Symbol:
    llvm::append_range(Parts, Stored.find(T)->second);
    return;
  case TermKind::Result:
  case TermKind::Opaque: {
    if (const Event *Exchange = Values.operationOf(*cast<SiteTerm>(T));
        Exchange && Exchange->Value)
      Parts.push_back(Exchange->Value);
    break;
  }
  default:
    break;
  }
  Parts.append(T->operands().begin(), T->operands().end());
}

DerivedFrom::DerivedFrom(const LoadDependence &Of,
                         llvm::ArrayRef<const Event *> Sources)
    : Of(Of) {
  for (const Event *Source : Sources)
    this->Sources.insert({Source->Owner, Source->Site});
}

bool DerivedFrom::isSource(const Term *T) const {
  const auto *Made = dyn_cast<SiteTerm>(T);
  return Made && Sources.count({Made->callContext(), Made->site()});
}

bool DerivedFrom::contains(const Term *T) {
  return Known.reaches(T, [&](const Term &Next, TermList &Parts) {
    if (isSource(&Next))
      return true;
    Of.addParts(&Next, By, Parts);
    return false;
  });
}

/// Adds the comparisons that \p T depends on; where \p Add is true of a part,
/// it has added those of the part itself.
void DerivedFrom::addComparisons(const Term *T, Comparisons &Found,
                                 llvm::function_ref<bool(const Term &)> Add) {
  llvm::SmallPtrSet<const Term *, 32> Seen;
  // A term, and whether all that it depends on has been looked at.
  llvm::SmallVector<std::pair<const Term *, bool>, 32> Work{{T, false}};
  llvm::SmallVector<const Term *, 8> Parts;
  while (!Work.empty()) {
    auto [Next, Left] = Work.pop_back_val();
    if (Left) {
      const auto *Op = dyn_cast<BinaryTerm>(Next);
      if (Op && Op->isComparison())
        Found.insert(Op);
      continue;
    }
    if (!Seen.insert(Next).second || !contains(Next) || Add(*Next))
      continue;
    Work.push_back({Next, true});
    Parts.clear();
    if (!isSource(Next))
      Of.addParts(Next, By, Parts);
    for (const Term *Part : llvm::reverse(Parts))
      Work.push_back({Part, false});
  }
}

std::vector<const BinaryTerm *> DerivedFrom::comparisonsIn(const Term *T) {
  Comparisons Found;
  addComparisons(T, Found, [&](const Term &Part) {
    if (!isa<SymbolTerm>(Part))
      return false;
    // Many reads of one object lead to the same.
    auto [Content, New] = InContents.try_emplace(&Part);
    if (New)
      addComparisons(&Part, Content->second,
                     [](const Term &) { return false; });
    Found.insert(Content->second.begin(), Content->second.end());
    return true;
  });
  return {Found.begin(), Found.end()};
}

} // namespace warplint::memoryorder

//===--- Derivation.cpp - What follows from an operation -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Handshakes/Derivation.h"

using namespace clang;

namespace warplint {

bool isResultOf(const Term *T, const Event &Source) {
  switch (T->kind()) {
  case TermKind::Result:
  case TermKind::Opaque:
  case TermKind::Load:
    return T->site() == Source.Site && T->callContext() == Source.Owner;
  default:
    return false;
  }
}

Derivation::Derivation(const InlinedCFG &P, const Evaluation &Values,
                       const FlowView &View, const Uniformity &Agreement,
                       llvm::ArrayRef<MemoryOperation> Operations)
    : Values(Values), View(View), Agreement(Agreement) {
  for (const MemoryOperation &Op : Operations)
    if (Op.Space == MemorySpace::Shared && Op.Writes)
      Stored[Op.Object].push_back(Op.At);
  for (const Node *N : P.order())
    for (const Event &E : N->Events)
      if (E.K == Event::Kind::Sync && E.Value)
        Exchanges[{E.Owner, E.Site}] = &E;
}

bool DerivedFrom::contains(const Term *T) {
  auto [Found, New] = Known.try_emplace(T, false);
  if (!New)
    return Found->second;
  bool Result = isResultOf(T, Source) || visitParts(T);
  Known[T] = Result;
  if (Result && T->kind() == TermKind::Binary &&
      BinaryOperator::isComparisonOp(BinaryOperatorKind(T->opcode())))
    Comparisons.push_back(T);
  return Result;
}

/// Every part is looked at, for the comparisons in it.
bool DerivedFrom::visitAll(llvm::ArrayRef<const Term *> Parts) {
  bool Result = false;
  for (const Term *Part : Parts)
    Result |= contains(Part);
  return Result;
}

bool DerivedFrom::visitParts(const Term *T) {
  switch (T->kind()) {
  case TermKind::Phi:
    return visitJoin(T);
  case TermKind::Load:
    return visitLoad(T);
  case TermKind::Result:
  case TermKind::Opaque: {
    const Event *Exchange = Of.Exchanges.lookup({T->callContext(), T->site()});
    bool FromOthers =
        Exchange && Exchange != &Source && contains(Exchange->Value);
    return visitAll(T->operands()) || FromOthers;
  }
  default:
    return visitAll(T->operands());
  }
}

/// A variable set to constants under conditions tells which one held.
bool DerivedFrom::visitJoin(const Term *Phi) {
  bool Result = false, Constants = true;
  for (const Incoming &I : Of.Values.incoming(Phi)) {
    Result |= contains(I.Held.Value);
    Constants &= I.Held.Value->isConstant();
  }
  if (Constants)
    for (const Node *Branch : Of.Agreement.choosers(Phi))
      Result |= Branch->Branch && contains(Branch->Branch);
  return Result;
}

bool DerivedFrom::visitLoad(const Term *Load) {
  bool Result = contains(Load->operand(0));
  auto Writes = Of.Stored.find(rootOf(Load->operand(0)));
  if (Writes == Of.Stored.end())
    return Result;
  for (const Event *Write : Writes->second) {
    if (!Write->Value)
      continue;
    Result |= contains(Write->Value);
    if (Write->Value->isConstant())
      for (const Node *Branch : Of.View.controls(*Write->At))
        Result |= Branch->Branch && contains(Branch->Branch);
  }
  return Result;
}

} // namespace warplint

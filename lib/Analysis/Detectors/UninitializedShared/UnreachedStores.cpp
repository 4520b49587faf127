//===--- UnreachedStores.cpp - Stores after noreturn calls ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/UninitializedShared/UnreachedStores.h"
#include "Analysis/Expr/Worklist.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace warplint::uninitialized {

/// Something other than a variable by its name is assigned.
static bool storesElsewhere(const Node &N) {
  for (unsigned I = N.firstElement(); I < N.lastElement(); ++I) {
    auto Element = N.block()[I].getAs<CFGStmt>();
    const auto *Assigned =
        Element ? dyn_cast<BinaryOperator>(Element->getStmt()) : nullptr;
    if (Assigned && Assigned->isAssignmentOp() &&
        !isa<DeclRefExpr>(Assigned->getLHS()->IgnoreParenCasts()))
      return true;
  }
  return false;
}

/// What nothing but \p From leads to holds a store.
static bool leadsToStores(const Node &From) {
  Worklist<Node> Work{&From};
  while (const Node *N = Work.next()) {
    if (storesElsewhere(*N))
      return true;
    for (const Node *Next : N->successors())
      if (!Next->Reached)
        Work.add(Next);
  }
  return false;
}

std::vector<const Node *> callsBeforeStores(const InlinedCFG &P) {
  llvm::DenseMap<const CallContext *, const Node *> Behind; // Looked up.
  for (const Node &N : P.nodes())
    if (N.returnedFrom() && !N.Reached)
      Behind[N.returnedFrom()] = &N;
  std::vector<const Node *> Result;
  if (Behind.empty())
    return Result;
  for (const Node *N : P.order())
    if (N->Reached && N->ending() == Node::Ending::Call)
      if (const Node *Rest = Behind.lookup(N->callee());
          Rest && leadsToStores(*Rest))
        Result.push_back(N);
  return Result;
}

} // namespace warplint::uninitialized

//===--- FirstRoundArms.cpp - Where a loop's first round goes ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Flow/FirstRoundArms.h"
#include "Analysis/Symbolic/Evaluation.h"

using namespace clang;

namespace warplint {

/// What \p Part is in the first round of \p Of, if it is a variable of that
/// loop which has one value on all ways into it; null otherwise.
const Term *FirstRoundArms::firstValue(const Term &Part, const Loop &Of) const {
  const auto *Join = dyn_cast<PhiTerm>(&Part);
  if (!Join || Join->node() != Of.Header)
    return nullptr;
  const Term *First = nullptr;
  for (const Incoming &I : Values.incoming(Join)) {
    if (Of.contains(*I.From))
      continue;
    if (First && First != I.Held.Value)
      return nullptr;
    First = I.Held.Value;
  }
  return First;
}

bool FirstRoundArms::mayTake(const Node &Head, const Node &Branch,
                             const Node &To, const Node *Entered) const {
  const Loop *Of = All.headedBy(Head);
  if (Of && Entered == &Head && &Branch == &Head && !Of->contains(To))
    return false;
  llvm::ArrayRef<Node *> Arms = Branch.successors();
  if (!Of || !Branch.Branch || Arms.size() != 2 || Arms[0] == Arms[1] ||
      isa_and_nonnull<SwitchStmt>(Branch.terminator()) ||
      !Arena.work().spend(1))
    return true;
  std::unique_ptr<TermRewriter> &Rewriter = InFirst[&Head];
  if (!Rewriter)
    Rewriter = std::make_unique<TermRewriter>(Arena);
  const auto *Known = dyn_cast<ConstantTerm>(Rewriter->rewrite(
      Branch.Branch, [&](const Term &Part) { return firstValue(Part, *Of); }));
  return !Known || Arms[Known->value() != 0 ? 0 : 1] == &To;
}

} // namespace warplint

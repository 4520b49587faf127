//===--- Loops.cpp - Natural loops of a kernel ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "llvm/ADT/MapVector.h"

namespace warplint {

Loops::Loops(const InlinedCFG &P, const CfgView &View) : View(View) {
  llvm::MapVector<const Node *, Loop> ByHeader;
  for (const Node *From : P.order()) {
    if (!View.contains(*From))
      continue;
    for (const ViewNode *To : View.successors(*From)) {
      if (!View.dominates(*To->Of, *From))
        continue;
      Loop &L = ByHeader[To->Of];
      L.Header = To->Of;
      L.Nodes.insert(To->Of);
      llvm::SmallVector<const Node *, 16> Work;
      if (L.Nodes.insert(From))
        Work.push_back(From);
      while (!Work.empty())
        for (const Node *Earlier : Work.pop_back_val()->predecessors())
          if (View.contains(*Earlier) && L.Nodes.insert(Earlier))
            Work.push_back(Earlier);
    }
  }
  for (auto &[Header, L] : ByHeader)
    All.push_back(std::move(L));
  llvm::stable_sort(All, [](const Loop &L, const Loop &R) {
    return L.Nodes.size() < R.Nodes.size();
  });
  // Loops with different headers lie in each other or apart.
  for (Loop &L : All)
    for (const Node *N : L.Nodes)
      SmallestAround.try_emplace(N, &L);
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = I + 1; J < All.size() && !All[I].Around; ++J)
      if (All[J].contains(*All[I].Header))
        All[I].Around = &All[J];
}

const Loop *Loops::headedBy(const Node &Header) const {
  // A header is in no smaller loop than its own.
  const Loop *L = SmallestAround.lookup(&Header);
  return L && L->Header == &Header ? L : nullptr;
}

const Loop *Loops::innermost(const Node &A, const Node &B) const {
  const Loop *L = SmallestAround.lookup(&A);
  while (L && !L->contains(B))
    L = L->Around;
  return L;
}

const Loop *Loops::outermost(const Node &N) const {
  const Loop *L = SmallestAround.lookup(&N);
  while (L && L->Around)
    L = L->Around;
  return L;
}

const Loop *Loops::leftBy(const Node &Branch, const Node &Inside) const {
  const Loop *L = innermost(Branch, Inside);
  if (!L || llvm::all_of(View.successors(Branch), [&](const ViewNode *To) {
        return L->contains(*To->Of);
      }))
    return nullptr;
  return L;
}

bool Loops::isInvariant(const Term *T, const Loop &L) const {
  return !anyPartOf(T, [&](const Term &Part) {
    const auto *Join = llvm::dyn_cast<PhiTerm>(&Part);
    return Join && L.contains(*Join->node());
  });
}

} // namespace warplint

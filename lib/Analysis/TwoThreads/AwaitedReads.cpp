//===--- AwaitedReads.cpp - Reads that wait for another thread ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/AwaitedReads.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

namespace warplint::twothreads {

/// Reads what all blocks see, each time anew.
static bool readsPastCaches(const Event &E) {
  return E.isAccess() && E.Op && E.Op->Kind == SyncKind::CachedLoad &&
         E.Op->Entry->Cache == CacheView::Device;
}

static bool isOf(const SiteTerm *Made, const Event &Read) {
  return Made && Made->site() == Read.Site && Made->callContext() == Read.Owner;
}

/// \p Branch, which ends \p L, is up to what \p Read gives, and to no counter
/// of the loop's iterations.
static bool waitsFor(const Event &Read, const Node &Branch, const Loop &L,
                     const Evaluation &Values) {
  bool Asks = false;
  bool Counts = !walkTerms(Branch.Branch, Values, [&](const Term &Part) {
    if (isOf(dyn_cast<SiteTerm>(&Part), Read)) {
      Asks = true;
      return Walk::Skip;
    }
    const auto *Join = dyn_cast<PhiTerm>(&Part);
    return Join && L.contains(*Join->node()) && Values.inductions().find(Join)
               ? Walk::Stop
               : Walk::Enter;
  });
  return Asks && !Counts;
}

AwaitedReads::AwaitedReads(const KernelFacts &Facts) {
  const auto &Loops = Facts.loops();
  std::vector<const Event *> Reads;
  for (const Event &E : Facts.cfg().events())
    if (readsPastCaches(E) && Loops.outermost(*E.At))
      Reads.push_back(&E);
  for (const Event *Read : Reads)
    for (const Node *Branch : Facts.cfg().order()) {
      const Loop *Left =
          Branch->Branch ? Loops.leftBy(*Branch, *Read->At) : nullptr;
      if (Left && Loops.isInvariant(Read->Address, *Left) &&
          waitsFor(*Read, *Branch, *Left, Facts.values()))
        Sites.insert({Read->Owner, Read->Site});
    }
}

} // namespace warplint::twothreads

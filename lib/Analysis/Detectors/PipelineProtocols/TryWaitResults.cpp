//===--- TryWaitResults.cpp - How results of try-waits are used -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/TryWaitResults.h"
#include "Analysis/Expr/TermTraversal.h"

namespace warplint::pipelines {

/// Whether \p N is reached hangs on what the try \p E answers.
static bool hangsOn(const Node &N, const Event &E,
                    const mbarriers::BarrierObjects &Objects) {
  return llvm::any_of(
      Objects.facts().paths().allControls(N), [&](const Node *Branch) {
        return Branch->Branch && Objects.dependsOn(Branch->Branch, E);
      });
}

bool isRepeated(const Event &E, const mbarriers::BarrierObjects &Objects) {
  return hangsOn(*E.At, E, Objects);
}

/// Nobody goes on behind \p E before the phase has ended.
static bool isWait(const Event &E, const mbarriers::BarrierObjects &Objects) {
  return E.isSync(SyncKind::ObjectWait, SyncKind::ObjectWaitParity) ||
         (E.isSync(SyncKind::ObjectTryWait) && isRepeated(E, Objects));
}

bool waitsWhereFailed(const Event &E,
                      const mbarriers::BarrierObjects &Objects) {
  auto Asked = locate(E.Address);
  const KernelFacts &Facts = Objects.facts();
  for (const Event &Wait : Facts.cfg().events()) {
    if (&Wait == &E || !isWait(Wait, Objects))
      continue;
    auto At = locate(Wait.Address);
    if (Asked && At && inSameMember(*Asked, *At) &&
        hangsOn(*Wait.At, E, Objects))
      return true;
  }
  return false;
}

bool decidesNone(const Event &E, llvm::ArrayRef<const Term *> Terms,
                 const mbarriers::BarrierObjects &Objects) {
  return walkTerms(Terms, Objects.facts().values(), [&](const Term &Part) {
    return Objects.isResultOf(&Part, E) ? Walk::Stop : Walk::Enter;
  });
}

} // namespace warplint::pipelines

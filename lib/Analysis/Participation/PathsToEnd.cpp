//===--- PathsToEnd.cpp - Paths of threads that wait no more --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/PathsToEnd.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/SyncKindRows.h"
#include <deque>

using namespace clang;

namespace warplint::participation {

/// Another thread may hold up a thread at \p E. Lanes of a warp that wait at a
/// barrier of the block hold up the others wherever a whole warp is needed
/// (\p WarpsPart); whole warps only count where they wait for the block.
static bool mayWait(const Event &E, bool WarpsPart) {
  if (E.isUnknown())
    return true;
  if (!E.isSync() || E.Op->OwnWork || (!WarpsPart && isBarrierZero(E)))
    return false;
  switch (rowOf(E.Op->Kind).Waits) {
  case WaitsFor::Threads:
    return WarpsPart || E.Op->Scope > Scope::Warp;
  case WaitsFor::Object:
    return true;
  case WaitsFor::Nothing:
  case WaitsFor::Grids:
    return WarpsPart &&
           E.Op->isOf(SyncFamily::Exchange, SyncFamily::Matrix,
                      SyncFamily::Multiply, SyncFamily::TensorMemory);
  }
  llvm_unreachable("no such value");
}

/// A loop through \p N may repeat a read until another thread has written.
static bool mayPoll(const Node &N, const CfgView &View) {
  return llvm::any_of(N.Events,
                      [](const Event &E) {
                        return E.isAccess() && (E.Volatile || E.isAtomic());
                      }) &&
         leads(View, N, N);
}

std::optional<llvm::BitVector> PathsToEnd::from(const Node &Branch,
                                                unsigned Successor) const {
  const CfgView &View = Facts.paths();
  if (!isTwoWay(Branch) || View.successors(Branch).size() != 2)
    return std::nullopt;
  const bool WarpsPart =
      !Facts.uniformity().isUniformBranch(Branch, Scope::Warp);
  llvm::BitVector Passed(Facts.cfg().nodes().size());
  std::set<std::pair<unsigned, PathCondition>> Seen;
  std::deque<std::pair<const Node *, PathCondition>> Work;
  auto Enter = [&](const Node &N, PathCondition Known) {
    if (Passed.test(N.id()))
      Known.keepFixed();
    if (!View.contains(N) || !Seen.insert({N.id(), Known}).second)
      return true;
    Work.emplace_back(&N, std::move(Known));
    if (Passed.test(N.id()))
      return true;
    Passed.set(N.id());
    return !mayPoll(N, View) && llvm::none_of(N.Events, [&](const Event &E) {
      return mayWait(E, WarpsPart);
    });
  };
  // Each condition over the branch is one that is held against the others.
  Assumed += unsigned(View.allControls(Branch).size());
  if (!Facts.limits().allows(BudgetId::PathsToEnd, Assumed))
    return std::nullopt;
  auto First = PathCondition::behind(Context, Branch, Successor);
  if (!First || !Enter(*Branch.successors()[Successor], std::move(*First)))
    return std::nullopt;
  while (!Work.empty()) {
    if (!Facts.limits().allows(BudgetId::PathsToEnd, Seen.size()))
      return std::nullopt;
    auto [N, Now] = std::move(Work.front());
    Work.pop_front();
    for (unsigned I = 0; I < N->successors().size(); ++I) {
      const Node *Next = N->successors()[I];
      if (!Next || (N == &Branch && I != Successor && isFixed(Branch.Branch)))
        continue;
      std::optional<PathCondition> Known = Now.along(*N, I);
      if (Known && !Enter(*Next, std::move(*Known)))
        return std::nullopt;
    }
  }
  return Passed;
}

} // namespace warplint::participation

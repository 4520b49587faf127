//===--- SplitWaits.cpp - Divergent branches at a barrier -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/SplitWaits.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Uniformity/Convergence.h"

using namespace clang;

namespace warplint::participation {

namespace {

/// What a thread reaches on its path from a branch.
enum class BarrierRole : uint8_t {
  Nothing,
  Wait,    ///< For the barrier of the cluster.
  Arrival, ///< At it, though nothing has shown that the last one is over.
  Block    ///< Something else that keeps a thread.
};

} // namespace

static bool isOfCluster(const Event &E) {
  return E.Op->Scope == Scope::Cluster &&
         E.Op->Participants == Participation::AllOfScope;
}

static BarrierRole roleAt(const Event &E) {
  if (E.isUnknown())
    return BarrierRole::Block;
  if (!E.isSync())
    return BarrierRole::Nothing;
  switch (E.Op->Kind) {
  case SyncKind::BarrierWait:
    return isOfCluster(E) ? BarrierRole::Wait : BarrierRole::Block;
  case SyncKind::BarrierArrive:
    return isOfCluster(E) ? BarrierRole::Arrival : BarrierRole::Nothing;
  case SyncKind::Barrier:
    return isOfCluster(E) ? BarrierRole::Arrival : BarrierRole::Block;
  case SyncKind::WarpBarrier:
  case SyncKind::ObjectWait:
  case SyncKind::ObjectWaitParity:
  case SyncKind::ObjectArriveAndWait:
    return BarrierRole::Block;
  default:
    return BarrierRole::Nothing;
  }
}

static BarrierRole roleIn(const Node &N) {
  for (const Event &E : N.Events)
    if (BarrierRole Met = roleAt(E); Met != BarrierRole::Nothing)
      return Met;
  return BarrierRole::Nothing;
}

/// What a node means for the paths through it.
enum class Path : uint8_t { GoesOn, IsGood, IsBad };

/// On no path from \p Start a thread reaches a bad node; behind a good one it
/// may.
static bool areGoodFrom(const KernelFacts &Facts, const Node &Start,
                        llvm::function_ref<Path(const Node &)> Judge) {
  const CfgView &View = Facts.paths();
  Worklist<Node> Work{&Start};
  while (const Node *N = Work.next()) {
    if (!View.contains(*N))
      continue;
    Path Here = Judge(*N);
    if (Here == Path::IsBad)
      return false;
    if (Here == Path::GoesOn)
      for (const ViewNode *Next : View.successors(*N))
        Work.add(Next->Of);
  }
  return true;
}

/// Whether on all paths from \p Start a thread waits for the cluster, or
/// reaches the end of the kernel, before it arrives again and, if \p InWarp,
/// before any other operation may block it.
static bool keepsClear(const KernelFacts &Facts, const Node &Start,
                       bool InWarp) {
  return areGoodFrom(Facts, Start, [&](const Node &N) {
    BarrierRole Met = roleIn(N);
    if (Met == BarrierRole::Arrival || (InWarp && Met == BarrierRole::Block))
      return Path::IsBad;
    return Met == BarrierRole::Wait ? Path::IsGood : Path::GoesOn;
  });
}

/// Whether \p E is a PTX wait for the cluster, and the threads on the other
/// successors of \p Branch, over \p E, keep the rules of SplitWaits.h.
static bool mayWaitWithout(const KernelFacts &Facts, const Event &E,
                           const Node &Branch) {
  if (E.Op->Kind != SyncKind::BarrierWait || !isOfCluster(E) ||
      !isa<GCCAsmStmt>(E.Site))
    return false;
  bool InWarp = !Facts.uniformity().isUniformBranch(Branch, Scope::Warp);
  if (InWarp && E.Op->Aligned)
    return false;
  // Where several successors lead to the wait, another branch decides.
  auto Successor = Facts.paths().successorTo(Branch, *E.At);
  if (!Successor)
    return true;
  llvm::ArrayRef<ViewNode *> All = Facts.paths().successors(Branch);
  for (unsigned I = 0; I < All.size(); ++I)
    if (I != *Successor && !keepsClear(Facts, *All[I]->Of, InWarp))
      return false;
  return true;
}

/// On all paths from \p Start, a thread does nothing but to end.
static bool onlyEnds(const KernelFacts &Facts, const Node &Start) {
  return areGoodFrom(Facts, Start, [](const Node &N) {
    return N.Events.empty() ? Path::GoesOn : Path::IsBad;
  });
}

/// Whether \p E is a PTX arrival at the barrier of the cluster, and the threads
/// on the other successors of \p Branch, over \p E, are whole warps that only
/// exit.
static bool mayArriveWithout(const KernelFacts &Facts, const Event &E,
                             const Node &Branch) {
  if (roleAt(E) != BarrierRole::Arrival || !isa<GCCAsmStmt>(E.Site) ||
      !Facts.uniformity().isUniformBranch(Branch, Scope::Warp))
    return false;
  auto Successor = Facts.paths().successorTo(Branch, *E.At);
  if (!Successor)
    return false;
  llvm::ArrayRef<ViewNode *> All = Facts.paths().successors(Branch);
  for (unsigned I = 0; I < All.size(); ++I)
    if (I != *Successor && !onlyEnds(Facts, *All[I]->Of))
      return false;
  return true;
}

std::vector<const Node *> divergentBranches(const KernelFacts &Facts,
                                            const Event &E) {
  auto Over = Facts.convergence().divergentControls(*E.At, E.Op->Scope);
  llvm::erase_if(Over, [&](const Node *Branch) {
    return mayWaitWithout(Facts, E, *Branch) ||
           mayArriveWithout(Facts, E, *Branch);
  });
  return Over;
}

} // namespace warplint::participation

//===--- ThreadGroups.cpp - Threads that go the same way -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Handshakes/ThreadGroups.h"
#include "Analysis/Flow/Intervals.h"
#include "Analysis/Uniformity/Uniformity.h"
#include <map>

using namespace clang;

namespace warplint {

/// More ways through a kernel than anyone elects threads for.
static constexpr size_t MaxGroups = 12;

using Memory = llvm::DenseMap<const Term *, bool>;

static bool isOfThreadAlone(const Term *T, Memory &Known);

static bool computeOfThreadAlone(const Term *T, Memory &Known) {
  switch (T->kind()) {
  case TermKind::Constant:
    return true;
  case TermKind::Identity:
    switch (T->identity()) {
    case IdentityKind::ThreadIdx:
    case IdentityKind::BlockDim:
    case IdentityKind::LaneId:
    case IdentityKind::WarpIdInBlock:
    case IdentityKind::ThreadRankInBlock:
    case IdentityKind::ThreadRankInTile:
    case IdentityKind::TileRankInBlock:
    case IdentityKind::BlockSize:
      return true;
    default:
      return false;
    }
  case TermKind::Linear:
  case TermKind::Unary:
  case TermKind::Binary:
  case TermKind::Select:
    return llvm::all_of(T->operands(), [&](const Term *Part) {
      return isOfThreadAlone(Part, Known);
    });
  default:
    return false;
  }
}

/// The same value in every block, loop round and launch.
static bool isOfThreadAlone(const Term *T, Memory &Known) {
  auto Found = Known.find(T);
  if (Found != Known.end())
    return Found->second;
  bool Result = computeOfThreadAlone(T, Known);
  return Known[T] = Result;
}

static bool isLogical(const Term *T) {
  return (T->kind() == TermKind::Unary && T->opcode() == UO_LNot) ||
         (T->kind() == TermKind::Binary &&
          (T->opcode() == BO_LAnd || T->opcode() == BO_LOr));
}

/// Some thread can tell by itself whether \p Condition holds.
static bool mayTell(const Term *Condition, Memory &Known) {
  if (isOfThreadAlone(Condition, Known))
    return true;
  return isLogical(Condition) &&
         llvm::any_of(Condition->operands(),
                      [&](const Term *Part) { return mayTell(Part, Known); });
}

/// Whether \p Condition holds for \p Self, as far as its own identity tells.
static std::optional<bool> outcome(const Term *Condition,
                                   const ThreadValues &Run,
                                   const ThreadOfBlock &Self, Memory &Known) {
  if (Condition->kind() == TermKind::Unary && Condition->opcode() == UO_LNot) {
    auto Inner = outcome(Condition->operand(0), Run, Self, Known);
    return Inner ? std::optional(!*Inner) : std::nullopt;
  }
  bool And =
      Condition->kind() == TermKind::Binary && Condition->opcode() == BO_LAnd;
  bool Or =
      Condition->kind() == TermKind::Binary && Condition->opcode() == BO_LOr;
  if (And || Or) {
    auto L = outcome(Condition->operand(0), Run, Self, Known),
         R = outcome(Condition->operand(1), Run, Self, Known);
    if ((L && *L == Or) || (R && *R == Or))
      return Or;
    return L && R ? std::optional(And) : std::nullopt;
  }
  if (!isOfThreadAlone(Condition, Known))
    return std::nullopt;
  auto Value = Run.run(Condition, Self);
  return Value ? std::optional(*Value != 0) : std::nullopt;
}

/// A fence, a barrier, or a call that may be one.
static bool ordersMemory(const Node &N) {
  return llvm::any_of(N.Events, [](const Event &E) {
    return E.K == Event::Kind::Unknown || maySeparate(E, Scope::Warp) ||
           (E.K == Event::Kind::Sync && E.Op->Order >= MemoryOrder::Consume);
  });
}

ThreadGroups::ThreadGroups(const InlinedCFG &P, const Evaluation &Values,
                           const FlowView &View, const LaunchExtents &Launch,
                           llvm::ArrayRef<const Node *> Asked)
    : Values(Values), View(View) {
  llvm::SmallPtrSet<const Node *, 32> Deciding;
  auto Decide = [&](const Node &N) {
    auto Controls = View.allControls(N);
    Deciding.insert(Controls.begin(), Controls.end());
  };
  for (const Node *N : Asked)
    Decide(*N);
  for (const Node *N : P.order())
    if (View.contains(*N) && ordersMemory(*N))
      Decide(*N);
  std::vector<const Node *> Branches;
  Memory Alone;
  Inputs Of;
  for (const Node *N : P.order())
    if (Deciding.count(N) && N->Reached && N->Branch &&
        N->successors().size() == 2 && mayTell(N->Branch, Alone)) {
      Branches.push_back(N);
      Inputs Here = inputsOf(N->Branch, Values);
      Of.UsesY |= Here.UsesY;
      Of.UsesZ |= Here.UsesZ;
    }
  KnowsWarps = Launch.Block[0] || !(Of.UsesY || Of.UsesZ);
  GivenValues None;
  ThreadValues Run(Values, None);
  std::map<std::vector<int>, ThreadGroup> ByWay;
  for (const ThreadOfBlock &Self : threadsOf(exampleBlock(Launch, Of))) {
    std::vector<int> Way;
    for (const Node *Branch : Branches) {
      auto Holds = outcome(Branch->Branch, Run, Self, Alone);
      Way.push_back(Holds ? *Holds : -1);
    }
    ThreadGroup &Group = ByWay[Way];
    for (auto [Branch, Holds] : llvm::zip(Branches, Way))
      if (Holds >= 0)
        Group.Holds[Branch] = Holds;
    Group.Threads.push_back(Self);
    Group.Warps.insert(Self.rank() / LanesPerWarp);
  }
  if (ByWay.size() > MaxGroups) {
    ThreadGroup Whole;
    for (auto &[Way, Group] : ByWay) {
      Whole.Threads.insert(Whole.Threads.end(), Group.Threads.begin(),
                           Group.Threads.end());
      Whole.Warps.insert(Group.Warps.begin(), Group.Warps.end());
    }
    Groups.push_back(std::move(Whole));
  } else {
    for (auto &[Way, Group] : ByWay)
      Groups.push_back(std::move(Group));
  }
  for (ThreadGroup &Group : Groups)
    spread(Group, P.entry());
}

llvm::SmallVector<const Node *, 2>
ThreadGroups::next(const Node &From, const ThreadGroup *Group) const {
  llvm::SmallVector<const Node *, 2> Result;
  std::optional<bool> Holds;
  if (Group)
    if (auto Found = Group->Holds.find(&From); Found != Group->Holds.end())
      Holds = Found->second;
  for (unsigned I = 0; I < From.successors().size(); ++I) {
    const Node *To = From.successors()[I];
    if (Values.isLive(From, I) && View.contains(*To) &&
        (!Holds || *Holds == (I == 0)))
      Result.push_back(To);
  }
  return Result;
}

void ThreadGroups::spread(ThreadGroup &Group, const Node &Entry) const {
  llvm::SmallVector<const Node *, 32> Work{&Entry};
  Group.Reached.insert(&Entry);
  while (!Work.empty())
    for (const Node *To : next(*Work.pop_back_val(), &Group))
      if (Group.Reached.insert(To).second)
        Work.push_back(To);
}

bool ThreadGroups::hasSeveralLanes(const Node &N) const {
  llvm::DenseMap<int64_t, unsigned> Lanes;
  for (const ThreadGroup &Group : Groups)
    if (Group.Reached.count(&N))
      for (const ThreadOfBlock &T : Group.Threads)
        if (++Lanes[T.rank() / LanesPerWarp] > 1)
          return true;
  return false;
}

} // namespace warplint

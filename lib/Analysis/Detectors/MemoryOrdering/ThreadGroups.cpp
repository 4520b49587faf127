//===--- ThreadGroups.cpp - Threads on the same paths ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/ThreadGroups.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Expr/UniformTerms.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include <map>

using namespace clang;

namespace warplint::memoryorder {

namespace {

/// What single threads know of conditions.
class OwnKnowledge {
public:
  explicit OwnKnowledge(const Evaluation &Values) : Run(Values) {}

  /// Some thread knows by itself whether \p Condition holds.
  bool mayTell(const Term *Condition);
  /// Whether \p Condition is true for \p Self, if its own identity decides it.
  std::optional<bool> outcome(const Term *Condition, const ThreadOfBlock &Self);

private:
  bool isOfThreadAlone(const Term *T);

  ThreadValues Run;
  TermReach Foreign, Telling;
};

} // namespace

static bool isOwnIdentity(IdentityKind Identity) {
  return isPlaceInBlock(Identity) || Identity == IdentityKind::BlockDim ||
         Identity == IdentityKind::BlockSize;
}

/// The same value in every block, loop iteration and launch: nothing foreign is
/// in it.
bool OwnKnowledge::isOfThreadAlone(const Term *T) {
  return !Foreign.reaches(T, [](const Term &Part, TermList &Parts) {
    switch (Part.kind()) {
    case TermKind::Constant:
      return false;
    case TermKind::Identity:
      return !isOwnIdentity(cast<IdentityTerm>(Part).identity());
    case TermKind::Linear:
    case TermKind::Unary:
    case TermKind::Binary:
    case TermKind::Select:
      Parts.append(Part.operands().begin(), Part.operands().end());
      return false;
    default:
      return true;
    }
  });
}

static bool isLogical(const Term *T) {
  if (const auto *Op = dyn_cast<UnaryTerm>(T))
    return Op->opcode() == UO_LNot;
  const auto *Op = dyn_cast<BinaryTerm>(T);
  return Op && Op->isLogical();
}

bool OwnKnowledge::mayTell(const Term *Condition) {
  return Telling.reaches(Condition, [&](const Term &Part, TermList &Parts) {
    if (isLogical(&Part))
      Parts.append(Part.operands().begin(), Part.operands().end());
    return isOfThreadAlone(&Part);
  });
}

/// What the outcomes of its operands say of a logical term.
static std::optional<bool> combine(const Term *T, std::optional<bool> L,
                                   std::optional<bool> R) {
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (!Op)
    return L ? std::optional(!*L) : std::nullopt;
  bool Or = Op->opcode() == BO_LOr;
  if ((L && *L == Or) || (R && *R == Or))
    return Or;
  return L && R ? std::optional(!Or) : std::nullopt;
}

std::optional<bool> OwnKnowledge::outcome(const Term *Condition,
                                          const ThreadOfBlock &Self) {
  using Outcome = std::optional<bool>;
  TermFold<Outcome> Known;
  return Known.run(
      Condition, [&](const Term *T, auto &Parts) -> std::optional<Outcome> {
        if (isLogical(T)) {
          if (!Parts.knowsAll(T->operands()))
            return std::nullopt;
          return combine(T, *Parts.of(T->operands().front()),
                         *Parts.of(T->operands().back()));
        }
        if (!isOfThreadAlone(T))
          return Outcome();
        auto Value = Run.run(T, Self);
        return Outcome(Value ? Outcome(*Value != 0) : std::nullopt);
      });
}

/// A fence, a barrier, or a call that may be one.
static bool ordersMemory(const Node &N) {
  return llvm::any_of(N.Events, [](const Event &E) {
    return E.isUnknown() || maySeparate(E, Scope::Warp) ||
           (E.isSync() && E.Op->Order >= MemoryOrder::Consume);
  });
}

/// Branches over the nodes \p Asked, and over what orders memory, whose outcome
/// some thread knows.
static std::vector<const Node *>
branchesThatTellThreadsApart(const InlinedCFG &P, const CfgView &View,
                             llvm::ArrayRef<const Node *> Asked,
                             OwnKnowledge &Knowledge) {
  // All controls: with a branch, what decides over the branch.
  llvm::SmallVector<const Node *, 32> Work(Asked);
  for (const Node *N : P.order())
    if (View.contains(*N) && ordersMemory(*N))
      Work.push_back(N);
  llvm::BitVector Deciding =
      reachedIn(View.nodeCount(), Work, [&](const Node &N, auto Add) {
        llvm::for_each(View.controls(N), Add);
      });
  std::vector<const Node *> Branches;
  for (const Node *N : P.order())
    if (Deciding.test(N->id()) && N->Reached && N->Branch &&
        N->successors().size() == 2 && View.successors(*N).size() == 2 &&
        Knowledge.mayTell(N->Branch))
      Branches.push_back(N);
  return Branches;
}

ThreadGroups::ThreadGroups(const InlinedCFG &P, const Evaluation &Values,
                           const CfgView &View, const LaunchExtents &Launch,
                           llvm::ArrayRef<const Node *> Asked)
    : Values(Values), View(View) {
  OwnKnowledge Knowledge(Values);
  std::vector<const Node *> Branches =
      branchesThatTellThreadsApart(P, View, Asked, Knowledge);
  std::vector<const Term *> Conditions;
  for (const Node *Branch : Branches)
    Conditions.push_back(Branch->Branch);
  Inputs Of = inputsOf(Conditions, Values);
  KnowsWarps = Launch.Block[0] || !(Of.UsesY || Of.UsesZ);
  if (!Launch.blockSize())
    Values.assumptions().assume(Assumption::ExampleBlock);
  std::map<std::vector<int>, ThreadGroup> ByPath;
  for (const ThreadOfBlock &Self :
       threadsOf(scenarios::exampleBlock(Launch, Of, Values.assumptions()))) {
    std::vector<int> Path;
    for (const Node *Branch : Branches) {
      auto Holds = Knowledge.outcome(Branch->Branch, Self);
      Path.push_back(Holds ? *Holds : -1);
    }
    ThreadGroup &Group = ByPath[Path];
    if (Group.Threads.empty())
      for (auto [Branch, Holds] : llvm::zip(Branches, Path))
        if (Holds >= 0)
          Group.Holds[Branch] = Holds;
    Group.Threads.push_back(Self);
    Group.Warps.insert(Self.rank() / LanesPerWarp);
  }
  if (!Values.limits().allows(BudgetId::ThreadGroups, ByPath.size())) {
    ThreadGroup Whole;
    for (auto &[Path, Group] : ByPath) {
      Whole.Threads.insert(Whole.Threads.end(), Group.Threads.begin(),
                           Group.Threads.end());
      Whole.Warps.insert(Group.Warps.begin(), Group.Warps.end());
    }
    Groups.push_back(std::move(Whole));
  } else {
    for (auto &[Path, Group] : ByPath)
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
  Worklist<Node, 32> Work{&Entry};
  while (const Node *N = Work.next())
    Work.addAll(next(*N, &Group));
  Group.Reached = Work.seen();
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

} // namespace warplint::memoryorder

//===--- Ordering.cpp - What is ordered between two accesses -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Handshakes/Ordering.h"
#include "Analysis/Flow/Intervals.h"
#include "Model/Separation.h"
#include <set>
#include <tuple>

using namespace clang;

namespace warplint {

namespace {

enum class FenceLevel : uint8_t { None, Narrow, Enough };

} // namespace

static FenceLevel levelFor(Scope Of, Scope Needed) {
  return Of >= Needed ? FenceLevel::Enough : FenceLevel::Narrow;
}

/// \p Op has the side that \p Way asks for.
static bool orders(const SyncOp &Op, Direction Way) {
  return Way == Direction::Release ? releases(Op) : acquires(Op);
}

/// A fence that orders the other way only.
static bool isOneSided(const Event &E, Direction Way) {
  return E.K == Event::Kind::Sync && E.Op->Kind == SyncKind::Fence &&
         !orders(*E.Op, Way) && (releases(*E.Op) || acquires(*E.Op));
}

/// What \p E does for the order of accesses before and after it.
static FenceLevel fenceLevel(const Event &E, Scope Needed, Direction Way) {
  if (E.K == Event::Kind::Unknown)
    return FenceLevel::Enough;
  if (E.K != Event::Kind::Sync)
    return FenceLevel::None;
  switch (E.Op->Kind) {
  case SyncKind::Fence:
    return orders(*E.Op, Way) ? levelFor(E.Op->Scope, Needed)
                              : FenceLevel::None;
  case SyncKind::AtomicRMW:
  case SyncKind::AtomicLoad:
  case SyncKind::AtomicStore:
    // libcu++ makes most of these of a fence and a relaxed operation.
    return orders(*E.Op, Way) && E.Op->Scope >= Needed ? FenceLevel::Enough
                                                       : FenceLevel::None;
  case SyncKind::WarpBarrier:
    return Needed <= Scope::Warp ? FenceLevel::Enough : FenceLevel::None;
  default:
    return maySeparate(E, Scope::Block) && E.Op->Scope >= Needed
               ? FenceLevel::Enough
               : FenceLevel::None;
  }
}

/// Lanes wait for each other in an exchange, though it orders no memory.
static bool isExchange(const Event &E) {
  if (E.K != Event::Kind::Sync)
    return false;
  switch (E.Op->Kind) {
  case SyncKind::Shuffle:
  case SyncKind::Vote:
  case SyncKind::Match:
  case SyncKind::WarpReduce:
    return true;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

/// Walks from one event to another: as one thread, or as one thread up to a
/// barrier and as another behind it.
struct Ordering::Search {
  const Ordering &In;
  const Event &From, &To;
  Scope Needed;
  Direction Way;
  Decisions Given;
  Passage &Found;

  enum class Mode : uint8_t {
    OneThread,
    Relay,    ///< `First` up to a barrier, `Second` from there.
    NoBarrier ///< Whoever it is, without a barrier.
  };
  Mode How = Mode::OneThread;
  const ThreadGroup *First = nullptr, *Second = nullptr;
  const Event *NarrowFence = nullptr; ///< The first that was met.
  const Event *OtherSide = nullptr;   ///< The same, of one-sided fences.

  struct State {
    const Node *At;
    FenceLevel Level;
    bool Handed, Waited;
    bool operator<(const State &R) const {
      return std::tie(At, Level, Handed, Waited) <
             std::tie(R.At, R.Level, R.Handed, R.Waited);
    }
  };

  void run() {
    std::set<State> Seen;
    std::vector<std::pair<State, size_t>> Work;
    size_t After = &From - From.At->Events.data() + 1;
    Work.push_back({{From.At, FenceLevel::None, false, false}, After});
    while (!Work.empty()) {
      auto [S, Begin] = Work.back();
      Work.pop_back();
      if (!pass(S, Begin))
        continue;
      const ThreadGroup *Now = How == Mode::NoBarrier ? nullptr
                               : S.Handed             ? Second
                                                      : First;
      for (const Node *Next : next(*S.At, Now)) {
        State There = S;
        There.At = Next;
        if (Seen.insert(There).second)
          Work.push_back({There, 0});
      }
    }
  }

  /// Goes through the events of a node from \p Begin on; false if the way ends.
  bool pass(State &S, size_t Begin) {
    for (size_t I = Begin; I < S.At->Events.size(); ++I) {
      const Event &E = S.At->Events[I];
      if (&E == &To) {
        arrive(S);
        return false;
      }
      FenceLevel Level = fenceLevel(E, Needed, Way);
      if (Level == FenceLevel::Narrow && S.Level == FenceLevel::None)
        NarrowFence = &E;
      if (!OtherSide && isOneSided(E, Way))
        OtherSide = &E;
      S.Level = std::max(S.Level, Level);
      bool Separates =
          maySeparate(E, Found.WithinWarp ? Scope::Warp : Scope::Block);
      if (Found.WithinWarp)
        Separates |= isExchange(E);
      if (!Separates)
        continue;
      if (How == Mode::NoBarrier)
        return false;
      S.Handed |= How == Mode::Relay;
      S.Waited = true;
    }
    return true;
  }

  void arrive(const State &S) {
    if (How == Mode::Relay && !S.Handed)
      return;
    Found.Possible = true;
    Found.NotWaitedFor |= How == Mode::NoBarrier;
    if (S.Level == FenceLevel::None) {
      Found.Unfenced = true;
      Found.OneSided = OtherSide;
      Found.UnfencedInOneInterval |= !S.Waited;
    } else if (S.Level == FenceLevel::Narrow && !Found.Narrow) {
      Found.Narrow = NarrowFence;
    }
  }

  llvm::SmallVector<const Node *, 2> next(const Node &At,
                                          const ThreadGroup *Now) const {
    auto Result = In.Threads.next(At, Now);
    auto Known = At.Branch ? Given.find(At.Branch) : Given.end();
    if (Known != Given.end() && At.successors().size() == 2)
      llvm::erase_if(Result, [&](const Node *To) {
        return To != At.successors()[Known->second ? 0 : 1];
      });
    return Result;
  }
};

/// Made of what does not change while the kernel runs.
static bool isFixed(const Term *T) {
  switch (T->kind()) {
  case TermKind::Constant:
  case TermKind::Parameter:
  case TermKind::Identity:
    return true;
  case TermKind::Linear:
  case TermKind::Unary:
  case TermKind::Binary:
  case TermKind::Narrow:
  case TermKind::Extract:
    return llvm::all_of(T->operands(), isFixed);
  default:
    return false;
  }
}

/// Conditions that must have held, or not, for the block to come to \p N: where
/// they are asked again, they hold again.
Ordering::Decisions Ordering::decisionsFor(const Node &N) const {
  Decisions Result;
  for (const Node *Branch : View.allControls(N))
    if (Branch->Branch && Branch->successors().size() == 2 &&
        isFixed(Branch->Branch) &&
        Agreement.isUniform(Branch->Branch, Scope::Block))
      if (auto Arm = View.armTo(*Branch, N))
        Result.try_emplace(Branch->Branch, *Arm == 0);
  return Result;
}

Passage Ordering::between(const Event &From, const Event &To, Scope Needed,
                          Direction Way) const {
  Passage Found;
  Decisions Given = decisionsFor(*From.At);
  for (auto [Condition, Holds] : decisionsFor(*To.At))
    Given.try_emplace(Condition, Holds);
  Search Ways{*this, From, To, Needed, Way, std::move(Given), Found};

  // Who needs another thread: to announce for it, or to have waited for it.
  const Event &Own = Way == Direction::Release ? From : To;
  const Event &Other = Way == Direction::Release ? To : From;
  std::vector<const ThreadGroup *> Needy, Others;
  std::set<int64_t> Warps, WarpsOfOthers;
  for (const ThreadGroup &Group : Threads.all()) {
    bool DoesOwn = Group.Reached.count(Own.At),
         DoesOther = Group.Reached.count(Other.At);
    if (DoesOther) {
      Others.push_back(&Group);
      WarpsOfOthers.insert(Group.Warps.begin(), Group.Warps.end());
    }
    if (DoesOwn && DoesOther) {
      Ways.First = &Group;
      Ways.run();
    } else if (DoesOwn) {
      Needy.push_back(&Group);
      Warps.insert(Group.Warps.begin(), Group.Warps.end());
    }
  }
  if (Needy.empty() || Others.empty())
    return Found;
  Found.WithinWarp = std::includes(WarpsOfOthers.begin(), WarpsOfOthers.end(),
                                   Warps.begin(), Warps.end());
  if (Way == Direction::Release) {
    Ways.How = Search::Mode::NoBarrier;
    Ways.run();
  }
  Ways.How = Search::Mode::Relay;
  for (const ThreadGroup *Group : Needy)
    for (const ThreadGroup *There : Others) {
      Ways.First = Way == Direction::Release ? Group : There;
      Ways.Second = Way == Direction::Release ? There : Group;
      Ways.run();
    }
  return Found;
}

} // namespace warplint

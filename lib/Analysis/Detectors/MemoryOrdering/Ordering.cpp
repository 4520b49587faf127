//===--- Ordering.cpp - What is ordered between two accesses -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Ordering.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncKindRows.h"
#include <tuple>

using namespace clang;

namespace warplint::memoryorder {

/// Walks are kept for the next question as long as they take no more bytes.
static constexpr size_t BytesKept = 32 << 20;

namespace {

enum class FenceLevel : uint8_t { None, Narrow, Enough };

} // namespace

static FenceLevel levelFor(Scope Of, Scope Needed) {
  return Of >= Needed ? FenceLevel::Enough : FenceLevel::Narrow;
}

/// \p Op has the side that \p Toward asks for.
static bool orders(const SyncOp &Op, Direction Toward) {
  return Toward == Direction::Release ? releases(Op) : acquires(Op);
}

/// A fence that orders the other way only.
static bool isOneSided(const Event &E, Direction Toward) {
  return E.isSync(SyncKind::Fence) && !orders(*E.Op, Toward) &&
         (releases(*E.Op) || acquires(*E.Op));
}

static bool isAtomic(const Event &E) { return E.isSync(SyncFamily::Atomic); }

/// What \p E does for the order of accesses before and after it.
static FenceLevel fenceLevel(const Event &E, Scope Needed, Direction Toward) {
  if (E.isUnknown())
    return FenceLevel::Enough;
  if (!E.isSync())
    return FenceLevel::None;
  if (E.isSync(SyncKind::Fence))
    return orders(*E.Op, Toward) ? levelFor(E.Op->Scope, Needed)
                                 : FenceLevel::None;
  if (E.isSync(SyncKind::WarpBarrier))
    return Needed <= Scope::Warp ? FenceLevel::Enough : FenceLevel::None;
  // libcu++ makes most atomics of a fence and a relaxed operation.
  bool Orders =
      isAtomic(E) ? orders(*E.Op, Toward) : maySeparate(E, Scope::Block);
  return Orders && E.Op->Scope >= Needed ? FenceLevel::Enough
                                         : FenceLevel::None;
}

/// Lanes wait for each other in an exchange, though it orders no memory.
static bool isExchange(const Event &E) {
  return E.isSync(SyncFamily::Exchange);
}

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

/// How far a thread has come on its path.
struct Ordering::State {
  FenceLevel Level = FenceLevel::None;
  bool Handed = false, Waited = false;
  const Event *Narrow = nullptr;   ///< The first fence, if it is a narrow one.
  const Event *OneSided = nullptr; ///< The first that orders the other way.

  static constexpr unsigned Count = 24;
  unsigned number() const {
    return unsigned(Level) + 3 * Handed + 6 * Waited +
           12 * (OneSided != nullptr);
  }
};

/// All paths from one event: as one thread, or as one thread up to a barrier
/// and as another behind it.
class Ordering::Walk {
public:
  Walk(const Ordering &In, const Task &Of) : In(In), Of(Of) {}

  /// False if \p Steps do not suffice.
  bool run(StepBudget &Steps);
  /// Adds to \p Found what lies on the paths that reach \p To.
  void addArrivals(const Event &To, Passage &Found) const;
  size_t bytes() const { return ReachedIn.size() * sizeof(ReachedIn[0]); }

private:
  bool pass(State &S, const Node &At, size_t Begin, size_t End) const;
  void arrive(const State &S, Passage &Found) const;
  llvm::SmallVector<const Node *, 2> next(const Node &At, const State &S) const;

  const Ordering &In;
  const Task Of;
  /// By id of a node, one bit for each state in which paths reach it.
  std::vector<uint32_t> ReachedIn;
  /// The fences of each such state, if any: narrow, one-sided.
  llvm::DenseMap<std::pair<unsigned, unsigned>,
                 std::pair<const Event *, const Event *>>
      Fences;
};

/// Position of \p E in its node.
static size_t positionOf(const Event &E) { return &E - E.At->Events.data(); }

bool Ordering::Walk::run(StepBudget &Steps) {
  ReachedIn.resize(In.Facts.cfg().nodes().size());
  struct Point {
    const Node *At;
    size_t Begin;
    State S;
  };
  std::vector<Point> Work{{Of.From->At, positionOf(*Of.From) + 1, {}}};
  while (!Work.empty()) {
    auto [At, Begin, S] = Work.back();
    Work.pop_back();
    if (!Steps.spend(1 + At->Events.size() - Begin))
      return false;
    if (Of.Stop && Of.Stop->At == At && positionOf(*Of.Stop) >= Begin)
      continue;
    if (!pass(S, *At, Begin, At->Events.size()))
      continue;
    for (const Node *Next : next(*At, S)) {
      uint32_t Bit = 1u << S.number();
      if (ReachedIn[Next->id()] & Bit)
        continue;
      ReachedIn[Next->id()] |= Bit;
      if (S.Narrow || S.OneSided)
        Fences[{Next->id(), S.number()}] = {S.Narrow, S.OneSided};
      Work.push_back({Next, 0, S});
    }
  }
  return true;
}

/// Goes through the events of a node from \p Begin up to \p End; false if the
/// way ends there.
bool Ordering::Walk::pass(State &S, const Node &At, size_t Begin,
                          size_t End) const {
  for (size_t I = Begin; I < End; ++I) {
    const Event &E = At.Events[I];
    FenceLevel Level = fenceLevel(E, Of.Needed, Of.Toward);
    if (Level == FenceLevel::Enough && isAtomic(E) &&
        !In.Facts.assume(Assumption::AtomicFences))
      Level = FenceLevel::None;
    if (Level == FenceLevel::Narrow && S.Level == FenceLevel::None)
      S.Narrow = &E;
    if (!S.OneSided && isOneSided(E, Of.Toward))
      S.OneSided = &E;
    S.Level = std::max(S.Level, Level);
    if (S.Level == FenceLevel::Enough)
      S.Narrow = nullptr;
    bool Separates =
        maySeparate(E, Of.WithinWarp ? Scope::Warp : Scope::Block) ||
        (Of.WithinWarp && isExchange(E));
    if (!Separates)
      continue;
    if (Of.How == Mode::NoBarrier)
      return false;
    S.Handed |= Of.How == Mode::Relay;
    S.Waited = true;
  }
  return true;
}

llvm::SmallVector<const Node *, 2> Ordering::Walk::next(const Node &At,
                                                        const State &S) const {
  const ThreadGroup *Now = Of.How == Mode::NoBarrier ? nullptr
                           : S.Handed                ? Of.Second
                                                     : Of.First;
  auto Result = In.Threads.next(At, Now);
  if (!At.Branch || At.successors().size() != 2)
    return Result;
  auto Known = llvm::find_if(
      *Of.Given, [&](const auto &Made) { return Made.first == At.Branch; });
  if (Known != Of.Given->end())
    llvm::erase_if(Result, [&](const Node *To) {
      return To != At.successors()[Known->second ? 0 : 1];
    });
  return Result;
}

void Ordering::Walk::arrive(const State &S, Passage &Found) const {
  if (Of.How == Mode::Relay && !S.Handed)
    return;
  Found.Possible = true;
  Found.NotWaitedFor |= Of.How == Mode::NoBarrier;
  if (S.Level == FenceLevel::None) {
    Found.Unfenced = true;
    if (!Found.OneSided)
      Found.OneSided = S.OneSided;
    Found.UnfencedInOneInterval |= !S.Waited;
  } else if (S.Level == FenceLevel::Narrow && !Found.Narrow) {
    Found.Narrow = S.Narrow;
  }
}

void Ordering::Walk::addArrivals(const Event &To, Passage &Found) const {
  size_t End = positionOf(To);
  auto Reach = [&](State S, size_t Begin) {
    if (pass(S, *To.At, Begin, End))
      arrive(S, Found);
  };
  if (To.At == Of.From->At && positionOf(*Of.From) < End)
    Reach({}, positionOf(*Of.From) + 1);
  uint32_t In = ReachedIn[To.At->id()];
  for (unsigned I = 0; I < State::Count; ++I) {
    if (!(In >> I & 1))
      continue;
    auto [Narrow, OneSided] = Fences.lookup({To.At->id(), I});
    Reach({FenceLevel(I % 3), I / 3 % 2 != 0, I / 6 % 2 != 0, Narrow, OneSided},
          0);
  }
}

bool Ordering::Task::operator<(const Task &R) const {
  return std::tie(From, Stop, Needed, Toward, How, WithinWarp, First, Second,
                  Given) < std::tie(R.From, R.Stop, R.Needed, R.Toward, R.How,
                                    R.WithinWarp, R.First, R.Second, R.Given);
}

/// Questions that differ only in where their paths end share a walk, unless
/// paths can pass that point and return to it: those end there.
bool Ordering::addPaths(Task Of, const Event &To, Passage &Found) const {
  if (Facts.get<Reachability>().isInCycle(*To.At))
    Of.Stop = &To;
  auto Known = Walks.find(Of);
  if (Known == Walks.end()) {
    auto Made = std::make_unique<Walk>(*this, Of);
    if (!Made->run(Steps))
      return false;
    if ((Walks.size() + 1) * Made->bytes() > BytesKept)
      Walks.clear();
    Known = Walks.try_emplace(Of, std::move(Made)).first;
  }
  Known->second->addArrivals(To, Found);
  return true;
}

//===----------------------------------------------------------------------===//
// Conditions that hold
//===----------------------------------------------------------------------===//

/// \p Part by itself changes while the kernel runs: it is neither arithmetic
/// nor what \p Result, an operation, gave; null for none.
static bool changes(const Term &Part, const Event *Result) {
  if (const auto *Of = dyn_cast<ResultTerm>(&Part))
    return !Result || Of->site() != Result->Site ||
           Of->callContext() != Result->Owner;
  return !isa<ConstantTerm, ParameterTerm, IdentityTerm, LinearTerm, UnaryTerm,
              BinaryTerm, NarrowTerm, ExtractTerm>(Part);
}

static bool isFixed(const Term *T, const Event *Result = nullptr) {
  return !anyPartOf(T, [&](const Term &Part) { return changes(Part, Result); });
}

/// Conditions that must be true, or false, for the block to reach \p N: where
/// they are asked again, they hold again.
const Ordering::Decisions &Ordering::decisionsFor(const Node &N) const {
  auto [Known, New] = DecisionsOfNode.try_emplace(&N, nullptr);
  if (!New)
    return *Known->second;
  Decisions Made;
  for (const Node *Branch : Facts.paths().allControls(N))
    if (Branch->Branch && Branch->successors().size() == 2 &&
        isFixed(Branch->Branch) &&
        Facts.uniformity().isUniform(Branch->Branch, Scope::Block))
      if (auto Successor = Facts.paths().successorTo(*Branch, N))
        if (llvm::none_of(Made, [&](const auto &Old) {
              return Old.first == Branch->Branch;
            }))
          Made.push_back({Branch->Branch, *Successor == 0});
  return *(Known->second = &*KnownDecisions.insert(std::move(Made)).first);
}

const Ordering::Decisions &Ordering::decisionsFor(const Event &From,
                                                  const Event &To) const {
  Decisions Both = decisionsFor(*From.At);
  for (const auto &Made : decisionsFor(*To.At))
    if (llvm::none_of(Both,
                      [&](const auto &Old) { return Old.first == Made.first; }))
      Both.push_back(Made);
  llvm::sort(Both, [](const auto &L, const auto &R) {
    return L.first->id() < R.first->id();
  });
  return *KnownDecisions.insert(std::move(Both)).first;
}

/// The thread that does \p From and then \p To has also decided as \p To needs
/// it by what \p From gave: a path that does \p From once more begins there.
const Ordering::Decisions &Ordering::decisionsOfThread(const Decisions &Common,
                                                       const Event &From,
                                                       const Event &To) const {
  Decisions All = Common;
  for (const Node *Branch : Facts.paths().allControls(*To.At))
    if (Branch->Branch && Branch->successors().size() == 2 &&
        !isFixed(Branch->Branch))
      if (auto Successor = Facts.paths().successorTo(*Branch, *To.At))
        if (isFixed(Branch->Branch, &From) &&
            llvm::none_of(All, [&](const auto &Old) {
              return Old.first == Branch->Branch;
            }))
          All.push_back({Branch->Branch, *Successor == 0});
  llvm::sort(All, [](const auto &L, const auto &R) {
    return L.first->id() < R.first->id();
  });
  return *KnownDecisions.insert(std::move(All)).first;
}

//===----------------------------------------------------------------------===//
// Who hands on to whom
//===----------------------------------------------------------------------===//

Ordering::Ordering(const KernelFacts &Facts, const ThreadGroups &Threads)
    : Facts(Facts), Threads(Threads),
      Steps(Facts.budgets().OrderSteps, Facts.work(), /*PerStep=*/8) {}
Ordering::~Ordering() = default;

/// Groups that execute one of the nodes but not the other need other groups: to
/// announce for them, or to have waited for them.
const Ordering::Parties &Ordering::partiesOf(const Node &Own,
                                             const Node &Other) const {
  unsigned DoOwn = 0, DoOther = 0, Bit = 1;
  for (const ThreadGroup &Group : Threads.all()) {
    DoOwn |= Group.Reached.count(&Own) ? Bit : 0;
    DoOther |= Group.Reached.count(&Other) ? Bit : 0;
    Bit <<= 1;
  }
  auto [Known, New] = KnownParties.try_emplace({DoOwn, DoOther});
  Parties &Made = Known->second;
  if (!New)
    return Made;
  std::set<int64_t> Warps, WarpsOfOthers;
  Bit = 1;
  for (const ThreadGroup &Group : Threads.all()) {
    if (DoOther & Bit) {
      Made.Others.push_back(&Group);
      WarpsOfOthers.insert(Group.Warps.begin(), Group.Warps.end());
    }
    if (DoOwn & DoOther & Bit) {
      Made.Both.push_back(&Group);
    } else if (DoOwn & Bit) {
      Made.Needy.push_back(&Group);
      Warps.insert(Group.Warps.begin(), Group.Warps.end());
    }
    Bit <<= 1;
  }
  Made.WithinWarp = std::includes(WarpsOfOthers.begin(), WarpsOfOthers.end(),
                                  Warps.begin(), Warps.end());
  return Made;
}

std::optional<Passage> Ordering::between(const Event &From, const Event &To,
                                         Scope Needed, Direction Toward) const {
  Passage Found;
  bool Release = Toward == Direction::Release;
  const Parties &Who =
      partiesOf(Release ? *From.At : *To.At, Release ? *To.At : *From.At);
  Task Of;
  Of.From = &From;
  Of.Needed = Needed;
  Of.Toward = Toward;
  const Decisions &Common = decisionsFor(From, To);
  Of.Given = &decisionsOfThread(Common, From, To);
  bool Enough = true;
  for (const ThreadGroup *Group : Who.Both) {
    Of.First = Group;
    Enough = Enough && addPaths(Of, To, Found);
  }
  Of.Given = &Common;
  if (!Who.Needy.empty() && !Who.Others.empty()) {
    Of.WithinWarp = Found.WithinWarp = Who.WithinWarp;
    if (Release) {
      Of.How = Mode::NoBarrier;
      Of.First = nullptr;
      Enough = Enough && addPaths(Of, To, Found);
    }
    Of.How = Mode::Relay;
    for (const ThreadGroup *Needy : Who.Needy)
      for (const ThreadGroup *Other : Who.Others) {
        Of.First = Release ? Needy : Other;
        Of.Second = Release ? Other : Needy;
        Enough = Enough && addPaths(Of, To, Found);
      }
  }
  if (!Enough) {
    Facts.limits().cut(BudgetId::OrderSteps, "orders of two accesses");
    return std::nullopt;
  }
  return Found;
}

} // namespace warplint::memoryorder

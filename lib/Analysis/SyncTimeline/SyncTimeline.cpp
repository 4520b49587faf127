//===--- SyncTimeline.cpp - What happens between which barriers -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SyncTimeline/SyncTimeline.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/SourcePlace.h"
#include "CudaModel/SyncKindRows.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace warplint::timeline {

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static void addRank(RankRuns &Runs, int64_t Rank) {
  if (!Runs.empty() && Runs.back().second + 1 == Rank)
    Runs.back().second = Rank;
  else
    Runs.push_back({Rank, Rank});
}

static bool holds(const RankRuns &Runs, int64_t Rank) {
  return llvm::any_of(Runs, [&](const RankRun &Run) {
    return Run.first <= Rank && Rank <= Run.second;
  });
}

const std::vector<Interval> &SyncTimelines::intervals(Scope Cut) const {
  auto [Known, New] = Intervals.try_emplace(Cut);
  if (New) {
    IntervalLimit Limit;
    Limit.Steps = Facts.budgets().forIntervals();
    Known->second = intervalsOf(Facts.cfg(), Facts.paths(),
                                Facts.loopBarriers(), Cut, Limit);
    LeftOut[Cut] = Limit.LeftOut;
  }
  return Known->second;
}

const llvm::SmallVector<const Term *, 2> &
SyncTimelines::roots(const Term *Address) const {
  auto [Known, New] = Roots.try_emplace(Address);
  if (New)
    Known->second = possibleRoots(Address, Facts.values());
  return Known->second;
}

llvm::ArrayRef<unsigned> SyncTimelines::holding(const void *EventOrRoot,
                                                Scope Cut) const {
  auto [Known, New] = HoldersOf.try_emplace(Cut);
  if (New) {
    const std::vector<Interval> &All = intervals(Cut);
    for (unsigned Number = 0; Number < All.size(); ++Number) {
      auto Add = [&, &Of = Known->second](const void *What) {
        std::vector<unsigned> &Numbers = Of[What];
        if (Numbers.empty() || Numbers.back() != Number)
          Numbers.push_back(Number);
      };
      if (All[Number].Start)
        Add(All[Number].Start);
      for (const IntervalStep &S : All[Number].Steps) {
        if (S.Last < S.At->Events.size())
          Add(&S.At->Events[S.Last]);
        for (unsigned I = S.First; I < S.Last; ++I) {
          const Event &E = S.At->Events[I];
          if (!E.isAccess())
            continue;
          Add(&E);
          if (E.Address)
            llvm::for_each(roots(E.Address), Add);
        }
      }
    }
  }
  auto Found = Known->second.find(EventOrRoot);
  return Found == Known->second.end() ? llvm::ArrayRef<unsigned>()
                                      : llvm::ArrayRef(Found->second);
}

/// Where \p E stands in the kernel: the calls that lead to it, from the
/// outermost on, then itself. What a macro or one statement does is
/// distinguished by the order of control.
static std::vector<size_t> placeInSource(const Event &E,
                                         const SourceManager &SM) {
  auto Place = [&](const Stmt *S) -> size_t {
    return sourcePlace(SM.getExpansionLoc(S->getBeginLoc()), SM);
  };
  std::vector<size_t> Key{Place(E.Site)};
  for (const CallContext *Up = E.Owner; Up->caller(); Up = Up->caller())
    Key.push_back(Place(Up->callSite()));
  std::reverse(Key.begin(), Key.end());
  Key.push_back(E.At->position());
  Key.push_back(&E - E.At->Events.data());
  return Key;
}

unsigned SyncTimelines::place(const Event &E) const {
  if (Places.empty()) {
    const SourceManager &SM = Facts.context().getSourceManager();
    std::vector<std::pair<std::vector<size_t>, const Event *>> All;
    for (const Event &Each : Facts.cfg().events())
      All.push_back({placeInSource(Each, SM), &Each});
    llvm::sort(All, llvm::less_first());
    for (unsigned I = 0; I < All.size(); ++I)
      Places[All[I].second] = I;
  }
  return Places.lookup(&E);
}

const TimelineRole &SyncTimelines::role(const Node &N,
                                        const std::array<int64_t, 3> &BlockDim,
                                        Scope Cut) const {
  auto [Known, New] = Roles.try_emplace({N.id(), BlockDim, Cut});
  TimelineRole &Role = Known->second;
  if (!New)
    return Role;
  participation::Execution Coming =
      participation::executionOf(Facts, N, BlockDim);
  Role.Who = Coming.Who;
  if (Coming.Who == participation::Execution::Kind::Some)
    for (const ThreadOfBlock &T : Coming.Threads)
      addRank(Role.Ranks, T.rank());
  std::vector<const Node *> Dividing = Facts.convergence().divergentControls(
      N, Cut == Scope::Grid ? Scope::Grid : Scope::Block);
  if (!Dividing.empty())
    Role.Branch = Dividing.front();
  return Role;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The indices of \p Address if it has the form of \p Like: the same object,
/// members and sizes of elements.
static std::optional<llvm::SmallVector<const Term *, 4>>
indicesLike(const Term *Address, const Term *Like) {
  auto Path = pathOf(Address), Model = pathOf(Like);
  if (rootOf(Address) != rootOf(Like) || Path.size() != Model.size())
    return std::nullopt;
  llvm::SmallVector<const Term *, 4> Indices;
  for (auto [Part, Other] : llvm::zip(Path, Model)) {
    const auto *Element = dyn_cast<ElementTerm>(Part);
    const auto *OtherElement = dyn_cast<ElementTerm>(Other);
    if (!Element != !OtherElement)
      return std::nullopt;
    if (!Element) {
      if (cast<FieldTerm>(Part)->field() != cast<FieldTerm>(Other)->field())
        return std::nullopt;
      continue;
    }
    if (Element->elementSize() != OtherElement->elementSize())
      return std::nullopt;
    Indices.push_back(Element->index());
  }
  return Indices;
}

/// One thread computes \p T the same way in every block and every iteration.
static bool isOfThreadAlone(const Term *T, const Evaluation &Values) {
  return walkTerms(T, Values, [](const Term &Part) {
    const auto *Identity = dyn_cast<IdentityTerm>(&Part);
    bool Varies =
        isa<PhiTerm>(Part) ||
        (Identity && (Identity->identity() == IdentityKind::BlockIdx ||
                      Identity->identity() == IdentityKind::BlockRankInGrid ||
                      Identity->identity() == IdentityKind::ThreadRankInGrid));
    return Varies ? Walk::Stop : Walk::Enter;
  });
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// What a map shows of synchronization; the rest passes values only.
static bool isShown(const SyncOp &Op) {
  return Op.Kind != SyncKind::AsyncCopy &&
         Op.isOf(SyncFamily::Barrier, SyncFamily::WarpBarrier,
                 SyncFamily::Fence, SyncFamily::Copy, SyncFamily::Object,
                 SyncFamily::Pipeline, SyncFamily::Grid);
}

/// \p Later stands at \p Start or before it: control has come around a loop.
static bool isAround(const Event *Start, const Event &Later) {
  if (!Start)
    return false;
  if (Later.At == Start->At)
    return &Later <= Start;
  return Later.At->position() <= Start->At->position();
}

/// Draws one map.
class TimelineBuilder {
public:
  TimelineBuilder(const SyncTimelines &Of, const TimelineQuestion &Asked)
      : Of(Of), Facts(Of.Facts), Asked(Asked) {}

  SyncTimeline run();

private:
  bool isWanted(const Event &E) const {
    return llvm::is_contained(Asked.Wanted, &E);
  }
  bool belongs(const Event &E) const;
  bool touches(const Interval &I) const;
  std::vector<bool> touched(llvm::ArrayRef<Interval> All, bool AreOwn) const;
  std::vector<const Interval *> chosenFrom(llvm::ArrayRef<Interval> All,
                                           bool AreOwn) const;
  TimelineInterval draw(const Interval &I);
  TimelineStep step(const Event &E, const Event *Start);
  unsigned roleOf(const Node &N);
  std::optional<RankRuns> touching(const Event &E) const;
  /// Keeps those that are asked about and as many others as there is room for,
  /// in the order of the source, where what comes around a loop to \p Start
  /// comes last; returns how many are left out.
  unsigned keepFirst(std::vector<const Event *> &Events,
                     const Event *Start) const;

  const SyncTimelines &Of;
  const KernelFacts &Facts;
  const TimelineQuestion &Asked;
  SyncTimeline Result;
};

bool TimelineBuilder::belongs(const Event &E) const {
  if (E.isAccess())
    return isWanted(E) ||
           (E.Address && llvm::any_of(Of.roots(E.Address), [&](auto *Root) {
              return llvm::is_contained(Asked.Objects, Root);
            }));
  return E.isSync() && isShown(*E.Op);
}

unsigned TimelineBuilder::roleOf(const Node &N) {
  const TimelineRole &Role = Of.role(N, Asked.BlockDim, Asked.Threads.Common);
  auto Known = llvm::find(Result.Roles, Role);
  unsigned Index = Known - Result.Roles.begin();
  if (Known == Result.Roles.end())
    Result.Roles.push_back(Role);
  return Index;
}

std::optional<RankRuns> TimelineBuilder::touching(const Event &E) const {
  if (!Asked.Element || !E.isAccess() || isOfCopy(E))
    return std::nullopt;
  auto Indices = indicesLike(E.Address, Asked.Element);
  if (!Indices || Indices->size() != Asked.Indices.size())
    return std::nullopt;
  llvm::SmallVector<const Term *, 4> Needed(*Indices);
  if (E.Under)
    Needed.push_back(E.Under);
  if (!llvm::all_of(Needed, [&](const Term *T) {
        return isOfThreadAlone(T, Facts.values());
      }))
    return std::nullopt;
  const TimelineRole &Role =
      Of.role(*E.At, Asked.BlockDim, Asked.Threads.Common);
  if (Role.Who == participation::Execution::Kind::Unknown)
    return std::nullopt;
  ThreadValues Run(Facts.values());
  RankRuns Found;
  for (const ThreadOfBlock &Self : threadsOf(Asked.BlockDim)) {
    if (Role.Who == participation::Execution::Kind::Some &&
        !holds(Role.Ranks, Self.rank()))
      continue;
    auto Reaches = E.Under ? Run.run(E.Under, Self) : std::optional<int64_t>(1);
    bool Touches = Reaches && *Reaches;
    for (auto [Index, Wanted] : llvm::zip(*Indices, Asked.Indices)) {
      auto Value = Run.run(Index, Self);
      if (!Value || !Reaches)
        return std::nullopt;
      Touches &= *Value == Wanted;
    }
    if (Touches)
      addRank(Found, Self.rank());
  }
  return Found;
}

TimelineStep TimelineBuilder::step(const Event &E, const Event *Start) {
  TimelineStep Step;
  Step.At = &E;
  Step.Role = roleOf(*E.At);
  Step.NextIteration = isAround(Start, E);
  Step.Touching = touching(E);
  return Step;
}

/// One line of a helper that is called from several places, or of a loop that
/// is walked twice, is shown once: its statement and what it does.
static std::pair<const Stmt *, unsigned> kindOf(const Event &E) {
  return {E.Site, unsigned(E.K) * 4 + (E.isAccess() ? unsigned(E.Access) : 0)};
}

/// Most events are others, of which the first are kept: only those are put in
/// order.
unsigned TimelineBuilder::keepFirst(std::vector<const Event *> &Events,
                                    const Event *Start) const {
  using Placed = std::pair<std::pair<bool, unsigned>, const Event *>;
  std::vector<Placed> Kept, Others;
  for (const Event *E : Events)
    (isWanted(*E) ? Kept : Others)
        .push_back({{isAround(Start, *E), Of.place(*E)}, E});
  size_t Most = Facts.budgets().TimelineSteps,
         Room = Most - std::min(Most, Kept.size());
  if (Room < Others.size()) {
    Facts.limits().cut(BudgetId::TimelineSteps, Others.size() - Room);
    std::nth_element(Others.begin(), Others.begin() + Room, Others.end(),
                     llvm::less_first());
    Others.resize(Room);
  }
  llvm::append_range(Kept, Others);
  llvm::sort(Kept, llvm::less_first());
  size_t Before = Events.size();
  Events.clear();
  for (const Placed &P : Kept)
    Events.push_back(P.second);
  return Before - Events.size();
}

TimelineInterval TimelineBuilder::draw(const Interval &I) {
  TimelineInterval Drawn;
  std::vector<const Event *> Shown, Ends;
  llvm::DenseMap<std::pair<const Stmt *, unsigned>, size_t> Known;
  llvm::DenseSet<std::pair<const Stmt *, unsigned>> Ended;
  for (const IntervalStep &S : I.Steps) {
    for (unsigned E = S.First; E < S.Last; ++E) {
      const Event &Here = S.At->Events[E];
      if (!belongs(Here))
        continue;
      auto [Place, New] = Known.try_emplace(kindOf(Here), Shown.size());
      if (New)
        Shown.push_back(&Here);
      else if (isWanted(Here))
        Shown[Place->second] = &Here;
    }
    if (S.Last < S.At->Events.size() &&
        Ended.insert(kindOf(S.At->Events[S.Last])).second)
      Ends.push_back(&S.At->Events[S.Last]);
    Drawn.EndsKernel |= S.At == &Facts.cfg().exit();
  }
  Drawn.LeftOut = keepFirst(Shown, I.Start) + keepFirst(Ends, I.Start);
  if (I.Start)
    Drawn.Opening = step(*I.Start, nullptr);
  for (const Event *E : Shown)
    Drawn.Steps.push_back(step(*E, I.Start));
  for (const Event *E : Ends)
    Drawn.Closings.push_back(step(*E, I.Start));
  return Drawn;
}

/// Holds an access to an object in question, or is bounded by what is asked
/// about.
bool TimelineBuilder::touches(const Interval &I) const {
  if (I.Start && isWanted(*I.Start))
    return true;
  return llvm::any_of(I.Steps, [&](const IntervalStep &S) {
    if (S.Last < S.At->Events.size() && isWanted(S.At->Events[S.Last]))
      return true;
    auto Events = llvm::ArrayRef(S.At->Events).slice(S.First, S.Last - S.First);
    return llvm::any_of(
        Events, [&](const Event &E) { return E.isAccess() && belongs(E); });
  });
}

/// For each interval of \p All, whether it accesses an object of the question.
/// \p AreOwn: the intervals are not those that timelines share.
std::vector<bool> TimelineBuilder::touched(llvm::ArrayRef<Interval> All,
                                           bool AreOwn) const {
  std::vector<bool> Result(All.size());
  if (AreOwn) {
    for (size_t I = 0; I < All.size(); ++I)
      Result[I] = touches(All[I]);
    return Result;
  }
  auto Add = [&](const void *What) {
    for (unsigned Number : Of.holding(What, Asked.Threads.Common))
      Result[Number] = true;
  };
  llvm::for_each(Asked.Wanted, Add);
  llvm::for_each(Asked.Objects, Add);
  return Result;
}

/// Those that the question is about come first where there are too many.
std::vector<const Interval *>
TimelineBuilder::chosenFrom(llvm::ArrayRef<Interval> All, bool AreOwn) const {
  std::vector<const Interval *> Meeting, Touched, Others;
  std::vector<bool> Touching = touched(All, AreOwn);
  for (const Interval &I : All)
    (Asked.Opening && *Asked.Opening == I.Start ? Meeting
     : Touching[&I - All.data()]                ? Touched
                                                : Others)
        .push_back(&I);
  std::vector<const Interval *> Chosen;
  for (const auto &Part : {Meeting, Touched, Others})
    for (const Interval *I : Part)
      if (Facts.limits().allows(BudgetId::TimelineIntervals, Chosen.size() + 1))
        Chosen.push_back(I);
  return Chosen;
}

SyncTimeline TimelineBuilder::run() {
  std::vector<Interval> Own;
  IntervalLimit Limit;
  Limit.Steps = Facts.budgets().forIntervals();
  if (Asked.Threads.NotShared && !Asked.Threads.NotShared->empty())
    Own = intervalsOf(Facts.cfg(), Facts.paths(), Facts.loopBarriers(),
                      Asked.Threads, Limit);
  const std::vector<Interval> &All =
      Own.empty() ? Of.intervals(Asked.Threads.Common) : Own;
  unsigned NotMade =
      Own.empty() ? Of.leftOut(Asked.Threads.Common) : Limit.LeftOut;
  std::vector<const Interval *> Chosen = chosenFrom(All, !Own.empty());
  auto Key = [&](const Interval *I) {
    return I->Start ? Of.place(*I->Start) + 1 : 0;
  };
  llvm::sort(Chosen, [&](const Interval *L, const Interval *R) {
    return Key(L) < Key(R);
  });
  for (const Interval *I : Chosen)
    Result.Intervals.push_back(draw(*I));
  Result.LeftOut = NotMade + All.size() - Chosen.size();
  return std::move(Result);
}

SyncTimeline SyncTimelines::of(const TimelineQuestion &Asked) const {
  return TimelineBuilder(*this, Asked).run();
}

} // namespace warplint::timeline

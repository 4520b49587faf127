//===--- RaceSearch.cpp - The pairs of a kernel, one after another --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/RaceSearch.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dependence/OwnershipModel.h"
#include "Analysis/Detectors/Races/LockStep.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "CudaModel/Separation.h"

using namespace clang;

namespace warplint::races {
using namespace scenarios;
using namespace twothreads;

static constexpr Question Questions[] = {
    {ThreadRelation::SameGrid, Scope::Grid, Scope::Grid},
    {ThreadRelation::SameBlock, Scope::Block, Scope::Block},
    {ThreadRelation::SameWarp, Scope::Warp, Scope::Warp},
};
static constexpr Question OfPeers = {ThreadRelation::SameCluster,
                                     Scope::Cluster, Scope::Cluster};

/// A step of the solver takes about as long as making three terms. What an
/// ordinary pair takes is that of a query with so many expressions; what
/// arithmetic settles takes a tenth of it.
static constexpr unsigned WorkPerSolverStep = 3, WorkPerPair = 20,
                          OrdinaryPair = 384, SettledPair = OrdinaryPair / 10;

void RaceSearch::run() {
  bool Writes = false;
  for (const Event &E : Facts.cfg().events())
    Writes |= E.writes();
  if (!Writes)
    return;
  Launches = scenariosFor(
      Facts,
      {[&](const LaunchExtents &Shape) { return Engine.fits(Shape, false); },
       [&](const LaunchExtents &Shape) { return Engine.fits(Shape, true); },
       [&](const LaunchExtents &Shape) {
         return Engine.readsOnlyWritten(Shape);
       }});
  if (Launches.empty())
    leaveOpen(Undecided::NoLaunch);
  llvm::SmallVector<Part, 3> Parts{std::nullopt};
  if (mayBeCut())
    Parts.assign(std::begin(AllLikelihoods), std::end(AllLikelihoods));
  for (Part Which : Parts)
    for (const Question &Asked : Questions)
      examine(Asked, Which);
  if (isAsked(ThreadRelation::SameBlock))
    examineGroups();
  if (isAsked(ThreadRelation::SameWarp))
    examineTiles();
  if (HasPeers)
    examinePeers();
  if (Facts.assumptions().isOn(Assumption::ChosenThread))
    dropChosen();
  Facts.get<SilentInGuesses>().add("pairs of accesses", SilentByGuess);
  Effort.Queries = Engine.queries();
  Effort.Replayed = Engine.replayed();
  Effort.NotReplayed = Engine.notReplayed();
  Effort.Refuted = Engine.refuted();
  Effort.Milliseconds = Engine.solverMilliseconds();
}

void RaceSearch::runWithout(llvm::ArrayRef<Scenario> In) {
  Launches = In.vec();
  for (const Question &Asked : Questions)
    if (llvm::any_of(Without, [&](const Event *E) {
          return maySeparate(*E->Op, Asked.Cut);
        }))
      examine(Asked, std::nullopt);
}

bool RaceSearch::isAsked(ThreadRelation Relation) const {
  return llvm::any_of(Launches, [&](const Scenario &Launch) {
    return hasThreads(Relation, Launch.Shapes.front());
  });
}

/// There are more pairs than the budgets are sure to reach for.
bool RaceSearch::mayBeCut() {
  uint64_t Pairs = 0;
  for (const Question &Asked : Questions)
    if (isAsked(Asked.Relation))
      for (const Interval &I : Engine.intervals(Asked.Cut))
        Pairs += countPairs(accessesIn(I, Asked));
  return Pairs > Facts.budgets().RaceQueries;
}

void RaceSearch::examine(const Question &Asked, Part Which) {
  // Threads of one block meet at all memory.
  if (isAsked(Asked.Relation) && !Compared &&
      Asked.Relation < ThreadRelation::SameCluster)
    Compared.emplace();
  if (isAsked(Asked.Relation))
    for (const Interval &I : Engine.intervals(Asked.Cut))
      examine(Asked, I, Which);
  else if (isLast(Which) && areGuessed(Launches))
    for (const Interval &I : Engine.intervals(Asked.Cut)) {
      SilentByGuess += countPairs(accessesIn(I, Asked));
      for (SilentPairs &Each : Effort.Silent)
        Each.IsGuessed = true;
    }
}

/// Warps of different groups, in the intervals that barriers of one group do
/// not end.
void RaceSearch::examineGroups() {
  std::vector<LaunchExtents> Shapes;
  for (const Scenario &Launch : Launches)
    Shapes.insert(Shapes.end(), Launch.Shapes.begin(), Launch.Shapes.end());
  Groups = std::make_unique<GroupPairs>(Facts, Shapes);
  leaveOpen(Undecided::UnknownGroup, Groups->numUnknown());
  Question Asked{ThreadRelation::SameBlock, Scope::Block, Scope::Block,
                 Groups.get()};
  for (const Interval &I : Groups->intervals())
    examine(Asked, I);
}

/// Lanes of different tiles, likewise.
void RaceSearch::examineTiles() {
  Tiles = tilePairs(Facts);
  for (const auto &Each : Tiles) {
    leaveOpen(Undecided::UnknownGroup, Each->numUnknown());
    Question Asked{ThreadRelation::SameWarp, Scope::Warp, Scope::Warp,
                   Each.get()};
    for (const Interval &I : Each->intervals())
      examine(Asked, I);
  }
}

/// Blocks of one cluster, at the shared memory of one of them.
void RaceSearch::examinePeers() {
  for (Scenario &Launch : Launches)
    for (LaunchExtents &Shape : Launch.Shapes)
      Shape = inClusters(Shape, Facts);
  if (!isAsked(ThreadRelation::SameCluster))
    return;
  for (const Interval &I : Engine.intervals(Scope::Cluster)) {
    bool IsOpen = mayHearOfPeers(I, Facts);
    auto AtPeer = [](const IntervalAccess &A) { return A.Peer.has_value(); };
    if (IsOpen && llvm::any_of(accessesIn(I, OfPeers), AtPeer))
      leaveOpen(Undecided::PeersTalk);
    if (!IsOpen)
      examine(OfPeers, I);
  }
}

/// A limit ends the search among \p Accesses behind \p Done pairs.
void RaceSearch::leaveOut(Undecided Why,
                          llvm::ArrayRef<IntervalAccess> Accesses,
                          uint64_t Done) {
  uint64_t All = countPairs(Accesses);
  unsigned Rest = std::min<uint64_t>(All > Done ? All - Done : 1,
                                     UINT32_MAX - Effort.undecided());
  Facts.limits().cut(Why == Undecided::WorkLimit ? BudgetId::Work
                                                 : BudgetId::RacePairs,
                     "pairs of accesses", Rest);
  leaveOpen(Why, Rest);
  Limited = true;
}

void RaceSearch::examine(const Question &Asked, const Interval &I, Part Which) {
  std::vector<IntervalAccess> Accesses = accessesIn(I, Asked);
  if (Compared)
    for (const IntervalAccess &Each : Accesses)
      Compared->insert(Each.Access);
  std::optional<LikelyPairs> Likely;
  if (Which)
    Likely.emplace(Accesses);
  auto &[Done, Cut] = PairsDone[{&I, unsigned(Asked.Relation)}];
  if (Cut)
    return isLast(Which) ? leaveOut(*Cut, Accesses, Done) : void();
  for (size_t A = 0; A < Accesses.size(); ++A)
    for (size_t B = A; B < Accesses.size(); ++B) {
      if (Likely && Likely->of(A, B) != *Which)
        continue;
      if (!mayConflict(Accesses[A], Accesses[B], Asked.Relation, Facts)) {
        if (!Without.empty() &&
            mayDependOnOrder(Accesses[A], Accesses[B], Facts))
          leaveOpen(Undecided::CutOff);
        continue;
      }
      Evidence Apart;
      if (areObjectsApart(Accesses[A], Accesses[B], Facts, Launches)
              .into(Apart)) {
        Effort.Assumed.count(Apart);
        silentLike(
            {Asked.Relation, Asked.Sharing, &I, Accesses[A], Accesses[B]})
            .RestsOn.add(Apart);
        continue;
      }
      // What is left of likelier ones is reported with the last.
      if ((Cut = limitThatIsHit()))
        return isLast(Which) ? leaveOut(*Cut, Accesses, Done) : void();
      ++Effort.Pairs;
      ++Done;
      tryAndWeigh({Asked.Relation, Asked.Sharing, &I, Accesses[A], Accesses[B],
                   nullptr, false, Asked.Groups});
    }
}

void RaceSearch::tryAndWeigh(const PairQuestion &Asked) {
  uint64_t Steps = Engine.solverSteps(), Before = Engine.expressions();
  unsigned Weighed = Engine.weighed();
  tryPair(Asked);
  Facts.work().spend(WorkPerPair +
                     WorkPerSolverStep * (Engine.solverSteps() - Steps));
  // One question in several launches is one.
  unsigned Questions = Engine.weighed() - Weighed;
  Expressions +=
      Questions == 0
          ? SettledPair
          : std::max<uint64_t>((Engine.expressions() - Before) / Questions,
                               OrdinaryPair);
}

/// A kernel of thousands of unrolled accesses repeats itself. Beyond the last
/// query pairs are still decided by evaluating.
std::optional<Undecided> RaceSearch::limitThatIsHit() const {
  if (Facts.work().left() <= Facts.budgets().forChecks())
    return Undecided::WorkLimit;
  if (Expressions / OrdinaryPair >= Facts.budgets().RacePairs)
    return Undecided::PairLimit;
  return std::nullopt;
}

/// Lanes race in one shape of those that \p Asked is examined with, or warps:
/// what are lanes of one warp in it can be two warps in another.
bool RaceSearch::mayBeWarps(const PairQuestion &Asked, bool IsShown) const {
  return Asked.Relation == ThreadRelation::SameWarp &&
         hasThreads(ThreadRelation::SameBlock, *Asked.Launch) &&
         (IsShown || InSomeShapes.count({Asked.First.Access->Site,
                                         Asked.Second.Access->Site}));
}

Race RaceSearch::describe(EncodedPair &Pair, const PairQuestion &Asked,
                          const Scenario &Launch) {
  Race Shown = Engine.describe(Pair);
  Shown.From = Launch.From;
  Shown.RestsOn.launched(Launch.From.K);
  Shown.Opening = Asked.In->Start;
  Shown.Cut = Asked.In->Threads.Common;
  if (const BarrierSet *NotShared = Asked.In->Threads.NotShared)
    Shown.NotShared = *NotShared;
  return Shown;
}

/// Counts what keeps \p Asked silent in \p Shapes, too.
void RaceSearch::judgeRest(PairQuestion Asked,
                           llvm::ArrayRef<const LaunchExtents *> Shapes) {
  SilentPairs &Like = silentLike(Asked);
  for (const LaunchExtents *Shape : Shapes) {
    Asked.Launch = Shape;
    std::vector<int64_t> Witness;
    PairVerdict Verdict = Engine.decide(*Engine.encode(Asked), Witness);
    Like.InSomeShapes |= Verdict.K == PairVerdict::Kind::Races;
    Like.ByValue |= Verdict.ByValue;
    Like.RestsOn.add(Verdict.RestsOn);
    if (Verdict.K == PairVerdict::Kind::Open)
      ++Like.Undecided[unsigned(Verdict.Why)];
  }
}

/// The race of \p Asked, if it shows in all shapes of \p Launch. If it does
/// not, \p Silent is set to why, unless it holds a weightier reason.
std::optional<Race> RaceSearch::tryLaunch(PairQuestion Asked,
                                          const Scenario &Launch,
                                          PairVerdict &Silent) {
  Sites At{Asked.First.Access->Site, Asked.Second.Access->Site};
  std::optional<Race> Shown;
  std::vector<int64_t> Witness; ///< Of the shape before.
  Asked.BlockIsKnown = Launch.BlockIsKnown;
  Asked.Said = Launch.Said;
  auto Shapes = llvm::to_vector<4>(llvm::make_pointer_range(Launch.Shapes));
  bool Reached = false; ///< Some threads, to both accesses.
  for (size_t I = 0; I < Shapes.size(); ++I) {
    const LaunchExtents &Shape = *Shapes[I];
    Asked.Launch = &Shape;
    EncodedPairPtr Pair = Engine.encode(Asked);
    PairVerdict Verdict = Engine.decide(*Pair, Witness);
    // Lanes of one warp here, of several in another shape.
    if (Verdict.K != PairVerdict::Kind::Races &&
        mayBeWarps(Asked, Shown.has_value())) {
      PairQuestion Wider = Asked;
      Wider.Relation = ThreadRelation::SameBlock;
      Wider.Sharing = Scope::Block;
      Pair = Engine.encode(Wider);
      Witness.clear();
      if (Engine.decide(*Pair, Witness).K == PairVerdict::Kind::Races) {
        Verdict.K = PairVerdict::Kind::Races;
        InSomeShapes.try_emplace(At, describe(*Pair, Asked, Launch));
      }
    }
    // Where there is nothing to do, other shapes that the host allows decide.
    SilentPairs &Silently = silentLike(Asked);
    Silently.IsUnreached |= Verdict.IsUnreached;
    Silently.ByValue |= Verdict.ByValue;
    if (Verdict.IsUnreached && !Launch.Larger.empty() && !Reached) {
      size_t Tried = Shapes.size() - Launch.Shapes.size();
      if (I + 1 == Shapes.size() && Tried < Launch.Larger.size())
        Shapes.push_back(&Launch.Larger[Tried]);
      continue;
    }
    Reached = true;
    if (Verdict.K != PairVerdict::Kind::Races) {
      if (Shown && Verdict.K == PairVerdict::Kind::Disjoint &&
          Verdict.RestsOn.empty() && Launch.isOfOneBlock(Shape) &&
          !Facts.assume({Assumption::OneBlock}, Verdict.RestsOn))
        continue;
      if (Verdict.K == PairVerdict::Kind::Open ||
          (Silent.K == PairVerdict::Kind::Disjoint && Silent.RestsOn.empty()))
        Silent = Verdict;
      if (Verdict.RestsOn.rests(Assumption::ChosenThread) ||
          (Verdict.K == PairVerdict::Kind::Open && RaceEngine::isChosen(*Pair)))
        for (const Term *Test : RaceEngine::testsOf(*Pair))
          Choosing.insert(Test);
      Silently.InSomeShapes |= Shown.has_value();
      Silently.RestsOn.add(Verdict.RestsOn);
      if (Facts.judgesEveryShape())
        judgeRest(Asked, llvm::ArrayRef(Shapes).drop_front(I + 1));
      if (Shown && Asked.Relation == ThreadRelation::SameBlock)
        InSomeShapes.try_emplace(At, std::move(*Shown));
      return std::nullopt;
    }
    if (Shown)
      continue;
    Shown = describe(*Pair, Asked, Launch);
    if (Asked.Groups)
      Asked.Groups->describe(*Shown);
    Tests.resize(Found.size());
    Tests.push_back(RaceEngine::testsOf(*Pair));
  }
  return Shown;
}

void RaceSearch::keepSilent(const PairQuestion &Asked,
                            const PairVerdict &Silent) {
  SilentPairs &Like = silentLike(Asked);
  Like.RestsOn.add(Silent.RestsOn);
  Like.IsGuessed |= areGuessed(Launches);
  if (Silent.K == PairVerdict::Kind::Open) {
    leaveOpen(Silent.Why, 1, &Like);
    if (Asked.Relation == ThreadRelation::SameBlock)
      LeftOpen.insert({Asked.First.Access->Site, Asked.Second.Access->Site});
  }
  Effort.Assumed.count(Silent.RestsOn);
  if (Silent.RestsOn.assumed().empty() &&
      Silent.K == PairVerdict::Kind::Disjoint && areGuessed(Launches))
    ++SilentByGuess;
}

/// Finds the race of \p Asked, unless one at its sites is found already, or
/// counts why nothing is said of it.
void RaceSearch::tryPair(const PairQuestion &Asked) {
  Sites At{Asked.First.Access->Site, Asked.Second.Access->Site};
  if (Reported.count(At)) {
    silentLike(Asked).IsReportedOfOthers = true;
    return;
  }
  std::optional<Race> Shown;
  PairVerdict Silent;
  for (const Scenario &Launch : Launches)
    if (!Shown && hasThreads(Asked.Relation, Launch.Shapes.front()))
      Shown = tryLaunch(Asked, Launch, Silent);
  if (!Shown)
    return keepSilent(Asked, Silent);
  // Between lanes in all shapes, and in the first one between warps too, or
  // perhaps: a barrier of the warp would not be enough.
  if (Asked.Relation == ThreadRelation::SameWarp) {
    if (auto Wider = InSomeShapes.find(At); Wider != InSomeShapes.end())
      Shown = std::move(Wider->second);
    else if (LeftOpen.count(At))
      Shown->Relation = ThreadRelation::SameBlock;
  }
  if (!Facts.mayReport(Shown->RestsOn)) {
    silentLike(Asked).InSomeShapes = true;
    return;
  }
  report(At, std::move(*Shown));
}

/// Of the two orders of accesses at \p At, the one that is wrong as built
/// stands for both.
void RaceSearch::report(Sites At, Race Shown) {
  Sites Reverse(At.second, At.first);
  Reported.insert(At);
  if (!holdsInLockStep(Shown, Facts)) {
    Reported.insert(Reverse);
    auto Earlier = AsBuilt.find(Reverse);
    if (Earlier != AsBuilt.end()) {
      std::swap(Tests[Earlier->second], Tests[Found.size()]);
      Found[Earlier->second] = std::move(Shown);
      return;
    }
  } else if (At == Reverse || AsBuilt.count(Reverse)) {
    Reported.insert(Reverse);
    if (At != Reverse)
      return;
  } else {
    AsBuilt[At] = Found.size();
  }
  Found.push_back(std::move(Shown));
}

/// Threads that a test of data lets write different values to one place are
/// meant to be one thread: the test then chooses one for all that it guards.
/// Pairs that were not looked at could have shown it for any test.
void RaceSearch::dropChosen() {
  size_t Kept = 0;
  for (size_t I = 0; I < Found.size(); ++I) {
    if (llvm::any_of(Tests[I], [&](const Term *T) {
          return Limited || Choosing.contains(T);
        })) {
      SilentPairs &Like = Effort.Silent[unsigned(kindOf(Found[I]))];
      auto *OfData = llvm::find_if(Tests[I], [&](const Term *T) {
        return dependence::isOfMemory(T, Facts);
      });
      if (OfData == Tests[I].end())
        leaveOpen(Undecided::Unbounded, 1, &Like);
      else
        Like.RestsOn.add({Assumption::ChosenThread, *OfData});
      continue;
    }
    if (Kept != I)
      Found[Kept] = std::move(Found[I]);
    ++Kept;
  }
  Found.resize(Kept);
}

} // namespace warplint::races

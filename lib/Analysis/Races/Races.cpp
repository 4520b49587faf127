//===--- Races.cpp - Two threads, one element, no order between -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/Races.h"
#include "Analysis/Flow/Intervals.h"
#include "Analysis/Races/AccessPairs.h"
#include "Analysis/Races/GroupPairs.h"
#include "Analysis/Races/LaunchShapes.h"
#include "Analysis/Races/QueryWriter.h"
#include "Analysis/Races/RaceOrder.h"
#include "Analysis/Races/ThreadCopies.h"
#include "Analysis/Symbolic/MemoryOperations.h"
#include "Analysis/Symbolic/ThreadValues.h"
#include "Solver/Solver.h"
#include <set>

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

namespace {

/// Which threads are asked about, in which intervals.
struct Question {
  Race::Between Apart;
  Scope Cut;     ///< Barriers of this scope divide intervals.
  Scope Sharing; ///< What is uniform here is the same in both threads.
  /// Of threads that no barrier of part of the block brings together.
  const GroupPairs *Groups = nullptr;
};

constexpr Question Questions[] = {
    {Race::Between::Blocks, Scope::Grid, Scope::Grid},
    {Race::Between::Warps, Scope::Block, Scope::Block},
    {Race::Between::Lanes, Scope::Warp, Scope::Block},
};

/// One launch with one sharing scope, and what two threads do in it.
struct Setting {
  Setting(const KernelFacts &Facts, const LaunchExtents &Shape, Scope Sharing,
          const ParameterRoles &Roles)
      : Space(Facts, Shape, Sharing, Roles) {}

  ThreadCopy &copyOf(const Interval &I, unsigned Thread) {
    auto &Copy = Copies[{&I, Thread}];
    if (!Copy)
      Copy = std::make_unique<ThreadCopy>(Space, I, Thread);
    return *Copy;
  }

  QuerySpace Space;
  std::map<std::pair<const Interval *, unsigned>, std::unique_ptr<ThreadCopy>>
      Copies;
};

class RaceSearch {
public:
  explicit RaceSearch(const KernelFacts &Facts)
      : Facts(Facts), Roles(parameterRoles(Facts, Facts.launchIsGiven())) {}

  void run();

  std::vector<Race> All;
  RaceEffort Effort;

private:
  void examine(const Question &Asked);
  void examineGroups();
  void examine(const Question &Asked, const Interval &I);
  void tryPair(const Question &Asked, const Interval &I, const Placed &A,
               const Placed &B);
  std::vector<Placed> accessesIn(const Interval &I, const Question &Asked);
  std::optional<Race> decide(const Question &Asked, const Interval &I,
                             const Placed &A, const Placed &B,
                             const LaunchExtents &Shape,
                             std::vector<int64_t> &Witness);
  const Term *differ(const Question &Asked, Setting &At);
  void describe(RaceSide &Side, const Placed &Of, ThreadCopy &Copy,
                unsigned Thread, Setting &At, QueryWriter &Writer, Query &Q);
  Setting &settingFor(const LaunchExtents &Shape, Scope Sharing);
  void dropChosen();
  void chooseShapes();
  bool fits(const LaunchExtents &Shape);
  bool someGetsTo(const Term *Reach, const Term *Truth,
                  const QuerySpace &Space);

  const KernelFacts &Facts;
  ParameterRoles Roles;
  std::vector<LaunchExtents> Shapes;
  std::map<std::tuple<std::array<uint32_t, 3>, std::array<uint32_t, 3>, Scope>,
           std::unique_ptr<Setting>>
      Settings;
  std::map<Scope, std::vector<Interval>> Intervals;
  std::unique_ptr<GroupPairs> Groups;
  std::set<std::pair<const Stmt *, const Stmt *>> Reported;
  /// Races between warps that small blocks do not have.
  std::map<std::pair<const Stmt *, const Stmt *>, Race> InSomeShapes;
  /// Accesses of which the solver did not say whether warps race.
  std::set<std::pair<const Stmt *, const Stmt *>> LeftOpen;
  Solver Decider;
  /// What both threads of each race in `All` have read, each for itself,
  /// that brings them there.
  std::vector<llvm::DenseSet<const Term *>> Tests;
  llvm::DenseSet<const Term *> LastTests; ///< Of the pair decided last.
  /// Reads that choose one thread, as far as the kernel's author knows.
  llvm::DenseSet<const Term *> Choosing;
};

} // namespace

/// Pairs beyond this are not looked at: a kernel of thousands of unrolled
/// accesses repeats itself.
static constexpr unsigned MaxPairs = 20000;
static constexpr unsigned MaxQueries = 400;

Setting &RaceSearch::settingFor(const LaunchExtents &Shape, Scope Sharing) {
  auto &Known = Settings[{Shape.Block, Shape.Grid, Sharing}];
  if (!Known)
    Known = std::make_unique<Setting>(Facts, Shape, Sharing, Roles);
  return *Known;
}

void RaceSearch::run() {
  bool Writes = false;
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events)
      Writes |= E.K == Event::Kind::Access && E.Access != AccessKind::Read;
  if (!Writes)
    return;
  chooseShapes();
  if (!Shapes.empty())
    for (const Question &Asked : Questions)
      examine(Asked);
  if (!Shapes.empty() && Shapes.front().blockSize() > uint64_t(LanesPerWarp))
    examineGroups();
  dropChosen();
  Effort.Queries = Decider.queries();
  Effort.Unknown += Decider.unknown();
  Effort.Milliseconds = Decider.milliseconds();
}

/// Shapes of several warps, all that fit; if there are none, part of the rows
/// of one, or the largest of those that fit into one warp.
void RaceSearch::chooseShapes() {
  auto IsOneWarp = [](const LaunchExtents &Shape) {
    return Shape.blockSize() <= uint64_t(LanesPerWarp);
  };
  std::vector<LaunchExtents> Small, All;
  auto Take = [&](bool ByArrays) {
    All = launchShapes(Facts, ByArrays);
    Small.clear();
    for (const LaunchExtents &Shape : All) {
      if (IsOneWarp(Shape))
        Small.push_back(Shape);
      else if (fits(Shape))
        Shapes.push_back(Shape);
    }
  };
  Take(/*ByArrays=*/true);
  // A thread may have more elements than one.
  if (Shapes.empty())
    Take(/*ByArrays=*/false);
  // Rows may be fewer than guessed.
  if (Shapes.empty() && !All.empty() && !Facts.terms().launch().Block[1]) {
    LaunchExtents Fewer = All.front();
    while (Shapes.empty() && Fewer.Block[1] > 2) {
      Fewer.Block[1] /= 2;
      if (!IsOneWarp(Fewer) && fits(Fewer))
        Shapes.push_back(Fewer);
    }
  }
  if (!Shapes.empty())
    return;
  llvm::stable_sort(Small, [](const LaunchExtents &L, const LaunchExtents &R) {
    return L.blockSize() > R.blockSize();
  });
  for (const LaunchExtents &Shape : Small)
    if (Shapes.empty() ? fits(Shape) : Shape.Block == Shapes.front().Block)
      Shapes.push_back(Shape);
}

/// Some thread comes where \p Reach holds, and \p Truth holds for it. What
/// depends on more than where threads and blocks stand does not count.
bool RaceSearch::someGetsTo(const Term *Reach, const Term *Truth,
                            const QuerySpace &Space) {
  if (Reach->isConstant(1))
    return true;
  llvm::DenseSet<const Term *> Symbols;
  Space.collect(Reach, Symbols);
  if (llvm::any_of(Symbols, [&](const Term *Symbol) {
        return Space.info(Symbol).K != SymbolInfo::Kind::Place;
      }))
    return false;
  Query Q;
  QueryWriter Writer(Q, Space);
  Writer.require(Reach);
  Writer.require(Truth);
  return Decider.decide(Q).K == Answer::Kind::Possible;
}

/// In a launch of shape \p Shape no thread certainly runs over the end of an
/// array: the kernel is not made for it otherwise.
bool RaceSearch::fits(const LaunchExtents &Shape) {
  if (Facts.terms().launch().blockSize())
    return true;
  auto &Known = Intervals[Scope::Block];
  if (Known.empty())
    Known = intervalsOf(Facts.cfg(), Facts.paths(), Scope::Block);
  Setting &At = settingFor(Shape, Scope::Block);
  for (const Interval &I : Known) {
    ThreadCopy &Copy = At.copyOf(I, 1);
    for (unsigned Step = 0; Step < I.Steps.size(); ++Step) {
      const IntervalStep &S = I.Steps[Step];
      for (unsigned E = S.First; E < S.Last; ++E) {
        const Event &Access = S.At->Events[E];
        if (Access.K != Event::Kind::Access ||
            memorySpaceOf(rootOf(Access.Address)) != MemorySpace::Shared ||
            Access.Under || dependsOnParameter(Access.Address))
          continue;
        const Term *Inside = Copy.inBounds(Access.Address, Access.Bytes, Step);
        if (Inside->isConstant(1))
          continue;
        // In the first round of its loops.
        QuerySpace::Renaming First;
        llvm::DenseSet<const Term *> Symbols;
        At.Space.collect(Inside, Symbols);
        At.Space.collect(Copy.reach(Step), Symbols);
        for (const Term *Symbol : Symbols)
          if (At.Space.info(Symbol).K == SymbolInfo::Kind::Rounds &&
              !At.Space.info(Symbol).Of)
            First[Symbol] = At.Space.terms().constant(0);
        const Term *Reach = At.Space.renamed(Copy.reach(Step), First);
        Inside = At.Space.renamed(Inside, First);
        // Not always inside, and nothing but the thread's place decides.
        Symbols.clear();
        At.Space.collect(Inside, Symbols);
        auto IsOwnPlace = [&](const Term *Symbol) {
          return At.Space.info(Symbol).K == SymbolInfo::Kind::Place &&
                 At.Space.info(Symbol).Thread != 0;
        };
        if (Inside->isConstant(1) || !llvm::all_of(Symbols, IsOwnPlace))
          continue;
        if (someGetsTo(Reach, At.Space.logicalNot(Inside), At.Space))
          return false;
      }
    }
  }
  return true;
}

void RaceSearch::examine(const Question &Asked) {
  const auto &Shape = Shapes.front();
  if (Asked.Apart == Race::Between::Warps &&
      Shape.blockSize() <= uint64_t(LanesPerWarp))
    return;
  if (Asked.Apart == Race::Between::Lanes && Shape.blockSize() == 1)
    return;
  if (Asked.Apart == Race::Between::Blocks && Shape.gridSize() == 1)
    return;
  auto &Known = Intervals[Asked.Cut];
  if (Known.empty())
    Known = intervalsOf(Facts.cfg(), Facts.paths(), Asked.Cut);
  for (const Interval &I : Known)
    examine(Asked, I);
}

/// Warps of different groups, in the intervals that barriers of one group do
/// not end.
void RaceSearch::examineGroups() {
  Groups = std::make_unique<GroupPairs>(Facts, Shapes);
  Effort.Unknown += Groups->numUnknown();
  Question Asked{Race::Between::Warps, Scope::Block, Scope::Block,
                 Groups.get()};
  for (const Interval &I : Groups->intervals())
    examine(Asked, I);
}

std::vector<Placed> RaceSearch::accessesIn(const Interval &I,
                                           const Question &Asked) {
  std::vector<Placed> Found;
  for (unsigned Step = 0; Step < I.Steps.size(); ++Step) {
    const IntervalStep &S = I.Steps[Step];
    for (unsigned E = S.First; E < S.Last; ++E) {
      const Event &Access = S.At->Events[E];
      if (Access.K != Event::Kind::Access || !Access.Bytes)
        continue;
      auto Space = memorySpaceOf(Access.Address, Facts.values());
      if (!Space || *Space == MemorySpace::Constant ||
          *Space == MemorySpace::Local)
        continue;
      if (Asked.Apart == Race::Between::Blocks && *Space == MemorySpace::Shared)
        continue;
      Found.push_back({&Access, Step, *Space});
    }
  }
  return Found;
}

/// Not both read, and not certainly different objects.
static bool mayConflict(const Placed &First, const Placed &Second) {
  const Event &A = *First.Access, &B = *Second.Access;
  if (A.Access == AccessKind::Read && B.Access == AccessKind::Read)
    return false;
  if (A.Access == AccessKind::Atomic && B.Access == AccessKind::Atomic)
    return false;
  const Term *RootA = rootOf(A.Address), *RootB = rootOf(B.Address);
  if (isObject(RootA) && isObject(RootB) && RootA != RootB &&
      !(isDynamicShared(RootA) && isDynamicShared(RootB)))
    return false;
  // Volatile accesses and atomics next to plain ones are how blocks talk to
  // each other: whether the order is right is asked elsewhere.
  bool Talk = A.Volatile || B.Volatile || A.Access == AccessKind::Atomic ||
              B.Access == AccessKind::Atomic;
  return !(Talk && First.Space != MemorySpace::Shared);
}

void RaceSearch::examine(const Question &Asked, const Interval &I) {
  std::vector<Placed> Accesses = accessesIn(I, Asked);
  for (size_t A = 0; A < Accesses.size(); ++A)
    for (size_t B = A; B < Accesses.size(); ++B) {
      if (!mayConflict(Accesses[A], Accesses[B]))
        continue;
      if (Effort.Pairs >= MaxPairs || Decider.queries() >= MaxQueries) {
        ++Effort.Unknown;
        return;
      }
      ++Effort.Pairs;
      tryPair(Asked, I, Accesses[A], Accesses[B]);
    }
}

void RaceSearch::tryPair(const Question &Asked, const Interval &I,
                         const Placed &A, const Placed &B) {
  std::pair<const Stmt *, const Stmt *> Sites{A.Access->Site, B.Access->Site};
  if (Reported.count(Sites))
    return;
  std::optional<Race> Found;
  std::vector<int64_t> Witness; ///< Of the launch before.
  for (const LaunchExtents &Shape : Shapes) {
    auto Shown = decide(Asked, I, A, B, Shape, Witness);
    if (!Shown) {
      if (Found && Asked.Apart == Race::Between::Warps)
        InSomeShapes.try_emplace(Sites, std::move(*Found));
      return;
    }
    if (!Found)
      Found = std::move(Shown);
  }
  // Between lanes in all shapes, and in the first one between warps too, or
  // perhaps: a barrier of the warp would not be enough.
  if (Asked.Apart == Race::Between::Lanes) {
    if (auto Wider = InSomeShapes.find(Sites); Wider != InSomeShapes.end())
      Found = std::move(Wider->second);
    else if (LeftOpen.count(Sites))
      Found->Apart = Race::Between::Warps;
  }
  Reported.insert(Sites);
  Reported.insert({Sites.second, Sites.first});
  All.push_back(std::move(*Found));
  Tests.push_back(std::move(LastTests));
}

/// Threads that a test of data lets write different values to one place are
/// meant to be one thread: the test then chooses one for all that it guards.
void RaceSearch::dropChosen() {
  size_t Kept = 0;
  for (size_t I = 0; I < All.size(); ++I) {
    if (llvm::any_of(Tests[I],
                     [&](const Term *T) { return Choosing.count(T) != 0; }))
      continue;
    if (Kept != I)
      All[Kept] = std::move(All[I]);
    ++Kept;
  }
  All.resize(Kept);
}

//===----------------------------------------------------------------------===//
// One pair
//===----------------------------------------------------------------------===//

/// The two threads are as far apart as the question wants them.
const Term *RaceSearch::differ(const Question &Asked, Setting &At) {
  QuerySpace &Space = At.Space;
  TermArena &Arena = Space.terms();
  const Term *Any = Arena.constant(0);
  if (Asked.Apart == Race::Between::Blocks) {
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      Any = Space.logicalOr(Any, Arena.binary(BO_NE, Space.blockIndex(1, Axis),
                                              Space.blockIndex(2, Axis)));
    return Any;
  }
  const Term *SameWarp = Arena.binary(BO_EQ, Space.warp(1), Space.warp(2));
  if (Asked.Apart == Race::Between::Warps)
    return Space.logicalNot(SameWarp);
  return Space.logicalAnd(SameWarp,
                          Arena.binary(BO_NE, Space.rank(1), Space.rank(2)));
}

/// Asks for what a message says of one side; the numbers are references into
/// the query until it is answered.
void RaceSearch::describe(RaceSide &Side, const Placed &Of, ThreadCopy &Copy,
                          unsigned Thread, Setting &At, QueryWriter &Writer,
                          Query &Q) {
  Side.Access = Of.Access;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    Writer.write(At.Space.threadIndex(Thread, Axis));
    Writer.write(At.Space.blockIndex(Thread, Axis));
  }
  llvm::DenseSet<const Term *> Seen;
  llvm::SmallVector<const Term *, 16> Work;
  for (const Term *Step = Of.Access->Address;
       Step->kind() == TermKind::Field || Step->kind() == TermKind::Element;
       Step = Step->operand(0))
    if (Step->kind() == TermKind::Element) {
      Copied Index = Copy.copy(Step->operand(1), Of.Step);
      Side.Indices.insert(Side.Indices.begin(), Writer.write(Index.Value));
      Work.push_back(Step->operand(1));
    }
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (!Seen.insert(T).second)
      continue;
    Work.append(T->operands().begin(), T->operands().end());
    if (T->kind() != TermKind::Phi || Side.Variables.size() >= 3)
      continue;
    // What does not control its loop may have changed since the round began.
    const Term *Place = T->operand(0), *Guard = T->node()->Branch;
    Copied Value = Copy.copy(T, Of.Step);
    if (Guard && mentions(Guard, T) && Place->kind() == TermKind::Local &&
        !Value.Root && Place->decl() && !Place->decl()->getName().empty())
      Side.Variables.push_back({Place->decl(), Writer.write(Value.Value)});
  }
}

std::optional<Race> RaceSearch::decide(const Question &Asked, const Interval &I,
                                       const Placed &A, const Placed &B,
                                       const LaunchExtents &Shape,
                                       std::vector<int64_t> &Witness) {
  Setting &At = settingFor(Shape, Asked.Sharing);
  QuerySpace &Space = At.Space;
  ThreadCopy &One = At.copyOf(I, 1), &Other = At.copyOf(I, 2);
  AccessPair Pair(Space, I, A, B, One, Other);
  if (!Pair.object())
    return std::nullopt;
  Race Found;
  Found.Apart = Asked.Apart;
  Found.Space = A.Space;
  bool Blocks = Asked.Apart == Race::Between::Blocks;
  const Term *Meet = Pair.meet();
  if (Meet->isConstant(0) || Pair.isOneThread(Blocks) || Pair.storesSame() ||
      (Asked.Apart == Race::Between::Lanes && Pair.storesWhatLanesShare()) ||
      Pair.readsOwnCopy())
    return std::nullopt;
  const Term *Reach1 = Pair.reach(1), *Reach2 = Pair.reach(2);
  if (Reach1->isConstant(0) || Reach2->isConstant(0))
    return std::nullopt;
  auto Assumed = Pair.assumption();
  if (!Assumed) {
    ++Effort.Unknown;
    return std::nullopt;
  }
  Found.AssumesData = Assumed->OfData;

  LastTests = Pair.tests();
  if (A.Access == B.Access && A.Access->Access == AccessKind::Write &&
      !LastTests.empty() && !updatesPlace(A)) {
    Choosing.insert(LastTests.begin(), LastTests.end());
    ++Effort.Unknown;
    return std::nullopt;
  }

  Query Q;
  QueryWriter Writer(Q, Space);
  auto Required = Pair.bounds();
  Required.append(
      {Meet, Space.withOtherPitches(Meet), Assumed->That, differ(Asked, At)});
  if (Asked.Groups)
    Required.append(Asked.Groups->conditions(Space, *A.Access, *B.Access));
  llvm::DenseSet<const Term *> Symbols;
  for (const Term *Truth : Required) {
    if (Truth->isConstant(0))
      return std::nullopt;
    Writer.require(Truth);
    Space.collect(Truth, Symbols);
  }
  for (const Term *Way : Space.withoutIdleExits({Reach1, Reach2}, Symbols)) {
    Writer.requireRoughly(Way);
    Space.collect(Way, Symbols);
  }
  for (const Term *Symbol : Symbols)
    for (const Term *Fact : Space.factsAbout(Symbol))
      Writer.requireRoughly(Fact);
  Writer.requireRoughly(Space.sameWhereRead(Symbols));
  describe(Found.First, A, One, 1, At, Writer, Q);
  describe(Found.Second, B, Other, 2, At, Writer, Q);
  Answer Decided = Decider.decide(Q, Witness);
  if (Decided.K == Answer::Kind::Unknown && Asked.Apart == Race::Between::Warps)
    LeftOpen.insert({A.Access->Site, B.Access->Site});
  if (Decided.K != Answer::Kind::Possible)
    return std::nullopt;
  Witness = Decided.Values;

  if (Facts.keepsQueries())
    Found.Query = Decider.smtLib(Q);
  auto Values = Q.evaluate(Decided.Values);
  auto Of = [&](const Term *T) { return Values[Writer.write(T)].value_or(0); };
  RaceSide *Sides[] = {&Found.First, &Found.Second};
  for (unsigned Thread : {1u, 2u}) {
    RaceSide &Side = *Sides[Thread - 1];
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      Side.Thread[Axis] = Of(Space.threadIndex(Thread, Axis));
      Side.Block[Axis] = Of(Space.blockIndex(Thread, Axis));
    }
    for (int64_t &Index : Side.Indices)
      Index = Values[Query::Ref(Index)].value_or(0);
    for (auto &[Variable, Value] : Side.Variables)
      Value = Values[Query::Ref(Value)].value_or(0);
  }
  for (const auto &[Symbol, Index] : Writer.symbols()) {
    const SymbolInfo &Info = Space.info(Symbol);
    if (Info.K == SymbolInfo::Kind::Parameter &&
        Info.Of->kind() == TermKind::Parameter)
      Found.Given.push_back({Info.Of->decl(), Decided.Values[Index]});
  }
  Found.BlockDim = Shape.Block;
  Found.GridDim = Shape.Grid;
  Found.ShapeIsKnown = Facts.terms().launch().blockSize() != 0;
  putInOrder(Found, I, A, B,
             laterRound(Found, I, Space, Writer, Decided.Values),
             Facts.paths());
  if (Asked.Groups)
    Asked.Groups->describe(Found);
  return Found;
}

Races::Races(const KernelFacts &Facts) {
  RaceSearch Search(Facts);
  Search.run();
  Found = std::move(Search.All);
  Effort = Search.Effort;
}

} // namespace warplint

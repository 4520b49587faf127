//===--- Races.cpp - Two threads, one element, no order between -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races.h"
#include "Analysis/Intervals.h"
#include "Analysis/LaunchShapes.h"
#include "Analysis/QueryWriter.h"
#include "Analysis/ThreadCopies.h"
#include "Analysis/ThreadValues.h"
#include "Solver/Solver.h"
#include <set>

using namespace clang;

namespace warplint {

static MemorySpace spaceOf(const Term *Root) {
  if (Root->kind() == TermKind::Variable)
    if (const auto *Var = dyn_cast<VarDecl>(Root->decl()))
      return memorySpaceOf(*Var);
  return MemorySpace::Global;
}

static bool isObject(const Term *Root) {
  return Root->kind() == TermKind::Variable ||
         Root->kind() == TermKind::Parameter;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

namespace {

/// Which threads are asked about, in which intervals.
struct Question {
  Race::Between Apart;
  Scope Cut;     ///< Barriers of this scope divide intervals.
  Scope Sharing; ///< What is uniform here is the same in both threads.
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

/// An access at its step of an interval.
struct Placed {
  const Event *Access;
  unsigned Step;
};

class RaceSearch {
public:
  explicit RaceSearch(const KernelFacts &Facts)
      : Facts(Facts), Roles(parameterRoles(Facts, Facts.launchIsGiven())) {}

  RaceList run();

private:
  void examine(const Question &Asked);
  void examine(const Question &Asked, const Interval &I);
  void tryPair(const Question &Asked, const Interval &I, const Placed &A,
               const Placed &B);
  std::vector<Placed> accessesIn(const Interval &I, const Question &Asked);
  bool mayConflict(const Event &A, const Event &B, const Question &Asked);
  std::optional<Race> decide(const Question &Asked, const Interval &I,
                             const Placed &A, const Placed &B,
                             const LaunchExtents &Shape,
                             std::vector<int64_t> &Witness);
  bool staysSilent(Setting &At, const Placed &A, const Placed &B,
                   ThreadCopy &One, ThreadCopy &Other, const Term *Reach1,
                   const Term *Reach2, const Copied &To1, const Copied &To2,
                   const Term *Distance, Race &Result, const Term *&Data);
  const Term *differ(const Question &Asked, Setting &At);
  void describe(RaceSide &Side, const Placed &Of, ThreadCopy &Copy,
                unsigned Thread, Setting &At, QueryWriter &Writer, Query &Q);
  unsigned laterRound(const Race &R, const Interval &I, const QuerySpace &Space,
                      const QueryWriter &Writer,
                      llvm::ArrayRef<int64_t> Values) const;
  void order(Race &R, const Interval &I, const Placed &A, const Placed &B,
             unsigned Later);
  Setting &settingFor(const LaunchExtents &Shape, Scope Sharing);
  const Term *reach(const Placed &P, ThreadCopy &Copy) {
    return Copy.reach(P.Step, P.Access->Under);
  }
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
  std::set<std::pair<const Stmt *, const Stmt *>> Reported;
  /// Races between warps that small blocks do not have.
  std::map<std::pair<const Stmt *, const Stmt *>, Race> InSomeShapes;
  Solver Decider;
  RaceList Result;
  /// What both threads of each race in `Result` have read, each for itself,
  /// that brings them there.
  std::vector<llvm::DenseSet<const Term *>> Tests;
  llvm::DenseSet<const Term *> LastTests; ///< Of the pair decided last.
  /// Reads that choose one thread, as far as the kernel's author knows.
  llvm::DenseSet<const Term *> Choosing;
};

} // namespace

static bool dependsOnParameter(const Term *T) {
  if (T->kind() == TermKind::Parameter || T->kind() == TermKind::Extract)
    return true;
  return llvm::any_of(T->operands(), dependsOnParameter);
}

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

RaceList RaceSearch::run() {
  bool Writes = false;
  for (const Node *N : Facts.program().order())
    for (const Event &E : N->Events)
      Writes |= E.K == Event::Kind::Access && E.Access != AccessKind::Read;
  if (!Writes)
    return Result;
  chooseShapes();
  if (!Shapes.empty())
    for (const Question &Asked : Questions)
      examine(Asked);
  dropChosen();
  Result.Effort.Queries = Decider.queries();
  Result.Effort.Unknown += Decider.unknown();
  Result.Effort.Milliseconds = Decider.milliseconds();
  return std::move(Result);
}

/// Shapes of several warps, all that fit; if there are none, part of the rows
/// of one, or the largest of those that fit into one warp.
void RaceSearch::chooseShapes() {
  auto IsOneWarp = [](const LaunchExtents &Shape) {
    return Shape.blockSize() <= uint64_t(LanesPerWarp);
  };
  std::vector<LaunchExtents> Small, All = launchShapes(Facts);
  for (const LaunchExtents &Shape : All) {
    if (IsOneWarp(Shape))
      Small.push_back(Shape);
    else if (fits(Shape))
      Shapes.push_back(Shape);
  }
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
    Known = intervalsOf(Facts.program(), Facts.paths(), Scope::Block);
  Setting &At = settingFor(Shape, Scope::Block);
  for (const Interval &I : Known) {
    ThreadCopy &Copy = At.copyOf(I, 1);
    for (unsigned Step = 0; Step < I.Steps.size(); ++Step) {
      const IntervalStep &S = I.Steps[Step];
      for (unsigned E = S.First; E < S.Last; ++E) {
        const Event &Access = S.At->Events[E];
        if (Access.K != Event::Kind::Access ||
            spaceOf(rootOf(Access.Address)) != MemorySpace::Shared ||
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
    Known = intervalsOf(Facts.program(), Facts.paths(), Asked.Cut);
  for (const Interval &I : Known)
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
      const Term *Root = rootOf(Access.Address);
      MemorySpace Space = spaceOf(Root);
      if (Space == MemorySpace::Constant || Space == MemorySpace::Local)
        continue;
      if (Asked.Apart == Race::Between::Blocks && Space == MemorySpace::Shared)
        continue;
      Found.push_back({&Access, Step});
    }
  }
  return Found;
}

bool RaceSearch::mayConflict(const Event &A, const Event &B,
                             const Question &Asked) {
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
  return !(Talk && spaceOf(RootA) != MemorySpace::Shared);
}

void RaceSearch::examine(const Question &Asked, const Interval &I) {
  std::vector<Placed> Accesses = accessesIn(I, Asked);
  for (size_t A = 0; A < Accesses.size(); ++A)
    for (size_t B = A; B < Accesses.size(); ++B) {
      if (!mayConflict(*Accesses[A].Access, *Accesses[B].Access, Asked))
        continue;
      if (Result.Effort.Pairs >= MaxPairs || Decider.queries() >= MaxQueries) {
        ++Result.Effort.Unknown;
        return;
      }
      ++Result.Effort.Pairs;
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
  // Between lanes in all shapes, and in the first one between warps too: a
  // barrier of the warp would not be enough.
  if (auto Wider = InSomeShapes.find(Sites);
      Asked.Apart == Race::Between::Lanes && Wider != InSomeShapes.end())
    Found = std::move(Wider->second);
  Reported.insert(Sites);
  Reported.insert({Sites.second, Sites.first});
  Result.Found.push_back(std::move(*Found));
  Tests.push_back(std::move(LastTests));
}

/// Threads that a test of data lets write different values to one place are
/// meant to be one thread: the test then chooses one for all that it guards.
void RaceSearch::dropChosen() {
  size_t Kept = 0;
  for (size_t I = 0; I < Result.Found.size(); ++I) {
    if (llvm::any_of(Tests[I],
                     [&](const Term *T) { return Choosing.count(T) != 0; }))
      continue;
    if (Kept != I)
      Result.Found[Kept] = std::move(Result.Found[I]);
    ++Kept;
  }
  Result.Found.resize(Kept);
}

//===----------------------------------------------------------------------===//
// Arithmetic
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

/// The symbols of thread 2 that equal those of thread 1 wherever \p Distance is
/// 0: it is made of differences of the threads' own symbols, each weighed more
/// than all smaller ones together. Nothing if it is made of anything else.
static std::optional<QuerySpace::Renaming> equalWhere(QuerySpace &Space,
                                                      const Term *Distance) {
  QuerySpace::Renaming Found;
  if (Distance->isConstant(0))
    return Found;
  if (Distance->kind() != TermKind::Linear || Distance->value() != 0)
    return std::nullopt;
  struct Difference {
    int64_t Weight, Extent;
  };
  llvm::SmallVector<Difference, 8> Parts;
  for (unsigned I = 0; I < Distance->operands().size(); ++I) {
    const Term *Own = Distance->operand(I);
    if (Own->kind() != TermKind::Symbol)
      return std::nullopt;
    const SymbolInfo &Info = Space.info(Own);
    if (Info.Thread == 0)
      return std::nullopt;
    if (Info.Thread != 1)
      continue;
    // The other thread's symbol of the same meaning.
    bool Paired = false;
    for (unsigned J = 0; J < Distance->operands().size(); ++J) {
      const Term *Other = Distance->operand(J);
      if (Other->kind() != TermKind::Symbol)
        return std::nullopt;
      const SymbolInfo &OtherInfo = Space.info(Other);
      if (OtherInfo.Thread == 2 && OtherInfo.K == Info.K &&
          OtherInfo.Of == Info.Of && OtherInfo.Loop == Info.Loop &&
          OtherInfo.Meaning == Info.Meaning &&
          Distance->coefficients()[J] == -Distance->coefficients()[I]) {
        Paired = true;
        Found[Other] = Own;
        break;
      }
    }
    if (!Paired)
      return std::nullopt;
    TermArena::Range R = Space.terms().rangeOf(Own);
    Parts.push_back({std::abs(Distance->coefficients()[I]), *R.Max - *R.Min});
  }
  if (Parts.size() * 2 != Distance->operands().size())
    return std::nullopt;
  llvm::sort(Parts, [](const Difference &L, const Difference &R) {
    return L.Weight < R.Weight;
  });
  int64_t Below = 0;
  for (const Difference &D : Parts) {
    if (D.Weight <= Below)
      return std::nullopt;
    Below += D.Weight * D.Extent;
  }
  return Found;
}

/// Threads whose symbols are \p Equal are not as far apart as the question
/// wants: all symbols of the place that is to differ are among them.
static bool onlySameThread(const Question &Asked, QuerySpace &Space,
                           const QuerySpace::Renaming &Equal) {
  llvm::DenseSet<const Term *> Place;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Space.collect(Asked.Apart == Race::Between::Blocks
                      ? Space.blockIndex(2, Axis)
                      : Space.threadIndex(2, Axis),
                  Place);
  return llvm::all_of(Place,
                      [&](const Term *T) { return Equal.count(T) != 0; });
}

//===----------------------------------------------------------------------===//
// Silence
//===----------------------------------------------------------------------===//

/// Where in the object the array starts that is indexed last.
static const Term *partOf(const Placed &P, ThreadCopy &Copy) {
  const Term *At = P.Access->Address;
  while (At->kind() == TermKind::Field)
    At = At->operand(0);
  if (At->kind() == TermKind::Element)
    At = At->operand(0);
  return Copy.copy(At, P.Step).Value;
}

/// The question cannot be decided from what is known. \p Data becomes what is
/// assumed of indices that are read from memory.
bool RaceSearch::staysSilent(Setting &At, const Placed &A, const Placed &B,
                             ThreadCopy &One, ThreadCopy &Other,
                             const Term *Reach1, const Term *Reach2,
                             const Copied &To1, const Copied &To2,
                             const Term *Distance, Race &Result,
                             const Term *&Data) {
  QuerySpace &Space = At.Space;
  auto Elected = [&](const Term *Reach) {
    llvm::DenseSet<const Term *> Symbols;
    Space.collect(Reach, Symbols);
    return llvm::any_of(Symbols, [&](const Term *T) {
      return Space.info(T).K == SymbolInfo::Kind::Elected &&
             Space.info(T).Thread != 0;
    });
  };
  bool ElectedOne = Elected(Reach1), ElectedOther = Elected(Reach2);
  // Through global memory the elected thread may have been waited for.
  if (Result.Space == MemorySpace::Shared ? ElectedOne && ElectedOther
                                          : ElectedOne || ElectedOther)
    return true;
  llvm::DenseSet<const Term *> In1, In2, Left;
  Space.collect(To1.Value, In1);
  Space.collect(To2.Value, In2);
  Space.collect(Distance, Left);
  bool Of1 = false, Of2 = false;
  for (const Term *Symbol : Left) {
    auto Kind = Space.info(Symbol).K;
    // A pitch among many may be tied to another: only shared counters, which
    // start anew from it, are worth the assumption.
    bool Counts = Result.Space == MemorySpace::Shared &&
                  (A.Access->Access == AccessKind::Atomic ||
                   B.Access->Access == AccessKind::Atomic);
    if (Kind == SymbolInfo::Kind::Elected ||
        (Kind == SymbolInfo::Kind::Pitch && !Counts))
      return true;
    if (Kind != SymbolInfo::Kind::Data)
      continue;
    Of1 |= In1.count(Symbol) != 0;
    Of2 |= In2.count(Symbol) != 0;
  }
  if (!Of1 && !Of2)
    return false;
  // An index that is read from memory can be anything, but not both.
  if ((Of1 && Of2) || Result.Space != MemorySpace::Shared)
    return true;
  Result.AssumesData = true;
  // Nor does it leave the array that it is an index of.
  const Term *Part1 = partOf(A, One), *Part2 = partOf(B, Other);
  if (Part1->isConstant() && Part2->isConstant() && Part1 != Part2)
    return true;
  // What is updated atomically is shared with others, and its first element is
  // as likely as any.
  if ((Of1 ? A : B).Access->Access == AccessKind::Atomic) {
    for (const Term *Symbol : Of1 ? In1 : In2)
      if (Space.info(Symbol).K == SymbolInfo::Kind::Data && Left.count(Symbol))
        Data = Space.logicalAnd(
            Data,
            Space.terms().binary(BO_EQ, Symbol, Space.terms().constant(0)));
    return false;
  }
  // It must not start from the thread's own part of the object.
  return llvm::any_of(Of1 ? In1 : In2, [&](const Term *Symbol) {
    return Space.info(Symbol).Thread != 0 &&
           Space.info(Symbol).K != SymbolInfo::Kind::Data;
  });
}

/// A loop up to a kernel parameter stays in its row: where the thread's place
/// chooses a row of constant length, the loop does not run beyond it.
static const Term *staysInRow(const Term *Address, QuerySpace &Space) {
  TermArena &Arena = Space.terms();
  const Term *Result = Arena.constant(1);
  if (Address->kind() != TermKind::Linear)
    return Result;
  for (auto [Round, Step] :
       llvm::zip(Address->operands(), Address->coefficients())) {
    if (Round->kind() != TermKind::Symbol || Step <= 0)
      continue;
    const SymbolInfo &Info = Space.info(Round);
    if (Info.K != SymbolInfo::Kind::Rounds || !Info.Loop->Branch ||
        !dependsOnParameter(Info.Loop->Branch))
      continue;
    int64_t Row = 0;
    for (auto [Place, C] :
         llvm::zip(Address->operands(), Address->coefficients()))
      if (Place->kind() == TermKind::Symbol &&
          Space.info(Place).K == SymbolInfo::Kind::Place && C > Step &&
          (!Row || C < Row))
        Row = C;
    if (Row)
      Result = Space.logicalAnd(
          Result,
          Arena.binary(BO_LT, Arena.binary(BO_Mul, Round, Arena.constant(Step)),
                       Arena.constant(Row)));
  }
  return Result;
}

/// Accesses that far apart are the same or do not overlap.
static bool isMultipleOf(const Term *Distance, int64_t Bytes) {
  if (Distance->isConstant())
    return Distance->value() % Bytes == 0;
  if (Distance->kind() != TermKind::Linear)
    return Bytes == 1;
  return Distance->value() % Bytes == 0 &&
         llvm::all_of(Distance->coefficients(),
                      [&](int64_t C) { return C % Bytes == 0; });
}

/// Both threads store the same where \p Equal holds: whoever is last makes no
/// difference.
static bool storesSame(const Placed &A, const Placed &B, ThreadCopy &One,
                       ThreadCopy &Other, QuerySpace &Space,
                       const std::optional<QuerySpace::Renaming> &Equal) {
  auto Stores = [](const Event &E) {
    return E.Value &&
           (E.Access == AccessKind::Write ||
            (E.Access == AccessKind::Atomic && E.Op && E.Op->Entry->Replaces));
  };
  if (!Stores(*A.Access) || !Stores(*B.Access))
    return false;
  Copied Left = One.copy(A.Access->Value, A.Step),
         Right = Other.copy(B.Access->Value, B.Step);
  if (Left == Right)
    return true;
  return Equal && Left.Root == Right.Root &&
         Left.Value == Space.renamed(Right.Value, *Equal);
}

/// The value comes out of a collective of the warp: lanes that reduce together
/// hold the same, as far as it is known.
static bool comesFromLanes(const Term *Value, const Evaluation &Values) {
  llvm::DenseSet<const Term *> Seen;
  llvm::SmallVector<const Term *, 16> Work{Value};
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (!Seen.insert(T).second)
      continue;
    if (T->kind() == TermKind::Result)
      return true;
    if (T->kind() == TermKind::Load)
      continue;
    Work.append(T->operands().begin(), T->operands().end());
    for (const Incoming &I : Values.incoming(T))
      Work.push_back(I.Held.Value);
  }
  return false;
}

/// All threads write one value to one place, and the reader has just done so
/// itself: whoever was last, it reads that value.
static bool readsOwnCopy(const Placed &A, const Placed &B, ThreadCopy &One,
                         ThreadCopy &Other, const Interval &I,
                         const FlowView &View) {
  const Placed &Write = A.Access->Access == AccessKind::Write ? A : B,
               &Read = &Write == &A ? B : A;
  if (Write.Access->Access != AccessKind::Write ||
      Read.Access->Access != AccessKind::Read || !Write.Access->Value)
    return false;
  // In this interval, not in an earlier round of a loop.
  bool Before = Write.Step == Read.Step
                    ? Write.Access < Read.Access
                    : I.leads(Write.Step, Read.Step, false) &&
                          View.dominates(*Write.Access->At, *Read.Access->At);
  return Before &&
         One.copy(Write.Access->Value, Write.Step) ==
             Other.copy(Write.Access->Value, Write.Step) &&
         One.copy(Write.Access->Address, Write.Step) ==
             Other.copy(Write.Access->Address, Write.Step);
}

/// Both threads mean the same object: it has a name, or the pointer to it is
/// one that they share.
static bool isOneObject(const Term *Root, const QuerySpace &Space) {
  return isObject(Root) ||
         (Root->kind() == TermKind::Symbol && Space.info(Root).Thread == 0 &&
          Space.info(Root).K == SymbolInfo::Kind::Data);
}

//===----------------------------------------------------------------------===//
// One pair
//===----------------------------------------------------------------------===//

/// Reads that both threads make, each for itself, and that decide whether they
/// come.
static llvm::DenseSet<const Term *>
testsOf(const Term *Reach1, const Term *Reach2, const QuerySpace &Space) {
  llvm::DenseSet<const Term *> Of[2], Symbols;
  for (unsigned I : {0, 1}) {
    Symbols.clear();
    Space.collect(I ? Reach2 : Reach1, Symbols);
    for (const Term *Symbol : Symbols) {
      const SymbolInfo &Info = Space.info(Symbol);
      if (Info.K == SymbolInfo::Kind::Data && Info.Thread != 0 && Info.Of)
        Of[I].insert(Info.Of);
    }
  }
  llvm::DenseSet<const Term *> Both;
  for (const Term *T : Of[0])
    if (Of[1].count(T))
      Both.insert(T);
  return Both;
}

/// What is written depends on what was there: threads take turns at it.
static bool updatesPlace(const Placed &P) {
  if (!P.Access->Value)
    return true;
  llvm::DenseSet<const Term *> Seen;
  llvm::SmallVector<const Term *, 16> Work{P.Access->Value};
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (!Seen.insert(T).second)
      continue;
    if (T->kind() == TermKind::Load && T->operand(0) == P.Access->Address)
      return true;
    Work.append(T->operands().begin(), T->operands().end());
  }
  return false;
}

std::optional<Race> RaceSearch::decide(const Question &Asked, const Interval &I,
                                       const Placed &A, const Placed &B,
                                       const LaunchExtents &Shape,
                                       std::vector<int64_t> &Witness) {
  Setting &At = settingFor(Shape, Asked.Sharing);
  QuerySpace &Space = At.Space;
  TermArena &Arena = Space.terms();
  ThreadCopy &One = At.copyOf(I, 1), &Other = At.copyOf(I, 2);
  Copied To1 = One.copy(A.Access->Address, A.Step),
         To2 = Other.copy(B.Access->Address, B.Step);
  if (!To1.Root || To1.Root != To2.Root || !isOneObject(To1.Root, Space))
    return std::nullopt;
  Race Found;
  Found.Apart = Asked.Apart;
  Found.Space = spaceOf(To1.Root);
  if (Found.Space == MemorySpace::Constant ||
      (Found.Space == MemorySpace::Shared &&
       Asked.Apart == Race::Between::Blocks))
    return std::nullopt;

  const Term *Distance = Arena.binary(BO_Sub, To1.Value, To2.Value);
  bool Whole = A.Access->Bytes == B.Access->Bytes &&
               isMultipleOf(Distance, A.Access->Bytes);
  const Term *Meet =
      Whole
          ? Arena.binary(BO_EQ, To1.Value, To2.Value)
          : Space.logicalAnd(
                Arena.binary(BO_LT, Distance, Arena.constant(B.Access->Bytes)),
                Arena.binary(BO_LT, Arena.constant(-int64_t(A.Access->Bytes)),
                             Distance));
  std::optional<QuerySpace::Renaming> Equal;
  if (Whole)
    Equal = equalWhere(Space, Distance);
  if (Meet->isConstant(0) || (Equal && onlySameThread(Asked, Space, *Equal)) ||
      storesSame(A, B, One, Other, Space, Equal) ||
      (Asked.Apart == Race::Between::Lanes && A.Access == B.Access &&
       A.Access->Value && comesFromLanes(A.Access->Value, Facts.values())) ||
      readsOwnCopy(A, B, One, Other, I, Facts.paths()))
    return std::nullopt;
  const Term *Reach1 = reach(A, One), *Reach2 = reach(B, Other);
  if (Reach1->isConstant(0) || Reach2->isConstant(0))
    return std::nullopt;
  const Term *Data = Arena.constant(1);
  if (staysSilent(At, A, B, One, Other, Reach1, Reach2, To1, To2, Distance,
                  Found, Data)) {
    ++Result.Effort.Unknown;
    return std::nullopt;
  }

  LastTests = testsOf(Reach1, Reach2, Space);
  if (A.Access == B.Access && A.Access->Access == AccessKind::Write &&
      !LastTests.empty() && !updatesPlace(A)) {
    Choosing.insert(LastTests.begin(), LastTests.end());
    ++Result.Effort.Unknown;
    return std::nullopt;
  }

  Query Q;
  QueryWriter Writer(Q, Space);
  const Term *Required[] = {
      Meet,
      Space.withOtherPitches(Meet),
      Data,
      differ(Asked, At),
      staysInRow(To1.Value, Space),
      staysInRow(To2.Value, Space),
      One.inBounds(A.Access->Address, A.Access->Bytes, A.Step),
      Other.inBounds(B.Access->Address, B.Access->Bytes, B.Step)};
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
  order(Found, I, A, B, laterRound(Found, I, Space, Writer, Decided.Values));
  return Found;
}

/// \p N lies in the loop of \p Head.
static bool isInLoopOf(const Node &Head, const Node &N, const FlowView &View) {
  if (!View.contains(Head) || !View.contains(N) || !View.dominates(Head, N))
    return false;
  llvm::SmallPtrSet<const Node *, 32> Seen{&N};
  llvm::SmallVector<const Node *, 32> Work{&N};
  while (!Work.empty())
    for (ViewNode *Next : View.successors(*Work.pop_back_val())) {
      if (Next->Of == &Head)
        return true;
      if (View.contains(*Next->Of) && View.dominates(Head, *Next->Of) &&
          Seen.insert(Next->Of).second)
        Work.push_back(Next->Of);
    }
  return false;
}

/// Which thread is in a later round of a loop around both accesses in the
/// witness, 0 if neither is.
unsigned RaceSearch::laterRound(const Race &R, const Interval &I,
                                const QuerySpace &Space,
                                const QueryWriter &Writer,
                                llvm::ArrayRef<int64_t> Values) const {
  for (const IntervalStep &Step : I.Steps) {
    if (!Step.isLoopHead() ||
        !isInLoopOf(*Step.At, *R.First.Access->At, Facts.paths()) ||
        !isInLoopOf(*Step.At, *R.Second.Access->At, Facts.paths()))
      continue;
    std::optional<int64_t> Rounds[2];
    for (const auto &[Symbol, Index] : Writer.symbols()) {
      const SymbolInfo &Info = Space.info(Symbol);
      if (Info.K == SymbolInfo::Kind::Rounds && !Info.Of && Info.Thread &&
          Info.Loop == Step.At)
        Rounds[Info.Thread - 1] = Values[Index];
    }
    if (Rounds[0] && Rounds[1] && *Rounds[0] != *Rounds[1])
      return *Rounds[0] > *Rounds[1] ? 1 : 2;
  }
  return 0;
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

/// \p To can follow \p From without another round of a loop that it is in.
static bool leadsOn(const Event &From, const Event &To, const FlowView &View) {
  if (From.At == To.At)
    return &From <= &To;
  llvm::SmallPtrSet<const Node *, 32> Seen{From.At};
  llvm::SmallVector<const Node *, 32> Work{From.At};
  while (!Work.empty()) {
    const Node *N = Work.pop_back_val();
    if (N == To.At)
      return true;
    for (ViewNode *Next : View.successors(*N))
      if (View.contains(*Next->Of) && !Seen.count(Next->Of) &&
          !(View.dominates(*Next->Of, *N) &&
            isInLoopOf(*Next->Of, *To.At, View))) {
        Seen.insert(Next->Of);
        Work.push_back(Next->Of);
      }
  }
  return false;
}

/// Which access comes first, and what it is. \p Later is the thread that is in
/// a later round of a loop, 0 if neither is.
void RaceSearch::order(Race &R, const Interval &I, const Placed &A,
                       const Placed &B, unsigned Later) {
  auto Leads = [&](const Placed &From, const Placed &To, bool Around) {
    if (From.Step == To.Step)
      return From.Access <= To.Access;
    return I.leads(From.Step, To.Step, Around);
  };
  bool Forward = Leads(A, B, false), Backward = Leads(B, A, false);
  if (!Forward && !Backward) {
    Forward = Leads(A, B, true);
    Backward = Leads(B, A, true);
  }
  if (Later ? Later == 1 : !Forward && Backward)
    std::swap(R.First, R.Second);
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  bool FirstWrites = First.Access != AccessKind::Read,
       SecondWrites = Second.Access != AccessKind::Read;
  R.K = FirstWrites && SecondWrites ? Race::Kind::WriteAfterWrite
        : FirstWrites               ? Race::Kind::ReadAfterWrite
                                    : Race::Kind::WriteAfterRead;
  R.NextRound = Later != 0 || !leadsOn(First, Second, Facts.paths());
}

RaceList findRaces(const KernelFacts &Facts) { return RaceSearch(Facts).run(); }

} // namespace warplint

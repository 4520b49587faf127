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
// From terms to a query
//===----------------------------------------------------------------------===//

namespace {

/// Writes terms of a query space into a query.
class QueryWriter {
public:
  QueryWriter(Query &Q, const QuerySpace &Space) : Q(Q), Space(Space) {}

  void require(const Term *Truth) { Q.require(write(Truth)); }
  /// The same for what only leads to an access: parts that are too large or too
  /// hard to be counted become some number.
  void requireRoughly(const Term *Truth) {
    Roughly = true;
    require(Truth);
    Roughly = false;
  }

  Query::Ref write(const Term *T) {
    auto Found = Done.find(T);
    if (Found != Done.end())
      return Found->second;
    Query::Ref R = make(T);
    // What is too large or too hard to be counted is some number: one that the
    // threads share, or one of a loop that the thread has been through.
    if (Roughly && (!Q.expressions()[R].Min || isHard(T)) &&
        dependsOnNoPlace(T))
      R = Q.symbol("large." + std::to_string(R), -LargeMax, LargeMax);
    Done[T] = R;
    return R;
  }

  /// Symbols written so far, with their index in the query.
  const llvm::MapVector<const Term *, unsigned> &symbols() const {
    return Symbols;
  }

private:
  static constexpr int64_t LargeMax = int64_t(1) << 30;

  static bool isHard(const Term *T) {
    return T->kind() == TermKind::Binary &&
           (T->opcode() == BO_Mul || T->opcode() == BO_Div ||
            T->opcode() == BO_Rem) &&
           !T->operand(0)->isConstant() && !T->operand(1)->isConstant();
  }
  bool dependsOnNoPlace(const Term *T) const {
    llvm::DenseSet<const Term *> Of;
    Space.collect(T, Of);
    return llvm::all_of(Of, [&](const Term *S) {
      return Space.info(S).Thread == 0 ||
             Space.info(S).K == SymbolInfo::Kind::Rounds;
    });
  }
  Query::Ref make(const Term *T);
  Query::Ref makeBinary(const Term *T);

  Query &Q;
  const QuerySpace &Space;
  bool Roughly = false;
  llvm::DenseMap<const Term *, Query::Ref> Done;
  llvm::MapVector<const Term *, unsigned> Symbols;
};

} // namespace

Query::Ref QueryWriter::makeBinary(const Term *T) {
  Query::Ref L = write(T->operand(0)), R = write(T->operand(1));
  auto Make = [&](Operator Op) { return Q.make(Op, {L, R}); };
  switch (T->opcode()) {
  case BO_Add:
    return Make(Operator::Add);
  case BO_Sub:
    return Q.make(Operator::Add,
                  {L, Q.make(Operator::Multiply, {R, Q.constant(-1)})});
  case BO_Mul:
    return Make(Operator::Multiply);
  case BO_Div:
    return Make(Operator::Divide);
  case BO_Rem:
    return Make(Operator::Remainder);
  case BO_Shl:
    return Make(Operator::ShiftLeft);
  case BO_Shr:
    return Make(Operator::ShiftRight);
  case BO_And:
    return Make(Operator::BitAnd);
  case BO_Or:
    return Make(Operator::BitOr);
  case BO_Xor:
    return Make(Operator::BitXor);
  case BO_LT:
    return Make(Operator::Less);
  case BO_GT:
    return Q.make(Operator::Less, {R, L});
  case BO_LE:
    return Make(Operator::LessEqual);
  case BO_GE:
    return Q.make(Operator::LessEqual, {R, L});
  case BO_EQ:
    return Make(Operator::Equal);
  case BO_NE:
    return Q.make(Operator::Not, {Make(Operator::Equal)});
  case BO_LAnd:
    return Make(Operator::And);
  case BO_LOr:
    return Make(Operator::Or);
  default:
    llvm_unreachable("no operation of integer terms");
  }
}

Query::Ref QueryWriter::make(const Term *T) {
  switch (T->kind()) {
  case TermKind::Constant:
    return Q.constant(T->value());
  case TermKind::Symbol: {
    TermArena::Range Bounds = Space.terms().rangeOf(T);
    if (*Bounds.Min == *Bounds.Max)
      return Q.constant(*Bounds.Min);
    Symbols.insert({T, unsigned(Q.symbols().size())});
    return Q.symbol(Space.info(T).Name, *Bounds.Min, *Bounds.Max);
  }
  case TermKind::Linear: {
    Query::Ref Sum = Q.constant(T->value());
    for (auto [Part, C] : llvm::zip(T->operands(), T->coefficients()))
      Sum = Q.make(Operator::Add,
                   {Sum, C == 1 ? write(Part)
                                : Q.make(Operator::Multiply,
                                         {write(Part), Q.constant(C)})});
    return Sum;
  }
  case TermKind::Unary:
    if (T->opcode() == UO_LNot)
      return Q.make(Operator::Not, {write(T->operand(0))});
    // ~x is -x - 1.
    return Q.make(
        Operator::Add,
        {Q.make(Operator::Multiply, {write(T->operand(0)), Q.constant(-1)}),
         Q.constant(-1)});
  case TermKind::Select:
    return Q.make(Operator::Choose, {write(T->operand(0)), write(T->operand(1)),
                                     write(T->operand(2))});
  case TermKind::Narrow:
    return Q.truncate(write(T->operand(0)), unsigned(T->value()),
                      T->opcode() != 0);
  default:
    return makeBinary(T);
  }
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
  bool staysSilent(Setting &At, const Term *Reach1, const Term *Reach2,
                   const Event &A, const Event &B, const Copied &To1,
                   const Copied &To2, const Term *Distance, Race &Result,
                   const Term *&Data);
  const Term *differ(const Question &Asked, Setting &At);
  bool onlySameThread(const Question &Asked, Setting &At, const Term *Distance);
  void describe(RaceSide &Side, const Placed &Of, ThreadCopy &Copy,
                unsigned Thread, Setting &At, QueryWriter &Writer, Query &Q);
  void order(Race &R, const Interval &I, const Placed &A, const Placed &B);
  Setting &settingFor(const LaunchExtents &Shape, Scope Sharing);
  const Term *reach(const Placed &P, ThreadCopy &Copy) {
    return Copy.reach(P.Step, P.Access->Under);
  }
  void chooseShapes();
  bool fits(const LaunchExtents &Shape);

  const KernelFacts &Facts;
  ParameterRoles Roles;
  std::vector<LaunchExtents> Shapes;
  std::map<std::tuple<std::array<uint32_t, 3>, std::array<uint32_t, 3>, Scope>,
           std::unique_ptr<Setting>>
      Settings;
  std::map<Scope, std::vector<Interval>> Intervals;
  std::set<std::pair<const Stmt *, const Stmt *>> Reported;
  Solver Decider;
  RaceList Result;
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
  Result.Effort.Queries = Decider.queries();
  Result.Effort.Unknown += Decider.unknown();
  Result.Effort.Milliseconds = Decider.milliseconds();
  return std::move(Result);
}

/// Shapes of several warps, all that fit; if there are none, the largest of
/// those that fit into one.
void RaceSearch::chooseShapes() {
  auto IsOneWarp = [](const LaunchExtents &Shape) {
    return Shape.blockSize() <= uint64_t(LanesPerWarp);
  };
  std::vector<LaunchExtents> Small;
  for (const LaunchExtents &Shape : launchShapes(Facts)) {
    if (IsOneWarp(Shape))
      Small.push_back(Shape);
    else if (fits(Shape))
      Shapes.push_back(Shape);
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
            Access.Under || dependsOnParameter(Access.Address) ||
            !Copy.reach(Step)->isConstant(1))
          continue;
        const Term *Inside = Copy.inBounds(Access.Address, Access.Bytes, Step);
        // Not always inside, and nothing but the thread's place decides.
        if (Inside->isConstant(1))
          continue;
        llvm::DenseSet<const Term *> Symbols;
        At.Space.collect(Inside, Symbols);
        if (llvm::all_of(Symbols, [&](const Term *Symbol) {
              return At.Space.info(Symbol).K == SymbolInfo::Kind::Place &&
                     At.Space.info(Symbol).Thread != 0;
            }))
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
    if (!Shown)
      return;
    if (!Found)
      Found = std::move(Shown);
  }
  Reported.insert(Sites);
  Reported.insert({Sites.second, Sites.first});
  Result.Found.push_back(std::move(*Found));
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

/// \p Distance is 0 only for threads that are not as far apart as the question
/// wants: it is made of differences of the threads' own symbols, each weighed
/// more than all smaller ones together.
bool RaceSearch::onlySameThread(const Question &Asked, Setting &At,
                                const Term *Distance) {
  QuerySpace &Space = At.Space;
  if (Distance->kind() != TermKind::Linear || Distance->value() != 0)
    return false;
  struct Difference {
    int64_t Weight, Extent;
  };
  llvm::SmallVector<Difference, 8> Parts;
  llvm::DenseSet<const Term *> Covered;
  for (unsigned I = 0; I < Distance->operands().size(); ++I) {
    const Term *Own = Distance->operand(I);
    if (Own->kind() != TermKind::Symbol)
      return false;
    const SymbolInfo &Info = Space.info(Own);
    if (Info.Thread == 0)
      return false;
    if (Info.Thread != 1)
      continue;
    // The other thread's symbol of the same meaning.
    bool Paired = false;
    for (unsigned J = 0; J < Distance->operands().size(); ++J) {
      const Term *Other = Distance->operand(J);
      if (Other->kind() != TermKind::Symbol)
        return false;
      const SymbolInfo &OtherInfo = Space.info(Other);
      if (OtherInfo.Thread == 2 && OtherInfo.K == Info.K &&
          OtherInfo.Of == Info.Of && OtherInfo.Loop == Info.Loop &&
          OtherInfo.Meaning == Info.Meaning &&
          Distance->coefficients()[J] == -Distance->coefficients()[I]) {
        Paired = true;
        break;
      }
    }
    if (!Paired)
      return false;
    TermArena::Range R = Space.terms().rangeOf(Own);
    Parts.push_back({std::abs(Distance->coefficients()[I]), *R.Max - *R.Min});
    Covered.insert(Own);
  }
  if (Parts.size() * 2 != Distance->operands().size())
    return false;
  llvm::sort(Parts, [](const Difference &L, const Difference &R) {
    return L.Weight < R.Weight;
  });
  int64_t Below = 0;
  for (const Difference &D : Parts) {
    if (D.Weight <= Below)
      return false;
    Below += D.Weight * D.Extent;
  }
  // All symbols of the place that is to differ must be among them.
  llvm::DenseSet<const Term *> Place;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Space.collect(Asked.Apart == Race::Between::Blocks
                      ? Space.blockIndex(1, Axis)
                      : Space.threadIndex(1, Axis),
                  Place);
  return llvm::all_of(Place,
                      [&](const Term *T) { return Covered.count(T) != 0; });
}

//===----------------------------------------------------------------------===//
// Silence
//===----------------------------------------------------------------------===//

/// The question cannot be decided from what is known. \p Data becomes what is
/// assumed of indices that are read from memory.
bool RaceSearch::staysSilent(Setting &At, const Term *Reach1,
                             const Term *Reach2, const Event &A, const Event &B,
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
  bool One = Elected(Reach1), Other = Elected(Reach2);
  // Through global memory the elected thread may have been waited for.
  if (Result.Space == MemorySpace::Shared ? One && Other : One || Other)
    return true;
  llvm::DenseSet<const Term *> In1, In2, Left;
  Space.collect(To1.Value, In1);
  Space.collect(To2.Value, In2);
  Space.collect(Distance, Left);
  bool Of1 = false, Of2 = false;
  for (const Term *Symbol : Left) {
    auto Kind = Space.info(Symbol).K;
    if (Kind == SymbolInfo::Kind::Elected)
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
  // What is updated atomically is shared with others, and its first element is
  // as likely as any.
  if ((Of1 ? A : B).Access == AccessKind::Atomic) {
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

/// Both threads store the same: whoever is last makes no difference.
static bool storesSame(const Placed &A, const Placed &B, ThreadCopy &One,
                       ThreadCopy &Other) {
  auto Stores = [](const Event &E) {
    return E.Value &&
           (E.Access == AccessKind::Write ||
            (E.Access == AccessKind::Atomic && E.Op && E.Op->Entry->Replaces));
  };
  if (!Stores(*A.Access) || !Stores(*B.Access))
    return false;
  return One.copy(A.Access->Value, A.Step) ==
         Other.copy(B.Access->Value, B.Step);
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
                         ThreadCopy &Other, const FlowView &View) {
  const Placed &Write = A.Access->Access == AccessKind::Write ? A : B,
               &Read = &Write == &A ? B : A;
  if (Write.Access->Access != AccessKind::Write ||
      Read.Access->Access != AccessKind::Read || !Write.Access->Value)
    return false;
  bool Before = Write.Access->At == Read.Access->At
                    ? Write.Access < Read.Access
                    : View.dominates(*Write.Access->At, *Read.Access->At);
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
  if (Meet->isConstant(0) || (Whole && onlySameThread(Asked, At, Distance)) ||
      storesSame(A, B, One, Other) ||
      (Asked.Apart == Race::Between::Lanes && A.Access == B.Access &&
       A.Access->Value && comesFromLanes(A.Access->Value, Facts.values())) ||
      readsOwnCopy(A, B, One, Other, Facts.paths()))
    return std::nullopt;
  const Term *Reach1 = reach(A, One), *Reach2 = reach(B, Other);
  if (Reach1->isConstant(0) || Reach2->isConstant(0))
    return std::nullopt;
  const Term *Data = Arena.constant(1);
  if (staysSilent(At, Reach1, Reach2, *A.Access, *B.Access, To1, To2, Distance,
                  Found, Data)) {
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
  order(Found, I, A, B);
  return Found;
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
    const Term *Place = T->operand(0);
    Copied Value = Copy.copy(T, Of.Step);
    if (Place->kind() == TermKind::Local && !Value.Root && Place->decl() &&
        !Place->decl()->getName().empty())
      Side.Variables.push_back({Place->decl(), Writer.write(Value.Value)});
  }
}

/// Which access comes first, and what it is.
void RaceSearch::order(Race &R, const Interval &I, const Placed &A,
                       const Placed &B) {
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
  if (!Forward && Backward)
    std::swap(R.First, R.Second);
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  bool FirstWrites = First.Access != AccessKind::Read,
       SecondWrites = Second.Access != AccessKind::Read;
  R.K = FirstWrites && SecondWrites ? Race::Kind::WriteAfterWrite
        : FirstWrites               ? Race::Kind::ReadAfterWrite
                                    : Race::Kind::WriteAfterRead;
  // Around a loop the second access stands before the first.
  const FlowView &View = Facts.paths();
  R.NextRound = First.At == Second.At ? &Second < &First
                                      : View.dominates(*Second.At, *First.At);
}

RaceList findRaces(const KernelFacts &Facts) { return RaceSearch(Facts).run(); }

} // namespace warplint

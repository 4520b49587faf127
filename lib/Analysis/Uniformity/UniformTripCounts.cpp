//===--- UniformTripCounts.cpp - Loops with uniform trip counts -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/Launches.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Support/Checked.h"
#include "Target/Warp.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

namespace {

/// A product: a number times terms that are not taken apart.
struct Product {
  int64_t Number = 1;
  llvm::SmallVector<const Term *, 4> Factors;
};

} // namespace

/// \p Times times \p T.
static Product productOf(const Term *T, int64_t Times = 1) {
  Product Result{Times, {}};
  llvm::SmallVector<const Term *, 4> Work{T};
  while (!Work.empty()) {
    const Term *Now = Work.pop_back_val();
    const auto *Op = dyn_cast<BinaryTerm>(Now);
    const auto *Sum = dyn_cast<LinearTerm>(Now);
    int64_t Number = 1;
    if (const auto *C = dyn_cast<ConstantTerm>(Now))
      Number = C->value();
    else if (Sum && Sum->constant() == 0 && Sum->operands().size() == 1)
      Number = Sum->coefficients()[0];
    base::Checked Whole = base::Checked(Result.Number) * Number;
    if (!Whole || (Number == 1 && !(Op && Op->opcode() == BO_Mul))) {
      if (!Now->isConstant(1))
        Result.Factors.push_back(Now);
      continue;
    }
    Result.Number = *Whole;
    if (!Now->isConstant())
      Work.append(Now->operands().begin(), Now->operands().end());
  }
  return Result;
}

/// \p Of and something else multiply to \p Whole.
static bool divides(Product Of, Product Whole) {
  for (const Term *Factor : Of.Factors) {
    auto *Found = llvm::find(Whole.Factors, Factor);
    if (Found == Whole.Factors.end())
      return false;
    Whole.Factors.erase(Found);
  }
  return Of.Number != 0 && base::isMultipleOf(Whole.Number, Of.Number);
}

/// The c of a sum that is x - x % c; null if it is another.
static const Term *roundedDownBy(const LinearTerm &Sum) {
  for (auto [Place, Part] : llvm::enumerate(Sum.operands())) {
    const auto *Rest = dyn_cast<BinaryTerm>(Part);
    if (!Rest || Rest->opcode() != BO_Rem || Sum.coefficients()[Place] != -1)
      continue;
    llvm::SmallVector<std::pair<const Term *, int64_t>, 4> Others, Whole;
    for (auto [I, Other] : llvm::enumerate(Sum.operands()))
      if (I != Place)
        Others.push_back({Other, Sum.coefficients()[I]});
    const auto *Of = dyn_cast<LinearTerm>(Rest->lhs());
    if (Of)
      for (auto [Other, C] : llvm::zip(Of->operands(), Of->coefficients()))
        Whole.push_back({Other, C});
    else
      Whole.push_back({Rest->lhs(), 1});
    if (Sum.constant() == (Of ? Of->constant() : 0) &&
        std::is_permutation(Others.begin(), Others.end(), Whole.begin(),
                            Whole.end()))
      return Rest->rhs();
  }
  return nullptr;
}

/// \p T is a whole multiple of \p Of, for all values of what both are made of.
/// If \p Taken, a constant number of whole warps counts as a multiple of a
/// block size that is not known: tiles and blocks are sized for each other.
static bool isMultiple(const Term *T, const Term *Of, bool Taken) {
  Product Wanted = productOf(Of), Warps{LanesPerWarp, {}};
  Taken &= Of->isIdentity(IdentityKind::BlockDim) ||
           Of->isIdentity(IdentityKind::BlockSize);
  auto IsWhole = [&](const Product &P) {
    return divides(Wanted, P) || (Taken && divides(Warps, P));
  };
  using Parts = TermFold<bool>::Parts;
  auto Step = [&](const Term *Now, Parts &Is) -> std::optional<bool> {
    if (Now->isConstant(0) || IsWhole(productOf(Now)))
      return true;
    // A power of two that the type holds divides what is cut off, too.
    if (const auto *Narrow = dyn_cast<NarrowTerm>(Now)) {
      bool IsPower =
          Wanted.Factors.empty() && llvm::isPowerOf2_64(Wanted.Number);
      return IsPower && llvm::Log2_64(Wanted.Number) < Narrow->bits()
                 ? Is.of(Narrow->of())
                 : std::optional(false);
    }
    if (const auto *Op = dyn_cast<BinaryTerm>(Now)) {
      // x & ~(c - 1) is x rounded down to a multiple of the power of two c.
      const auto *Mask = dyn_cast<ConstantTerm>(Op->rhs());
      if (Op->opcode() == BO_And && Mask)
        return IsWhole({base::lowestBit(Mask->value()), {}});
      if (Op->opcode() != BO_Mul)
        return false;
      std::optional<bool> L = Is.of(Op->lhs());
      return !L || *L ? L : Is.of(Op->rhs());
    }
    const auto *Sum = dyn_cast<LinearTerm>(Now);
    // x - x % c is x rounded down to a multiple of c.
    if (const Term *By = Sum ? roundedDownBy(*Sum) : nullptr)
      return IsWhole(productOf(By));
    if (!Sum || (Sum->constant() != 0 && !IsWhole({Sum->constant(), {}})))
      return false;
    for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients())) {
      if (IsWhole(productOf(Part, C)))
        continue;
      std::optional<bool> Whole = Is.of(Part);
      if (!Whole || !*Whole)
        return Whole;
    }
    return true;
  };
  return TermFold<bool>().run(T, Step);
}

/// \p Branch stands in the loop of \p Counter and decides whether it goes on. A
/// branch behind the loop sees how far each thread came.
bool Uniformity::decidesOverIterations(const Node &Branch,
                                       const Induction &Counter) const {
  const Node *Head = &Counter.head();
  return &Branch == Counter.Latch ||
         View.successorTo(Branch, *Counter.Latch,
                          &Branch == Head ? nullptr : Head)
             .has_value();
}

/// \p T in the last thread of the last block: what it is at most, if it is a
/// sum of indices, each alone or times what is not negative. Otherwise \p T.
static const Term *inLastThread(const Term *T, TermArena &Arena) {
  auto LastOf = [&](const Term *Part) -> const Term * {
    const auto *Index = dyn_cast<IdentityTerm>(Part);
    bool IsThread = Index && Index->identity() == IdentityKind::ThreadIdx;
    if (!Index || !(IsThread || Index->identity() == IdentityKind::BlockIdx))
      return nullptr;
    Identity Extent{IsThread ? IdentityKind::BlockDim : IdentityKind::GridDim,
                    uint8_t(Index->axis()),
                    0,
                    Scope::Grid,
                    {}};
    return Arena.binary(BO_Sub, Arena.identity(Extent), Arena.constant(1));
  };
  auto Greatest = [&](const Term *Part) -> const Term * {
    if (const Term *Last = LastOf(Part))
      return Last;
    const auto *Op = dyn_cast<BinaryTerm>(Part);
    if (!Op || Op->opcode() != BO_Mul)
      return nullptr;
    for (auto [Index, Times] :
         {std::pair(Op->lhs(), Op->rhs()), std::pair(Op->rhs(), Op->lhs())}) {
      const Term *Last = LastOf(Index);
      TermArena::Range Factor = Arena.rangeOf(Times);
      const auto *Less = dyn_cast_or_null<LinearTerm>(Last);
      if (Less && Factor.Min && *Factor.Min >= 0)
        return Arena.binary(
            BO_Sub, Arena.binary(BO_Mul, Less->operand(0), Times), Times);
    }
    return nullptr;
  };
  const auto *Sum = dyn_cast<LinearTerm>(T);
  if (!Sum) {
    const Term *Most = Greatest(T);
    return Most ? Most : T;
  }
  const Term *Result = Arena.constant(Sum->constant());
  for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients())) {
    const Term *Most = C > 0 ? Greatest(Part) : nullptr;
    Result = Arena.binary(
        BO_Add, Result,
        Arena.binary(BO_Mul, Most ? Most : Part, Arena.constant(C)));
  }
  return Result;
}

/// \p T is some index from 0 to below \p Size, in each thread its own.
static bool isIndexBelow(const Term *T, const Term *Size, TermArena &Arena) {
  auto IsBelow = [&](const Term *Index) {
    auto Most = Arena.rangeOf(Arena.binary(BO_Sub, Index, Size)).Max;
    return Most && *Most < 0;
  };
  auto Least = Arena.rangeOf(T).Min;
  return Least && *Least >= 0 &&
         (IsBelow(T) || IsBelow(inLastThread(T, Arena)));
}

/// \p T is a thread's own index below \p Of and a multiple of \p Of on which
/// the block agrees: the quotient is then the same in all its threads, as is
/// that of `threadIdx.x + iteration * blockDim.x` by blockDim.x.
bool Uniformity::isSameQuotient(const Term *T, const Term *Of) const {
  const Term *Own = nullptr;
  auto IsWhole = [&](const Term *Part) {
    return isUniform(Part, Scope::Block) &&
           isMultiple(Part, Of, /*Taken=*/false);
  };
  llvm::SmallVector<const Term *, 4> Work{T};
  while (!Work.empty()) {
    const Term *Now = Work.pop_back_val();
    if (const auto *Sum = dyn_cast<LinearTerm>(Now)) {
      if (Sum->constant() && !IsWhole(Arena.constant(Sum->constant())))
        return false;
      for (auto [Op, C] : llvm::zip(Sum->operands(), Sum->coefficients()))
        if (C == 1)
          Work.push_back(Op);
        else if (!IsWhole(Arena.binary(BO_Mul, Op, Arena.constant(C))))
          return false;
    } else if (isa<IdentityTerm>(Now) && !Own && isIndexBelow(Now, Of, Arena)) {
      Own = Now;
    } else if (!IsWhole(Now)) {
      const Induction *Counter = Values.inductions().find(Now);
      if (!Counter || Counter->K != Induction::Kind::Added ||
          ComeTogether.lookup(Now) < Scope::Block || !IsWhole(Counter->Step))
        return false;
      Work.push_back(Counter->First);
    }
  }
  return true;
}

/// What of \p T differs between threads of a block.
const Term *Uniformity::ownPart(const Term *T) const {
  const auto *Sum = dyn_cast<LinearTerm>(T);
  if (!Sum)
    return T;
  const Term *Own = Arena.constant(0);
  for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients()))
    if (!isUniform(Part, Scope::Block))
      Own = Arena.binary(BO_Add, Own,
                         Arena.binary(BO_Mul, Part, Arena.constant(C)));
  return Own;
}

/// \p T with the first values of the loop variables that are summands of it.
static const Term *atFirst(const Term *T, const Inductions &Loops,
                           TermArena &Arena) {
  auto First = [&](const Term *Part) {
    const Induction *Counter = isa<PhiTerm>(Part) ? Loops.find(Part) : nullptr;
    return Counter && Counter->K == Induction::Kind::Added ? Counter->First
                                                           : Part;
  };
  const auto *Sum = dyn_cast<LinearTerm>(T);
  if (!Sum)
    return First(T);
  const Term *Result = Arena.constant(Sum->constant());
  for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients()))
    Result = Arena.binary(BO_Add, Result,
                          Arena.binary(BO_Mul, First(Part), Arena.constant(C)));
  return Result;
}

/// Whether \p T compares an index with a block-uniform bound, and both are
/// aligned to the block size (`i < 256 * k` in blocks of 256 threads), so that
/// all threads of the block are on one side of the bound.
bool Uniformity::isSameSide(const BinaryTerm &T) const {
  if (T.opcode() != BO_LT && T.opcode() != BO_LE)
    return false;
  bool IsBelow = T.opcode() == BO_LT;
  const Term *Index = IsBelow ? T.lhs() : T.rhs(),
             *Bound = IsBelow ? T.rhs() : T.lhs();
  if (!isUniform(Bound, Scope::Block))
    return false;
  const Term *Own = ownPart(atFirst(Index, Values.inductions(), Arena)),
             *Size = Arena.binary(BO_Add, inLastThread(Own, Arena),
                                  Arena.constant(1));
  return isMultiple(Bound, Size, /*Taken=*/false) &&
         isSameQuotient(Index, Size);
}

/// Whether \p T compares a thread's rank, or a loop variable that begins at the
/// rank and steps by multiples of the warp size, with a warp-uniform multiple
/// of the warp size: `i < n / 32 * 32`.
bool Uniformity::isSameSideForWarp(const BinaryTerm &T) const {
  if (T.opcode() != BO_LT && T.opcode() != BO_LE)
    return false;
  bool IsBelow = T.opcode() == BO_LT;
  const Term *Rank = IsBelow ? T.lhs() : T.rhs(),
             *Bound = IsBelow ? T.rhs() : T.lhs();
  if (!isUniform(Bound, Scope::Warp) ||
      !isMultiple(Bound, Arena.constant(LanesPerWarp), /*Taken=*/false))
    return false;
  auto Offset = rankOffset(Rank);
  return Offset && *Offset % LanesPerWarp == 0;
}

/// All threads have one trip count if they have the same distance to the limit
/// and the same step. They also have if each starts at its own index below the
/// step, from a common base whose distance to the limit is a multiple of the
/// step; or at an index below a number that divides both the step and that
/// distance.
bool Uniformity::hasUniformTripCount(const InductionBound &Bound,
                                     LaunchSpecialization *In) const {
  auto Specialized = [&](const Term *T) { return In ? In->of(T) : T; };
  const Term *Room = Specialized(Bound.Room),
             *Step = Specialized(Bound.Of->Step);
  if (!isUniform(Step, Scope::Block))
    return false;
  if (isUniform(Room, Scope::Block))
    return true;
  if (!Bound.IsOrdered || !Bound.IsBelow)
    return false;
  const Term *First = Specialized(Bound.Of->First);
  for (const Term *Own : {ownPart(First), First}) {
    const Term *Distance = Arena.binary(BO_Add, Room, Own);
    if (!isUniform(Distance, Scope::Block))
      continue;
    if (isIndexBelow(Own, Step, Arena) &&
        (isMultiple(Distance, Step, /*Taken=*/false) ||
         (isMultiple(Distance, Step, /*Taken=*/true) &&
          Arena.assumptions().assume(Assumption::WholeTrips))))
      return true;
    const Term *Size =
        Arena.binary(BO_Add, inLastThread(Own, Arena), Arena.constant(1));
    if (isUniform(Size, Scope::Block) &&
        isMultiple(Distance, Size, /*Taken=*/false) &&
        isMultiple(Step, Size, /*Taken=*/false) &&
        isIndexBelow(Own, Size, Arena))
      return true;
  }
  return false;
}

/// What the pointers \p L and \p R begin at, if that is one place, and how many
/// elements past it they are; nothing if they count in different elements.
static std::optional<std::pair<const Term *, const Term *>>
pastOnePlace(const Term *L, const Term *R, TermArena &Arena) {
  const auto *Left = dyn_cast<ElementTerm>(L),
             *Right = dyn_cast<ElementTerm>(R);
  const Term *Zero = Arena.constant(0);
  if ((Left ? Left->base() : L) != (Right ? Right->base() : R) ||
      (Left && Right && Left->elementSize() != Right->elementSize()))
    return std::nullopt;
  return std::pair(Left ? Left->index() : Zero, Right ? Right->index() : Zero);
}

/// The bound that \p Condition sets to a pointer by another one, both counted
/// in elements past one place; \p Walking becomes the pointer so counted.
static std::optional<InductionBound> boundByPointer(const Term *Condition,
                                                    const Inductions &All,
                                                    TermArena &Arena,
                                                    Induction &Walking) {
  const auto *Test = dyn_cast<BinaryTerm>(Condition);
  if (!Test || !Test->isComparison())
    return std::nullopt;
  for (bool IsBelow : {true, false}) {
    const Term *Side = IsBelow ? Test->lhs() : Test->rhs(),
               *End = IsBelow ? Test->rhs() : Test->lhs();
    const auto *Ahead = dyn_cast<ElementTerm>(Side);
    const Term *Pointer = Ahead ? Ahead->base() : Side;
    const Induction *Found =
        isa<PhiTerm>(Pointer) ? All.find(Pointer) : nullptr;
    const auto *Next = Found ? dyn_cast<ElementTerm>(Found->Next) : nullptr;
    if (!Next || Next->base() != Pointer)
      continue;
    int64_t Size = Next->elementSize();
    auto Counts = [Size](const Term *T) {
      const auto *Part = dyn_cast<ElementTerm>(T);
      return !Part || Part->elementSize() == Size;
    };
    auto Path = pastOnePlace(Found->First, End, Arena);
    if (!Path || !Counts(Side) || !Counts(Found->First) || !Counts(End) ||
        mentions(Next->index(), Pointer) || mentions(End, Pointer))
      continue;
    Walking = *Found;
    Walking.K = Induction::Kind::Added;
    Walking.First = Path->first;
    Walking.Step = Next->index();
    const Term *At =
        Ahead ? Arena.binary(BO_Add, Path->first, Ahead->index()) : Path->first;
    const Term *Room = Arena.binary(BO_Sub, Path->second, At);
    if (!IsBelow)
      Room = Arena.unary(UO_Minus, Room);
    if (Test->opcode() == BO_LE)
      Room = Arena.binary(BO_Add, Room, Arena.constant(1));
    bool IsOrdered = Test->opcode() != BO_EQ && Test->opcode() != BO_NE;
    return InductionBound{&Walking, Room, IsOrdered, IsBelow};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What the host passes
//===----------------------------------------------------------------------===//

llvm::ArrayRef<Uniformity::KnownLaunch> Uniformity::launches() const {
  if (LaunchesAreKnown)
    return Launches;
  LaunchesAreKnown = true;
  for (const launches::KernelLaunch &Launch : Code.launchesOf(P.root())) {
    bool IsReported = !Launch.Facts.empty() && Launch.hasAllFacts();
    for (const launches::LaunchConstraint &Said : Launch.Facts) {
      IsReported &= !Said.isEmpty() || Launch.Extents.blockSize();
      if (IsReported)
        Launches.push_back(
            {&Launch, std::make_unique<LaunchSpecialization>(
                          Launch.Extents, Said, P.root(), Arena)});
    }
    if (!IsReported ||
        !Arena.limits().allows(BudgetId::UniformLaunches, Launches.size())) {
      Launches.clear();
      break;
    }
  }
  return Launches;
}

/// The scope of \p Branch, at most a block, by every launch.
Scope Uniformity::scopeInLaunches(const Node &Branch,
                                  const InductionBound *Bound) const {
  if (launches().empty())
    return Scope::Thread;
  Scope Result = Scope::Block;
  for (const KnownLaunch &Each : launches()) {
    Result = std::min(Result, scopeIn(*Each.Terms, Branch, Bound));
    if (Result == Scope::Thread)
      break;
  }
  return Result;
}

/// The same in one launch.
Scope Uniformity::scopeIn(LaunchSpecialization &Launch, const Node &Branch,
                          const InductionBound *Bound) const {
  Scope Result = of(Launch.of(Branch.Branch));
  if (Result < Scope::Block && Bound && hasUniformTripCount(*Bound, &Launch))
    Result = Scope::Block;
  return Result >= Scope::Block
             ? Result
             : std::max(Result, of(Launch.ofThreads(Branch.Branch)));
}

const launches::KernelLaunch *Uniformity::divergentLaunch(const Node &Branch,
                                                          Scope S) const {
  Induction Walking;
  auto Bound = boundOf(Branch);
  if (!Bound)
    Bound = boundByPointer(Branch.Branch, Values.inductions(), Arena, Walking);
  if (Bound && !decidesOverIterations(Branch, *Bound->Of))
    Bound.reset();
  for (const KnownLaunch &Each : launches())
    if (scopeIn(*Each.Terms, Branch, Bound ? &*Bound : nullptr) < S)
      return Each.Launch;
  return nullptr;
}

/// The counter that \p Branch tests to leave its loop; nothing if it is none.
std::optional<InductionBound> Uniformity::boundOf(const Node &Branch) const {
  return Values.inductions().boundBy(Branch.Branch);
}

Scope Uniformity::ofBranch(const Node &Branch) const {
  if (!Branch.Branch)
    return Scope::System;
  Scope Result = of(Branch.Branch);
  if (Result >= Scope::Block)
    return Result;
  Induction Walking;
  auto Bound = boundOf(Branch);
  if (!Bound)
    Bound = boundByPointer(Branch.Branch, Values.inductions(), Arena, Walking);
  if (Bound && !decidesOverIterations(Branch, *Bound->Of))
    Bound.reset();
  if (Bound && hasUniformTripCount(*Bound, nullptr))
    return Scope::Block;
  return std::max(Result, scopeInLaunches(Branch, Bound ? &*Bound : nullptr));
}

} // namespace warplint

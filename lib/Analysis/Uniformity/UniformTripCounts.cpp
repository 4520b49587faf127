//===--- UniformTripCounts.cpp - Loops with uniform trip counts -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "Support/Checked.h"
#include "Target/Warp.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace clang;

namespace warplint {

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
  return replaceSummands(T, Arena, [&](const Term *Part, int64_t C) {
    return C > 0 ? Greatest(Part) : nullptr;
  });
}

/// \p T with the first values of the loop variables that are parts of its sum,
/// to which each iteration adds something, and of which \p Counts is true.
static const Term *
atFirst(const Term *T, const Inductions &Loops, TermArena &Arena,
        llvm::function_ref<bool(const Induction &, int64_t Times)> Counts) {
  return replaceSummands(T, Arena, [&](const Term *Part, int64_t C) {
    const Induction *Counter = isa<PhiTerm>(Part) ? Loops.find(Part) : nullptr;
    return Counter && Counter->K == Induction::Kind::Added &&
                   Counts(*Counter, C)
               ? Counter->First
               : nullptr;
  });
}

/// Threads of a block are in one iteration of its loop at a time, and agree on
/// what an iteration adds.
bool Uniformity::countsTogether(const Induction &Counter) const {
  return ReachedTogether.lookup(Counter.Variable).Over >= Scope::Block &&
         isUniform(Counter.Step, Scope::Block);
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

/// \p T is an index below \p Of and multiples of \p Of on which the block
/// agrees: the quotient is then the same in all its threads, as is that of
/// `threadIdx.x + iteration * blockDim.x` by blockDim.x.
bool Uniformity::isSameQuotient(const Term *T, const Term *Of) const {
  for (const Term *Before = nullptr; Before != T;) {
    Before = T;
    T = atFirst(T, Values.inductions(), Arena,
                [&](const Induction &Counter, int64_t C) {
                  return C == 1 && countsTogether(Counter) &&
                         Whole.isMultiple(Counter.Step, Of, /*Taken=*/false);
                });
  }
  auto IsWhole = [&](const Term *Part, int64_t C) {
    return isUniform(Part, Scope::Block) &&
           Whole.isMultiple(Arena.binary(BO_Mul, Part, Arena.constant(C)), Of,
                            /*Taken=*/false);
  };
  const Term *Constant = Arena.constant(Summands(T).Constant),
             *Own = replaceSummands(T, Arena, [&](const Term *Part, int64_t C) {
               return IsWhole(Part, C) ? Arena.constant(0) : nullptr;
             });
  if (IsWhole(Constant, 1))
    Own = Arena.binary(BO_Sub, Own, Constant);
  if (isIndexBelow(Own, Of, Arena))
    return true;
  // `255 - threadIdx.x` is below 256, too.
  auto Size = numberOf(Of);
  if (!Size || *Size <= 0)
    return false;
  int64_t Rest = Summands(Own).Constant % *Size;
  const Term *Near = Arena.binary(
      BO_Add, Arena.binary(BO_Sub, Own, Arena.constant(Summands(Own).Constant)),
      Arena.constant(Rest < 0 ? Rest + *Size : Rest));
  TermArena::Range Bounds = Evolution.rangeOf(Near);
  return Bounds.isNonNegative() && Bounds.Max && *Bounds.Max < *Size;
}

/// A number that \p T is a multiple of, whatever its parts are.
static int64_t divisorOf(const Term *T) {
  Summands Of(T);
  int64_t Common = Of.Constant;
  for (auto [Part, C] : Of.Parts)
    Common = std::gcd(Common, C);
  return Common;
}

/// Whether the block agrees on what \p T is in the first iteration, and on what
/// the loop variables in it have been moved by since.
bool Uniformity::isSameFromFirst(const LinearTerm &T) const {
  bool IsSame = true;
  const Term *First = atFirst(&T, Values.inductions(), Arena,
                              [&](const Induction &Counter, int64_t) {
                                return IsSame &= countsTogether(Counter);
                              });
  return IsSame && First != &T && isUniform(First, Scope::Block);
}

/// Where \p T is made of the whole part of a quotient alone, whether the block
/// agrees on it: `x / c`, `x >> k`, `x & -c`, `x | c - 1`, `x - x % c`.
bool Uniformity::isOfSameQuotient(const Term *T) const {
  if (isa<LinearTerm>(T)) {
    for (auto [Part, C] : Summands(T).Parts) {
      const auto *Rest = dyn_cast<BinaryTerm>(Part);
      if (C == -1 && Rest && Rest->opcode() == BO_Rem &&
          Arena.binary(BO_Add, T, Rest) == Rest->lhs())
        return isUniform(Rest->rhs(), Scope::Block) &&
               isSameQuotient(Rest->lhs(), Rest->rhs());
    }
    return false;
  }
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (!Op)
    return false;
  if (Op->opcode() == BO_Div)
    // Who agrees on `x / d` agrees on `x / (k * d)`.
    return isUniform(Op->rhs(), Scope::Block) &&
           (isSameQuotient(Op->lhs(), Op->rhs()) ||
            isSameQuotient(Op->lhs(), Arena.constant(divisorOf(Op->rhs()))));
  auto Left = numberOf(Op->lhs()), Right = numberOf(Op->rhs());
  if (Op->opcode() == BO_Shr)
    return Right && *Right > 0 && *Right < 40 &&
           isSameQuotient(Op->lhs(), Arena.constant(int64_t(1) << *Right));
  if ((Op->opcode() != BO_And && Op->opcode() != BO_Or) || (!Left && !Right))
    return false;
  // A mask of 32 bits keeps the high ones as well.
  int64_t Mask = Right ? *Right : *Left;
  if (Op->opcode() == BO_Or)
    Mask = ~Mask;
  if (Mask > INT32_MAX && Mask <= UINT32_MAX)
    Mask = int32_t(uint32_t(Mask));
  base::Checked Size = -base::Checked(Mask);
  return Mask < 0 && Size && llvm::isPowerOf2_64(uint64_t(*Size)) &&
         isSameQuotient(Right ? Op->lhs() : Op->rhs(), Arena.constant(*Size));
}

/// The widest scope whose threads agree on whether \p T is negative. That of a
/// bit operation is the same operation on those of its operands.
Scope Uniformity::scopeOfSign(const Term *T, unsigned Depth) const {
  Scope Result = of(T);
  if (Result >= Scope::Block ||
      !Arena.limits().allows(BudgetId::JoinDepth, ++Depth))
    return Result;
  TermArena::Range Bounds = Evolution.rangeOf(T);
  if (Bounds.isNonNegative() || (Bounds.Max && *Bounds.Max < 0))
    return Scope::System;
  Scope OfParts = Scope::System;
  if (isa<PhiTerm>(T)) {
    OfParts = ReachedTogether.lookup(T).Over;
    for (const Incoming &I : Values.incoming(T))
      if (I.Reaching.Value != T && OfParts > Result)
        OfParts = std::min(OfParts, scopeOfSign(I.Reaching.Value, Depth));
  } else if (const auto *Op = dyn_cast<BinaryTerm>(T);
             Op && BinaryOperator::isBitwiseOp(Op->opcode())) {
    OfParts =
        std::min(scopeOfSign(Op->lhs(), Depth), scopeOfSign(Op->rhs(), Depth));
  } else {
    return Result;
  }
  return std::max(Result, OfParts);
}

/// scopeOfSign() of the number of which \p T says whether it is negative; the
/// thread if it does not.
Scope Uniformity::scopeOfSignTest(const BinaryTerm &T) const {
  const Term *L = T.lhs(), *R = T.rhs();
  if (T.opcode() == BO_LT && (R->isConstant(0) || L->isConstant(-1)))
    return scopeOfSign(R->isConstant(0) ? L : R, 0);
  if (T.opcode() == BO_LE && (R->isConstant(-1) || L->isConstant(0)))
    return scopeOfSign(R->isConstant(-1) ? L : R, 0);
  return Scope::Thread;
}

/// What of \p T differs between threads of a block.
const Term *Uniformity::ownPart(const Term *T) const {
  const Term *Own = replaceSummands(T, Arena, [&](const Term *Part, int64_t) {
    return isUniform(Part, Scope::Block) ? Arena.constant(0) : nullptr;
  });
  return Arena.binary(BO_Sub, Own, Arena.constant(Summands(T).Constant));
}

/// Whether \p T compares an index with a block-uniform bound, and both are
/// aligned to the block size (`i < 256 * k` in blocks of 256 threads), so that
/// all threads of the block are on one side of the bound; by what holds at
/// \p At, if not null, too.
bool Uniformity::isSameSide(const BinaryTerm &T, const Node *At) const {
  if (T.opcode() != BO_LT && T.opcode() != BO_LE)
    return false;
  bool IsBelow = T.opcode() == BO_LT;
  const Term *Index = IsBelow ? T.lhs() : T.rhs(),
             *Bound = IsBelow ? T.rhs() : T.lhs();
  if (!isUniform(Bound, Scope::Block))
    return false;
  auto OfAny = [](const Induction &, int64_t) { return true; };
  const Term *Own = ownPart(atFirst(Index, Values.inductions(), Arena, OfAny)),
             *Size = Arena.binary(BO_Add, inLastThread(Own, Arena),
                                  Arena.constant(1));
  // The conditions are as many as the branches before.
  return isSameQuotient(Index, Size) &&
         (Whole.isMultiple(Bound, Size, /*Taken=*/false) ||
          (At && Whole.isMultiple(Bound, Size, /*Taken=*/false,
                                  Evolution.conditionsAt(*At))));
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
      !Whole.isMultiple(Bound, Arena.constant(LanesPerWarp), /*Taken=*/false))
    return false;
  auto Offset = rankOffset(Rank);
  return Offset && *Offset % LanesPerWarp == 0;
}

/// The first value of \p Counter; of a pointer the elements past the place from
/// which a bound counts.
static const Term *startOf(const Induction &Counter, TermArena &Arena) {
  if (Counter.K != Induction::Kind::Advanced)
    return Counter.First;
  const auto *Past = dyn_cast<ElementTerm>(Counter.First);
  return Past ? Past->index() : Arena.constant(0);
}

/// All threads have one trip count if they have the same distance to the limit
/// and the same step. They also have if each starts at its own index below the
/// step, from a common base whose distance to the limit is a multiple of the
/// step; or at an index below a number that divides both the step and that
/// distance. What the path to the loop says of the distance holds.
bool Uniformity::hasUniformTripCount(const InductionBound &Bound,
                                     LaunchSpecialization *In) const {
  auto Specialized = [&](const Term *T) { return In ? In->of(T) : T; };
  std::optional<llvm::SmallVector<ConditionPart, 4>> Given;
  auto IsWhole = [&](const Term *T, const Term *Of, bool Taken) {
    if (Whole.isMultiple(T, Of, Taken))
      return true;
    if (!Given) {
      Given.emplace();
      for (const ConditionPart &Part : Evolution.conditionsAt(Bound.Of->head()))
        Given->push_back({Specialized(Part.Says), Part.Holds});
    }
    return Whole.isMultiple(T, Of, Taken, *Given);
  };
  const Term *Room = Specialized(Bound.Room),
             *Step = Specialized(Bound.Of->Step);
  if (!isUniform(Step, Scope::Block))
    return false;
  if (isUniform(Room, Scope::Block))
    return true;
  if (!Bound.IsOrdered || !Bound.IsBelow)
    return false;
  const Term *First = Specialized(startOf(*Bound.Of, Arena));
  for (const Term *Own : {ownPart(First), First}) {
    const Term *Distance = Arena.binary(BO_Add, Room, Own);
    if (!isUniform(Distance, Scope::Block))
      continue;
    if (isIndexBelow(Own, Step, Arena) &&
        (IsWhole(Distance, Step, /*Taken=*/false) ||
         (IsWhole(Distance, Step, /*Taken=*/true) &&
          Arena.assumptions().assume(Assumption::WholeTrips))))
      return true;
    const Term *Size =
        Arena.binary(BO_Add, inLastThread(Own, Arena), Arena.constant(1));
    if (isUniform(Size, Scope::Block) &&
        IsWhole(Distance, Size, /*Taken=*/false) &&
        IsWhole(Step, Size, /*Taken=*/false) && isIndexBelow(Own, Size, Arena))
      return true;
  }
  return false;
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
  auto Bound = boundOf(Branch);
  for (const KnownLaunch &Each : launches())
    if (scopeIn(*Each.Terms, Branch, Bound ? &*Bound : nullptr) < S)
      return Each.Launch;
  return nullptr;
}

/// The bound of the counter that \p Branch tests to leave its loop; nothing if
/// it is none.
std::optional<InductionBound> Uniformity::boundOf(const Node &Branch) const {
  auto Bound = Values.inductions().boundBy(Branch.Branch);
  if (Bound && !decidesOverIterations(Branch, *Bound->Of))
    Bound.reset();
  return Bound;
}

Scope Uniformity::ofBranch(const Node &Branch) const {
  if (!Branch.Branch)
    return Scope::System;
  Scope Result = of(Branch.Branch);
  if (Result >= Scope::Block)
    return Result;
  auto Bound = boundOf(Branch);
  if (Bound && hasUniformTripCount(*Bound, nullptr))
    return Scope::Block;
  if (const auto *Test = dyn_cast<BinaryTerm>(Branch.Branch);
      Test && isSameSide(*Test, &Branch))
    return Scope::Block;
  if (decidesAlike(Branch))
    return Scope::Block;
  return std::max(Result, scopeInLaunches(Branch, Bound ? &*Bound : nullptr));
}

} // namespace warplint

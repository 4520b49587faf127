//===--- Multiples.cpp - Arithmetic modulo a number -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LoopEvolution/Multiples.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Support/Checked.h"
#include "Target/Warp.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

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
static bool divides(const Product &Of, Product Whole) {
  for (const Term *Factor : Of.Factors) {
    auto *Found = llvm::find(Whole.Factors, Factor);
    if (Found == Whole.Factors.end())
      return false;
    Whole.Factors.erase(Found);
  }
  return Of.Number != 0 && base::isMultipleOf(Whole.Number, Of.Number);
}

namespace {

/// Terms modulo one number, in as few kinds of operations as can be.
class Residues {
public:
  Residues(const Term *Of, bool Taken, const LoopEvolution &Loops)
      : Of(productOf(Of)), Taken(Taken), Loops(Loops), Arena(Loops.arena()) {}

  /// \p T is congruent to 0 where all \p Given hold.
  bool isZero(const Term *T, llvm::ArrayRef<ConditionPart> Given) const;
  /// \p T is congruent to a number that is not 0.
  bool isNeverZero(const Term *T) const {
    auto Number = numberOf(rest(T, Of, 0));
    return Number && *Number % Of.Number != 0;
  }

private:
  /// What is congruent to 0 on one path, and the value there.
  struct Path {
    const Term *Value;
    llvm::SmallVector<const Term *, 4> Zero;
  };
  const Term *rest(const Term *T, const Product &By, unsigned Depth) const;
  const Term *restOfBits(const BinaryTerm &T, int64_t By, unsigned Depth) const;
  const Term *without(const Term *T, llvm::ArrayRef<const Term *> Zero) const;
  void addZeros(const ConditionPart &Part,
                llvm::SmallVectorImpl<const Term *> &Zero) const;
  llvm::SmallVector<Path, 4> pathsTo(const Term *Choice) const;
  bool isWhole(const Product &P, const Product &By) const {
    return divides(By, P) || (Taken && divides({LanesPerWarp, {}}, P));
  }

  const Product Of;
  const bool Taken;
  const LoopEvolution &Loops;
  TermArena &Arena;
};

} // namespace

/// What a bit operation leaves modulo \p By, a power of two, of which it keeps,
/// clears or turns over all low bits; null if it does neither.
const Term *Residues::restOfBits(const BinaryTerm &T, int64_t By,
                                 unsigned Depth) const {
  const auto *Mask = dyn_cast<ConstantTerm>(T.rhs());
  const Term *Bits = T.lhs();
  if (!Mask) {
    Mask = dyn_cast<ConstantTerm>(T.lhs());
    Bits = T.rhs();
  }
  int64_t Low = Mask ? Mask->value() & (By - 1) : 1;
  bool All = Low == By - 1;
  if (!Mask || (Low != 0 && !All))
    return nullptr;
  switch (T.opcode()) {
  case BO_And:
    return All ? rest(Bits, {By, {}}, Depth) : Arena.constant(0);
  case BO_Or:
    return All ? Arena.constant(-1) : rest(Bits, {By, {}}, Depth);
  case BO_Xor:
    Bits = rest(Bits, {By, {}}, Depth);
    return All ? Arena.binary(BO_Sub, Arena.constant(-1), Bits) : Bits;
  default:
    return nullptr;
  }
}

/// A term that is congruent to \p T modulo \p By.
const Term *Residues::rest(const Term *T, const Product &By,
                           unsigned Depth) const {
  if (T->isConstant(0) || isWhole(productOf(T), By))
    return Arena.constant(0);
  if (!Arena.limits().allows(BudgetId::JoinDepth, ++Depth))
    return T;
  const bool IsNumber = By.Factors.empty() && By.Number > 0,
             IsPower = IsNumber && llvm::isPowerOf2_64(uint64_t(By.Number));
  if (const auto *Sum = dyn_cast<LinearTerm>(T)) {
    const Term *Result =
        Arena.constant(IsNumber ? Sum->constant() % By.Number
                       : Sum->constant() && isWhole({Sum->constant(), {}}, By)
                           ? 0
                           : Sum->constant());
    for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients())) {
      if (isWhole(productOf(Part, C), By))
        continue;
      // Of what is taken several times, less decides.
      Product Less = By;
      if (IsNumber)
        Less.Number /= std::gcd(By.Number, C);
      Result = Arena.binary(
          BO_Add, Result,
          Arena.binary(BO_Mul, rest(Part, Less, Depth), Arena.constant(C)));
    }
    return Result;
  }
  if (const auto *Narrow = dyn_cast<NarrowTerm>(T)) {
    // A power of two that the type holds divides what is cut off, too.
    bool Fits = IsPower && llvm::Log2_64(uint64_t(By.Number)) < Narrow->bits();
    return Fits ? rest(Narrow->of(), By, Depth) : T;
  }
  if (const auto *Op = dyn_cast<UnaryTerm>(T))
    return Op->opcode() == UO_Not ? Arena.binary(BO_Sub, Arena.constant(-1),
                                                 rest(Op->of(), By, Depth))
                                  : T;
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (!Op)
    return T;
  if (Op->opcode() == BO_Mul)
    return Arena.binary(BO_Mul, rest(Op->lhs(), By, Depth),
                        rest(Op->rhs(), By, Depth));
  if (Op->opcode() == BO_Rem)
    return isWhole(productOf(Op->rhs()), By) ? rest(Op->lhs(), By, Depth) : T;
  const Term *OfBits = IsPower ? restOfBits(*Op, By.Number, Depth) : nullptr;
  return OfBits ? OfBits : T;
}

/// \p T, where each of \p Zero takes the place of one part that is in both.
const Term *Residues::without(const Term *T,
                              llvm::ArrayRef<const Term *> Zero) const {
  for (const Term *Each : Zero) {
    const Summands Sum(Each), In(T);
    for (auto [Part, C] : Sum.Parts) {
      int64_t Times = In.timesOf(Part);
      if (!Times || Times % C != 0)
        continue;
      T = rest(
          Arena.binary(BO_Sub, T,
                       Arena.binary(BO_Mul, Each, Arena.constant(Times / C))),
          Of, 0);
      break;
    }
  }
  return T;
}

/// What \p Part says to be 0.
void Residues::addZeros(const ConditionPart &Part,
                        llvm::SmallVectorImpl<const Term *> &Zero) const {
  BoundedNumber Says = boundedBy(Part, Arena);
  // What is not below 0 and not above it.
  auto Most =
      Says.Bounds.Min == 0
          ? Says.Bounds.Max ? Says.Bounds.Max : Loops.rangeOf(Says.Number).Max
          : std::nullopt;
  const Term *Rest =
      Most && *Most <= 0 ? rest(Says.Number, Of, 0) : Arena.constant(0);
  if (!Rest->isConstant())
    Zero.push_back(Rest);
}

/// The values that \p Choice, a choice or a join of paths, can have, each with
/// what is 0 there; empty if it is none or if they are not known.
llvm::SmallVector<Residues::Path, 4>
Residues::pathsTo(const Term *Choice) const {
  llvm::SmallVector<Path, 4> Result;
  auto Add = [&](const Term *Value, llvm::ArrayRef<ConditionPart> Holds) {
    Result.push_back({Value, {}});
    for (const ConditionPart &Part : Holds)
      addZeros(Part, Result.back().Zero);
  };
  if (const auto *Select = dyn_cast<SelectTerm>(Choice)) {
    Add(Select->ifTrue(), partsOf(Select->condition(), true));
    Add(Select->ifFalse(), partsOf(Select->condition(), false));
    return Result;
  }
  const auto *Join = dyn_cast<PhiTerm>(Choice);
  llvm::ArrayRef<Incoming> From = Loops.values().incoming(Choice);
  if (!Join || Loops.loops().headedBy(*Join->node()) ||
      !Arena.limits().allows(BudgetId::JoinValues, From.size()))
    return Result;
  for (const Incoming &I : From) {
    if (!I.Reaching.Value || !Loops.view().contains(*I.From))
      return {};
    llvm::SmallVector<ConditionPart, 8> Holds(Loops.conditionsAt(*I.From));
    if (isTwoWay(*I.From))
      llvm::append_range(
          Holds,
          partsOf(I.From->Branch, I.From->successors()[0] == Join->node()));
    Add(I.Reaching.Value, Holds);
  }
  return Result;
}

bool Residues::isZero(const Term *T,
                      llvm::ArrayRef<ConditionPart> Given) const {
  struct Open {
    const Term *Value;
    llvm::SmallVector<const Term *, 4> Zero;
  };
  llvm::SmallVector<Open, 4> Work;
  Work.push_back({T, {}});
  for (const ConditionPart &Part : Given)
    addZeros(Part, Work.back().Zero);
  for (unsigned Passed = 1; !Work.empty(); ++Passed) {
    if (!Arena.limits().allows(BudgetId::JoinValues, Passed) ||
        !Arena.work().spend(1))
      return false;
    Open Now = Work.pop_back_val();
    const Term *Left = without(rest(Now.Value, Of, 0), Now.Zero);
    if (Left->isConstant(0) ||
        (Left->isConstant() && isWhole(productOf(Left), Of)))
      continue;
    const Summands Sum(Left);
    bool IsSplit = false;
    for (auto [Part, C] : Sum.Parts) {
      llvm::SmallVector<Path, 4> Paths = pathsTo(Part);
      if (Paths.empty())
        continue;
      const Term *Times = Arena.constant(C),
                 *Others = Arena.binary(BO_Sub, Left,
                                        Arena.binary(BO_Mul, Part, Times));
      for (Path &Each : Paths) {
        Open Next{Arena.binary(BO_Add, Others,
                               Arena.binary(BO_Mul, Each.Value, Times)),
                  Now.Zero};
        Next.Zero.append(Each.Zero.begin(), Each.Zero.end());
        Work.push_back(std::move(Next));
      }
      IsSplit = true;
      break;
    }
    if (!IsSplit)
      return false;
  }
  return true;
}

bool Multiples::differ(const Term *A, const Term *B) const {
  auto Turns = [](const Term *T, const Term *Over) {
    const auto *Not = dyn_cast<UnaryTerm>(T);
    const auto *Op = dyn_cast<BinaryTerm>(T);
    if (Not)
      return Not->opcode() == UO_LNot && Not->of() == Over;
    return Op && Op->opcode() == BO_Xor &&
           ((Op->lhs() == Over && numberOf(Op->rhs()).value_or(0)) ||
            (Op->rhs() == Over && numberOf(Op->lhs()).value_or(0)));
  };
  if (Turns(A, B) || Turns(B, A))
    return true;
  TermArena &Arena = Loops.arena();
  const Term *Distance = Arena.binary(BO_Sub, A, B);
  TermArena::Range Bounds = Loops.rangeOf(Distance);
  if ((Bounds.Min && *Bounds.Min > 0) || (Bounds.Max && *Bounds.Max < 0))
    return true;
  llvm::SmallSetVector<int64_t, 4> By;
  By.insert(2);
  walkTerms({A, B}, [&](const Term &Part) {
    const auto *Op = dyn_cast<BinaryTerm>(&Part);
    auto Right = Op ? numberOf(Op->rhs()) : std::nullopt;
    if (Right && *Right > 1 && Op->opcode() == BO_Rem)
      By.insert(*Right);
    if (Right && *Right > 0 && *Right < INT32_MAX && Op->opcode() == BO_And &&
        llvm::isPowerOf2_64(uint64_t(*Right) + 1))
      By.insert(*Right + 1);
    return Walk::Enter;
  });
  return llvm::any_of(By, [&](int64_t Number) {
    return Residues(Arena.constant(Number), false, Loops).isNeverZero(Distance);
  });
}

bool Multiples::isMultiple(const Term *T, const Term *Of, bool Taken,
                           llvm::ArrayRef<ConditionPart> Given) const {
  Taken &= Of->isIdentity(IdentityKind::BlockDim) ||
           Of->isIdentity(IdentityKind::BlockSize);
  return Residues(Of, Taken, Loops).isZero(T, Given);
}

} // namespace warplint

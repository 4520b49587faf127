//===--- UniformRounds.cpp - Loops that all threads leave together --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/Uniformity.h"
#include "Model/Hardware.h"

using namespace clang;

namespace warplint {

/// \p T is a whole multiple of \p Of, for all values of what both are made of.
/// If \p Taken, a constant number of whole warps is taken for a multiple of a
/// block size that is not known: tiles and blocks are sized for each other.
static bool isMultiple(const Term *T, const Term *Of, bool Taken) {
  const auto *Constant = dyn_cast<ConstantTerm>(Of);
  int64_t Number = Constant ? Constant->value() : 0;
  if (Taken && (Of->isIdentity(IdentityKind::BlockDim) ||
                Of->isIdentity(IdentityKind::BlockSize)))
    Number = LanesPerWarp;
  auto Divides = [&](int64_t V) { return Number > 0 && V % Number == 0; };
  using Parts = TermFold<bool>::Parts;
  auto Step = [&](const Term *Now, Parts &Is) -> std::optional<bool> {
    if (Now->isConstant(0) || Now == Of)
      return true;
    if (const auto *C = dyn_cast<ConstantTerm>(Now))
      return Divides(C->value());
    if (const auto *Op = dyn_cast<BinaryTerm>(Now)) {
      // x & ~(c - 1) is x rounded down to a multiple of the power of two c.
      const auto *Mask = dyn_cast<ConstantTerm>(Op->rhs());
      if (Op->opcode() == BO_And && Mask)
        return Divides(Mask->value() & -Mask->value());
      if (Op->opcode() != BO_Mul)
        return false;
      std::optional<bool> L = Is.of(Op->lhs());
      return !L || *L ? L : Is.of(Op->rhs());
    }
    const auto *Sum = dyn_cast<LinearTerm>(Now);
    if (!Sum || (Sum->constant() != 0 && !Divides(Sum->constant())))
      return false;
    for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients())) {
      if (Constant && Divides(C))
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
bool Uniformity::decidesOverRounds(const Node &Branch,
                                   const Induction &Counter) const {
  const Node *Head = &Counter.head();
  return &Branch == Counter.Latch ||
         View.armTo(Branch, *Counter.Latch, &Branch == Head ? nullptr : Head)
             .has_value();
}

/// \p T is some index from 0 to below \p Size, in each thread its own.
static bool isIndexBelow(const Term *T, const Term *Size, TermArena &Arena) {
  TermArena::Range Index = Arena.rangeOf(T),
                   Left = Arena.rangeOf(Arena.binary(BO_Sub, T, Size));
  return Index.Min && *Index.Min >= 0 && Left.Max && *Left.Max < 0;
}

/// \p T is a thread's own index below \p Of and a multiple of \p Of on which
/// the block agrees: the quotient is then the same in all its threads, as is
/// that of `threadIdx.x + round * blockDim.x` by blockDim.x.
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

/// All threads make the same number of rounds if they have the same way to go
/// by the same steps, or if each starts at its own index below the step, from a
/// common base that is a multiple of the step away from the limit.
bool Uniformity::hasUniformRounds(const Node &Branch) const {
  auto Bound = Values.inductions().boundBy(Branch.Branch);
  if (!Bound || !decidesOverRounds(Branch, *Bound->Of) ||
      !isUniform(Bound->Of->Step, Scope::Block))
    return false;
  if (isUniform(Bound->Room, Scope::Block))
    return true;
  if (!Bound->IsOrdered || !Bound->IsBelow)
    return false;
  const Term *First = Bound->Of->First, *Step = Bound->Of->Step;
  llvm::SmallVector<const Term *, 4> Candidates{First};
  if (isa<LinearTerm>(First))
    Candidates.assign(First->operands().begin(), First->operands().end());
  for (const Term *Own : Candidates) {
    const Term *Distance = Arena.binary(BO_Add, Bound->Room, Own);
    if (isUniform(Distance, Scope::Block) &&
        isMultiple(Distance, Step, /*Taken=*/true) &&
        isIndexBelow(Own, Step, Arena))
      return true;
  }
  return false;
}

} // namespace warplint

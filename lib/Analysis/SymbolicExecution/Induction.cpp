//===--- Induction.cpp - Induction variables of loops ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/Induction.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

const Induction *Inductions::find(const Term *Phi) const {
  auto Found = Known.find(Phi);
  if (Found == Known.end())
    Found = Known.try_emplace(Phi, recognize(Phi)).first;
  return Found->second.get();
}

/// \p T is another variable that is joined where \p Phi is, or an address from
/// there.
static bool isFromVariableAt(const Term *T, const Term *Phi) {
  const auto *Root = dyn_cast<PhiTerm>(rootOf(T));
  return Root && Root->node() == cast<PhiTerm>(Phi)->node();
}

/// Whether \p T, the value of \p Phi after an iteration, is computed from
/// \p Phi, perhaps through phis of joins within the iteration.
bool Inductions::dependsOnPhi(const Term *T, const Term *Phi) const {
  const unsigned Head = cast<PhiTerm>(Phi)->node()->position();
  llvm::SmallVector<const Term *, 8> Work{T};
  llvm::SmallPtrSet<const Term *, 8> Seen;
  while (!Work.empty()) {
    const Term *Value = Work.pop_back_val();
    if (mentions(Value, Phi))
      return true;
    walkTerms(Value, [&](const Term &Part) {
      const auto *Join = dyn_cast<PhiTerm>(&Part);
      if (!Join)
        return Walk::Enter;
      if (Join->node()->position() > Head &&
          Arena.limits().allows(BudgetId::InductionJoins, Seen.size() + 1) &&
          Seen.insert(Join).second)
        for (const Incoming &I : Meeting.incoming(Join))
          Work.push_back(I.Reaching.Value);
      return Walk::Skip;
    });
  }
  return false;
}

std::unique_ptr<Induction> Inductions::recognize(const Term *Phi) const {
  llvm::ArrayRef<Incoming> From = Meeting.incoming(Phi);
  if (From.size() != 2)
    return nullptr;
  const Node &Head = *cast<PhiTerm>(Phi)->node();
  auto GoesBack = [&](const Incoming &I) {
    return I.From->position() >= Head.position();
  };
  if (GoesBack(From[0]) == GoesBack(From[1]))
    return nullptr;
  const Incoming &Back = From[GoesBack(From[0]) ? 0 : 1],
                 &Enters = From[GoesBack(From[0]) ? 1 : 0];
  // Variables can change places: one becomes what another of the loop was.
  if (!dependsOnPhi(Back.Reaching.Value, Phi) &&
      !isFromVariableAt(Back.Reaching.Value, Phi))
    return nullptr;
  auto Found = std::make_unique<Induction>();
  Found->Variable = Phi;
  Found->First = Enters.Reaching.Value;
  Found->Next = Back.Reaching.Value;
  Found->Latch = Back.From;
  classify(*Found);
  return Found;
}

/// \p T is a number by its form: addresses are not added to.
static bool mayBeNumber(const Term *T) {
  return !isa<VariableTerm, LocalTerm, TemporaryTerm, ReturnTerm, SubobjectTerm,
              RecordTerm>(T);
}

void Inductions::classify(Induction &Found) const {
  const Term *Variable = Found.Variable, *Next = Found.Next;
  if (const auto *Place = dyn_cast<ElementTerm>(Next);
      Place && Place->base() == Variable && !Place->isBase() &&
      !mentions(Place->index(), Variable)) {
    Found.K = Induction::Kind::Advanced;
    Found.Step = Place->index();
  }
  if (!mayBeNumber(Next) || !mayBeNumber(Found.First))
    return;
  if (const auto *Sum = dyn_cast<LinearTerm>(Next)) {
    if (Sum->operands().size() == 1 && Sum->operand(0) == Variable) {
      int64_t Factor = Sum->coefficients()[0];
      if (Factor == -1)
        Found.K = Induction::Kind::Alternating;
      else if (Factor > 1 && Sum->constant() == 0) {
        Found.K = Induction::Kind::Multiplied;
        Found.Factor = Factor;
      }
    }
    const Term *Step = Arena.binary(BO_Sub, Next, Variable);
    if (Found.K == Induction::Kind::Other && !mentions(Step, Variable)) {
      Found.K = Induction::Kind::Added;
      Found.Step = Step;
    }
    return;
  }
  const auto *Op = dyn_cast<BinaryTerm>(Next);
  if (!Op)
    return;
  const Term *L = Op->lhs(), *R = Op->rhs();
  const auto *Number = dyn_cast<ConstantTerm>(R);
  if (Op->opcode() == BO_Xor) {
    if ((L == Variable && R->isConstant()) ||
        (R == Variable && L->isConstant()))
      Found.K = Induction::Kind::Alternating;
  } else if (L == Variable && Number) {
    int64_t By = Number->value();
    bool Shift = Op->opcode() == BO_Shr;
    if (Shift ? By > 0 && By < 40 : Op->opcode() == BO_Div && By > 1) {
      Found.K = Induction::Kind::Divided;
      Found.Factor = Shift ? int64_t(1) << By : By;
    }
  }
}

namespace {

/// An address as elements past a place.
struct Ahead {
  explicit Ahead(const Term *Address) : Base(Address) {
    const auto *Part = dyn_cast<ElementTerm>(Address);
    if (!Part || Part->isBase())
      return;
    Base = Part->base();
    Index = Part->index();
    Size = Part->elementSize();
  }
  bool counts(int64_t Bytes) const { return !Size || Size == Bytes; }
  const Term *elements(TermArena &Arena) const {
    return Index ? Index : Arena.constant(0);
  }

  const Term *Base;
  const Term *Index = nullptr; ///< Null for the place itself.
  int64_t Size = 0;            ///< Of an element, in bytes; 0 for the place.
};

} // namespace

/// The bound that \p Test, a comparison, sets to a pointer by another one, if
/// both begin at one place.
std::optional<InductionBound>
Inductions::boundByPlace(const BinaryTerm &Test) const {
  for (bool IsBelow : {true, false}) {
    const Ahead Side(IsBelow ? Test.lhs() : Test.rhs()),
        End(IsBelow ? Test.rhs() : Test.lhs());
    const Induction *Found =
        isa<PhiTerm>(Side.Base) ? find(Side.Base) : nullptr;
    if (!Found || Found->K != Induction::Kind::Advanced)
      continue;
    int64_t Size = cast<ElementTerm>(Found->Next)->elementSize();
    const Ahead First(Found->First);
    if (First.Base != End.Base || mentions(End.Base, Side.Base) ||
        (End.Index && mentions(End.Index, Side.Base)) || !Side.counts(Size) ||
        !First.counts(Size) || !End.counts(Size))
      continue;
    const Term *At = Arena.binary(BO_Add, First.elements(Arena),
                                  Side.elements(Arena)),
               *Room = Arena.binary(BO_Sub, End.elements(Arena), At);
    if (!IsBelow)
      Room = Arena.unary(UO_Minus, Room);
    if (Test.opcode() == BO_LE)
      Room = Arena.binary(BO_Add, Room, Arena.constant(1));
    bool IsOrdered = Test.opcode() != BO_EQ && Test.opcode() != BO_NE;
    return InductionBound{Found, Room, IsOrdered, IsBelow};
  }
  return std::nullopt;
}

std::optional<InductionBound> Inductions::boundBy(const Term *Condition) const {
  const auto *Test = dyn_cast<BinaryTerm>(Condition);
  if (!Test || !Test->isComparison())
    return std::nullopt;
  if (auto ByPlace = boundByPlace(*Test))
    return ByPlace;
  const Term *L = Test->lhs(), *R = Test->rhs();
  BinaryOperatorKind Op = Test->opcode();
  if (Op == BO_GT || Op == BO_GE)
    std::swap(L, R);
  if (Op == BO_LE || Op == BO_GE)
    R = Arena.binary(BO_Add, R, Arena.constant(1));
  const auto *Distance = dyn_cast<LinearTerm>(Arena.binary(BO_Sub, R, L));
  if (!Distance)
    return std::nullopt;
  for (unsigned I = 0; I < Distance->operands().size(); ++I) {
    const Term *Counter = Distance->operand(I);
    const Induction *Found = isa<PhiTerm>(Counter) ? find(Counter) : nullptr;
    if (!Found || Found->K != Induction::Kind::Added)
      continue;
    const Term *ToFirst =
        Arena.binary(BO_Mul, Arena.binary(BO_Sub, Found->First, Counter),
                     Arena.constant(Distance->coefficients()[I]));
    InductionBound Bound;
    Bound.Of = Found;
    Bound.Room = Arena.binary(BO_Add, Distance, ToFirst);
    Bound.IsOrdered = Op != BO_EQ && Op != BO_NE;
    Bound.IsBelow = Distance->coefficients()[I] == -1;
    if (!mentions(Bound.Room, Counter))
      return Bound;
  }
  return std::nullopt;
}

} // namespace warplint

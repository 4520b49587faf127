//===--- TermArena.cpp - Makes terms in normal form -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/TermArena.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/ClassFields.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Target/Warp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace clang;

namespace warplint {

/// An object of the class that belongs to the kind of \p T.
Term *TermArena::make(const Term &T) {
  switch (T.Kind) {
  case TermKind::Constant:
    return create<ConstantTerm>(T);
  case TermKind::Undefined:
    return create<UndefinedTerm>(T);
  case TermKind::Identity:
    return create<IdentityTerm>(T);
  case TermKind::Linear:
    return create<LinearTerm>(T);
  case TermKind::Unary:
    return create<UnaryTerm>(T);
  case TermKind::Binary:
    return create<BinaryTerm>(T);
  case TermKind::Select:
    return create<SelectTerm>(T);
  case TermKind::Narrow:
    return create<NarrowTerm>(T);
  case TermKind::Load:
    return create<LoadTerm>(T);
  case TermKind::Phi:
    return create<PhiTerm>(T);
  case TermKind::Opaque:
    return create<OpaqueTerm>(T);
  case TermKind::Result:
    return create<ResultTerm>(T);
  case TermKind::Symbol:
    return create<SymbolTerm>(T);
  case TermKind::Record:
    return create<RecordTerm>(T);
  case TermKind::Extract:
    return create<ExtractTerm>(T);
  case TermKind::Variable:
    return create<VariableTerm>(T);
  case TermKind::Local:
    return create<LocalTerm>(T);
  case TermKind::Temporary:
    return create<TemporaryTerm>(T);
  case TermKind::Return:
    return create<ReturnTerm>(T);
  case TermKind::Parameter:
    return create<ParameterTerm>(T);
  case TermKind::Field:
    return create<FieldTerm>(T);
  case TermKind::Element:
    return create<ElementTerm>(T);
  }
  llvm_unreachable("a kind without a class");
}

const Term *TermArena::intern(Term Candidate,
                              llvm::ArrayRef<const Term *> Operands,
                              llvm::ArrayRef<int64_t> Coefficients) {
  Work.spend(1);
  Candidate.Operands = Operands;
  Candidate.Coefficients = Coefficients;
  llvm::FoldingSetNodeID ID;
  Candidate.Profile(ID);
  void *Position;
  if (Term *Known = Terms.FindNodeOrInsertPos(ID, Position))
    return Known;
  Candidate.Operands = Operands.copy(Allocator);
  Candidate.Coefficients = Coefficients.copy(Allocator);
  Candidate.Id = Terms.size();
  Candidate.Place = Candidate.position();
  Candidate.Structure = Candidate.structure();
  Candidate.ProfileHash = ID.ComputeHash();
  Term *New = make(Candidate);
  Terms.InsertNode(New, Position);
  if (isa<LocalTerm, TemporaryTerm, ReturnTerm>(New))
    Objects[New->Owner].push_back(New);
  return New;
}

llvm::ArrayRef<const Term *> TermArena::objectsOf(const CallContext &A) const {
  auto Made = Objects.find(&A);
  if (Made == Objects.end())
    return {};
  return Made->second;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

const Term *TermArena::constant(int64_t Value) {
  Term T;
  T.Kind = TermKind::Constant;
  T.Value = Value;
  return intern(T, {});
}

const Term *TermArena::undefined() {
  Term T;
  T.Kind = TermKind::Undefined;
  return intern(T, {});
}

const Term *TermArena::symbol(Range Bounds) {
  Term T;
  T.Kind = TermKind::Symbol;
  T.Value = SymbolBounds.size();
  SymbolBounds.push_back(Bounds);
  return intern(T, {});
}

const Term *TermArena::identity(const Identity &I) {
  const auto &Block = Launch.Block;
  const auto &Grid = Launch.Grid;
  bool Flat = Block[1] == 1 && Block[2] == 1;
  IdentityKind Kind = I.Kind;
  unsigned Axis = I.Axis;
  switch (Kind) {
  case IdentityKind::ThreadRankInBlock:
    // In a one-dimensional block the rank is threadIdx.x.
    if (Flat)
      Kind = IdentityKind::ThreadIdx, Axis = 0;
    break;
  case IdentityKind::ThreadRankInGrid:
    // As `blockIdx.x * 256 + threadIdx.x` is written by hand.
    if (Flat && Block[0])
      return binary(
          BO_Add, identity({IdentityKind::ThreadIdx, 0, 0, Scope::Thread, {}}),
          binary(BO_Mul, constant(Block[0]),
                 identity(
                     {IdentityKind::BlockRankInGrid, 0, 0, Scope::Block, {}})));
    break;
  case IdentityKind::BlockRankInGrid:
    if (Grid[1] == 1 && Grid[2] == 1)
      Kind = IdentityKind::BlockIdx, Axis = 0;
    break;
  case IdentityKind::BlockDim:
    if (Block[Axis])
      return constant(Block[Axis]);
    break;
  case IdentityKind::GridDim:
    if (Grid[Axis])
      return constant(Grid[Axis]);
    break;
  case IdentityKind::BlockSize:
    if (uint64_t Size = Launch.blockSize())
      return constant(Size);
    break;
  case IdentityKind::WarpSize:
    return constant(LanesPerWarp);
  case IdentityKind::TileSize:
    if (I.TileSize)
      return constant(I.TileSize);
    break;
  default:
    break;
  }
  if (Kind == IdentityKind::ThreadIdx && Block[Axis] == 1)
    return constant(0);
  if (Kind == IdentityKind::BlockIdx && Grid[Axis] == 1)
    return constant(0);
  Term T;
  T.Kind = TermKind::Identity;
  T.Opcode = uint8_t(Kind);
  T.Value = int64_t(Axis) | int64_t(I.TileSize) << 2;
  T.UniformAt = I.UniformAt;
  return intern(T, {});
}

const Term *TermArena::variable(const VarDecl *Var) {
  Term T;
  T.Kind = TermKind::Variable;
  T.Data = static_cast<const ValueDecl *>(Var->getCanonicalDecl());
  return intern(T, {});
}

const Term *TermArena::local(const CallContext *A, const ValueDecl *Var) {
  Term T;
  T.Kind = TermKind::Local;
  T.Data = Var;
  T.Owner = A;
  return intern(T, {});
}

const Term *TermArena::temporary(const CallContext *A, const Expr *Made) {
  Term T;
  T.Kind = TermKind::Temporary;
  T.Data = static_cast<const Stmt *>(Made);
  T.Owner = A;
  return intern(T, {});
}

const Term *TermArena::returnSlot(const CallContext *A) {
  Term T;
  T.Kind = TermKind::Return;
  T.Owner = A;
  return intern(T, {});
}

const Term *TermArena::parameter(const ValueDecl *Parameter) {
  Term T;
  T.Kind = TermKind::Parameter;
  T.Data = Parameter;
  return intern(T, {});
}

const Term *TermArena::load(const Term *Address, const CallContext *A,
                            const Stmt *Site) {
  Term T;
  T.Kind = TermKind::Load;
  T.Data = Site;
  T.Owner = A;
  return intern(T, {Address});
}

const Term *TermArena::phi(const Node *At, const Term *Place) {
  Term T;
  T.Kind = TermKind::Phi;
  T.Data = At;
  return intern(T, {Place});
}

const Term *TermArena::opaque(const CallContext *A, const Stmt *Site,
                              llvm::ArrayRef<const Term *> Operands,
                              Scope UniformAt, int64_t Below) {
  Term T;
  T.Kind = TermKind::Opaque;
  T.Value = Below;
  T.Data = Site;
  T.Owner = A;
  T.UniformAt = UniformAt;
  return intern(T, Operands);
}

const Term *TermArena::result(const CallContext *A, const Stmt *Site,
                              llvm::ArrayRef<const Term *> Operands,
                              Scope UniformAt, int64_t Below) {
  Term T;
  T.Kind = TermKind::Result;
  T.Value = Below;
  T.Data = Site;
  T.Owner = A;
  T.UniformAt = UniformAt;
  return intern(T, Operands);
}

//===----------------------------------------------------------------------===//
// Aggregates and addresses
//===----------------------------------------------------------------------===//

const Term *TermArena::record(const RecordDecl *Type,
                              llvm::ArrayRef<const Term *> Fields) {
  Term T;
  T.Kind = TermKind::Record;
  T.Data = Type;
  return intern(T, Fields);
}

const Term *TermArena::extract(const Term *Value, const FieldDecl *Field) {
  if (Field && Field->getParent()->isUnion())
    return Value;
  const auto *Whole = dyn_cast<RecordTerm>(Value);
  if (Whole && Whole->recordType() && Field) {
    unsigned I = Field->getFieldIndex();
    if (Field->getParent() != Whole->recordType()) {
      ClassFields Fields = fieldsOfClass(*Whole->recordType(), Within);
      I = llvm::find(Fields, Field) - Fields.begin();
    }
    if (I < Whole->operands().size())
      return Whole->operand(I);
  }
  if (isa<UndefinedTerm>(Value))
    return Value;
  Term T;
  T.Kind = TermKind::Extract;
  T.Data = Field;
  return intern(T, {Value});
}

const Term *TermArena::extractElement(const Term *Value, const Term *Index) {
  if (isa<UndefinedTerm>(Value))
    return Value;
  Term T;
  T.Kind = TermKind::Extract;
  return intern(T, {Value, Index});
}

const Term *TermArena::fieldOf(const Term *Base, const FieldDecl *Field) {
  // Members of a union lie in one place.
  if (Field->getParent()->isUnion())
    return Base;
  Term T;
  T.Kind = TermKind::Field;
  T.Data = Field;
  return intern(T, {Base});
}

const Term *TermArena::elementOf(const Term *Array, const Term *Index,
                                 int64_t ElementSize) {
  Term T;
  T.Kind = TermKind::Element;
  T.Value = ElementSize;
  return intern(T, {Array, Index});
}

/// Whether \p Choice is of so few that each is taken.
static bool isOfFew(const SelectTerm &Choice, const Limits &Within) {
  llvm::SmallVector<const SelectTerm *, 8> Work{&Choice};
  unsigned Count = 1;
  while (!Work.empty() && Count <= Within.budgets().ChosenBases) {
    const SelectTerm *Of = Work.pop_back_val();
    ++Count;
    for (const Term *Successor : {Of->ifTrue(), Of->ifFalse()})
      if (const auto *Inner = dyn_cast<SelectTerm>(Successor))
        Work.push_back(Inner);
  }
  return Within.allows(BudgetId::ChosenBases, Count);
}

const Term *TermArena::baseAt(const Term *Object, int64_t Bytes) {
  if (const auto *Choice = dyn_cast<SelectTerm>(Object);
      Choice && isOfFew(*Choice, Within))
    return select(Choice->condition(), baseAt(Choice->ifTrue(), Bytes),
                  baseAt(Choice->ifFalse(), Bytes));
  // One path to a base is as good as another.
  if (const auto *Inner = dyn_cast<ElementTerm>(Object);
      Inner && Inner->isBase()) {
    Bytes += cast<ConstantTerm>(Inner->index())->value();
    Object = Inner->base();
  }
  if (Bytes == 0)
    return Object;
  Term T;
  T.Kind = TermKind::Element;
  T.Opcode = 1;
  T.Value = 1;
  return intern(T, {Object, constant(Bytes)});
}

const Term *TermArena::element(const Term *Base, const Term *Index,
                               int64_t ElementSize) {
  const auto *Choice = dyn_cast<SelectTerm>(Base);
  if (!Choice || !isOfFew(*Choice, Within))
    return elementOfOne(Base, Index, ElementSize);
  // Of each of a few pointers among which a condition chooses.
  TermFold<const Term *> Chosen;
  return Chosen.run(
      Base, [&](const Term *T, auto &Parts) -> std::optional<const Term *> {
        const auto *Of = dyn_cast<SelectTerm>(T);
        if (!Of)
          return elementOfOne(T, Index, ElementSize);
        auto IfTrue = Parts.of(Of->ifTrue()), IfFalse = Parts.of(Of->ifFalse());
        if (!IfTrue || !IfFalse)
          return std::nullopt;
        return select(Of->condition(), *IfTrue, *IfFalse);
      });
}

const Term *TermArena::elementOfOne(const Term *Base, const Term *Index,
                                    int64_t ElementSize) {
  // A row of a matrix has another size than its elements and stays a step of
  // its own.
  const auto *Inner = dyn_cast<ElementTerm>(Base);
  if (Inner && Inner->elementSize() == ElementSize)
    return elementOf(Inner->base(), binary(BO_Add, Inner->index(), Index),
                     ElementSize);
  bool IsObject = isa<LocalTerm, VariableTerm, FieldTerm, TemporaryTerm,
                      ReturnTerm, ElementTerm>(Base);
  if (IsObject && Index->isConstant(0))
    return Base;
  return elementOf(Base, Index, ElementSize);
}

const Term *TermArena::withOperands(const Term *T,
                                    llvm::ArrayRef<const Term *> Operands) {
  if (T->operands() == Operands)
    return T;
  switch (T->kind()) {
  case TermKind::Linear: {
    const auto *Old = cast<LinearTerm>(T);
    return sum(Old->constant(), Operands, Old->coefficients());
  }
  case TermKind::Unary:
    return unary(cast<UnaryTerm>(T)->opcode(), Operands[0]);
  case TermKind::Binary:
    return binary(cast<BinaryTerm>(T)->opcode(), Operands[0], Operands[1]);
  case TermKind::Select:
    return select(Operands[0], Operands[1], Operands[2]);
  case TermKind::Narrow:
    return narrow(Operands[0], cast<NarrowTerm>(T)->bits(),
                  cast<NarrowTerm>(T)->isSigned());
  case TermKind::Extract:
    return cast<ExtractTerm>(T)->index()
               ? extractElement(Operands[0], Operands[1])
               : extract(Operands[0], cast<ExtractTerm>(T)->field());
  case TermKind::Field:
    return fieldOf(Operands[0], cast<FieldTerm>(T)->field());
  case TermKind::Element:
    if (cast<ElementTerm>(T)->isBase())
      return baseAt(Operands[0], cast<ConstantTerm>(Operands[1])->value());
    return element(Operands[0], Operands[1],
                   cast<ElementTerm>(T)->elementSize());
  default: {
    // What the others are does not depend on their operands.
    Term Other = *T;
    Other.SetNextInBucket(nullptr); // A copy is in no set.
    return intern(Other, Operands);
  }
  }
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

const Term *
TermRewriter::rewrite(const Term *T,
                      llvm::function_ref<const Term *(const Term &)> Replace) {
  using Parts = TermFold<const Term *>::Parts;
  return Memo.run(
      T, [&](const Term *Now, Parts &Of) -> std::optional<const Term *> {
        if (const Term *Replacement = Replace(*Now))
          return Replacement;
        if (isa<PhiTerm>(Now))
          return Now;
        if (!Of.knowsAll(Now->operands()))
          return std::nullopt;
        llvm::SmallVector<const Term *, 8> Operands;
        for (const Term *Part : Now->operands())
          Operands.push_back(*Of.of(Part));
        return Arena.withOperands(Now, Operands);
      });
}

} // namespace warplint

//===--- Expressions.cpp - Terms of statements and expressions ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Symbolic/Evaluation.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

void Evaluation::execute(const CFGElement &Element) {
  if (auto Init = Element.getAs<CFGInitializer>())
    initializeMember(*Init->getInitializer());
  else if (auto Statement = Element.getAs<CFGStmt>())
    executeStatement(*Statement->getStmt());
  else if (auto Destroyed = Element.getAs<CFGAutomaticObjDtor>())
    executeDestructor(*Destroyed);
}

/// Destructors are not opened; one that can synchronize is known to be there.
void Evaluation::executeDestructor(const CFGAutomaticObjDtor &Destroyed) {
  const CXXDestructorDecl *D = Destroyed.getDestructorDecl(Code.context());
  const FunctionDecl *Definition = nullptr;
  if (D && D->hasBody(Definition) && Code.traits(*Definition).Synchronizes)
    record(Destroyed.getTriggerStmt(), Event::Kind::Unknown);
}

void Evaluation::executeStatement(const Stmt &S) {
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        initialize(*Var);
    return;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(&S)) {
    if (const Expr *Value = Return->getRetValue();
        Value && !Value->getType()->isVoidType())
      Current = Access.write(Current, Arena.returnSlot(In),
                             {evaluate(Value), Value, In});
    return;
  }
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(&S))
    return executeAsm(*Asm);
  const auto *E = dyn_cast<Expr>(&S);
  if (!E)
    return;
  // The node after an opened call holds the call's value already.
  if (Now->returnedFrom() && Now->returnedFrom()->callSite() == E)
    return;
  const Term *Value = compute(E);
  const Term *&Known = Values[{In->id(), E}];
  ValuesChanged |= Known != Value;
  Known = Value;
}

void Evaluation::initialize(const VarDecl &Var) {
  if (!Var.hasLocalStorage())
    return;
  const Term *At = Arena.local(In, &Var);
  const Expr *Init = Var.getInit();
  // A default construction of a trivial type leaves the variable unset.
  const auto *Construct =
      Init ? dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit()) : nullptr;
  bool Unset = !Init || (Construct && Construct->getNumArgs() == 0 &&
                         Construct->getConstructor()->isTrivial());
  const Term *Value = Unset ? Arena.undefined() : evaluate(Init);
  Current = Access.write(Current, At, {Value, Init, In});
  takeOverBases(Init, At);
}

/// A class value holds the class's own fields; what its bases hold is found
/// where \p Init constructed the object, and comes to \p To.
void Evaluation::takeOverBases(const Expr *Init, const Term *To) {
  while (const auto *Full = dyn_cast_or_null<FullExpr>(Init))
    Init = Full->getSubExpr();
  const auto *Construct =
      dyn_cast_or_null<CXXConstructExpr>(Init ? Init->IgnoreCasts() : nullptr);
  if (!Construct || !P.opened(*In, Construct))
    return;
  const Term *From = Arena.temporary(In, Construct);
  auto TakeOver = [&](const auto &Self, const CXXRecordDecl &Class) -> void {
    for (const CXXBaseSpecifier &Base : Class.bases()) {
      const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
      if (!Of || !Of->hasDefinition())
        continue;
      for (const FieldDecl *Field : Of->fields())
        if (Definition Held = Access.read(Current, Arena.fieldOf(From, Field));
            Held.Value)
          Current = Access.write(Current, Arena.fieldOf(To, Field), Held);
      Self(Self, *Of);
    }
  };
  TakeOver(TakeOver, *Construct->getConstructor()->getParent());
}

void Evaluation::initializeMember(const CXXCtorInitializer &Init) {
  if (!In->This || !Init.getInit())
    return;
  const Term *Value = evaluate(Init.getInit());
  if (const FieldDecl *Field = Init.getAnyMember()) {
    store(Arena.fieldOf(In->This, Field), Value, Init.getInit(),
          Field->getType());
    return;
  }
  // Fields of a base are distinct declarations: the base needs no place of its
  // own inside the object.
  if (Value->kind() == TermKind::Record && Value->recordType())
    for (const FieldDecl *Field : Value->recordType()->fields())
      store(Arena.fieldOf(In->This, Field), Arena.extract(Value, Field),
            Init.getInit(), Field->getType());
  if (isThreadOwned(In->This))
    takeOverBases(Init.getInit(), In->This);
}

void Evaluation::executeAsm(const GCCAsmStmt &Asm) {
  for (const SyncOp &Op : Code.operations(Asm))
    recordOperation(Asm, Op);
  llvm::SmallVector<const Term *, 4> Inputs;
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    Inputs.push_back(evaluate(Asm.getInputExpr(I)));
  for (unsigned I = 0; I < Asm.getNumOutputs(); ++I) {
    const Expr *Output = Asm.getOutputExpr(I);
    auto Read = Code.model().identityOf(Asm, I);
    const Term *Value =
        !Read ? Arena.opaque(In, &Asm, Inputs,
                             Code.operations(Asm).empty() ? Scope::System
                                                          : Scope::Thread)
        : Read->Kind == IdentityKind::Opaque
            ? Arena.opaque(In, &Asm, {}, Read->UniformAt)
            : Arena.identity(*Read);
    store(evaluate(Output), Value, &Asm, Output->getType());
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What an access is under when it is in one arm of `Condition ? a : b`.
const Term *Evaluation::underAlso(const Term *Condition, bool Holds) {
  const Term *Here = Holds ? Condition : Arena.unary(UO_LNot, Condition);
  return Under ? Arena.binary(BO_LAnd, Under, Here) : Here;
}

uint32_t Evaluation::bytesOf(QualType Type) const {
  if (Type->isIncompleteType() || Type->isDependentType())
    return 0;
  return Code.context().getTypeSizeInChars(Type).getQuantity();
}

const Term *Evaluation::load(const Term *Address, const Expr *Site,
                             QualType Type) {
  if (Address->kind() == TermKind::Select) {
    const Term *Arms[2];
    for (unsigned I : {0u, 1u}) {
      llvm::SaveAndRestore Only(Under, underAlso(Address->operand(0), I == 0));
      Arms[I] = load(Address->operand(I + 1), Site, Type);
    }
    return Arena.select(Address->operand(0), Arms[0], Arms[1]);
  }
  if (isThreadOwned(Address)) {
    const RecordDecl *Record = Type->getAsRecordDecl();
    Definition Held = Record ? Access.snapshot(Current, Address, *Record)
                             : Access.read(Current, Address);
    if (!Held.Value)
      Held.Value = Arena.undefined();
    Reads[{In->id(), Site}] = Held;
    return Held.Value;
  }
  Event &Read = record(Site, Event::Kind::Access);
  Read.Access = AccessKind::Read;
  Read.Address = Address;
  Read.Volatile = Type.isVolatileQualified();
  Read.Bytes = bytesOf(Type);
  return Arena.load(Address, In, Site);
}

void Evaluation::store(const Term *Address, const Term *Value, const Stmt *Site,
                       QualType Type, const Stmt *Source) {
  if (Address->kind() == TermKind::Select) {
    // Either may be written: both keep what they had or take the new value.
    for (unsigned I : {1u, 2u}) {
      llvm::SaveAndRestore Only(Under, underAlso(Address->operand(0), I == 1));
      const Term *Arm = Address->operand(I);
      Definition Old =
          isThreadOwned(Arm) ? Access.read(Current, Arm) : Definition();
      store(Arm,
            Old.Value
                ? Arena.select(Address->operand(0), I == 1 ? Value : Old.Value,
                               I == 1 ? Old.Value : Value)
                : Value,
            Site, Type, Source);
    }
    return;
  }
  if (isThreadOwned(Address)) {
    Current =
        Access.write(Current, Address, {Value, Source ? Source : Site, In});
    return;
  }
  Event &Write = record(Site, Event::Kind::Access);
  Write.Access = AccessKind::Write;
  Write.Address = Address;
  Write.Value = Value;
  Write.Volatile = Type.isVolatileQualified();
  Write.Bytes = bytesOf(Type);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Clang's CFG has no element of its own for these: nothing else would bring
/// their values up to date in the next round.
static bool isBetweenElements(const Expr *E) {
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return Op->isLogicalOp();
  return isa<ParenExpr, FullExpr, CXXBindTemporaryExpr, OpaqueValueExpr,
             PseudoObjectExpr, SubstNonTypeTemplateParmExpr, CXXDefaultArgExpr,
             CXXDefaultInitExpr>(E);
}

const Term *Evaluation::evaluate(const Expr *E) {
  if (isBetweenElements(E))
    return Values[{In->id(), E}] = compute(E);
  auto Known = Values.find({In->id(), E});
  if (Known != Values.end())
    return Known->second;
  const Term *Value = compute(E);
  return Values[{In->id(), E}] = Value;
}

std::optional<int64_t> Evaluation::constantOf(const Expr *E) const {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, Code.context()))
    return std::nullopt;
  const llvm::APSInt &Value = Result.Val.getInt();
  if (Value.getSignificantBits() > 64)
    return std::nullopt;
  return Value.getExtValue();
}

const Term *Evaluation::compute(const Expr *E) {
  if (const auto &I = Code.identityOf(*E))
    return I->Kind == IdentityKind::Opaque
               ? Arena.opaque(In, E, {}, I->UniformAt)
               : Arena.identity(*I);
  // What clang did not understand may have been a barrier.
  if (E->isTypeDependent() || isa<RecoveryExpr>(E)) {
    if (isa<RecoveryExpr, CallExpr>(E))
      record(E, Event::Kind::Unknown);
    return Arena.opaque(In, E, {}, Scope::System);
  }
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return evaluate(cast<ParenExpr>(E)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ConstantExprClass:
    return evaluate(cast<FullExpr>(E)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return evaluate(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return evaluate(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return evaluate(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return evaluate(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::OpaqueValueExprClass:
    if (const Expr *Source = cast<OpaqueValueExpr>(E)->getSourceExpr())
      return evaluate(Source);
    return computeUnknown(E);
  case Stmt::PseudoObjectExprClass:
    if (const Expr *Result = cast<PseudoObjectExpr>(E)->getResultExpr())
      return evaluate(Result);
    return computeUnknown(E);
  case Stmt::IntegerLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
    if (auto Value = constantOf(E))
      return Arena.constant(*Value);
    return computeUnknown(E);
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return Arena.constant(0);
  case Stmt::DeclRefExprClass:
    return computeReference(*cast<DeclRefExpr>(E));
  case Stmt::MemberExprClass:
    return computeMember(*cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass: {
    const auto *Subscript = cast<ArraySubscriptExpr>(E);
    CharUnits Size = Code.context().getTypeSizeInChars(E->getType());
    return Arena.element(evaluate(Subscript->getBase()),
                         evaluate(Subscript->getIdx()), Size.getQuantity());
  }
  case Stmt::UnaryOperatorClass:
    return computeUnary(*cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return computeBinary(*cast<BinaryOperator>(E));
  case Stmt::ConditionalOperatorClass: {
    const auto *Choice = cast<ConditionalOperator>(E);
    const Term *Cond = evaluate(Choice->getCond());
    if (Cond->isConstant())
      return evaluate(Cond->value() ? Choice->getTrueExpr()
                                    : Choice->getFalseExpr());
    if (E->getType()->isVoidType())
      return Arena.undefined();
    return Arena.select(Cond, evaluate(Choice->getTrueExpr()),
                        evaluate(Choice->getFalseExpr()));
  }
  case Stmt::CXXThisExprClass:
    return computeThis(*cast<CXXThisExpr>(E));
  case Stmt::MaterializeTemporaryExprClass: {
    const auto *Made = cast<MaterializeTemporaryExpr>(E);
    const Term *At = Arena.temporary(In, E);
    Current = Access.write(
        Current, At, {evaluate(Made->getSubExpr()), Made->getSubExpr(), In});
    takeOverBases(Made->getSubExpr(), At);
    return At;
  }
  case Stmt::LambdaExprClass:
    return computeLambda(*cast<LambdaExpr>(E));
  case Stmt::InitListExprClass:
    return computeInitList(*cast<InitListExpr>(E));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return computeConstruct(*cast<CXXConstructExpr>(E));
  default:
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return computeCast(*Cast);
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return computeCall(*Call);
    return computeUnknown(E);
  }
}

/// A function of its parts that is not modelled: as uniform as they are.
const Term *Evaluation::computeUnknown(const Expr *E) {
  llvm::SmallVector<const Term *, 4> Parts;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      Parts.push_back(evaluate(Part));
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    if (New->getNumPlacementArgs() == 1 && New->getConstructExpr())
      return constructAt(*New);
  bool Fresh = isa<AtomicExpr, CXXNewExpr>(E);
  return Arena.opaque(In, E, Parts, Fresh ? Scope::Thread : Scope::System);
}

/// An object made in storage that is there: the constructor of a barrier object
/// is its initialization.
const Term *Evaluation::constructAt(const CXXNewExpr &New) {
  const Term *At = addressOperand(New.getPlacementArg(0));
  for (const SyncOp &Op : Code.operations(*New.getConstructExpr())) {
    recordOperation(New, Op);
    Now->Events.back().Address = At;
  }
  return At;
}

const Term *Evaluation::addressOf(const VarDecl &Var) {
  return Var.hasLocalStorage() ? Arena.local(In, &Var) : Arena.variable(&Var);
}

const Term *Evaluation::computeThis(const CXXThisExpr &This) {
  if (!In->This)
    return Arena.opaque(In, &This, {}, Scope::System);
  const auto *Method = dyn_cast<CXXMethodDecl>(&In->function());
  if (!Method || !Method->getParent()->isLambda())
    return In->This;
  // In a lambda `this` is what the closure captured.
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Captures;
  FieldDecl *Captured = nullptr;
  Method->getParent()->getCaptureFields(Captures, Captured);
  if (!Captured)
    return In->This;
  const Term *At = Arena.fieldOf(In->This, Captured);
  return Captured->getType()->isPointerType()
             ? load(At, &This, Captured->getType())
             : At;
}

const Term *Evaluation::computeReference(const DeclRefExpr &Ref) {
  const ValueDecl *D = Ref.getDecl();
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D))
    return Arena.constant(Enumerator->getInitVal().getExtValue());
  if (const auto *Binding = dyn_cast<BindingDecl>(D))
    if (const Expr *Bound = Binding->getBinding())
      return evaluate(Bound);
  const auto *Var = dyn_cast<VarDecl>(D);
  if (!Var)
    return Arena.opaque(nullptr, nullptr, {}, Scope::System);
  const Term *At = addressOf(*Var);
  if (Ref.refersToEnclosingVariableOrCapture() && In->This) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&In->function());
    if (Method && Method->getParent()->isLambda()) {
      llvm::DenseMap<const ValueDecl *, FieldDecl *> Captures;
      FieldDecl *ThisCapture = nullptr;
      Method->getParent()->getCaptureFields(Captures, ThisCapture);
      if (const FieldDecl *Field = Captures.lookup(Var)) {
        At = Arena.fieldOf(In->This, Field);
        if (!Field->getType()->isReferenceType())
          return At;
        return load(At, &Ref, Field->getType());
      }
    }
  }
  if (!Var->getType()->isReferenceType())
    return At;
  if (!isThreadOwned(At))
    return Arena.opaque(nullptr, nullptr, {At}, Scope::System);
  return load(At, &Ref, Var->getType());
}

const Term *Evaluation::computeMember(const MemberExpr &Member) {
  const Expr *Base = Member.getBase();
  if (const auto *Var = dyn_cast<VarDecl>(Member.getMemberDecl()))
    return addressOf(*Var);
  const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
  if (!Field)
    return evaluate(Base);
  const Term *Object = evaluate(Base);
  if (!Member.isArrow() && !Base->isGLValue())
    return Arena.extract(Object, Field);
  const Term *At = Arena.fieldOf(Object, Field);
  if (Field->getType()->isReferenceType())
    return load(At, &Member, Field->getType());
  return At;
}

const Term *Evaluation::computeUnary(const UnaryOperator &Op) {
  const Expr *Sub = Op.getSubExpr();
  const Term *Operand = evaluate(Sub);
  if (Op.isIncrementDecrementOp()) {
    const Term *Old = load(Operand, &Op, Sub->getType());
    const Term *Step = Arena.constant(Op.isIncrementOp() ? 1 : -1);
    QualType Type = Sub->getType();
    const Term *New =
        Type->isPointerType()
            ? Arena.element(Old, Step,
                            Code.context()
                                .getTypeSizeInChars(Type->getPointeeType())
                                .getQuantity())
        : Type->isIntegerType() ? Arena.binary(BO_Add, Old, Step)
                                : Arena.opaque(In, &Op, {Old}, Scope::System);
    store(Operand, New, &Op, Type);
    return Op.isPrefix() ? Operand : Old;
  }
  switch (Op.getOpcode()) {
  case UO_Deref:
    // What an unknown pointer points at is its element 0, as p[0] spells it.
    return Arena.element(
        Operand, Arena.constant(0),
        Op.getType()->isIncompleteType()
            ? 1
            : Code.context().getTypeSizeInChars(Op.getType()).getQuantity());
  case UO_AddrOf:
  case UO_Extension:
  case UO_Plus:
    return Operand;
  case UO_Minus:
  case UO_Not:
  case UO_LNot:
    if (Sub->getType()->isFloatingType() && Op.getOpcode() == UO_Minus)
      return Arena.opaque(In, &Op, {Operand}, Scope::System);
    if (Op.getOpcode() == UO_Not && Op.getType()->isUnsignedIntegerType())
      return Arena.narrow(Arena.unary(UO_Not, Operand),
                          Code.context().getIntWidth(Op.getType()), false);
    return Arena.unary(Op.getOpcode(), Operand);
  default:
    return computeUnknown(&Op);
  }
}

const Term *Evaluation::arithmetic(const Expr &At, BinaryOperatorKind Op,
                                   const Expr *LHS, const Term *L,
                                   const Term *R) {
  QualType Type = LHS->getType();
  if (Type->isPointerType() && (Op == BO_Add || Op == BO_Sub) &&
      At.getType()->isPointerType()) {
    int64_t Size =
        Code.context().getTypeSizeInChars(Type->getPointeeType()).getQuantity();
    const Term *Step = Op == BO_Add ? R : Arena.unary(UO_Minus, R);
    return Arena.element(L, Step, Size);
  }
  // Terms are mathematical integers; where an unsigned operand may have wrapped
  // they say nothing about the comparison.
  auto MayWrap = [&](const Term *T) {
    TermArena::Range R = Arena.rangeOf(T);
    return R.Min && *R.Min < 0;
  };
  if (BinaryOperator::isComparisonOp(Op) && Type->isUnsignedIntegerType() &&
      (MayWrap(L) || MayWrap(R)))
    return Arena.opaque(In, &At, {L, R}, Scope::System);
  if (BinaryOperator::isComparisonOp(Op) || BinaryOperator::isLogicalOp(Op))
    return Arena.binary(Op, L, R);
  if (At.getType()->isIntegralOrEnumerationType() &&
      Type->isIntegralOrEnumerationType()) {
    // What comes from memory may be a negative number seen as unsigned.
    if ((Op == BO_Rem || Op == BO_Div || Op == BO_Shr) &&
        Type->isUnsignedIntegerType() && L->kind() == TermKind::Load)
      L = Arena.narrow(L, Code.context().getIntWidth(Type), false);
    return Arena.binary(Op, L, R);
  }
  return Arena.opaque(In, &At, {L, R}, Scope::System);
}

const Term *Evaluation::computeBinary(const BinaryOperator &Op) {
  const Expr *LHS = Op.getLHS(), *RHS = Op.getRHS();
  if (Op.getOpcode() == BO_Comma)
    return evaluate(RHS);
  if (Op.isLogicalOp()) {
    const Term *L = evaluate(LHS);
    if (L->isConstant() && (L->value() != 0) == (Op.getOpcode() == BO_LOr))
      return Arena.constant(Op.getOpcode() == BO_LOr);
    return Arena.binary(Op.getOpcode(), L, evaluate(RHS));
  }
  const Term *R = evaluate(RHS);
  const Term *L = evaluate(LHS);
  if (Op.getOpcode() == BO_Assign) {
    store(L, R, LHS, LHS->getType(), RHS);
    return L;
  }
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(&Op)) {
    const Term *Old = load(L, &Op, LHS->getType());
    auto Plain = BinaryOperator::getOpForCompoundAssignment(Op.getOpcode());
    bool Integral =
        LHS->getType()->isIntegralOrEnumerationType() &&
        Compound->getComputationResultType()->isIntegralOrEnumerationType();
    const Term *New = Integral || LHS->getType()->isPointerType()
                          ? arithmetic(Op, Plain, LHS, Old, R)
                          : Arena.opaque(In, &Op, {Old, R}, Scope::System);
    store(L, New, &Op, LHS->getType());
    return L;
  }
  if (RHS->getType()->isPointerType() && Op.getOpcode() == BO_Add)
    return arithmetic(Op, BO_Add, RHS, R, L);
  return arithmetic(Op, Op.getOpcode(), LHS, L, R);
}

const Term *Evaluation::computeCast(const CastExpr &Cast) {
  const Expr *Sub = Cast.getSubExpr();
  switch (Cast.getCastKind()) {
  case CK_LValueToRValue: {
    if (const auto &I = Code.identityOf(*Sub->IgnoreParens()))
      if (I->Kind != IdentityKind::Opaque)
        return Arena.identity(*I);
    const auto *Ref = dyn_cast<DeclRefExpr>(Sub->IgnoreParens());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var && Var->getType().isConstQualified())
      if (auto Value = constantOf(&Cast))
        return Arena.constant(*Value);
    return load(evaluate(Sub), &Cast, Sub->getType());
  }
  case CK_IntegralCast: {
    const Term *Value = evaluate(Sub);
    const ASTContext &Context = Code.context();
    uint64_t From = Context.getIntWidth(Sub->getType()),
             To = Context.getIntWidth(Cast.getType());
    // A negative constant turns into a large unsigned one.
    if (To >= From && Value->isConstant() && Value->value() < 0 &&
        Cast.getType()->isUnsignedIntegerOrEnumerationType())
      return To < 64
                 ? Arena.constant(Value->value() & int64_t(llvm::maxUIntN(To)))
                 : Arena.opaque(In, &Cast, {}, Scope::System);
    if (To >= From)
      return Value;
    return Arena.narrow(Value, To,
                        Cast.getType()->isSignedIntegerOrEnumerationType());
  }
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean: {
    const Term *Value = evaluate(Sub);
    if (isThreadOwned(Value) || Value->kind() == TermKind::Variable)
      return Arena.constant(1);
    return Arena.binary(BO_NE, Value, Arena.constant(0));
  }
  case CK_ArrayToPointerDecay: {
    const auto *Array = Code.context().getAsArrayType(Sub->getType());
    return Arena.elementOf(evaluate(Sub), Arena.constant(0),
                           Code.context()
                               .getTypeSizeInChars(Array->getElementType())
                               .getQuantity());
  }
  case CK_NullToPointer:
    return Arena.constant(0);
  case CK_ToVoid:
    evaluate(Sub);
    return Arena.undefined();
  case CK_FloatingToBoolean:
  case CK_FloatingToIntegral:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
    return Arena.opaque(In, &Cast, {evaluate(Sub)}, Scope::System);
  default:
    // Qualification, inheritance, pointer representation: the same place or
    // value, seen as another type.
    return evaluate(Sub);
  }
}

const Term *Evaluation::computeConstruct(const CXXConstructExpr &Construct) {
  const CXXConstructorDecl *Constructor = Construct.getConstructor();
  if (Construct.getNumArgs() >= 1 && Code.isPlainCopy(*Constructor)) {
    const Expr *Source = Construct.getArg(0);
    const Term *At = evaluate(Source);
    return Source->isGLValue() ? load(At, &Construct, Construct.getType()) : At;
  }
  // A constructor that is not seen can make anything of its arguments.
  if (Code.isUserCode(Constructor->getLocation()) && !Constructor->isImplicit())
    return Arena.opaque(In, &Construct, {}, Scope::System);
  llvm::SmallVector<const Term *, 4> Parts;
  for (const Expr *Argument : Construct.arguments())
    appendOperands(Argument, Parts);
  if (Parts.empty() && Constructor->isTrivial())
    return Arena.undefined();
  return Arena.opaque(In, &Construct, Parts, Scope::System);
}

const Term *Evaluation::computeInitList(const InitListExpr &List) {
  const InitListExpr *Full = List.isSemanticForm()    ? &List
                             : List.getSemanticForm() ? List.getSemanticForm()
                                                      : &List;
  llvm::SmallVector<const Term *, 8> Parts;
  for (const Expr *Init : Full->inits())
    Parts.push_back(evaluate(Init));
  const auto *Record = Full->getType()->getAsCXXRecordDecl();
  if (Record && !Record->isUnion() && Record->getNumBases() == 0)
    return Arena.record(Record, Parts);
  if (Full->getType()->isScalarType())
    return Parts.empty() ? Arena.constant(0) : Parts[0];
  return Arena.opaque(nullptr, nullptr, Parts, Scope::System);
}

const Term *Evaluation::computeLambda(const LambdaExpr &Lambda) {
  llvm::SmallVector<const Term *, 8> Fields;
  for (const Expr *Init : Lambda.capture_inits())
    Fields.push_back(Init ? evaluate(Init) : Arena.undefined());
  return Arena.record(Lambda.getLambdaClass(), Fields);
}

} // namespace warplint

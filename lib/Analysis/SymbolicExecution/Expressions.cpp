//===--- Expressions.cpp - Terms of statements and expressions ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/CallSummaries/AccessorSummaries.h"
#include "Analysis/Expr/ClassFields.h"
#include "Analysis/Expr/RecordOffsets.h"
#include "Analysis/KernelIR/ConstructorSummaries.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Assumptions/Assumptions.h"
#include "CudaModel/AstNames.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

/// Clang's CFG has no element of its own for these: nothing else would bring
/// their values up to date in the next iteration.
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

/// The number that \p E is for the compiler.
static std::optional<llvm::APSInt> numberIn(const Expr *E,
                                            const ASTContext &Context) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt();
}

/// \p Value as a term; null if it has more than 64 bits.
const Term *Evaluation::numberTerm(const llvm::APSInt &Value) {
  if (Value.getBitWidth() > 64)
    return nullptr;
  if (Value.isRepresentableByInt64())
    return Arena.constant(Value.getExtValue());
  return Arena.narrow(Arena.constant(int64_t(Value.getZExtValue())), 64, false);
}

/// The number that \p E is for the compiler; null if it is none.
const Term *Evaluation::constantTermOf(const Expr *E) {
  auto Value = numberIn(E, Code.context());
  return Value ? numberTerm(*Value) : nullptr;
}

/// The expression that has the value of \p E; null if \p E has one of its own.
static const Expr *standsFor(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return cast<ParenExpr>(E)->getSubExpr();
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ConstantExprClass:
    return cast<FullExpr>(E)->getSubExpr();
  case Stmt::CXXBindTemporaryExprClass:
    return cast<CXXBindTemporaryExpr>(E)->getSubExpr();
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement();
  case Stmt::CXXDefaultArgExprClass:
    return cast<CXXDefaultArgExpr>(E)->getExpr();
  case Stmt::CXXDefaultInitExprClass:
    return cast<CXXDefaultInitExpr>(E)->getExpr();
  case Stmt::OpaqueValueExprClass:
    return cast<OpaqueValueExpr>(E)->getSourceExpr();
  case Stmt::PseudoObjectExprClass:
    return cast<PseudoObjectExpr>(E)->getResultExpr();
  default:
    return nullptr;
  }
}

/// What \p List, which clang could not read and gave no type, may be worth.
const Term *Evaluation::computeUntyped(const ParenListExpr &List) {
  llvm::SmallVector<const Term *, 4> Parts;
  for (const Expr *Part : llvm::ArrayRef(
           const_cast<ParenListExpr &>(List).getExprs(), List.getNumExprs()))
    Parts.push_back(evaluate(Part));
  if (Parts.size() == 1)
    return Parts.front();
  // What is unknown has a type.
  return Parts.empty()
             ? Arena.undefined()
             : Arena.opaque(In, List.getExpr(0), Parts, Scope::System);
}

/// `offsetof(Header, rows[n])`: the bytes of its members and elements. Null if
/// they are not known.
static const Term *
offsetTerm(const OffsetOfExpr &E, TermArena &Arena, const ASTContext &Context,
           llvm::function_ref<const Term *(const Expr *)> ValueOf) {
  QualType Type = E.getTypeSourceInfo()->getType();
  const Term *Sum = Arena.constant(0);
  for (unsigned I = 0; I < E.getNumComponents(); ++I) {
    const OffsetOfNode &Step = E.getComponent(I);
    if (Step.getKind() == OffsetOfNode::Field) {
      const FieldDecl *Member = Step.getField();
      if (Member->isBitField() || !hasLayout(*Member->getParent()))
        return nullptr;
      Type = Member->getType();
      int64_t Bits = int64_t(Context.getFieldOffset(Member));
      Sum = Arena.binary(
          BO_Add, Sum,
          Arena.constant(Context.toCharUnitsFromBits(Bits).getQuantity()));
      continue;
    }
    const ArrayType *Array = Context.getAsArrayType(Type);
    if (Step.getKind() != OffsetOfNode::Array || !Array)
      return nullptr;
    Type = Array->getElementType();
    int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
    Sum = Arena.binary(
        BO_Add, Sum,
        Arena.binary(BO_Mul, ValueOf(E.getIndexExpr(Step.getArrayExprIndex())),
                     Arena.constant(Size)));
  }
  return Sum;
}

const Term *Evaluation::compute(const Expr *E) {
  if (const auto *List = dyn_cast<ParenListExpr>(E))
    return computeUntyped(*List);
  if (const auto &I = Code.identityOf(*E))
    return I->Kind == IdentityKind::Opaque
               ? Arena.opaque(In, E, {}, I->UniformAt)
               : Arena.identity(*I);
  // What clang did not understand may have been a barrier.
  if (E->isTypeDependent() || isa<RecoveryExpr>(E)) {
    if (isa<RecoveryExpr, CallExpr>(E))
      record(E, Event::Kind::Unknown);
    const Term *Value = Arena.opaque(In, E, {}, Scope::System);
    // The value that is assigned is not known.
    const auto *Op = dyn_cast<BinaryOperator>(E);
    if (Op && Op->isAssignmentOp() && !Op->getLHS()->isTypeDependent())
      store(evaluate(Op->getLHS()), Value, Op->getLHS(),
            Op->getLHS()->getType());
    return Value;
  }
  if (const Expr *Meant = standsFor(E))
    return evaluate(Meant);
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
    if (const Term *Value = constantTermOf(E))
      return Value;
    return computeUnknown(E);
  case Stmt::OffsetOfExprClass:
    if (const Term *Value =
            offsetTerm(*cast<OffsetOfExpr>(E), Arena, Code.context(),
                       [&](const Expr *Index) { return evaluate(Index); }))
      return Value;
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
  case Stmt::ConditionalOperatorClass:
    return computeChoice(*cast<ConditionalOperator>(E));
  case Stmt::CXXThisExprClass:
    return computeThis(*cast<CXXThisExpr>(E));
  case Stmt::MaterializeTemporaryExprClass:
    return computeTemporary(*cast<MaterializeTemporaryExpr>(E));
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

const Term *Evaluation::computeChoice(const ConditionalOperator &Choice) {
  const Term *If = evaluate(Choice.getCond());
  if (const auto *Known = dyn_cast<ConstantTerm>(If))
    return evaluate(Known->value() ? Choice.getTrueExpr()
                                   : Choice.getFalseExpr());
  if (Choice.getType()->isVoidType())
    return Arena.undefined();
  const Term *IfTrue = evaluate(Choice.getTrueExpr()),
             *IfFalse = evaluate(Choice.getFalseExpr());
  return Arena.select(If, IfTrue, IfFalse);
}

const Term *Evaluation::computeTemporary(const MaterializeTemporaryExpr &Made) {
  const Term *At = Arena.temporary(In, &Made);
  const Expr *Sub = Made.getSubExpr();
  Current = Access.write(Current, At, {evaluate(Sub), Sub, In});
  takeOverBases(Sub, At);
  return At;
}

/// A function of its parts that is not modelled: as uniform as they are.
const Term *Evaluation::computeUnknown(const Expr *E) {
  llvm::SmallVector<const Term *, 4> Parts;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      Parts.push_back(evaluate(Part));
  // An inherited constructor gets the arguments of the inheriting one.
  if (isa<CXXInheritedCtorInitExpr>(E))
    for (const ParmVarDecl *Given : In->function().parameters())
      if (Definition Reaching = Access.read(Current, Arena.local(In, Given));
          Reaching.Value)
        Parts.push_back(Reaching.Value);
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

static const Term *numberOf(const EnumConstantDecl &Enumerator,
                            TermArena &Arena) {
  return Arena.constant(Enumerator.getInitVal().getExtValue());
}

const Term *Evaluation::computeReference(const DeclRefExpr &Ref) {
  const ValueDecl *D = Ref.getDecl();
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D))
    return numberOf(*Enumerator, Arena);
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
  if (const auto *Enumerator =
          dyn_cast<EnumConstantDecl>(Member.getMemberDecl())) {
    evaluate(Base);
    return numberOf(*Enumerator, Arena);
  }
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

/// \p F only loads and stores a value, as far as that is known.
bool Evaluation::copiesValue(const FunctionDecl &F) const {
  if (!Code.isPlainCopy(F))
    return false;
  return F.isTrivial() || F.isDefaulted() ||
         Arena.assumptions().assume(Assumption::ValueCopies);
}

const Term *Evaluation::computeConstruct(const CXXConstructExpr &Construct) {
  const CXXConstructorDecl *Constructor = Construct.getConstructor();
  if (Construct.getNumArgs() >= 1 && copiesValue(*Constructor)) {
    const Expr *Source = Construct.getArg(0);
    const Term *At = evaluate(Source);
    return Source->isGLValue() ? load(At, &Construct, Construct.getType()) : At;
  }
  if (Code.plainResult(*Constructor).IsEmpty)
    return Arena.record(Constructor->getParent(), {});
  if (auto Made = ConstructedObject::by(*Constructor, limits()))
    return Made->value(
        [&](unsigned Index) -> const Term * {
          const Expr *Argument = Construct.getArg(Index);
          const Term *Value = evaluate(Argument);
          return Argument->isGLValue()
                     ? load(Value, Argument, Argument->getType())
                     : Value;
        },
        Arena);
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

/// The value of \p Class whose bases, then its own fields, are \p Parts; null
/// if it would not hold all of them.
static const Term *aggregateOf(const CXXRecordDecl &Class,
                               llvm::ArrayRef<const Term *> Parts,
                               TermArena &Arena) {
  if (Class.getNumBases() == 0)
    return Arena.record(&Class, Parts);
  size_t Bases = Class.getNumBases(),
         Own = std::distance(Class.field_begin(), Class.field_end());
  if (Parts.size() != Bases + Own)
    return nullptr;
  ClassFields Fields = fieldsOfClass(Class, Arena.limits());
  llvm::SmallVector<const Term *, 8> Reaching(Parts.drop_front(Bases));
  for (const FieldDecl *Field : llvm::drop_begin(Fields, Own)) {
    auto Of = llvm::find_if(Class.bases(), [&](const CXXBaseSpecifier &Base) {
      return llvm::is_contained(
          fieldsOfClass(*Base.getType()->getAsCXXRecordDecl(), Arena.limits()),
          Field);
    });
    if (Of == Class.bases_end())
      return nullptr;
    Reaching.push_back(
        Arena.extract(Parts[std::distance(Class.bases_begin(), Of)], Field));
  }
  return Arena.record(&Class, Reaching);
}

const Term *Evaluation::computeInitList(const InitListExpr &List) {
  const InitListExpr *Full = List.isSemanticForm()    ? &List
                             : List.getSemanticForm() ? List.getSemanticForm()
                                                      : &List;
  llvm::SmallVector<const Term *, 8> Parts;
  // Where clang did not understand one, there is none.
  for (const Expr *Init : Full->inits())
    Parts.push_back(Init ? evaluate(Init) : Arena.undefined());
  const auto *Record = Full->getType()->getAsCXXRecordDecl();
  if (Record && !Record->isUnion())
    if (const Term *Value = aggregateOf(*Record, Parts, Arena))
      return Value;
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

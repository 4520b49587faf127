//===--- HostValues.cpp - What expressions of host code are worth ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/HostLibrary.h"
#include "CudaModel/MemorySpace.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint::host {

const Expr *withoutCasts(const Expr *E) {
  const auto *Cast = dyn_cast<CastExpr>(E);
  const Expr *Inner = Cast ? Cast->getSubExpr() : wrappedBy(*E);
  return Inner ? withoutCasts(Inner) : E;
}

const Expr *expectedBy(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && Call->getBuiltinCallee() == Builtin::BI__builtin_expect
             ? Call->getArg(0)
             : nullptr;
}

/// The array variable whose first element \p E points to, or null.
static const VarDecl *decayingArray(const Expr *E) {
  bool Decays = false;
  while (const auto *Inner = dyn_cast<CastExpr>(E->IgnoreParens())) {
    Decays |= Inner->getCastKind() == CK_ArrayToPointerDecay;
    E = Inner->getSubExpr();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Decays && Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The variable that \p E names, itself or by its first element, or null.
static const VarDecl *firstOf(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const auto *Index =
        dyn_cast<IntegerLiteral>(Element->getIdx()->IgnoreParenCasts());
    return Index && Index->getValue().isZero()
               ? decayingArray(Element->getBase())
               : nullptr;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// \p E gives a pointer to an object that it makes.
static bool isNewObject(const Expr &E) {
  const auto *Made = dyn_cast<CXXNewExpr>(&E);
  const auto *Call = dyn_cast<CallExpr>(&E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return (Made && !Made->shouldNullCheckAllocation()) ||
         (Callee && makesObject(*Callee));
}

static bool isDim3(QualType Type) {
  const CXXRecordDecl *Class =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() && Class->getName() == "dim3";
}

void HostInterpreter::forEachValue(
    const Expr *E, States &Now,
    llvm::function_ref<void(State &, HostValue)> Use) {
  if (isDim3(E->getType()))
    Now = apartByChoices({E}, Now);
  States Result;
  for (State &Each : Now) {
    const auto *Choice = dyn_cast<ConditionalOperator>(withoutCasts(E));
    HostValue V = value(E, Each);
    // Two numbers of which nothing is certain are one expression.
    auto IsOpen = [&](const Expr *Branch) {
      return value(Branch, Each).K == HostValue::Kind::Term;
    };
    if (Choice && !number(Choice->getCond(), Each) &&
        !(V.K == HostValue::Kind::Term && IsOpen(Choice->getTrueExpr()) &&
          IsOpen(Choice->getFalseExpr()))) {
      for (const Expr *Branch :
           {Choice->getTrueExpr(), Choice->getFalseExpr()}) {
        State Path = Each;
        suppose(Choice->getCond(), Branch == Choice->getTrueExpr(), Path);
        Use(Path, value(Branch, Each));
        merge(Result, {std::move(Path)});
      }
      continue;
    }
    if (V.K == HostValue::Kind::Unknown && isNewObject(*withoutCasts(E))) {
      V = HostValue::term(Terms.fresh());
      suppose(*termOf(applied(Operator::NotEqual, V, HostValue::number(0))),
              Each);
    }
    Use(Each, V);
    merge(Result, {std::move(Each)});
  }
  Now = std::move(Result);
}

std::optional<int64_t> HostInterpreter::number(const Expr *E, const State &In) {
  return numberOf(value(E, In), In);
}

/// \p V, of \p From, where it is converted to \p To. What is open is taken to
/// fit, but for what is narrower than any size.
HostValue HostInterpreter::converted(HostValue V, QualType From, QualType To) {
  if (V.K == HostValue::Kind::Pointer || V.K == HostValue::Kind::Kernel ||
      !To->isIntegralOrEnumerationType())
    return V;
  if (From->isFloatingType())
    V = rounded(V, /*Up=*/false);
  if (To->isBooleanType())
    return applied(Operator::NotEqual, V, HostValue::number(0));
  if (V.K == HostValue::Kind::Number) {
    base::Checked Fits = integerTypeOf(To, Context).convert(V.Number);
    return Fits ? HostValue::number(*Fits) : HostValue();
  }
  bool IsNarrow = From->isIntegralOrEnumerationType() &&
                  Context.getIntWidth(To) < 32 &&
                  Context.getIntWidth(To) < Context.getIntWidth(From);
  return V.K == HostValue::Kind::Term && IsNarrow ? HostValue() : V;
}

HostValue HostInterpreter::value(const Expr *E, const State &In) {
  // Conversions from the outermost.
  llvm::SmallVector<const CastExpr *, 4> Casts;
  for (const Expr *Inner = E->IgnoreParens();
       const auto *Cast = dyn_cast<CastExpr>(Inner);
       Inner = Cast->getSubExpr()->IgnoreParens())
    if (Cast->getCastKind() == CK_IntegralCast ||
        Cast->getCastKind() == CK_IntegralToBoolean ||
        Cast->getCastKind() == CK_FloatingToIntegral)
      Casts.push_back(Cast);
  HostValue V = unconverted(E, In);
  for (const CastExpr *Cast : llvm::reverse(Casts))
    V = converted(std::move(V), Cast->getSubExpr()->getType(), Cast->getType());
  return V;
}

/// What \p E is worth but for conversions.
HostValue HostInterpreter::unconverted(const Expr *E, const State &In) {
  // A list of what a constructor of a class that is open will get has no type.
  if (E->getType().isNull() || E->isValueDependent() || E->isTypeDependent())
    return {};
  if (const std::optional<llvm::APSInt> &Constant = Syntax.constant(*E))
    return Constant->isRepresentableByInt64()
               ? HostValue::number(Constant->getExtValue())
               : HostValue();
  if (const VarDecl *Array = decayingArray(E); Array && !partNamedBy(*Array))
    return HostValue::pointer(*Array);
  if (const auto *Cast = dyn_cast<CastExpr>(E->IgnoreParens());
      Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
    return addressOf(*Cast->getSubExpr(), In);
  if (auto Base =
          E->getType()->isRecordType() ? convertedToBase(*E) : std::nullopt) {
    HostValue Part = value(Base->Object, In);
    for (size_t Place : Base->Bases)
      Part = Part.part(Place);
    return Part;
  }
  // A conversion that can lose bits of a number gives another one.
  E = withoutCasts(E);
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E);
      Literal && Literal->getValue().getActiveBits() < 64)
    return HostValue::number(int64_t(Literal->getValue().getZExtValue()));
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return F->hasAttr<CUDAGlobalAttr>() ? HostValue::kernel(*F) : HostValue();
    if (const auto *Binding = dyn_cast<BindingDecl>(Ref->getDecl())) {
      const VarDecl *Holder = Binding->getHoldingVar();
      const Expr *Bound = Holder ? Holder->getInit() : Binding->getBinding();
      return Bound ? value(Bound, In) : HostValue();
    }
    if (const Expr *Part = partNamedBy(*E))
      return value(Part, In);
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var ? variable(*Var, *E, In) : HostValue();
  }
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return HostValue::number(0);
  if (const auto *Literal = dyn_cast<FloatingLiteral>(E)) {
    double Number = Literal->getValueAsApproximateDouble();
    bool IsWhole = Number >= 0 && Number <= UINT32_MAX &&
                   Number == double(int64_t(Number));
    return IsWhole ? HostValue::number(int64_t(Number)) : HostValue();
  }
  if (isa<CXXThisExpr>(E) && In.This)
    return HostValue::pointer(*In.This);
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return binary(*Op, In);
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return unary(*Op, In);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    if (auto Holds = number(Choice->getCond(), In))
      return value(*Holds ? Choice->getTrueExpr() : Choice->getFalseExpr(), In);
    return chosen(value(Choice->getCond(), In),
                  value(Choice->getTrueExpr(), In),
                  value(Choice->getFalseExpr(), In));
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return member(*Member, In);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const VarDecl *Array = decayingArray(Element->getBase());
    auto Index = number(Element->getIdx(), In);
    HostValue Part = Array && Index && *Index >= 0
                         ? variable(*Array, *Element, In).part(size_t(*Index))
                         : HostValue();
    return Part.K == HostValue::Kind::Unknown ? readOf(*Element, In) : Part;
  }
  if (isa<CXXConstructExpr, InitListExpr>(E))
    return constructed(E, In);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return returned(*Call, In);
  return {};
}

HostValue HostInterpreter::member(const MemberExpr &Member, const State &In) {
  auto Owner = ownerOf(Member);
  const Expr *Object = Owner ? Owner->Object : Member.getBase();
  HostValue Part = value(Object, In);
  if (Member.isArrow())
    if (auto To = followed(*Object, In))
      Part = at(*To, *Object, In);
  if (Owner)
    for (size_t Place : Owner->Bases)
      Part = Part.part(Place);
  const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
  Part = Owner ? Part.part(Field->getFieldIndex()) : HostValue();
  if (Part.K != HostValue::Kind::Unknown && !(Field && isCodeVersion(*Field)))
    return Part;
  if (auto Version = Field ? codeVersionIn(*Field) : std::nullopt) {
    RestsOn |= AssumptionSet::bitOf(Assumption::CodeVersion);
    return HostValue::number(*Version);
  }
  return readOf(Member, In);
}

/// \p Then or \p Else, as \p Condition holds or not.
HostValue HostInterpreter::chosen(const HostValue &Condition,
                                  const HostValue &Then,
                                  const HostValue &Else) {
  if (Then == Else)
    return Then;
  HostValue Holds =
      applied(Operator::NotEqual, Condition, HostValue::number(0));
  return applied(Operator::Add, Else,
                 applied(Operator::Multiply, Holds,
                         applied(Operator::Subtract, Then, Else)));
}

HostValue HostInterpreter::unary(const UnaryOperator &Op, const State &In) {
  if (Op.getOpcode() == UO_AddrOf || Op.getOpcode() == UO_Deref) {
    HostValue V = value(Op.getSubExpr(), In);
    if (V.K == HostValue::Kind::Kernel)
      return V;
    if (Op.getOpcode() == UO_Deref) {
      auto To = followed(*Op.getSubExpr(), In);
      return To ? at(*To, Op, In) : readOf(Op, In);
    }
    const VarDecl *To = firstOf(Op.getSubExpr());
    if (To && !To->getType()->isReferenceType())
      return HostValue::pointer(*To);
    const auto *Element =
        dyn_cast<ArraySubscriptExpr>(Op.getSubExpr()->IgnoreParens());
    // The first element is where the array begins.
    const Expr *Array = Element ? arrayOf(*Element) : nullptr;
    if (Array ? number(Element->getIdx(), In) == 0
              : isa<MemberExpr>(Op.getSubExpr()->IgnoreParens()))
      if (HostValue To = addressOf(Array ? *Array : *Op.getSubExpr(), In);
          To.K == HostValue::Kind::Pointer)
        return To;
    return Element
               ? elementAt(*Element->getBase(), *Element->getIdx(), true, In)
               : HostValue();
  }
  HostValue V = value(Op.getSubExpr(), In);
  if (Op.getOpcode() == UO_LNot)
    return applied(Operator::Equal, V, HostValue::number(0));
  if (Op.getOpcode() == UO_Minus)
    return applied(Operator::Subtract, HostValue::number(0), V);
  return {};
}

/// \p Var has the value of its initializer at all times: it is const, or
/// outside of functions, nothing in the unit changes it, and no header shows it
/// to others.
bool HostInterpreter::keepsItsValue(const VarDecl &Var) const {
  if (!Var.hasInit() || isa<ParmVarDecl>(Var))
    return false;
  return Var.getType().isConstQualified() ||
         (isOurs(Var) && !Var.hasAttr<CUDADeviceAttr>() &&
          !Var.hasAttr<CUDASharedAttr>() &&
          !Var.getType().isVolatileQualified() &&
          !Changed.count(Var.getCanonicalDecl()));
}

HostValue HostInterpreter::variable(const VarDecl &Var, const Expr &E,
                                    const State &In) {
  // Kernels change it.
  if (Var.getType().isVolatileQualified() ||
      memorySpaceOf(Var) == MemorySpace::Managed)
    return {};
  if (auto Known = In.Known.find(&Var); Known != In.Known.end())
    return Known->second;
  if (keepsItsValue(Var))
    if (HostValue V = value(Var.getInit(), State());
        V.K != HostValue::Kind::Unknown && V.K != HostValue::Kind::Term)
      return V;
  return !Var.hasLocalStorage() || In.Escaped.count(&Var) ? readOf(E, In)
                                                          : HostValue();
}

/// The whole number next to \p Quotient; whole numbers are that already.
HostValue HostInterpreter::rounded(const HostValue &Quotient, bool Up) {
  if (Quotient.K != HostValue::Kind::Quotient)
    return Quotient;
  HostValue Over = Quotient.Parts[0], By = Quotient.Parts[1];
  if (Up)
    Over = applied(Operator::Add, Over,
                   applied(Operator::Subtract, By, HostValue::number(1)));
  return applied(Operator::Divide, Over, By);
}

/// The result of functions that the analysis knows: min, max, clamp, ceil,
/// vector types, __builtin_expect; Unknown for all others.
HostValue HostInterpreter::computed(const CallExpr &Call,
                                    const FunctionDecl &Callee,
                                    const State &In) {
  if (const Expr *Likely = expectedBy(&Call))
    return value(Likely, In);
  if (HostValue V = ofLibrary(Call, Callee, In);
      V.K != HostValue::Kind::Unknown)
    return V;
  if (!Callee.getIdentifier())
    return {};
  llvm::StringRef Name = Callee.getName();
  if (Call.getNumArgs() == 2 && (Name == "min" || Name == "max"))
    return applied(Name == "min" ? Operator::Minimum : Operator::Maximum,
                   value(Call.getArg(0), In), value(Call.getArg(1), In));
  if (Call.getNumArgs() == 3 && Name == "clamp")
    return applied(Operator::Minimum,
                   applied(Operator::Maximum, value(Call.getArg(0), In),
                           value(Call.getArg(1), In)),
                   value(Call.getArg(2), In));
  if (Call.getNumArgs() == 1 && (Name == "ceil" || Name == "ceilf"))
    return rounded(value(Call.getArg(0), In), /*Up=*/true);
  if (Call.getNumArgs() == 1 && (Name == "floor" || Name == "floorf"))
    return rounded(value(Call.getArg(0), In), /*Up=*/false);
  HostValue Result;
  if (makesVector(Callee)) {
    Result.K = HostValue::Kind::Record;
    for (const Expr *Argument : Call.arguments())
      Result.Parts.push_back(value(Argument, In));
  }
  return Result;
}

/// Bytes of what pointers of \p Type point to; 0 if it has no size.
static int64_t pointeeBytes(QualType Type, const ASTContext &Context) {
  QualType To = Type->getPointeeType();
  return To.isNull() || To->isIncompleteType() || To->isFunctionType() ||
                 To->isDependentType()
             ? 0
             : Context.getTypeSizeInChars(To).getQuantity();
}

/// The address \p Index elements behind \p Base.
HostValue HostInterpreter::elementAt(const Expr &Base, const Expr &Index,
                                     bool Behind, const State &In) {
  int64_t Bytes = pointeeBytes(Base.getType(), Context);
  if (Bytes == 0)
    return {};
  return applied(
      Behind ? Operator::Add : Operator::Subtract, value(&Base, In),
      applied(Operator::Multiply, value(&Index, In), HostValue::number(Bytes)));
}

HostValue HostInterpreter::binary(const BinaryOperator &Op, const State &In) {
  const Expr *Left = Op.getLHS(), *Right = Op.getRHS();
  if (Op.getType()->isPointerType()) {
    if (!Op.isAdditiveOp())
      return {};
    return Left->getType()->isPointerType()
               ? elementAt(*Left, *Right, Op.getOpcode() == BO_Add, In)
               : elementAt(*Right, *Left, true, In);
  }
  if (Op.getOpcode() == BO_Assign) {
    // `a = b = 1`.
    const Expr *Given = withoutCasts(Right);
    const auto *Next = dyn_cast<BinaryOperator>(Given);
    return (Next && Next->getOpcode() == BO_Assign) ||
                   isa<IntegerLiteral>(Given)
               ? value(Right, In)
               : HostValue();
  }
  HostValue L = value(Left, In);
  if (Op.getOpcode() == BO_LAnd && numberOf(L, In) == 0)
    return HostValue::number(0);
  if (Op.getOpcode() == BO_LOr && numberOf(L, In).value_or(0))
    return HostValue::number(1);
  HostValue R = value(Right, In);
  // Where nothing is known of the left operand, the right one may decide.
  if (Op.getOpcode() == BO_LAnd && numberOf(R, In) == 0)
    return HostValue::number(0);
  if (Op.getOpcode() == BO_LOr && numberOf(R, In).value_or(0))
    return HostValue::number(1);
  if (Op.getType()->isFloatingType() && Op.getOpcode() == BO_Div) {
    auto Of = L.asNumber(), By = R.asNumber();
    if (By && *By <= 0)
      return {};
    if (!Of || !By || *Of % *By) {
      if (!termOf(L) || !termOf(R))
        return {};
      HostValue Result;
      Result.K = HostValue::Kind::Quotient;
      Result.Parts = {std::move(L), std::move(R)};
      return Result;
    }
  }
  auto Of = L.asNumber(), By = R.asNumber();
  auto Is = operatorOf(Op.getOpcode());
  // Unsigned numbers wrap around.
  if (Of && By && Is && !Op.isLogicalOp() &&
      Left->getType()->isUnsignedIntegerOrEnumerationType()) {
    IntegerType Type = integerTypeOf(Left->getType(), Context);
    base::Checked Here = Type.convert(*Of), There = Op.isShiftOp()
                                                        ? base::Checked(By)
                                                        : Type.convert(*By);
    if (Is->IsSwapped)
      std::swap(Here, There);
    base::Checked Result =
        Here && There ? fold(Is->Op, Type, *Here, *There) : base::Checked();
    return Result ? HostValue::number(*Result) : HostValue();
  }
  return applied(Op.getOpcode(), L, R);
}

} // namespace warplint::host

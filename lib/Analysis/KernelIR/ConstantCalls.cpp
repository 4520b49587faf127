//===--- ConstantCalls.cpp - Calls with constant results ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/ConstantCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint {

static bool isNumeric(QualType Type) {
  return Type->isIntegerType() && Type->isBuiltinType() &&
         !Type->isBooleanType();
}

/// An object of \p Type holds nothing: there is only one.
static bool isEmptyClass(QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && Class->isEmpty();
}

/// The constant that \p E is, or that is passed for the parameter it names.
static std::optional<llvm::APSInt>
constantOf(const Expr *E, llvm::ArrayRef<summaries::EnclosingCall> Around,
           const ASTContext &Context) {
  for (;;) {
    E = E->IgnoreUnlessSpelledInSource();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Parameter =
        Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
    if (!Parameter) {
      Expr::EvalResult Result;
      if (E->isInstantiationDependent() || !E->EvaluateAsInt(Result, Context))
        return std::nullopt;
      return Result.Val.getInt();
    }
    QualType Type = Parameter->getType().getNonReferenceType();
    if (Around.empty() || !Type.isConstQualified())
      return std::nullopt;
    E = summaries::argumentFor(*Parameter, Around.front());
    Around = Around.drop_front();
    // What is converted on the path may be another number.
    if (!E || !Context.hasSameUnqualifiedType(
                  E->IgnoreUnlessSpelledInSource()->getType(), Type))
      return std::nullopt;
  }
}

/// What stands for an argument of \p Type: \p Number, or the only object there
/// is.
static Expr *standIn(QualType Type, const std::optional<llvm::APSInt> &Number,
                     ASTContext &Context) {
  QualType Plain = Type.getNonReferenceType();
  QualType Whole = Plain.getUnqualifiedType();
  Expr *Value = nullptr;
  if (Number)
    Value = IntegerLiteral::Create(
        Context, Number->extOrTrunc(unsigned(Context.getIntWidth(Whole))),
        Whole, SourceLocation());
  else
    Value = new (Context) ImplicitValueInitExpr(Whole);
  if (!Type->isReferenceType())
    return Value;
  return new (Context) MaterializeTemporaryExpr(
      Plain, Value, /*BoundToLvalueReference=*/Type->isLValueReferenceType());
}

/// A call of \p Callee with \p Arguments; \p Object is the type of that whose
/// method it is, or null.
static Expr *callOf(const FunctionDecl &Callee, QualType Object,
                    llvm::ArrayRef<Expr *> Arguments, ASTContext &Context) {
  auto *Called = const_cast<FunctionDecl *>(&Callee);
  QualType Type = Callee.getCallResultType();
  ExprValueKind Kind = Expr::getValueKindForType(Callee.getReturnType());
  if (!Object.isNull()) {
    Expr *This =
        standIn(Context.getLValueReferenceType(Object), std::nullopt, Context);
    auto *Member = MemberExpr::CreateImplicit(Context, This, /*IsArrow=*/false,
                                              Called, Context.BoundMemberTy,
                                              VK_PRValue, OK_Ordinary);
    return CXXMemberCallExpr::Create(Context, Member, Arguments, Type, Kind,
                                     SourceLocation(), FPOptionsOverride());
  }
  auto *Name = DeclRefExpr::Create(
      Context, NestedNameSpecifierLoc(), SourceLocation(), Called,
      /*RefersToEnclosingVariableOrCapture=*/false, SourceLocation(),
      Callee.getType(), VK_LValue);
  auto *Function = ImplicitCastExpr::Create(
      Context, Context.getPointerType(Callee.getType()),
      CK_FunctionToPointerDecay, Name, nullptr, VK_PRValue,
      FPOptionsOverride());
  return CallExpr::Create(Context, Function, Arguments, Type, Kind,
                          SourceLocation(), FPOptionsOverride());
}

/// The type of the object whose method \p F is; null if it is none.
static QualType objectOf(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method && Method->isImplicitObjectMemberFunction()
             ? Method->getFunctionObjectParameterType()
             : QualType();
}

bool mayBeConstant(const FunctionDecl &F) {
  if (!F.isConstexpr() || F.isDependentContext() || F.isVariadic() ||
      !isNumeric(F.getReturnType()))
    return false;
  QualType Object = objectOf(F);
  return (Object.isNull() || isEmptyClass(Object)) &&
         llvm::all_of(F.parameters(), [](const ParmVarDecl *P) {
           QualType Type = P->getType().getNonReferenceType();
           return isNumeric(Type) || isEmptyClass(Type);
         });
}

std::optional<int64_t>
constantResult(const CallExpr &Call,
               llvm::ArrayRef<summaries::EnclosingCall> Around,
               ASTContext &Context) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return std::nullopt;
  // An operator's object is its first argument.
  unsigned First = isa<CXXMethodDecl>(Callee) && isa<CXXOperatorCallExpr>(Call);
  if (Call.getNumArgs() != First + Callee->getNumParams())
    return std::nullopt;
  llvm::SmallVector<std::optional<llvm::APSInt>, 4> Numbers;
  for (const ParmVarDecl *P : Callee->parameters()) {
    auto &Number = Numbers.emplace_back();
    if (!isNumeric(P->getType().getNonReferenceType()))
      continue;
    Number = constantOf(Call.getArg(First + P->getFunctionScopeIndex()), Around,
                        Context);
    if (!Number)
      return std::nullopt;
  }
  llvm::SmallVector<Expr *, 4> Arguments;
  for (const auto &[P, Number] : llvm::zip(Callee->parameters(), Numbers))
    Arguments.push_back(standIn(P->getType(), Number, Context));
  Expr::EvalResult Result;
  if (!callOf(*Callee, objectOf(*Callee), Arguments, Context)
           ->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt().tryExtValue();
}

} // namespace warplint

//===--- VoidPointers.cpp - Arithmetic on pointers to void ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc counts in bytes where a pointer to `void` is added to, as GNU C does.
// Clang does so in C alone; in C++ there is no expression then. Here `p + n`
// becomes `(void *)((char *)p + n)`, without a word of it in the source.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

static bool isAdditive(BinaryOperatorKind Op) {
  return Op == BO_Add || Op == BO_Sub || Op == BO_AddAssign ||
         Op == BO_SubAssign;
}

/// \p Pointer is one to `void`, and \p Number may be added to it.
static bool areVoidAndNumber(const Expr *Pointer, const Expr *Number) {
  return Pointer && Number && !Pointer->isTypeDependent() &&
         !Number->isTypeDependent() &&
         Pointer->getType()->isVoidPointerType() &&
         Number->getType()->isIntegralOrUnscopedEnumerationType();
}

/// The type of a pointer to bytes with the qualifiers of what \p Pointer points
/// to.
static QualType bytesFor(const Expr &Pointer, ASTContext &Context) {
  Qualifiers Of = Pointer.getType()->getPointeeType().getQualifiers();
  return Context.getPointerType(Context.getQualifiedType(Context.CharTy, Of));
}

/// A new reference to the variable that \p Pointer names; null if it names
/// none.
static Expr *sameVariable(Sema &S, Expr &Pointer) {
  auto *Named = dyn_cast<DeclRefExpr>(Pointer.IgnoreParens());
  return Named ? S.BuildDeclRefExpr(Named->getDecl(), Named->getType(),
                                    Named->getValueKind(), Named->getLocation())
               : nullptr;
}

using Build = ExprResult (*)(Sema *, Scope *, SourceLocation,
                             BinaryOperatorKind, Expr *, Expr *);

static ExprResult addToVoid(Sema &S, Scope *In, SourceLocation At,
                            BinaryOperatorKind Op, Expr *Pointer, Expr *Number,
                            Build Original) {
  QualType Whole = Pointer->getType().getUnqualifiedType();
  QualType Bytes = bytesFor(*Pointer, S.Context);
  if (Op == BO_AddAssign || Op == BO_SubAssign) {
    Expr *Value = sameVariable(S, *Pointer);
    if (!Value) {
      Expr *Place = ImplicitCastExpr::Create(S.Context, Bytes, CK_LValueBitCast,
                                             Pointer, /*BasePath=*/nullptr,
                                             VK_LValue, FPOptionsOverride());
      return Original(&S, In, At, Op, Place, Number);
    }
    ExprResult Sum = addToVoid(S, In, At, Op == BO_AddAssign ? BO_Add : BO_Sub,
                               Value, Number, Original);
    return Sum.isInvalid()
               ? Sum
               : Original(&S, In, At, BO_Assign, Pointer, Sum.get());
  }
  ExprResult Value = S.DefaultFunctionArrayLvalueConversion(Pointer);
  if (Value.isInvalid())
    return Value;
  Value = S.ImpCastExprToType(Value.get(), Bytes, CK_BitCast);
  ExprResult Sum = Original(&S, In, At, Op, Value.get(), Number);
  return Sum.isInvalid() ? Sum
                         : S.ImpCastExprToType(Sum.get(), Whole, CK_BitCast);
}

#pragma GCC diagnostic ignored "-Wreturn-type-c-linkage"
extern "C" {

ExprResult
__real__ZN5clang4Sema10BuildBinOpEPNS_5ScopeENS_14SourceLocationENS_18BinaryOperatorKindEPNS_4ExprES6_b(
    Sema *, Scope *, SourceLocation, BinaryOperatorKind, Expr *, Expr *, bool);

static ExprResult build(Sema *S, Scope *In, SourceLocation At,
                        BinaryOperatorKind Op, Expr *Left, Expr *Right) {
  return __real__ZN5clang4Sema10BuildBinOpEPNS_5ScopeENS_14SourceLocationENS_18BinaryOperatorKindEPNS_4ExprES6_b(
      S, In, At, Op, Left, Right, /*ForFoldExpression=*/false);
}

/// Called for what is instantiated.
ExprResult
__wrap__ZN5clang4Sema10BuildBinOpEPNS_5ScopeENS_14SourceLocationENS_18BinaryOperatorKindEPNS_4ExprES6_b(
    Sema *Self, Scope *In, SourceLocation At, BinaryOperatorKind Op, Expr *Left,
    Expr *Right, bool ForFold) {
  if (isAdditive(Op) && Self->getLangOpts().CUDA &&
      areVoidAndNumber(Left, Right))
    return addToVoid(*Self, In, At, Op, Left, Right, build);
  return __real__ZN5clang4Sema10BuildBinOpEPNS_5ScopeENS_14SourceLocationENS_18BinaryOperatorKindEPNS_4ExprES6_b(
      Self, In, At, Op, Left, Right, ForFold);
}

ExprResult
__real__ZN5clang4Sema10ActOnBinOpEPNS_5ScopeENS_14SourceLocationENS_3tok9TokenKindEPNS_4ExprES7_(
    Sema *, Scope *, SourceLocation, tok::TokenKind, Expr *, Expr *);

/// Called for what is parsed.
ExprResult
__wrap__ZN5clang4Sema10ActOnBinOpEPNS_5ScopeENS_14SourceLocationENS_3tok9TokenKindEPNS_4ExprES7_(
    Sema *Self, Scope *In, SourceLocation At, tok::TokenKind Kind, Expr *Left,
    Expr *Right) {
  std::optional<BinaryOperatorKind> Op;
  switch (Kind) {
  case tok::plus:
    Op = BO_Add;
    break;
  case tok::minus:
    Op = BO_Sub;
    break;
  case tok::plusequal:
    Op = BO_AddAssign;
    break;
  case tok::minusequal:
    Op = BO_SubAssign;
    break;
  default:
    break;
  }
  if (Op && Self->getLangOpts().CUDA && areVoidAndNumber(Left, Right))
    return addToVoid(*Self, In, At, *Op, Left, Right, build);
  return __real__ZN5clang4Sema10ActOnBinOpEPNS_5ScopeENS_14SourceLocationENS_3tok9TokenKindEPNS_4ExprES7_(
      Self, In, At, Kind, Left, Right);
}

} // extern "C"

//===--- AccessorSummaries.cpp - Functions that name a part of an object --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/CallSummaries/AccessorSummaries.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Launches/HostSyntax.h"
#include "CudaModel/AstNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace warplint::summaries {

namespace {

/// How many functions of one chain are around.
struct Nesting {
  const Limits &Within;
  unsigned Functions = 0;

  Nesting inside() const { return {Within, Functions + 1}; }
  bool isTooDeep() const {
    return !Within.allows(BudgetId::AccessorDepth, Functions + 1);
  }
};

} // namespace

/// What \p S, a body, returns before it has done anything else; null if it does
/// something, or nothing is returned.
static const Expr *onlyReturned(const Stmt *S, const ASTContext &Context) {
  if (const auto *Return = dyn_cast_or_null<ReturnStmt>(S))
    return Return->getRetValue();
  if (const auto *If = dyn_cast_or_null<IfStmt>(S)) {
    auto Branch =
        If->isConstexpr() && !If->getInit() && !If->getConditionVariable()
            ? If->getNondiscardedCase(Context)
            : std::nullopt;
    return Branch ? onlyReturned(*Branch, Context) : nullptr;
  }
  const auto *Body = dyn_cast_or_null<CompoundStmt>(S);
  for (const Stmt *Each :
       Body ? Body->body() : CompoundStmt::body_const_range{nullptr, nullptr}) {
    if (isa<NullStmt>(Each))
      continue;
    const auto *Declared = dyn_cast<DeclStmt>(Each);
    if (Declared && llvm::all_of(Declared->decls(), [](const Decl *D) {
          return isa<StaticAssertDecl, TypedefNameDecl, UsingDecl>(D);
        }))
      continue;
    return onlyReturned(Each, Context);
  }
  return nullptr;
}

static const Expr *onlyReturned(const FunctionDecl &F) {
  const FunctionDecl *Definition = nullptr;
  if (F.isDependentContext() || !F.hasBody(Definition) || Definition != &F)
    return nullptr;
  return onlyReturned(F.getBody(), F.getASTContext());
}

/// \p E without what leaves it the same object, or a base of it.
static const Expr *sameObject(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Whole = dyn_cast<FullExpr>(E)) {
      E = Whole->getSubExpr();
    } else if (const auto *Cast = dyn_cast<CastExpr>(E);
               Cast && E->isGLValue() &&
               (Cast->getCastKind() == CK_NoOp ||
                Cast->getCastKind() == CK_DerivedToBase ||
                Cast->getCastKind() == CK_UncheckedDerivedToBase)) {
      E = Cast->getSubExpr();
    } else {
      return E;
    }
  }
}

const Expr *argumentFor(const CallExpr &Call, const ParmVarDecl *Of) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  bool IsOperator = isa<CXXOperatorCallExpr>(Call) && Method;
  if (!Of) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
    return Member       ? Member->getImplicitObjectArgument()
           : IsOperator ? Call.getArg(0)
                        : nullptr;
  }
  unsigned Index = Of->getFunctionScopeIndex() + IsOperator;
  return Index < Call.getNumArgs() ? Call.getArg(Index) : nullptr;
}

static std::optional<GivenPart> partOf(const FunctionDecl &F, Nesting Depth);

/// The part that \p E, an object that \p In is given or a part of one, is.
static std::optional<GivenPart>
partNamedBy(const Expr *E, const FunctionDecl &In, Nesting Depth) {
  E = sameObject(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Parameter = dyn_cast<ParmVarDecl>(Ref->getDecl());
    return Parameter && Parameter->getDeclContext() == &In &&
                   Parameter->getType()->isReferenceType()
               ? std::optional(GivenPart{Parameter, {}})
               : std::nullopt;
  }
  if (const auto *Object = dyn_cast<UnaryOperator>(E))
    return Object->getOpcode() == UO_Deref &&
                   isa<CXXThisExpr>(Object->getSubExpr()->IgnoreParenImpCasts())
               ? std::optional(GivenPart())
               : std::nullopt;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field || Field->isBitField() || Field->getType()->isReferenceType())
      return std::nullopt;
    const Expr *Base = Member->getBase();
    bool IsOwn = isa<CXXThisExpr>(Base->IgnoreParenImpCasts());
    if (!IsOwn && (Member->isArrow() || !Base->isGLValue()))
      return std::nullopt;
    auto Part =
        IsOwn ? std::optional(GivenPart()) : partNamedBy(Base, In, Depth);
    if (Part)
      Part->Fields.push_back(Field);
    return Part;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? host::calleeOf(*Call) : nullptr;
  auto Inside = Callee && !Depth.isTooDeep() ? partOf(*Callee, Depth.inside())
                                             : std::nullopt;
  const Expr *Argument = Inside ? argumentFor(*Call, Inside->Of) : nullptr;
  if (!Argument)
    return std::nullopt;
  bool IsOwn = isa<CXXThisExpr>(Argument->IgnoreParenImpCasts());
  auto Part = IsOwn                   ? std::optional(GivenPart())
              : Argument->isGLValue() ? partNamedBy(Argument, In, Depth)
                                      : std::nullopt;
  if (Part)
    Part->Fields.append(Inside->Fields);
  return Part;
}

static std::optional<GivenPart> partOf(const FunctionDecl &F, Nesting Depth) {
  if (!F.getReturnType()->isReferenceType() || F.getBuiltinID())
    return std::nullopt;
  const Expr *Returned = onlyReturned(F);
  return Returned ? partNamedBy(Returned, F, Depth) : std::nullopt;
}

/// Objects of \p Class hold nothing, and nothing is done where they end.
static bool holdsNothing(const CXXRecordDecl *Class) {
  return Class && Class->hasDefinition() && Class->isEmpty() &&
         !Class->isLambda() && Class->hasTrivialDestructor();
}

static bool makesEmpty(const CXXConstructorDecl &Made, Nesting Depth);

/// \p E makes an object without members, and does nothing else but name others.
static bool isEmptyObject(const Expr *E, Nesting Depth) {
  E = E->IgnoreImplicit();
  if (!holdsNothing(E->getType()->getAsCXXRecordDecl()))
    return false;
  if (isa<CXXScalarValueInitExpr, ImplicitValueInitExpr>(E))
    return true;
  auto IsEmpty = [&](const Expr *Part) { return isEmptyObject(Part, Depth); };
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return llvm::all_of(List->inits(), IsEmpty);
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  return Made && makesEmpty(*Made->getConstructor(), Depth) &&
         llvm::all_of(Made->arguments(), [&](const Expr *Argument) {
           return isa<DeclRefExpr>(Argument->IgnoreImpCasts()) ||
                  IsEmpty(Argument);
         });
}

static bool makesEmpty(const CXXConstructorDecl &Made, Nesting Depth) {
  const FunctionDecl *Definition = nullptr;
  if (Depth.isTooDeep() || !holdsNothing(Made.getParent()) ||
      Made.isDependentContext())
    return false;
  if (Made.isTrivial())
    return true;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Made.getBody(Definition));
  return Body && Body->body_empty() &&
         llvm::all_of(cast<CXXConstructorDecl>(Definition)->inits(),
                      [&](const CXXCtorInitializer *Base) {
                        const Expr *Made = initOf(*Base);
                        return Made && isEmptyObject(Made, Depth.inside());
                      });
}

static bool givesNothing(const FunctionDecl &F, Nesting Depth) {
  const Expr *Returned = holdsNothing(F.getReturnType()->getAsCXXRecordDecl())
                             ? onlyReturned(F)
                             : nullptr;
  if (!Returned || isEmptyObject(Returned, Depth))
    return Returned;
  Returned = Returned->IgnoreImplicit();
  const auto *Call = dyn_cast<CallExpr>(Returned);
  const FunctionDecl *Callee = Call ? host::calleeOf(*Call) : nullptr;
  if (!Callee || Depth.isTooDeep() || !givesNothing(*Callee, Depth.inside()))
    return false;
  // Its arguments are named, and nothing else is done to get them.
  return llvm::all_of(Call->arguments(), [&](const Expr *Argument) {
    return Argument->isGLValue() && partNamedBy(Argument, F, Depth);
  });
}

const AccessorSummary &AccessorSummaries::of(const FunctionDecl &F) {
  std::unique_ptr<AccessorSummary> &Result = Known[&F];
  if (Result)
    return *Result;
  Result = std::make_unique<AccessorSummary>();
  if (const auto *Maker = dyn_cast<CXXConstructorDecl>(&F)) {
    Result->IsEmpty = makesEmpty(*Maker, {Within});
  } else {
    Result->Part = partOf(F, {Within});
    Result->IsEmpty = !Result->Part && givesNothing(F, {Within});
  }
  return *Result;
}

} // namespace warplint::summaries

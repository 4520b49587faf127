//===--- DefaultArguments.cpp - Default arguments as nvcc takes them ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc looks the names in a default argument up before the parameter has its
// own: in `f(size_t n = n)` the second `n` is a member or a constant. And it
// takes default arguments that only the definition of a template or of its
// member has.
//
//===----------------------------------------------------------------------===//

#include "Frontend/DeclaratorAttributes.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace warplint;
using namespace warplint::parsing;

/// A parameter that cannot be found while its default argument is read, and how
/// many contexts of evaluation there were before.
struct HiddenParameter {
  const Sema *In;
  ParmVarDecl *Parameter;
  size_t Depth;
};
static thread_local llvm::SmallVector<HiddenParameter, 2> Hidden;

/// Takes \p P out of reach if its name stands for something else besides.
static bool hide(Sema &S, ParmVarDecl &P) {
  IdentifierResolver &Names = S.IdResolver;
  if (!P.getIdentifier() || !S.getCurScope() ||
      !llvm::is_contained(Names.decls(P.getDeclName()), &P))
    return false;
  Names.RemoveDecl(&P);
  LookupResult Outside(S, P.getDeclName(), P.getLocation(),
                       Sema::LookupOrdinaryName);
  Outside.suppressDiagnostics();
  S.LookupName(Outside, S.getCurScope());
  if (Outside.isSingleResult() && isa<ValueDecl>(Outside.getFoundDecl()))
    return true;
  Names.AddDecl(&P);
  return false;
}

/// Gives the declaration before what only \p New has of default arguments.
static void moveDefaultArguments(FunctionDecl &New, FunctionDecl &Old) {
  for (unsigned I = 0; I < New.getNumParams() && I < Old.getNumParams(); ++I) {
    ParmVarDecl &From = *New.getParamDecl(I), &To = *Old.getParamDecl(I);
    if (!From.hasDefaultArg() || From.hasUnparsedDefaultArg() ||
        From.hasUninstantiatedDefaultArg() || To.hasDefaultArg())
      continue;
    To.setDefaultArg(From.getDefaultArg());
    From.setDefaultArg(nullptr);
  }
}

#pragma GCC diagnostic ignored "-Wreturn-type-c-linkage"
extern "C" {

void __real__ZN5clang4Sema10InitializeEv(Sema *);

/// Called once for each unit: what is left is of another.
void __wrap__ZN5clang4Sema10InitializeEv(Sema *Self) {
  Hidden.clear();
  forgetDeclarators();
  __real__ZN5clang4Sema10InitializeEv(Self);
}

void __real__ZN5clang4Sema31PushExpressionEvaluationContextENS0_27ExpressionEvaluationContextEPNS_4DeclENS0_33ExpressionEvaluationContextRecord14ExpressionKindE(
    Sema *, Sema::ExpressionEvaluationContext, Decl *,
    Sema::ExpressionEvaluationContextRecord::ExpressionKind);

/// The parser calls it with a parameter whose default argument comes.
void __wrap__ZN5clang4Sema31PushExpressionEvaluationContextENS0_27ExpressionEvaluationContextEPNS_4DeclENS0_33ExpressionEvaluationContextRecord14ExpressionKindE(
    Sema *Self, Sema::ExpressionEvaluationContext New, Decl *Around,
    Sema::ExpressionEvaluationContextRecord::ExpressionKind Kind) {
  if (New == Sema::ExpressionEvaluationContext::PotentiallyEvaluatedIfUsed &&
      Self->getLangOpts().CUDA)
    if (auto *P = dyn_cast_or_null<ParmVarDecl>(Around); P && hide(*Self, *P))
      Hidden.push_back({Self, P, Self->ExprEvalContexts.size()});
  __real__ZN5clang4Sema31PushExpressionEvaluationContextENS0_27ExpressionEvaluationContextEPNS_4DeclENS0_33ExpressionEvaluationContextRecord14ExpressionKindE(
      Self, New, Around, Kind);
}

void __real__ZN5clang4Sema30PopExpressionEvaluationContextEv(Sema *);

void __wrap__ZN5clang4Sema30PopExpressionEvaluationContextEv(Sema *Self) {
  __real__ZN5clang4Sema30PopExpressionEvaluationContextEv(Self);
  if (Hidden.empty() || Hidden.back().In != Self ||
      Hidden.back().Depth < Self->ExprEvalContexts.size())
    return;
  Self->IdResolver.AddDecl(Hidden.pop_back_val().Parameter);
}

bool __real__ZN5clang4Sema20MergeCXXFunctionDeclEPNS_12FunctionDeclES2_PNS_5ScopeE(
    Sema *, FunctionDecl *, FunctionDecl *, Scope *);

bool __wrap__ZN5clang4Sema20MergeCXXFunctionDeclEPNS_12FunctionDeclES2_PNS_5ScopeE(
    Sema *Self, FunctionDecl *New, FunctionDecl *Old, Scope *In) {
  if (Self->getLangOpts().CUDA && !New->getTemplateSpecializationInfo() &&
      (New->getDescribedFunctionTemplate() ||
       New->getDeclContext()->isDependentContext()))
    moveDefaultArguments(*New, *Old);
  return __real__ZN5clang4Sema20MergeCXXFunctionDeclEPNS_12FunctionDeclES2_PNS_5ScopeE(
      Self, New, Old, In);
}

} // extern "C"

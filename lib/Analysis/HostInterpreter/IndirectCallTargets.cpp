//===--- IndirectCallTargets.cpp - Callees of indirect calls --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::host {

const FunctionDecl *calleeOf(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Method || !Method->isVirtual())
    return Callee;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  if (!Member)
    return nullptr;
  const auto *Named = dyn_cast<MemberExpr>(Member->getCallee()->IgnoreParens());
  if (Named && Named->hasQualifier())
    return Callee; // `Base::step()`
  return Method->getDevirtualizedMethod(Member->getImplicitObjectArgument(),
                                        /*IsAppleKext=*/false);
}

/// Calls \p Visit for \p Method and all that it overrides, each once.
static void
forEachOverridden(const CXXMethodDecl &Method,
                  llvm::function_ref<void(const CXXMethodDecl &)> Visit) {
  llvm::SmallSetVector<const CXXMethodDecl *, 4> Met;
  Met.insert(Method.getCanonicalDecl());
  for (unsigned I = 0; I < Met.size(); ++I) {
    for (const CXXMethodDecl *Base : Met[I]->overridden_methods())
      Met.insert(Base->getCanonicalDecl());
    Visit(*Met[I]);
  }
}

void HostInterpreter::indexTargets() {
  if (Index.Functions == Functions.size() && Index.Taken == Taken.size())
    return;
  Index = TargetIndex();
  Index.Functions = Functions.size();
  Index.Taken = Taken.size();
  for (const FunctionDecl *F : Functions) {
    if (Taken.count(F->getCanonicalDecl()))
      Index.OfType[Context.getCanonicalType(F->getType()).getTypePtr()]
          .push_back(F);
    if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
      forEachOverridden(*Method, [&](const CXXMethodDecl &Base) {
        Index.Overriding[&Base].push_back(F);
      });
  }
}

/// The functions of the unit to which \p Call, through a pointer or of a
/// virtual function, may come; none if there are too many.
const std::vector<const FunctionDecl *> &
HostInterpreter::targetsOf(const CallExpr &Call) {
  auto [Known, New] = Targets.try_emplace(&Call);
  std::vector<const FunctionDecl *> &Result = Known->second;
  if (!New)
    return Result;
  indexTargets();
  QualType Type = Call.getCallee()->getType().getCanonicalType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  const auto *Named = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  Result =
      Named ? Index.Overriding.lookup(Named->getCanonicalDecl())
            : Index.OfType.lookup(Context.getCanonicalType(Type).getTypePtr());
  if (!Within.allows(BudgetId::HostCallTargets, Result.size()))
    Result.clear();
  return Result;
}

/// The function to which \p Call of a virtual function comes, if the unit has
/// one only; null otherwise.
const FunctionDecl *HostInterpreter::onlyTargetOf(const CallExpr &Call) {
  const auto *Named = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (!Named || !Named->isVirtual() ||
      !(Named->isPureVirtual() || Named->hasBody()))
    return nullptr;
  const auto &All = targetsOf(Call);
  if (All.size() != 1)
    return nullptr;
  RestsOn |= AssumptionSet::bitOf(Assumption::OnlyOverrider);
  return All.front();
}

/// Adds to \p To the functions that nobody but calls of the unit reaches, to
/// \p Named those that a call names.
void HostInterpreter::addCalled(Set &To, Set &Named) {
  for (const FunctionDecl *F : Functions) {
    const Body &Code = Bodies.find(F)->second;
    for (const FunctionDecl *Callee : Code.Callees)
      if (Callee != F) {
        Named.insert(Callee);
        // By a pointer it may be called in any way.
        if (!Taken.count(Callee->getCanonicalDecl()))
          To.insert(Callee);
      }
    for (const CallExpr *Call : Code.Indirect)
      for (const FunctionDecl *Target : targetsOf(*Call))
        if (Target != F && !HandedOver.count(Target->getCanonicalDecl()))
          To.insert(Target);
  }
}

} // namespace warplint::host

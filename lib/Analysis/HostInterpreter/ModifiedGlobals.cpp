//===--- ModifiedGlobals.cpp - What calls of host code may change ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/Worklist.h"
#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

bool isOfLibrary(const FunctionDecl &F, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  return F.getBuiltinID() ||
         Sources.isInSystemHeader(Sources.getExpansionLoc(F.getLocation()));
}

bool isOurs(const VarDecl &Var) {
  return Var.hasGlobalStorage() && !Var.isStaticDataMember() &&
         !Var.getPreviousDecl() && Var.isThisDeclarationADefinition();
}

const Expr *changedObject(const CallExpr &Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (Method && Method->isConst())
    return nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return Member->getImplicitObjectArgument();
  return isa<CXXOperatorCallExpr>(Call) && Method ? Call.getArg(0) : nullptr;
}

void HostInterpreter::escape(const Expr *E, State &In) {
  E = E->IgnoreParenCasts();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    escape(Choice->getTrueExpr(), In);
    escape(Choice->getFalseExpr(), In);
  }
  if (const VarDecl *Var = variableOf(E))
    escape(*Var, In);
}

void HostInterpreter::escape(const VarDecl &Var, State &In) {
  if (isSyntheticThis(Var))
    return noteChange(In);
  In.Escaped[&Var] = true;
  auto Known = In.Known.find(&Var);
  if (Known == In.Known.end())
    return;
  HostValue Old = std::move(Known->second);
  In.Known.erase(Known);
  Old.forEachPointee([&](const VarDecl &To) { escape(To, In); });
}

/// \p Ref names a pointer, whose use is not followed.
void HostInterpreter::escapePointee(const DeclRefExpr &Ref, State &In) {
  auto Known = In.Known.find(dyn_cast<VarDecl>(Ref.getDecl()));
  if (Known == In.Known.end() || Known->second.K != HostValue::Kind::Pointer)
    return;
  const VarDecl *To = Known->second.Pointee;
  escape(*To, In);
}

void HostInterpreter::escapeGiven(const CXXConstructExpr &Made, State &In) {
  const CXXConstructorDecl *Callee = Made.getConstructor();
  if (Callee->isCopyOrMoveConstructor())
    return;
  for (unsigned I = 0; I < Made.getNumArgs() && I < Callee->getNumParams(); ++I)
    if (allowsChange(Callee->getParamDecl(I)->getType()))
      escape(Made.getArg(I), In);
}

/// The type of the function that \p Call calls; null if it is not known.
static const FunctionProtoType *calledType(const CallExpr &Call,
                                           const FunctionDecl *Callee) {
  QualType Type = Callee ? Callee->getType() : Call.getCallee()->getType();
  if (Type->isPointerType() || Type->isReferenceType())
    Type = Type->getPointeeType();
  return Type->getAs<FunctionProtoType>();
}

void HostInterpreter::escapeObject(const CallExpr &Call, State &In) {
  const Expr *Object = changedObject(Call);
  if (!Object)
    return;
  const FunctionDecl *Callee = calleeOf(Call);
  Handling Done = Callee ? modRefOf(*Callee, nullptr) : Handling();
  if (Callee && !Done.Leaks)
    return forgetHandled(*Object, Done, In);
  value(Object, In).forEachPointee([&](const VarDecl &Var) {
    escape(Var, In);
  });
  escape(Object, In);
}

/// What \p Call may have changed: through references, the object whose method
/// it is, variables outside of functions.
void HostInterpreter::escapeGiven(const CallExpr &Call,
                                  const FunctionDecl *Callee, State &In) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  unsigned Shift = isa<CXXOperatorCallExpr>(Call) && Method;
  const FunctionProtoType *Type = calledType(Call, Callee);
  bool IsSeen =
      Callee && (lookupHostApi(*Callee) || lookupLibraryCall(*Callee));
  for (unsigned I = 0;
       Type && I < Type->getNumParams() && I + Shift < Call.getNumArgs(); ++I) {
    if (!allowsChange(Type->getParamType(I)))
      continue;
    Handling Done;
    Done.Leaks = true;
    if (Callee && I < Callee->getNumParams())
      Done = modRefOf(*Callee, Callee->getParamDecl(I));
    if (Done.Leaks)
      escape(Call.getArg(I + Shift), In);
    else
      forgetHandled(*Call.getArg(I + Shift), Done, In);
  }
  escapeObject(Call, In);
  if (!IsSeen)
    forgetGlobals(Callee, In);
}

/// Adds to \p To the variables outside of functions that \p F, whose body is
/// known, and its callees may change.
void HostInterpreter::addChangedBy(const FunctionDecl &F, Variables &To) const {
  Worklist<FunctionDecl> Work{&F};
  bool CallsLibrary = false;
  while (const FunctionDecl *Now = Work.next()) {
    auto Next = Bodies.find(Now);
    if (Next == Bodies.end())
      continue;
    const Body &Code = Next->second;
    To.insert(Code.Changed.begin(), Code.Changed.end());
    if (Code.CallsOthers) {
      To.insert(ChangedByOthers.begin(), ChangedByOthers.end());
      return;
    }
    Work.addAll(Code.Callees);
    // A library may call what it can reach by a pointer.
    if (Code.CallsLibrary && !CallsLibrary)
      for (const FunctionDecl *Reached : Taken)
        if (Reached->hasBody(Reached))
          Work.add(Reached);
    CallsLibrary |= Code.CallsLibrary;
  }
}

/// What a call of \p Callee, null if that is not known, may change outside of
/// functions.
const HostInterpreter::Variables &
HostInterpreter::changedBy(const FunctionDecl *Callee) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Callee || (Method && Method->isVirtual()) ||
      (!Callee->hasBody(Callee) && !isOfLibrary(*Callee, Context)))
    return ChangedByOthers;
  auto [Known, New] = ChangedBy.try_emplace(Callee);
  if (!New)
    return Known->second;
  if (Bodies.count(Callee))
    addChangedBy(*Callee, Known->second);
  else
    for (const FunctionDecl *Reached : Taken)
      if (Reached->hasBody(Reached))
        addChangedBy(*Reached, Known->second);
  return Known->second;
}

/// A call of \p Callee may have changed variables outside of functions.
void HostInterpreter::forgetGlobals(const FunctionDecl *Callee, State &In) {
  const Variables &ByCall = changedBy(Callee);
  In.Known.remove_if([&](const auto &Each) {
    const VarDecl *Var = Each.first;
    if (!Var || Var->hasLocalStorage())
      return false;
    // Others may change what they can name.
    return !isOurs(*Var) || Exposed.count(Var->getCanonicalDecl()) ||
           ByCall.count(Var->getCanonicalDecl());
  });
}

/// \p Call reads numbers from outside of the program into variables.
bool HostInterpreter::readsInput(const CallExpr &Call,
                                 const FunctionDecl *Callee, States &Now) {
  if (!Callee)
    return false;
  int First = readsIntoFrom(*Callee);
  bool IsStream = isa<CXXOperatorCallExpr>(Call) &&
                  Callee->getOverloadedOperator() == OO_GreaterGreater &&
                  isOfLibrary(*Callee, Context);
  if (First < 0 && !IsStream)
    return false;
  llvm::SmallVector<const Expr *, 4> Into;
  for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
    const Expr *Argument = Call.getArg(I)->IgnoreParenCasts();
    const Expr *Place = IsStream ? Argument : addressedBy(*Argument);
    bool IsRead = Place && int(I) >= std::max(First, 1) &&
                  isa<DeclRefExpr>(Place->IgnoreParens()) &&
                  Place->getType()->isArithmeticType();
    if (IsRead)
      Into.push_back(Place);
    else
      effects(Call.getArg(I), Now);
  }
  for (const Expr *Place : Into)
    for (State &Each : Now)
      store(Place, unknownOf(Place->getType(), /*IsInput=*/true), Each);
  return true;
}

} // namespace warplint::host

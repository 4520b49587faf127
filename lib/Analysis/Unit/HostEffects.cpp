//===--- HostEffects.cpp - What expressions of host code change -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/HostRun.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

/// Elements of an array that are followed.
static constexpr int64_t MaxElements = 64;

/// The array that \p E is an element of; null if it is reached by a pointer.
static const Expr *arrayOf(const ArraySubscriptExpr &E) {
  const auto *Decay = dyn_cast<CastExpr>(E.getBase()->IgnoreParens());
  return Decay && Decay->getCastKind() == CK_ArrayToPointerDecay
             ? Decay->getSubExpr()
             : nullptr;
}

/// The variable that \p E names, or is a member or element of, or null.
static const VarDecl *variableOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
             Element && arrayOf(*Element))
      E = arrayOf(*Element);
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// Calls \p Visit for each variable to which \p V points.
static void forEachPointee(const HostValue &V,
                           llvm::function_ref<void(const VarDecl &)> Visit) {
  if (V.K == HostValue::Kind::Pointer)
    Visit(*V.Pointee);
  for (const HostValue &Part : V.Parts)
    forEachPointee(Part, Visit);
}

static bool allowsChange(QualType T) {
  return T->isReferenceType() && !T->getPointeeType().isConstQualified();
}

void HostRun::escape(const Expr *E, State &In) {
  E = E->IgnoreParenCasts();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    escape(Choice->getTrueExpr(), In);
    escape(Choice->getFalseExpr(), In);
  }
  if (const VarDecl *Var = variableOf(E))
    escape(*Var, In);
}

void HostRun::escape(const VarDecl &Var, State &In) {
  In.Escaped[&Var] = true;
  auto Known = In.Known.find(&Var);
  if (Known == In.Known.end())
    return;
  HostValue Old = std::move(Known->second);
  In.Known.erase(Known);
  forEachPointee(Old, [&](const VarDecl &To) { escape(To, In); });
}

void HostRun::forgetAssigned(const Stmt *S, State &In) {
  llvm::SmallVector<const Stmt *, 32> Work{S};
  while (!Work.empty()) {
    const Stmt *Next = Work.pop_back_val();
    if (!Next)
      continue;
    const Expr *Changed = nullptr;
    if (const auto *Op = dyn_cast<BinaryOperator>(Next))
      Changed = Op->isAssignmentOp() ? Op->getLHS() : nullptr;
    else if (const auto *Op = dyn_cast<UnaryOperator>(Next))
      Changed = Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf
                    ? Op->getSubExpr()
                    : nullptr;
    else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Next))
      Changed = Op->isAssignmentOp() ? Op->getArg(0) : nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(Next))
      if (const FunctionDecl *Callee = Call->getDirectCallee())
        for (unsigned I = 0;
             I < Call->getNumArgs() && I < Callee->getNumParams(); ++I)
          if (allowsChange(Callee->getParamDecl(I)->getType()))
            escape(Call->getArg(I), In);
    if (Changed)
      if (const VarDecl *Var = variableOf(Changed))
        forget(*Var, In);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Next))
      Work.push_back(Lambda->getBody());
    Work.append(Next->child_begin(), Next->child_end());
  }
}

std::optional<HostRun::Place> HostRun::placeOf(const Expr *E, const State &In) {
  Place Result;
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || Member->isArrow())
        return std::nullopt;
      Result.Path.push_back(Field->getFieldIndex());
      E = Member->getBase();
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      auto Index = number(Element->getIdx(), In);
      if (!arrayOf(*Element))
        return std::nullopt;
      Result.Exact &= Index && *Index >= 0 && *Index < MaxElements;
      Result.Path.push_back(Result.Exact ? size_t(*Index) : 0);
      E = arrayOf(*Element);
    } else {
      break;
    }
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  Result.Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  std::reverse(Result.Path.begin(), Result.Path.end());
  return Result.Var ? std::optional(Result) : std::nullopt;
}

void HostRun::store(const Expr *To, HostValue Value, State &In) {
  auto Into = placeOf(To, In);
  if (!Into || In.Escaped.count(Into->Var) || !Into->Var->hasLocalStorage())
    ++Version;
  if (!Into || In.Escaped.count(Into->Var)) {
    forEachPointee(Value, [&](const VarDecl &Var) { escape(Var, In); });
    return;
  }
  if (!Into->Exact) {
    In.Known.erase(Into->Var);
    return;
  }
  if (Value.K == HostValue::Kind::Unknown)
    Value = unknownOf(To->getType());
  if (To->getType()->isRecordType())
    renew(*Into->Var, In);
  HostValue *Part = &In.Known[Into->Var];
  for (size_t Index : Into->Path) {
    if (Part->K != HostValue::Kind::Record) {
      *Part = HostValue();
      Part->K = HostValue::Kind::Record;
    }
    if (Part->Parts.size() <= Index)
      Part->Parts.resize(Index + 1);
    Part = &Part->Parts[Index];
  }
  *Part = std::move(Value);
}

/// Operands that come to rest in a variable of which all is known: what they
/// point to stays in sight.
void HostRun::storedEffects(const Expr *E, States &Now) {
  const Expr *Plain = E->IgnoreParenCasts();
  if (const auto *List = dyn_cast<InitListExpr>(Plain)) {
    for (const Expr *Init : List->inits())
      storedEffects(Init, Now);
    return;
  }
  for (const State &Each : Now)
    if (value(E, Each).K != HostValue::Kind::Pointer) {
      effects(E, Now);
      return;
    }
}

void HostRun::assign(const BinaryOperator &Op, States &Now) {
  if (Op.getOpcode() == BO_Assign) {
    forEachValue(Op.getRHS(), Now,
                 [&](State &In, HostValue V) { store(Op.getLHS(), V, In); });
    return;
  }
  auto Plain = BinaryOperator::getOpForCompoundAssignment(Op.getOpcode());
  bool IsPointer = Op.getLHS()->getType()->isPointerType();
  for (State &Each : Now)
    store(Op.getLHS(),
          IsPointer ? HostValue()
                    : applied(Plain, value(Op.getLHS(), Each),
                              value(Op.getRHS(), Each)),
          Each);
}

/// What may leave the function or end the program on some of its ways; false if
/// \p S does not.
bool HostRun::endingEffects(const Stmt *S, States &Now) {
  if (isa<CXXThrowExpr>(S)) {
    Now.clear();
    return true;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S);
      Choice && mayEnd(Choice)) {
    choice(*Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr(),
           Now);
    return true;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isLogicalOp() && mayEnd(Op)) {
    bool IsAnd = Op->getOpcode() == BO_LAnd;
    choice(*Op->getLHS(), IsAnd ? Op->getRHS() : nullptr,
           IsAnd ? nullptr : Op->getRHS(), Now);
    return true;
  }
  return false;
}

void HostRun::effects(const Stmt *S, States &Now) {
  if (!S || Now.empty() || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    // It may run now, later or never.
    States Inside = Now;
    Exits Out;
    if (holdsLaunch(Lambda->getBody()))
      execute(Lambda->getBody(), Inside, Out);
    for (State &Each : Now)
      forgetAssigned(Lambda->getBody(), Each);
    return;
  }
  if (const auto *Block = dyn_cast<StmtExpr>(S)) {
    Exits Out;
    execute(Block->getSubStmt(), Now, Out);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    call(*Call, Now);
    return;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->getOpcode() == BO_Assign) {
    effects(Op->getLHS(), Now);
    storedEffects(Op->getRHS(), Now);
    assign(*Op, Now);
    return;
  }
  if (endingEffects(S, Now))
    return;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(S);
      Element && arrayOf(*Element)) {
    effects(arrayOf(*Element), Now);
    effects(Element->getIdx(), Now);
    return;
  }
  for (const Stmt *Child : S->children())
    effects(Child, Now);
  if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    if (Op->isAssignmentOp())
      assign(*Op, Now);
  } else if (const auto *Cast = dyn_cast<CastExpr>(S)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      for (State &Each : Now)
        escape(Cast->getSubExpr(), Each);
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    // What a pointer is used for is not followed.
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    for (State &Each : Now)
      if (auto Known = Each.Known.find(Var);
          Known != Each.Known.end() &&
          Known->second.K == HostValue::Kind::Pointer) {
        const VarDecl *To = Known->second.Pointee;
        escape(*To, Each);
      }
  } else if (const auto *Op = dyn_cast<UnaryOperator>(S)) {
    for (State &Each : Now)
      if (Op->getOpcode() == UO_AddrOf) {
        escape(Op->getSubExpr(), Each);
      } else if (Op->isIncrementDecrementOp()) {
        bool IsPointer = Op->getType()->isPointerType();
        HostValue New =
            applied(Op->isIncrementOp() ? BO_Add : BO_Sub,
                    value(Op->getSubExpr(), Each), HostValue::number(1));
        store(Op->getSubExpr(), IsPointer ? HostValue() : New, Each);
      }
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *Callee = Construct->getConstructor();
    for (unsigned I = 0;
         I < Construct->getNumArgs() && I < Callee->getNumParams(); ++I)
      if (allowsChange(Callee->getParamDecl(I)->getType()) &&
          !Callee->isCopyOrMoveConstructor())
        for (State &Each : Now)
          escape(Construct->getArg(I), Each);
  }
}

void HostRun::call(const CallExpr &Call, States &Now) {
  if (const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(&Call)) {
    for (const Stmt *Child : Call.children())
      effects(Child, Now);
    launch(*Kernel, Now);
    return;
  }
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call);
      Op && Op->getOperator() == OO_Equal && Op->getNumArgs() == 2) {
    effects(Op->getArg(0), Now);
    storedEffects(Op->getArg(1), Now);
    forEachValue(Op->getArg(1), Now,
                 [&](State &In, HostValue V) { store(Op->getArg(0), V, In); });
    return;
  }
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (const HostApiEntry *Api = Callee ? lookupHostApi(*Callee) : nullptr;
      Api && Api->Kind == HostCallKind::Launch) {
    for (const Expr *Argument : Call.arguments())
      storedEffects(Argument, Now);
    launch(Call, *Api, Now);
    return;
  } else if (Api && madeBy(Call, *Api, Now)) {
    return;
  }
  // The callee sees what its arguments point to as it was before the call.
  States Entries;
  if (Callee && Callee->hasBody(Callee) && Bodies.count(Callee) &&
      reachesLaunch(*Callee))
    for (const State &Each : Now)
      Entries.push_back(entryOf(*Callee, Call, Each));
  for (const Stmt *Child : Call.children())
    effects(Child, Now);
  for (State &Each : Entries)
    runFunction(*Callee, std::move(Each));
  if (!Callee || !(lookupHostApi(*Callee) || lookupLibraryCall(*Callee)))
    ++Version;
  if (Callee && Callee->isNoReturn()) {
    Now.clear();
    return;
  }
  for (unsigned I = 0;
       Callee && I < Call.getNumArgs() && I < Callee->getNumParams(); ++I)
    if (allowsChange(Callee->getParamDecl(I)->getType()))
      for (State &Each : Now)
        escape(Call.getArg(I), Each);
}

HostRun::State HostRun::entryOf(const FunctionDecl &Callee,
                                const CallExpr &Call, const State &Caller) {
  State Entry;
  Entry.Call = ++Calls;
  unsigned Shift = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee);
  const Expr *Object = Shift ? Call.getArg(0) : nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Object = Member->getImplicitObjectArgument();
  auto Name = !Object                              ? std::nullopt
              : Object->getType()->isPointerType() ? pointeeOf(Object, Caller)
                                                   : nameOf(Object, Caller);
  if (Name)
    Entry.Objects[nullptr] = std::move(*Name);
  llvm::SmallVector<const VarDecl *, 4> Pointees;
  auto Note = [&](const VarDecl &Var) { Pointees.push_back(&Var); };
  for (unsigned I = 0;
       I + Shift < Call.getNumArgs() && I < Callee.getNumParams(); ++I) {
    if (Callee.getParamDecl(I)->getType()->isReferenceType())
      if (auto Bound = nameOf(Call.getArg(I + Shift), Caller))
        Entry.Objects[Callee.getParamDecl(I)] = std::move(*Bound);
    if (HostValue V = value(Call.getArg(I + Shift), Caller);
        V.K != HostValue::Kind::Unknown) {
      forEachPointee(V, Note);
      Entry.Known[Callee.getParamDecl(I)] = std::move(V);
    }
  }
  while (!Pointees.empty()) {
    const VarDecl *Var = Pointees.pop_back_val();
    auto Known = Caller.Known.find(Var);
    if (Known != Caller.Known.end() && Entry.Known.insert(*Known).second)
      forEachPointee(Known->second, Note);
  }
  return Entry;
}

} // namespace warplint

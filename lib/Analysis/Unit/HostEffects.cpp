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

/// The variable that \p E names, or is a member of, or null.
static const VarDecl *variableOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  while (const auto *Member = dyn_cast<MemberExpr>(E))
    E = Member->getBase()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
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
  if (const VarDecl *Var = variableOf(E)) {
    In.Escaped[Var] = true;
    In.Known.erase(Var);
  }
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
        In.Known.erase(Var);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Next))
      Work.push_back(Lambda->getBody());
    Work.append(Next->child_begin(), Next->child_end());
  }
}

void HostRun::store(const Expr *To, HostValue Value, State &In) {
  To = To->IgnoreParenCasts();
  const VarDecl *Var = variableOf(To);
  if (!Var || In.Escaped.count(Var))
    return;
  if (const auto *Member = dyn_cast<MemberExpr>(To)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    bool IsDirect = isa<DeclRefExpr>(Member->getBase()->IgnoreParenCasts());
    HostValue &Whole = In.Known[Var];
    if (Field && IsDirect && Field->getFieldIndex() < 3 &&
        Whole.K == HostValue::Kind::Record)
      Whole.Fields[Field->getFieldIndex()] = Value.K == HostValue::Kind::Number
                                                 ? std::optional(Value.Number)
                                                 : std::nullopt;
    else
      Whole = HostValue();
    return;
  }
  In.Known[Var] = isa<DeclRefExpr>(To) ? Value : HostValue();
}

void HostRun::assign(const BinaryOperator &Op, States &Now) {
  if (Op.getOpcode() == BO_Assign) {
    forEachValue(Op.getRHS(), Now,
                 [&](State &In, HostValue V) { store(Op.getLHS(), V, In); });
    return;
  }
  auto Plain = BinaryOperator::getOpForCompoundAssignment(Op.getOpcode());
  for (State &Each : Now) {
    auto L = number(Op.getLHS(), Each), R = number(Op.getRHS(), Each);
    HostValue Result;
    int64_t Value = 0;
    if (L && R) {
      bool Failed = true;
      if (Plain == BO_Mul)
        Failed = llvm::MulOverflow(*L, *R, Value);
      else if (Plain == BO_Add)
        Failed = llvm::AddOverflow(*L, *R, Value);
      else if (Plain == BO_Sub)
        Failed = llvm::SubOverflow(*L, *R, Value);
      else if ((Plain == BO_Div || Plain == BO_Rem) && *R > 0)
        Failed = false, Value = Plain == BO_Div ? *L / *R : *L % *R;
      else if ((Plain == BO_Shl || Plain == BO_Shr) && *R >= 0 && *R < 32 &&
               *L >= 0 && *L <= UINT32_MAX)
        Failed = false, Value = Plain == BO_Shl ? *L << *R : *L >> *R;
      if (!Failed)
        Result = HostValue::number(Value);
    }
    store(Op.getLHS(), Result, Each);
  }
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
  for (const Stmt *Child : S->children())
    effects(Child, Now);
  if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    if (Op->isAssignmentOp())
      assign(*Op, Now);
  } else if (const auto *Op = dyn_cast<UnaryOperator>(S)) {
    for (State &Each : Now)
      if (Op->getOpcode() == UO_AddrOf) {
        escape(Op->getSubExpr(), Each);
      } else if (Op->isIncrementDecrementOp()) {
        auto Old = number(Op->getSubExpr(), Each);
        store(Op->getSubExpr(),
              Old ? HostValue::number(*Old + (Op->isIncrementOp() ? 1 : -1))
                  : HostValue(),
              Each);
      }
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *Callee = Construct->getConstructor();
    for (unsigned I = 0;
         I < Construct->getNumArgs() && I < Callee->getNumParams(); ++I)
      if (allowsChange(Callee->getParamDecl(I)->getType()) &&
          !Callee->isCopyOrMoveConstructor())
        for (State &Each : Now)
          escape(Construct->getArg(I), Each);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    call(*Call, Now);
  }
}

void HostRun::call(const CallExpr &Call, States &Now) {
  if (const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(&Call)) {
    const CallExpr *Config = Kernel->getConfig();
    if (Config && Config->getNumArgs() >= 2)
      launch(Call, Kernel->getCallee(), Config->getArg(0), Config->getArg(1),
             Now);
    return;
  }
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call);
      Op && Op->getOperator() == OO_Equal && Op->getNumArgs() == 2) {
    forEachValue(Op->getArg(1), Now,
                 [&](State &In, HostValue V) { store(Op->getArg(0), V, In); });
    return;
  }
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return;
  const SyncApiEntry *Entry = Model.lookup(*Callee);
  if (Entry && Entry->Kind == SyncKind::HostLaunch) {
    // Where the kernel is not the first argument, its extents are in a
    // structure.
    bool Direct = Call.getNumArgs() > 2;
    for (unsigned I = 0; I < Call.getNumArgs(); ++I)
      if (llvm::any_of(Now, [&](const State &In) {
            return value(Call.getArg(I), In).K == HostValue::Kind::Kernel;
          })) {
        bool Plain = I == 0 && Direct;
        launch(Call, Call.getArg(I), Plain ? Call.getArg(1) : nullptr,
               Plain ? Call.getArg(2) : nullptr, Now);
        break;
      }
  } else if (Callee->hasBody(Callee) && Bodies.count(Callee) &&
             reachesLaunch(*Callee)) {
    for (const State &Each : Now)
      runFunction(*Callee, entryOf(*Callee, Call, Each));
  }
  for (unsigned I = 0; I < Call.getNumArgs() && I < Callee->getNumParams(); ++I)
    if (allowsChange(Callee->getParamDecl(I)->getType()))
      for (State &Each : Now)
        escape(Call.getArg(I), Each);
}

HostRun::State HostRun::entryOf(const FunctionDecl &Callee,
                                const CallExpr &Call, const State &Caller) {
  State Entry;
  unsigned Shift = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee);
  for (unsigned I = 0;
       I + Shift < Call.getNumArgs() && I < Callee.getNumParams(); ++I)
    if (HostValue V = value(Call.getArg(I + Shift), Caller);
        V.K != HostValue::Kind::Unknown)
      Entry.Known[Callee.getParamDecl(I)] = V;
  return Entry;
}

void HostRun::launch(const CallExpr &Call, const Expr *Kernel, const Expr *Grid,
                     const Expr *Block, const States &Now) {
  for (const State &Each : Now) {
    HostValue Launched = value(Kernel, Each);
    if (Launched.K != HostValue::Kind::Kernel)
      continue;
    auto ExtentsOf = [&](const Expr *E) {
      HostValue V = E ? value(E, Each) : HostValue();
      return V.K == HostValue::Kind::Record
                 ? V.Fields
                 : std::array<std::optional<int64_t>, 3>();
    };
    Found.push_back(
        {Launched.Kernel, &Call, ExtentsOf(Grid), ExtentsOf(Block)});
  }
}

} // namespace warplint

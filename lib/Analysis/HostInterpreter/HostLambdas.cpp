//===--- HostLambdas.cpp - Lambdas that only calls in sight run -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lambda may be called by any code that gets it, now, later or never. It runs
// only where a run of host code reaches its calls, and with their arguments, if
// nothing else can call it: its function calls it at once or through a
// variable, or passes it to functions of the unit that only call it.
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "Syntax/TreeVisitor.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

/// \p E without what copies, moves or binds a closure.
static const Expr *closureIn(const Expr *E) {
  for (const Expr *From = E; From;) {
    E = withoutCasts(From);
    const auto *Made = dyn_cast<CXXConstructExpr>(E);
    const auto *Call = dyn_cast<CallExpr>(E);
    if (Made && Made->getNumArgs() == 1 &&
        Made->getConstructor()->isCopyOrMoveConstructor())
      From = Made->getArg(0);
    else if (Call && (Call->isCallToStdMove() ||
                      Call->getBuiltinCallee() == Builtin::BIforward))
      From = Call->getArg(0);
    else
      From = nullptr;
  }
  return E;
}

/// The functions that a call of \p Lambda may run. The body of a generic lambda
/// has no types: its instances in the unit are run.
static llvm::SmallVector<const FunctionDecl *, 2>
operatorsOf(const LambdaExpr &Lambda) {
  const FunctionTemplateDecl *Generic = Lambda.getDependentCallOperator();
  if (!Generic)
    return {Lambda.getCallOperator()};
  llvm::SmallVector<const FunctionDecl *, 2> Result;
  for (const FunctionDecl *Called : Generic->specializations())
    if (Called->hasBody() && !Called->isInvalidDecl())
      Result.push_back(Called);
  return Result;
}

/// Where a body's closures go.
class HostInterpreter::ClosureReader : public syntax::TreeVisitor {
public:
  explicit ClosureReader(HostInterpreter &Run) : Run(Run) {}

  void read(const Stmt &Body) {
    TraverseStmt(&Body);
    for (const Copy &Each : Copies)
      if (Changes.lookup(Each.Var) > Each.Made) {
        Run.Closures.Leaving.insert(Each.Closure);
        Run.Closures.Outdated.insert({Each.Closure, Each.Var});
      }
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const auto *Op = dyn_cast<CXXOperatorCallExpr>(Call);
    bool IsOwn = Op && Op->getOperator() == OO_Call;
    noteInSight(IsOwn ? Call->getArg(0) : Call->getCallee());
    unsigned Shift = IsOwn && isa_and_nonnull<CXXMethodDecl>(Callee);
    if (!Callee || (Op && !IsOwn) || Call->getBuiltinCallee())
      return true;
    for (unsigned I = 0;
         I + Shift < Call->getNumArgs() && I < Callee->getNumParams(); ++I) {
      const Expr *Argument = closureIn(Call->getArg(I + Shift));
      const CXXRecordDecl *Closure = closureOf(Argument->getType());
      if (!Closure || closureOf(Callee->getParamDecl(I)->getType()) != Closure)
        continue;
      noteInSight(Argument);
      Run.Closures.GoTo[Closure].push_back(Callee);
    }
    return true;
  }

  bool VisitVarDecl(VarDecl *Var) override {
    const Expr *Begins = Var->hasLocalStorage() ? Var->getInit() : nullptr;
    const CXXRecordDecl *Closure =
        Begins ? closureOf(closureIn(Begins)->getType()) : nullptr;
    if (Closure && closureOf(Var->getType()) == Closure)
      noteInSight(Begins);
    return true;
  }

  Traversal enter(Stmt &S) override {
    if (const auto *Lambda = dyn_cast<LambdaExpr>(&S)) {
      enterClosure(*Lambda);
      ++LambdasAround;
    }
    return Traversal::Into;
  }
  void leave(Stmt &S) override { LambdasAround -= isa<LambdaExpr>(S); }

  void enterClosure(const LambdaExpr &Lambda) {
    const CXXRecordDecl *Closure = closureOf(Lambda.getType());
    if (!InSight.count(&Lambda))
      Run.Closures.Leaving.insert(Closure);
    for (auto [Capture, Begins] :
         llvm::zip(Lambda.captures(), Lambda.capture_inits())) {
      noteInSight(Begins);
      if (!Capture.capturesVariable())
        continue;
      const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
      if (Capture.getCaptureKind() == LCK_ByCopy && Var)
        Copies.push_back({Closure, Var, Clock});
      else if (Capture.getCaptureKind() == LCK_ByCopy)
        Run.Closures.Leaving.insert(Closure);
    }
    for (const FunctionDecl *Called : operatorsOf(Lambda))
      Run.bodyOf(Called);
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) override {
    if (Cast->getCastKind() == CK_LValueToRValue)
      Reads.insert(Cast->getSubExpr()->IgnoreParens());
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *Made) override {
    if (Made->getConstructor()->isCopyOrMoveConstructor())
      Reads.insert(Made->getArg(0)->IgnoreParenImpCasts());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    const CXXRecordDecl *Closure = closureOf(Ref->getType());
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    // What is around it has been visited before.
    if (Closure && !InSight.count(Ref))
      Run.Closures.Leaving.insert(Closure);
    if (Var && !Closure && !Reads.count(Ref))
      Changes[Var] = LambdasAround ? ~0U : std::max(Changes[Var], ++Clock);
    return true;
  }

private:
  void noteInSight(const Expr *E) { InSight.insert(closureIn(E)); }

  /// A closure's copy of \p Var, made after \p Made changes of variables.
  struct Copy {
    const CXXRecordDecl *Closure;
    const VarDecl *Var;
    unsigned Made;
  };

  HostInterpreter &Run;
  llvm::SmallPtrSet<const Expr *, 16> InSight, Reads;
  std::vector<Copy> Copies;
  /// When a variable may change last, in source order; ~0 at any time.
  llvm::DenseMap<const VarDecl *, unsigned> Changes;
  unsigned Clock = 0;
  unsigned LambdasAround = 0;
};

void HostInterpreter::readClosures(const Stmt &Body) {
  ClosureReader(*this).read(Body);
}

/// True if \p Lambda is run only by calls that a run of the function around it
/// reaches.
bool HostInterpreter::isOnlyCalledInSight(const LambdaExpr &Lambda) {
  const CXXRecordDecl *Closure = Lambda.getLambdaClass()->getCanonicalDecl();
  if (Closures.Leaving.count(Closure))
    return false;
  auto Given = Closures.GoTo.find(Closure);
  return Given == Closures.GoTo.end() ||
         llvm::all_of(Given->second, [&](const FunctionDecl *Callee) {
           return bodyOf(Callee) && reachesLaunch(*Callee);
         });
}

void HostInterpreter::closureEffects(const LambdaExpr &Lambda, States &Now) {
  for (const LambdaCapture &Capture : Lambda.captures())
    if (Lambda.isInitCapture(&Capture) &&
        Capture.getCaptureKind() == LCK_ByCopy)
      if (const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
          Var && Var->hasInit())
        for (State &Each : Now)
          Each.Known[Var] = value(Var->getInit(), Each);
  // If all uses of the lambda are in sight, its calls run it. Otherwise it may
  // run now, later or never.
  if (!isOnlyCalledInSight(Lambda))
    for (const FunctionDecl *Called : operatorsOf(Lambda)) {
      States Inside = Now;
      Exits Out;
      if (holdsLaunch(Called->getBody()))
        execute(Called->getBody(), Inside, Out);
    }
  for (State &Each : Now)
    forgetAssigned(Lambda.getBody(), Each);
}

} // namespace warplint::host

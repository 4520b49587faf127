//===--- HostInterpreter.cpp - What host code does up to its launches -----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/BuildNames.h"
#include "Analysis/Launches/HostSyntax.h"
#include "CudaModel/Destructors.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

HostValue HostValue::number(int64_t V) {
  HostValue Result;
  Result.K = Kind::Number;
  Result.Number = V;
  return Result;
}

HostValue HostValue::term(LaunchTerms::Ref T) {
  HostValue Result;
  Result.K = Kind::Term;
  Result.Number = int64_t(T);
  return Result;
}

HostValue HostValue::kernel(const FunctionDecl &F) {
  HostValue Result;
  Result.K = Kind::Kernel;
  Result.Kernel = &F;
  return Result;
}

HostValue HostValue::pointer(const VarDecl &To) {
  HostValue Result;
  Result.K = Kind::Pointer;
  Result.Pointee = &To;
  return Result;
}

HostValue HostValue::part(size_t Index) const {
  return K == Kind::Record && Index < Parts.size() ? Parts[Index] : HostValue();
}

std::optional<int64_t> HostValue::asNumber() const {
  return K == Kind::Number ? std::optional(Number) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

HostInterpreter::HostInterpreter(ASTContext &Context,
                                 llvm::ArrayRef<Decl *> TopLevel,
                                 llvm::ArrayRef<const FunctionDecl *> Functions,
                                 llvm::ArrayRef<const FunctionDecl *> Kernels,
                                 const UnanalyzedBodies &Unread, Seek Sought,
                                 const Limits &Within)
    : Context(Context), Functions(Functions), Kernels(Kernels), Sought(Sought),
      Within(Within), Syntax(Context) {
  for (const FunctionDecl *F : Functions) {
    const Body &Read = readBody(*F);
    Changed.insert(Read.Changed.begin(), Read.Changed.end());
    Exposed.insert(Read.Exposed.begin(), Read.Exposed.end());
    // Constructors and destructors are called without a word.
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
      Exposed.insert(Read.Changed.begin(), Read.Changed.end());
    if (!F->isMain())
      ChangedByOthers.insert(Read.Changed.begin(), Read.Changed.end());
  }
  for (const Decl *D : TopLevel)
    readInitializers(*D);
  // Bodies with errors may change or pass on everything that they name.
  for (Variables *Each : {&Changed, &Exposed, &ChangedByOthers})
    Each->insert(Unread.variables().begin(), Unread.variables().end());
  ChangedFields.insert(Unread.fields().begin(), Unread.fields().end());
  for (const FieldDecl *Field : Unread.fields())
    ++Stores[Field].Mentions;
  for (const FunctionDecl *F : Unread.functions()) {
    Taken.insert(F->getCanonicalDecl());
    HandedOver.insert(F->getCanonicalDecl());
  }
}

void HostInterpreter::addSteps(size_t More) {
  Steps += More;
  Effort.Steps += More;
}

/// Notes that a limit cut off a path in \p F or into \p F.
void HostInterpreter::leaveOut(const FunctionDecl &F) {
  Truncated = true;
  ++Effort.LeftOut[&F];
}

void HostInterpreter::runFunction(const FunctionDecl &F, State Entry) {
  size_t Iterations = llvm::count(Active, &F);
  if (Iterations && &F == Widened)
    return;
  if (!Within.allows(BudgetId::HostRecursions, Iterations + 1)) {
    Recursing.insert(&F);
    return;
  }
  if (!Within.allows(BudgetId::HostCallDepth, Depth + 1))
    return leaveOut(F);
  Visited.insert(&F);
  Active.push_back(&F);
  if (Entry.Call == 0)
    Entry.Call = ++Calls;
  bool Asks = reaches(F, &Body::AsksResidency);
  Asking += Asks;
  run(F, std::move(Entry));
  Asking -= Asks;
  Active.pop_back();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void HostInterpreter::execute(const Stmt *S, States &Now, Exits &Out) {
  if (!S || (Now.empty() && !(Jumps && isa<LabelStmt>(S))))
    return;
  addSteps(Now.size());
  if (!Within.allows(BudgetId::HostSteps, Steps)) {
    if (!Active.empty())
      leaveOut(*Active.back());
    Truncated = true;
    Now.clear();
    return;
  }
  for (State &Each : Now)
    Each.Results.clear(); // Of the statement before.
  if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    executeDeclarations(*Declarations, Now);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    executeIf(*If, Now, Out);
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    executeSwitch(*Switch, Now, Out);
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    execute(For->getInit(), Now, Out);
    executeLoop(*For, For->getCond(), For->getBody(), For->getInc(), true, Now,
                Out);
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    executeLoop(*While, While->getCond(), While->getBody(), nullptr, true, Now,
                Out);
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    const Expr &Again = *Do->getCond();
    const auto &Known =
        Again.isValueDependent() ? std::nullopt : Syntax.constant(Again);
    if (Known && Known->isZero())
      executeOnce(*Do->getBody(), Now, Out);
    else
      executeLoop(*Do, Do->getCond(), Do->getBody(), nullptr, false, Now, Out);
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    executeRange(*Range, Now, Out);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    effects(Return->getRetValue(), Now);
    const Expr *Value = Return->getRetValue();
    // What it has been changed to.
    if (const auto *Step =
            Value ? dyn_cast<UnaryOperator>(withoutCasts(Value)) : nullptr;
        Step && Step->isIncrementDecrementOp() && Step->isPrefix())
      Value = Step->getSubExpr();
    if (Value)
      forEachValue(Value, Now, [](State &In, HostValue V) {
        In.Known[nullptr] = V; // What the function returns.
      });
    merge(Out.Returns, std::move(Now));
    Now.clear();
  } else if (isa<GotoStmt, IndirectGotoStmt>(S)) {
    Now.clear();
  } else if (isa<LabelStmt>(S) && Jumps) {
    // Whoever comes here by a jump knows what the function began with.
    Now = {*JumpsFrom};
    forgetAssigned(Jumps, Now.front());
    execute(cast<LabelStmt>(S)->getSubStmt(), Now, Out);
  } else if (isa<BreakStmt>(S)) {
    merge(Out.Breaks, std::move(Now));
    Now.clear();
  } else if (isa<ContinueStmt>(S)) {
    merge(Out.Continues, std::move(Now));
    Now.clear();
  } else if (const auto *Try = dyn_cast<CXXTryStmt>(S)) {
    States Thrown = Now;
    for (State &Each : Thrown)
      forgetAssigned(Try, Each);
    execute(Try->getTryBlock(), Now, Out);
    for (unsigned I = 0; I < Try->getNumHandlers(); ++I)
      skip(*Try->getHandler(I), Thrown, Out);
    merge(Now, std::move(Thrown));
  } else if (const auto *Case = dyn_cast<SwitchCase>(S)) {
    execute(Case->getSubStmt(), Now, Out);
  } else if (isa<CompoundStmt, AttributedStmt, LabelStmt>(S)) {
    for (const Stmt *Child : S->children())
      execute(Child, Now, Out);
  } else {
    effects(S, Now);
  }
}

/// What runs of \p S, if anything, is not followed.
void HostInterpreter::skip(const Stmt &S, States &Now, Exits &Out) {
  bool Returns = holdsAny<ReturnStmt>(&S);
  for (State &Each : Now) {
    noteChange(Each);
    forgetAssigned(&S, Each);
    if (!Returns)
      continue;
    State Left = Each;
    Left.Known[nullptr] = HostValue();
    merge(Out.Returns, {std::move(Left)});
  }
}

/// What a function has returned, and points to parts of itself, is \p Var from
/// the beginning: the variable of the function was no other one.
static void takeOver(HostValue &V, const VarDecl &Var,
                     const HostPathState &In) {
  if (V.K == HostValue::Kind::Pointer && !In.Known.count(V.Pointee) &&
      !In.Escaped.count(V.Pointee) && V.Pointee->hasLocalStorage() &&
      V.Pointee->getDeclContext() != Var.getDeclContext() &&
      Var.getASTContext().hasSameUnqualifiedType(V.Pointee->getType(),
                                                 Var.getType()))
    V.Pointee = &Var;
  for (HostValue &Part : V.Parts)
    takeOver(Part, Var, In);
}

void HostInterpreter::executeDeclarations(const DeclStmt &S, States &Now) {
  for (const Decl *D : S.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->hasInit())
      continue;
    if (partNamedBy(*Var))
      continue;
    // What does not parse (`dim3 b(n, up(n);`) can lack a type.
    if (Var->isInvalidDecl() || Var->getInit()->getType().isNull()) {
      for (State &Each : Now)
        forget(*Var, Each);
      continue;
    }
    if (Var->getType()->isReferenceType())
      effects(Var->getInit(), Now);
    else
      storedEffects(Var->getInit(), Now);
    if (Var->getType()->isReferenceType()) {
      // What is known of the object holds for the name, unless it can change.
      bool Changes = !Var->getType()->getPointeeType().isConstQualified();
      for (State &Each : Now)
        if (Changes)
          escape(Var->getInit(), Each);
    }
    bool Keeps = Var->isStaticLocal() && !Var->getType().isConstQualified();
    forEachValue(Var->getInit(), Now, [&](State &In, HostValue V) {
      In.Escaped.erase(Var);
      auto Named = Var->getType()->isReferenceType()
                       ? nameOf(Var->getInit(), In)
                       : std::nullopt;
      if (Named)
        In.Objects[Var] = std::move(*Named);
      else
        renew(*Var, In);
      V = completed(std::move(V), Var->getType());
      if (Var->getType()->isRecordType())
        takeOver(V, *Var, In);
      // A destructor may use them.
      const CXXRecordDecl *Class = Var->getType()->getAsCXXRecordDecl();
      if (Class && mayRunAtEnd(*Class))
        V.forEachPointee([&](const VarDecl &To) { escape(To, In); });
      In.Known[Var] = Keeps ? HostValue() : V;
    });
    if (Var->hasLocalStorage() && Var->getType()->isRecordType())
      runConstructor(*Var, Now);
  }
}

void HostInterpreter::executeIf(const IfStmt &If, States &Now, Exits &Out) {
  execute(If.getInit(), Now, Out);
  if (const DeclStmt *Declared = If.getConditionVariableDeclStmt())
    executeDeclarations(*Declared, Now);
  effects(If.getCond(), Now);
  States Then, Else;
  auto IsTaken = [&](const Stmt *Successor) {
    return TakesUnreached && holdsUnreached(Successor);
  };
  bool TakesThen = IsTaken(If.getThen()), TakesElse = IsTaken(If.getElse());
  for (State &Each : Now) {
    auto Holds = number(If.getCond(), Each);
    if (!Holds || *Holds || TakesThen) {
      Then.push_back(Each);
      if (!Holds || *Holds)
        suppose(If.getCond(), true, Then.back());
    }
    if (!Holds || !*Holds || TakesElse) {
      Else.push_back(std::move(Each));
      if (!Holds || !*Holds)
        suppose(If.getCond(), false, Else.back());
    }
  }
  execute(If.getThen(), Then, Out);
  execute(If.getElse(), Else, Out);
  Now = std::move(Then);
  merge(Now, std::move(Else));
}

static bool holdsLabel(const Stmt *S) {
  return S && !isa<SwitchStmt, LambdaExpr>(S) &&
         (isa<SwitchCase>(S) || llvm::any_of(S->children(), holdsLabel));
}

/// A label of the switch around \p S stands inside of another statement.
static bool holdsInnerLabel(const Stmt *S) {
  while (const auto *Case = dyn_cast_or_null<SwitchCase>(S))
    S = Case->getSubStmt();
  return holdsLabel(S);
}

/// The paths of \p Now on which \p Tested equals one of \p Values; a null value
/// stands for everything but \p All.
HostInterpreter::States
HostInterpreter::pathsTo(const Expr &Tested,
                         llvm::ArrayRef<const Expr *> Values,
                         llvm::ArrayRef<const Expr *> All, const States &Now) {
  States Result;
  // False if what has been tested on the path excludes it.
  auto Suppose = [&](Operator Applied, const Expr *Value) {
    State &In = Result.back();
    HostValue Is = applied(Applied, value(&Tested, In), value(Value, In));
    if (numberOf(Is, In) == 0)
      return false;
    if (Is.K == HostValue::Kind::Term)
      suppose(LaunchTerms::Ref(Is.Number), In);
    return true;
  };
  for (const State &Each : Now) {
    auto Known = number(&Tested, Each);
    auto IsKnown = [&](const Expr *V) { return number(V, Each) == Known; };
    for (const Expr *V : Values) {
      if (Known && (V ? !IsKnown(V) : llvm::any_of(All, IsKnown)))
        continue;
      Result.push_back(Each);
      bool IsPath = V ? Suppose(Operator::Equal, V)
                      : llvm::all_of(All, [&](const Expr *Other) {
                          return Suppose(Operator::NotEqual, Other);
                        });
      if (!IsPath)
        Result.pop_back();
    }
  }
  return Result;
}

void HostInterpreter::executeSwitch(const SwitchStmt &Switch, States &Now,
                                    Exits &Out) {
  execute(Switch.getInit(), Now, Out);
  effects(Switch.getCond(), Now);
  const auto *Body = dyn_cast<CompoundStmt>(Switch.getBody());
  if (!Body || llvm::any_of(Body->body(), holdsInnerLabel)) {
    Truncated |= holdsLaunch(&Switch);
    skip(*Switch.getBody(), Now, Out);
    return;
  }
  llvm::SmallVector<const Expr *, 16> All;
  for (const Stmt *Label : Body->body())
    for (const Stmt *S = Label; const auto *C = dyn_cast_or_null<SwitchCase>(S);
         S = C->getSubStmt())
      if (isa<CaseStmt>(C))
        All.push_back(cast<CaseStmt>(C)->getLHS());
  Exits Inner;
  States After;
  bool HasDefault = false;
  for (auto Label = Body->body_begin(); Label != Body->body_end(); ++Label) {
    const auto *First = dyn_cast<SwitchCase>(*Label);
    if (!First)
      continue;
    // Labels that share a statement stand inside each other.
    llvm::SmallVector<const Expr *, 4> Values;
    for (const Stmt *S = First; const auto *C = dyn_cast_or_null<SwitchCase>(S);
         S = C->getSubStmt()) {
      HasDefault |= isa<DefaultStmt>(C);
      Values.push_back(isa<CaseStmt>(C) ? cast<CaseStmt>(C)->getLHS()
                                        : nullptr);
    }
    States Path = pathsTo(*Switch.getCond(), Values, All, Now);
    for (auto Next = Label; Next != Body->body_end() && !Path.empty(); ++Next)
      execute(*Next, Path, Inner);
    merge(After, std::move(Path));
  }
  if (!HasDefault)
    merge(After, pathsTo(*Switch.getCond(), {nullptr}, All, Now));
  merge(After, std::move(Inner.Breaks));
  merge(Out.Continues, std::move(Inner.Continues));
  merge(Out.Returns, std::move(Inner.Returns));
  Now = std::move(After);
}

} // namespace warplint::host

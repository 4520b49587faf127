//===--- HostRun.cpp - What host code does up to its launches -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/HostRun.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// Ways of one function that are kept apart.
static constexpr size_t MaxWays = 24;
/// Statements run per unit, over all ways.
static constexpr unsigned MaxSteps = 200000;
/// Calls inside calls, and rounds of a loop that are run one by one.
static constexpr unsigned MaxDepth = 8, MaxRounds = 16;

HostValue HostValue::number(int64_t V) {
  HostValue Result;
  Result.K = Kind::Number;
  Result.Number = V;
  return Result;
}

HostValue HostValue::kernel(const FunctionDecl &F) {
  HostValue Result;
  Result.K = Kind::Kernel;
  Result.Kernel = &F;
  return Result;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whom a body calls, and whether it launches.
class HostRun::BodyReader : public RecursiveASTVisitor<BodyReader> {
public:
  BodyReader(const SyncModel &Model, Body &Into) : Model(Model), Into(Into) {}

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const SyncApiEntry *Entry = Callee ? Model.lookup(*Callee) : nullptr;
    Into.Launches |= isa<CUDAKernelCallExpr>(Call) ||
                     (Entry && Entry->Kind == SyncKind::HostLaunch);
    if (Callee && Callee->hasBody(Callee))
      Into.Callees.push_back(Callee);
    return true;
  }

private:
  const SyncModel &Model;
  Body &Into;
};

HostRun::HostRun(ASTContext &Context, const SyncModel &Model,
                 llvm::ArrayRef<const FunctionDecl *> Functions)
    : Context(Context), Model(Model), Functions(Functions) {
  for (const FunctionDecl *F : Functions)
    BodyReader(Model, Bodies[F]).TraverseStmt(F->getBody());
}

bool HostRun::reachesLaunch(const FunctionDecl &F) {
  auto [Known, New] = Reaching.try_emplace(&F, false);
  if (!New)
    return Known->second;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  llvm::SmallVector<const FunctionDecl *, 16> Work{&F};
  bool Found = false;
  while (!Work.empty() && !Found) {
    auto Next = Bodies.find(Work.pop_back_val());
    if (Next == Bodies.end() || !Seen.insert(Next->first).second)
      continue;
    Found = Next->second.Launches;
    Work.append(Next->second.Callees.begin(), Next->second.Callees.end());
  }
  return Reaching[&F] = Found;
}

bool HostRun::holdsLaunch(const Stmt *S) {
  auto Known = Holding.find(S);
  if (Known != Holding.end())
    return Known->second;
  Body Read;
  BodyReader(Model, Read).TraverseStmt(const_cast<Stmt *>(S));
  return Holding[S] =
             Read.Launches || llvm::any_of(Read.Callees, [&](const auto *F) {
               return reachesLaunch(*F);
             });
}

std::vector<HostLaunch> HostRun::launches() {
  llvm::SmallPtrSet<const FunctionDecl *, 16> Called;
  for (const FunctionDecl *F : Functions)
    for (const FunctionDecl *Callee : Bodies.find(F)->second.Callees)
      if (Callee != F)
        Called.insert(Callee);
  for (bool Roots : {true, false})
    for (const FunctionDecl *F : Functions)
      if (Called.count(F) != Roots && reachesLaunch(*F) && !Visited.count(F))
        runFunction(*F, {});
  if (Truncated) {
    llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
    for (size_t I = 0, Count = Found.size(); I < Count; ++I)
      if (Seen.insert(Found[I].Kernel).second)
        Found.push_back({Found[I].Kernel, Found[I].Site, {}, {}});
  }
  return std::move(Found);
}

void HostRun::runFunction(const FunctionDecl &F, State Entry) {
  if (Depth >= MaxDepth) {
    Truncated = true;
    return;
  }
  Visited.insert(&F);
  ++Depth;
  States Now{std::move(Entry)};
  Exits Out;
  execute(F.getBody(), Now, Out);
  --Depth;
}

void HostRun::merge(States &Into, States More) {
  for (State &Each : More)
    if (!llvm::is_contained(Into, Each))
      Into.push_back(std::move(Each));
  if (Into.size() <= MaxWays)
    return;
  // Too many: what they do not agree on is unknown.
  State &First = Into.front();
  for (size_t I = 1; I < Into.size(); ++I) {
    for (auto &[Var, Value] : First.Known) {
      auto Other = Into[I].Known.find(Var);
      if (Other == Into[I].Known.end() || !(Other->second == Value))
        Value = HostValue();
    }
    First.Escaped.insert(Into[I].Escaped.begin(), Into[I].Escaped.end());
  }
  Into.resize(1);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void HostRun::execute(const Stmt *S, States &Now, Exits &Out) {
  if (!S || Now.empty())
    return;
  Steps += Now.size();
  if (Steps > MaxSteps) {
    Truncated = true;
    Now.clear();
    return;
  }
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
    executeLoop(*Do, Do->getCond(), Do->getBody(), nullptr, false, Now, Out);
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    effects(Range->getRangeInit(), Now);
    executeLoop(*Range, nullptr, Range->getBody(), nullptr, true, Now, Out);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    effects(Return->getRetValue(), Now);
    if (const Expr *Value = Return->getRetValue())
      forEachValue(Value, Now, [](State &In, HostValue V) {
        In.Known[nullptr] = V; // What the function returns.
      });
    merge(Out.Returns, std::move(Now));
    Now.clear();
  } else if (isa<BreakStmt>(S)) {
    merge(Out.Breaks, std::move(Now));
    Now.clear();
  } else if (isa<ContinueStmt>(S)) {
    merge(Out.Continues, std::move(Now));
    Now.clear();
  } else if (const auto *Try = dyn_cast<CXXTryStmt>(S)) {
    execute(Try->getTryBlock(), Now, Out);
  } else if (const auto *Case = dyn_cast<SwitchCase>(S)) {
    execute(Case->getSubStmt(), Now, Out);
  } else if (isa<CompoundStmt, AttributedStmt, LabelStmt>(S)) {
    for (const Stmt *Child : S->children())
      execute(Child, Now, Out);
  } else {
    effects(S, Now);
  }
}

void HostRun::executeDeclarations(const DeclStmt &S, States &Now) {
  for (const Decl *D : S.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->hasInit())
      continue;
    effects(Var->getInit(), Now);
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
      In.Known[Var] = Keeps ? HostValue() : V;
    });
  }
}

void HostRun::executeIf(const IfStmt &If, States &Now, Exits &Out) {
  execute(If.getInit(), Now, Out);
  if (const DeclStmt *Declared = If.getConditionVariableDeclStmt())
    executeDeclarations(*Declared, Now);
  effects(If.getCond(), Now);
  States Then, Else;
  for (State &Each : Now) {
    auto Holds = number(If.getCond(), Each);
    if (!Holds || *Holds)
      Then.push_back(Each);
    if (!Holds || !*Holds)
      Else.push_back(std::move(Each));
  }
  execute(If.getThen(), Then, Out);
  execute(If.getElse(), Else, Out);
  Now = std::move(Then);
  merge(Now, std::move(Else));
}

void HostRun::executeSwitch(const SwitchStmt &Switch, States &Now, Exits &Out) {
  execute(Switch.getInit(), Now, Out);
  effects(Switch.getCond(), Now);
  const auto *Body = dyn_cast<CompoundStmt>(Switch.getBody());
  if (!Body) {
    for (State &Each : Now)
      forgetAssigned(Switch.getBody(), Each);
    return;
  }
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
    States Way;
    for (const State &Each : Now) {
      auto Wanted = number(Switch.getCond(), Each);
      if (!Wanted || llvm::any_of(Values, [&](const Expr *V) {
            auto Told = V ? number(V, Each) : std::nullopt;
            return !Told || *Told == *Wanted;
          }))
        Way.push_back(Each);
    }
    for (auto Next = Label; Next != Body->body_end() && !Way.empty(); ++Next)
      execute(*Next, Way, Inner);
    merge(After, std::move(Way));
  }
  if (!HasDefault)
    merge(After, std::move(Now));
  merge(After, std::move(Inner.Breaks));
  merge(Out.Continues, std::move(Inner.Continues));
  merge(Out.Returns, std::move(Inner.Returns));
  Now = std::move(After);
}

void HostRun::executeLoop(const Stmt &Loop, const Expr *Condition,
                          const Stmt *Body, const Expr *Step, bool TestsFirst,
                          States &Now, Exits &Out) {
  if (!holdsLaunch(&Loop)) {
    for (State &Each : Now)
      forgetAssigned(&Loop, Each);
    return;
  }
  States After;
  for (unsigned Round = 0; !Now.empty(); ++Round) {
    bool Test = Round > 0 || TestsFirst;
    effects(Test ? Condition : nullptr, Now);
    States Going;
    for (State &Each : Now) {
      auto Holds = Test ? Condition ? number(Condition, Each) : std::nullopt
                        : std::optional<int64_t>(1);
      if (Holds && !*Holds) {
        merge(After, {std::move(Each)});
        continue;
      }
      if (!Holds || Round >= MaxRounds) {
        // Any round, and any after it.
        forgetAssigned(&Loop, Each);
        merge(After, {Each});
      }
      Going.push_back(std::move(Each));
    }
    bool IsLast = llvm::all_of(Going, [&](State &Each) {
      return Round >= MaxRounds || !Test || !Condition ||
             !number(Condition, Each);
    });
    Exits Inner;
    execute(Body, Going, Inner);
    merge(Going, std::move(Inner.Continues));
    merge(After, std::move(Inner.Breaks));
    merge(Out.Returns, std::move(Inner.Returns));
    effects(Step, Going);
    if (Test && IsLast)
      break;
    Now = std::move(Going);
  }
  Now = std::move(After);
}

//===----------------------------------------------------------------------===//
// Effects of expressions
//===----------------------------------------------------------------------===//

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

//===--- HostEffects.cpp - What expressions of host code change -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint::host {

const Expr *arrayOf(const ArraySubscriptExpr &E) {
  const auto *Decay = dyn_cast<CastExpr>(E.getBase()->IgnoreParens());
  return Decay && Decay->getCastKind() == CK_ArrayToPointerDecay
             ? Decay->getSubExpr()
             : nullptr;
}

const VarDecl *variableOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
             Element && arrayOf(*Element))
      E = arrayOf(*Element);
    else if (const Expr *Container = containerOfElement(*E))
      E = Container;
    else if (const Expr *Object = objectReturnedBy(*E))
      E = Object;
    else if (const Expr *Part = partNamedBy(*E))
      E = Part;
    else
      break;
  }
  return namedVariable(*E);
}

void HostValue::forEachPointee(
    llvm::function_ref<void(const VarDecl &)> Visit) const {
  if (K == Kind::Pointer)
    Visit(*Pointee);
  for (const HostValue &Part : Parts)
    Part.forEachPointee(Visit);
}

bool allowsChange(QualType T) {
  return T->isReferenceType() && !T->getPointeeType().isConstQualified();
}

/// \p E is a part of a variable, whatever else the variables hold.
static bool isMember(const Expr &E) {
  const Expr *Of = E.IgnoreParens();
  bool IsPart = false;
  while (const auto *Member = dyn_cast<MemberExpr>(Of)) {
    if (Member->isArrow())
      return false;
    IsPart = true;
    Of = Member->getBase()->IgnoreParens();
  }
  return IsPart && isa<DeclRefExpr>(Of);
}

/// \p S assigns a constant or what comes from outside of the program.
bool HostInterpreter::givesInput(const Stmt &S, const State &In) {
  const auto *Op = dyn_cast<BinaryOperator>(&S);
  if (!Op || Op->getOpcode() != BO_Assign ||
      !isa<DeclRefExpr>(Op->getLHS()->IgnoreParens()))
    return false;
  const Expr *Given = withoutCasts(Op->getRHS());
  HostValue V =
      isa<CallExpr, IntegerLiteral>(Given) ? value(Given, In) : HostValue();
  return V.K == HostValue::Kind::Number ||
         (V.K == HostValue::Kind::Term &&
          Terms.isInput(LaunchTerms::Ref(V.Number)));
}

/// Forgets what \p S may change. A part of a variable that is a constant and to
/// which \p S assigns nothing but constants becomes one of them.
void HostInterpreter::forgetAssigned(const Stmt *S, State &In) {
  if (!S)
    return;
  std::vector<std::pair<const BinaryOperator *, HostValue>> Constants;
  for (const BinaryOperator *Op : assignedIn(*S).Plain)
    if (auto Into = placeOf(Op->getLHS(), In); Into && Into->Exact)
      if (HostValue Before = value(Op->getLHS(), In);
          Before.K == HostValue::Kind::Number)
        Constants.push_back({Op, std::move(Before)});
  forgetAllAssigned(*S, In);
  JoinedTerms.clear();
  Parting = Chooser = std::nullopt;
  std::set<std::pair<const VarDecl *, std::vector<size_t>>> Met; // Looked up.
  for (const auto &[Op, Before] : Constants) {
    auto Into = placeOf(Op->getLHS(), In);
    if (!Into || In.Escaped.count(Into->Var) || !Into->Var->hasLocalStorage())
      continue;
    bool IsFirst =
        Met.insert({Into->Var, {Into->Path.begin(), Into->Path.end()}}).second;
    store(Op->getLHS(),
          joined(IsFirst ? Before : value(Op->getLHS(), In),
                 value(Op->getRHS(), In)),
          In);
  }
}

/// The configuration that \p Call, which launches, is given and only reads.
static const Expr *configurationOf(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const HostApiEntry *Api = Callee ? lookupHostApi(*Callee) : nullptr;
  return Api && launchesByCall(*Api) && Api->ConfigArg >= 0 &&
                 unsigned(Api->ConfigArg) < Call.getNumArgs()
             ? Call.getArg(Api->ConfigArg)->IgnoreParenCasts()
             : nullptr;
}

/// The statements in \p S that may change variables, and those assignments
/// whose variable nothing else in \p S changes.
const HostInterpreter::Assignments &HostInterpreter::assignedIn(const Stmt &S) {
  auto [Known, New] = Assigned.try_emplace(&S);
  Assignments &Result = Known->second;
  if (!New)
    return Result;
  std::vector<std::pair<const BinaryOperator *, const DeclRefExpr *>> Given;
  llvm::SmallPtrSet<const Expr *, 16> Harmless; // Read, or given a value.
  llvm::SmallPtrSet<const ValueDecl *, 16> Others;
  llvm::SmallVector<const Stmt *, 32> Work{&S};
  while (!Work.empty()) {
    const Stmt *Next = Work.pop_back_val();
    if (!Next)
      continue;
    const auto *Cast = dyn_cast<ImplicitCastExpr>(Next);
    const auto *Made = dyn_cast<CXXConstructExpr>(Next);
    const auto *Op = dyn_cast<BinaryOperator>(Next);
    const auto *Ref = dyn_cast<DeclRefExpr>(Next);
    const auto *Call = dyn_cast<CallExpr>(Next);
    if (Call)
      Harmless.insert(configurationOf(*Call));
    if (Cast && Cast->getCastKind() == CK_LValueToRValue)
      Harmless.insert(nameIn(Cast->getSubExpr()));
    else if (Made && Made->getConstructor()->isCopyOrMoveConstructor())
      Harmless.insert(nameIn(Made->getArg(0)));
    if (Op && Op->getOpcode() == BO_Assign) {
      const DeclRefExpr *Name = nameIn(Op->getLHS());
      Harmless.insert(Name);
      if (Name)
        Given.push_back({Op, Name});
    }
    if (Ref && !Harmless.count(Ref))
      Others.insert(Ref->getDecl());
    const auto *Unary = dyn_cast<UnaryOperator>(Next);
    if (Ref || Call || (Unary && !Harmless.count(Unary)) ||
        (Op && Op->isAssignmentOp()))
      Result.Changing.push_back(Next);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Next))
      Work.push_back(Lambda->getBody());
    llvm::append_range(Work, llvm::reverse(llvm::to_vector(Next->children())));
  }
  for (auto [Op, Name] : Given)
    if (!Others.count(Name->getDecl()))
      Result.Plain.push_back(Op);
  return Result;
}

void HostInterpreter::forgetAllAssigned(const Stmt &S, State &In) {
  for (const Stmt *Next : assignedIn(S).Changing) {
    const Expr *Changed = nullptr;
    if (const auto *Op = dyn_cast<BinaryOperator>(Next))
      Changed = Op->getLHS();
    else if (const auto *Op = dyn_cast<UnaryOperator>(Next))
      Changed = Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf
                    ? Op->getSubExpr()
                    : nullptr;
    else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Next))
      Changed = Op->isAssignmentOp() ? Op->getArg(0) : nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(Next))
      escapeGiven(*Call, calleeOf(*Call), In);
    const Expr *Container =
        Changed ? containerOfElement(*withoutCasts(Changed)) : nullptr;
    if (Changed && isa<BinaryOperator>(Next) && isMember(*Changed))
      store(Changed, HostValue(), In);
    else if (Container)
      loseElements(*Container, In);
    else if (Changed)
      if (const VarDecl *Var = variableOf(Changed))
        forget(*Var, In, givesInput(*Next, In));
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Next))
      escapePointee(*Ref, In);
  }
}

/// The pointer that \p S, `*p` or `p->x`, goes through, or null.
static const Expr *throughPointer(const Stmt *S) {
  if (const auto *Op = dyn_cast<UnaryOperator>(S))
    return Op->getOpcode() == UO_Deref ? Op->getSubExpr() : nullptr;
  const auto *Member = dyn_cast<MemberExpr>(S);
  return Member && Member->isArrow() ? Member->getBase() : nullptr;
}

const Expr *pointerOf(const Stmt *S) {
  const Expr *Pointer = throughPointer(S);
  Pointer = Pointer ? Pointer->IgnoreParenImpCasts() : nullptr;
  return isa_and_nonnull<DeclRefExpr, CXXThisExpr>(Pointer) ? Pointer : nullptr;
}

std::optional<HostInterpreter::Place>
HostInterpreter::placeOf(const Expr *E, const State &In) {
  Place Result;
  const Expr *Pointer = nullptr;
  auto Enter = [&](const BaseObject &Of) {
    for (size_t Place : llvm::reverse(Of.Bases))
      Result.Path.push_back(Place);
    return Of.Object;
  };
  while (!Pointer) {
    if (auto Base = convertedToBase(*E))
      E = Enter(*Base);
    E = E->IgnoreParenCasts();
    Pointer = pointerOf(E);
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || (Member->isArrow() && !Pointer))
        return std::nullopt;
      Result.Path.push_back(Field->getFieldIndex());
      if (Field->getParent()->isUnion())
        Result.Unions.push_back(Result.Path.size());
      auto Owner = ownerOf(*Member);
      Result.Exact &= Owner.has_value();
      E = Owner ? Enter(*Owner) : Member->getBase();
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      auto Index = number(Element->getIdx(), In);
      if (!arrayOf(*Element))
        return std::nullopt;
      Result.Exact &= Index && isElement(*Index);
      Result.Path.push_back(Result.Exact ? size_t(*Index) : 0);
      E = arrayOf(*Element);
    } else if (const Expr *Container = containerOfElement(*E)) {
      auto Index = elementNamedBy(*cast<CallExpr>(E), In);
      Result.Exact &= Index && isElement(*Index);
      Result.Path.push_back(Result.Exact ? size_t(*Index) : 0);
      if (holdsElements(*Container))
        Result.Path.push_back(0);
      E = Container;
    } else if (const Expr *Object = objectReturnedBy(*E)) {
      E = Object;
    } else if (const Expr *Part = partNamedBy(*E)) {
      E = Part;
    } else {
      break;
    }
  }
  if (auto To = Pointer ? followed(*Pointer, In) : std::nullopt) {
    Result.Var = To->Pointee;
    Result.Path.append(To->Path.rbegin(), To->Path.rend());
  } else if (!Pointer) {
    Result.Var = namedVariable(*E);
  }
  std::reverse(Result.Path.begin(), Result.Path.end());
  for (size_t &Depth : Result.Unions)
    Depth = Result.Path.size() - Depth;
  return Result.Var ? std::optional(Result) : std::nullopt;
}

void HostInterpreter::store(const Expr *To, HostValue Value, State &In) {
  auto Into = placeOf(To, In);
  if (!Into || In.Escaped.count(Into->Var) || !Into->Var->hasLocalStorage() ||
      isSyntheticThis(*Into->Var)) {
    noteChange(In);
    Value.forEachPointee([&](const VarDecl &Var) { escape(Var, In); });
  }
  if (!Into || In.Escaped.count(Into->Var) || isSyntheticThis(*Into->Var))
    return;
  if (!Into->Exact) {
    noteChange(In);
    In.Known.erase(Into->Var);
    return;
  }
  if (Value.K == HostValue::Kind::Unknown)
    Value = unknownOf(To->getType());
  if (To->getType()->isRecordType())
    renew(*Into->Var, In);
  HostValue *Part = &In.Known[Into->Var];
  for (auto [Depth, Index] : llvm::enumerate(Into->Path)) {
    if (Part->K == HostValue::Kind::Term) {
      noteChange(In); // One of elements that are not followed.
      return;
    }
    if (Part->K != HostValue::Kind::Record) {
      *Part = HostValue();
      Part->K = HostValue::Kind::Record;
    }
    if (Part->Parts.size() <= Index)
      Part->Parts.resize(Index + 1);
    if (llvm::is_contained(Into->Unions, Depth))
      for (size_t I = 0; I < Part->Parts.size(); ++I)
        if (I != Index)
          Part->Parts[I] = HostValue();
    Part = &Part->Parts[Index];
  }
  *Part = std::move(Value);
}

/// Operands that end in a variable of which all is known: what they
/// point to stays in sight.
void HostInterpreter::storedEffects(const Expr *E, States &Now) {
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

void HostInterpreter::assign(const BinaryOperator &Op, States &Now) {
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

/// Runs \p S if it may end paths (`throw`, functions that never return) or is a
/// choice that has effects. False if \p S is something else; then nothing was
/// run.
bool HostInterpreter::endingEffects(const Stmt *S, States &Now) {
  if (const auto *Made = dyn_cast<CXXBindTemporaryExpr>(S);
      Made && Endings.endsInDestructor(*Made)) {
    operandEffects(*S, Now);
    Now.clear();
    return true;
  }
  if (isa<CXXThrowExpr>(S)) {
    Now.clear();
    return true;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S);
      Choice && (mayEnd(Choice) || mayChange(Choice->getTrueExpr()) ||
                 mayChange(Choice->getFalseExpr()))) {
    choice(*Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr(),
           Now);
    return true;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isLogicalOp() && (mayEnd(Op) || mayChange(Op->getRHS()))) {
    bool IsAnd = Op->getOpcode() == BO_LAnd;
    choice(*Op->getLHS(), IsAnd ? Op->getRHS() : nullptr,
           IsAnd ? nullptr : Op->getRHS(), Now);
    return true;
  }
  return false;
}

/// Ends the paths on which \p Op divides by zero. If these are all paths,
/// something was misread, and none is ended.
void HostInterpreter::endDividedByZero(const BinaryOperator &Op, States &Now) {
  BinaryOperatorKind Kind = Op.getOpcode();
  if ((Kind != BO_Div && Kind != BO_Rem && Kind != BO_DivAssign &&
       Kind != BO_RemAssign) ||
      !Op.getRHS()->getType()->isIntegerType())
    return;
  auto DividesByZero = [&](const State &Each) {
    return numberOf(value(Op.getRHS(), Each), Each) == 0;
  };
  if (!llvm::all_of(Now, DividesByZero))
    llvm::erase_if(Now, DividesByZero);
}

void HostInterpreter::operandEffects(const Stmt &S, States &Now) {
  const auto *Test = dyn_cast<BinaryOperator>(&S);
  llvm::SaveAndRestore<bool> Here(
      MayBeSkipped, MayBeSkipped || isa<AbstractConditionalOperator>(S) ||
                        (Test && Test->isLogicalOp()));
  for (const Stmt *Child : S.children())
    effects(Child, Now);
}

void HostInterpreter::effects(const Stmt *S, States &Now) {
  if (!S || Now.empty() || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    closureEffects(*Lambda, Now);
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
  if (const Expr *Pointer = pointerOf(S);
      Pointer && llvm::all_of(Now, [&](const State &Each) {
        return followed(*Pointer, Each).has_value();
      }))
    return;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(S);
      Element && arrayOf(*Element)) {
    effects(arrayOf(*Element), Now);
    effects(Element->getIdx(), Now);
    return;
  }
  operandEffects(*S, Now);
  const auto *Element = dyn_cast<ArraySubscriptExpr>(S);
  if (const Expr *Through = Element ? Element->getBase() : throughPointer(S))
    for (State &Each : Now)
      value(Through, Each).forEachPointee([&](const VarDecl &Var) {
        escape(Var, Each);
      });
  if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    if (!MayBeSkipped)
      endDividedByZero(*Op, Now);
    if (Op->isAssignmentOp())
      assign(*Op, Now);
  } else if (const auto *Cast = dyn_cast<CastExpr>(S)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      for (State &Each : Now)
        escape(Cast->getSubExpr(), Each);
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    for (State &Each : Now)
      escapePointee(*Ref, Each);
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
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(S)) {
    noteMade(*Made, Now);
    for (State &Each : Now)
      escapeGiven(*Made, Each);
  }
}

} // namespace warplint::host

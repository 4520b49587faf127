//===--- HostTerms.cpp - Numbers of the host that are open ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/ArgumentSlots.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

using Op = Operator;
using Kind = HostValue::Kind;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// One of the \p Left fields that may still have a number each.
static bool takeField(size_t &Left, const Limits &Within) {
  if (!Left)
    Within.cut(BudgetId::HostFields);
  return Left && Left--;
}

llvm::SmallVector<RecordPart, 8> partsOfSmall(QualType Type,
                                              const Limits &Within) {
  llvm::SmallVector<RecordPart, 8> Result;
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || !Record->isTriviallyCopyable())
    return Result;
  for (const FieldDecl *Field : Record->fields())
    Result.push_back({Field->getType(), Field});
  for (const CXXBaseSpecifier &Base : Record->bases())
    Result.push_back({Base.getType(), nullptr});
  if (!Within.allows(BudgetId::HostFields, Result.size()))
    Result.clear();
  return Result;
}

/// What a variable of \p Type holds of which nothing is known.
HostValue HostInterpreter::unknownOf(QualType Type, bool IsInput) {
  // Through a reference it may change unseen.
  if (Type->isReferenceType() && !Type->getPointeeType().isConstQualified())
    return {};
  size_t Left = Within.budgets().HostFields;
  auto PartsOf = [&](auto &Self, QualType Type, unsigned Depth) -> HostValue {
    if (launches::isIntegerOrPointer(Type))
      return takeField(Left, Within) ? HostValue::term(Terms.fresh(IsInput))
                                     : HostValue();
    HostValue Result;
    if (!Within.allows(BudgetId::HostNesting, Depth + 1))
      return Result;
    for (const RecordPart &Part : partsOfSmall(Type, Within)) {
      Result.K = Kind::Record;
      Result.Parts.push_back(Self(Self, Part.Type, Depth + 1));
    }
    return Result;
  };
  return PartsOf(PartsOf, Type.getNonReferenceType(), 0);
}

/// \p V, the value of a variable of \p Type, with new symbols for its unknown
/// parts, so that later reads of the variable agree.
HostValue HostInterpreter::completed(HostValue V, QualType Type) {
  if (V.K == Kind::Unknown)
    return unknownOf(Type);
  auto Parts = partsOfSmall(Type, Within);
  if (V.K != Kind::Record || Type->isUnionType() ||
      V.Parts.size() > Parts.size())
    return V;
  V.Parts.resize(Parts.size());
  for (auto [Value, Part] : llvm::zip(V.Parts, Parts))
    Value = completed(std::move(Value), Part.Type);
  return V;
}

HostInterpreter::ObjectName HostInterpreter::nameOf(const VarDecl &Var,
                                                    const State &In) {
  if (auto Known = In.Objects.find(&Var); Known != In.Objects.end())
    return Known->second;
  return {{Step::Kind::Variable, Var.getCanonicalDecl(),
           Var.hasLocalStorage() ? In.Call : 0}};
}

/// The object that \p E, a pointer, points to.
std::optional<HostInterpreter::ObjectName>
HostInterpreter::pointeeOf(const Expr *E, const State &In) {
  if (isa<CXXThisExpr>(withoutCasts(E))) {
    auto Known = In.Objects.find(nullptr);
    return Known == In.Objects.end()
               ? ObjectName{{Step::Kind::This, nullptr, In.Call}}
               : Known->second;
  }
  HostValue V = value(E, In);
  if (V.K == Kind::Pointer)
    return V.Path.empty() ? std::optional(nameOf(*V.Pointee, In))
                          : std::nullopt;
  if (V.K == Kind::Term)
    return ObjectName{{Step::Kind::Address, nullptr, unsigned(V.Number)}};
  return std::nullopt;
}

/// The object that \p E names, or what a const method says of it.
std::optional<HostInterpreter::ObjectName>
HostInterpreter::nameOf(const Expr *E, const State &In) {
  E = withoutCasts(E);
  auto NameOfBase = [&](const Expr *Base) {
    return Base->getType()->isPointerType() ? pointeeOf(Base, In)
                                            : nameOf(Base, In);
  };
  std::optional<ObjectName> Result;
  const Decl *Last = nullptr;
  const auto *Asked = isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E)
                          ? cast<CallExpr>(E)
                          : nullptr;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    Object = Member->getImplicitObjectArgument();
  else if (Asked)
    Object = Asked->getArg(0);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    auto Index = number(Element->getIdx(), In);
    const Expr *Array = arrayOf(*Element);
    Result = Array ? nameOf(Array, In) : pointeeOf(Element->getBase(), In);
    if (!Index || *Index < 0 || *Index > UINT32_MAX || !Result)
      return std::nullopt;
    Result->push_back({Step::Kind::Element, nullptr, unsigned(*Index)});
    return Result;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && !Var->getType().isVolatileQualified()
               ? std::optional(nameOf(*Var, In))
               : std::nullopt;
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref)
    return pointeeOf(Op->getSubExpr(), In);
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->getMemberDecl()->getType().isVolatileQualified())
      return std::nullopt;
    if (const auto *Static = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return nameOf(*Static, In);
    Result = NameOfBase(Member->getBase());
    Last = Member->getMemberDecl();
  } else if (Asked) {
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Asked->getDirectCallee());
    if (!Method || !Method->isConst() || !Method->isInstance())
      return std::nullopt;
    Result = NameOfBase(Object);
    Last = Method;
  }
  if (!Result)
    return std::nullopt;
  Result->push_back({Step::Kind::Member, Last->getCanonicalDecl(), 0});
  // The result of `t.size(0)` depends on the argument.
  if (Asked)
    for (const Expr *Argument :
         llvm::drop_begin(Asked->arguments(), isa<CXXOperatorCallExpr>(E))) {
      auto Which = number(Argument, In);
      if (!Which || *Which < INT32_MIN || *Which > INT32_MAX)
        return std::nullopt;
      Result->push_back({Step::Kind::Element, nullptr, unsigned(*Which)});
    }
  return Result;
}

/// \p Var holds another object from here on.
void HostInterpreter::renew(const VarDecl &Var, State &In) {
  In.Objects[&Var] = {{Step::Kind::Unseen, nullptr, ++Unseen}};
}

/// What \p E reads from a member, a global variable or one whose address has
/// left sight: the same as before, if nothing has come between that may have
/// changed it.
HostValue HostInterpreter::readOf(const Expr &E, const State &In) {
  bool IsNumber = launches::isIntegerOrPointer(E.getType());
  auto Name = IsNumber || !partsOfSmall(E.getType(), Within).empty()
                  ? nameOf(&E, In)
                  : std::nullopt;
  if (!Name)
    return {};
  size_t Left = Within.budgets().HostFields;
  if (!IsNumber)
    return fieldsOf(*Name, E.getType(), In, Left);
  const auto *Member = dyn_cast<MemberExpr>(withoutCasts(&E));
  return readOf(std::move(*Name),
                Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr,
                In);
}

HostValue HostInterpreter::readOf(ObjectName Name, const FieldDecl *Field,
                                  const State &In) {
  auto [Known, New] = Reads.try_emplace({std::move(Name), In.Version}, 0);
  if (New) {
    Known->second =
        Terms.fresh(Field && isDeviceProperties(*Field->getParent()));
    ReadFrom[Known->second] = &Known->first;
  }
  return HostValue::term(Known->second);
}

/// The record of what is read from the object \p Name of \p Type; after \p Left
/// numbers the rest is Unknown.
HostValue HostInterpreter::fieldsOf(const ObjectName &Name, QualType Type,
                                    const State &In, size_t &Left) {
  HostValue Result;
  if (!Within.allows(BudgetId::HostNesting, Name.size() + 1))
    return Result;
  for (const RecordPart &Part : partsOfSmall(Type, Within)) {
    // What is inherited is named as if it were the object's own.
    ObjectName Inside = Name;
    if (Part.Field)
      Inside.push_back({Step::Kind::Member, Part.Field->getCanonicalDecl(), 0});
    Result.K = Kind::Record;
    HostValue &To = Result.Parts.emplace_back();
    if (Part.Type.isVolatileQualified())
      continue;
    if (!launches::isIntegerOrPointer(Part.Type))
      To = fieldsOf(Inside, Part.Type, In, Left);
    else if (takeField(Left, Within))
      To = readOf(std::move(Inside), Part.Field, In);
  }
  return Result;
}

std::optional<LaunchTerms::Ref> HostInterpreter::termOf(const HostValue &V) {
  if (V.K == Kind::Number)
    return Terms.constant(V.Number);
  return V.K == Kind::Term ? std::optional(LaunchTerms::Ref(V.Number))
                           : std::nullopt;
}

HostValue HostInterpreter::applied(Operator Applied, const HostValue &L,
                                   const HostValue &R) {
  auto Left = termOf(L), Right = termOf(R);
  auto Result =
      Left && Right ? Terms.make(Applied, *Left, *Right) : std::nullopt;
  if (!Result)
    return {};
  auto Number = Terms.constantOf(*Result);
  return Number ? HostValue::number(*Number) : HostValue::term(*Result);
}

/// The symbol for \p L shifted by the unknown \p R: one symbol for equal
/// operands.
HostValue HostInterpreter::shifted(BinaryOperatorKind Operator,
                                   const HostValue &L, const HostValue &R) {
  auto Left = termOf(L), Right = termOf(R);
  if (!Left || !Right)
    return {};
  auto [Known, New] = Shifted.try_emplace({Operator, *Left, *Right}, 0);
  if (New) {
    Known->second = Terms.fresh(Terms.isMadeOfInputs(*Left) &&
                                Terms.isMadeOfInputs(*Right));
    OfShifts.insert(Known->second);
  }
  return HostValue::term(Known->second);
}

HostValue HostInterpreter::applied(BinaryOperatorKind Operator,
                                   const HostValue &L, const HostValue &R) {
  auto Is = operatorOf(Operator);
  if (!Is)
    return {};
  if (Is->Op == Op::ShiftLeft || Is->Op == Op::ShiftRight) {
    if (R.K == Kind::Term)
      return shifted(Operator, L, R);
    auto Of = L.asNumber(), Shift = R.asNumber();
    if (Of && Shift) {
      base::Checked Shifted = fold(Is->Op, *Of, *Shift);
      return Shifted ? HostValue::number(*Shifted) : HostValue();
    }
    // What is open is taken to be no negative number.
    if (!Shift || *Shift < 0 || *Shift >= 32)
      return {};
    return applied(Operator == BO_Shl ? Op::Multiply : Op::Divide, L,
                   HostValue::number(int64_t(1) << *Shift));
  }
  return Is->IsSwapped ? applied(Is->Op, R, L) : applied(Is->Op, L, R);
}

/// The number that \p V is, given what \p In has tested.
std::optional<int64_t> HostInterpreter::numberOf(const HostValue &V,
                                                 const State &In) const {
  if (V.K != Kind::Term)
    return V.asNumber();
  return Terms.numberWhere(LaunchTerms::Ref(V.Number), In.Holds);
}

/// Forgets the value of \p Var. \p IsInput: the new value comes from outside of
/// the program.
void HostInterpreter::forget(const VarDecl &Var, State &In, bool IsInput) {
  if (isSyntheticThis(Var))
    return noteChange(In);
  if (auto Known = In.Known.find(&Var); Known != In.Known.end())
    IsInput &= Known->second.K == Kind::Number ||
               (Known->second.K == Kind::Term &&
                Terms.isMadeOfInputs(LaunchTerms::Ref(Known->second.Number)));
  HostValue Open = unknownOf(Var.getType(), IsInput);
  if (Open.K == Kind::Unknown || In.Escaped.count(&Var) ||
      !Var.hasLocalStorage()) {
    noteChange(In);
    In.Known.erase(&Var);
  } else {
    In.Known[&Var] = Open;
  }
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// \p Truth is not 0 on this path.
void HostInterpreter::suppose(LaunchTerms::Ref Truth, State &In) {
  const LaunchTerms::Node Test = Terms[Truth];
  if (Test.Op == Op::And) {
    suppose(Test.Left, In);
    suppose(Test.Right, In);
    return;
  }
  // Of a number it is said as other tests of it are, `many != 0`.
  if (Test.Op == Op::Symbol)
    if (auto IsNotZero = Terms.make(Op::NotEqual, Truth, Terms.constant(0)))
      Truth = *IsNotZero;
  if (Test.Op != Op::Constant && !llvm::is_contained(In.Holds, Truth) &&
      Within.allows(BudgetId::HostConditions, In.Holds.size() + 1))
    In.Holds.push_back(Truth);
}

void HostInterpreter::suppose(const Expr *Condition, bool Truth, State &In) {
  const Expr *C = withoutCasts(Condition);
  if (const auto *Not = dyn_cast<UnaryOperator>(C);
      Not && Not->getOpcode() == UO_LNot)
    return suppose(Not->getSubExpr(), !Truth, In);
  if (const Expr *Likely = expectedBy(C))
    return suppose(Likely, Truth, In);
  const auto *Both = dyn_cast<BinaryOperator>(C);
  if (Both && Both->getOpcode() == (Truth ? BO_LAnd : BO_LOr)) {
    suppose(Both->getLHS(), Truth, In);
    suppose(Both->getRHS(), Truth, In);
    return;
  }
  HostValue V = value(C, In);
  if (V.K == Kind::Term) {
    auto Test = LaunchTerms::Ref(V.Number);
    suppose(Truth ? Test : Terms.negation(Test), In);
  }
}

/// \p S can leave the function, or end the program, in one of its expressions.
bool HostInterpreter::mayEnd(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (auto Known = Ending.find(S); Known != Ending.end())
    return Known->second;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? calleeOf(*Call) : nullptr;
  const auto *Made = dyn_cast<CXXBindTemporaryExpr>(S);
  bool Ends = isa<CXXThrowExpr>(S) ||
              (Callee && Endings.neverReturns(*Callee)) ||
              (Made && Endings.endsInDestructor(*Made)) ||
              llvm::any_of(S->children(),
                           [&](const Stmt *Child) { return mayEnd(Child); });
  return Ending[S] = Ends;
}

/// \p S can change a variable.
bool HostInterpreter::mayChange(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (auto Known = Changing.find(S); Known != Changing.end())
    return Known->second;
  bool Changes = false;
  if (const auto *Op = dyn_cast<BinaryOperator>(S))
    Changes = Op->isAssignmentOp();
  else if (const auto *Op = dyn_cast<UnaryOperator>(S))
    Changes = Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf;
  else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(S))
    Changes = Op->isAssignmentOp();
  else if (const auto *Call = dyn_cast<CallExpr>(S))
    Changes = !calleeOf(*Call) ||
              llvm::any_of(calleeOf(*Call)->parameters(),
                           [](const ParmVarDecl *Parameter) {
                             // A pointer may lead to a variable.
                             QualType T = Parameter->getType();
                             return allowsChange(T) ||
                                    (T->isPointerType() &&
                                     !T->getPointeeType().isConstQualified());
                           });
  Changes |= llvm::any_of(S->children(),
                          [&](const Stmt *Child) { return mayChange(Child); });
  return Changing[S] = Changes;
}

/// \p Condition, then \p Then where it holds and \p Else where it does not;
/// either may be null.
void HostInterpreter::choice(const Expr &Condition, const Expr *Then,
                             const Expr *Else, States &Now) {
  effects(&Condition, Now);
  States Other;
  States First;
  for (State &Each : Now) {
    auto Holds = number(&Condition, Each);
    if (!Holds || *Holds) {
      First.push_back(Each);
      suppose(&Condition, true, First.back());
    }
    if (!Holds || !*Holds) {
      Other.push_back(std::move(Each));
      suppose(&Condition, false, Other.back());
    }
  }
  effects(Then, First);
  effects(Else, Other);
  Now = std::move(First);
  merge(Now, std::move(Other));
}

} // namespace warplint::host

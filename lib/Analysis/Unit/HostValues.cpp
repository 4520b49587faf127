//===--- HostValues.cpp - What expressions of host code are worth ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/HostRun.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

/// Unlike Expr's own helpers this stops at a construction: dim3(256) is one
/// behind implicit casts.
static const Expr *strip(const Expr *E) {
  for (;;) {
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      E = Cast->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bind->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
      E = Default->getExpr();
    else if (const auto *Parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = Parameter->getReplacement();
    else
      return E;
  }
}

/// The array variable whose first element \p E points to, or null.
static const VarDecl *decayingArray(const Expr *E) {
  bool Decays = false;
  while (const auto *Inner = dyn_cast<CastExpr>(E->IgnoreParens())) {
    Decays |= Inner->getCastKind() == CK_ArrayToPointerDecay;
    E = Inner->getSubExpr();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Decays && Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The variable that \p E names, itself or by its first element, or null.
static const VarDecl *firstOf(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const auto *Index =
        dyn_cast<IntegerLiteral>(Element->getIdx()->IgnoreParenCasts());
    return Index && Index->getValue().isZero()
               ? decayingArray(Element->getBase())
               : nullptr;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

void HostRun::forEachValue(const Expr *E, States &Now,
                           llvm::function_ref<void(State &, HostValue)> Use) {
  States Result;
  for (State &Each : Now) {
    const auto *Choice = dyn_cast<ConditionalOperator>(strip(E));
    if (Choice && !number(Choice->getCond(), Each)) {
      for (const Expr *Arm : {Choice->getTrueExpr(), Choice->getFalseExpr()}) {
        State Way = Each;
        Use(Way, value(Arm, Each));
        merge(Result, {std::move(Way)});
      }
      continue;
    }
    HostValue V = value(E, Each);
    Use(Each, V);
    merge(Result, {std::move(Each)});
  }
  Now = std::move(Result);
}

std::optional<int64_t> HostRun::number(const Expr *E, const State &In) {
  HostValue V = value(E, In);
  return V.K == HostValue::Kind::Number ? std::optional(V.Number)
                                        : std::nullopt;
}

HostValue HostRun::value(const Expr *E, const State &In) {
  if (E->isValueDependent() || E->isTypeDependent())
    return {};
  Expr::EvalResult Constant;
  if (E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(Constant, Context)) {
    const llvm::APSInt &Int = Constant.Val.getInt();
    if (Int.isRepresentableByInt64())
      return HostValue::number(Int.getExtValue());
    return {};
  }
  if (const VarDecl *Array = decayingArray(E))
    return HostValue::pointer(*Array);
  // A conversion that can lose bits of a number gives another one.
  E = strip(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return F->hasAttr<CUDAGlobalAttr>() ? HostValue::kernel(*F) : HostValue();
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return {};
    if (auto Known = In.Known.find(Var); Known != In.Known.end())
      return Known->second;
    bool IsConstant = Var->getType().isConstQualified() && Var->hasInit() &&
                      !isa<ParmVarDecl>(Var);
    return IsConstant ? value(Var->getInit(), State()) : HostValue();
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return binary(*Op, In);
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref) {
      HostValue V = value(Op->getSubExpr(), In);
      if (V.K == HostValue::Kind::Kernel)
        return V;
      const VarDecl *To =
          Op->getOpcode() == UO_AddrOf ? firstOf(Op->getSubExpr()) : nullptr;
      return To && !To->getType()->isReferenceType() ? HostValue::pointer(*To)
                                                     : HostValue();
    }
    auto V = number(Op->getSubExpr(), In);
    if (V && Op->getOpcode() == UO_LNot)
      return HostValue::number(!*V);
    return {};
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    if (auto Holds = number(Choice->getCond(), In))
      return value(*Holds ? Choice->getTrueExpr() : Choice->getFalseExpr(), In);
    HostValue L = value(Choice->getTrueExpr(), In);
    return L == value(Choice->getFalseExpr(), In) ? L : HostValue();
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    return Field && !Member->isArrow()
               ? value(Member->getBase(), In).part(Field->getFieldIndex())
               : HostValue();
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const VarDecl *Array = decayingArray(Element->getBase());
    auto Index = number(Element->getIdx(), In);
    auto Known = Array ? In.Known.find(Array) : In.Known.end();
    return Index && *Index >= 0 && Known != In.Known.end()
               ? Known->second.part(size_t(*Index))
               : HostValue();
  }
  if (isa<CXXConstructExpr, InitListExpr>(E))
    return constructed(E, In);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return returned(*Call, In);
  return {};
}

/// A record made of its fields in order: `dim3(8, 4)`, `dim3{n, 2}`, a copy.
HostValue HostRun::constructed(const Expr *E, const State &In) {
  llvm::SmallVector<const Expr *, 4> Arguments;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getConstructor()->isCopyOrMoveConstructor() &&
        Construct->getNumArgs() == 1)
      return value(Construct->getArg(0), In);
    // A conversion between records: uint3 to dim3.
    if (Construct->getNumArgs() == 1 &&
        Construct->getArg(0)->getType()->isRecordType())
      return value(Construct->getArg(0), In);
    Arguments.append(Construct->arg_begin(), Construct->arg_end());
    if (Arguments.empty() && Construct->getConstructor()->isDefaulted())
      return defaultRecord(*Construct->getConstructor()->getParent());
  } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
    if (!List->getType()->isRecordType() && !List->getType()->isArrayType())
      return List->getNumInits() == 1 ? value(List->getInit(0), In)
                                      : HostValue();
    for (const Expr *Init : List->inits())
      Arguments.push_back(Init);
  }
  bool IsList = isa<InitListExpr>(E);
  if ((!E->getType()->isRecordType() && !IsList) ||
      Arguments.size() > (IsList ? 64 : 3))
    return {};
  HostValue Result;
  Result.K = HostValue::Kind::Record;
  size_t First = 0;
  if (const auto *List = dyn_cast<InitListExpr>(E))
    if (const FieldDecl *Chosen = List->getInitializedFieldInUnion())
      First = Chosen->getFieldIndex();
  Result.Parts.resize(First);
  for (const Expr *Argument : Arguments)
    Result.Parts.push_back(value(Argument, In));
  return Result;
}

/// A record none of whose fields is given: those that have constructors with
/// default arguments (dim3) are known.
HostValue HostRun::defaultRecord(const CXXRecordDecl &Record) {
  HostValue Result;
  Result.K = HostValue::Kind::Record;
  for (const FieldDecl *Field : Record.fields()) {
    HostValue Part;
    const CXXRecordDecl *Class = Field->getType()->getAsCXXRecordDecl();
    for (const CXXConstructorDecl *Each :
         Class ? Class->ctors() : CXXRecordDecl::ctor_range({}, {}))
      if (Each->isDefaultConstructor() && Each->getNumParams() > 0) {
        Part.K = HostValue::Kind::Record;
        for (const ParmVarDecl *Parameter : Each->parameters())
          Part.Parts.push_back(value(Parameter->getDefaultArg(), State()));
      }
    Result.Parts.push_back(Part);
  }
  return Result;
}

/// What a function of the unit returns that launches nothing: the same on all
/// its ways.
HostValue HostRun::returned(const CallExpr &Call, const State &In) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return {};
  if (Callee->getIdentifier() && Call.getNumArgs() == 2 &&
      (Callee->getName() == "min" || Callee->getName() == "max")) {
    auto L = number(Call.getArg(0), In), R = number(Call.getArg(1), In);
    if (!L || !R)
      return {};
    return HostValue::number(Callee->getName() == "min" ? std::min(*L, *R)
                                                        : std::max(*L, *R));
  }
  if (!Callee->hasBody(Callee) || !Bodies.count(Callee) ||
      reachesLaunch(*Callee) || Depth >= 8)
    return {};
  ++Depth;
  States Now{entryOf(*Callee, Call, In)};
  Exits Out;
  execute(Callee->getBody(), Now, Out);
  --Depth;
  HostValue Result;
  for (size_t I = 0; I < Out.Returns.size(); ++I) {
    auto Known = Out.Returns[I].Known.find(nullptr);
    HostValue V =
        Known == Out.Returns[I].Known.end() ? HostValue() : Known->second;
    if (I > 0 && !(V == Result))
      return {};
    Result = V;
  }
  return Now.empty() ? Result : HostValue();
}

HostValue HostRun::binary(const BinaryOperator &Op, const State &In) {
  auto L = number(Op.getLHS(), In);
  if (Op.getOpcode() == BO_LAnd && L && !*L)
    return HostValue::number(0);
  if (Op.getOpcode() == BO_LOr && L && *L)
    return HostValue::number(1);
  auto R = number(Op.getRHS(), In);
  if (!L || !R)
    return {};
  int64_t Result = 0;
  switch (Op.getOpcode()) {
  case BO_Mul:
    return llvm::MulOverflow(*L, *R, Result) ? HostValue()
                                             : HostValue::number(Result);
  case BO_Add:
    return llvm::AddOverflow(*L, *R, Result) ? HostValue()
                                             : HostValue::number(Result);
  case BO_Sub:
    return llvm::SubOverflow(*L, *R, Result) ? HostValue()
                                             : HostValue::number(Result);
  case BO_Div:
    return *R > 0 ? HostValue::number(*L / *R) : HostValue();
  case BO_Rem:
    return *R > 0 ? HostValue::number(*L % *R) : HostValue();
  case BO_Shl:
    return *L >= 0 && *L <= INT32_MAX && *R >= 0 && *R < 31
               ? HostValue::number(*L << *R)
               : HostValue();
  case BO_Shr:
    return *L >= 0 && *R >= 0 && *R < 63 ? HostValue::number(*L >> *R)
                                         : HostValue();
  case BO_And:
    return HostValue::number(*L & *R);
  case BO_Or:
    return HostValue::number(*L | *R);
  case BO_LAnd:
    return HostValue::number(*L && *R);
  case BO_LOr:
    return HostValue::number(*L || *R);
  case BO_LT:
    return HostValue::number(*L < *R);
  case BO_GT:
    return HostValue::number(*L > *R);
  case BO_LE:
    return HostValue::number(*L <= *R);
  case BO_GE:
    return HostValue::number(*L >= *R);
  case BO_EQ:
    return HostValue::number(*L == *R);
  case BO_NE:
    return HostValue::number(*L != *R);
  default:
    return {};
  }
}

} // namespace warplint

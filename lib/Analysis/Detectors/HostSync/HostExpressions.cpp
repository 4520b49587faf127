//===--- HostExpressions.cpp - What pointers and handles of the host are --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "Analysis/Expr/NumberOperators.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/HostLibrary.h"
#include "CudaModel/MemorySpace.h"
#include <limits>

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

/// Without casts and temporaries, but not through a read of a variable.
static const Expr *strip(const Expr *E) {
  const Expr *Inner = wrappedBy(*E);
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E))
    Inner = Rewritten->getSemanticForm();
  else if (const auto *Cast = dyn_cast<CastExpr>(E);
           Cast && Cast->getCastKind() != CK_LValueToRValue &&
           Cast->getCastKind() != CK_ArrayToPointerDecay)
    Inner = Cast->getSubExpr();
  return Inner ? strip(Inner) : E;
}

std::optional<int64_t> HostOrder::constant(const Expr *E) const {
  Expr::EvalResult Result;
  if (!E || E->isInstantiationDependent() ||
      !E->EvaluateAsRValue(Result, Code.context()))
    return std::nullopt;
  if (Result.Val.isInt())
    return Result.Val.getInt().isRepresentableByInt64()
               ? std::optional(Result.Val.getInt().getExtValue())
               : std::nullopt;
  if (Result.Val.isLValue() && !Result.Val.getLValueBase())
    return Result.Val.getLValueOffset().getQuantity();
  return std::nullopt;
}

HostDatum HostOrder::load(const HostDatum &From, const HostState &Now) const {
  if (From.K != Kind::Address)
    return {};
  if (auto Found = Now.Data.find(From.Id); Found != Now.Data.end())
    return Found->second;
  return Exposed.count(From.Id) ? HostDatum() : HostDatum{Kind::Same, From.Id};
}

HostDatum HostOrder::passed(const Frame &In, const Expr *E,
                            const HostState &Now) {
  if (!E->isGLValue())
    return value(In, E, Now);
  HostDatum At = locate(In, E, Now);
  bool IsObject = E->getType()->isRecordType() && !isIterator(E->getType());
  return IsObject || E->getType().isVolatileQualified() ? At : load(At, Now);
}

/// In a lambda, \p Var, or the object if it is null, is a member of the
/// closure.
std::optional<HostDatum> HostOrder::captured(const Frame &In,
                                             const ValueDecl *Var,
                                             const HostState &Now) {
  const auto *Method = dyn_cast<CXXMethodDecl>(In.Function);
  if (!Method || !Method->getParent()->isLambda())
    return std::nullopt;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
  FieldDecl *This = nullptr;
  Method->getParent()->getCaptureFields(Fields, This);
  const FieldDecl *Field = Var ? Fields.lookup(Var) : This;
  if (!Field || In.This.K != Kind::Address)
    return Field ? std::optional(HostDatum()) : std::nullopt;
  HostDatum At{Kind::Address, Places.member(In.This.Id, *Field)};
  return (Field->getType()->isReferenceType() || !Var ? load(At, Now) : At)
      .known();
}

HostDatum HostOrder::callable(const FunctionDecl &F) {
  const FunctionDecl *Body = &F;
  F.hasBody(Body);
  auto Known = llvm::find(Callables, Body);
  if (Known == Callables.end())
    Known = Callables.insert(Known, Body);
  return {Kind::Callable, unsigned(Known - Callables.begin())};
}

/// \p Count elements behind \p Pointer; nothing: any number.
HostDatum HostOrder::shifted(HostDatum Pointer, std::optional<int64_t> Count) {
  if (Pointer.K == Kind::Memory) {
    Pointer.AtStart &= Count == 0;
    return Pointer;
  }
  auto Place = Pointer.K == Kind::Address && Count
                   ? Places.shifted(Pointer.Id, *Count)
                   : std::nullopt;
  return Place ? HostDatum{Kind::Address, *Place} : HostDatum();
}

HostDatum HostOrder::locateVariable(const VarDecl &Var, const HostState &Now) {
  if (memorySpaceOf(Var) == MemorySpace::Managed)
    return {Kind::Memory, memoryOf(Var), true};
  HostDatum Own{Kind::Address, Places.variable(Var), true};
  return Var.getType()->isReferenceType() ? load(Own, Now).known() : Own;
}

HostDatum HostOrder::value(const Frame &In, const Expr *E,
                           const HostState &Now) {
  E = strip(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    HostDatum Place = locate(In, Cast->getSubExpr(), Now);
    if (Cast->getCastKind() == CK_LValueToRValue) {
      QualType Type = Cast->getSubExpr()->getType();
      HostDatum Held = load(Place, Now);
      if (Type.isConstQualified() && !Held.isKnown())
        if (auto Number = constant(E))
          return HostDatum::number(*Number);
      return Type.isVolatileQualified() ? HostDatum() : Held;
    }
    // An array's address is that of its first element.
    return Place.K == Kind::Address
               ? HostDatum{Kind::Address, Places.element(Place.Id, 0)}
               : Place;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return callable(*F);
  if (E->isGLValue())
    return E->getType()->isArrayType() ? locate(In, E, Now) : HostDatum();
  if (isa<CallExpr, CXXConstructExpr, CXXNewExpr, LambdaExpr,
          CXXStdInitializerListExpr>(E))
    return Now.at(Places.result(*E));
  if (isa<CXXThisExpr>(E)) {
    auto Captured = captured(In, nullptr, Now);
    return Captured ? *Captured : In.This;
  }
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E) &&
      E->getType()->isScalarType())
    return HostDatum::number(0);
  if (isa<IntegerLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
          GNUNullExpr>(E) ||
      (isa<DeclRefExpr>(E) &&
       isa<EnumConstantDecl>(cast<DeclRefExpr>(E)->getDecl()))) {
    auto Number = constant(E);
    return Number ? HostDatum::number(*Number) : HostDatum();
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_AddrOf)
      return locate(In, Op->getSubExpr(), Now);
    if (Op->isPostfix())
      return Now.at(Places.result(*Op));
    auto Number = Op->getOpcode() == UO_LNot || Op->getOpcode() == UO_Minus
                      ? number(In, Op->getSubExpr(), Now)
                      : std::nullopt;
    if (!Number)
      return {};
    base::Checked Of = fold(Op->getOpcode(), *Number);
    return Of ? HostDatum::number(*Of) : HostDatum();
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() == BO_Comma)
      return value(In, Op->getRHS(), Now);
    if (!Op->isAdditiveOp() || !Op->getType()->isPointerType())
      return combined(In, *Op, Now);
    const Expr *Pointer =
        Op->getLHS()->getType()->isPointerType() ? Op->getLHS() : Op->getRHS();
    const Expr *Offset = Pointer == Op->getLHS() ? Op->getRHS() : Op->getLHS();
    auto Count = number(In, Offset, Now);
    if (Op->getOpcode() == BO_Sub && Count)
      Count = -*Count;
    return shifted(value(In, Pointer, Now), Count);
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    if (auto Holds = truth(In, *Choice->getCond(), Now))
      return value(In, *Holds ? Choice->getTrueExpr() : Choice->getFalseExpr(),
                   Now);
    HostDatum L = value(In, Choice->getTrueExpr(), Now);
    return L == value(In, Choice->getFalseExpr(), Now) ? L : HostDatum();
  }
  return {};
}

std::optional<int64_t> HostOrder::number(const Frame &In, const Expr *E,
                                         const HostState &Now) {
  if (auto Constant = constant(E))
    return Constant;
  HostDatum V =
      E->isGLValue() ? load(locate(In, E, Now), Now) : value(In, E, Now);
  if (V.K == Kind::Number)
    return V.Number;
  // A pointer or handle that a call has made is not null.
  bool IsTested =
      E->getType()->isPointerType() || E->getType()->isBooleanType();
  return IsTested && V.isKnown() ? std::optional<int64_t>(1) : std::nullopt;
}

/// Whether two pointers to elements of one array are equal; nothing for others.
std::optional<bool> HostOrder::areOneElement(const HostDatum &L,
                                             const HostDatum &R) const {
  auto Left = L.K == Kind::Address ? Places.elementAt(L.Id) : std::nullopt;
  auto Right = R.K == Kind::Address ? Places.elementAt(R.Id) : std::nullopt;
  return Left && Right && Left->first == Right->first
             ? std::optional(*Left == *Right)
             : std::nullopt;
}

/// Of numbers, and comparisons of handles and pointers.
HostDatum HostOrder::combined(const Frame &In, const BinaryOperator &Op,
                              const HostState &Now) {
  HostDatum L = value(In, Op.getLHS(), Now), R = value(In, Op.getRHS(), Now);
  bool Equals = Op.getOpcode() == BO_EQ, Differs = Op.getOpcode() == BO_NE;
  if ((Equals || Differs) && L.isKnown() && R.isKnown() &&
      (L.K != Kind::Number || R.K != Kind::Number)) {
    if (auto IsOne = areOneElement(L, R))
      return HostDatum::number(*IsOne == Equals);
    // Of other pointers only the object is known, and two may be one.
    bool IsHandle = L.K == R.K && (L.K == Kind::Stream || L.K == Kind::Event);
    bool IsNull = L.K == Kind::Number || R.K == Kind::Number;
    if (!IsHandle && !IsNull)
      return {};
    return HostDatum::number((L == R) == Equals);
  }
  auto Is = operatorOf(Op.getOpcode());
  if (L.K != Kind::Number || R.K != Kind::Number || !Is ||
      !Op.getLHS()->getType()->isIntegralOrEnumerationType())
    return L.K == Kind::Number && R.K == Kind::Number && (Equals || Differs)
               ? HostDatum::number((L.Number == R.Number) == Equals)
               : HostDatum();
  base::Checked Result = fold(
      Is->Op, integerTypeOf(Op.getLHS()->getType(), Code.context()),
      Is->IsSwapped ? R.Number : L.Number, Is->IsSwapped ? L.Number : R.Number);
  return Result ? HostDatum::number(*Result) : HostDatum();
}

HostDatum HostOrder::locate(const Frame &In, const Expr *E,
                            const HostState &Now) {
  E = strip(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Ref->refersToEnclosingVariableOrCapture())
      if (auto Captured = captured(In, Ref->getDecl(), Now))
        return *Captured;
    return Var ? locateVariable(*Var, Now) : HostDatum();
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field)
      return {};
    HostDatum Base = Member->isArrow() ? value(In, Member->getBase(), Now)
                                       : locate(In, Member->getBase(), Now);
    if (Base.K == Kind::Address) {
      HostDatum Part{Kind::Address, Places.member(Base.Id, *Field), true};
      return Field->getType()->isReferenceType() ? load(Part, Now).known()
                                                 : Part;
    }
    return Base.K == Kind::Memory ? Base : HostDatum();
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    HostDatum Base = value(In, Element->getBase(), Now);
    return shifted(Base, number(In, Element->getIdx(), Now));
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->isPrefix() && Op->isIncrementDecrementOp())
      return locate(In, Op->getSubExpr(), Now);
    HostDatum To = Op->getOpcode() == UO_Deref
                       ? value(In, Op->getSubExpr(), Now)
                       : HostDatum();
    return To.K == Kind::Memory || To.K == Kind::Address ? To : HostDatum();
  }
  if (isa<CallExpr, CXXConstructExpr, LambdaExpr, CXXStdInitializerListExpr>(E))
    return Now.at(Places.result(*E)).known();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    auto Holds = truth(In, *Choice->getCond(), Now);
    return !Holds
               ? HostDatum()
               : locate(In,
                        *Holds ? Choice->getTrueExpr() : Choice->getFalseExpr(),
                        Now);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && (Op->isAssignmentOp() || Op->getOpcode() == BO_Comma))
    return locate(In, Op->isAssignmentOp() ? Op->getLHS() : Op->getRHS(), Now);
  return {};
}

unsigned HostOrder::streamOf(const Frame &In, const Expr *E,
                             const HostState &Now) {
  if (!E)
    return defaultStream(In);
  E = strip(E);
  auto Constant = constant(E);
  HostDatum Handle =
      Constant ? HostDatum::number(*Constant) : passed(In, E, Now);
  if (Handle.K == Kind::Stream)
    return Handle.Id;
  if (Handle.K != Kind::Number)
    return UnknownStream;
  return Handle.Number == 0                       ? defaultStream(In)
         : Handle.Number == LegacyStreamHandle    ? LegacyStream
         : Handle.Number == PerThreadStreamHandle ? In.PerThread
                                                  : UnknownStream;
}

unsigned HostOrder::defaultStream(const Frame &In) const {
  return Code.context().getLangOpts().GPUDefaultStream ==
                 LangOptions::GPUDefaultStreamKind::PerThread
             ? In.PerThread
             : LegacyStream;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

std::optional<std::string> HostOrder::textOf(const Frame &In, const Expr *E,
                                             const HostState &Now,
                                             std::set<HostPlaces::Id> &Named) {
  E = E->IgnoreParenImpCasts();
  if (auto Number = number(In, E, Now))
    return std::to_string(*Number);
  if (HostDatum V = passed(In, E, Now); V.K == HostDatum::Kind::Same) {
    Named.insert(V.Id);
    return "v" + std::to_string(V.Id);
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->isArithmeticOp() && Op->getOpcode() != UO_LNot) {
    auto Inner = textOf(In, Op->getSubExpr(), Now, Named);
    return Inner ? std::optional(
                       UnaryOperator::getOpcodeStr(Op->getOpcode()).str() +
                       *Inner)
                 : std::nullopt;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->isAssignmentOp() || Op->isCommaOp())
    return std::nullopt;
  auto L = textOf(In, Op->getLHS(), Now, Named),
       R = textOf(In, Op->getRHS(), Now, Named);
  return L && R ? std::optional("(" + *L + Op->getOpcodeStr().str() + *R + ")")
                : std::nullopt;
}

/// One number for a test and its opposite. None of a test that another one,
/// which has been decided, may decide: the two share an operand, and do not
/// compare one expression with numbers.
std::optional<HostOrder::Test> HostOrder::testOf(const Frame &In,
                                                 const Expr &Condition,
                                                 const HostState &Now) {
  const Expr *E = Condition.IgnoreParenImpCasts();
  bool Negated = false;
  while (const auto *Not = dyn_cast<UnaryOperator>(E)) {
    if (Not->getOpcode() != UO_LNot)
      break;
    Negated = !Negated;
    E = Not->getSubExpr()->IgnoreParenImpCasts();
  }
  std::set<HostPlaces::Id> Named;
  const auto *Op = dyn_cast<BinaryOperator>(E);
  bool Compares = Op && Op->isComparisonOp();
  BinaryOperatorKind Is = Compares ? Op->getOpcode() : BO_NE;
  auto L = textOf(In, Compares ? Op->getLHS() : E, Now, Named),
       R = Compares ? textOf(In, Op->getRHS(), Now, Named)
                    : std::optional<std::string>("0");
  if (!L || !R || Named.empty())
    return std::nullopt;
  auto Left = Compares ? number(In, Op->getLHS(), Now) : std::nullopt,
       Right =
           Compares ? number(In, Op->getRHS(), Now) : std::optional<int64_t>(0);
  if (Is == BO_NE || Is == BO_GE || Is == BO_LE) {
    Negated = !Negated;
    Is = BinaryOperator::negateComparisonOp(Is);
  }
  if (Is == BO_GT || (Is == BO_EQ && (Left || (!Right && *R < *L)))) {
    std::swap(L, R);
    std::swap(Left, Right);
    Is = Is == BO_GT ? BO_LT : Is;
  }
  // 2 < x is x >= 3.
  if (Is == BO_LT && Left && *Left < std::numeric_limits<int64_t>::max()) {
    Negated = !Negated;
    std::swap(L, R);
    Right = *Left + 1;
    R = std::to_string(*Right);
  }
  std::optional<Bound> Says;
  // Nothing is less than the least number.
  if (Right && (Is != BO_LT || *Right > std::numeric_limits<int64_t>::min()))
    Says = {*L, Is == BO_LT, *Right};
  auto [Slot, New] = TestAt.try_emplace(*L + (Is == BO_LT ? "<" : "=") + *R,
                                        unsigned(TestedPlaces.size()));
  if (New) {
    TestedPlaces.push_back(Named);
    Bounds.push_back(Says);
  }
  auto Shares = [&](const std::pair<unsigned, bool> &Fact) {
    const std::optional<Bound> &Known = Bounds[Fact.first];
    return !(Says && Known && Known->Of == Says->Of) &&
           llvm::any_of(TestedPlaces[Fact.first],
                        [&](HostPlaces::Id Each) { return Named.count(Each); });
  };
  if (!Now.Facts.count(Slot->second) && llvm::any_of(Now.Facts, Shares))
    return std::nullopt;
  return Test{Slot->second, Negated};
}

std::optional<bool> HostOrder::truth(const Frame &In, const Expr &Condition,
                                     const HostState &Now) {
  if (auto Number = number(In, &Condition, Now))
    return *Number != 0;
  auto Unknown = Now.Facts.empty() ? std::nullopt : testOf(In, Condition, Now);
  auto Known = Unknown ? Now.Facts.find(Unknown->Number) : Now.Facts.end();
  std::optional<bool> Holds;
  if (Known != Now.Facts.end())
    Holds = Known->second;
  else if (Unknown && Bounds[Unknown->Number])
    Holds = implied(*Bounds[Unknown->Number], Now);
  return Holds ? std::optional(*Holds != Unknown->Negated) : std::nullopt;
}

std::optional<bool> HostOrder::implied(const Bound &Asked,
                                       const HostState &Now) const {
  int64_t Low = std::numeric_limits<int64_t>::min(),
          High = std::numeric_limits<int64_t>::max();
  for (const auto &[Test, Holds] : Now.Facts) {
    const std::optional<Bound> &Known = Bounds[Test];
    if (!Known || Known->Of != Asked.Of || (!Known->IsLess && !Holds))
      continue;
    if (!Known->IsLess || !Holds)
      Low = std::max(Low, Known->Number);
    if (Holds)
      High = std::min(High, Known->IsLess ? Known->Number - 1 : Known->Number);
  }
  int64_t N = Asked.Number;
  if (Asked.IsLess ? Low >= N : (N < Low || N > High))
    return false;
  if (Asked.IsLess ? High < N : Low == High)
    return true;
  return std::nullopt;
}

} // namespace warplint::hostsync

//===--- FirstElements.cpp - What kernels surely touch --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/FirstElements.h"
#include "Analysis/Budgets/Limits.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::hostsync {

namespace {

/// What an expression is in thread 0 of block 0.
struct FirstValue {
  enum class Kind : uint8_t {
    Loaded,  ///< Depends on memory: some data give each value.
    Chosen,  ///< Depends on numbers that the launch gives.
    Number,  ///< N.
    Pointer, ///< To the first element of the parameter at position N.
  };
  Kind K = Kind::Chosen;
  int64_t N = 0;

  bool is(int64_t Value) const { return K == Kind::Number && N == Value; }
  bool operator==(const FirstValue &R) const { return K == R.K && N == R.N; }
};

using FirstValues = llvm::DenseMap<const VarDecl *, FirstValue>;

} // namespace

/// Neither the end of \p S nor what stands behind it is reached from within.
static bool leaves(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && leaves(Block->body_back());
  return isa_and_nonnull<ReturnStmt, ContinueStmt, BreakStmt>(S);
}

static bool holdsReturn(const Stmt *S) {
  return S && !isa<LambdaExpr>(S) &&
         (isa<ReturnStmt>(S) || llvm::any_of(S->children(), holdsReturn));
}

class KernelFirstElements::Walk {
  using Kind = FirstValue::Kind;
  using Values = FirstValues;

public:
  Walk(DeviceCode &Code, FirstElements &Into) : Code(Code), Into(Into) {}

  void walkFunction(const FunctionDecl &F, Values Given, bool Sure) {
    if (llvm::is_contained(Active, &F) ||
        !Code.limits().allows(BudgetId::HostOrderDepth, Active.size() + 1))
      return;
    Active.push_back(&F);
    std::swap(Known, Given);
    walk(F.getBody(), Sure);
    std::swap(Known, Given);
    Active.pop_back();
  }

private:
  // Statements; \p Sure: thread 0 comes here, whatever numbers are given.
  void walk(const Stmt *S, bool Sure) {
    if (!S)
      return;
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Child : Block->body()) {
        walk(Child, Sure);
        const auto *If = dyn_cast<IfStmt>(Child);
        if (If && leaves(If->getThen()))
          Sure &= holds(If->getCond(), false);
        else if (leaves(Child))
          Sure = false;
        else if (holdsReturn(Child))
          Sure = false;
      }
    } else if (const auto *If = dyn_cast<IfStmt>(S)) {
      walk(If->getInit(), Sure);
      expression(If->getCond(), Sure);
      Values Before = Known;
      walk(If->getThen(), Sure && holds(If->getCond(), true));
      Values Then = leaves(If->getThen()) ? Before : Known;
      Known = std::move(Before);
      walk(If->getElse(), Sure && holds(If->getCond(), false));
      for (auto &[Var, Value] : Known)
        if (auto Other = Then.find(Var);
            Other != Then.end() && !(Other->second == Value))
          Value = {};
    } else if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
      loop(*S, Sure);
    } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declared->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->hasInit()) {
          expression(Var->getInit(), Sure);
          Known[Var] = Var->getType()->isReferenceType()
                           ? place(Var->getInit())
                           : value(Var->getInit());
        }
    } else if (const auto *E = dyn_cast<Expr>(S)) {
      expression(E, Sure);
    } else {
      bool Plain = isa<ReturnStmt, AttributedStmt>(S);
      for (const Stmt *Child : S->children())
        walk(Child, Sure && Plain);
    }
  }

  void loop(const Stmt &S, bool Sure) {
    const Expr *Condition = nullptr;
    if (const auto *For = dyn_cast<ForStmt>(&S)) {
      walk(For->getInit(), Sure);
      Condition = For->getCond();
    } else if (const auto *While = dyn_cast<WhileStmt>(&S)) {
      Condition = While->getCond();
    }
    Values Before = Known;
    bool Enters = Sure && !isa<CXXForRangeStmt>(S) &&
                  (!Condition || holds(Condition, true));
    if (Condition)
      expression(Condition, Sure);
    const Stmt *Body = nullptr;
    if (const auto *For = dyn_cast<ForStmt>(&S))
      Body = For->getBody();
    else if (const auto *While = dyn_cast<WhileStmt>(&S))
      Body = While->getBody();
    else if (const auto *Do = dyn_cast<DoStmt>(&S))
      Body = Do->getBody();
    else
      Body = cast<CXXForRangeStmt>(S).getBody();
    walk(Body, Enters);
    // What the iterations change is not known behind them.
    if (const auto *For = dyn_cast<ForStmt>(&S); For && For->getInc())
      expression(For->getInc(), false);
    for (auto &[Var, Value] : Known)
      if (auto Old = Before.find(Var);
          Old == Before.end() || !(Old->second == Value))
        Value = {};
  }

  // Expressions.
  static const Expr *plain(const Expr *E) { return E->IgnoreParenCasts(); }

  void touch(const FirstValue &At, bool Reads, bool Writes, bool Sure) {
    if (!Sure || At.K != Kind::Pointer)
      return;
    if (Reads)
      Into.Read.insert(unsigned(At.N));
    if (Writes)
      Into.Written.insert(unsigned(At.N));
  }

  void expression(const Expr *E, bool Sure) {
    if (!E)
      return;
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && Cast->getCastKind() == CK_LValueToRValue)
      touch(place(Cast->getSubExpr()), true, false, Sure);
    if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
      if (Op->isLogicalOp()) {
        expression(Op->getLHS(), Sure);
        expression(Op->getRHS(),
                   Sure && holds(Op->getLHS(), Op->getOpcode() == BO_LAnd));
        return;
      }
      if (Op->isAssignmentOp()) {
        expression(Op->getRHS(), Sure);
        expression(Op->getLHS(), Sure);
        touch(place(Op->getLHS()), Op->isCompoundAssignmentOp(), true, Sure);
        if (const VarDecl *Var = variable(Op->getLHS()))
          Known[Var] =
              Op->getOpcode() == BO_Assign ? value(Op->getRHS()) : FirstValue();
        return;
      }
    } else if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
      if (Op->isIncrementDecrementOp()) {
        touch(place(Op->getSubExpr()), true, true, Sure);
        if (const VarDecl *Var = variable(Op->getSubExpr()))
          Known[Var] = {};
      }
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      expression(Choice->getCond(), Sure);
      expression(Choice->getTrueExpr(), Sure && holds(Choice->getCond(), true));
      expression(Choice->getFalseExpr(),
                 Sure && holds(Choice->getCond(), false));
      return;
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      call(*Call, Sure);
    } else if (isa<LambdaExpr>(E)) {
      return;
    }
    for (const Stmt *Child : E->children())
      if (const auto *Inner = dyn_cast_or_null<Expr>(Child))
        expression(Inner, Sure);
  }

  void call(const CallExpr &Call, bool Sure) {
    llvm::ArrayRef<SyncOp> Operations = Code.operations(Call);
    for (const SyncOp &Op : Operations) {
      bool Changes = Op.Kind == SyncKind::AtomicRMW;
      bool Stores = Changes || Op.Kind == SyncKind::AtomicStore ||
                    Op.Kind == SyncKind::CachedStore;
      if (Stores && Op.Object && Op.Object->getType()->isPointerType())
        touch(value(Op.Object), Changes, true, Sure);
    }
    const FunctionDecl *Callee = Code.target(Call);
    if (!Operations.empty() || !Callee || !Callee->hasBody(Callee) ||
        isa<CXXMethodDecl>(Callee))
      return;
    Values Given;
    for (unsigned I = 0; I < Callee->getNumParams() && I < Call.getNumArgs();
         ++I) {
      const ParmVarDecl *Parameter = Callee->getParamDecl(I);
      Given[Parameter] = Parameter->getType()->isReferenceType()
                             ? place(Call.getArg(I))
                             : value(Call.getArg(I));
    }
    walkFunction(*Callee, std::move(Given), Sure);
  }

  static const VarDecl *variable(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(plain(E));
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && !Var->getType()->isReferenceType() ? Var : nullptr;
  }

  FirstValue known(const VarDecl &Var) const {
    auto Found = Known.find(&Var);
    return Found == Known.end() ? FirstValue() : Found->second;
  }

  /// A Pointer if the glvalue \p E is a first element.
  FirstValue place(const Expr *E) {
    E = plain(E);
    FirstValue At;
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      if (value(Element->getIdx()).is(0))
        At = value(Element->getBase());
    } else if (const auto *Op = dyn_cast<UnaryOperator>(E);
               Op && Op->getOpcode() == UO_Deref) {
      At = value(Op->getSubExpr());
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      if (Var && Var->getType()->isReferenceType())
        At = known(*Var);
    }
    return At.K == Kind::Pointer ? At : FirstValue();
  }

  FirstValue value(const Expr *E) {
    E = plain(E);
    if (const auto &Is = Code.identityOf(*E))
      switch (Is->Kind) {
      case IdentityKind::ThreadIdx:
      case IdentityKind::BlockIdx:
      case IdentityKind::LaneId:
      case IdentityKind::WarpIdInBlock:
      case IdentityKind::ThreadRankInBlock:
      case IdentityKind::ThreadRankInGrid:
      case IdentityKind::ThreadRankInTile:
      case IdentityKind::TileRankInBlock:
      case IdentityKind::BlockRankInGrid:
        return {Kind::Number, 0};
      default:
        return {};
      }
    Expr::EvalResult Constant;
    if (E->getType()->isIntegralOrEnumerationType() && !E->isValueDependent() &&
        E->EvaluateAsInt(Constant, Code.context()) &&
        Constant.Val.getInt().isRepresentableByInt64())
      return {Kind::Number, Constant.Val.getInt().getExtValue()};
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      if (!Var)
        return {};
      if (Var->getType()->isReferenceType() && known(*Var).K == Kind::Pointer)
        return {Kind::Loaded};
      return known(*Var);
    }
    if (isa<ArraySubscriptExpr>(E))
      return {Kind::Loaded};
    if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
      if (Op->getOpcode() == UO_AddrOf)
        return place(Op->getSubExpr());
      if (Op->getOpcode() == UO_Deref)
        return {Kind::Loaded};
      FirstValue Of = value(Op->getSubExpr());
      return Of.K == Kind::Number && !Op->isIncrementDecrementOp() && !Of.N
                 ? FirstValue{Kind::Number, Op->getOpcode() == UO_LNot}
                 : FirstValue{};
    }
    if (const auto *Op = dyn_cast<BinaryOperator>(E))
      return combined(*Op);
    return {};
  }

  FirstValue combined(const BinaryOperator &Op) {
    FirstValue L = value(Op.getLHS()), R = value(Op.getRHS());
    switch (Op.getOpcode()) {
    case BO_Add:
      return L.is(0) ? R : R.is(0) ? L : mixed(L, R);
    case BO_Sub:
    case BO_Shl:
    case BO_Shr:
      return R.is(0) || (L.is(0) && Op.getOpcode() != BO_Sub) ? L : mixed(L, R);
    case BO_Mul:
    case BO_And:
      return L.is(0) ? L : R.is(0) ? R : mixed(L, R);
    case BO_Div:
    case BO_Rem:
      return L.is(0) ? L : mixed(L, R);
    default:
      return mixed(L, R);
    }
  }
  static FirstValue mixed(const FirstValue &L, const FirstValue &R) {
    return L.K == Kind::Loaded || R.K == Kind::Loaded ? FirstValue{Kind::Loaded}
                                                      : FirstValue{};
  }

  /// \p E can have the truth \p Truth in thread 0, whatever numbers are given
  /// but for bounds, which are large.
  bool holds(const Expr *E, bool Truth) {
    E = plain(E);
    if (const auto *Not = dyn_cast<UnaryOperator>(E);
        Not && Not->getOpcode() == UO_LNot)
      return holds(Not->getSubExpr(), !Truth);
    const auto *Op = dyn_cast<BinaryOperator>(E);
    if (Op && Op->isLogicalOp()) {
      bool L = holds(Op->getLHS(), Truth), R = holds(Op->getRHS(), Truth);
      return (Op->getOpcode() == BO_LAnd) == Truth ? L && R : L || R;
    }
    if (!Op || !Op->isComparisonOp()) {
      FirstValue V = value(E);
      return V.K == Kind::Number    ? (V.N != 0) == Truth
             : V.K == Kind::Pointer ? Truth
                                    : V.K == Kind::Loaded;
    }
    FirstValue L = value(Op->getLHS()), R = value(Op->getRHS());
    BinaryOperatorKind Is = Op->getOpcode();
    if (!Truth)
      Is = BinaryOperator::negateComparisonOp(Is);
    if (R.is(0) && L.K != Kind::Number) {
      std::swap(L, R);
      Is = BinaryOperator::reverseComparisonOp(Is);
    }
    if (L.K == Kind::Loaded || R.K == Kind::Loaded)
      return true;
    if (!L.is(0))
      return L.K == Kind::Number && L == R &&
             (Is == BO_EQ || Is == BO_LE || Is == BO_GE);
    if (R.K == Kind::Number)
      return Is == BO_LT   ? 0 < R.N
             : Is == BO_LE ? 0 <= R.N
             : Is == BO_GT ? 0 > R.N
             : Is == BO_GE ? 0 >= R.N
             : Is == BO_EQ ? R.N == 0
                           : R.N != 0;
    return Is == BO_LT || Is == BO_LE || Is == BO_NE;
  }

  DeviceCode &Code;
  FirstElements &Into;
  Values Known; ///< In the function in progress.
  std::vector<const FunctionDecl *> Active;
};

const FirstElements &KernelFirstElements::of(const FunctionDecl &Kernel) {
  const FunctionDecl *Definition = &Kernel;
  Kernel.hasBody(Definition);
  auto [Slot, New] = Known.try_emplace(Definition);
  if (!New || !Definition->hasBody())
    return Slot->second;
  FirstValues Given;
  for (unsigned I = 0; I < Definition->getNumParams(); ++I)
    if (Definition->getParamDecl(I)->getType()->isPointerType())
      Given[Definition->getParamDecl(I)] = {FirstValue::Kind::Pointer,
                                            int64_t(I)};
  Walk(Code, Slot->second).walkFunction(*Definition, std::move(Given), true);
  return Slot->second;
}

} // namespace warplint::hostsync

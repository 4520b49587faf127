//===--- DivergenceReasons.cpp - Why a value is divergent -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/DivergenceReasons.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

namespace {

class Explainer {
public:
  Explainer(const Evaluation &Values, const Uniformity &Agreement,
            DeviceCode &Code, Scope S, unsigned Limit)
      : Values(Values), Agreement(Agreement), Code(Code), S(S), Limit(Limit) {}

  std::vector<ReasonStep> Steps;

  void expression(const CallContext &A, const Expr &E);

private:
  bool varies(const Term *T) const {
    return T && !(AcrossWarps ? Agreement.isUniformAcrossWarps(T)
                              : Agreement.isUniform(T, S));
  }
  bool variesByWarp(const Term *T) const {
    return S > Scope::Warp && Agreement.of(T) == Scope::Warp;
  }
  bool varies(const CallContext &A, const Expr *E) const {
    return varies(Values.valueOf(A, E));
  }
  ReasonStep &add(ReasonStep::Kind K, const Stmt *At) {
    ReasonStep &Step = Steps.emplace_back();
    Step.K = K;
    Step.At = At;
    return Step;
  }
  bool leadsToSource(llvm::function_ref<void()> Add,
                     std::vector<ReasonStep> *Otherwise = nullptr);
  void definition(const Definition &Reaching, const ValueDecl *Variable,
                  const Expr &Read);
  void join(const Term *Phi, const ValueDecl *Variable, const Expr &Read);
  void choice(const Node &Branch, const ValueDecl *Variable);
  void memory(const CallContext &A, const Expr &Read, const LoadTerm &Load);
  void call(const CallContext &A, const Expr &Call);
  void operation(const CallContext &A, const Expr &Call, const SyncOp &Op);
  void parts(const CallContext &A, const Expr &E);

  const Evaluation &Values;
  const Uniformity &Agreement;
  DeviceCode &Code;
  Scope S;
  unsigned Limit;
  /// Behind a whole-warp vote: what makes warps differ, lane by lane.
  bool AcrossWarps = false;
  llvm::SmallPtrSet<const Term *, 8> Joins;
};

} // namespace

/// The variable or member that a read names, as the user would call it.
static const ValueDecl *namedBy(const Expr &Read) {
  const Expr *E = Read.IgnoreParenCasts();
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(E))
    return Copy->getNumArgs() ? namedBy(*Copy->getArg(0)) : nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return namedBy(*Subscript->getBase());
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return namedBy(*Op->getSubExpr());
  return nullptr;
}

static bool isSource(const ReasonStep &Step) {
  return Step.K == ReasonStep::Kind::Identity ||
         Step.K == ReasonStep::Kind::Operation ||
         Step.K == ReasonStep::Kind::Interfered ||
         Step.K == ReasonStep::Kind::Address ||
         Step.K == ReasonStep::Kind::Unknown;
}

/// Keeps the steps of \p Add if they reach a source. The others, that only go
/// iteration to what is explained, come to \p Otherwise if that is empty.
bool Explainer::leadsToSource(llvm::function_ref<void()> Add,
                              std::vector<ReasonStep> *Otherwise) {
  size_t Before = Steps.size();
  bool Across = AcrossWarps;
  Add();
  if (std::any_of(Steps.begin() + Before, Steps.end(), isSource))
    return true;
  if (Otherwise && Otherwise->empty())
    Otherwise->assign(Steps.begin() + Before, Steps.end());
  Steps.resize(Before);
  AcrossWarps = Across;
  return false;
}

void Explainer::expression(const CallContext &A, const Expr &E) {
  if (Steps.size() >= Limit || !varies(A, &E))
    return;
  if (const auto &I = Code.identityOf(E)) {
    add(ReasonStep::Kind::Identity, &E).Source = I->Spelling;
    return;
  }
  const auto *Cast = dyn_cast<CastExpr>(&E);
  if (Cast && Cast->getCastKind() == CK_LValueToRValue) {
    if (const auto &I = Code.identityOf(*Cast->getSubExpr()->IgnoreParens())) {
      add(ReasonStep::Kind::Identity, &E).Source = I->Spelling;
      return;
    }
    const Term *Value = Values.valueOf(A, &E);
    if (const Definition *Reaching = Values.definitionRead(A, &E))
      return definition(*Reaching, namedBy(E), E);
    if (const auto *Load = dyn_cast<LoadTerm>(Value))
      return memory(A, E, *Load);
    return parts(A, *Cast->getSubExpr());
  }
  if (isa<CallExpr, CXXConstructExpr>(E))
    return call(A, E);
  parts(A, E);
}

void Explainer::parts(const CallContext &A, const Expr &E) {
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(&E))
    if (const Expr *Result = Pseudo->getResultExpr())
      return expression(A, *Result);
  if (const Definition *Reaching = Values.definitionRead(A, &E))
    return definition(*Reaching, namedBy(E), E);
  bool IsFound = false;
  std::vector<ReasonStep> Iteration;
  for (const Stmt *Child : E.children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child);
        Part && varies(A, Part)) {
      IsFound = true;
      if (leadsToSource([&] { expression(A, *Part); }, &Iteration))
        return;
    }
  Steps.insert(Steps.end(), Iteration.begin(), Iteration.end());
  if (!IsFound)
    add(ReasonStep::Kind::Unknown, &E);
}

void Explainer::definition(const Definition &Reaching,
                           const ValueDecl *Variable, const Expr &Read) {
  if (isa<PhiTerm>(Reaching.Value) && !Reaching.Site)
    return join(Reaching.Value, Variable, Read);
  if (!Reaching.Site) {
    add(ReasonStep::Kind::Unknown, &Read).Variable = Variable;
    return;
  }
  const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(Variable);
  bool Passed = Parameter && Reaching.Owner &&
                Parameter->getDeclContext() != static_cast<const DeclContext *>(
                                                   &Reaching.Owner->function());
  ReasonStep &Step =
      add(Passed ? ReasonStep::Kind::Passed : ReasonStep::Kind::Assigned,
          Reaching.Site);
  Step.Variable = Variable;
  Step.ByWarp = variesByWarp(Reaching.Value);
  const auto *From = dyn_cast<Expr>(Reaching.Site);
  if (!From || !Reaching.Owner)
    return;
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(From)) {
    // x += y varies through y, or through what x was before.
    if (varies(*Reaching.Owner, Compound->getRHS()))
      return expression(*Reaching.Owner, *Compound->getRHS());
  }
  if (isa<CompoundAssignOperator, UnaryOperator>(From)) {
    const Definition *Before = Values.definitionRead(*Reaching.Owner, From);
    if (Before && varies(Before->Value)) {
      Steps.pop_back();
      return definition(*Before, Variable, Read);
    }
  }
  if (varies(*Reaching.Owner, From))
    expression(*Reaching.Owner, *From);
}

void Explainer::join(const Term *Phi, const ValueDecl *Variable,
                     const Expr &Read) {
  if (!Joins.insert(Phi).second || Steps.size() >= Limit)
    return;
  // A chain that only comes iteration to this join again explains nothing.
  for (const Incoming &I : Values.incoming(Phi)) {
    if (!varies(I.Reaching.Value) || Joins.count(I.Reaching.Value))
      continue;
    if (leadsToSource([&] { definition(I.Reaching, Variable, Read); }))
      return;
  }
  std::vector<ReasonStep> Iteration;
  for (const Node *Branch : Agreement.choosers(Phi))
    if (varies(Branch->Branch) &&
        leadsToSource([&] { choice(*Branch, Variable); }, &Iteration))
      return;
  Steps.insert(Steps.end(), Iteration.begin(), Iteration.end());
}

void Explainer::choice(const Node &Branch, const ValueDecl *Variable) {
  add(ReasonStep::Kind::Chosen,
      Branch.condition() ? static_cast<const Stmt *>(Branch.condition())
                         : Branch.terminator())
      .Variable = Variable;
  if (Branch.condition())
    expression(Branch.owner(), *Branch.condition());
}

void Explainer::memory(const CallContext &A, const Expr &Read,
                       const LoadTerm &Load) {
  if (!varies(Load.address())) {
    const Event *Write = AcrossWarps
                             ? Agreement.interferenceWithin(&Load, Scope::Block)
                             : Agreement.interferingWrite(&Load);
    ReasonStep &Step = add(ReasonStep::Kind::Interfered, &Read);
    Step.Variable = namedBy(Read);
    Step.Other = Write;
    return;
  }
  add(ReasonStep::Kind::Address, &Read).Variable = namedBy(Read);
  const auto *Copy = dyn_cast<CXXConstructExpr>(&Read);
  const auto *Named =
      Copy ? Copy->getArg(0) : cast<CastExpr>(&Read)->getSubExpr();
  if (Values.valueOf(A, Named))
    expression(A, *Named);
}

/// A vote differs between warps because of what it was taken over.
void Explainer::operation(const CallContext &A, const Expr &Call,
                          const SyncOp &Op) {
  ReasonStep &Step = add(ReasonStep::Kind::Operation, &Call);
  Step.Source = Op.Spelling;
  Step.ByWarp = variesByWarp(Values.valueOf(A, &Call));
  if (!Step.ByWarp || !Op.Value)
    return;
  AcrossWarps = true;
  expression(A, *Op.Value);
}

void Explainer::call(const CallContext &A, const Expr &E) {
  llvm::ArrayRef<SyncOp> Ops = Code.operations(E);
  if (!Ops.empty())
    return operation(A, E, Ops.front());
  const Term *Value = Values.valueOf(A, &E);
  const Definition *Reaching = Values.definitionRead(A, &E);
  if (const auto *Copied = dyn_cast<LoadTerm>(Value);
      Copied && isa<CXXConstructExpr>(E))
    return Reaching && Reaching->Site ? definition(*Reaching, namedBy(E), E)
                                      : memory(A, E, *Copied);
  if (Reaching) {
    if (isa<CXXConstructExpr>(E))
      return parts(A, E);
    add(ReasonStep::Kind::Returned, Reaching->Site ? Reaching->Site : &E)
        .Variable =
        isa<CallExpr>(E) ? cast<CallExpr>(E).getDirectCallee() : nullptr;
    if (isa<PhiTerm>(Reaching->Value) && !Reaching->Site)
      return join(Reaching->Value, nullptr, E);
    if (const auto *From = dyn_cast_or_null<Expr>(Reaching->Site);
        From && Reaching->Owner)
      return expression(*Reaching->Owner, *From);
    return;
  }
  parts(A, E);
}

std::vector<ReasonStep> explain(const Evaluation &Values,
                                const Uniformity &Agreement, DeviceCode &Code,
                                const CallContext &A, const Expr &E, Scope S,
                                unsigned Limit) {
  Explainer Chain(Values, Agreement, Code, S, Limit);
  Chain.expression(A, E);
  const Term *Value = Values.valueOf(A, &E);
  if (Chain.Steps.empty() && Value && !Agreement.isUniform(Value, S)) {
    ReasonStep &Step = Chain.Steps.emplace_back();
    Step.At = &E;
  }
  return std::move(Chain.Steps);
}

} // namespace warplint

//===--- UnitFacts.cpp - What matchers ask of a unit ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers/UnitFacts.h"
#include "Analysis/KernelFacts/InstanceBudgets.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/SyncApi.h"
#include "clang/AST/Attr.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace warplint::matchers {

struct UnitFacts::OfUnit {
  explicit OfUnit(ASTContext &Context) : Context(Context) {}

  ASTContext &Context;
  std::unique_ptr<DeviceCode> OwnCode;
  /// All looked up, never iterated.
  llvm::DenseMap<const Stmt *, std::unique_ptr<std::vector<SyncOp>>> Operations;
  llvm::DenseMap<const Stmt *, StatementFacts> Facts;
  llvm::DenseSet<const Stmt *> Reached;
  llvm::DenseMap<const FunctionDecl *, std::unique_ptr<CFG>> Graphs;
  bool IsAnalysed = false, HasReached = false;
};

UnitFacts::UnitFacts(std::vector<ConfiguredWrapper> Wrappers,
                     AnalysisOptions Options) {
  configure(std::move(Wrappers), std::move(Options));
}
UnitFacts::~UnitFacts() = default;

void UnitFacts::configure(std::vector<ConfiguredWrapper> NewWrappers,
                          AnalysisOptions NewOptions) {
  Wrappers = std::move(NewWrappers);
  Options = std::move(NewOptions);
  forget();
}

void UnitFacts::forget() {
  Current.reset();
  Model.reset();
  Given = nullptr;
}

void UnitFacts::use(DeviceCode &Code) {
  forget();
  Given = &Code;
}

UnitFacts::OfUnit &UnitFacts::unit(ASTContext &Of) {
  if (!Current || &Current->Context != &Of) {
    Current = std::make_unique<OfUnit>(Of);
    // The model keeps pointers into the unit.
    Model = std::make_unique<SyncModel>(Wrappers);
  }
  return *Current;
}

DeviceCode &UnitFacts::code(ASTContext &Of) {
  OfUnit &Unit = unit(Of);
  if (Given)
    return *Given;
  if (!Unit.OwnCode)
    Unit.OwnCode = std::make_unique<DeviceCode>(
        Of, *Model, Options.Elsewhere.get(), Options.Before,
        LaunchesFor::ThisUnit, Options.NotRead, &Options.Budget);
  return *Unit.OwnCode;
}

llvm::ArrayRef<SyncOp> UnitFacts::operations(const Stmt &S, ASTContext &Of) {
  OfUnit &Unit = unit(Of);
  if (Given)
    return Given->operations(S);
  auto &Slot = Unit.Operations[&S];
  if (!Slot) {
    Slot = std::make_unique<std::vector<SyncOp>>();
    if (const auto *Call = dyn_cast<CallExpr>(&S)) {
      if (auto Op = Model->classify(*Call))
        Slot->push_back(std::move(*Op));
    } else if (const auto *Asm = dyn_cast<GCCAsmStmt>(&S)) {
      for (SyncOp &Op : Model->classify(*Asm))
        Slot->push_back(std::move(Op));
    }
  }
  return *Slot;
}

std::optional<Identity> UnitFacts::identityOf(const Expr &E) {
  static const SyncModel WithoutWrappers;
  return WithoutWrappers.identityOf(E);
}

void UnitFacts::learn(ASTContext &Of, bool OfUnit::*IsKnown,
                      void (UnitFacts::*How)(ASTContext &)) {
  if (std::exchange(unit(Of).*IsKnown, true))
    return;
  if (!Guard)
    return (this->*How)(Of);
  if (Guard([&] { (this->*How)(Of); }))
    return;
  // Nothing is known of what a crash has left.
  (void)Current.release();
  (void)Model.release();
  unit(Of).IsAnalysed = unit(Of).HasReached = true;
}

const StatementFacts *UnitFacts::factsOf(const Stmt &S, ASTContext &Of) {
  learn(Of, &OfUnit::IsAnalysed, &UnitFacts::analyse);
  auto Found = Current->Facts.find(&S);
  return Found == Current->Facts.end() ? nullptr : &Found->second;
}

bool UnitFacts::isReachedFromKernel(const Stmt &S, ASTContext &Of) {
  learn(Of, &OfUnit::HasReached, &UnitFacts::findReached);
  return Current->Reached.contains(&S);
}

const CFG *UnitFacts::graphOf(const FunctionDecl &F, ASTContext &Of) {
  std::unique_ptr<CFG> &Slot = unit(Of).Graphs[&F];
  if (!Slot && F.getBody() && !F.isDependentContext()) {
    CFG::BuildOptions Build;
    Build.setAllAlwaysAdd();
    Slot = CFG::buildCFG(&F, F.getBody(), &Of, Build);
  }
  return Slot.get();
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

void UnitFacts::analyse(ASTContext &Of) {
  DeviceCode &Code = code(Of);
  InstanceBudgets OfTemplates(Options, Code);
  for (auto Roots : {Code.kernels(), Code.deviceFunctions()})
    for (const FunctionDecl *Root : Roots)
      if (const AnalysisOptions *With = OfTemplates.optionsFor(*Root))
        analyseRoot(*Root, *With, Code);
}

void UnitFacts::analyseRoot(const FunctionDecl &Root,
                            const AnalysisOptions &With, DeviceCode &Code) {
  auto Facts = KernelFacts::analyse(Root, Code, With);
  if (!Facts || !Facts->isSettled())
    return;
  const Uniformity &Agreement = Facts->uniformity();
  const Convergence &Together = Facts->convergence();
  for (const Node *N : Facts->cfg().order()) {
    if (!N->Reached)
      continue;
    bool SomeOfBlock = !Together.divergentControls(*N, Scope::Block).empty();
    bool SomeOfWarp =
        SomeOfBlock && !Together.divergentControls(*N, Scope::Warp).empty();
    for (unsigned I = N->firstElement(); I < N->lastElement(); ++I) {
      auto Element = N->block()[I].getAs<CFGStmt>();
      if (!Element)
        continue;
      const Stmt *S = Element->getStmt();
      StatementFacts &Known = Current->Facts[S];
      Known.OnlySomeOfBlock |= SomeOfBlock;
      Known.OnlySomeOfWarp |= SomeOfWarp;
      const auto *E = dyn_cast<Expr>(S);
      // What names a variable is asked about what is read of it.
      if (!E || E->isGLValue())
        continue;
      const Term *Value = Facts->values().valueOf(N->owner(), E);
      auto Scope = Value ? std::optional(Agreement.of(Value)) : std::nullopt;
      Known.addValue(Scope);
      const auto *Read = dyn_cast<ImplicitCastExpr>(E);
      if (!Read || Read->getCastKind() != CK_LValueToRValue)
        continue;
      const Expr *Named = Read->getSubExpr();
      Current->Facts[Named].addValue(Scope);
      if (const Expr *Inner = Named->IgnoreParens(); Inner != Named)
        Current->Facts[Inner].addValue(Scope);
    }
  }
}

void UnitFacts::findReached(ASTContext &Of) {
  DeviceCode &Code = code(Of);
  llvm::DenseSet<const FunctionDecl *> Seen;
  std::vector<const Stmt *> Work;
  auto Enter = [&](const FunctionDecl *F) {
    if (F && F->doesThisDeclarationHaveABody() &&
        Code.isUserCode(F->getLocation()) && Seen.insert(F).second)
      Work.push_back(F->getBody());
  };
  for (const FunctionDecl *Kernel : Code.kernels())
    if (Kernel->hasAttr<CUDAGlobalAttr>())
      Enter(Kernel);
  while (!Work.empty()) {
    const Stmt *S = Work.back();
    Work.pop_back();
    if (!S || !Current->Reached.insert(S).second)
      continue;
    if (isa<CallExpr, CXXConstructExpr>(S) && !isa<CUDAKernelCallExpr>(S))
      Enter(Code.target(*cast<Expr>(S)));
    for (const Stmt *Child : S->children())
      Work.push_back(Child);
  }
}

} // namespace warplint::matchers

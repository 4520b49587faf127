//===--- DiscardedTryWaits.cpp - Tries to wait whose result is lost -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/Program/DeviceCode.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint::mbarriers {

namespace {

class DroppedScan {
public:
  explicit DroppedScan(DeviceCode &Code) : Code(Code) {}

  std::vector<const SyncOp *> run();

private:
  void open(const FunctionDecl &F);
  void visit(const Stmt *S, bool IsStatement);

  DeviceCode &Code;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Seen;
  llvm::SmallVector<const FunctionDecl *, 32> Work;
  std::vector<const SyncOp *> Found;
};

} // namespace

void DroppedScan::open(const FunctionDecl &F) {
  if (F.doesThisDeclarationHaveABody() && !F.isDependentContext() &&
      Code.isUserCode(F.getLocation()) && Seen.insert(&F).second)
    Work.push_back(&F);
}

/// What stands there for its effect alone.
static bool isStatementOf(const Stmt &Parent, const Stmt *Child) {
  if (isa<CompoundStmt>(Parent))
    return true;
  if (const auto *If = dyn_cast<IfStmt>(&Parent))
    return Child == If->getThen() || Child == If->getElse();
  if (const auto *For = dyn_cast<ForStmt>(&Parent))
    return Child == For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(&Parent))
    return Child == While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(&Parent))
    return Child == Do->getBody();
  return false;
}

void DroppedScan::visit(const Stmt *S, bool IsStatement) {
  if (!S)
    return;
  const auto *E = dyn_cast<Expr>(S);
  if (E && IsStatement)
    S = E = E->IgnoreParenCasts()->IgnoreImplicit();
  const auto *Asm = dyn_cast<GCCAsmStmt>(S);
  if (Asm ? Asm->getNumOutputs() == 0 : E && IsStatement)
    for (const SyncOp &Op : Code.operations(*S))
      if (Op.Kind == SyncKind::ObjectTryWait)
        Found.push_back(&Op);
  if (E && isa<CallExpr, CXXConstructExpr>(E))
    if (const FunctionDecl *Callee = Code.target(*E))
      open(*Callee);
  for (const Stmt *Child : S->children())
    visit(Child, isStatementOf(*S, Child));
}

std::vector<const SyncOp *> DroppedScan::run() {
  for (const FunctionDecl *F : Code.kernels())
    open(*F);
  for (const FunctionDecl *F : Code.deviceFunctions())
    open(*F);
  while (!Work.empty())
    visit(Work.pop_back_val()->getBody(), false);
  return std::move(Found);
}

std::vector<const SyncOp *> findDroppedTries(DeviceCode &Code) {
  return DroppedScan(Code).run();
}

} // namespace warplint::mbarriers

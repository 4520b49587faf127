//===--- FactConditions.cpp - Conditions by facts of the analysis ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers/Conditions.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace warplint::matchers {

bool isThreadVarying(const Expr &E, const OnExpr &Asked) {
  const StatementFacts *Known = Asked.Facts.factsOf(E, Asked.Unit);
  auto At = Known ? Known->uniformAt() : std::nullopt;
  return At && *At < Scope::Block;
}

bool isUniformAt(const Expr &E, const OnExpr &Asked) {
  const StatementFacts *Known = Asked.Facts.factsOf(E, Asked.Unit);
  auto At = Known ? Known->uniformAt() : std::nullopt;
  for (Scope Each : {Scope::Warp, Scope::Block, Scope::Cluster, Scope::Grid})
    if (nameOf(Each) == Asked.With.Word)
      return At && *At >= Each;
  return false;
}

bool reachedBySomeThreads(const Stmt &S, const OnStmt &Asked) {
  const StatementFacts *Known = Asked.Facts.factsOf(S, Asked.Unit);
  return Known && (Asked.With.Word == "warp" ? Known->OnlySomeOfWarp
                                             : Known->OnlySomeOfBlock);
}

bool inKernelReachable(const Stmt &S, const OnStmt &Asked) {
  return Asked.Facts.isReachedFromKernel(S, Asked.Unit);
}

/// Whether \p Child stands in \p Parent for its effect alone.
static bool isForEffect(const Stmt &Parent, const Stmt *Child) {
  if (isa<CompoundStmt>(Parent))
    return true;
  if (const auto *If = dyn_cast<IfStmt>(&Parent))
    return Child != If->getCond();
  if (const auto *For = dyn_cast<ForStmt>(&Parent))
    return Child != For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(&Parent))
    return Child != While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(&Parent))
    return Child != Do->getCond();
  return isa<SwitchCase, LabelStmt, CXXForRangeStmt>(Parent);
}

static bool isDiscarded(const Expr &E, ASTContext &Unit) {
  const Stmt *At = &E;
  while (true) {
    auto Parents = Unit.getParents(*At);
    const Stmt *Parent = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    if (!Parent)
      return false;
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Parent)) {
      if (Cast->getCastKind() == CK_ToVoid)
        return true;
    } else if (!isa<FullExpr, ParenExpr, ImplicitCastExpr, CXXBindTemporaryExpr,
                    MaterializeTemporaryExpr>(Parent)) {
      return isForEffect(*Parent, At);
    }
    At = Parent;
  }
}

bool hasTokenDiscarded(const CallExpr &Call, const OnCall &Asked) {
  return !Call.getType()->isVoidType() &&
         llvm::any_of(Asked.operations(Call),
                      [](const SyncOp &Op) {
                        return Op.Kind == SyncKind::ObjectArrive ||
                               Op.Kind == SyncKind::ObjectArriveExpectTx;
                      }) &&
         isDiscarded(Call, Asked.Unit);
}

} // namespace warplint::matchers

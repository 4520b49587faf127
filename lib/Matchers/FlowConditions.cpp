//===--- FlowConditions.cpp - What comes before and after a statement -----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers/Conditions.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint::matchers {

/// The statement after \p S in the nearest block around it that has one, up to
/// the end of the function; null if there is none.
static const Stmt *nextStatement(const Stmt &S, ASTContext &Unit) {
  DynTypedNode At = DynTypedNode::create(S);
  while (true) {
    auto Parents = Unit.getParents(At);
    if (Parents.empty())
      return nullptr;
    const DynTypedNode &Parent = Parents[0];
    if (Parent.get<FunctionDecl>() || Parent.get<LambdaExpr>())
      return nullptr;
    if (const auto *Block = Parent.get<CompoundStmt>()) {
      const auto *Here = llvm::find(Block->body(), At.get<Stmt>());
      if (Here != Block->body_end() && std::next(Here) != Block->body_end())
        return *std::next(Here);
    }
    At = Parent;
  }
}

bool followedBy(const Stmt &S, const OnStmt &Asked) {
  const Stmt *Next = nextStatement(S, Asked.Unit);
  llvm::SmallVector<const Stmt *, 16> Work;
  if (Next)
    Work.push_back(Next);
  for (size_t I = 0; I < Work.size(); ++I) {
    const Stmt *Each = Work[I];
    if (!Each)
      continue;
    if (Asked.matches(Each))
      return true;
    for (const Stmt *Child : Each->children())
      Work.push_back(Child);
  }
  return false;
}

/// The function whose body holds \p S; null if there is none.
static const FunctionDecl *functionAround(const Stmt &S, ASTContext &Unit) {
  DynTypedNode At = DynTypedNode::create(S);
  while (true) {
    auto Parents = Unit.getParents(At);
    if (Parents.empty())
      return nullptr;
    if (const auto *F = Parents[0].get<FunctionDecl>())
      return F;
    if (const auto *Lambda = Parents[0].get<LambdaExpr>())
      return Lambda->getCallOperator();
    At = Parents[0];
  }
}

namespace {
/// Where control comes from in the graph of a function.
class Origins {
public:
  /// \p Graph: of the function that holds \p S.
  Origins(const CFG &Graph, const Stmt &S) {
    for (const CFGBlock *B : Graph)
      for (unsigned I = 0; I < B->size(); ++I)
        if (auto Element = (*B)[I].getAs<CFGStmt>();
            Element && Element->getStmt() == &S) {
          Here = B;
          Index = I;
        }
    if (!Here)
      return;
    llvm::SmallVector<const CFGBlock *, 16> Work(Here->pred_begin(),
                                                 Here->pred_end());
    while (!Work.empty()) {
      const CFGBlock *B = Work.pop_back_val();
      if (B && Before.insert(B).second)
        Work.append(B->pred_begin(), B->pred_end());
    }
  }
  /// Whether control can go from element \p I of \p B to the statement.
  bool contain(const CFGBlock &B, unsigned I) const {
    return Here && (Before.contains(&B) || (&B == Here && I < Index));
  }

private:
  const CFGBlock *Here = nullptr;
  unsigned Index = 0;
  llvm::SmallPtrSet<const CFGBlock *, 16> Before; ///< Looked up.
};
} // namespace

bool reachableFrom(const Stmt &S, const OnStmt &Asked) {
  const FunctionDecl *Around = functionAround(S, Asked.Unit);
  const CFG *Graph =
      Around ? Asked.Facts.graphOf(*Around, Asked.Unit) : nullptr;
  if (!Graph)
    return false;
  Origins From(*Graph, S);
  // clang numbers blocks from the end of the function on.
  for (const CFGBlock *B : llvm::reverse(*Graph))
    for (unsigned I = 0; I < B->size(); ++I)
      if (auto Element = (*B)[I].getAs<CFGStmt>();
          Element && Element->getStmt() != &S && From.contain(*B, I) &&
          Asked.matches(Element->getStmt()))
        return true;
  return false;
}

} // namespace warplint::matchers

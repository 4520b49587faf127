//===--- Conditions.h - Conditions on nodes of the AST ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions of Matchers.def, each a function of its row's name.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MATCHERS_CONDITIONS_H
#define WARPLINT_MATCHERS_CONDITIONS_H

#include "Matchers/Matchers.h"

namespace warplint::matchers {

/// A condition on nodes of class \p Node that asks \p Facts of their unit, and
/// may go on to another node with the given matcher.
template <typename Node>
class Condition final
    : public clang::ast_matchers::internal::MatcherInterface<Node> {
public:
  using Finder = clang::ast_matchers::internal::ASTMatchFinder;
  using Bound = clang::ast_matchers::internal::BoundNodesTreeBuilder;
  /// Where the condition is asked: the unit's facts, what was given for the
  /// matcher's parameter, and what a further matcher needs.
  struct Asked {
    UnitFacts &Facts;
    const Argument &With;
    clang::ASTContext &Unit;
    Finder *Find;
    Bound *Nodes;

    llvm::ArrayRef<SyncOp> operations(const clang::Stmt &S) const {
      return Facts.operations(S, Unit);
    }
    /// Whether the given matcher matches \p S, which may be null.
    bool matches(const clang::Stmt *S) const {
      if (!S)
        return false;
      // What does not match takes away all that is bound.
      Bound Trial(*Nodes);
      if (!With.Inner->matches(clang::DynTypedNode::create(*S), Find, &Trial))
        return false;
      *Nodes = std::move(Trial);
      return true;
    }
    /// The same for an expression, as it is spelled in the source.
    bool matchesSpelled(const clang::Expr *E) const {
      return E && matches(E->IgnoreUnlessSpelledInSource());
    }
  };
  using Holds = bool (*)(const Node &, const Asked &);

  Condition(SharedFacts Facts, Argument With, Holds Test)
      : Facts(std::move(Facts)), With(std::move(With)), Test(Test) {}

  bool matches(const Node &N, Finder *Find, Bound *Nodes) const override {
    return Test(N, {*Facts, With, Find->getASTContext(), Find, Nodes});
  }

private:
  SharedFacts Facts;
  Argument With;
  Holds Test;
};

using OnStmt = Condition<clang::Stmt>::Asked;
using OnExpr = Condition<clang::Expr>::Asked;
using OnCall = Condition<clang::CallExpr>::Asked;
using OnAsm = Condition<clang::GCCAsmStmt>::Asked;
using OnFunction = Condition<clang::FunctionDecl>::Asked;
using OnVariable = Condition<clang::VarDecl>::Asked;

// Declarations (ModelConditions.cpp).
bool kernelDecl(const clang::FunctionDecl &, const OnFunction &);
bool deviceFunction(const clang::FunctionDecl &, const OnFunction &);
bool sharedVariable(const clang::VarDecl &, const OnVariable &);
bool barrierObject(const clang::VarDecl &, const OnVariable &);
// Calls and PTX (ModelConditions.cpp).
bool kernelLaunch(const clang::CallExpr &, const OnCall &);
bool syncCall(const clang::CallExpr &, const OnCall &);
bool barrierCall(const clang::CallExpr &, const OnCall &);
bool fenceCall(const clang::CallExpr &, const OnCall &);
bool warpCollective(const clang::CallExpr &, const OnCall &);
bool shuffleCall(const clang::CallExpr &, const OnCall &);
bool activeMaskCall(const clang::CallExpr &, const OnCall &);
bool atomicCall(const clang::CallExpr &, const OnCall &);
bool asyncCopy(const clang::CallExpr &, const OnCall &);
bool arriveCall(const clang::CallExpr &, const OnCall &);
bool waitCall(const clang::CallExpr &, const OnCall &);
bool threadIndex(const clang::Expr &, const OnExpr &);
bool syncAsm(const clang::GCCAsmStmt &, const OnAsm &);
bool hasScope(const clang::Stmt &, const OnStmt &);
bool hasOrder(const clang::Stmt &, const OnStmt &);
bool namesOrder(const clang::Stmt &, const OnStmt &);
bool ordersMemory(const clang::Stmt &, const OnStmt &);
bool isDeprecated(const clang::Stmt &, const OnStmt &);
bool hasMask(const clang::Stmt &, const OnStmt &);
bool hasSource(const clang::Stmt &, const OnStmt &);
bool hasObject(const clang::Stmt &, const OnStmt &);
bool hasBarrierId(const clang::Stmt &, const OnStmt &);
bool hasGrid(const clang::CallExpr &, const OnCall &);
bool hasBlock(const clang::CallExpr &, const OnCall &);
bool hasStream(const clang::CallExpr &, const OnCall &);
bool hasDefaultStream(const clang::CallExpr &, const OnCall &);
bool hasInstruction(const clang::GCCAsmStmt &, const OnAsm &);
bool clobbersMemory(const clang::GCCAsmStmt &, const OnAsm &);
// What comes before and after (FlowConditions.cpp).
bool followedBy(const clang::Stmt &, const OnStmt &);
bool reachableFrom(const clang::Stmt &, const OnStmt &);
// Facts (FactConditions.cpp).
bool isThreadVarying(const clang::Expr &, const OnExpr &);
bool isUniformAt(const clang::Expr &, const OnExpr &);
bool reachedBySomeThreads(const clang::Stmt &, const OnStmt &);
bool inKernelReachable(const clang::Stmt &, const OnStmt &);
bool hasTokenDiscarded(const clang::CallExpr &, const OnCall &);

} // namespace warplint::matchers

#endif // WARPLINT_MATCHERS_CONDITIONS_H

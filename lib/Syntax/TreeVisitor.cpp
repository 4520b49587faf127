//===--- TreeVisitor.cpp --------------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/TreeVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace warplint::syntax {

/// The one instance of clang's template.
class TreeVisitor::Walk : public RecursiveASTVisitor<Walk> {
  using Base = RecursiveASTVisitor<Walk>;

public:
  explicit Walk(TreeVisitor &To) : To(To) {}

  bool shouldVisitTemplateInstantiations() const { return To.Seen.Instances; }
  bool shouldVisitImplicitCode() const { return To.Seen.ImplicitCode; }

  // What leaves the template's own way of statements as it is: a queue.
  bool dataTraverseStmtPre(Stmt *S) { return enters(*S); }
  bool dataTraverseStmtPost(Stmt *S) {
    To.leave(*S);
    return true;
  }

  bool TraverseDecl(Decl *D) {
    bool IsSkipped = !D || (D->isImplicit() && !shouldVisitImplicitCode());
    if (IsSkipped)
      return Base::TraverseDecl(D);
    if (!enters(*D))
      return !HasEnded;
    if (!Base::TraverseDecl(D))
      return false;
    To.leave(*D);
    return !HasEnded;
  }

#define WARPLINT_VISIT(Class)                                                  \
  bool Visit##Class(Class *Node) { return !HasEnded && To.Visit##Class(Node); }
  WARPLINT_VISIT(Stmt)
  WARPLINT_VISIT(BinaryOperator)
  WARPLINT_VISIT(CallExpr)
  WARPLINT_VISIT(CompoundStmt)
  WARPLINT_VISIT(CUDAKernelCallExpr)
  WARPLINT_VISIT(CXXConstructExpr)
  WARPLINT_VISIT(CXXDeleteExpr)
  WARPLINT_VISIT(CXXMemberCallExpr)
  WARPLINT_VISIT(CXXNewExpr)
  WARPLINT_VISIT(CXXOperatorCallExpr)
  WARPLINT_VISIT(DeclRefExpr)
  WARPLINT_VISIT(FunctionDecl)
  WARPLINT_VISIT(GCCAsmStmt)
  WARPLINT_VISIT(ImplicitCastExpr)
  WARPLINT_VISIT(MemberExpr)
  WARPLINT_VISIT(RecoveryExpr)
  WARPLINT_VISIT(ReturnStmt)
  WARPLINT_VISIT(UnaryOperator)
  WARPLINT_VISIT(VarDecl)
#undef WARPLINT_VISIT

  /// A visitor said so: the template asks nobody between two siblings.
  bool HasEnded = false;

private:
  template <typename Node> bool enters(Node &N) {
    if (HasEnded)
      return false;
    Traversal Goes = To.enter(N);
    HasEnded = Goes == Traversal::End;
    return Goes == Traversal::Into;
  }

  TreeVisitor &To;
};

TreeVisitor::~TreeVisitor() = default;

bool TreeVisitor::TraverseStmt(const Stmt *S) {
  Walk Over(*this);
  return Over.TraverseStmt(const_cast<Stmt *>(S)) && !Over.HasEnded;
}

bool TreeVisitor::TraverseDecl(const Decl *D) {
  Walk Over(*this);
  return Over.TraverseDecl(const_cast<Decl *>(D)) && !Over.HasEnded;
}

bool TreeVisitor::TraverseAST(const ASTContext &Context) {
  return TraverseDecl(Context.getTranslationUnitDecl());
}

} // namespace warplint::syntax

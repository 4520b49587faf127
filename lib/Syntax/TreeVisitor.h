//===--- TreeVisitor.h - Walks over code as it is written -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's RecursiveASTVisitor, instantiated once for all: each class derived
// from the template costs ten seconds to compile. Here, what is asked of a node
// is a virtual function. The order of nodes is the template's: what is around a
// node is visited before it, siblings as they are written.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SYNTAX_TREEVISITOR_H
#define WARPLINT_SYNTAX_TREEVISITOR_H

namespace clang {
class ASTContext;
class BinaryOperator;
class CallExpr;
class CompoundStmt;
class CUDAKernelCallExpr;
class CXXConstructExpr;
class CXXDeleteExpr;
class CXXMemberCallExpr;
class CXXNewExpr;
class CXXOperatorCallExpr;
class Decl;
class DeclRefExpr;
class FunctionDecl;
class GCCAsmStmt;
class ImplicitCastExpr;
class MemberExpr;
class RecoveryExpr;
class ReturnStmt;
class Stmt;
class UnaryOperator;
class VarDecl;
} // namespace clang

namespace warplint::syntax {

/// A walk over declarations and statements with all that they hold, as
/// RecursiveASTVisitor does. What a constructor initializes is a part of its
/// declaration, not of its body. Deep chains of operators do not take the
/// stack.
class TreeVisitor {
public:
  virtual ~TreeVisitor();

  /// These are false if a visit ended the walk. Null is nothing to walk over.
  bool TraverseStmt(const clang::Stmt *S);
  bool TraverseDecl(const clang::Decl *D);
  /// The whole translation unit.
  bool TraverseAST(const clang::ASTContext &Context);

  /// Where a walk goes from a node: into it, on beside it, or to its end.
  enum class Traversal { Into, Beside, End };

protected:
  /// What a walk sees besides what is written.
  struct Sees {
    bool Instances = false; ///< Of templates, made implicitly.
    /// What the compiler makes: declarations, initializers of members that are
    /// not written, values of default arguments.
    bool ImplicitCode = false;
  };
  TreeVisitor() = default;
  explicit TreeVisitor(Sees Seen) : Seen(Seen) {}

  /// Asked before a node's visits. Who has looked at parts of a node alone, by
  /// a walk of its own, goes on beside it.
  virtual Traversal enter(clang::Stmt &) { return Traversal::Into; }
  virtual Traversal enter(clang::Decl &) { return Traversal::Into; }
  /// After everything in a node that was entered, unless the walk has ended.
  virtual void leave(clang::Stmt &) {}
  virtual void leave(clang::Decl &) {}

  /// Visits of one node: the class that is the base comes first. False ends the
  /// walk.
  virtual bool VisitStmt(clang::Stmt *) { return true; }
  virtual bool VisitBinaryOperator(clang::BinaryOperator *) { return true; }
  virtual bool VisitCallExpr(clang::CallExpr *) { return true; }
  virtual bool VisitCompoundStmt(clang::CompoundStmt *) { return true; }
  virtual bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *) {
    return true;
  }
  virtual bool VisitCXXConstructExpr(clang::CXXConstructExpr *) { return true; }
  virtual bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *) { return true; }
  virtual bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *) {
    return true;
  }
  virtual bool VisitCXXNewExpr(clang::CXXNewExpr *) { return true; }
  virtual bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *) {
    return true;
  }
  virtual bool VisitDeclRefExpr(clang::DeclRefExpr *) { return true; }
  virtual bool VisitFunctionDecl(clang::FunctionDecl *) { return true; }
  virtual bool VisitGCCAsmStmt(clang::GCCAsmStmt *) { return true; }
  virtual bool VisitImplicitCastExpr(clang::ImplicitCastExpr *) { return true; }
  virtual bool VisitMemberExpr(clang::MemberExpr *) { return true; }
  virtual bool VisitRecoveryExpr(clang::RecoveryExpr *) { return true; }
  virtual bool VisitReturnStmt(clang::ReturnStmt *) { return true; }
  virtual bool VisitUnaryOperator(clang::UnaryOperator *) { return true; }
  virtual bool VisitVarDecl(clang::VarDecl *) { return true; }

private:
  class Walk;
  Sees Seen;
};

} // namespace warplint::syntax

#endif // WARPLINT_SYNTAX_TREEVISITOR_H

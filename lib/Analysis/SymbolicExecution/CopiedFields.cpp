//===--- CopiedFields.cpp - Fields that are read of a copy ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/CopiedFields.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <vector>

using namespace clang;

namespace warplint {

namespace {

/// One variable that begins as a copy.
struct CopiedVariable {
  const Expr *Copy = nullptr;
  llvm::DenseSet<const FieldDecl *> Named;
  bool IsWhole = false; ///< Named by itself.
};

struct CopiesInBody {
  llvm::MapVector<const VarDecl *, CopiedVariable> Variables;
  std::vector<const Expr *> Dropped; ///< Loads and copies for no use.
};

} // namespace

/// What makes \p Var of a whole object of its own class; null for others.
static const Expr *copyIn(const VarDecl &Var) {
  const auto *Class = Var.getType()->getAsCXXRecordDecl();
  const Expr *Init = Var.getInit();
  if (!Var.hasLocalStorage() || Var.getType().isVolatileQualified() || !Class ||
      !Class->hasDefinition() || Class->isUnion() || Class->getNumBases() > 0 ||
      !Class->hasTrivialDestructor() || !Init)
    return nullptr;
  // `auto [a, b] = tuple` calls functions with it.
  if (const auto *Parts = dyn_cast<DecompositionDecl>(&Var);
      Parts && llvm::any_of(Parts->bindings(), [](const BindingDecl *Each) {
        return Each->getHoldingVar() != nullptr;
      }))
    return nullptr;
  const auto *Made = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  bool IsCopy = Made && Made->getNumArgs() == 1 &&
                Made->getConstructor()->isCopyOrMoveConstructor() &&
                Made->getArg(0)->isGLValue();
  return IsCopy ? Made : nullptr;
}

/// The variable whose own field \p Member names, `p.mass`.
static const VarDecl *variableIn(const MemberExpr &Member) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Member.getBase()->IgnoreParens());
  return !Member.isArrow() && Ref && isa<FieldDecl>(Member.getMemberDecl())
             ? dyn_cast<VarDecl>(Ref->getDecl())
             : nullptr;
}

/// What loads or copies the whole value of \p Argument and does nothing more;
/// null if it is computed, or volatile.
static const Expr *loadIn(const Expr &Argument) {
  const Expr *Made = &Argument;
  while (true) {
    Made = Made->IgnoreParens();
    const auto *Cast = dyn_cast<ImplicitCastExpr>(Made);
    if (!Cast)
      break;
    const Expr *From = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_LValueToRValue)
      return From->getType().isVolatileQualified() ? nullptr : Cast;
    Made = From;
  }
  const auto *Copy = dyn_cast<CXXConstructExpr>(Made);
  return Copy && Copy->getNumArgs() == 1 && Copy->getArg(0)->isGLValue() &&
                 Copy->getConstructor()->isCopyOrMoveConstructor() &&
                 Copy->getConstructor()->isTrivial()
             ? Copy
             : nullptr;
}

/// The values that \p Call passes to parameters which the function that is
/// called does not name. What is a system's may have another body elsewhere.
static void readCall(const CallExpr &Call, CopiesInBody &Into) {
  const FunctionDecl *Called = Call.getDirectCallee(), *Definition = nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Called);
  if (!Called || !Called->hasBody(Definition) || !Definition->getBody() ||
      isa<CXXOperatorCallExpr>(Call) || (Method && Method->isVirtual()) ||
      Called->getASTContext().getSourceManager().isInSystemHeader(
          Definition->getLocation()))
    return;
  unsigned Count = std::min(Definition->getNumParams(), Call.getNumArgs());
  for (unsigned I = 0; I < Count; ++I) {
    const ParmVarDecl &To = *Definition->getParamDecl(I);
    const Type &FieldType = *To.getType().getTypePtr();
    const auto *Class = FieldType.getAsCXXRecordDecl();
    if (To.isReferenced() || To.isUsed() || FieldType.isReferenceType() ||
        To.getType().isVolatileQualified() ||
        (Class && !Class->hasTrivialDestructor()))
      continue;
    if (const Expr *Load = loadIn(*Call.getArg(I)))
      Into.Dropped.push_back(Load);
  }
}

static void readBody(const Stmt *S, CopiesInBody &Into) {
  if (!S)
    return;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (const Expr *Copy = copyIn(*Var))
          Into.Variables[Var].Copy = Copy;
  if (const auto *Member = dyn_cast<MemberExpr>(S))
    if (const VarDecl *Var = variableIn(*Member)) {
      Into.Variables[Var].Named.insert(
          cast<FieldDecl>(Member->getMemberDecl()));
      return;
    }
  if (const auto *Call = dyn_cast<CallExpr>(S))
    readCall(*Call, Into);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Into.Variables[Var].IsWhole = true;
    else if (const auto *Bound = dyn_cast<BindingDecl>(Ref->getDecl()))
      readBody(Bound->getBinding(), Into);
  }
  for (const Stmt *Part : S->children())
    readBody(Part, Into);
}

const ClassFields *CopiedFields::of(const Expr &Copy, const Stmt *Body) {
  if (Bodies.insert(Body).second) {
    CopiesInBody Found;
    readBody(Body, Found);
    for (const Expr *Load : Found.Dropped)
      ByCopy[Load];
    for (const auto &[Var, Each] : Found.Variables) {
      if (!Each.Copy || Each.IsWhole)
        continue;
      ClassFields &Fields = ByCopy[Each.Copy];
      llvm::copy_if(Var->getType()->getAsCXXRecordDecl()->fields(),
                    std::back_inserter(Fields), [&](const FieldDecl *Field) {
                      return Each.Named.count(Field) != 0;
                    });
    }
  }
  auto Known = ByCopy.find(&Copy);
  return Known == ByCopy.end() ? nullptr : &Known->second;
}

} // namespace warplint

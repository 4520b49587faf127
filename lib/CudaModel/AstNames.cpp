//===--- AstNames.cpp - Names and objects as the user sees them -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/AstNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

llvm::StringRef lastComponent(const NamedDecl &D,
                              llvm::SmallVectorImpl<char> &Storage) {
  DeclarationName Name = D.getDeclName();
  switch (Name.getNameKind()) {
  case DeclarationName::Identifier:
    return D.getIdentifier() ? D.getName() : "";
  case DeclarationName::CXXConstructorName:
    return cast<CXXRecordDecl>(D.getDeclContext())->getName();
  case DeclarationName::CXXConversionFunctionName:
    return "operator T";
  case DeclarationName::CXXOperatorName:
    return (llvm::Twine("operator") +
            getOperatorSpelling(Name.getCXXOverloadedOperator()))
        .toStringRef(Storage);
  default:
    return "";
  }
}

/// Whether users leave \p Namespace out of names: it is inline, or it is a
/// version that its parent imports, as in
/// `namespace cooperative_groups { namespace __v1 {} using namespace __v1; }`.
static bool isInvisible(const NamespaceDecl &Namespace) {
  if (Namespace.isInline())
    return true;
  const auto *Parent = dyn_cast<NamespaceDecl>(Namespace.getParent());
  if (!Parent || !Namespace.getName().starts_with("__"))
    return false;
  return llvm::any_of(
      Parent->using_directives(), [&](const UsingDirectiveDecl *Directive) {
        return Directive->getNominatedNamespace()->Equals(&Namespace);
      });
}

/// The contexts that contribute to \p D's visible name, innermost first; false
/// if one of them has no name that other code could use.
static bool
collectVisibleContexts(const NamedDecl &D,
                       llvm::SmallVectorImpl<llvm::StringRef> &Names) {
  const DeclContext *Context = D.getDeclContext();
  // A function declared inside another one belongs to the namespace around.
  if (isa<FunctionDecl>(D) && !isa<CXXMethodDecl>(D))
    Context = Context->getEnclosingNamespaceContext();
  for (; !Context->isTranslationUnit(); Context = Context->getParent()) {
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Context)) {
      if (Namespace->isAnonymousNamespace())
        return false;
      if (!isInvisible(*Namespace))
        Names.push_back(Namespace->getName());
    } else if (const auto *Record = dyn_cast<RecordDecl>(Context)) {
      if (!Record->getIdentifier())
        return false;
      Names.push_back(Record->getName());
    } else if (Context->isFunctionOrMethod()) {
      return false;
    }
  }
  return true;
}

llvm::SmallString<64> visibleName(const NamedDecl &D) {
  llvm::SmallString<32> Storage;
  llvm::StringRef Last = lastComponent(D, Storage);
  llvm::SmallVector<llvm::StringRef, 4> Contexts;
  llvm::SmallString<64> Name;
  if (Last.empty() || !collectVisibleContexts(D, Contexts))
    return Name;
  for (llvm::StringRef Context : llvm::reverse(Contexts)) {
    Name += Context;
    Name += "::";
  }
  Name += Last;
  return Name;
}

const Expr *objectOf(const CallExpr &Call) {
  if (isa<CXXOperatorCallExpr>(Call))
    return isa_and_nonnull<CXXMethodDecl>(Call.getCalleeDecl()) ? Call.getArg(0)
                                                                : nullptr;
  const auto *Member =
      dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParenImpCasts());
  return Member ? Member->getBase() : nullptr;
}

const CXXRecordDecl *classOf(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() ? Class->getDefinition() : Class;
}

const CXXRecordDecl *objectClassOf(const CallExpr &Call) {
  if (const Expr *Object = objectOf(Call))
    return classOf(Object->IgnoreParenImpCasts()->getType());
  const auto *Callee =
      dyn_cast<DeclRefExpr>(Call.getCallee()->IgnoreParenImpCasts());
  if (!Callee || !isa<CXXMethodDecl>(Callee->getDecl()))
    return nullptr;
  NestedNameSpecifier Qualifier = Callee->getQualifier();
  if (Qualifier.getKind() == NestedNameSpecifier::Kind::Type)
    return classOf(QualType(Qualifier.getAsType(), 0));
  return cast<CXXMethodDecl>(Callee->getDecl())->getParent();
}

const Expr *initOf(const CXXCtorInitializer &Init) {
  const Expr *E = Init.getInit();
  return E && !E->getType().isNull() ? E : nullptr;
}

bool mayHoldAddress(QualType T) {
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
  llvm::SmallVector<QualType, 8> Work{T};
  while (!Work.empty()) {
    QualType Next(Work.pop_back_val()->getBaseElementTypeUnsafe(), 0);
    if (Next->isPointerType() || Next->isReferenceType())
      return true;
    const CXXRecordDecl *Class = Next->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || !Seen.insert(Class).second)
      continue;
    for (const FieldDecl *Field : Class->fields())
      Work.push_back(Field->getType());
    for (const CXXBaseSpecifier &Base : Class->bases())
      Work.push_back(Base.getType());
  }
  return false;
}

const Expr *wrappedBy(const Expr &E) {
  if (const auto *Paren = dyn_cast<ParenExpr>(&E))
    return Paren->getSubExpr();
  if (const auto *Full = dyn_cast<FullExpr>(&E))
    return Full->getSubExpr();
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(&E))
    return Temporary->getSubExpr();
  if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(&E))
    return Bound->getSubExpr();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(&E))
    return Default->getExpr();
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(&E))
    return Default->getExpr();
  const auto *Parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(&E);
  return Parameter ? Parameter->getReplacement() : nullptr;
}

llvm::SmallVector<const Expr *, 8> givenTo(const Expr &Call) {
  llvm::SmallVector<const Expr *, 8> Given;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&Call))
    Given.assign(Construct->arg_begin(), Construct->arg_end());
  else if (const auto *C = dyn_cast<CallExpr>(&Call))
    Given.assign(C->arg_begin(), C->arg_end());
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Given.push_back(Member->getImplicitObjectArgument());
  return Given;
}

bool hasLayout(const RecordDecl &Class) {
  return Class.isCompleteDefinition() && !Class.isDependentType() &&
         !Class.isInvalidDecl();
}

bool isUsed(const Expr &E, const ParentMap &Around) {
  const Stmt *Parent = Around.getParent(&E);
  if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(Parent))
    return isUsed(*Cleanups, Around);
  if (const auto *Loop = dyn_cast_or_null<ForStmt>(Parent))
    return Loop->getCond() == &E;
  if (const auto *If = dyn_cast_or_null<IfStmt>(Parent))
    return If->getCond() == &E;
  if (const auto *Cast = dyn_cast_or_null<CastExpr>(Parent))
    return Cast->getCastKind() != CK_ToVoid;
  // A declaration starts with it, or a member that a constructor makes.
  return !Parent ||
         isa<Expr, DeclStmt, ReturnStmt, SwitchStmt, WhileStmt, DoStmt>(Parent);
}

bool visitClassAndBases(const CXXRecordDecl &Class,
                        llvm::function_ref<bool(const CXXRecordDecl &)> Visit) {
  if (Visit(Class))
    return true;
  if (!Class.hasDefinition())
    return false;
  for (const CXXBaseSpecifier &Base : Class.bases())
    if (const CXXRecordDecl *BaseClass = classOf(Base.getType()))
      if (visitClassAndBases(*BaseClass, Visit))
        return true;
  return false;
}

} // namespace warplint

//===--- TypeConstants.cpp - Values that types decide ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/CallSummaries/TypeConstants.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace warplint::summaries {

/// Objects of \p Type hold nothing, and to call one does nothing else.
static bool isEmptyClass(QualType Type) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && Class->isEmpty() &&
         !Class->isLambda();
}

std::optional<int64_t> numberOfType(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Method || !Method->isConstexpr() || Method->getNumParams() > 0 ||
      !Method->getReturnType()->isIntegralOrEnumerationType() ||
      !Method->getParent()->hasDefinition() || !Method->getParent()->isEmpty())
    return std::nullopt;
  const FunctionDecl *Definition = nullptr;
  const auto *Body =
      dyn_cast_or_null<CompoundStmt>(Method->getBody(Definition));
  const auto *Return = Body && Body->size() == 1
                           ? dyn_cast<ReturnStmt>(*Body->body_begin())
                           : nullptr;
  const Expr *Value = Return ? Return->getRetValue() : nullptr;
  Expr::EvalResult Result;
  if (!Value || Value->isValueDependent() ||
      !Value->EvaluateAsInt(Result, F.getASTContext()) ||
      !Result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return Result.Val.getInt().getExtValue();
}

/// Objects of \p Type are numbers, or hold nothing but such: they lead nowhere.
static bool isOfNumbers(QualType Type) {
  if (Type->isArithmeticType() || isEmptyClass(Type))
    return true;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && !Class->isLambda() &&
         !Class->isPolymorphic() && !Class->hasMutableFields() &&
         llvm::all_of(Class->fields(),
                      [](const FieldDecl *Field) {
                        return isOfNumbers(Field->getType());
                      }) &&
         llvm::all_of(Class->bases(), [](const CXXBaseSpecifier &Base) {
           return isOfNumbers(Base.getType());
         });
}

bool makesEmptyObject(const FunctionDecl &F) {
  if (!F.isConstexpr() || F.getReturnType()->isReferenceType() ||
      !isEmptyClass(F.getReturnType()))
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isInstance() &&
      (!Method->getParent()->hasDefinition() ||
       !Method->getParent()->isEmpty() || Method->getParent()->isLambda()))
    return false;
  return llvm::all_of(F.parameters(), [](const ParmVarDecl *Parameter) {
    QualType Type = Parameter->getType();
    QualType Read = Type.getNonReferenceType();
    return isEmptyClass(Type) ||
           ((!Type->isReferenceType() || Read.isConstQualified()) &&
            isOfNumbers(Read));
  });
}

} // namespace warplint::summaries

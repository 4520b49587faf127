//===--- RecordOffsets.cpp - Where bases and members lie ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/RecordOffsets.h"
#include "CudaModel/AstNames.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace warplint {

/// Bytes from the start of a \p Derived to its direct base \p Base.
static std::optional<int64_t> offsetOfDirectBase(const CXXRecordDecl *Derived,
                                                 const CXXBaseSpecifier &Base,
                                                 const ASTContext &Context) {
  const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
  if (!Derived || !Of || Base.isVirtual() || !Derived->hasDefinition() ||
      !Of->hasDefinition() || !hasLayout(*Derived->getDefinition()) ||
      !hasLayout(*Of->getDefinition()))
    return std::nullopt;
  return Context.getASTRecordLayout(Derived->getDefinition())
      .getBaseClassOffset(Of->getDefinition())
      .getQuantity();
}

static const CXXRecordDecl *classBehind(QualType Type) {
  return Type->isPointerType() ? Type->getPointeeCXXRecordDecl()
                               : Type->getAsCXXRecordDecl();
}

std::optional<int64_t> bytesMovedBy(const CastExpr &Cast,
                                    const ASTContext &Context) {
  CastKind Kind = Cast.getCastKind();
  bool IsUp = Kind == CK_DerivedToBase || Kind == CK_UncheckedDerivedToBase;
  if (!IsUp && Kind != CK_BaseToDerived)
    return 0;
  const CXXRecordDecl *Class =
      classBehind(IsUp ? Cast.getSubExpr()->getType() : Cast.getType());
  int64_t Bytes = 0;
  for (const CXXBaseSpecifier *Step : Cast.path()) {
    auto Offset = offsetOfDirectBase(Class, *Step, Context);
    if (!Offset)
      return std::nullopt;
    Bytes += *Offset;
    Class = Step->getType()->getAsCXXRecordDecl();
  }
  return IsUp ? Bytes : -Bytes;
}

std::optional<int64_t> offsetOfBase(const CXXRecordDecl &Derived,
                                    const CXXRecordDecl &Base,
                                    const ASTContext &Context) {
  if (Derived.getCanonicalDecl() == Base.getCanonicalDecl())
    return 0;
  CXXBasePaths Paths(/*FindAmbiguities=*/true, /*RecordPaths=*/true,
                     /*DetectVirtual=*/true);
  if (!Derived.hasDefinition() || Derived.isInvalidDecl() ||
      !Derived.isDerivedFrom(&Base, Paths) || Paths.getDetectedVirtual() ||
      std::next(Paths.begin()) != Paths.end())
    return std::nullopt;
  int64_t Bytes = 0;
  for (const CXXBasePathElement &Step : Paths.front()) {
    auto Offset = offsetOfDirectBase(Step.Class, *Step.Base, Context);
    if (!Offset)
      return std::nullopt;
    Bytes += *Offset;
  }
  return Bytes;
}

std::optional<int64_t> offsetOfAccess(const FieldDecl &Field,
                                      const ASTContext &Context) {
  if (!hasLayout(*Field.getParent()))
    return std::nullopt;
  int64_t Bits = int64_t(Context.getFieldOffset(&Field));
  if (Field.isBitField()) {
    int64_t Word = int64_t(Context.getTypeSize(Field.getType()));
    // A packed one may begin in one word and end in the next.
    if (Bits % Word + int64_t(Field.getBitWidthValue()) <= Word)
      Bits -= Bits % Word;
  }
  return Bits / int64_t(Context.getCharWidth());
}

bool areInOneWord(const FieldDecl &L, const FieldDecl &R) {
  if (!L.isBitField() || !R.isBitField() || L.getParent() != R.getParent())
    return false;
  const ASTContext &Context = L.getASTContext();
  auto Left = offsetOfAccess(L, Context), Right = offsetOfAccess(R, Context);
  auto BytesOf = [&](const FieldDecl &Field) {
    return Context.getTypeSizeInChars(Field.getType()).getQuantity();
  };
  return Left && Right && *Left < *Right + BytesOf(R) &&
         *Right < *Left + BytesOf(L);
}

} // namespace warplint

//===--- DeclaratorAttributes.cpp - Attributes where nvcc takes them ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/DeclaratorAttributes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/DeclSpec.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include <array>
#include <optional>

using namespace clang;

/// What was declared last, and whether a body follows.
static thread_local const Decl *Declared = nullptr;
static thread_local bool IsDefinition = false;

bool warplint::parsing::isDefinitionBegun(const Decl &D) {
  const auto *F = dyn_cast<FunctionDecl>(&D);
  return (F && F->isThisDeclarationADefinition()) ||
         (&D == Declared && IsDefinition);
}

namespace {

/// An `alignas` that was read.
struct Alignment {
  SourceLocation Loc;
  Expr *Number; ///< Null if it names a type.
  ParsedType Type;
  bool IsPack;
  AttributeCommonInfo::Form Form;
};

/// The last ones. Clang gives an `alignas` up that stands behind a specifier or
/// a type: `extern __shared__ alignas(16) char x[]`, `T alignas(16) x`. For
/// nvcc it is the variable's there, too.
class Alignments {
public:
  void add(Alignment Read) { Last[Next++ % Last.size()] = Read; }
  /// Adds to \p D those between its first specifier and its name that it lacks.
  void addLost(Sema &S, Decl &D, const Declarator &Read) const;

private:
  std::array<std::optional<Alignment>, 8> Last;
  unsigned Next = 0;
};

} // namespace

static thread_local Alignments Aligned;

void warplint::parsing::forgetDeclarators() {
  Aligned = Alignments();
  Declared = nullptr;
}

/// \p Loc is in what \p Read has before its end.
static bool isIn(const Declarator &Read, SourceLocation Loc,
                 const SourceManager &Sources) {
  SourceLocation Begin = Read.getDeclSpec().getBeginLoc();
  SourceLocation End = Read.getEndLoc();
  if (Begin.isInvalid() || End.isInvalid())
    return false;
  // Most are far away, which costs nothing to see.
  SourceLocation Seen = Sources.getExpansionLoc(Loc);
  return !(Seen < Sources.getExpansionLoc(Begin)) &&
         !(Sources.getExpansionLoc(End) < Seen) &&
         !Sources.isBeforeInTranslationUnit(Loc, Begin) &&
         !Sources.isBeforeInTranslationUnit(End, Loc);
}

void Alignments::addLost(Sema &S, Decl &D, const Declarator &Read) const {
  for (const std::optional<Alignment> &A : Last) {
    if (!A || !isIn(Read, A->Loc, S.getSourceManager()) ||
        llvm::any_of(
            D.specific_attrs<AlignedAttr>(),
            [&](const AlignedAttr *Is) { return Is->getLocation() == A->Loc; }))
      continue;
    AttributeCommonInfo Info(&S.Context.Idents.get("alignas"),
                             AttributeScopeInfo(), A->Loc,
                             AttributeCommonInfo::AT_Aligned, A->Form);
    if (A->Number) {
      if (A->IsPack == A->Number->containsUnexpandedParameterPack())
        S.AddAlignedAttr(&D, Info, A->Number, A->IsPack);
      continue;
    }
    TypeSourceInfo *Type = nullptr;
    S.GetTypeFromParser(A->Type, &Type);
    if (Type)
      S.AddAlignedAttr(&D, Info, Type, A->IsPack);
  }
}

/// A guide for deduction is called by nobody, host or device.
static void forgetTarget(const ParsedAttributesView &Attributes) {
  for (const ParsedAttr &A : Attributes)
    if (A.getKind() == ParsedAttr::AT_CUDAHost ||
        A.getKind() == ParsedAttr::AT_CUDADevice)
      A.setInvalid();
}

extern "C" {

void __real__ZN5clang4Sema21ProcessDeclAttributesEPNS_5ScopeEPNS_4DeclERKNS_10DeclaratorE(
    Sema *, Scope *, Decl *, const Declarator &);

void __wrap__ZN5clang4Sema21ProcessDeclAttributesEPNS_5ScopeEPNS_4DeclERKNS_10DeclaratorE(
    Sema *Self, Scope *In, Decl *D, const Declarator &Read) {
  if (!Self->getLangOpts().CUDA)
    return __real__ZN5clang4Sema21ProcessDeclAttributesEPNS_5ScopeEPNS_4DeclERKNS_10DeclaratorE(
        Self, In, D, Read);
  Declared = D;
  IsDefinition = Read.isFunctionDefinition();
  if (isa<CXXDeductionGuideDecl>(D)) {
    forgetTarget(Read.getDeclSpec().getAttributes());
    forgetTarget(Read.getDeclarationAttributes());
    forgetTarget(Read.getAttributes());
  }
  __real__ZN5clang4Sema21ProcessDeclAttributesEPNS_5ScopeEPNS_4DeclERKNS_10DeclaratorE(
      Self, In, D, Read);
  if (isa<VarDecl, FieldDecl>(D) && !isa<ParmVarDecl>(D))
    Aligned.addLost(*Self, *D, Read);
}

void __real__ZN5clang6Parser23ParseAlignmentSpecifierERNS_16ParsedAttributesEPNS_14SourceLocationE(
    Parser *, ParsedAttributes &, SourceLocation *);

void __wrap__ZN5clang6Parser23ParseAlignmentSpecifierERNS_16ParsedAttributesEPNS_14SourceLocationE(
    Parser *Self, ParsedAttributes &Attributes, SourceLocation *End) {
  size_t Before = Attributes.size();
  __real__ZN5clang6Parser23ParseAlignmentSpecifierERNS_16ParsedAttributesEPNS_14SourceLocationE(
      Self, Attributes, End);
  if (Attributes.size() == Before)
    return;
  const ParsedAttr &Read = Attributes.back();
  if (Read.getKind() != ParsedAttr::AT_Aligned)
    return;
  bool IsType = Read.hasParsedType();
  if (IsType || Read.getNumArgs() == 1)
    Aligned.add({Read.getLoc(), IsType ? nullptr : Read.getArgAsExpr(0),
                 IsType ? Read.getTypeArg() : ParsedType(),
                 Read.isPackExpansion(), Read.getForm()});
}

} // extern "C"

//===--- SharedObjectAttribute.cpp - Shared objects inside a stock clang --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the clang-tidy plugin only. It cannot replace functions of the clang that
// loads it, so the prelude gives `__shared__` the attribute
// warplint_shared_object, and handling the attribute makes clang believe,
// before it checks the initializer, that constructing the type does nothing.
// That is what happens on the device, too: the constructors of shared objects
// do not run.
//
// Types that depend on a template parameter of user code are unknown when the
// attribute is handled and stay rejected, except cuda::barrier and its like.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace {

/// The templates of libcu++ that are meant to live in shared memory.
constexpr llvm::StringLiteral SharedTemplates[] = {
    "barrier", "pipeline_shared_state", "counting_semaphore", "latch",
    "atomic"};

void pretendTrivial(CXXRecordDecl &Record) {
  for (CXXConstructorDecl *Constructor : Record.ctors())
    if (Constructor->isDefaultConstructor())
      Constructor->setTrivial(true);
  if (CXXDestructorDecl *Destructor = Record.getDestructor())
    Destructor->setTrivial(true);
}

bool isSharedTemplate(const CXXRecordDecl &Record) {
  if (Record.isDependentType() || !Record.getIdentifier() ||
      !llvm::is_contained(SharedTemplates, Record.getName()))
    return false;
  const DeclContext *Scope = Record.getDeclContext();
  while (const auto *Namespace = dyn_cast<NamespaceDecl>(Scope)) {
    if (Namespace->getIdentifier() && Namespace->getName() == "cuda")
      return true;
    Scope = Namespace->getParent();
  }
  return false;
}

/// Treats every instantiation of those templates as soon as it exists.
class SharedTemplateCallback : public TemplateInstantiationCallback {
  void initialize(const Sema &) override {}
  void finalize(const Sema &) override {}
  void atTemplateBegin(const Sema &,
                       const Sema::CodeSynthesisContext &) override {}
  void atTemplateEnd(const Sema &,
                     const Sema::CodeSynthesisContext &Instantiated) override {
    if (Instantiated.Kind != Sema::CodeSynthesisContext::TemplateInstantiation)
      return;
    auto *Record = llvm::dyn_cast_or_null<CXXRecordDecl>(Instantiated.Entity);
    if (Record && Record->isCompleteDefinition() && isSharedTemplate(*Record))
      pretendTrivial(*Record);
  }
};

/// Treats as trivial the instances that were made before the first shared
/// variable.
void treatExistingInstantiations(ASTContext &Context) {
  auto Lookup = [&](DeclContext *Scope, llvm::StringRef Name) {
    return Scope->lookup(&Context.Idents.get(Name));
  };
  for (NamedDecl *Found : Lookup(Context.getTranslationUnitDecl(), "cuda"))
    if (auto *Namespace = dyn_cast<NamespaceDecl>(Found))
      for (llvm::StringRef Name : SharedTemplates)
        for (NamedDecl *Member : Lookup(Namespace, Name))
          if (auto *Template = dyn_cast<ClassTemplateDecl>(Member))
            for (ClassTemplateSpecializationDecl *Record :
                 Template->specializations())
              if (Record->isCompleteDefinition())
                pretendTrivial(*Record);
}

void treatTypeOf(Sema &S, const VarDecl &Variable) {
  QualType Type = Variable.getType();
  if (Type->isDependentType())
    return;
  Type = S.Context.getBaseElementType(Type);
  CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !S.isCompleteType(Variable.getLocation(), Type))
    return;
  // The lookup declares an implicit constructor, which ctors() would miss.
  S.LookupDefaultConstructor(Record);
  S.LookupDestructor(Record);
  pretendTrivial(*Record);
}

struct SharedObjectAttribute : ParsedAttrInfo {
  SharedObjectAttribute() {
    static constexpr Spelling Names[] = {
        {ParsedAttr::AS_GNU, "warplint_shared_object"},
        {ParsedAttr::AS_Declspec, "warplint_shared_object"}};
    Spellings = Names;
  }

  bool diagAppertainsToDecl(Sema &, const ParsedAttr &,
                            const Decl *D) const override {
    return isa<VarDecl>(D);
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &) const override {
    if (!hasCallback(S)) {
      S.TemplateInstCallbacks.push_back(
          std::make_unique<SharedTemplateCallback>());
      treatExistingInstantiations(S.Context);
    }
    if (const auto *Variable = dyn_cast<VarDecl>(D))
      treatTypeOf(S, *Variable);
    return AttributeApplied;
  }

private:
  /// One process parses many units, each with a Sema of its own.
  static bool hasCallback(const Sema &S) {
    static thread_local const Sema *Last = nullptr;
    static thread_local size_t CallbacksThen = 0;
    bool Present =
        Last == &S && CallbacksThen == S.TemplateInstCallbacks.size();
    Last = &S;
    CallbacksThen = S.TemplateInstCallbacks.size() + (Present ? 0 : 1);
    return Present;
  }
};

} // namespace

static ParsedAttrInfoRegistry::Add<SharedObjectAttribute>
    Registration("warplint_shared_object",
                 "shared variables may have a constructor");

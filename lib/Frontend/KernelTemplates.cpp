//===--- KernelTemplates.cpp - Templates that nobody instantiates ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header of kernel templates, opened in an editor or audited by itself, has
// nothing in it that could be analysed: no instance, no types. What stands in
// the main file and nothing instantiates is instantiated here, after the unit
// has been checked as it is: first the templates of the host that launch, which
// say how arguments belong together, then the kernels that are left. Whatever
// does not compile so is dropped without a word.
//
//===----------------------------------------------------------------------===//

#include "Assumptions/SampleSizes.h"
#include "CudaModel/ChosenArguments.h"
#include "Syntax/TreeVisitor.h"
#include "Target/Limits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include <set>

using namespace clang;
using namespace warplint;
using namespace warplint::parsing;

namespace {

/// What parameters of a template without a default stand for.
struct Choice {
  QualType Type;
  int64_t Number;
  bool Truth;
};

class LaunchFinder : public syntax::TreeVisitor {
public:
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *) override {
    return !(Found = true);
  }
  bool Found = false;
};

/// Finds a division of two numbers, known in an instance, by the larger one
/// (`32 / (N * N)`): the template is meant for smaller arguments.
class EmptyQuotient : public syntax::TreeVisitor {
public:
  explicit EmptyQuotient(const ASTContext &Context) : Context(Context) {}
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    Expr::EvalResult Divided, Result;
    if (Op->getOpcode() == BO_Div && !Op->isValueDependent() &&
        Op->getType()->isIntegerType() &&
        Op->getLHS()->EvaluateAsInt(Divided, Context) &&
        Op->EvaluateAsInt(Result, Context))
      Found |= Divided.Val.getInt() != 0 && Result.Val.getInt() == 0;
    return !Found;
  }
  bool Found = false;

private:
  const ASTContext &Context;
};

/// Instantiates the kernel templates of the main file that have no instances,
/// with chosen arguments.
class KernelTemplates {
public:
  explicit KernelTemplates(Sema &S) : S(S), Context(S.Context) {}
  void instantiate();

private:
  void collect(const DeclContext &In);
  llvm::SmallVector<Choice, 8> choicesFor(const FunctionTemplateDecl &Of) const;
  bool argumentsFor(FunctionTemplateDecl &Of, const Choice &With,
                    TemplateArgumentListInfo &Arguments) const;
  bool instantiate(FunctionTemplateDecl &Of);
  bool instantiate(FunctionTemplateDecl &Of, const Choice &With);
  /// Whether the kernels instantiated since `mark` are meant for the arguments
  /// that they got.
  bool isSuitable() const;
  /// Marks what has been instantiated of kernels; drops it unless \p IsGood.
  void mark(bool IsGood);

  Sema &S;
  ASTContext &Context;
  std::vector<FunctionTemplateDecl *> Launchers, Kernels;
  std::set<const FunctionDecl *> Marked; ///< Only looked up.
};

} // namespace

/// A file of generated templates is not worth a parse of its own.
static constexpr size_t MostTemplates = 64;

/// The unit asks for an instance, whether or not one could be made.
static bool isAskedFor(const FunctionTemplateDecl &Template) {
  return llvm::any_of(Template.specializations(), [](const FunctionDecl *F) {
    return F->hasBody() || F->getPointOfInstantiation().isValid();
  });
}

static bool isInstantiated(const FunctionTemplateDecl &Template) {
  return llvm::any_of(Template.specializations(), [](const FunctionDecl *F) {
    return F->hasBody() && !F->isInvalidDecl();
  });
}

void KernelTemplates::collect(const DeclContext &In) {
  // What is precompiled is not of the main file, and stays where it is.
  for (Decl *D : In.noload_decls()) {
    if (auto *Inner = dyn_cast<DeclContext>(D);
        Inner && isa<NamespaceDecl, LinkageSpecDecl>(D)) {
      collect(*Inner);
      continue;
    }
    auto *Template = dyn_cast<FunctionTemplateDecl>(D);
    // A member of a class template has no instance without one of its class.
    if (!Template || !Template->isThisDeclarationADefinition() ||
        Template->isInvalidDecl() ||
        Template->getDeclContext()->isDependentContext() ||
        !Context.getSourceManager().isWrittenInMainFile(
            Context.getSourceManager().getExpansionLoc(D->getLocation())) ||
        isAskedFor(*Template))
      continue;
    const FunctionDecl &Pattern = *Template->getTemplatedDecl();
    if (Pattern.hasAttr<CUDAGlobalAttr>()) {
      Kernels.push_back(Template);
      continue;
    }
    LaunchFinder Launch;
    Launch.TraverseStmt(Pattern.getBody());
    if (Launch.Found)
      Launchers.push_back(Template);
  }
}

/// How many parameters of \p Of need a number that is not only true or false.
static unsigned countNumbers(const FunctionTemplateDecl &Of) {
  return llvm::count_if(*Of.getTemplateParameters(), [](const NamedDecl *P) {
    const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(P);
    return Value && !Value->hasDefaultArgument() &&
           !Value->getType()->isBooleanType();
  });
}

llvm::SmallVector<Choice, 8>
KernelTemplates::choicesFor(const FunctionTemplateDecl &Of) const {
  llvm::SmallVector<Choice, 8> Result;
  // How several numbers belong together only the launch says.
  if (countNumbers(Of) > 1)
    return Result;
  QualType Types[] = {Context.FloatTy, Context.IntTy,
                      Context.getPointerType(Context.FloatTy)};
  for (QualType Type : Types)
    for (int64_t Number : samples::TemplateNumbers)
      Result.push_back({Type, Number, true});
  return Result;
}

bool KernelTemplates::argumentsFor(FunctionTemplateDecl &Of, const Choice &With,
                                   TemplateArgumentListInfo &Arguments) const {
  SourceLocation At = Of.getLocation();
  auto Add = [&](const TemplateArgument &Argument, auto Info) {
    Arguments.addArgument(TemplateArgumentLoc(Argument, Info));
  };
  for (NamedDecl *P : *Of.getTemplateParameters()) {
    if (P->isTemplateParameterPack())
      return false;
    if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(P)) {
      if (Type->hasDefaultArgument())
        break;
      Add(TemplateArgument(With.Type),
          Context.getTrivialTypeSourceInfo(With.Type, At));
      continue;
    }
    const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(P);
    if (Value && Value->hasDefaultArgument())
      break;
    if (!Value || Value->getType()->isDependentType() ||
        !Value->getType()->isIntegerType())
      return false;
    Expr *Number;
    if (Value->getType()->isBooleanType())
      Number =
          CXXBoolLiteralExpr::Create(Context, With.Truth, Context.BoolTy, At);
    else
      Number = IntegerLiteral::Create(
          Context, llvm::APInt(Context.getIntWidth(Context.IntTy), With.Number),
          Context.IntTy, At);
    Add(TemplateArgument(Number, /*IsCanonical=*/false), Number);
  }
  return true;
}

/// Shared memory of \p F and the functions written in it, in bytes.
static int64_t sharedBytes(const FunctionDecl &F) {
  int64_t Result = 0;
  for (const Decl *D : F.decls())
    if (const auto *Var = dyn_cast<VarDecl>(D);
        Var && Var->hasAttr<CUDASharedAttr>() &&
        !Var->getType()->isIncompleteType() &&
        !Var->getType()->isDependentType())
      Result +=
          F.getASTContext().getTypeSizeInChars(Var->getType()).getQuantity();
  return Result;
}

void KernelTemplates::mark(bool IsGood) {
  for (FunctionTemplateDecl *Template : Kernels)
    for (FunctionDecl *F : Template->specializations()) {
      if (!Marked.insert(F).second)
        continue;
      F->addAttr(AnnotateAttr::CreateImplicit(Context, ChosenArgumentsMark,
                                              /*Args=*/nullptr, 0));
      if (!IsGood)
        F->setInvalidDecl();
    }
}

bool KernelTemplates::isSuitable() const {
  return llvm::none_of(Kernels, [&](FunctionTemplateDecl *Template) {
    return llvm::any_of(Template->specializations(), [&](FunctionDecl *F) {
      if (Marked.count(F) || !F->hasBody())
        return false;
      EmptyQuotient Quotient(Context);
      Quotient.TraverseStmt(F->getBody());
      return Quotient.Found;
    });
  });
}

bool KernelTemplates::instantiate(FunctionTemplateDecl &Of,
                                  const Choice &With) {
  SourceLocation At = Of.getLocation();
  TemplateArgumentListInfo Arguments(At, At);
  Sema::CheckTemplateArgumentInfo Checked;
  if (!argumentsFor(Of, With, Arguments))
    return false;
  DiagnosticErrorTrap Errors(S.getDiagnostics());
  if (S.CheckTemplateArgumentList(&Of, At, Arguments, /*DefaultArgs=*/{},
                                  /*PartialTemplateArgs=*/false, Checked))
    return false;
  FunctionDecl *Made = S.InstantiateFunctionDeclaration(
      &Of,
      TemplateArgumentList::CreateCopy(Context, Checked.CanonicalConverted),
      At);
  if (!Made || Errors.hasErrorOccurred()) {
    mark(/*IsGood=*/false);
    return false;
  }
  Made->setTemplateSpecializationKind(TSK_ImplicitInstantiation, At);
  S.InstantiateFunctionDefinition(At, Made, /*Recursive=*/true,
                                  /*DefinitionRequired=*/true,
                                  /*AtEndOfTU=*/true);
  bool IsGood = !Errors.hasErrorOccurred() && Made->hasBody() &&
                sharedBytes(*Made) <= MaxStaticSharedBytes && isSuitable();
  mark(IsGood);
  return IsGood;
}

bool KernelTemplates::instantiate(FunctionTemplateDecl &Of) {
  for (const Choice &With : choicesFor(Of))
    if (instantiate(Of, With))
      return true;
  return false;
}

void KernelTemplates::instantiate() {
  collect(*Context.getTranslationUnitDecl());
  if (Kernels.size() > MostTemplates || Launchers.size() > MostTemplates)
    return;
  DiagnosticsEngine &Diagnostics = S.getDiagnostics();
  bool WasSilent = Diagnostics.getSuppressAllDiagnostics();
  Diagnostics.setSuppressAllDiagnostics(true);
  for (FunctionTemplateDecl *Template : Launchers)
    instantiate(*Template);
  for (FunctionTemplateDecl *Template : Kernels)
    if (!isInstantiated(*Template))
      instantiate(*Template);
  Diagnostics.setSuppressAllDiagnostics(WasSilent);
}

extern "C" {

void __real__ZN5clang4Sema25ActOnEndOfTranslationUnitEv(Sema *);

void __wrap__ZN5clang4Sema25ActOnEndOfTranslationUnitEv(Sema *Self) {
  Scope *Outermost = Self->TUScope;
  __real__ZN5clang4Sema25ActOnEndOfTranslationUnitEv(Self);
  if (!Self->getLangOpts().CUDA || Self->TUKind != TU_Complete)
    return;
  // Names may be looked up while templates are instantiated.
  Self->TUScope = Outermost;
  KernelTemplates(*Self).instantiate();
  Self->TUScope = nullptr;
}

} // extern "C"

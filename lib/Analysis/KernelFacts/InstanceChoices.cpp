//===--- InstanceChoices.cpp - What template arguments choose -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/InstanceChoices.h"
#include "Analysis/Expr/LaunchExtents.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/Launches/Launches.h"
#include "Target/Warp.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint {

/// \p S names an element of memory, or a field by a pointer.
static bool namesElement(const Stmt &S) {
  if (const auto *Field = dyn_cast<MemberExpr>(&S))
    return Field->isArrow() &&
           !isa<CXXThisExpr>(Field->getBase()->IgnoreParenImpCasts());
  const auto *Op = dyn_cast<UnaryOperator>(&S);
  return isa<ArraySubscriptExpr>(S) || (Op && Op->getOpcode() == UO_Deref);
}

/// Where \p F, or the template that it is made from, is declared.
static SourceLocation patternAt(const FunctionDecl &F) {
  const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  return (Pattern ? Pattern : &F)->getLocation();
}

/// The successor of \p S that is taken if its condition is \p Truth.
static const Stmt *successorOf(const Stmt &S, bool Truth) {
  if (const auto *If = dyn_cast<IfStmt>(&S))
    return Truth ? If->getThen() : If->getElse();
  const auto &Choice = cast<ConditionalOperator>(S);
  return Truth ? Choice.getTrueExpr() : Choice.getFalseExpr();
}

/// Walks through a function's body.
class InstanceChoices::Walk {
public:
  Walk(InstanceChoices &Choices, OfFunction &Own)
      : Choices(Choices), Own(Own) {}

  void add(const FunctionDecl &F) {
    addArguments(F, F.getTemplateSpecializationArgs());
    if (const auto *Class =
            dyn_cast<ClassTemplateSpecializationDecl>(F.getParent()))
      addArguments(F, &Class->getTemplateArgs());
    for (const ParmVarDecl *Parameter : F.parameters())
      addVariable(*Parameter);
    if (!F.doesThisDeclarationHaveABody() || F.isDependentContext())
      return;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        add(Init->getInit());
    add(F.getBody());
  }

private:
  DeviceCode &code() const { return Choices.Code; }

  void add(const Stmt *S) {
    if (!S || addChosenSuccessor(*S))
      return;
    if (const auto *E = dyn_cast<Expr>(S); E && code().identityOf(*E)) {
      Own.IsNoticed = true;
      return;
    }
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
      return add(Default->getExpr());
    addItself(*S);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      // The body belongs to the functions that call the lambda.
      for (const Expr *Captured : Lambda->capture_inits())
        add(Captured);
      return;
    }
    for (const Stmt *Part : S->children())
      add(Part);
  }

  void addItself(const Stmt &S) {
    Own.IsNoticed |= namesElement(S);
    if (const auto *Switch = dyn_cast<SwitchStmt>(&S))
      if (auto Number = numberOf(*Switch->getCond()))
        choose(S.getBeginLoc(), *Number);
    if (const auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(&S);
        Argument && Argument->getType()->isEnumeralType())
      if (auto Number = numberOf(*Argument))
        choose(S.getBeginLoc(), *Number);
    if (!code().operations(S).empty())
      Own.IsNoticed = true;
    else if (isa<CallExpr, CXXConstructExpr, CXXInheritedCtorInitExpr>(S))
      if (const FunctionDecl *Callee = code().target(*cast<Expr>(&S)))
        addCall(S, *Callee);
    if (const auto *Declared = dyn_cast<DeclStmt>(&S))
      for (const Decl *D : Declared->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          addVariable(*Var);
  }

  void addCall(const Stmt &Call, const FunctionDecl &Callee) {
    bool IsNoticed = Choices.ofFunction(Callee).IsNoticed;
    choose(Call.getBeginLoc(),
           IsNoticed ? patternAt(Callee).getRawEncoding() : 0);
    if (IsNoticed)
      Own.Callees.push_back(&Callee);
    Own.IsNoticed |= IsNoticed;
  }

  /// False unless a constant decides at \p S.
  bool addChosenSuccessor(const Stmt &S) {
    const auto *If = dyn_cast<IfStmt>(&S);
    const auto *Select = dyn_cast<ConditionalOperator>(&S);
    const Expr *Condition = If       ? If->getCond()
                            : Select ? Select->getCond()
                                     : nullptr;
    bool Truth;
    if (!Condition || Condition->isInstantiationDependent() ||
        !Condition->EvaluateAsBooleanCondition(Truth, code().context()))
      return false;
    choose(S.getBeginLoc(), Truth);
    if (If)
      add(If->getInit());
    add(successorOf(S, Truth));
    return true;
  }

  /// \p Var is volatile or leads to what is, or not.
  void addVariable(const VarDecl &Var) {
    bool IsVolatile = false;
    for (QualType Type = Var.getType(); !Type.isNull();) {
      IsVolatile |= Type.isVolatileQualified();
      Type = Type->isArrayType()
                 ? QualType(Type->getArrayElementTypeNoTypeQual(), 0)
                 : Type->getPointeeType();
    }
    Own.IsNoticed |= IsVolatile;
    choose(Var.getLocation(), IsVolatile);
  }

  void addArguments(const FunctionDecl &F,
                    const TemplateArgumentList *Arguments) {
    if (!Arguments)
      return;
    for (unsigned I = 0; I < Arguments->size(); ++I) {
      const TemplateArgument &Argument = Arguments->get(I);
      if (Argument.getKind() == TemplateArgument::Integral &&
          Argument.getIntegralType()->isEnumeralType() &&
          Argument.getAsIntegral().isRepresentableByInt64())
        // Arguments have no source locations; their index makes one.
        choose(patternAt(F).getLocWithOffset(int(I)),
               Argument.getAsIntegral().getExtValue());
    }
  }

  std::optional<int64_t> numberOf(const Expr &E) const {
    Expr::EvalResult Value;
    if (E.isInstantiationDependent() ||
        !E.EvaluateAsInt(Value, code().context()) ||
        !Value.Val.getInt().isRepresentableByInt64())
      return std::nullopt;
    return Value.Val.getInt().getExtValue();
  }

  void choose(SourceLocation At, int64_t What) {
    Own.Made.emplace_back(At.getRawEncoding(), What);
  }

  InstanceChoices &Choices;
  OfFunction &Own;
};

const InstanceChoices::OfFunction &
InstanceChoices::ofFunction(const FunctionDecl &F) {
  std::unique_ptr<OfFunction> &Slot = Known[&F];
  // A recursive call finds nothing yet of the function under construction.
  if (Slot)
    return *Slot;
  Slot = std::make_unique<OfFunction>();
  OfFunction &Own = *Slot;
  Walk(*this, Own).add(F);
  return Own;
}

unsigned InstanceChoices::launchesOf(const FunctionDecl &Kernel) const {
  LaunchExtents Launch = Code.launchOf(Kernel);
  uint64_t Threads = Launch.blockSize();
  return unsigned(!Code.launchesOf(Kernel).empty()) |
         unsigned(Threads != 0) << 1 |
         unsigned(Threads != 0 && Threads <= LanesPerWarp) << 2 |
         unsigned(Launch.clusterSize() > 1) << 3;
}

InstanceChoices::Choices InstanceChoices::of(const FunctionDecl &Kernel) {
  Choices All{{0, launchesOf(Kernel)}};
  Worklist<FunctionDecl> Work{&Kernel};
  while (const FunctionDecl *Now = Work.next()) {
    const OfFunction &Of = ofFunction(*Now);
    All.insert(Of.Made.begin(), Of.Made.end());
    Work.addAll(Of.Callees);
  }
  return All;
}

} // namespace warplint

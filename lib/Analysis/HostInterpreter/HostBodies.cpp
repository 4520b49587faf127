//===--- HostBodies.cpp - What functions of the host do, not run ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/Worklist.h"
#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

const Expr *objectReturnedBy(const Expr &E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(&E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || Method->isVirtual() ||
      !Method->getReturnType()->isLValueReferenceType())
    return nullptr;
  const auto *Block = dyn_cast_or_null<CompoundStmt>(Method->getBody());
  if (!Block || Block->body_empty())
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Block->body_back());
  const auto *This =
      Return && Return->getRetValue()
          ? dyn_cast<UnaryOperator>(withoutCasts(Return->getRetValue()))
          : nullptr;
  const Expr *Object = Call->getImplicitObjectArgument();
  bool IsSame = This && This->getOpcode() == UO_Deref &&
                isa<CXXThisExpr>(withoutCasts(This->getSubExpr())) &&
                !Object->getType()->isPointerType() &&
                llvm::none_of(llvm::drop_end(Block->body()), holdsPathOut);
  return IsSame ? Object : nullptr;
}

/// Whom a body calls, and whether it launches.
class HostInterpreter::BodyReader : public syntax::TreeVisitor {
public:
  /// \p Made is the class whose constructor it is, or null.
  BodyReader(Body &Into, const ASTContext &Context, Seek Sought,
             const CXXRecordDecl *Made = nullptr)
      : Into(Into), Context(Context), Sought(Sought), Made(Made) {}

  bool VisitStmt(Stmt *) override {
    ++Into.Size;
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = calleeOf(*Call);
    if (!Callee)
      Into.Indirect.push_back(Call);
    for (const Expr *Argument : Call->arguments())
      noteHanded(Argument);
    Callees.insert(Call->getCallee()->IgnoreParenImpCasts());
    const HostApiEntry *Api = Callee ? lookupHostApi(*Callee) : nullptr;
    if (Sought == Seek::Build && Callee && mayBeElsewhere(*Callee, Context))
      Into.Launches = true;
    if (isa<CUDAKernelCallExpr>(Call) || (Api && launchesByCall(*Api))) {
      Into.Launches = true;
      Into.Sites.push_back(Call);
    }
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
        Member && Member->getMethodDecl() && Member->getMethodDecl()->isConst())
      noteReadMember(Member->getImplicitObjectArgument());
    for (unsigned I = 0;
         Callee && I < Call->getNumArgs() && I < Callee->getNumParams() &&
         !isa<CXXOperatorCallExpr>(Call);
         ++I)
      if (!allowsChange(Callee->getParamDecl(I)->getType()))
        noteReadMember(Call->getArg(I));
    if (Callee && Callee->hasBody(Callee))
      Into.Callees.push_back(Callee);
    noteUnseen(Callee, Api);
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Call);
        Op && Op->isAssignmentOp())
      noteAssigned(Op->getArg(0));
    bool OnlyAsks =
        (Api && !launchesByCall(*Api)) || (Callee && isResidencyQuery(*Callee));
    for (const Expr *Argument : Call->arguments()) {
      const Expr *Place = addressedBy(*Argument);
      if (Api && Place)
        noteAssigned(Place); // It keeps no address.
      if (OnlyAsks)
        Callees.insert((Place ? Place : Argument)->IgnoreParenCasts());
    }
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (Op->isAssignmentOp())
      noteAssigned(Op->getLHS());
    const auto *To = dyn_cast<MemberExpr>(Op->getLHS()->IgnoreParens());
    if (const auto *Field =
            To ? dyn_cast<FieldDecl>(To->getMemberDecl()) : nullptr;
        Field && Op->getOpcode() == BO_Assign)
      Into.Stored.push_back({Field, Op->getRHS()});
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *Op) override {
    if (Op->isIncrementDecrementOp())
      noteAssigned(Op->getSubExpr());
    return true;
  }

  Traversal enter(Stmt &S) override {
    bool IsClosure = isa<LambdaExpr>(S);
    Into.HasClosures |= IsClosure;
    LambdasAround += IsClosure;
    return Traversal::Into;
  }
  void leave(Stmt &S) override { LambdasAround -= isa<LambdaExpr>(S); }

  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) override {
    if (Cast->getCastKind() == CK_LValueToRValue) {
      noteRead(Cast->getSubExpr());
      noteReadMember(Cast->getSubExpr());
    }
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *Made) override {
    for (const Expr *Argument : Made->arguments())
      noteHanded(Argument);
    if (Made->getConstructor()->isCopyOrMoveConstructor()) {
      noteRead(Made->getArg(0));
      noteReadMember(Made->getArg(0));
    }
    if (Sought == Seek::Build &&
        mayBeElsewhere(*Made->getConstructor(), Context))
      Into.Launches = true;
    return true;
  }

  bool VisitMemberExpr(MemberExpr *Member) override {
    Into.AsksResidency |= isResidencyQuery(*Member->getMemberDecl());
    // What is around it has been visited before.
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    bool IsOwn = Field && Field->getParent() == Made &&
                 isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts());
    if (Field && !ReadMembers.count(Member))
      (IsOwn ? Into.OwnFields : Into.Fields).push_back(Field);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    Into.AsksResidency |= isResidencyQuery(*Ref->getDecl());
    // What is around it has been visited before.
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
        F && !Callees.count(Ref))
      Into.Taken.push_back(F->getCanonicalDecl());
    const CXXRecordDecl *Class = Ref->getType()->getAsCXXRecordDecl();
    Into.HasClosures |= Class && Class->isLambda();
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || !Var->hasGlobalStorage() || Reads.count(Ref))
      return true;
    Into.Changed.push_back(Var->getCanonicalDecl());
    if (LambdasAround || !Assigned.count(Ref))
      Into.Exposed.push_back(Var->getCanonicalDecl());
    return true;
  }

private:
  /// \p E, a variable or a part of one, is only read here.
  void noteRead(const Expr *E) { Reads.insert(nameIn(E)); }
  /// \p E, a member or a part of one, is only read here.
  void noteReadMember(const Expr *E) {
    for (E = E->IgnoreParenImpCasts();;) {
      if (const auto *Member = dyn_cast<MemberExpr>(E)) {
        ReadMembers.insert(Member);
        if (Member->isArrow())
          return;
        E = Member->getBase()->IgnoreParenImpCasts();
      } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
                 Element && arrayOf(*Element)) {
        E = arrayOf(*Element)->IgnoreParenImpCasts();
      } else {
        return;
      }
    }
  }
  /// It gets a value here.
  void noteAssigned(const Expr *E) { Assigned.insert(nameIn(E)); }
  void noteHanded(const Expr *E) {
    const Expr *Of = addressedBy(*E);
    const auto *Ref = dyn_cast<DeclRefExpr>((Of ? Of : E)->IgnoreParenCasts());
    if (const auto *F = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr)
      Into.Handed.push_back(F->getCanonicalDecl());
  }
  void noteUnseen(const FunctionDecl *Callee, const HostApiEntry *Api) {
    bool IsLibrary = Callee && isOfLibrary(*Callee, Context);
    if (!Api) {
      Into.CallsLibrary |= IsLibrary;
      Into.CallsOthers |= !Callee || (!IsLibrary && !Callee->hasBody());
    }
  }

  llvm::SmallPtrSet<const Expr *, 16> Reads, ReadMembers, Assigned;
  /// Names of functions that are called, or of which something is asked.
  llvm::SmallPtrSet<const Expr *, 16> Callees;
  unsigned LambdasAround = 0;
  Body &Into;
  const ASTContext &Context;
  Seek Sought;
  const CXXRecordDecl *Made;
};

const HostInterpreter::Body &HostInterpreter::readBody(const FunctionDecl &F) {
  Body &Into = Bodies[&F];
  const auto *Maker = dyn_cast<CXXConstructorDecl>(&F);
  BodyReader(Into, Context, Sought, Maker ? Maker->getParent() : nullptr)
      .TraverseStmt(F.getBody());
  if (Into.HasClosures)
    readClosures(*F.getBody());
  noteNamed(Into);
  for (const auto &[Field, Value] : Into.Stored)
    Stores[Field].Values.push_back(Value);
  if (Maker)
    for (const CXXCtorInitializer *Init : Maker->inits())
      if (const FieldDecl *Field = Init->getAnyMember();
          Field && Init->isWritten()) {
        ++Stores[Field].Mentions;
        Stores[Field].Values.push_back(Init->getInit());
      }
  return Into;
}

/// Notes what functions and fields \p Read names, and how.
void HostInterpreter::noteNamed(const Body &Read) {
  ChangedFields.insert(Read.Fields.begin(), Read.Fields.end());
  for (const auto *Each : {&Read.Fields, &Read.OwnFields})
    for (const FieldDecl *Field : *Each)
      ++Stores[Field].Mentions;
  Taken.insert(Read.Taken.begin(), Read.Taken.end());
  HandedOver.insert(Read.Handed.begin(), Read.Handed.end());
}

/// Variables outside of functions whose addresses others hold from the start.
void HostInterpreter::readInitializers(const Decl &D) {
  const SourceManager &Sources = Context.getSourceManager();
  if (Sources.isInSystemHeader(Sources.getExpansionLoc(D.getLocation())))
    return;
  if (isa<NamespaceDecl, LinkageSpecDecl>(D))
    for (const Decl *Inner : cast<DeclContext>(D).decls())
      readInitializers(*Inner);
  const auto *Var = dyn_cast<VarDecl>(&D);
  if (Var)
    Globals.push_back(Var);
  if (!Var || !Var->hasInit())
    return;
  Body Read;
  BodyReader(Read, Context, Sought).TraverseStmt(Var->getInit());
  Changed.insert(Read.Changed.begin(), Read.Changed.end());
  Exposed.insert(Read.Exposed.begin(), Read.Exposed.end());
  noteNamed(Read);
}

bool HostInterpreter::reaches(const FunctionDecl &F, bool Body::*Trait) {
  Worklist<FunctionDecl> Work{&F};
  while (const FunctionDecl *Now = Work.next()) {
    auto Next = Bodies.find(Now);
    if (Next == Bodies.end())
      continue;
    if (Next->second.*Trait)
      return true;
    Work.addAll(Next->second.Callees);
    for (const CallExpr *Call : Next->second.Indirect)
      Work.addAll(targetsOf(*Call));
  }
  return false;
}

bool HostInterpreter::reachesLaunch(const FunctionDecl &F) {
  auto [Known, New] = Reaching.try_emplace(&F, false);
  if (New)
    Known->second = reaches(F, &Body::Launches);
  return Known->second;
}

bool HostInterpreter::holdsLaunch(const Stmt *S) {
  auto Known = Holding.find(S);
  if (Known != Holding.end())
    return Known->second;
  Body Read;
  BodyReader(Read, Context, Sought).TraverseStmt(S);
  return Holding[S] =
             Read.Launches ||
             llvm::any_of(Read.Callees,
                          [&](const auto *F) { return reachesLaunch(*F); }) ||
             llvm::any_of(Read.Indirect, [&](const CallExpr *Call) {
               return llvm::any_of(targetsOf(*Call), [&](const auto *F) {
                 return reachesLaunch(*F);
               });
             });
}

} // namespace warplint::host

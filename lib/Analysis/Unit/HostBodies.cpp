//===--- HostBodies.cpp - What functions of the host do, not run
//-----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/HostRun.h"
#include "Analysis/Unit/HostSyntax.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// Whom a body calls, and whether it launches.
class HostRun::BodyReader : public RecursiveASTVisitor<BodyReader> {
public:
  BodyReader(Body &Into, const ASTContext &Context, Seek Sought)
      : Into(Into), Context(Context), Sought(Sought) {}

  bool VisitStmt(Stmt *) {
    ++Into.Size;
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    Callees.insert(Call->getCallee()->IgnoreParenImpCasts());
    const HostApiEntry *Api = Callee ? lookupHostApi(*Callee) : nullptr;
    if (Sought == Seek::Calls)
      Into.Launches |= Callee && mayBeElsewhere(*Callee, Context);
    else if (isa<CUDAKernelCallExpr>(Call) ||
             (Api && Api->Kind == HostCallKind::Launch)) {
      Into.Launches = true;
      Into.Sites.push_back(Call);
    }
    if (Callee && Callee->hasBody(Callee))
      Into.Callees.push_back(Callee);
    return true;
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) {
    if (Cast->getCastKind() == CK_LValueToRValue)
      noteRead(Cast->getSubExpr());
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *Made) {
    if (Made->getConstructor()->isCopyOrMoveConstructor())
      noteRead(Made->getArg(0));
    return true;
  }

  bool VisitMemberExpr(MemberExpr *Member) {
    Into.AsksResidency |= asksForResidency(*Member->getMemberDecl());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    Into.AsksResidency |= asksForResidency(*Ref->getDecl());
    // What is around it has been visited before.
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
        F && !Callees.count(Ref))
      Into.Taken.push_back(F->getCanonicalDecl());
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && Var->hasGlobalStorage() && !Reads.count(Ref))
      Into.Changed.push_back(Var->getCanonicalDecl());
    return true;
  }

private:
  /// \p E, a variable or a part of one, is only read here.
  void noteRead(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    while (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow())
        return;
      E = Member->getBase()->IgnoreParenImpCasts();
    }
    Reads.insert(E);
  }

  llvm::SmallPtrSet<const Expr *, 16> Reads, Callees;
  Body &Into;
  const ASTContext &Context;
  Seek Sought;
};

const HostRun::Body &HostRun::readBody(const FunctionDecl &F) {
  Body &Into = Bodies[&F];
  BodyReader(Into, Context, Sought).TraverseStmt(F.getBody());
  Taken.insert(Into.Taken.begin(), Into.Taken.end());
  return Into;
}

/// Variables outside of functions whose addresses others hold from the start.
void HostRun::readInitializers(const Decl &D) {
  const SourceManager &Sources = Context.getSourceManager();
  if (Sources.isInSystemHeader(Sources.getExpansionLoc(D.getLocation())))
    return;
  if (isa<NamespaceDecl, LinkageSpecDecl>(D))
    for (const Decl *Inner : cast<DeclContext>(D).decls())
      readInitializers(*Inner);
  const auto *Var = dyn_cast<VarDecl>(&D);
  if (!Var || !Var->hasInit())
    return;
  Body Read;
  BodyReader(Read, Context, Sought)
      .TraverseStmt(const_cast<Expr *>(Var->getInit()));
  Changed.insert(Read.Changed.begin(), Read.Changed.end());
  Taken.insert(Read.Taken.begin(), Read.Taken.end());
}

bool HostRun::reaches(const FunctionDecl &F, bool Body::*Trait) {
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  llvm::SmallVector<const FunctionDecl *, 16> Work{&F};
  while (!Work.empty()) {
    auto Next = Bodies.find(Work.pop_back_val());
    if (Next == Bodies.end() || !Seen.insert(Next->first).second)
      continue;
    if (Next->second.*Trait)
      return true;
    Work.append(Next->second.Callees.begin(), Next->second.Callees.end());
  }
  return false;
}

bool HostRun::reachesLaunch(const FunctionDecl &F) {
  auto [Known, New] = Reaching.try_emplace(&F, false);
  if (New)
    Known->second = reaches(F, &Body::Launches);
  return Known->second;
}

bool HostRun::holdsLaunch(const Stmt *S) {
  auto Known = Holding.find(S);
  if (Known != Holding.end())
    return Known->second;
  Body Read;
  BodyReader(Read, Context, Sought).TraverseStmt(const_cast<Stmt *>(S));
  return Holding[S] =
             Read.Launches || llvm::any_of(Read.Callees, [&](const auto *F) {
               return reachesLaunch(*F);
             });
}

} // namespace warplint

//===--- LaunchFacts.cpp - What a unit says of launches -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/LaunchFacts.h"
#include "CudaModel/Collectives.h"
#include "CudaModel/SyncApi.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace warplint::proof {

namespace {

/// What a launch that nothing is known of has.
constexpr int64_t UsualBlock = 256, UsualGrid = 64, UsualRows = 4;
/// More blocks than any GPU holds at once.
constexpr int64_t TooManyBlocks = 1 << 14;

/// Extents that \p E is made of, 0 for each that is not known here.
std::array<int64_t, 3> extentsOf(const Expr &E, const ASTContext &Context) {
  std::array<int64_t, 3> Extents = {0, 0, 0};
  const auto *Made = dyn_cast<CXXConstructExpr>(E.IgnoreImplicit());
  for (unsigned I = 0; Made && I < std::min(Made->getNumArgs(), 3u); ++I) {
    Expr::EvalResult Value;
    const Expr *Extent = Made->getArg(I);
    if (!Extent->isValueDependent() && Extent->getType()->isIntegerType() &&
        Extent->EvaluateAsInt(Value, Context))
      Extents[I] = Value.Val.getInt().getExtValue();
  }
  return Extents;
}

/// The first launch of a kernel in the unit.
class LaunchFinder : public syntax::TreeVisitor {
public:
  LaunchFinder(const FunctionDecl &Kernel, const ASTContext &Context)
      : syntax::TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}),
        Kernel(Kernel), Context(Context) {}
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || Callee->getCanonicalDecl() != Kernel.getCanonicalDecl() ||
        Found.Block[0])
      return true;
    const CallExpr *How = Call->getConfig();
    if (How->getNumArgs() >= 2)
      Found = {extentsOf(*How->getArg(0), Context),
               extentsOf(*How->getArg(1), Context)};
    return true;
  }
  Dimensions Found;

private:
  const FunctionDecl &Kernel;
  const ASTContext &Context;
};

/// Findings about one block: others that run the same code beside it, on the
/// same elements, have a race of their own.
bool isOfOneBlock(llvm::StringRef Check) {
  return llvm::is_contained({"async-copy-wait", "shared-memory-race",
                             "shuffle-operand", "temp-storage-reuse",
                             "uninitialized-shared-read"},
                            Check);
}

/// What a body says of its launch and of the values that it looks for.
class BodyReader : public syntax::TreeVisitor {
public:
  explicit BodyReader(const ASTContext &Context) : Context(Context) {}
  bool VisitDeclRefExpr(DeclRefExpr *Name) override {
    const auto *Var = dyn_cast<VarDecl>(Name->getDecl());
    Facts.HasDynamicShared |=
        Var && Var->hasAttr<CUDASharedAttr>() && Var->hasExternalStorage();
    return true;
  }
  bool VisitStmt(Stmt *S) override {
    const auto *E = dyn_cast<Expr>(S);
    std::optional<Identity> Read =
        E ? Model.identityOf(*E) : std::optional<Identity>();
    bool IsOfBlock = Read && (Read->Kind == IdentityKind::BlockIdx ||
                              Read->Kind == IdentityKind::GridDim);
    Facts.HasBlocks |= IsOfBlock;
    Facts.HasRows |= IsOfBlock && Read->Axis == 1;
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    // Handles of the grid and of clusters know the block.
    std::optional<SyncOp> Op = Model.classify(*Call);
    Facts.HasBlocks |= Op && Op->Scope > Scope::Block;
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    const CXXRecordDecl *Of = Member ? Member->getRecordDecl() : nullptr;
    if (auto Made = Of ? blockOf(*Of) : std::nullopt; Made && !Facts.Block[0])
      Facts.Block = {(*Made)[0], (*Made)[1], (*Made)[2]};
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *Asm) override {
    std::string Text = Asm->getAsmString();
    for (llvm::StringRef Register : {"ctaid", "ctarank", "clusterid"})
      Facts.HasBlocks |= llvm::StringRef(Text).contains(Register);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (!Op->isComparisonOp())
      return true;
    for (const Expr *Side : {Op->getLHS(), Op->getRHS()}) {
      Expr::EvalResult Value;
      if (Side->isValueDependent() || !Side->getType()->isIntegerType() ||
          !Side->EvaluateAsInt(Value, Context))
        continue;
      int64_t Limit = Value.Val.getInt().getExtValue();
      if (Limit >= INT32_MAX || Limit <= INT32_MIN)
        continue;
      // The values on both sides of a limit are of interest.
      int64_t Beside = Op->isEqualityOp() ? 0 : 1;
      for (int64_t Each : {Limit, Limit + Beside, Limit - Beside})
        if (!llvm::is_contained(Facts.Constants, Each))
          Facts.Constants.push_back(Each);
    }
    return true;
  }
  BodyFacts Facts;

private:
  const ASTContext &Context;
  SyncModel Model;
};

/// Whether a function that a line names is a barrier of the block.
class BarrierNameFinder : public syntax::TreeVisitor {
public:
  BarrierNameFinder(const SourceManager &SM, unsigned Line)
      : SM(SM), Line(Line) {}
  bool VisitDeclRefExpr(DeclRefExpr *Name) override {
    const auto *F = dyn_cast<FunctionDecl>(Name->getDecl());
    SourceLocation At = SM.getExpansionLoc(Name->getLocation());
    if (!F || !SM.isInMainFile(At) || SM.getExpansionLineNumber(At) != Line)
      return true;
    const SyncApiEntry *Does = Model.lookup(*F);
    Found |=
        Does && Does->Kind == SyncKind::Barrier && Does->Scope == Scope::Block;
    return true;
  }
  bool Found = false;

private:
  const SourceManager &SM;
  unsigned Line;
  SyncModel Model;
};

} // namespace

Dimensions launchOf(const FunctionDecl &Kernel, ASTContext &Context) {
  LaunchFinder Finder(Kernel, Context);
  Finder.TraverseAST(Context);
  Dimensions Known = Finder.Found;
  const auto *Bound = Kernel.getAttr<CUDALaunchBoundsAttr>();
  Expr::EvalResult Most;
  if (Bound && !Known.Block[0] && !Bound->getMaxThreads()->isValueDependent() &&
      Bound->getMaxThreads()->EvaluateAsInt(Most, Context))
    Known.Block = {Most.Val.getInt().getExtValue(), 1, 1};
  return Known;
}

Dimensions dimensionsOf(const report::ReportedFinding &F, Dimensions Launch,
                        bool Many, const BodyFacts &Body) {
  if (F.Scenario && F.Scenario->BlockDim[0])
    Launch = {F.Scenario->GridDim, F.Scenario->BlockDim};
  if (F.Shown) {
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      if (F.Shown->GridDim[Axis])
        Launch.Grid[Axis] = F.Shown->GridDim[Axis];
      if (F.Shown->BlockDim[Axis])
        Launch.Block[Axis] = F.Shown->BlockDim[Axis];
    }
    for (const report::ReportedThread &Thread : F.Shown->Threads)
      for (unsigned Axis = 0; Axis < 3; ++Axis) {
        Launch.Block[Axis] =
            std::max(Launch.Block[Axis], Thread.Thread[Axis] + 1);
        if (Thread.Block)
          Launch.Grid[Axis] =
              std::max(Launch.Grid[Axis], (*Thread.Block)[Axis] + 1);
      }
  }
  if (!Launch.Block[0])
    Launch.Block = Body.Block;
  Launch.IsGuessed = !Launch.Block[0];
  if (!Launch.Block[0])
    Launch.Block = {UsualBlock, 1, 1};
  if (Many)
    Launch.Grid[0] = TooManyBlocks;
  if (!Launch.Grid[0] && !Body.HasBlocks && isOfOneBlock(F.Check))
    Launch.Grid = {1, 1, 1};
  if (!Launch.Grid[0])
    Launch.Grid = {Body.HasRows ? UsualGrid / UsualRows : UsualGrid,
                   Body.HasRows ? UsualRows : 1, 1};
  return Launch;
}

BodyFacts factsOf(llvm::ArrayRef<const FunctionDecl *> Runs,
                  const ASTContext &Context) {
  BodyReader Reader(Context);
  for (const FunctionDecl *Each : Runs)
    Reader.TraverseStmt(Each->getBody());
  return std::move(Reader.Facts);
}

bool namesBarrier(unsigned Line, ASTContext &Context) {
  BarrierNameFinder Finder(Context.getSourceManager(), Line);
  Finder.TraverseAST(Context);
  return Finder.Found;
}

} // namespace warplint::proof

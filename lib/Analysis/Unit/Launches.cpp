//===--- Launches.cpp - What a unit says of its launches ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/Launches.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

namespace {

using Extents = std::array<std::optional<uint32_t>, 3>;

/// One launch; null where the extents are not in the call.
struct Launch {
  const FunctionDecl *Kernel;
  const Expr *Grid, *Block;
};

/// The kernel that \p E is the address of, through casts, or null.
const FunctionDecl *namedKernel(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    const auto *Op = dyn_cast<UnaryOperator>(E);
    if (!Op || Op->getOpcode() != UO_AddrOf)
      break;
    E = Op->getSubExpr();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *F = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
  return F && F->hasAttr<CUDAGlobalAttr>() ? F : nullptr;
}

/// Launches inside one host function, and the variables it changes.
class HostBody : public RecursiveASTVisitor<HostBody> {
public:
  explicit HostBody(const SyncModel &Model) : Model(Model) {}

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) {
    const CallExpr *Config = Call->getConfig();
    if (Call->getDirectCallee() && Config && Config->getNumArgs() >= 2)
      Launches.push_back(
          {Call->getDirectCallee(), Config->getArg(0), Config->getArg(1)});
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Op) {
    if (Op->isAssignmentOp())
      noteChange(Op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Op) {
    if (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_AddrOf)
      noteChange(Op->getSubExpr());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    if (Call->isAssignmentOp())
      noteChange(Call->getArg(0));
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (const FunctionDecl *Callee = Call->getDirectCallee()) {
      noteReferences(*Callee, {Call->getArgs(), Call->getNumArgs()});
      noteLaunch(*Call, *Callee);
    }
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    noteReferences(*Construct->getConstructor(),
                   {Construct->getArgs(), Construct->getNumArgs()});
    return true;
  }
  bool VisitVarDecl(VarDecl *Var) {
    if (Var->hasInit() && allowsChange(Var->getType()))
      noteChange(Var->getInit());
    return true;
  }

  bool changes(const VarDecl *Var) const { return Changed.count(Var); }

  std::vector<Launch> Launches;

private:
  static bool allowsChange(QualType T) {
    return T->isReferenceType() && !T->getPointeeType().isConstQualified();
  }

  void noteReferences(const FunctionDecl &Callee,
                      llvm::ArrayRef<const Expr *> Arguments) {
    for (size_t I = 0; I < Arguments.size() && I < Callee.getNumParams(); ++I)
      if (allowsChange(Callee.getParamDecl(I)->getType()))
        noteChange(Arguments[I]);
  }

  /// `launch(kernel, grid, block, ...)`. Where the kernel is not the first
  /// argument, its extents are in a structure.
  void noteLaunch(const CallExpr &Call, const FunctionDecl &Callee) {
    const SyncApiEntry *Entry = Model.lookup(Callee);
    if (!Entry || Entry->Kind != SyncKind::HostLaunch)
      return;
    for (unsigned I = 0; I < Call.getNumArgs(); ++I)
      if (const FunctionDecl *Kernel = namedKernel(Call.getArg(I))) {
        bool Direct = I == 0 && Call.getNumArgs() > 2;
        Launches.push_back({Kernel, Direct ? Call.getArg(1) : nullptr,
                            Direct ? Call.getArg(2) : nullptr});
        return;
      }
  }

  void noteChange(const Expr *E) {
    E = E->IgnoreParenCasts();
    while (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase()->IgnoreParenCasts();
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      noteChange(Choice->getTrueExpr());
      noteChange(Choice->getFalseExpr());
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      Changed.insert(Ref->getDecl());
  }

  const SyncModel &Model;
  llvm::SmallPtrSet<const ValueDecl *, 16> Changed;
};

class ExtentReader {
public:
  ExtentReader(const ASTContext &Context, const HostBody &Body)
      : Context(Context), Body(Body) {}

  Extents read(const Expr *E) const {
    if (!E)
      return {};
    E = strip(E);
    if (const auto *Var = unchanged(E))
      return read(Var->getInit());
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (!Construct)
      return {};
    if (Construct->getNumArgs() == 1 &&
        Construct->getConstructor()->isCopyOrMoveConstructor())
      return read(Construct->getArg(0));
    Extents Result;
    for (unsigned I = 0; I < 3 && I < Construct->getNumArgs(); ++I)
      Result[I] = integer(Construct->getArg(I));
    return Result;
  }

private:
  /// Unlike Expr's own helpers this stops at a construction: dim3(256) is one
  /// behind implicit casts.
  static const Expr *strip(const Expr *E) {
    for (;;) {
      if (const auto *Cast = dyn_cast<CastExpr>(E))
        E = Cast->getSubExpr();
      else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
        E = Temporary->getSubExpr();
      else if (const auto *Full = dyn_cast<FullExpr>(E))
        E = Full->getSubExpr();
      else if (const auto *Paren = dyn_cast<ParenExpr>(E))
        E = Paren->getSubExpr();
      else if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
        E = Bind->getSubExpr();
      else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
        E = Default->getExpr();
      else
        return E;
    }
  }

  const VarDecl *unchanged(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || isa<ParmVarDecl>(Var) || !Var->hasInit() || Body.changes(Var))
      return nullptr;
    bool Known = Var->hasLocalStorage() || Var->getType().isConstQualified();
    return Known ? Var : nullptr;
  }

  std::optional<uint32_t> integer(const Expr *E) const {
    if (E->isValueDependent())
      return std::nullopt;
    Expr::EvalResult Result;
    if (E->getType()->isIntegralOrEnumerationType() &&
        E->EvaluateAsInt(Result, Context))
      return Result.Val.getInt().getLimitedValue(UINT32_MAX);
    E = strip(E);
    if (const VarDecl *Var = unchanged(E))
      return integer(Var->getInit());
    if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
      auto L = integer(Op->getLHS()), R = integer(Op->getRHS());
      if (!L || !R)
        return std::nullopt;
      switch (Op->getOpcode()) {
      case BO_Mul:
        return *L * *R;
      case BO_Add:
        return *L + *R;
      case BO_Sub:
        return *L - *R;
      case BO_Div:
        return *R ? std::optional(*L / *R) : std::nullopt;
      default:
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  const ASTContext &Context;
  const HostBody &Body;
};

} // namespace

/// Extents on which two launches agree.
static void agree(std::array<uint32_t, 3> &Known, const Extents &Launch,
                  bool First) {
  for (unsigned I = 0; I < 3; ++I) {
    uint32_t Value = Launch[I].value_or(0);
    Known[I] = First || Known[I] == Value ? Value : 0;
  }
}

llvm::DenseMap<const FunctionDecl *, LaunchExtents> collectLaunches(
    ASTContext &Context, llvm::ArrayRef<const FunctionDecl *> HostFunctions,
    llvm::ArrayRef<const FunctionDecl *> Kernels, const SyncModel &Model) {
  llvm::DenseMap<const FunctionDecl *, LaunchExtents> Result;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Launched;
  for (const FunctionDecl *Host : HostFunctions) {
    HostBody Body(Model);
    Body.TraverseStmt(Host->getBody());
    ExtentReader Reader(Context, Body);
    for (const Launch &Each : Body.Launches) {
      const FunctionDecl *Kernel = Each.Kernel;
      if (!Kernel->hasBody(Kernel))
        continue;
      bool First = Launched.insert(Kernel).second;
      LaunchExtents &Known = Result[Kernel];
      agree(Known.Grid, Reader.read(Each.Grid), First);
      agree(Known.Block, Reader.read(Each.Block), First);
    }
  }
  for (const FunctionDecl *Kernel : Kernels) {
    if (auto Dims = clusterDimsOf(*Kernel))
      Result[Kernel].Cluster = *Dims;
    const auto *Bounds = Kernel->getAttr<CUDALaunchBoundsAttr>();
    if (!Bounds || !Bounds->getMaxThreads() ||
        Bounds->getMaxThreads()->isValueDependent())
      continue;
    Expr::EvalResult Max;
    if (Bounds->getMaxThreads()->EvaluateAsInt(Max, Context))
      Result[Kernel].MaxThreads = Max.Val.getInt().getLimitedValue(1024);
  }
  return Result;
}

} // namespace warplint

//===--- DependentLaunches.cpp - Kernels that overlap others --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ProgrammaticLaunch/DependentLaunches.h"
#include "Analysis/Detectors/HostSync/KernelAccesses.h"
#include "Analysis/Launches/HostSyntax.h"
#include "Analysis/Launches/Launches.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/LaunchApi.h"
#include "CudaModel/SyncApi.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint::pdl {

namespace {

/// The kernel that a call launches, and the arguments of the kernel.
struct Launch {
  const FunctionDecl *Kernel = nullptr;
  const CallExpr *Site = nullptr;
  llvm::ArrayRef<const Expr *> Arguments; ///< Empty if they are not known.
};

/// The calls in a body, lambdas included, in source order.
class CallReader : public syntax::TreeVisitor {
public:
  bool VisitCallExpr(CallExpr *Call) override {
    Calls.push_back(Call);
    return true;
  }
  std::vector<const CallExpr *> Calls;
};

} // namespace

static const FunctionDecl *kernelNamed(const Expr *E);

/// The kernel that \p Call gives, if its body does nothing but return it.
static const FunctionDecl *kernelGivenBy(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const Stmt *Body = Callee ? Callee->getBody(Callee) : nullptr;
  const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
  const auto *Return = Block && Block->size() == 1
                           ? dyn_cast<ReturnStmt>(Block->body_front())
                           : nullptr;
  const Expr *Given = Return ? Return->getRetValue() : nullptr;
  return Given && !isa<CallExpr>(Given->IgnoreParenCasts()) ? kernelNamed(Given)
                                                            : nullptr;
}

static const FunctionDecl *kernelNamed(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && Call->getType()->isPointerType())
    return kernelGivenBy(*Call);
  if (const Expr *Of = host::addressedBy(*E))
    E = Of->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *F = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
  if (const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      Var && Var->hasInit() && Var->isLocalVarDecl() &&
      Var->getType()->isPointerType() &&
      Var->getType()->getPointeeType()->isFunctionType())
    return kernelNamed(Var->getInit());
  if (!F || !F->hasAttr<CUDAGlobalAttr>())
    return nullptr;
  const FunctionDecl *Definition = F->getDefinition();
  return Definition ? Definition : F;
}

static Launch launchBy(const CallExpr &Call) {
  llvm::ArrayRef<const Expr *> Arguments(Call.getArgs(), Call.getNumArgs());
  auto WithArguments = [&](const FunctionDecl *Kernel) {
    Launch Made{Kernel, &Call, {}};
    if (Arguments.size() >= Kernel->getNumParams())
      Made.Arguments = Arguments.take_back(Kernel->getNumParams());
    return Made;
  };
  if (isa<CUDAKernelCallExpr>(Call)) {
    const FunctionDecl *Kernel = kernelNamed(Call.getCallee());
    return Kernel ? WithArguments(Kernel) : Launch();
  }
  for (const auto &[I, Argument] : llvm::enumerate(Arguments))
    if (const FunctionDecl *Kernel = kernelNamed(Argument)) {
      Launch Made = WithArguments(Kernel);
      if (I + Made.Arguments.size() >= Arguments.size())
        Made.Arguments = {}; // The kernel is among the last ones itself.
      return Made;
    }
  return {};
}

/// A text for the variable and members by which the function reaches the
/// pointer \p E: equal texts are equal pointers. Empty if \p E is computed.
static std::string pathOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
      Made && Made->getNumArgs() == 1)
    return pathOf(Made->getArg(0));
  if (const Expr *Wrapped = wrappedBy(*E))
    return pathOf(Wrapped);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    // `std::move(p)`, and accessors such as `v.data()`.
    if (Call->getNumArgs() == 1 && Call->isCallToStdMove())
      return pathOf(Call->getArg(0));
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    std::string Of = Member && Call->getNumArgs() == 0
                         ? pathOf(Member->getImplicitObjectArgument())
                         : "";
    return Of.empty()
               ? Of
               : Of + "." + Member->getMethodDecl()->getNameAsString() + "()";
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl()->getNameAsString() + "@" +
           std::to_string(Ref->getDecl()->getLocation().getRawEncoding());
  if (isa<CXXThisExpr>(E))
    return "this";
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    std::string Of = pathOf(Member->getBase());
    return Of.empty() ? Of
                      : Of + "." + Member->getMemberDecl()->getNameAsString();
  }
  return "";
}

static void noteEarlier(DependentLaunch &Late, const Launch &Made,
                        llvm::ArrayRef<Launch> Before,
                        hostsync::AccessesOfKernels &Accesses) {
  for (const auto &[I, Argument] : llvm::enumerate(Made.Arguments)) {
    if (!Made.Kernel->getParamDecl(I)->getType()->isPointerType())
      continue;
    std::string Path = pathOf(Argument);
    if (Path.empty())
      continue;
    for (const Launch &Early : llvm::reverse(Before)) {
      const auto *Given = llvm::find_if(
          Early.Arguments, [&](const Expr *E) { return pathOf(E) == Path; });
      if (Given == Early.Arguments.end())
        continue;
      unsigned At = Given - Early.Arguments.begin();
      QualType To = Early.Kernel->getParamDecl(At)->getType();
      if (To->isPointerType() && !To->getPointeeType().isConstQualified() &&
          Accesses.of(*Early.Kernel).mayWrite(At)) {
        Late.FromEarlier.push_back({unsigned(I), Early.Site, Early.Kernel});
        break;
      }
    }
  }
}

/// Whether a launch of a kernel that has \p Known is made early. A unit that
/// shows no launch launches where it is not followed.
static TriState startsEarly(llvm::ArrayRef<launches::KernelLaunch> Known) {
  TriState Result = Known.empty() ? TriState::Unknown : TriState::No;
  for (const launches::KernelLaunch &Each : Known)
    if (TriState Is = Each.Attributes.OverlapsPredecessor;
        Is == TriState::Yes || Result == TriState::No)
      Result = Is;
  return Result;
}

DependentLaunches::DependentLaunches(DeviceCode &Code) {
  hostsync::AccessesOfKernels Accesses(Code);
  llvm::DenseSet<const FunctionDecl *> Helpers(Code.hostFunctions().begin(),
                                               Code.hostFunctions().end());
  for (const FunctionDecl *F : Code.hostFunctions()) {
    CallReader Body;
    Body.TraverseStmt(F->getBody());
    std::vector<Launch> Before;
    for (const CallExpr *Call : Body.Calls) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      const SyncApiEntry *Row = Callee ? Code.model().lookup(*Callee) : nullptr;
      bool IsHelper = !Row && Callee && Helpers.count(Callee->getDefinition());
      Launch Made = launchBy(*Call);
      if (!Made.Kernel || !(isa<CUDAKernelCallExpr>(Call) || IsHelper ||
                            (Row && Row->Kind == SyncKind::HostLaunch)))
        continue;
      bool TakesAttributes = IsHelper || (Row && takesLaunchAttributes(*Row));
      TriState Early = TakesAttributes
                           ? startsEarly(Code.launchesOf(*Made.Kernel))
                           : TriState::No;
      if (Early != TriState::No) {
        DependentLaunch Late;
        Late.Site = Call;
        Late.HasAttribute = Early == TriState::Yes;
        noteEarlier(Late, Made, Before, Accesses);
        if (Late.HasAttribute || !Late.FromEarlier.empty())
          Launches[Made.Kernel].push_back(std::move(Late));
      }
      Before.push_back(Made);
    }
  }
}

llvm::ArrayRef<DependentLaunch>
DependentLaunches::of(const FunctionDecl &Kernel) const {
  auto Found = Launches.find(&Kernel);
  if (Found == Launches.end())
    return {};
  return Found->second;
}

} // namespace warplint::pdl

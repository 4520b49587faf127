//===--- DependentLaunches.cpp - Kernels that overlap others --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/DependentLaunches.h"
#include "Model/HostApi.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

using namespace clang;

namespace warplint {

namespace {

/// A kernel that a call names, and the arguments that it gets.
struct Launch {
  const FunctionDecl *Kernel = nullptr;
  const CallExpr *Site = nullptr;
  llvm::ArrayRef<const Expr *> Arguments; ///< Empty if they are not known.
};

/// The calls in one function's body, lambdas included.
class BodyReader : public RecursiveASTVisitor<BodyReader> {
public:
  bool VisitCallExpr(CallExpr *Call) {
    Calls.push_back(Call);
    return true;
  }

  std::vector<const CallExpr *> Calls;
};

} // namespace

static const FunctionDecl *kernelNamed(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Of = dyn_cast<UnaryOperator>(E);
      Of && Of->getOpcode() == UO_AddrOf)
    E = Of->getSubExpr()->IgnoreParenCasts();
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

/// Name and members by which the function holds the pointer that \p E is; empty
/// if it is computed.
static std::string pathOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
      Made && Made->getNumArgs() == 1)
    return pathOf(Made->getArg(0));
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    return pathOf(Made->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    // What forwards its argument, and members that give a pointer away.
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

/// A kernel that gets this parameter can write what it points to.
static bool mayBeWritten(const ParmVarDecl &P) {
  QualType T = P.getType();
  return T->isPointerType() && !T->getPointeeType().isConstQualified() &&
         !T->getPointeeType()->isFunctionType();
}

static void noteEarlier(DependentLaunch &Late, const Launch &Made,
                        llvm::ArrayRef<Launch> Before) {
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
      if (mayBeWritten(*Early.Kernel->getParamDecl(At))) {
        Late.FromEarlier.push_back({unsigned(I), Early.Site, Early.Kernel});
        break;
      }
    }
  }
}

namespace {

/// The calls in the bodies of a unit's host functions.
class HostCode {
public:
  explicit HostCode(const DeviceCode &Code) {
    for (const FunctionDecl *F : Code.hostFunctions()) {
      Number[F->getCanonicalDecl()] = Bodies.size();
      Bodies.emplace_back();
      Bodies.back().TraverseStmt(F->getBody());
    }
  }

  const std::vector<BodyReader> &bodies() const { return Bodies; }

  /// \p Is holds for \p Call or for a call in the functions that it comes to.
  bool comesTo(const CallExpr &Call,
               llvm::function_ref<bool(const CallExpr &)> Is) const {
    std::vector<const CallExpr *> Work{&Call};
    llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
    while (!Work.empty()) {
      const CallExpr *Next = Work.back();
      Work.pop_back();
      if (Is(*Next))
        return true;
      const FunctionDecl *Callee = Next->getDirectCallee();
      auto Body =
          Callee ? Number.find(Callee->getCanonicalDecl()) : Number.end();
      if (Body != Number.end() &&
          Seen.insert(Callee->getCanonicalDecl()).second)
        llvm::append_range(Work, Bodies[Body->second].Calls);
    }
    return false;
  }

private:
  std::vector<BodyReader> Bodies;
  llvm::DenseMap<const FunctionDecl *, size_t> Number;
};

} // namespace

/// \p Call launches with what a configuration says.
static bool launchesByCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const HostApiEntry *Row = Callee ? lookupHostApi(*Callee) : nullptr;
  return Row && Row->Kind == HostCallKind::Launch;
}

namespace {

/// The launches of one kernel that let it begin early.
struct EarlySites {
  llvm::SmallPtrSet<const Expr *, 4> Known;
  bool AreAll = true; ///< Of those by calls. Of launches that are like each
                      ///< other the first is known.
};

} // namespace

static EarlySites earlySitesOf(llvm::ArrayRef<KernelLaunch> Launches) {
  EarlySites Result;
  for (const KernelLaunch &Each : Launches)
    if (Each.Attributes.OverlapsPredecessor == Told::Yes)
      Result.Known.insert(Each.Site);
    else if (Each.Site && !isa<CUDAKernelCallExpr>(Each.Site))
      Result.AreAll = false;
  return Result;
}

DependentLaunches::DependentLaunches(const DeviceCode &Code) {
  llvm::DenseMap<const FunctionDecl *, EarlySites> Early;
  for (const FunctionDecl *Kernel : Code.kernels())
    if (EarlySites Sites = earlySitesOf(Code.launchesOf(*Kernel));
        !Sites.Known.empty())
      Early[Kernel] = std::move(Sites);
  if (Early.empty())
    return;
  HostCode Host(Code);
  for (const BodyReader &Body : Host.bodies()) {
    std::vector<Launch> Before;
    for (const CallExpr *Call : Body.Calls) {
      Launch Made = launchBy(*Call);
      if (!Made.Kernel || !Host.comesTo(*Call, [](const CallExpr &Each) {
            return isa<CUDAKernelCallExpr>(Each) || launchesByCall(Each);
          }))
        continue;
      auto Sites = Early.find(Made.Kernel);
      if (Sites != Early.end() &&
          Host.comesTo(*Call, [&](const CallExpr &Each) {
            return Sites->second.Known.count(&Each) ||
                   (Sites->second.AreAll && launchesByCall(Each));
          })) {
        DependentLaunch Late;
        Late.Site = Call;
        noteEarlier(Late, Made, Before);
        Launches[Made.Kernel].push_back(std::move(Late));
      }
      Before.push_back(Made);
    }
  }
  // Those that no call names: by a table, by another unit.
  for (const FunctionDecl *Kernel : Code.kernels())
    for (const KernelLaunch &Each : Code.launchesOf(*Kernel))
      if (Each.Attributes.OverlapsPredecessor == Told::Yes &&
          Launches[Kernel].empty())
        Launches[Kernel].push_back({Each.Site, {}});
}

llvm::ArrayRef<DependentLaunch>
DependentLaunches::of(const FunctionDecl &Kernel) const {
  auto Found = Launches.find(&Kernel);
  if (Found == Launches.end())
    return {};
  return Found->second;
}

} // namespace warplint

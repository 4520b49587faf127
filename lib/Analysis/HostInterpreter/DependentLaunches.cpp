//===--- DependentLaunches.cpp - Kernels that overlap others --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/DependentLaunches.h"
#include "Analysis/Expr/LaunchExtents.h"
#include "Analysis/HostInterpreter/WrittenParameters.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/LaunchApi.h"
#include "CudaModel/SyncApi.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

using namespace clang;

namespace warplint::host {

namespace {

/// The kernel that a call launches, and the arguments of the kernel.
struct Launch {
  const FunctionDecl *Kernel = nullptr;
  const CallExpr *Site = nullptr;
  llvm::ArrayRef<const Expr *> Arguments; ///< Empty if they are not known.
};

/// Values of bool parameters.
using Flags = llvm::DenseMap<const ParmVarDecl *, bool>;

/// All of one function's body, lambdas included, that is reached where \p Known
/// holds.
class BodyReader : public syntax::TreeVisitor {
public:
  BodyReader(ASTContext &Context, const SyncModel &Model, Flags Known)
      : Context(&Context), Model(&Model), Known(std::move(Known)) {}

  Traversal enter(Stmt &S) override {
    const auto *If = dyn_cast<IfStmt>(&S);
    auto Holds = If ? holds(If->getCond()) : std::nullopt;
    if (!Holds)
      return Traversal::Into;
    for (const Stmt *Part :
         {If->getInit(), static_cast<const Stmt *>(If->getCond()),
          *Holds ? If->getThen() : If->getElse()})
      TraverseStmt(Part);
    return Traversal::Beside;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    Calls.push_back(Call);
    if (const FunctionDecl *Callee = Call->getDirectCallee()) {
      Callees.push_back(Callee);
      const SyncApiEntry *Row = Model->lookup(*Callee);
      bool IsLaunch = Row && Row->Kind == SyncKind::HostLaunch;
      Launches |= IsLaunch;
      TakesAttributes |= IsLaunch && takesLaunchAttributes(*Row);
    }
    Launches |= isa<CUDAKernelCallExpr>(Call);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) override {
    Callees.push_back(Made->getConstructor());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (const auto *Name = dyn_cast<EnumConstantDecl>(Ref->getDecl()))
      NamesAttribute |= isProgrammaticSerialization(*Name);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (Op->isAssignmentOp())
      if (const auto *Member =
              dyn_cast<MemberExpr>(Op->getLHS()->IgnoreParenImpCasts());
          Member && isProgrammaticSwitch(*Member->getMemberDecl()))
        IsOff &= isZero(*Op->getRHS());
    return true;
  }

  /// The body names the attribute and does not switch it off in all places.
  bool wants() const { return NamesAttribute && !(IsOff && SawSwitch); }

  std::vector<CallExpr *> Calls;
  std::vector<const FunctionDecl *> Callees;
  bool Launches = false, TakesAttributes = false;
  bool Asks = false; ///< Launches here have the attribute, see HostCode.

  /// Whether \p E is true at all times; nothing if it may be either.
  std::optional<bool> holds(const Expr *E) const {
    E = E->IgnoreParenCasts();
    bool Value = false;
    if (!E->isValueDependent() &&
        E->EvaluateAsBooleanCondition(Value, *Context))
      return Value;
    if (const auto *Not = dyn_cast<UnaryOperator>(E);
        Not && Not->getOpcode() == UO_LNot) {
      auto Of = holds(Not->getSubExpr());
      return Of ? std::optional(!*Of) : std::nullopt;
    }
    if (const auto *Op = dyn_cast<BinaryOperator>(E); Op && Op->isLogicalOp()) {
      bool Decides = Op->getOpcode() == BO_LOr;
      auto L = holds(Op->getLHS()), R = holds(Op->getRHS());
      if (L == Decides || R == Decides)
        return Decides;
      return L && R ? std::optional(!Decides) : std::nullopt;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    auto Flag = Known.find(
        dyn_cast_or_null<ParmVarDecl>(Ref ? Ref->getDecl() : nullptr));
    return Flag == Known.end() ? std::nullopt : std::optional(Flag->second);
  }

private:
  bool isZero(const Expr &E) {
    SawSwitch = true;
    Expr::EvalResult Value;
    return !E.isValueDependent() && E.EvaluateAsInt(Value, *Context) &&
           Value.Val.getInt().isZero();
  }

  ASTContext *Context;
  const SyncModel *Model;
  Flags Known;
  bool NamesAttribute = false, IsOff = true, SawSwitch = false;
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
      if (mayBeWritten(*Early.Kernel, At)) {
        Late.FromEarlier.push_back({unsigned(I), Early.Site, Early.Kernel});
        break;
      }
    }
  }
}

namespace {

/// The bodies of a unit's host functions, and what they ask of launches.
class HostCode {
public:
  HostCode(ASTContext &Context, const SyncModel &Model,
           llvm::ArrayRef<const FunctionDecl *> Functions)
      : Context(Context), Model(Model), Functions(Functions) {
    for (const FunctionDecl *F : Functions) {
      Number[F->getCanonicalDecl()] = Bodies.size();
      Bodies.push_back(read(*F, Flags()));
    }
    // Where calls in the unit pass flags, nothing else counts.
    std::vector<std::optional<Flags>> AtCalls(Functions.size());
    for (const BodyReader &Body : Bodies)
      for (const CallExpr *Call : Body.Calls)
        if (auto Callee = numberOf(Call->getDirectCallee()))
          keepAgreed(AtCalls[*Callee],
                     passedBy(*Call, *Functions[*Callee], Body));
    for (size_t I = 0; I < Functions.size(); ++I)
      if (AtCalls[I] && !AtCalls[I]->empty() && Bodies[I].Launches) {
        std::vector<CallExpr *> All = std::move(Bodies[I].Calls);
        Bodies[I] = read(*Functions[I], *AtCalls[I]);
        for (CallExpr *Call : All)
          if (!llvm::is_contained(Bodies[I].Calls, Call))
            NeverMade.insert(Call);
      }
    for (BodyReader &Body : Bodies)
      Body.Asks = asks(Body);
  }

  const std::vector<BodyReader> &bodies() const { return Bodies; }
  /// Calls in successors that no flag leads to which the unit passes.
  llvm::DenseSet<const Expr *> takeNeverMade() { return std::move(NeverMade); }

  /// The body that \p F has on the host; null if the unit shows none.
  const BodyReader *bodyOf(const FunctionDecl *F) const {
    auto Found = numberOf(F);
    return Found ? &Bodies[*Found] : nullptr;
  }

  /// Launches in \p Body have the attribute: the body sets it, or something
  /// that it calls, which launches nothing itself.
  bool asks(const BodyReader &Body) const {
    return Body.wants() ||
           llvm::any_of(Body.Callees, [&](const FunctionDecl *Callee) {
             const BodyReader *Of = bodyOf(Callee);
             return Of && !Of->Launches && Of->wants();
           });
  }

  /// \p Call launches the kernel that it names.
  bool launches(const CallExpr &Call) const {
    const FunctionDecl *Callee = Call.getDirectCallee();
    const SyncApiEntry *Row = Callee ? Model.lookup(*Callee) : nullptr;
    return isa<CUDAKernelCallExpr>(Call) ||
           (Row && Row->Kind == SyncKind::HostLaunch) || bodyOf(Callee);
  }

  /// Whether \p Call, in \p Body, launches with the attribute.
  TriState launchesEarly(const CallExpr &Call, const BodyReader &Body) const {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee || isa<CUDAKernelCallExpr>(Call))
      return TriState::No;
    if (const SyncApiEntry *Row = Model.lookup(*Callee)) {
      if (!takesLaunchAttributes(*Row))
        return TriState::No;
      return Body.Asks ? TriState::Yes : TriState::Unknown;
    }
    const BodyReader *Helper = bodyOf(Callee);
    if (!Helper)
      return TriState::No;
    if (Helper->Launches && Helper->Asks) {
      const FunctionDecl &F = *Functions[size_t(Helper - Bodies.data())];
      Flags Passed = passedBy(Call, F, Body);
      return Passed.empty() || asks(read(F, Passed)) ? TriState::Yes
                                                     : TriState::No;
    }
    // It sets them elsewhere, or what launches is not for the device's side.
    return Helper->TakesAttributes || !Helper->Launches ? TriState::Unknown
                                                        : TriState::No;
  }

private:
  std::optional<size_t> numberOf(const FunctionDecl *F) const {
    auto Found = F ? Number.find(F->getCanonicalDecl()) : Number.end();
    return Found == Number.end() ? std::nullopt : std::optional(Found->second);
  }

  BodyReader read(const FunctionDecl &F, const Flags &Known) const {
    BodyReader Body(Context, Model, Known);
    Body.TraverseStmt(F.getBody());
    return Body;
  }

  /// The flags that \p Call, in \p Body, passes to \p F, as far as they are
  /// known there.
  static Flags passedBy(const CallExpr &Call, const FunctionDecl &F,
                        const BodyReader &Body) {
    Flags Result;
    if (isa<CXXOperatorCallExpr>(Call))
      return Result;
    for (unsigned I = 0; I < Call.getNumArgs() && I < F.getNumParams(); ++I)
      if (F.getParamDecl(I)->getType()->isBooleanType())
        if (auto Flag = Body.holds(Call.getArg(I)))
          Result[F.getParamDecl(I)] = *Flag;
    return Result;
  }

  /// Leaves in \p All what \p Passed, of one more call, says as well.
  static void keepAgreed(std::optional<Flags> &All, const Flags &Passed) {
    if (!All) {
      All = Passed;
      return;
    }
    llvm::SmallVector<const ParmVarDecl *, 2> Open;
    for (const auto &[P, Flag] : *All)
      if (auto Here = Passed.find(P);
          Here == Passed.end() || Here->second != Flag)
        Open.push_back(P);
    for (const ParmVarDecl *P : Open)
      All->erase(P);
  }

  ASTContext &Context;
  const SyncModel &Model;
  llvm::ArrayRef<const FunctionDecl *> Functions;
  std::vector<BodyReader> Bodies;
  llvm::DenseMap<const FunctionDecl *, size_t> Number;
  llvm::DenseSet<const Expr *> NeverMade;
};

} // namespace

DependentLaunches::DependentLaunches(
    ASTContext &Context, const SyncModel &Model,
    llvm::ArrayRef<const FunctionDecl *> HostFunctions) {
  HostCode Host(Context, Model, HostFunctions);
  for (const BodyReader &Body : Host.bodies()) {
    std::vector<Launch> Before;
    for (const CallExpr *Call : Body.Calls) {
      Launch Made = launchBy(*Call);
      if (!Made.Kernel || !Host.launches(*Call))
        continue;
      if (TriState Early = Host.launchesEarly(*Call, Body);
          Early != TriState::No) {
        DependentLaunch Late;
        Late.Site = Call;
        Late.HasAttribute = Early == TriState::Yes;
        noteEarlier(Late, Made, Before);
        if (Late.HasAttribute || !Late.FromEarlier.empty())
          Launches[Made.Kernel].push_back(std::move(Late));
      }
      Before.push_back(Made);
    }
  }
  NeverMade = Host.takeNeverMade();
}

llvm::ArrayRef<DependentLaunch>
DependentLaunches::of(const FunctionDecl &Kernel) const {
  auto Found = Launches.find(&Kernel);
  if (Found == Launches.end())
    return {};
  return Found->second;
}

} // namespace warplint::host

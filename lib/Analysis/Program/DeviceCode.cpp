//===--- DeviceCode.cpp - The device functions of a unit ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/DeviceCode.h"
#include "Analysis/CallSummaries/AccessorSummaries.h"
#include "Analysis/HostInterpreter/DistinctArrayContents.h"
#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/AssertedLaunchBounds.h"
#include "Analysis/Launches/CrossUnitLaunches.h"
#include "Analysis/Launches/Launches.h"
#include "CudaModel/ChosenArguments.h"
#include "CudaModel/Destructors.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncApi.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Finding the functions
//===----------------------------------------------------------------------===//

/// Walks declarations, never bodies: a unit that includes cub holds millions of
/// statements and a handful of kernels.
class DeviceCode::Collector {
public:
  explicit Collector(DeviceCode &Code) : Code(Code) {}

  void visit(const Decl &D) {
    if (!Code.isUserCode(D.getLocation()))
      return;
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(&D)) {
      if (Template->isThisDeclarationADefinition())
        pattern(*Template->getTemplatedDecl());
      if (Template->isCanonicalDecl())
        for (const FunctionDecl *F : Template->specializations())
          function(*F);
      if (Template->isThisDeclarationADefinition())
        noteWithoutInstance(*Template);
      return;
    }
    if (const auto *Template = dyn_cast<ClassTemplateDecl>(&D)) {
      visitContext(*Template->getTemplatedDecl());
      if (Template->isCanonicalDecl())
        for (const auto *Record : Template->specializations())
          if (!Record->isExplicitSpecialization())
            visitContext(*Record);
      return;
    }
    if (const auto *F = dyn_cast<FunctionDecl>(&D))
      return function(*F);
    if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl, ExportDecl>(D))
      visitContext(*cast<DeclContext>(&D));
  }

  std::vector<const FunctionDecl *> Device, Host;

private:
  void visitContext(const DeclContext &DC) {
    for (const Decl *D : DC.decls())
      visit(*D);
  }

  void function(const FunctionDecl &F) {
    const FunctionDecl *Definition = nullptr;
    if (!F.hasBody(Definition) || Definition->isInvalidDecl() ||
        !Seen.insert(Definition).second)
      return;
    if (Definition->isDependentContext())
      return pattern(*Definition);
    if (Definition->hasAttr<CUDAGlobalAttr>())
      Code.Kernels.push_back(Definition);
    else if (Definition->hasAttr<CUDADeviceAttr>())
      Device.push_back(Definition);
    if (!Definition->hasAttr<CUDAGlobalAttr>() &&
        (!Definition->hasAttr<CUDADeviceAttr>() ||
         Definition->hasAttr<CUDAHostAttr>()))
      Host.push_back(Definition);
  }

  /// Headers may have templates for others; what the file itself has is meant
  /// to be looked at.
  void noteWithoutInstance(const FunctionTemplateDecl &Template) {
    const FunctionDecl &Pattern = *Template.getTemplatedDecl();
    const SourceManager &SM = Code.Context.getSourceManager();
    if (Pattern.hasAttr<CUDAGlobalAttr>() &&
        SM.isInMainFile(SM.getExpansionLoc(Pattern.getLocation())) &&
        llvm::all_of(Template.specializations(), [](const FunctionDecl *F) {
          return F->isInvalidDecl() && hasChosenArguments(*F);
        }))
      Code.WithoutInstance.push_back(&Pattern);
  }

  /// Uninstantiated templates have no types to analyse; what can be said from
  /// syntax alone is still looked for in them.
  void pattern(const FunctionDecl &F) {
    if (F.hasAttr<CUDAGlobalAttr>() || F.hasAttr<CUDADeviceAttr>())
      Patterns.push_back(&F);
  }

public:
  std::vector<const FunctionDecl *> Patterns;

private:
  DeviceCode &Code;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Seen;
};

/// Names of synchronization functions that are not the callee of a call.
static void findUncalled(const Stmt *S, const SyncModel &Model, bool IsCallee,
                         bool Discarded,
                         std::vector<UncalledReference> &Found) {
  if (!S)
    return;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
    const auto *F = dyn_cast<FunctionDecl>(Name->getDecl());
    const SyncApiEntry *Entry =
        F && !IsCallee && Discarded ? Model.lookup(*F) : nullptr;
    if (Entry && (Entry->Participants != Participation::Self ||
                  Entry->Kind == SyncKind::Fence))
      Found.push_back(
          {Name, Entry->Name.str(), F->getMinRequiredArguments() == 0});
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    for (const Stmt *Child : Call->children())
      findUncalled(Child, Model, Child == Call->getCallee(), false, Found);
    return;
  }
  // A comparison, a condition or a discarded cast says that a value was meant,
  // not the address of the function; storing or passing the name does not.
  auto Transparent = [](const Stmt *E) {
    const auto *Op = dyn_cast<UnaryOperator>(E);
    return isa<CastExpr, ParenExpr>(E) ||
           (Op &&
            (Op->getOpcode() == UO_Deref || Op->getOpcode() == UO_AddrOf));
  };
  bool MeantAsValue = isa<CompoundStmt, IfStmt, WhileStmt, DoStmt, ForStmt,
                          CaseStmt, DefaultStmt, LabelStmt>(S);
  if (const auto *Op = dyn_cast<BinaryOperator>(S))
    MeantAsValue = Op->isComparisonOp() || Op->isLogicalOp() ||
                   Op->isCommaOp() || Op->isAdditiveOp();
  if (const auto *Op = dyn_cast<UnaryOperator>(S))
    MeantAsValue = Op->getOpcode() == UO_LNot;
  const auto *Choice = dyn_cast<AbstractConditionalOperator>(S);
  for (const Stmt *Child : S->children())
    findUncalled(Child, Model, IsCallee && Transparent(S),
                 MeantAsValue || (Discarded && (Choice || Transparent(S))) ||
                     (Choice && Child == Choice->getCond()),
                 Found);
}

static void findAsm(const Stmt *S, std::vector<const GCCAsmStmt *> &Found) {
  if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(S))
    Found.push_back(Asm);
  else if (S)
    for (const Stmt *Child : S->children())
      findAsm(Child, Found);
}

using Variables = llvm::SmallPtrSet<const VarDecl *, 4>;

/// Managed variables that \p S names.
static void collectManaged(const Stmt *S, Variables &Found) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && memorySpaceOf(*Var) == MemorySpace::Managed)
      Found.insert(Var->getCanonicalDecl());
  for (const Stmt *Child : S->children())
    collectManaged(Child, Found);
}

/// Managed variables in the conditions of loops.
static bool launchesKernels(const Stmt *S) {
  return S && (isa<CUDAKernelCallExpr>(S) ||
               llvm::any_of(S->children(), launchesKernels));
}

/// A loop that launches kernels asks when they are over.
static void collectPolled(const Stmt *S, Variables &Found) {
  if (!S)
    return;
  if (const auto *Loop = dyn_cast<WhileStmt>(S); Loop && !launchesKernels(S))
    collectManaged(Loop->getCond(), Found);
  else if (const auto *Loop = dyn_cast<DoStmt>(S); Loop && !launchesKernels(S))
    collectManaged(Loop->getCond(), Found);
  else if (const auto *Loop = dyn_cast<ForStmt>(S); Loop && !launchesKernels(S))
    collectManaged(Loop->getCond(), Found);
  for (const Stmt *Child : S->children())
    collectPolled(Child, Found);
}

struct DeviceCode::HostSide {
  HostSide(const ASTContext &Context,
           llvm::ArrayRef<const FunctionDecl *> NotRead,
           llvm::ArrayRef<Decl *> TopLevel, const Limits &Within)
      : Unread(Context, NotRead, TopLevel), Plain(Within) {}

  host::UnanalyzedBodies Unread;
  /// Made when first asked for.
  std::unique_ptr<host::DistinctArrayContents> Contents;
  llvm::DenseMap<const FunctionDecl *, launches::KernelLaunches> Launches;
  host::HostEffort Effort;
  /// Found for `launchesMade`; null until known.
  std::unique_ptr<host::HostResults> ForOthers;
  summaries::AccessorSummaries Plain;
};

DeviceCode::DeviceCode(ASTContext &Context, const SyncModel &Model,
                       const launches::CrossUnitLaunches *Elsewhere,
                       std::optional<llvm::ArrayRef<Decl *>> Before,
                       LaunchesFor Whom,
                       llvm::ArrayRef<const FunctionDecl *> NotRead,
                       const Budgets *Budget)
    : Context(Context), Model(Model),
      Within(std::make_unique<const Limits>(
          Budget ? *Budget : Budgets::of(EffortLevel::Normal))),
      TopLevel(userDeclarations(Context, Before)),
      Host(std::make_unique<HostSide>(Context, NotRead, TopLevel, *Within)) {
  Collector Collect(*this);
  for (const Decl *D : TopLevel)
    Collect.visit(*D);

  for (const auto &List : {Kernels, Collect.Device, Collect.Patterns})
    for (const FunctionDecl *F : List)
      findUncalled(F->getBody(), Model, false, false, Uncalled);

  for (const FunctionDecl *F : Collect.Host)
    if (!F->hasAttr<CUDADeviceAttr>())
      collectPolled(F->getBody(), Polled);

  for (const auto &List : {Kernels, Collect.Device})
    for (const FunctionDecl *F : List)
      findAsm(F->getBody(), Asm);

  // A device function that something else in the unit runs is seen there, with
  // the arguments it really gets.
  FunctionSet Called;
  for (const FunctionDecl *F : Kernels)
    addReachable(*F, Called);
  std::vector<const FunctionDecl *> Candidates;
  for (const FunctionDecl *F : Collect.Device)
    if (!Called.count(F) && traits(*F).Synchronizes)
      Candidates.push_back(F);
  for (const FunctionDecl *F : Candidates)
    addReachable(*F, Called);
  for (const FunctionDecl *F : Candidates)
    if (!Called.count(F))
      DeviceFunctions.push_back(F);

  HostFunctions = std::move(Collect.Host);
  Launching = HostFunctions;
  for (const auto &List : {Kernels, Collect.Device})
    for (const FunctionDecl *F : List)
      if (launchesKernels(F->getBody()) &&
          !llvm::is_contained(HostFunctions, F))
        Launching.push_back(F);
  bool OfBuild = Elsewhere || Whom == LaunchesFor::OtherUnits;
  host::HostResults Found = runHost(OfBuild);
  Host->Effort = std::move(Found.Effort);
  auto AsCalled = [&](const launches::KernelLaunch &Made) {
    return Elsewhere->asCalled(Made, *Within);
  };
  if (Elsewhere)
    Host->Launches =
        launches::collectLaunches(Context, Found.Launches, Kernels, AsCalled);
  else
    Host->Launches =
        launches::collectLaunches(Context, Found.Launches, Kernels);
  if (Whom == LaunchesFor::OtherUnits)
    Host->ForOthers = std::make_unique<host::HostResults>(std::move(Found));
  if (Elsewhere)
    for (const FunctionDecl *Kernel : Kernels)
      for (const launches::KernelLaunch &Each :
           Elsewhere->of(launches::buildNameOf(*Kernel),
                         launches::mainFileOf(Context), *Within))
        launches::addLaunch(Host->Launches[Kernel], Each);
  addUnread();
}

DeviceCode::~DeviceCode() = default;

const host::HostEffort &DeviceCode::hostEffort() const { return Host->Effort; }

const summaries::AccessorSummary &
DeviceCode::plainResult(const FunctionDecl &F) {
  return Host->Plain.of(F);
}

/// A launch of which nothing is known, somewhere in what was not read.
static launches::KernelLaunch launchIn(const std::string &Place) {
  launches::KernelLaunch Unknown;
  Unknown.Place = Place;
  Unknown.Attributes = {TriState::Unknown, TriState::Unknown};
  Unknown.Facts = {launches::LaunchConstraint()};
  return Unknown;
}

void DeviceCode::addUnread() {
  for (const auto &[Kernel, Place] : Host->Unread.kernels())
    launches::addLaunch(Host->Launches[Kernel], launchIn(Place));
}

host::HostResults DeviceCode::runHost(bool OfBuild) const {
  return host::HostInterpreter(Context, TopLevel, Launching, Kernels,
                               Host->Unread,
                               OfBuild ? host::HostInterpreter::Seek::Build
                                       : host::HostInterpreter::Seek::Launches,
                               *Within)
      .findings();
}

launches::CrossUnitLaunches DeviceCode::launchesMade() {
  if (!Host->ForOthers)
    Host->ForOthers =
        std::make_unique<host::HostResults>(runHost(/*OfBuild=*/true));
  launches::CrossUnitLaunches Result;
  std::string Unit = launches::mainFileOf(Context);
  for (const FunctionDecl *Kernel : Kernels)
    Result.define(launches::buildNameOf(*Kernel), Unit);
  auto AsMade = [](const launches::KernelLaunch &Made) {
    return std::vector<launches::KernelLaunch>{Made};
  };
  for (const auto &[Kernel, All] : launches::collectLaunches(
           Context, Host->ForOthers->Launches, Kernels, AsMade))
    for (const launches::KernelLaunch &Each : All.Each)
      Result.add(launches::buildNameOf(*Kernel), Unit, Each,
                 launches::placeOf(*Each.Site, Context));
  for (const auto &[Kernel, Place] : Host->Unread.kernels())
    Result.add(launches::buildNameOf(*Kernel), Unit, launchIn(Place), Place);
  for (const host::HostCall &Each : Host->ForOthers->Calls)
    Result.addCall(launches::buildNameOf(*Each.Callee), Unit,
                   {Each.Fact, launches::placeOf(*Each.Site, Context)});
  return Result;
}

bool DeviceCode::hasDistinctNumbers(const ParmVarDecl &Parameter) {
  const auto *Kernel = dyn_cast<FunctionDecl>(Parameter.getDeclContext());
  if (Kernel && Host->Unread.kernels().contains(Kernel))
    return false;
  if (!Host->Contents)
    Host->Contents =
        std::make_unique<host::DistinctArrayContents>(HostFunctions);
  return Host->Contents->areDistinct(Parameter);
}

AssumptionSet::Bits
DeviceCode::launchesRestOn(const FunctionDecl &Kernel) const {
  return Host->Launches.lookup(&Kernel).RestsOn;
}

LaunchExtents DeviceCode::launchOf(const FunctionDecl &Kernel) const {
  auto Found = Host->Launches.find(&Kernel);
  LaunchExtents Made =
      Found == Host->Launches.end() ? LaunchExtents() : Found->second.Common;
  if (launchesRestOn(Kernel) & ~Assumed)
    Made = {{},
            {},
            clusterDimsOf(Kernel).value_or(LaunchExtents().Cluster),
            Made.MaxThreads};
  LaunchExtents Stated = launches::assertedExtents(Kernel, Model);
  std::vector<launches::Unlaunchable> Refused;
  launches::keepLaunchable(Stated, Refused);
  return Made.orElse(Stated);
}

bool DeviceCode::assertsExtents(const FunctionDecl &Kernel) const {
  LaunchExtents Stated = launches::assertedExtents(Kernel, Model), None;
  return Stated.Block != None.Block || Stated.Grid != None.Grid;
}

std::vector<launches::Unlaunchable>
DeviceCode::refusedFor(const FunctionDecl &Kernel) const {
  std::vector<launches::Unlaunchable> Refused;
  if (auto Found = Host->Launches.find(&Kernel); Found != Host->Launches.end())
    Refused = Found->second.Refused;
  LaunchExtents Stated = launches::assertedExtents(Kernel, Model);
  launches::keepLaunchable(Stated, Refused);
  return Refused;
}

llvm::ArrayRef<launches::KernelLaunch>
DeviceCode::launchesOf(const FunctionDecl &Kernel) const {
  auto Found = Host->Launches.find(&Kernel);
  if (Found == Host->Launches.end() || (Found->second.RestsOn & ~Assumed))
    return {};
  return Found->second.Each;
}

bool DeviceCode::isUserCode(SourceLocation Loc) const {
  const SourceManager &SM = Context.getSourceManager();
  return Loc.isValid() && !SM.isInSystemHeader(SM.getExpansionLoc(Loc));
}

//===----------------------------------------------------------------------===//
// What a function can do
//===----------------------------------------------------------------------===//

bool DeviceCode::isPlainCopy(const FunctionDecl &F) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Method)
    return false;
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(Method);
  bool Copies = Constructor ? Constructor->isCopyOrMoveConstructor()
                            : Method->isCopyAssignmentOperator() ||
                                  Method->isMoveAssignmentOperator();
  return Copies && (Method->isTrivial() || Method->isDefaulted() ||
                    !isUserCode(Method->getLocation()));
}

bool DeviceCode::callsUserCode(const Expr &E) const {
  const FunctionDecl *Callee = nullptr;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(&E))
    Callee = Made->getConstructor();
  else if (const auto *Call = dyn_cast<CallExpr>(&E))
    Callee = Call->getDirectCallee();
  else
    return false;
  return isUserCode(Callee ? Callee->getLocation() : E.getBeginLoc()) &&
         !(Callee && Callee->getBuiltinID());
}

/// Only these can read an identity; asking the model about every expression
/// would cost more than the rest of the analysis.
static bool mayReadIdentity(const Stmt *S) {
  return isa<CallExpr, PseudoObjectExpr, MemberExpr, DeclRefExpr>(S);
}

const std::optional<Identity> &DeviceCode::identityOf(const Expr &E) {
  static const std::optional<Identity> None;
  if (!mayReadIdentity(&E))
    return None;
  auto &Known = Identities[&E];
  if (!Known)
    Known = std::make_unique<std::optional<Identity>>(Model.identityOf(E));
  return *Known;
}

llvm::ArrayRef<SyncOp> DeviceCode::operations(const Stmt &S) {
  if (!isa<CallExpr, CXXConstructExpr, GCCAsmStmt>(S))
    return {};
  auto &Known = Operations[&S];
  if (!Known) {
    Known = std::make_unique<std::vector<SyncOp>>();
    if (const auto *Call = dyn_cast<CallExpr>(&S)) {
      if (auto Op = Model.classify(*Call))
        Known->push_back(std::move(*Op));
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
      if (auto Op = Model.classify(*Construct))
        Known->push_back(std::move(*Op));
    } else {
      for (SyncOp &Op : Model.classify(*cast<GCCAsmStmt>(&S)))
        Known->push_back(std::move(Op));
    }
  }
  return *Known;
}

const ParentMap &DeviceCode::parents(const FunctionDecl &Definition) {
  std::unique_ptr<ParentMap> &Slot = Parents[&Definition];
  if (!Slot)
    Slot = std::make_unique<ParentMap>(Definition.getBody());
  return *Slot;
}

const CFG *DeviceCode::cfg(const FunctionDecl &Definition) {
  auto [Slot, New] = Graphs.try_emplace(&Definition);
  if (New) {
    CFG::BuildOptions Options;
    Options.PruneTriviallyFalseEdges = true;
    Options.AddInitializers = true;
    Options.AddCXXDefaultInitExprInCtors = true;
    // clang asks the class of each member how it is destroyed, even where it
    // never saw that class whole.
    const auto *Destructor = dyn_cast<CXXDestructorDecl>(&Definition);
    Options.AddImplicitDtors =
        !Destructor || !Destructor->getParent()->isInvalidDecl();
    Options.AddTemporaryDtors = Options.AddImplicitDtors;
    Options.setAllAlwaysAdd();
    Slot->second =
        CFG::buildCFG(&Definition, Definition.getBody(), &Context, Options);
  }
  return Slot->second.get();
}

} // namespace warplint

//===--- BarrierObjects.cpp - The barrier objects of a kernel -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/BlockShapeOfArray.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/SyncKindRows.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint::mbarriers {

const AccessPath &BarrierFamily::place() const {
  for (const auto *List : {&Inits, &Arrivals, &Waits, &Others, &Ends})
    if (!List->empty())
      return List->front().At;
  llvm_unreachable("a family has an operation");
}

std::vector<const BarrierOp *> BarrierFamily::uses() const {
  std::vector<const BarrierOp *> All;
  llvm::DenseSet<const Event *> Known;
  for (const auto *List : {&Arrivals, &Waits, &Others})
    for (const BarrierOp &Op : *List)
      if (Known.insert(Op.E).second)
        All.push_back(&Op);
  return All;
}

static bool isKnownRoot(const Term *Root) {
  const auto *Given = dyn_cast<ParameterTerm>(Root);
  return isa<VariableTerm>(Root) ||
         (Given && Given->decl()->getType()->isPointerType());
}

BarrierObjects::BarrierObjects(const KernelFacts &Facts)
    : Facts(Facts), Paths(Facts.get<Reachability>()) {
  std::vector<const Term *> Branches;
  for (const Node *N : Facts.cfg().order()) {
    for (const Event &E : N->Events)
      if (E.isSync())
        collect(E);
    if (N->Branch)
      Branches.push_back(N->Branch);
  }
  Example = warplint::scenarios::exampleBlock(
      Facts.terms().launch(), inputsOf(Branches, Facts.values()),
      Facts.assumptions());
  fitExample();
}

/// No more threads than the arrays have elements that each fills its own of:
/// behind those lies another stage.
void BarrierObjects::fitExample() {
  static constexpr int64_t LeastElements = 8;
  const LaunchExtents &Launch = Facts.terms().launch();
  if (Launch.Block[0] || Launch.Block[1] || Launch.Block[2] || Example[2] > 1)
    return;
  BlockShapeOfArray Own;
  for (const Event &E : Facts.cfg().events()) {
    bool Writes = E.isAccess() ? E.Access == AccessKind::Write
                               : E.isSync(SyncKind::AsyncCopy) && !E.Op->Group;
    BlockShapeOfArray Here = Writes && E.Address
                                 ? ownElements(E, Facts, LeastElements)
                                 : BlockShapeOfArray();
    if (Here.X && (!Own.X || Here.X * Here.Y < Own.X * Own.Y))
      Own = Here;
  }
  if (Own.X && Own.X * Own.Y < Example[0] * Example[1])
    Example = {Own.X, Own.Y, 1};
}

void BarrierObjects::collect(const Event &E) {
  const SyncKindRow &Does = rowOf(E.Op->Kind);
  if (Does.Waits == WaitsFor::Object)
    add(E, E.Address, &BarrierFamily::Waits);
  if (Does.Arrives == ArrivesAt::Object)
    add(E, E.Address, &BarrierFamily::Arrivals);
  // Copies, or a tensor core, arrive on the object of a commit.
  if (Does.Arrives == ArrivesAt::Bytes ||
      (Does.Kind == SyncKind::AsyncCommit && E.Address))
    add(E, E.Address, &BarrierFamily::Others);
  if (Does.Kind == SyncKind::AsyncCopy && E.Completion)
    add(E, E.Completion, &BarrierFamily::Others);
  // A pipeline is made by its whole group.
  if (Does.Kind == SyncKind::ObjectInit && !E.Op->Group && E.Address)
    add(E, E.Address, &BarrierFamily::Inits);
  if (Does.Kind == SyncKind::ObjectInvalidate)
    if (auto At = locate(E.Address); At && isKnownRoot(At->Root))
      add(E, E.Address, &BarrierFamily::Ends);
}

void BarrierObjects::add(const Event &E, const Term *Address,
                         BarrierOps BarrierFamily::*To) {
  auto At = locate(Address);
  // Barriers and pipelines of one thread are its own business.
  if (At && isThreadOwned(At->Root))
    return;
  if (!At || !isKnownRoot(At->Root)) {
    AllKnown = false;
    return;
  }
  for (BarrierFamily &F : Families)
    if (inSameMember(F.place(), *At)) {
      (F.*To).push_back({&E, *At});
      return;
    }
  (Families.emplace_back().*To).push_back({&E, *At});
}

/// \p Root, or a place in it, is part of \p T; what was loaded from it is not.
static bool holdsAddress(const Term *T, const Term *Root) {
  return !walkTerms(T, [&](const Term &Part) {
    if (&Part == Root)
      return Walk::Stop;
    return isa<LoadTerm>(Part) ? Walk::Skip : Walk::Enter;
  });
}

/// The call \p E hands the address to a function that is not seen.
static bool isGiven(const KernelFacts &Facts, const Event &E,
                    const Term *Root) {
  auto Given = [&](const Expr *Argument) {
    const Term *Value =
        Argument ? Facts.values().valueOf(*E.Owner, Argument) : nullptr;
    return Value && holdsAddress(Value, Root);
  };
  if (const auto *Member = dyn_cast_or_null<CXXMemberCallExpr>(E.Site))
    if (Given(Member->getImplicitObjectArgument()))
      return true;
  const auto *Call = dyn_cast_or_null<CallExpr>(E.Site);
  return Call && llvm::any_of(Call->arguments(), Given);
}

bool BarrierObjects::isClosed(const BarrierFamily &F) const {
  const Term *Root = F.place().Root;
  if (!AllKnown || !isa<VariableTerm>(Root))
    return false;
  for (const Event &E : Facts.cfg().events()) {
    if (E.isUnknown() && isGiven(Facts, E, Root))
      return false;
    if (!E.isStore())
      continue;
    auto At = locate(E.Address);
    if ((At && At->Root == Root && !areApart(*At, F.place())) ||
        (E.Value && holdsAddress(E.Value, Root)))
      return false;
  }
  return Facts.isComplete();
}

bool BarrierObjects::isResultOf(const Term *T, const Event &E) const {
  const auto *Made = dyn_cast<SiteTerm>(T);
  return Made && !isa<LoadTerm>(Made) && Made->site() == E.Site &&
         Made->callContext() == E.Owner;
}

bool BarrierObjects::dependsOn(const Term *T, const Event &E) const {
  return !walkTerms(T, Facts.values(), [&](const Term &Part) {
    return isResultOf(&Part, E) ? Walk::Stop : Walk::Enter;
  });
}

const BarrierOp *BarrierObjects::arrivalOf(const Event &Wait) const {
  if (!Wait.Value || Wait.Op->Parity)
    return nullptr;
  const Term *Token = Facts.values().resolved(Wait.Value);
  for (const BarrierFamily &F : Families)
    for (const BarrierOp &Op : F.Arrivals)
      if (isResultOf(Token, *Op.E))
        return &Op;
  return nullptr;
}

const Event *BarrierObjects::waitFor(const Event &Arrival) const {
  for (const BarrierFamily &F : Families)
    for (const BarrierOp &Op : F.Waits)
      if (Op.E->Value && !Op.E->Op->Parity &&
          isResultOf(Facts.values().resolved(Op.E->Value), Arrival))
        return Op.E;
  return nullptr;
}

bool BarrierObjects::keepsToken(const Event &Arrival) const {
  if (waitFor(Arrival))
    return true;
  for (const Term *Phi : Facts.values().joins().phis())
    for (const Incoming &I : Facts.values().incoming(Phi))
      if (isResultOf(I.Reaching.Value, Arrival))
        return true;
  return false;
}

bool BarrierObjects::isSame(const AccessPath &L, const ThreadOfBlock &A,
                            const AccessPath &R, const ThreadOfBlock &B) const {
  if (!inSameMember(L, R))
    return false;
  ThreadValues Run(Facts.values());
  auto Left = L.offset(Run, A), Right = R.offset(Run, B);
  return Left && Right && *Left == *Right;
}

bool BarrierObjects::isSameForAll(const AccessPath &L,
                                  const AccessPath &R) const {
  std::vector<ThreadOfBlock> Threads = threadsOf(Example);
  return llvm::all_of(Threads, [&](const ThreadOfBlock &Self) {
    return isSame(L, Self, R, Threads.front());
  });
}

bool BarrierObjects::expectsAllOf(const BarrierFamily &F,
                                  const BarrierOp &Arrival) const {
  if (F.Inits.size() != 1)
    return false;
  const Event &Init = *F.Inits.front().E;
  ThreadValues Run(Facts.values());
  llvm::SmallVector<int64_t, 1> Hints;
  if (auto Count = numberOf(Init.Value))
    Hints = {*Count};
  auto Blocks =
      scenarios::blockScenario(Facts, scenarios::BlockRule::WholeWarps, Hints)
          .blocks();
  return !Blocks.empty() && llvm::all_of(Blocks, [&](const auto &Block) {
    participation::Execution By =
        participation::executionOf(Facts, *Arrival.E, Block);
    std::optional<int64_t> Expected;
    if (Init.Value)
      Expected = Run.run(Init.Value, threadsOf(Block).front());
    // One elected thread is a set of its own.
    if (By.Who == participation::Execution::Kind::Unknown)
      return Expected && *Expected == 1;
    return Expected && *Expected == int64_t(By.Threads.size());
  });
}

bool BarrierObjects::isForMany(const BarrierOp &Wait) const {
  const participation::Execution &By = execution(*Wait.E);
  if (By.Who != participation::Execution::Kind::Unknown)
    return By.Threads.size() > 1;
  return llvm::all_of(
      Facts.convergence().divergentControls(*Wait.E->At, Scope::Block),
      [&](const Node *Branch) {
        return Branch->Branch && dependsOn(Branch->Branch, *Wait.E);
      });
}

const participation::Execution &BarrierObjects::execution(const Node &N) const {
  auto &Known = Executions[&N];
  if (!Known)
    Known = std::make_unique<participation::Execution>(
        participation::executionOf(Facts, N, Example));
  return *Known;
}

const participation::Execution &
BarrierObjects::execution(const Event &E) const {
  if (!participation::isConditional(E))
    return execution(*E.At);
  auto &Known = OfEvents[&E];
  if (!Known)
    Known = std::make_unique<participation::Execution>(
        participation::executionOf(Facts, E, Example));
  return *Known;
}

bool touchesMemory(const Event &E) { return E.isAccess() && !isOfCopy(E); }

const CallContext &commonCaller(const CallContext &A, const CallContext &B) {
  const CallContext *L = &A, *R = &B;
  while (L != R)
    if (L->depth() > R->depth())
      L = L->caller();
    else
      R = R->caller();
  return *L;
}

bool mayConflict(const Event &A, const Event &B) {
  return (A.Access != AccessKind::Read || B.Access != AccessKind::Read) &&
         (A.Access != AccessKind::Atomic || B.Access != AccessKind::Atomic);
}

} // namespace warplint::mbarriers

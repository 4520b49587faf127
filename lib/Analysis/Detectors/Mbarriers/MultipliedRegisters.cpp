//===--- MultipliedRegisters.cpp - Registers that wgmma uses --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `wgmma.mma_async` runs beside its threads and uses their registers: a
// `wgmma.fence` must stand between another access to a register and a
// multiplication that accumulates into it, and before the first multiplication
// (PTX ISA, "wgmma.fence"); until `wgmma.wait_group` no other instruction may
// access it (PTX ISA, "wgmma.wait_group").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/Fixpoint.h"
#include "Analysis/Detectors/Mbarriers/AsyncCopies.h"
#include "Analysis/Detectors/Mbarriers/CopyProgress.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include <map>
#include <set>

using namespace clang;

namespace warplint::mbarriers {

namespace {

/// A multiplication and the registers into which it accumulates.
struct Multiplication {
  const Event *At = nullptr;
  std::vector<AccessPath> Into;
  /// All of the variable at the root of `Into`; null if it is only a part.
  const Term *Whole = nullptr;
};

/// Another access to a thread's own variable.
struct RegisterTouch {
  const Stmt *Site = nullptr;
  const CallContext *In = nullptr;
  AccessPath At;
  bool Writes = false;
};

/// One step of a node, in order: a touch, or an event.
struct RegisterStep {
  const Event *E = nullptr;
  unsigned Touch = 0; ///< If `E` is null.
};

/// What holds on some path to a point.
struct RegisterState {
  bool IsReached = false;
  bool Unfenced = false;      ///< No fence since the kernel's entry.
  std::set<unsigned> Touched; ///< Touches with no fence since.
  /// Multiplications that may run, with the fewest commits since.
  std::map<unsigned, uint64_t> Running;
};

class RegisterScan {
public:
  explicit RegisterScan(const KernelFacts &Facts) : Facts(Facts) {}
  std::vector<RegisterFault> run();

private:
  void collectMultiplications();
  void collectSteps(const Node &N);
  void collectTouch(const Node &N, const Stmt &S);
  bool meets(const RegisterTouch &T, const Multiplication &M) const;
  void pass(RegisterState &S, const RegisterStep &Step, bool Report);
  void passEvent(RegisterState &S, const Event &E, bool Report);
  void add(const RegisterFault &New);

  const KernelFacts &Facts;
  std::vector<Multiplication> All;
  std::set<const Term *> Roots; ///< Looked up only.
  std::vector<RegisterTouch> Touches;
  std::vector<std::vector<RegisterStep>> Steps; ///< By Node::id().
  std::vector<RegisterFault> Found;
};

} // namespace

static bool isMultiplication(const Event &E) {
  return E.isSync(SyncKind::MatrixMultiply) && E.Op->Async == AsyncGroup::Wgmma;
}

/// Bytes of the variable at \p Root; 0 if they are not known.
static int64_t bytesOf(const Term *Root, const ASTContext &Context) {
  const auto *Local = dyn_cast<LocalTerm>(Root);
  if (!Local || Local->decl()->getType()->isReferenceType())
    return 0;
  QualType Type = Local->decl()->getType();
  return Type->isIncompleteType() || Type->isDependentType()
             ? 0
             : Context.getTypeSizeInChars(Type).getQuantity();
}

void RegisterScan::collectMultiplications() {
  for (const Event &E : Facts.cfg().events()) {
    const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(E.Site);
    if (!isMultiplication(E) || !Asm)
      continue;
    Multiplication M{&E, {}, nullptr};
    int64_t Bytes = 0;
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I) {
      const Expr *Output = Asm->getOutputExpr(I);
      auto At = locate(Facts.values().valueOf(*E.Owner, Output));
      if (!Asm->isOutputPlusConstraint(I) || !At || !isThreadOwned(At->Root))
        continue;
      if (!llvm::is_contained(M.Into, *At))
        Bytes +=
            Facts.context().getTypeSizeInChars(Output->getType()).getQuantity();
      Roots.insert(At->Root);
      M.Into.push_back(std::move(*At));
    }
    if (M.Into.empty())
      continue;
    const Term *Root = M.Into.front().Root;
    if (llvm::all_of(M.Into,
                     [&](const AccessPath &At) { return At.Root == Root; }) &&
        Bytes == bytesOf(Root, Facts.context()))
      M.Whole = Root;
    All.push_back(std::move(M));
  }
}

/// The touch that \p S makes by itself, if it is one of a variable that some
/// multiplication accumulates into.
void RegisterScan::collectTouch(const Node &N, const Stmt &S) {
  const Expr *Place = nullptr;
  bool Writes = true;
  if (const auto *Assign = dyn_cast<BinaryOperator>(&S);
      Assign && Assign->isAssignmentOp()) {
    Place = Assign->getLHS();
  } else if (const auto *Step = dyn_cast<UnaryOperator>(&S);
             Step && Step->isIncrementDecrementOp()) {
    Place = Step->getSubExpr();
  } else if (const auto *Read = dyn_cast<ImplicitCastExpr>(&S);
             Read && Read->getCastKind() == CK_LValueToRValue) {
    Place = Read->getSubExpr();
    Writes = false;
  }
  if (!Place || !Place->getType()->isScalarType())
    return;
  auto At = locate(Facts.values().valueOf(N.owner(), Place));
  if (!At || !Roots.count(At->Root))
    return;
  Steps[N.id()].push_back({nullptr, unsigned(Touches.size())});
  Touches.push_back({&S, &N.owner(), std::move(*At), Writes});
}

void RegisterScan::collectSteps(const Node &N) {
  size_t Next = 0;
  for (unsigned I = N.firstElement(); I < N.lastElement(); ++I) {
    auto Element = N.block()[I].getAs<CFGStmt>();
    if (!Element)
      continue;
    const Stmt *S = Element->getStmt();
    collectTouch(N, *S);
    for (size_t E = Next; E < N.Events.size(); ++E)
      if (N.Events[E].Site == S)
        for (; Next <= E; ++Next)
          Steps[N.id()].push_back({&N.Events[Next]});
  }
  for (; Next < N.Events.size(); ++Next)
    Steps[N.id()].push_back({&N.Events[Next]});
}

/// The registers of \p T are among those of \p M, in every iteration.
bool RegisterScan::meets(const RegisterTouch &T,
                         const Multiplication &M) const {
  return M.Whole == T.At.Root || llvm::is_contained(M.Into, T.At);
}

void RegisterScan::add(const RegisterFault &New) {
  if (llvm::none_of(Found,
                    [&](const RegisterFault &Old) { return Old.K == New.K; }))
    Found.push_back(New);
}

void RegisterScan::passEvent(RegisterState &S, const Event &E, bool Report) {
  if (E.isUnknown()) {
    S = {};
    S.IsReached = true;
  } else if (E.isSync(SyncKind::RegisterFence)) {
    S.Unfenced = false;
    S.Touched.clear();
  } else if (E.isSync(SyncKind::AsyncCommit) &&
             E.Op->Async == AsyncGroup::Wgmma) {
    for (auto &[M, Commits] : S.Running)
      Commits = std::min<uint64_t>(Commits + 1, Facts.budgets().MultiplyGroups);
  } else if (E.isSync(SyncKind::AsyncWait) &&
             E.Op->Async == AsyncGroup::Wgmma) {
    auto Pending = pendingAfter(E);
    for (auto At = S.Running.begin(); At != S.Running.end();)
      At = !Pending || E.Op->Predicated || int64_t(At->second) > *Pending
               ? S.Running.erase(At)
               : std::next(At);
  }
  auto M = llvm::find_if(All, [&](const auto &One) { return One.At == &E; });
  if (M == All.end() || E.Op->Predicated)
    return;
  if (Report && S.Unfenced)
    add({RegisterFault::Kind::NeverFenced, &E});
  for (unsigned Touch : S.Touched)
    if (const RegisterTouch &T = Touches[Touch]; Report && meets(T, *M))
      add({RegisterFault::Kind::NotFenced, &E, T.Site, T.In});
  S.Running[unsigned(M - All.begin())] = 0;
}

void RegisterScan::pass(RegisterState &S, const RegisterStep &Step,
                        bool Report) {
  if (Step.E)
    return passEvent(S, *Step.E, Report);
  const RegisterTouch &T = Touches[Step.Touch];
  if (T.Writes)
    S.Touched.insert(Step.Touch);
  for (auto [M, Commits] : S.Running)
    if (Report && meets(T, All[M]))
      add({RegisterFault::Kind::NotWaited, All[M].At, T.Site, T.In});
}

std::vector<RegisterFault> RegisterScan::run() {
  collectMultiplications();
  if (All.empty())
    return {};
  Steps.resize(Facts.cfg().nodes().size());
  for (const Node *N : Facts.cfg().order())
    if (N->Reached && Facts.paths().contains(*N))
      collectSteps(*N);
  std::vector<RegisterState> In(Facts.cfg().nodes().size());
  RegisterState &Entry = In[Facts.cfg().entry().id()];
  Entry.IsReached = Entry.Unfenced = true;
  auto Transfer = [&](unsigned N, RegisterState Here, auto Flow) {
    if (!Facts.work().spend(1 + Steps[N].size()))
      return false;
    for (const RegisterStep &Step : Steps[N])
      pass(Here, Step, /*Report=*/false);
    for (ViewNode *Next : Facts.paths().successors(Facts.cfg().nodes()[N]))
      Flow(Next->Of->id(), Here);
    return true;
  };
  auto Join = [](RegisterState &Into, const RegisterState &From) {
    bool Changed = !Into.IsReached || (From.Unfenced && !Into.Unfenced);
    Into.IsReached = true;
    Into.Unfenced |= From.Unfenced;
    for (unsigned Touch : From.Touched)
      Changed |= Into.Touched.insert(Touch).second;
    for (auto [M, Commits] : From.Running) {
      auto [Slot, New] = Into.Running.try_emplace(M, Commits);
      Changed |= New || Commits < Slot->second;
      Slot->second = std::min(Slot->second, Commits);
    }
    return Changed;
  };
  if (!solveToFixpoint(In, llvm::ArrayRef(Facts.cfg().entry().id()), Transfer,
                       Join))
    return {};
  for (const Node *N : Facts.cfg().order())
    if (RegisterState Here = In[N->id()]; Here.IsReached)
      for (const RegisterStep &Step : Steps[N->id()])
        pass(Here, Step, /*Report=*/true);
  return std::move(Found);
}

std::vector<RegisterFault> findRegisterFaults(const KernelFacts &Facts) {
  return Facts.isKernel() && Facts.isSettled() ? RegisterScan(Facts).run()
                                               : std::vector<RegisterFault>();
}

} // namespace warplint::mbarriers

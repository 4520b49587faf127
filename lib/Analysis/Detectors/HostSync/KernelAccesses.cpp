//===--- KernelAccesses.cpp - What kernels read and write -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/KernelAccesses.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/MemorySpace.h"

using namespace clang;

namespace warplint::hostsync {

namespace {

/// Thread 0 of block 0 in the first iteration of each loop, whatever numbers
/// the launch gives.
class FirstThread {
public:
  FirstThread(const InlinedCFG &P, const Evaluation &Values,
              const CfgView &Paths)
      : Values(Values), Paths(Paths), AllLoops(P, Paths) {
    for (const Term *T : Values.programTerms())
      if (isIntegerParameter(T)) {
        None[T] = 0;
        Many[T] = samples::LargePitch;
      }
  }

  bool isReached(const Node &N) const;
  void note(const Event &E, KernelAccesses &Into) const;

private:
  std::optional<int64_t> number(const Term *T, const Node &At) const;
  bool holds(const Term *T, bool Truth, const Node &At) const;
  bool isFirst(const AccessPath &At, const Node &N) const {
    return At.Fields.empty() && At.Bytes == 0 &&
           llvm::all_of(At.Steps, [&](const auto &Step) {
             return number(Step.first, N) == 0;
           });
  }

  const Evaluation &Values;
  const CfgView &Paths;
  const Loops AllLoops;
  GivenValues None, Many;
};

} // namespace

/// What \p T is at \p At, if it is the same for few and many threads and for
/// small and large parameters. What a loop leaves behind is not known.
std::optional<int64_t> FirstThread::number(const Term *T,
                                           const Node &At) const {
  bool IsOfIteration = walkTerms(T, [&](const Term &Part, TermList &Instead) {
    if (!isa<PhiTerm>(Part))
      return Walk::Enter;
    const Induction *Of = Values.inductions().find(&Part);
    if (!Of || !AllLoops.contains(Of->head(), At))
      return Walk::Stop;
    Instead.push_back(Of->First);
    return Walk::Enter;
  });
  if (!IsOfIteration)
    return std::nullopt;
  ThreadOfBlock Alone, OneOfMany;
  Alone.GridDim = {1, 1, 1};
  OneOfMany.BlockDim = samples::ExampleTile;
  OneOfMany.GridDim.fill(samples::ManyBlocks);
  auto Number = ThreadValues(Values, None).run(T, Alone);
  return Number == ThreadValues(Values, Many).run(T, OneOfMany) ? Number
                                                                : std::nullopt;
}

/// \p T can have the truth \p Truth, whatever numbers are given but for bounds,
/// which are large.
bool FirstThread::holds(const Term *T, bool Truth, const Node &At) const {
  if (const auto *Not = dyn_cast<UnaryTerm>(T); Not && Not->opcode() == UO_LNot)
    return holds(Not->of(), !Truth, At);
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (Op && Op->isLogical()) {
    bool L = holds(Op->lhs(), Truth, At), R = holds(Op->rhs(), Truth, At);
    return (Op->opcode() == BO_LAnd) == Truth ? L && R : L || R;
  }
  if (auto Number = number(T, At))
    return (*Number != 0) == Truth;
  if (anyPartOf(T, [](const Term &Part) { return isa<LoadTerm>(Part); }))
    return true;
  if (const auto *Given = dyn_cast<ParameterTerm>(T))
    return Truth && Given->decl()->getType()->isPointerType();
  if (!Op || !Op->isComparison())
    return false;
  BinaryOperatorKind Is =
      Truth ? Op->opcode() : BinaryOperator::negateComparisonOp(Op->opcode());
  // A number that is asked for itself (`if (m)`) is no bound.
  if (BinaryOperator::isEqualityOp(Is) && Op->rhs()->isConstant(0))
    return holds(Op->lhs(), Is == BO_NE, At);
  if (number(Op->rhs(), At) == 0 && BinaryOperator::isRelationalOp(Is))
    Is = BinaryOperator::reverseComparisonOp(Is);
  else if (number(Op->lhs(), At) != 0 && number(Op->rhs(), At) != 0)
    return false;
  return Is == BO_LT || Is == BO_LE || Is == BO_NE;
}

/// Every branch that \p N depends on, before the thread is there first, can
/// lead to it.
bool FirstThread::isReached(const Node &N) const {
  return llvm::all_of(Paths.allControls(N), [&](const Node *Branch) {
    auto Successor = Paths.successorTo(*Branch, N);
    return Paths.dominates(N, *Branch) || !Successor ||
           (isTwoWay(*Branch) &&
            holds(Branch->Branch,
                  Paths.successors(*Branch)[*Successor]->Of ==
                      Branch->successors()[0],
                  *Branch));
  });
}

/// Adds an access to a first element, if the thread reaches it. What costs most
/// is asked last.
void FirstThread::note(const Event &E, KernelAccesses &Into) const {
  auto At = locate(E.Address);
  const auto *To = At ? dyn_cast<ParameterTerm>(At->Root) : nullptr;
  if (!To || !To->decl()->getType()->isPointerType() || !isFirst(*At, *E.At) ||
      (E.Under && !holds(E.Under, true, *E.At)) || !isReached(*E.At))
    return;
  unsigned Position = cast<ParmVarDecl>(To->decl())->getFunctionScopeIndex();
  bool Atomic = E.Access == AccessKind::Atomic;
  // A volatile or atomic read may be repeated until another thread writes.
  if (E.Access == AccessKind::Read && !E.Volatile)
    Into.FirstRead.insert(Position);
  if (E.Access == AccessKind::Write ||
      (Atomic && E.Op->Kind != SyncKind::AtomicLoad))
    Into.FirstWritten.insert(Position);
}

/// Adds what \p E, which is no read, may write.
static void noteWrite(const Event &E, const Evaluation &Values,
                      KernelAccesses &Into) {
  const FieldDecl *Outermost = nullptr;
  for (const auto *Part = dyn_cast<SubobjectTerm>(E.Address); Part;
       Part = dyn_cast<SubobjectTerm>(Part->base()))
    if (const auto *Field = dyn_cast<FieldTerm>(Part))
      Outermost = Field->field()->getCanonicalDecl();
  auto PositionOf = [](const ParameterTerm *Given) {
    return cast<ParmVarDecl>(Given->decl())->getFunctionScopeIndex();
  };
  for (const Term *Root : possibleRoots(E.Address, Values)) {
    const auto *Member = dyn_cast<ExtractTerm>(Root);
    const auto *Given = dyn_cast<ParameterTerm>(Member ? Member->from() : Root);
    const auto *Var = dyn_cast<VariableTerm>(Root);
    if (Given && Member && Member->field())
      Into.Members[{PositionOf(Given), Member->field()->getCanonicalDecl()}]
          .insert(Outermost);
    else if (Given && !Member)
      Into.Written[PositionOf(Given)].insert(Outermost);
    else if (Var && memorySpaceOf(Root) == MemorySpace::Managed)
      Into.Managed[cast<VarDecl>(Var->decl())->getCanonicalDecl()].insert(
          Outermost);
    else if (!Var)
      Into.MayDoMore = true;
  }
}

static bool declaresManaged(const Decl &D) {
  if (const auto *Var = dyn_cast<VarDecl>(&D))
    return memorySpaceOf(*Var) == MemorySpace::Managed;
  if (!isa<NamespaceDecl, LinkageSpecDecl, RecordDecl>(D))
    return false;
  return llvm::any_of(cast<DeclContext>(D).decls(), [](const Decl *Inner) {
    return declaresManaged(*Inner);
  });
}

bool AccessesOfKernels::haveManaged() {
  if (!DeclaresManaged)
    DeclaresManaged = llvm::any_of(
        Code.topLevel(), [](const Decl *D) { return declaresManaged(*D); });
  return *DeclaresManaged;
}

const KernelAccesses &AccessesOfKernels::of(const FunctionDecl &Kernel) {
  const FunctionDecl *Definition = &Kernel;
  Kernel.hasBody(Definition);
  auto [Slot, New] = Known.try_emplace(Definition);
  KernelAccesses &Found = Slot->second;
  if (!New || !Definition->hasBody())
    return Found;
  const Limits Within(Code.limits().budgets());
  StepBudget Work(Within.budgets().KernelAccessSteps);
  TermArena Arena(LaunchExtents(), Work, Within);
  auto Flow = InlinedCFG::build(*Definition, Code, Within);
  if (!Flow)
    return Found;
  Evaluation Values(*Flow, Code, Arena);
  if (!Values.run()) {
    Code.limits().cut(BudgetId::KernelAccessSteps);
    return Found;
  }
  const CfgView Paths(*Flow, Values);
  const FirstThread First(*Flow, Values, Paths);
  Found.MayDoMore = false;
  for (const Node *N : Flow->order()) {
    bool IsInView = N->Reached && Paths.contains(*N);
    for (const Event &E : N->Events) {
      Found.MayDoMore |= E.isUnknown();
      if (!E.isAccess())
        continue;
      if (E.Access != AccessKind::Read)
        noteWrite(E, Values, Found);
      if (IsInView)
        First.note(E, Found);
    }
  }
  return Found;
}

} // namespace warplint::hostsync

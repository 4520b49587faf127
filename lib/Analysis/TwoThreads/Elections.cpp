//===--- Elections.cpp - Threads elected by atomics and votes -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/Elections.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/TwoThreads/AwaitedReads.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncApi.h"

using namespace clang;

namespace warplint::twothreads {

struct Elections::Search {
  ThreadRelation Relation;
  AtomicSet Atomics;
  std::vector<Source> Work;
  /// By term, and whether another lane may have computed it.
  llvm::DenseSet<std::pair<const Term *, unsigned>> Seen;
  bool OfOtherLane = false; ///< Of what is being looked at.

  bool ofBlocks() const { return Relation == ThreadRelation::SameGrid; }
  void add(const Term *T, bool FromOtherLane) {
    bool Other = OfOtherLane || FromOtherLane;
    if (T && Seen.insert({T, Other}).second)
      Work.push_back({T, Other});
  }
};

Elections::Elections(const KernelFacts &Facts) : Facts(Facts) {
  Waits = llvm::any_of(Facts.cfg().order(), [&](const Node *N) {
    return N->Branch && endsWaiting(*N);
  });
}

/// A loop ends there by what another thread has written: an atomic gave it, or
/// a load that is done anew in each iteration, or the threads of a block or a
/// warp have voted on that.
bool Elections::endsWaiting(const Node &Branch) const {
  const auto &Loops = Facts.loops();
  const Loop *In = Loops.innermost(Branch, Branch);
  if (!In || llvm::all_of(Branch.successors(), [&](const Node *Next) {
        return Loops.contains(*In->Header, *Next);
      }))
    return false;
  llvm::SmallVector<const Term *, 4> Asked{Branch.Branch};
  auto IsAwaited = [&](const Term &Part) {
    const auto *Made = dyn_cast<SiteTerm>(&Part);
    if (!Made)
      return Walk::Enter;
    const Event *By = Facts.values().operationOf(*Made);
    bool IsAtomic = By && (By->Op->Kind == SyncKind::AtomicRMW ||
                           By->Op->Kind == SyncKind::AtomicLoad);
    if (IsAtomic || Facts.get<AwaitedReads>().contains(*Made) ||
        llvm::any_of(Facts.values().eventsOf(*Made), [](const Event *E) {
          return E->isAccess() && E->Volatile;
        }))
      return Walk::Stop;
    if (By && isa<ResultTerm>(Made) && By->Value &&
        (By->Op->Kind == SyncKind::Barrier || By->Op->Kind == SyncKind::Vote) &&
        !llvm::is_contained(Asked, By->Value))
      Asked.push_back(By->Value);
    return Walk::Enter;
  };
  for (unsigned I = 0; I < Asked.size(); ++I) { // Grows on the path.
    const Term *Now = Asked[I];
    if (!walkTerms(Now, Facts.values(), IsAwaited))
      return true;
  }
  return false;
}

/// Whether control reaches \p At is up to the branches over it.
void Elections::addControls(const Node &At, Search &In) const {
  for (const Node *Branch : Facts.paths().allControls(At))
    In.add(Branch->Branch, /*FromOtherLane=*/true);
}

bool Elections::visitResult(const ResultTerm &Result, Search &In) const {
  const Event *Made = Facts.values().operationOf(Result);
  if (!Made)
    return false;
  switch (Made->Op->Kind) {
  case SyncKind::AtomicRMW:
    // The address that another lane has used is not known.
    if (In.OfOtherLane &&
        !Facts.uniformity().isUniform(Made->Address, Scope::Block))
      return false;
    In.Atomics.insert(Made);
    return true;
  case SyncKind::Shuffle:
  case SyncKind::Vote:
  case SyncKind::Match:
  case SyncKind::WarpReduce:
  case SyncKind::ActiveMask:
    if (In.Relation == ThreadRelation::SameWarp)
      return false;
    In.add(Made->Value, /*FromOtherLane=*/true);
    return true;
  case SyncKind::Barrier:
    // What a whole block has counted chooses the block.
    if (!In.ofBlocks() || Made->Op->Scope != Scope::Block)
      return false;
    In.add(Made->Value, /*FromOtherLane=*/true);
    return true;
  default:
    return false;
  }
}

/// What was read is what somebody wrote there: another thread may have been
/// told something.
bool Elections::visitLoad(const LoadTerm &Load, Search &In) const {
  const Term *Root = rootOf(Load.address());
  llvm::ArrayRef<const Event *> Writes = Facts.values().writesTo(Root);
  if (Writes.empty())
    return isa<VariableTerm, ParameterTerm>(Root);
  if (memorySpaceOf(Root) != MemorySpace::Shared ||
      isa<PhiTerm, SelectTerm>(Root))
    return false;
  for (const Event *Write : Writes) {
    if (Write->Volatile)
      return false;
    if (Write->Access == AccessKind::Write && !Write->Value)
      return false;
    In.add(Write->Value, /*FromOtherLane=*/true);
    addControls(*Write->At, In);
  }
  return true;
}

/// Says nothing about where the warp is: lanes of several have the same.
static bool isOfLane(const OpaqueTerm &Made, ThreadRelation Relation,
                     const DeviceCode &Code) {
  const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(Made.site());
  auto Read = Asm && Asm->getNumOutputs() == 1
                  ? Code.model().identityOf(*Asm, 0)
                  : std::nullopt;
  return Read && Read->TileSize && Relation != ThreadRelation::SameWarp;
}

/// False if \p Part may choose one of two threads in a path that is not known.
bool Elections::visit(const Term &Part, Search &In) const {
  if (const auto *Result = dyn_cast<ResultTerm>(&Part))
    return visitResult(*Result, In);
  if (const auto *Load = dyn_cast<LoadTerm>(&Part))
    return visitLoad(*Load, In);
  switch (Part.kind()) {
  case TermKind::Identity: {
    const auto &Self = cast<IdentityTerm>(Part);
    bool IsPlace = Self.identity() != IdentityKind::Opaque;
    return IsPlace || Self.uniformAt() >= Scope::Grid ||
           (Self.tileSize() && In.Relation != ThreadRelation::SameWarp);
  }
  case TermKind::Opaque:
    return !Part.operands().empty() ||
           isOfLane(cast<OpaqueTerm>(Part), In.Relation, Facts.code());
  case TermKind::Phi:
    for (const Incoming &Path : Facts.values().incoming(&Part))
      In.add(Path.Reaching.Value, /*FromOtherLane=*/false);
    for (const Node *Chooser : Facts.uniformity().choosers(&Part))
      In.add(Chooser->Branch, /*FromOtherLane=*/false);
    return true;
  case TermKind::Extract: {
    // An element of a thread's own array, which may hold where it stands.
    const auto &Element = cast<ExtractTerm>(Part);
    return Element.field() || isa<LoadTerm, ParameterTerm>(Element.from());
  }
  case TermKind::Symbol:
    return false;
  default:
    return true;
  }
}

std::optional<Elections::AtomicSet>
Elections::behind(const Term *T, ThreadRelation Relation) const {
  if (Waits || Relation == ThreadRelation::SameCluster)
    return std::nullopt;
  std::pair Question(T, unsigned(Relation));
  if (auto Found = Known.find(Question); Found != Known.end())
    return Found->second;
  return Known[Question] = search(T, Relation);
}

std::optional<Elections::AtomicSet>
Elections::search(const Term *T, ThreadRelation Relation) const {
  Search In{Relation};
  In.add(T, /*FromOtherLane=*/false);
  while (!In.Work.empty()) {
    Source Next = In.Work.back();
    In.Work.pop_back();
    In.OfOtherLane = Next.OfOtherLane;
    bool IsKnown = walkTerms(Next.Value, [&](const Term &Part) {
      if (!visit(Part, In))
        return Walk::Stop;
      return isa<PhiTerm, ResultTerm, LoadTerm>(Part) ? Walk::Skip
                                                      : Walk::Enter;
    });
    Facts.work().spend(1);
    if (!IsKnown)
      return std::nullopt;
  }
  return In.Atomics;
}

} // namespace warplint::twothreads

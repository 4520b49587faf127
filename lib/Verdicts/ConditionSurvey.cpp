//===--- ConditionSurvey.cpp - Whether memory decides who comes -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that read one place agree on its value if no other thread writes it
// meanwhile: that rests on the properties of races, and on which pointers lead
// to one object.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/TwoThreads/CommonContents.h"
#include "Assumptions/Evidence.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Verdicts/Surveys.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::verdicts {

namespace {

class ConditionSurvey {
public:
  ConditionSurvey(const KernelFacts &Facts, VerdictBuilder &To)
      : Facts(Facts), To(To) {}

  void run();

private:
  void collect(const Event &E);
  void look(const Node &Branch);
  void lookAtLoad(const LoadTerm &Load, SourceLocation At);

  const KernelFacts &Facts;
  VerdictBuilder &To;
  /// Roots of what is written in global memory; true if atomically or volatile.
  llvm::MapVector<const Term *, bool> Written;
  /// Reads of which each execution may find another value.
  llvm::DenseSet<std::pair<const CallContext *, const Stmt *>> Strong;
  llvm::DenseSet<const Node *> Seen;
};

} // namespace

void ConditionSurvey::collect(const Event &E) {
  bool IsStrong =
      E.Volatile || E.Access == AccessKind::Atomic ||
      (E.K == Event::Kind::Sync && (E.Op->Kind == SyncKind::AtomicLoad ||
                                    E.Op->Kind == SyncKind::AtomicRMW));
  if (IsStrong)
    Strong.insert({E.Owner, E.Site});
  if (E.K != Event::Kind::Access || E.Access == AccessKind::Read)
    return;
  if (memorySpaceOf(E.Address, Facts.values()) == MemorySpace::Shared)
    return;
  for (const Term *Root : possibleRoots(E.Address, Facts.values()))
    Written[Root] |= E.Volatile || E.Access == AccessKind::Atomic;
}

/// A branch over a barrier, or over an operation for several lanes.
static bool isOverOthers(const Event &E) {
  return E.isSync() &&
         (E.Op->Participants != Participation::Self ||
          E.isSync(SyncKind::MatrixLoad, SyncKind::MatrixStore,
                   SyncKind::MatrixMultiply, SyncKind::TensorAlloc,
                   SyncKind::TensorFree, SyncKind::TensorPermit,
                   SyncKind::TensorLoad, SyncKind::TensorStore));
}

void ConditionSurvey::run() {
  for (const Event &E : Facts.cfg().events())
    collect(E);
  for (const Node *N : Facts.cfg().order())
    if (N->Reached && llvm::any_of(N->Events, isOverOthers))
      for (const Node *Branch : Facts.paths().allControls(*N))
        if (Seen.insert(Branch).second)
          look(*Branch);
}

void ConditionSurvey::look(const Node &Branch) {
  if (!Branch.Branch)
    return;
  SourceLocation At =
      placeOf(Facts, Branch.owner(),
              Branch.condition() ? Branch.condition() : Branch.terminator());
  llvm::SetVector<const LoadTerm *> Loads;
  bool IsStrong = false;
  walkTerms({Branch.Branch}, Facts.values(), [&](const Term &Part) {
    if (const auto *Made = dyn_cast<SiteTerm>(&Part)) {
      IsStrong |= Strong.contains({Made->callContext(), Made->site()});
      if (const auto *Load = dyn_cast<LoadTerm>(Made))
        Loads.insert(Load);
    }
    return Walk::Enter;
  });
  if (IsStrong)
    To.unknown(Property::Convergence, Reason::ConditionInMemory, At);
  for (const LoadTerm *Load : Loads)
    lookAtLoad(*Load, At);
}

void ConditionSurvey::lookAtLoad(const LoadTerm &Load, SourceLocation At) {
  auto Space = memorySpaceOf(Load.address(), Facts.values());
  if (!Space)
    return To.unknown(Property::Convergence, Reason::AccessNotFollowed, At);
  if (*Space == MemorySpace::Constant || *Space == MemorySpace::Local)
    return;
  if (*Space == MemorySpace::Shared)
    return To.inherit(Property::Convergence, Property::SharedRaceFree, At);
  for (const Term *Root : possibleRoots(Load.address(), Facts.values()))
    for (const auto &[Other, IsStrong] : Written) {
      if (isa<VariableTerm>(Root) && isa<VariableTerm>(Other) && Root != Other)
        continue;
      if (Root == Other && IsStrong) {
        To.unknown(Property::Convergence, Reason::ConditionInMemory, At);
        continue;
      }
      if (Root == Other) {
        To.inherit(Property::Convergence, Property::GlobalRaceFree, At);
        continue;
      }
      for (const EvidenceItem &Item :
           itemsOf(Evidence({Assumption::NoAlias, Root, Other})))
        To.assume(Property::Convergence, Assumption::NoAlias, Item.Subject, At);
    }
}

void surveyConditions(const KernelFacts &Facts, VerdictBuilder &To) {
  ConditionSurvey(Facts, To).run();
}

//===----------------------------------------------------------------------===//
// Values that accesses are made with
//===----------------------------------------------------------------------===//

using RootSet = llvm::DenseSet<const Term *>;

/// What the kernel writes outside of shared memory.
static RootSet rootsWritten(const KernelFacts &Facts) {
  RootSet Found;
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events)
      if (E.K == Event::Kind::Access && E.Access != AccessKind::Read)
        for (const Term *Root : possibleRoots(E.Address, Facts.values()))
          Found.insert(Root);
  return Found;
}

/// What is loaded from a memory whose contents are not what the program says
/// is not the same for two threads, nor what the engine takes it for. What
/// nothing writes keeps its contents.
static bool dependsOn(MemorySpace Space, const Event &E, const RootSet &Written,
                      const KernelFacts &Facts) {
  llvm::SmallVector<const Term *, 8> Parts{E.Address};
  if (E.Value)
    Parts.push_back(E.Value);
  for (const Node *Branch : Facts.paths().allControls(*E.At))
    if (Branch->Branch)
      Parts.push_back(Branch->Branch);
  return anyPartOf(Parts, Facts.values(), [&](const Term &Part) {
    const auto *Load = dyn_cast<LoadTerm>(&Part);
    if (!Load)
      return false;
    auto Of = memorySpaceOf(Load->address(), Facts.values());
    return (!Of || *Of == Space) &&
           llvm::any_of(possibleRoots(Load->address(), Facts.values()),
                        [&](const Term *Root) {
                          return Written.contains(Root) ||
                                 Space == MemorySpace::Shared ||
                                 !isa<ParameterTerm, VariableTerm>(Root);
                        });
  });
}

void surveyValues(const KernelFacts &Facts, VerdictBuilder &To) {
  const auto &Contents = Facts.get<twothreads::CommonContents>();
  auto NeedsSet = [&](const LoadTerm *Set, VerdictBuilder::List Concerned) {
    if (Set && !To.isKnown(Property::Initialized))
      To.unknown(Concerned, Reason::ConditionRaces, Set->site()->getBeginLoc());
  };
  NeedsSet(Contents.takenAsSet(/*Blocks=*/false), VerdictBuilder::Races);
  // Blocks meet in global memory; of peer memory nothing is said.
  NeedsSet(Contents.takenAsSet(/*Blocks=*/true), {Property::GlobalRaceFree});
  bool SharedIsKnown = To.isKnown(Property::SharedRaceFree) &&
                       To.Made.of(Property::Initialized).Violations.empty(),
       GlobalIsKnown = To.isKnown(Property::GlobalRaceFree);
  if (SharedIsKnown && GlobalIsKnown)
    return;
  RootSet Written = rootsWritten(Facts);
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events) {
      if (!N->Reached || E.K != Event::Kind::Access ||
          E.Access == AccessKind::Read)
        continue;
      bool Differs =
          (!SharedIsKnown &&
           dependsOn(MemorySpace::Shared, E, Written, Facts)) ||
          (!GlobalIsKnown && dependsOn(MemorySpace::Global, E, Written, Facts));
      if (Differs)
        To.unknown(
            {memorySpaceOf(E.Address, Facts.values()) == MemorySpace::Shared
                 ? Property::SharedRaceFree
                 : Property::GlobalRaceFree,
             Property::WarpRaceFree},
            Reason::ConditionRaces, placeOf(Facts, E));
    }
}

} // namespace warplint::verdicts

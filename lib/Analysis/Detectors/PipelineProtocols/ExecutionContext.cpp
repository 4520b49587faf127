//===--- ExecutionContext.cpp - What all threads of a block share ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/ExecutionContext.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Participation/PeerOperations.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncApi.h"
#include "CudaModel/SyncKindRows.h"
#include "Target/Warp.h"

using namespace clang;

namespace warplint::pipelines {

bool isTrackedCopy(const Event &E) {
  return E.isSync(SyncKind::AsyncCopy) && E.Op->Async == AsyncGroup::None &&
         E.Completion && !E.Op->Group;
}

bool mayReadByBulk(const Event &E) {
  if (!E.isSync(SyncKind::AsyncCopy) || !E.Value)
    return false;
  // Those with an order store a value, and a library may copy by threads.
  return E.Op->Async == AsyncGroup::Bulk ||
         (isTrackedCopy(E) && E.Op->Order == MemoryOrder::None &&
          !(E.Op->Entry && E.Op->Entry->ExpectsItsBytes));
}

/// A store that others may read once they have a signal.
static bool isPlainStore(const Event &E) {
  return isPlainAccess(E) && E.Access == AccessKind::Write;
}

bool isPlainAccess(const Event &E) {
  return E.isAccess() && !E.Op && !E.Volatile && E.Access != AccessKind::Atomic;
}

bool handsStoresOn(const KernelFacts &Facts) {
  bool Waits = false, Arrives = false, Stores = false;
  for (const Event &E : Facts.cfg().events()) {
    if (isPlainStore(E)) {
      auto To = locate(E.Address);
      Stores |= To && isShared(*To);
    } else if (E.isSync()) {
      Arrives |= E.Op->Kind == SyncKind::ObjectArrive;
      Waits |= waitsForObject(E.Op->Kind);
    }
  }
  return Waits && Arrives && Stores &&
         Facts.get<memoryorder::Handshakes>().all().empty();
}

bool counts(const Event &E) {
  if (E.isUnknown())
    return true;
  if (!E.isSync())
    return false;
  switch (familyOf(E.Op->Kind)) {
  case SyncFamily::Barrier:
    return true;
  case SyncFamily::Object:
    return !E.isSync(SyncKind::ObjectInvalidate, SyncKind::ObjectCompleteTx);
  case SyncFamily::Copy:
    // What has been read is known by commits and waits.
    return E.isSync(SyncKind::AsyncCopy)
               ? isCopyOfBlock(E)
               : E.Op->Async == AsyncGroup::Wgmma ||
                     (E.Op->Async == AsyncGroup::Tcgen05 && E.Address);
  case SyncFamily::Pipeline:
    return E.Op->Async == AsyncGroup::None;
  case SyncFamily::WarpBarrier:
  case SyncFamily::Exchange:
  case SyncFamily::ActiveMask:
  case SyncFamily::Fence:
  case SyncFamily::Atomic:
  case SyncFamily::Cached:
  case SyncFamily::Matrix:
  case SyncFamily::Multiply:
  case SyncFamily::TensorMemory:
  case SyncFamily::Grid:
  case SyncFamily::Peer:
  case SyncFamily::Exit:
  case SyncFamily::Host:
    return false;
  }
  llvm_unreachable("all families are handled");
}

ExecutionContext::ExecutionContext(const mbarriers::BarrierObjects &Objects,
                                   const simulation::SimulatedCluster &Cluster)
    : Objects(Objects), Facts(Objects.facts()), Cluster(Cluster),
      Walked(Facts, counts), Layout(Facts), Chosen(Facts.terms()),
      IsAlone(simulation::isAlone(Facts)) {
  bool HandsOn = handsStoresOn(Facts);
  Pipeline = sharedPipelineOf(Facts);
  for (const Term *Phi : Facts.values().joins().phis())
    for (const Incoming &I : Facts.values().incoming(Phi))
      if (I.Reaching.Value)
        note(I.Reaching.Value);
  for (const Node *N : Facts.cfg().order()) {
    if (!N->Reached)
      continue;
    if (N->Branch)
      note(N->Branch);
    for (const Event &E : N->Events)
      if (isTrackedCopy(E) || (Pipeline && isCopyOfBlock(E))) {
        noteFilled(E.Address);
      } else if (E.isSync(SyncKind::MatrixMultiply)) {
        UsesNumbers = true;
      } else if (E.isSync(SyncKind::ProxyFence)) {
        ProxyFences.push_back(&E);
      } else if (HandsOn && isPlainStore(E)) {
        if (auto To = locate(E.Address); To && isShared(*To))
          noteStored(*To);
      }
  }
}

void ExecutionContext::noteFilled(const Term *Address) {
  if (!Address)
    return;
  if (const Term *Own = simulation::ownFor(Address, Facts))
    Address = Own;
  for (const Term *One : Chosen.all(Address))
    if (auto To = locate(One); To && isShared(*To))
      Filled.push_back(*To);
}

void ExecutionContext::noteStored(const AccessPath &To) {
  if (llvm::none_of(Stored,
                    [&](const AccessPath &S) { return inSameMember(S, To); }))
    Stored.push_back(To);
}

ExecutionContext::Used ExecutionContext::use(const Term *Address) const {
  Used Made;
  Made.At = locate(Address);
  if (!Made.At || !isShared(*Made.At)) {
    Made.At.reset();
    return Made;
  }
  if (auto Part = partOfFilled(*Made.At)) {
    Made.At = Part;
    Made.IsFilled = true;
  } else {
    Made.IsStored = llvm::any_of(
        Stored, [&](const AccessPath &S) { return inSameMember(S, *Made.At); });
  }
  return Made;
}

const ExecutionContext::Used &ExecutionContext::usedAt(const Term *Address) {
  auto [Known, New] = Uses.try_emplace(Address);
  if (New)
    Known->second = use(Address);
  return Known->second;
}

void ExecutionContext::note(const Term *T) {
  walkTerms(T, [&](const Term &Part) {
    const auto *Given = dyn_cast<SiteTerm>(&Part);
    if (!Given || isa<LoadTerm>(Given) || !Given->site())
      return Walk::Enter;
    auto &At = GivenAt[{Given->site(), Given->callContext()}];
    if (!llvm::is_contained(At, Given)) {
      At.push_back(Given);
      if (const auto *Asm = dyn_cast<GCCAsmStmt>(Given->site());
          Asm && electsLane(*Asm))
        Elections.push_back(Given);
    }
    return Walk::Enter;
  });
}

const ExecutionContext::Inputs &ExecutionContext::inputsOf(const Term *T) {
  std::unique_ptr<Inputs> &Known = InputsOf[T];
  if (Known)
    return *Known;
  Known = std::make_unique<Inputs>();
  walkTerms(T, [&](const Term &Part) {
    if (isa<PhiTerm, SiteTerm>(Part))
      Known->Given.push_back(&Part);
    if (const auto *Self = dyn_cast<IdentityTerm>(&Part))
      Known->NamesThread |= Self->uniformAt() < Scope::Block;
    return isa<PhiTerm>(Part) ? Walk::Skip : Walk::Enter;
  });
  walkTerms(T, [&](const Term &Part, TermList &Instead) {
    if (const auto *Made = dyn_cast<OpaqueTerm>(&Part);
        Made && isOfNumbers(*Made))
      return Walk::Enter;
    if (isa<SiteTerm, ExtractTerm>(Part))
      Known->Needed.push_back(&Part);
    // Whether the others matter hangs on the first one.
    const auto *Choice = dyn_cast<SelectTerm>(&Part);
    const auto *Op = dyn_cast<BinaryTerm>(&Part);
    if (Choice || (Op && Op->isLogical()))
      Instead.push_back(Choice ? Choice->condition() : Op->lhs());
    return isa<SiteTerm, ExtractTerm, PhiTerm>(Part) ? Walk::Skip : Walk::Enter;
  });
  return *Known;
}

unsigned ExecutionContext::memberOf(const AccessPath &At) {
  for (unsigned I = 0; I < Made.Members.size(); ++I)
    if (inSameMember(Made.Members[I], At))
      return I;
  Made.Members.push_back(At);
  return unsigned(Made.Members.size() - 1);
}

std::optional<AccessPath>
ExecutionContext::partOfFilled(const AccessPath &At) const {
  std::optional<AccessPath> Largest;
  for (const AccessPath &To : Filled)
    if (auto Part = asPartOf(To, At, Facts.context());
        Part && (!Largest || Part->Fields.size() < Largest->Fields.size()))
      Largest = Part;
  return Largest;
}

llvm::ArrayRef<const Term *> ExecutionContext::deciding() {
  if (!Deciding.empty())
    return Deciding;
  llvm::SmallPtrSet<const Node *, 32> Branches;
  for (const Node *N : Facts.cfg().order()) {
    bool Counts = false;
    for (const Event &E : N->Events)
      if (N->Reached && counts(E)) {
        Counts = true;
        llvm::copy_if(
            std::initializer_list<const Term *>{E.Under, E.Address, E.Value,
                                                E.Mask, E.Select, E.Id, E.Count,
                                                E.Completion, E.Width},
            std::back_inserter(Deciding),
            [](const Term *T) { return T != nullptr; });
      }
    if (Counts)
      for (const Node *Branch : Facts.paths().allControls(*N))
        if (Branch->Branch && Branches.insert(Branch).second)
          Deciding.push_back(Branch->Branch);
  }
  return Deciding;
}

unsigned ExecutionContext::readerFor(AsyncGroup Group, unsigned Block,
                                     int64_t Rank) {
  int64_t Who = Group == AsyncGroup::Wgmma ? Rank / ThreadsPerWarpGroup : Rank;
  auto [Known, New] = Readers.try_emplace({Group, Block, Who}, Made.Readers);
  Made.Readers += New;
  return Known->second;
}

} // namespace warplint::pipelines

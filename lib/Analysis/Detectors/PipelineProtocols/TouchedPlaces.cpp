//===--- TouchedPlaces.cpp - Where a thread copies, reads and stores ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/Mbarriers/CopiedBytes.h"
#include "Analysis/Detectors/PipelineProtocols/ThreadExecutor.h"
#include "Analysis/Participation/PeerOperations.h"
#include "CudaModel/SyncApi.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint::pipelines {

/// What \p Address is of several, for member \p I; null if that is not known.
const Term *ThreadExecutor::chosen(const Term *Address, size_t I) {
  return Address ? Of.Chosen.resolve(
                       Address, [&](const Term *If) { return valueFor(If, I); })
                 : nullptr;
}

std::optional<SharedPlace> ThreadExecutor::placeOf(const Term *Address,
                                                   size_t I) {
  const Term *One = chosen(Address, I);
  if (!One)
    return std::nullopt;
  const auto &At = Of.usedAt(One).At;
  if (!At)
    return std::nullopt;
  Facts.work().spend(1 + At->Steps.size());
  base::Checked Offset = At->Bytes;
  for (const auto &[Index, Size] : At->Steps)
    if (!(Offset += base::Checked(valueFor(Index, I)) * Size))
      return std::nullopt;
  return SharedPlace{Of.memberOf(*At), *Offset, BlockRank};
}

/// Where \p Address lies that may be in the shared memory of another block, as
/// far as that one is played, too.
std::optional<SharedPlace> ThreadExecutor::placeAtPeer(const Term *Address,
                                                       size_t I) {
  auto Peer = participation::peerPlaceOf(Address, Facts);
  if (!Peer)
    return placeOf(Address, I);
  bool IsOwn = Peer->Rank->isIdentity(IdentityKind::BlockRankInCluster);
  auto Rank = IsOwn ? BlockRank : valueFor(Peer->Rank, I);
  const Term *Own = simulation::ownFor(Address, Facts);
  if (!Own || !Rank || *Rank < 0 || *Rank >= Of.Cluster.size() ||
      (Of.Cluster.size() == 1 && !IsOwn && !Of.IsAlone))
    return std::nullopt;
  auto Place = placeOf(Own, I);
  if (Place)
    Place->Block = unsigned(*Rank);
  return Place;
}

/// The place that \p Address is for all members, which part if it is not one.
std::optional<SharedPlace> ThreadExecutor::agreedPlace(const Term *Address,
                                                       bool AtPeer) {
  if (!mayDiffer(Address))
    return AtPeer ? placeAtPeer(Address, first()) : placeOf(Address, first());
  llvm::SmallVector<std::optional<SharedPlace>, 32> Places(Members.size());
  for (size_t I : Walking)
    Places[I] = AtPeer ? placeAtPeer(Address, I) : placeOf(Address, I);
  return agreedOf(Places);
}

/// The object that \p E is about.
std::optional<SharedPlace> ThreadExecutor::objectOf(const Event &E) {
  if (!E.Address ||
      (E.Op->isAtPeer() && !participation::peerPlaceOf(E.Address, Facts)))
    return std::nullopt;
  return agreedPlace(E.Address, /*AtPeer=*/true);
}

/// The blocks that the copy \p E writes to where it may be several, a bit for
/// each; 0: only where its address is. Nothing if that is not known.
std::optional<uint64_t> ThreadExecutor::destinations(const Event &E) {
  if (!reachesOtherBlocks(*E.Op))
    return 0;
  auto Mask = E.Op->MaskImmediate ? std::optional<int64_t>(*E.Op->MaskImmediate)
                                  : operand(E.Mask, 0);
  if (Of.AsksForCopies && Mask)
    Of.CopiedTo |= uint64_t(*Mask);
  if (!Mask || *Mask <= 0 || Of.Cluster.size() == 1 ||
      uint64_t(*Mask) >> Of.Cluster.size() != 0)
    return std::nullopt;
  return uint64_t(*Mask);
}

/// The bulk copy \p E of what threads have stored, by member \p I or all that
/// walk.
void ThreadExecutor::sendBy(const Event &E, size_t I, bool Alone) {
  const Term *From = chosen(E.Value, I);
  if (!From || !happensFor(E, I) || !Of.usedAt(From).IsStored)
    return;
  auto Place = placeOf(From, I);
  std::optional<int64_t> Bytes =
      E.Width ? valueFor(E.Width, I)
              : mbarriers::bytesOfTile(*locate(From), Facts.context());
  if (!Place || !Bytes)
    return;
  StageCommand C;
  C.K = StageCommand::Kind::Send;
  C.At = &E;
  C.Place = *Place;
  C.Bytes = std::max<int64_t>(1, *Bytes);
  if (Alone)
    addAlone(C, I);
  else
    add(C);
}

/// What is not certain to be copied, or from where, is left out.
void ThreadExecutor::passSend(const Event &E) {
  if (isGuessed(*E.At))
    return;
  if (mayDiffer(E.Value) || (E.Under && mayDiffer(E.Under)))
    for (size_t I : Group(Walking))
      sendBy(E, I, /*Alone=*/true);
  else
    sendBy(E, first(), /*Alone=*/false);
}

bool ThreadExecutor::passCopy(const Event &E) {
  if (mayReadByBulk(E))
    passSend(E);
  if (E.Op->Async != AsyncGroup::None || !E.Completion)
    return true; // Tracked by groups.
  bool OfFirst = Of.Pipeline && E.Op->Group;
  if (OfFirst && isApartFromFirst())
    return false;
  auto Happens = happens(E);
  // Of a copy by all threads, which part is whose shows behind the commit only.
  if (OfFirst && Members[first()] != 0)
    return Happens.has_value();
  if ((E.Op->Group && !Of.Pipeline) || !isCopyOfBlock(E) || !Happens)
    return false;
  auto Blocks = destinations(E);
  if (!Blocks)
    return false;
  if (!mayDiffer(E.Address) && (Of.Pipeline || !mayDiffer(E.Completion)))
    return copyBy(E, first(), /*Alone=*/false, *Blocks);
  return llvm::all_of(Group(Walking), [&](size_t I) {
    return copyBy(E, I, /*Alone=*/true, *Blocks);
  });
}

/// The copy \p E of member \p I, or of all that walk, into each of \p Blocks.
bool ThreadExecutor::copyBy(const Event &E, size_t I, bool Alone,
                            uint64_t Blocks) {
  auto Object =
      Of.Pipeline ? SharedPipeline::filled(*Committed[I] % Of.Pipeline->Stages)
                  : placeAtPeer(E.Completion, I);
  auto To = placeAtPeer(E.Address, I);
  if (!Object || !To)
    return false;
  StageCommand C;
  C.K = StageCommand::Kind::Copy;
  C.At = &E;
  C.Object = *Object;
  C.Place = *To;
  C.ReadsOwn = participation::readsOwnMemory(E, Facts);
  C.IsExpected = E.Op->Entry && E.Op->Entry->ExpectsItsBytes;
  if (E.Width && !(C.Reports = agreed(E.Width)))
    return false;
  const Term *OwnTo = simulation::ownFor(E.Address, Facts);
  C.Bytes = C.Reports ? *C.Reports
                      : mbarriers::bytesOfTile(
                            *locate(chosen(OwnTo ? OwnTo : E.Address, I)),
                            Facts.context());
  // One copy into each block, which completes on the mbarrier of that block.
  for (unsigned B = 0; B < (Blocks ? Of.Cluster.size() : 1); ++B) {
    if (Blocks && (Blocks >> B & 1) == 0)
      continue;
    if (Blocks)
      C.Place.Block = C.Object.Block = B;
    if (Alone)
      addAlone(C, I);
    else
      add(C);
  }
  return true;
}

/// Whether \p E certainly happens for member \p I.
bool ThreadExecutor::happensFor(const Event &E, size_t I) {
  if (!participation::isConditional(E))
    return true;
  return E.Under && valueFor(E.Under, I).value_or(0) != 0;
}

/// What is not certain to be touched, or where, is left out.
void ThreadExecutor::passAccess(const Event &E) {
  if (!E.Address || isGuessed(*E.At))
    return;
  if (mayDiffer(E.Address) || (E.Under && mayDiffer(E.Under)))
    for (size_t I : Group(Walking))
      accessBy(E, I, /*Alone=*/true);
  else
    accessBy(E, first(), /*Alone=*/false);
}

/// The access \p E of member \p I, or of all that walk.
void ThreadExecutor::accessBy(const Event &E, size_t I, bool Alone) {
  const Term *Address = chosen(E.Address, I);
  if (!Address)
    return;
  const ExecutionContext::Used &Used = Of.usedAt(Address);
  bool IsStored = Used.IsStored && isPlainAccess(E);
  if (IsStored && !ElementsLeft) {
    Facts.limits().cut(BudgetId::StageElements);
    IsStored = false;
  }
  if ((!Used.IsFilled && !IsStored) || !happensFor(E, I))
    return;
  auto Place = placeOf(Address, I);
  if (!Place)
    return;
  StageCommand C;
  if (IsStored) {
    ElementsLeft -= std::min(ElementsLeft, Alone ? 1 : Walking.size());
    C.K = E.Access == AccessKind::Write ? StageCommand::Kind::Store
                                        : StageCommand::Kind::Load;
  }
  C.At = &E;
  C.Place = *Place;
  C.Bytes = std::max<int64_t>(1, E.Bytes);
  if (Alone)
    addAlone(C, I);
  else
    add(C);
}

void ThreadExecutor::addRead(const Event &E, const SharedPlace &From,
                             int64_t Bytes) {
  StageCommand C;
  C.K = StageCommand::Kind::Read;
  C.At = &E;
  C.Place = From;
  C.Place.Block = BlockRank;
  C.Bytes = Bytes;
  add(C);
}

/// Matrices of which it is not known where they begin are left out.
bool ThreadExecutor::passMultiply(const Event &E) {
  if (isGuessed(*E.At))
    return true;
  for (const Term *Descriptor : {E.Value, E.Select}) {
    auto Packed = Descriptor ? agreed(Descriptor) : std::nullopt;
    if (!Packed) {
      const Term *At = Descriptor ? matrixAt(Descriptor) : nullptr;
      if (auto From = At ? agreedPlace(At, /*AtPeer=*/false) : std::nullopt)
        addRead(E, *From, 1);
      continue;
    }
    int64_t Start = matrixStart(*Packed);
    auto Variable = Of.Layout.variableAt(Start);
    if (!Variable)
      continue;
    // Relative to each member there that copies fill.
    std::set<unsigned> Members;
    for (const AccessPath &Filled : Of.filled()) {
      AccessPath To = *Of.partOfFilled(Filled);
      unsigned Member = Of.memberOf(To);
      auto InVariable = asPartOf(*Variable, To, Facts.context());
      if (InVariable && Members.insert(Member).second)
        addRead(E, {Member, Start - (InVariable->Bytes - To.Bytes)}, 1);
    }
  }
  return true;
}

} // namespace warplint::pipelines

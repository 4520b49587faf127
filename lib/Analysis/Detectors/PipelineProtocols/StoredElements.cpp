//===--- StoredElements.cpp - What threads store for each other -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/StoredElements.h"
#include "Target/Warp.h"

namespace warplint::pipelines {

/// What accesses of several bytes are taken apart into, where they can be.
static constexpr int64_t WordBytes = 4;

/// Lanes of one warp are ordered by other rules.
static bool inSameWarp(const StageCommand *A, const StageCommand *B) {
  return A->Thread / LanesPerWarp == B->Thread / LanesPerWarp;
}

std::optional<UnorderedStore>
StoredElements::load(Element &E, const Access &Now,
                     llvm::ArrayRef<uint32_t> Known) {
  E.Loads.push_back(Now);
  if (E.Stores == 0 || inSameWarp(E.Last.By, Now.By) ||
      E.Last.Step <= Known[E.Last.Run])
    return std::nullopt;
  return UnorderedStore{Now.By, E.Last.By, E.Stores, /*IsBefore=*/false};
}

std::optional<UnorderedStore>
StoredElements::store(Element &E, const Access &Now,
                      llvm::ArrayRef<uint32_t> Known) {
  std::optional<UnorderedStore> Found;
  bool IsNew = E.Stores++ == 0;
  for (const Access &Load : E.Loads) {
    if (inSameWarp(Load.By, Now.By))
      continue;
    Refilled |= !IsNew;
    if (!Found && Load.Step > Known[Load.Run])
      Found = UnorderedStore{Load.By, Now.By, E.Stores, /*IsBefore=*/!IsNew};
  }
  E.Last = Now;
  E.Loads.clear();
  return Found;
}

std::optional<UnorderedStore>
StoredElements::access(size_t Run, const StageCommand &C,
                       llvm::ArrayRef<uint32_t> Known) {
  Access Now{Run, Known[Run], &C};
  bool InWords = C.Place.Offset % WordBytes == 0 && C.Bytes % WordBytes == 0;
  int64_t Width = InWords ? WordBytes : C.Bytes;
  std::optional<UnorderedStore> Found;
  for (int64_t At = 0; At < C.Bytes && !Found; At += Width) {
    SharedPlace Part = C.Place;
    Part.Offset += At;
    Element &E = Elements[{Part, Width}];
    Found = C.K == StageCommand::Kind::Store ? store(E, Now, Known)
                                             : load(E, Now, Known);
  }
  return Found;
}

std::optional<UnorderedStore>
StoredElements::send(size_t Run, const StageCommand &C,
                     const VectorClock &Known, const VectorClockSlots &Slots) {
  Access Now{Run, Known[Run], &C};
  std::optional<UnorderedStore> Unfenced;
  for (auto At = Elements.lower_bound({C.Place, 0}); At != Elements.end();
       ++At) {
    const SharedPlace &Place = At->first.first;
    if (Place.Block != C.Place.Block || Place.Member != C.Place.Member ||
        Place.Offset >= C.Place.Offset + C.Bytes)
      break;
    Element &E = At->second;
    if (auto Found = load(E, Now, Known))
      return Found;
    if (!Unfenced && E.Stores > 0 &&
        E.Last.Step > Known[Slots.ofFenced(E.Last.Run)])
      Unfenced = UnorderedStore{&C, E.Last.By, E.Stores, /*IsBefore=*/false,
                                /*IsUnfenced=*/true};
  }
  return Unfenced;
}

} // namespace warplint::pipelines

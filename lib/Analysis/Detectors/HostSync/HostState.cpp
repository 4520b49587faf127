//===--- HostState.cpp - What the host knows at one point -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostState.h"

using namespace clang;

namespace warplint::hostsync {

HostPlaces::Id HostPlaces::add(bool IsGlobal) {
  Parts.emplace_back();
  Global.push_back(IsGlobal);
  return Id(Parts.size() - 1);
}

HostPlaces::Id HostPlaces::variable(const VarDecl &Var) {
  auto [Slot, New] = Roots.try_emplace(Var.getCanonicalDecl(), 0);
  if (New)
    Slot->second = add(Var.hasGlobalStorage());
  return Slot->second;
}

HostPlaces::Id HostPlaces::temporary(const Expr &Made) {
  auto [Slot, New] = Roots.try_emplace(&Made, 0);
  if (New)
    Slot->second = add(false);
  return Slot->second;
}

HostPlaces::Id HostPlaces::part(Id Of, Key Which) {
  for (const auto &[Known, Place] : Parts[Of])
    if (Known == Which)
      return Place;
  Id New = add(Global[Of]);
  Parts[Of].push_back({Which, New});
  return New;
}

HostPlaces::Id HostPlaces::member(Id Of, const FieldDecl &Field) {
  return part(Of, {Field.getCanonicalDecl(), 0});
}

HostPlaces::Id HostPlaces::element(Id Of, int64_t Index) {
  return part(Of, {nullptr, Index});
}

/// Keeps of \p Into what \p Other has as well, by \p Merge.
template <typename Map, typename Merge>
static bool intersect(Map &Into, const Map &Other, Merge Keeps) {
  bool Changed = false;
  for (auto Each = Into.begin(); Each != Into.end();) {
    auto Found = Other.find(Each->first);
    if (Found != Other.end() && Keeps(Each->second, Found->second, Changed)) {
      ++Each;
      continue;
    }
    Each = Into.erase(Each);
    Changed = true;
  }
  return Changed;
}

static bool addAll(std::set<unsigned> &Into, const std::set<unsigned> &More) {
  size_t Before = Into.size();
  Into.insert(More.begin(), More.end());
  return Into.size() != Before;
}

bool HostState::join(const HostState &Other) {
  if (!Other.Reached)
    return false;
  if (!Reached) {
    *this = Other;
    return true;
  }
  bool Changed =
      intersect(Data, Other.Data, [](HostDatum &L, const HostDatum &R, bool &) {
        return L == R;
      });
  Changed |= intersect(
      Recorded, Other.Recorded,
      [](std::set<unsigned> &L, const std::set<unsigned> &R, bool &Grew) {
        Grew |= addAll(L, R);
        return true;
      });
  for (const auto &[Id, Write] : Other.Writes) {
    auto [Slot, New] = Writes.try_emplace(Id, Write);
    Changed |= New;
    if (New)
      continue;
    Changed |= Write.MayBeDone && !Slot->second.MayBeDone;
    Slot->second.MayBeDone |= Write.MayBeDone;
    Changed |= addAll(Slot->second.Streams, Write.Streams);
    if (!Slot->second.Missed)
      Slot->second.Missed = Write.Missed;
  }
  return Changed;
}

void HostState::waitForAll() {
  for (auto &Each : Writes)
    Each.second.MayBeDone = true;
}

} // namespace warplint::hostsync

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

const FieldDecl *outermostField(const Expr &E) {
  const FieldDecl *Found = nullptr;
  for (const Expr *At = E.IgnoreParenCasts();;) {
    if (const auto *Member = dyn_cast<MemberExpr>(At)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      Found = Field ? Field->getCanonicalDecl() : nullptr;
      if (Member->isArrow())
        return Found;
      At = Member->getBase()->IgnoreParenCasts();
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(At)) {
      const Expr *Base = Element->getBase()->IgnoreParens();
      const auto *Decay = dyn_cast<CastExpr>(Base);
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return Found;
      At = Decay->getSubExpr()->IgnoreParenCasts();
    } else {
      return Found;
    }
  }
}

HostPlaces::Id HostPlaces::add(bool IsGlobal, bool IsPartOfOther) {
  Parts.emplace_back();
  Global.push_back(IsGlobal);
  IsPart.push_back(IsPartOfOther);
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
  Id New = add(Global[Of], /*IsPartOfOther=*/true);
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

/// Sets \p Into if \p Other is set.
static bool raise(bool &Into, bool Other) {
  bool Changed = Other && !Into;
  Into |= Other;
  return Changed;
}

bool StartedOperation::join(const StartedOperation &Other) {
  bool Changed = raise(MayBeDone, Other.MayBeDone);
  Changed |= raise(IsBehindAll, Other.IsBehindAll);
  Changed |= raise(IsPartial, Other.IsPartial);
  Changed |= raise(IsCarried, Other.IsCarried);
  Changed |= addAll(Streams, Other.Streams);
  if (!Missed)
    Missed = Other.Missed;
  return Changed;
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
  // What one path alone has started is not started on all of them. An iteration
  // that is over is one, whichever path leads on.
  for (auto &[Id, Mine] : Operations)
    if (!Mine.IsPartial && !Mine.IsCarried && !Other.Operations.count(Id))
      Mine.IsPartial = Changed = true;
  for (const auto &[Id, Theirs] : Other.Operations) {
    auto [Slot, New] = Operations.try_emplace(Id, Theirs);
    if (New)
      Slot->second.IsPartial |= !Theirs.IsCarried;
    Changed |= New || Slot->second.join(Theirs);
  }
  return Changed;
}

void HostState::forget(HostDatum::Kind Of, unsigned Id) {
  for (auto Each = Data.begin(); Each != Data.end();)
    Each = Each->second.K == Of && Each->second.Id == Id ? Data.erase(Each)
                                                         : std::next(Each);
}

void HostState::waitForAll() {
  for (auto &Each : Operations)
    Each.second.MayBeDone = true;
}

} // namespace warplint::hostsync

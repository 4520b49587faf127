//===--- HostState.cpp - What the host knows at one point -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostState.h"
#include <limits>

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

HostPlaces::Id HostPlaces::add(bool IsGlobal, Id Around, Key Which) {
  Parts.emplace_back();
  Global.push_back(IsGlobal);
  PartOf.push_back({Around, Which});
  return Id(Parts.size() - 1);
}

HostPlaces::Id HostPlaces::root(llvm::DenseMap<const void *, Id> &Known,
                                const void *Of, bool IsGlobal) {
  auto [Slot, New] = Known.try_emplace(Of, 0);
  if (New)
    Slot->second = add(IsGlobal, None, {});
  return Slot->second;
}

HostPlaces::Id HostPlaces::variable(const VarDecl &Var) {
  return root(Roots, Var.getCanonicalDecl(), Var.hasGlobalStorage());
}

HostPlaces::Id HostPlaces::temporary(const Expr &Made) {
  return root(Roots, &Made);
}

HostPlaces::Id HostPlaces::result(const Expr &Of) { return root(Results, &Of); }

HostPlaces::Id HostPlaces::returned(const FunctionDecl &F) {
  return root(Results, &F);
}

HostPlaces::Id HostPlaces::part(Id Of, Key Which) {
  for (const auto &[Known, Place] : Parts[Of])
    if (Known == Which)
      return Place;
  Id New = add(Global[Of], Of, Which);
  Parts[Of].push_back({Which, New});
  return New;
}

HostPlaces::Id HostPlaces::member(Id Of, const FieldDecl &Field) {
  return part(Of, {Field.getCanonicalDecl(), 0});
}

HostPlaces::Id HostPlaces::element(Id Of, int64_t Index) {
  return part(Of, {nullptr, Index});
}

HostPlaces::Id HostPlaces::size(Id Of) {
  return part(Of, {nullptr, std::numeric_limits<int64_t>::min()});
}

static constexpr int64_t DeleterIndex = std::numeric_limits<int64_t>::min() + 1;

HostPlaces::Id HostPlaces::deleter(Id Of) {
  return part(Of, {nullptr, DeleterIndex});
}

bool HostPlaces::isDeleter(Id Place) const {
  return PartOf[Place].first != None &&
         PartOf[Place].second == Key(nullptr, DeleterIndex);
}

std::optional<std::pair<HostPlaces::Id, int64_t>>
HostPlaces::elementAt(Id Place) const {
  auto [Of, Which] = PartOf[Place];
  return Of == None || Which.first ? std::nullopt
                                   : std::optional(std::pair(Of, Which.second));
}

std::optional<HostPlaces::Id> HostPlaces::shifted(Id Place, int64_t Count) {
  if (Count == 0)
    return Place;
  auto At = elementAt(Place);
  return At ? std::optional(element(At->first, At->second + Count))
            : std::nullopt;
}

std::optional<HostPlaces::Id> HostPlaces::around(Id Place) const {
  Id Of = PartOf[Place].first;
  return Of == None ? std::nullopt : std::optional(Of);
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
  for (size_t I = 0; I < Loops.size() && I < Other.Loops.size(); ++I)
    if (Loops[I].IsCounted && !Other.Loops[I].IsCounted) {
      Loops[I].IsCounted = false;
      Changed = true;
    }
  Changed |= intersect(Facts, Other.Facts,
                       [](bool L, bool R, bool &) { return L == R; });
  Changed |= intersect(
      Recorded, Other.Recorded,
      [](std::set<unsigned> &L, const std::set<unsigned> &R, bool &Grew) {
        Grew |= addAll(L, R);
        return true;
      });
  for (const CFGBlock *Each : Other.Undecided)
    if (!llvm::is_contained(Undecided, Each)) {
      Undecided.push_back(Each);
      Changed = true;
    }
  auto AreOne = [](const auto &L, const auto &R, bool &) { return L == R; };
  Changed |= intersect(Captures, Other.Captures, AreOne);
  Changed |= intersect(Records, Other.Records, AreOne);
  Changed |= intersect(Graphs, Other.Graphs, AreOne);
  Changed |= intersect(DeviceOf, Other.DeviceOf, AreOne);
  if (Device && Device != Other.Device) {
    Device.reset();
    Changed = true;
  }
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

/// Whether \p L and \p R agree on all that \p Counts.
template <typename Map, typename Same, typename Test>
static bool agree(const Map &L, const Map &R, Same AreSame, Test Counts) {
  auto Next = [&](auto It, const Map &Of) {
    while (It != Of.end() && !Counts(It->second))
      ++It;
    return It;
  };
  auto A = Next(L.begin(), L), B = Next(R.begin(), R);
  for (; A != L.end() && B != R.end();
       A = Next(std::next(A), L), B = Next(std::next(B), R))
    if (A->first != B->first || !AreSame(A->second, B->second))
      return false;
  return A == L.end() && B == R.end();
}

bool HostState::ordersAs(const HostState &Other) const {
  return Recorded == Other.Recorded && Captures == Other.Captures &&
         Graphs == Other.Graphs && Device == Other.Device &&
         DeviceOf == Other.DeviceOf &&
         agree(
             Operations, Other.Operations,
             [](const StartedOperation &L, const StartedOperation &R) {
               return L.Streams == R.Streams &&
                      L.IsBehindAll == R.IsBehindAll &&
                      L.IsPartial == R.IsPartial;
             },
             [](const StartedOperation &Each) { return !Each.MayBeDone; });
}

bool HostState::holdsAs(const HostState &Other, bool Addresses) const {
  return agree(
      Data, Other.Data,
      [](const HostDatum &L, const HostDatum &R) { return L == R; },
      [&](const HostDatum &Each) {
        return Each.isKnown() && Each.K != HostDatum::Kind::Number &&
               (Addresses || Each.K != HostDatum::Kind::Address);
      });
}

bool HostState::isWidened() const {
  for (const LoopIteration &Each : Loops)
    if (Each.Iteration == LoopIteration::Later)
      return true;
  return false;
}

void HostState::forget(HostDatum::Kind Of, unsigned Id) {
  eraseIf(Data, [&](const auto &Each) {
    return Each.second.K == Of && Each.second.Id == Id;
  });
}

void HostState::waitForAll() {
  for (auto &Each : Operations)
    Each.second.MayBeDone = true;
}

} // namespace warplint::hostsync

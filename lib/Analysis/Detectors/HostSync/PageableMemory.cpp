//===--- PageableMemory.cpp - Memory of the host that no call has pinned --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables, elements of containers, and what `malloc` and `new` give. A copy
// from the device into them might be synchronous with respect to the host (CUDA
// Runtime API, "API synchronization behavior"), and need not be.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "CudaModel/HostLibrary.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

/// What the variable at \p Place holds, or the elements of the array or
/// container there.
HostDatum HostOrder::ownMemory(HostPlaces::Id Place) {
  HostDatum Result{Kind::Memory};
  while (auto At = Places.elementAt(Place)) {
    Result.AtStart &= At->second == 0;
    Place = At->first;
  }
  auto [Slot, New] =
      MemoryOfPlace.try_emplace(Place, unsigned(Memories.size()));
  if (New)
    Memories.push_back({nullptr, false, true});
  Result.Id = Slot->second;
  return Result;
}

HostDatum HostOrder::newOwnMemory(const Expr &Site, const Frame &In,
                                  HostState &Now) {
  size_t Before = Memories.size();
  unsigned Id = memoryMadeAt(Site, In.Context);
  if (Memories.size() != Before)
    Memories[Id].Pageable = true;
  forgetMemory(Id, Now);
  return {Kind::Memory, Id, true};
}

/// The object that the glvalue \p E is a part of; null if it is none.
static const Expr *outerObject(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? nullptr : Member->getBase();
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
  const auto *Decay =
      Element ? dyn_cast<ImplicitCastExpr>(Element->getBase()->IgnoreParens())
              : nullptr;
  return Decay && Decay->getCastKind() == CK_ArrayToPointerDecay
             ? Decay->getSubExpr()
             : nullptr;
}

/// The memory into which something was copied that the variable read at \p Site
/// is, or is a part of.
HostDatum HostOrder::ownMemoryAround(const Frame &In, const Expr &Site,
                                     const HostState &Now) {
  for (const Expr *E = MemoryOfPlace.empty() ? nullptr : &Site; E;
       E = outerObject(E)) {
    HostDatum At = locate(In, E, Now);
    if (At.K != Kind::Address)
      continue;
    HostDatum Own{Kind::Memory};
    for (std::optional<HostPlaces::Id> Place = At.Id; Place;
         Place = Places.around(*Place)) {
      if (auto Known = MemoryOfPlace.find(*Place);
          Known != MemoryOfPlace.end()) {
        Own.Id = Known->second;
        return Own;
      }
      auto Element = Places.elementAt(*Place);
      Own.AtStart &= !Element || Element->second == 0;
    }
  }
  return {};
}

/// A call has pinned the memory that \p Where points to.
void HostOrder::pin(const HostDatum &Where) {
  HostDatum Own = Where.K == Kind::Address ? ownMemory(Where.Id) : Where;
  if (Own.K == Kind::Memory)
    Memories[Own.Id].Pageable = false;
}

/// Follows a method of an array or vector that says where elements are, or
/// names one; false for others.
bool HostOrder::callContainer(Frame &In, const CallExpr &Call,
                              const FunctionDecl &Callee, HostState &Now) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (!Method || !isContainerClass(*Method->getParent()))
    return false;
  if (!holdsNumbers(*Method->getParent()))
    return callOfElements(In, Call, *Method, Now);
  ContainerCall Does = containerCallOf(Callee);
  if (Does != ContainerCall::Places && Does != ContainerCall::Element &&
      Does != ContainerCall::First && Does != ContainerCall::Last)
    return false;
  HostDatum Object = objectOf(In, Call, Now);
  if (Object.K != Kind::Address)
    return false;
  HostDatum Elements = ownMemory(Object.Id);
  if (Does == ContainerCall::Element) {
    unsigned Position = isa<CXXOperatorCallExpr>(Call) ? 1 : 0;
    Elements.AtStart = number(In, Call.getArg(Position), Now) == 0;
  }
  Elements.AtStart &= Does != ContainerCall::Last;
  give(Places.result(Call), Elements, Now);
  return true;
}

} // namespace warplint::hostsync

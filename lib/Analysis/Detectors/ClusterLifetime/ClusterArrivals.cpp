//===--- ClusterArrivals.cpp - What arrivals say to peers -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ClusterLifetime/ClusterArrivals.h"
#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/Detectors/ClusterLifetime/ClusterOrder.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "CudaModel/Separation.h"

namespace warplint::clusters {

ClusterArrivals::ClusterArrivals(const KernelFacts &Facts,
                                 const ClusterOrder &Order)
    : Facts(Facts), Peers(Facts.get<participation::PeerOperations>()),
      Order(Order) {}

static bool isClusterFence(const Event &E) {
  return E.isSync(SyncKind::Fence) && releases(*E.Op) &&
         E.Op->Scope >= Scope::Cluster;
}

/// A thread comes from \p Write to \p Arrive with nothing between that orders
/// them for other blocks.
bool ClusterArrivals::leadsUnpublished(const Event &Write,
                                       const Event &Arrive) const {
  auto Orders = [&](const Event &E) {
    return Order.stepOf(E) >= ClusterStep::Wait || isClusterFence(E);
  };
  return Typestate::marking(Facts.paths(), Write, Orders).before(Arrive) == 1;
}

/// Both may be of one object, also where PTX gets addresses as numbers.
static bool mayBeOfOne(const Term *Address, const Term *Other) {
  auto At = locate(Address), There = locate(Other);
  return At && There ? inSameMember(*At, *There)
                     : rootOf(Address) == rootOf(Other);
}

/// One may be a part of the other, also where PTX gets addresses as numbers.
static bool mayShareBytes(const Term *Address, const Term *Other,
                          const clang::ASTContext &Context) {
  auto At = locate(Address), There = locate(Other);
  return At && There ? mayBeParts(*At, *There, Context)
                     : rootOf(Address) == rootOf(Other);
}

/// \p E stores, itself or by `cp.async`: what the thread has written when it
/// arrives, as far as it has waited for its copies, which others ask.
static bool isOwnWrite(const Event &E) {
  return E.isStore() && (!isOfCopy(E) || E.Op->Async == AsyncGroup::CpAsync);
}

/// A peer waits for the object that \p Arrive arrives on, and then reaches
/// \p Read with no barrier of the cluster between.
bool ClusterArrivals::readsWhenSignalled(
    const participation::PeerOperation &Read,
    const participation::PeerOperation &Arrive) const {
  for (const Event &E : Facts.cfg().events()) {
    if (!E.isSync() || !E.Address || !Order.isHandshake(E) ||
        !mayBeOfOne(E.Address, Arrive.Own))
      continue;
    auto Waits = [&](const Event &Next) {
      ClusterStep S = Order.stepOf(Next);
      return S == ClusterStep::Wait || S == ClusterStep::Meet;
    };
    if (Typestate::marking(Facts.paths(), E, Waits).before(*Read.At) == 1)
      return true;
  }
  return false;
}

const Event *
ClusterArrivals::unpublished(const participation::PeerOperation &Arrive) const {
  if (Arrive.K != participation::PeerOperation::Kind::Arrive)
    return nullptr;
  const SyncOp &Op = *Arrive.At->Op;
  if (Op.Kind == SyncKind::ObjectExpectTx ||
      Op.Kind == SyncKind::ObjectCompleteTx ||
      (releases(Op) && Op.Scope >= Scope::Cluster))
    return nullptr;
  llvm::SmallVector<const Term *, 4> Fetched;
  for (const participation::PeerOperation &P : Peers.all()) {
    if (P.K == participation::PeerOperation::Kind::Write &&
        leadsUnpublished(*P.At, *Arrive.At))
      return P.At;
    if (P.K == participation::PeerOperation::Kind::Read &&
        readsWhenSignalled(P, Arrive))
      Fetched.push_back(P.Own);
  }
  if (Fetched.empty())
    return nullptr;
  for (const Event &E : Facts.cfg().events())
    if (isOwnWrite(E) && leadsUnpublished(E, *Arrive.At) &&
        llvm::any_of(Fetched, [&](const Term *Own) {
          return mayShareBytes(E.Address, Own, Facts.context());
        }))
      return &E;
  return nullptr;
}

/// The arrival of a barrier of the cluster that orders no memory.
static bool isRelaxedArrival(const Event &E) {
  return E.isSync(SyncKind::BarrierArrive) && E.Op->Scope >= Scope::Cluster &&
         !releases(*E.Op);
}

bool ClusterArrivals::mayLeadUnpublished(const Event &From,
                                         const Event &Arrival) const {
  return Typestate::until(Facts.paths(), From,
                          [&](const Event &E) {
                            return Order.stepOf(E) >= ClusterStep::Wait ||
                                   isClusterFence(E);
                          })
      .reaches(Arrival);
}

bool ClusterArrivals::isFencedFor(const Event &Arrival) const {
  for (const Event &E : Facts.cfg().events())
    if (isClusterFence(E) && mayLeadUnpublished(E, Arrival))
      return true;
  return false;
}

bool ClusterArrivals::isFirstBehind(const Event &Arrival,
                                    const Event &Read) const {
  enum : Typestate::State { Arrived = 1, Waited, Ordered };
  Typestate Since(Facts.paths(), Arrival,
                  [&](Typestate::State Now, const Event &E) {
                    ClusterStep S = Order.stepOf(E);
                    if (S == ClusterStep::None)
                      return Now;
                    bool Ends = S == ClusterStep::Wait && Now == Arrived;
                    return Typestate::State(Ends ? Waited : Ordered);
                  });
  return Since.before(Read) == Waited;
}

std::vector<RelaxedBarrier> ClusterArrivals::behindRelaxed() const {
  std::vector<RelaxedBarrier> Found;
  auto ArePair = [&](const Event &Write, const Event &Arrival,
                     const Event &Read) {
    return mayLeadUnpublished(Write, Arrival) && isFirstBehind(Arrival, Read);
  };
  for (const Event &Arrival : Facts.cfg().events()) {
    if (!isRelaxedArrival(Arrival) || isFencedFor(Arrival))
      continue;
    for (const participation::PeerOperation &P : Peers.all()) {
      bool Reads = P.K == participation::PeerOperation::Kind::Read;
      if (!Reads && P.K != participation::PeerOperation::Kind::Write)
        continue;
      for (const Event &E : Facts.cfg().events()) {
        if (!(Reads ? isOwnWrite(E) : E.isRead()) ||
            !mayShareBytes(E.Address, P.Own, Facts.context()))
          continue;
        const Event &Write = Reads ? E : *P.At, &Read = Reads ? *P.At : E;
        if (ArePair(Write, Arrival, Read)) {
          Found.push_back({&Read, &Write, &Arrival});
          return Found;
        }
      }
    }
  }
  return Found;
}

} // namespace warplint::clusters

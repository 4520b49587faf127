//===--- RemotePuts.cpp - Signals that overtake their data ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "CudaModel/RemoteMemory.h"

using namespace clang;

namespace warplint::memoryorder {

static std::optional<RemoteOperation> remoteOperation(const Event &E) {
  const auto *Call =
      E.isUnknown() ? dyn_cast_or_null<CallExpr>(E.Site) : nullptr;
  return Call ? warplint::remoteOperation(*Call) : std::nullopt;
}

/// The calls of kind \p K, with the element that they are for.
static std::vector<std::pair<const Event *, const Term *>>
callsOf(RemoteOperation::Kind K, const KernelFacts &Facts) {
  std::vector<std::pair<const Event *, const Term *>> Found;
  for (const Event &E : Facts.cfg().events()) {
    auto Done = remoteOperation(E);
    if (!Done || Done->K != K || !Facts.paths().contains(*E.At))
      continue;
    if (const Term *Element = Facts.values().valueOf(*E.Owner, Done->Element))
      Found.push_back({&E, Element});
  }
  return Found;
}

/// Deliveries from before \p E come before those from behind it, or may do so.
static bool ordersDeliveries(const Event &E) {
  auto Done = remoteOperation(E);
  return Done ? Done->K == RemoteOperation::Kind::Order : E.isUnknown();
}

std::vector<RemotePut> findOvertakenPuts(const KernelFacts &Facts) {
  std::vector<RemotePut> Found;
  auto Signals = callsOf(RemoteOperation::Kind::Signal, Facts);
  if (Signals.empty())
    return Found;
  for (const auto &[Put, To] : callsOf(RemoteOperation::Kind::Put, Facts)) {
    auto Unordered = Typestate::until(Facts.paths(), *Put, ordersDeliveries);
    for (const auto &[Signal, At] : Signals)
      if (At == To && Unordered.reaches(*Signal) &&
          llvm::none_of(Found, [Signal = Signal](const RemotePut &Old) {
            return Old.Signal == Signal;
          }))
        Found.push_back({Put, Signal});
  }
  return Found;
}

} // namespace warplint::memoryorder

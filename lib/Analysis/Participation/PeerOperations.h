//===--- PeerOperations.h - Accesses to blocks of a cluster -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a cluster access each other's shared memory by addresses that
// are mapped from addresses in their own (CUDA Programming Guide, "Distributed
// Shared Memory"; PTX ISA, "mapa"), and by multicast copies.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_PEEROPERATIONS_H
#define WARPLINT_ANALYSIS_PARTICIPATION_PEEROPERATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace warplint {
class KernelFacts;
class Term;
struct Event;
} // namespace warplint

namespace warplint::participation {

/// A place in the shared memory of another block of the cluster.
struct PeerPlace {
  /// The address in the block's own shared memory that was mapped to the peer;
  /// never null.
  const Term *Own = nullptr;
  /// The rank of the peer block in the cluster; never null.
  const Term *Rank = nullptr;
};

/// The address and rank that \p T was mapped from; nullopt if \p T itself is
/// not the result of a mapping (a sum with such an address is none).
std::optional<PeerPlace> mappedBy(const Term *T, const KernelFacts &Facts);

/// The address and rank that \p Address was mapped from, where bytes may have
/// been added since. Nullopt if it may have several roots or was not mapped.
std::optional<PeerPlace> peerPlaceOf(const Term *Address,
                                     const KernelFacts &Facts);

/// Whether \p E is an asynchronous copy out of the shared memory of the
/// thread's own block, which must not exit before the copy has completed.
bool readsOwnMemory(const Event &E, const KernelFacts &Facts);

/// One operation on the shared memory of another block of the cluster.
struct PeerOperation {
  enum class Kind : uint8_t {
    Read,
    Write,
    Atomic,
    Arrive,    ///< On a barrier object.
    Copy,      ///< Asynchronous; completes on a barrier object of the peer.
    Multicast, ///< Asynchronous, into several blocks at the same address.
    Allocate   ///< Of tensor memory, by both blocks of a pair together.
  };
  Kind K = Kind::Read;
  const Event *At = nullptr; ///< Never null.
  /// The address in the block's own shared memory that was mapped to the peer;
  /// null for an Allocate.
  const Term *Own = nullptr;
  /// The peer's rank in the cluster; null for a Multicast and an Allocate.
  const Term *Rank = nullptr;
};

/// The operations of a kernel on other blocks of its cluster, in the order of
/// InlinedCFG::order(): a fact (KernelFacts::get).
class PeerOperations {
public:
  explicit PeerOperations(const KernelFacts &Facts);

  /// All operations on shared memory of a peer.
  llvm::ArrayRef<PeerOperation> all() const { return All; }
  /// Operations that access no shared memory of a peer but need it to run.
  llvm::ArrayRef<PeerOperation> allocations() const { return Allocations; }
  /// Whether \p E is the event of an operation in all().
  bool isAtPeer(const Event &E) const;

private:
  std::vector<PeerOperation> All, Allocations;
};

/// Whether no block of the kernel has a peer: its clusters are known to have
/// one block, or all known launches are of the form `<<<...>>>` without a
/// cluster size. False if no launch is known.
bool hasNoPeers(const KernelFacts &Facts);

} // namespace warplint::participation

#endif // WARPLINT_ANALYSIS_PARTICIPATION_PEEROPERATIONS_H

//===--- PeerOperations.h - What a thread does to other blocks --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a cluster reach each other's shared memory by addresses that
// are made of their own (CUDA Programming Guide, "Distributed Shared Memory";
// PTX ISA, "mapa"), and by copies that write in several blocks at once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_PEEROPERATIONS_H
#define WARPLINT_ANALYSIS_PARTICIPATION_PEEROPERATIONS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include <vector>

namespace warplint {

/// A place in the shared memory of another block of the cluster.
struct PeerPlace {
  /// The address in the block's own shared memory that the peer's was made of;
  /// never null.
  const Term *Own = nullptr;
  const Term *Rank = nullptr; ///< Of the peer in the cluster; never null.
};

/// What the address \p T was mapped from; nothing if it is none in another
/// block's shared memory, or a sum with one.
std::optional<PeerPlace> mappedBy(const Term *T, const KernelFacts &Facts);

/// Where \p Address lies in the peer's memory that all that it may be computed
/// from leads to; nothing if there is none or several.
std::optional<PeerPlace> peerPlaceOf(const Term *Address,
                                     const KernelFacts &Facts);

/// \p E copies out of the shared memory of the thread's own block, which must
/// be there until that is done.
bool readsOwnMemory(const Event &E, const KernelFacts &Facts);

/// One operation on the shared memory of another block of the cluster.
struct PeerOperation {
  enum class Kind : uint8_t {
    Read,
    Write,
    Atomic,
    Arrive,    ///< On a barrier object.
    Copy,      ///< Asynchronous; its completion is told at the peer.
    Multicast, ///< Asynchronous, into several blocks at the same address.
    Allocate   ///< Tensor memory of both blocks of a pair, by both together.
  };
  Kind K = Kind::Read;
  const Event *At = nullptr; ///< Never null.
  /// The address in the block's own shared memory that the peer's was made of.
  const Term *Own = nullptr;
  /// The peer's rank in the cluster; null for a Multicast and an Allocate.
  const Term *Rank = nullptr;
};

/// In the order of the program's nodes. A fact of one kernel
/// (KernelFacts::get).
class PeerOperations {
public:
  explicit PeerOperations(const KernelFacts &Facts);

  llvm::ArrayRef<PeerOperation> all() const { return All; }
  /// Those that touch no shared memory of a peer but need the peer to run.
  llvm::ArrayRef<PeerOperation> allocations() const { return Allocations; }
  /// \p E may act on another block's shared memory.
  bool isAtPeer(const Event &E) const;

private:
  std::vector<PeerOperation> All, Allocations;
};

/// No block of the kernel has a peer: its clusters are of one block, by an
/// attribute or because each launch that the unit shows is an ordinary one.
bool hasNoPeers(const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_PARTICIPATION_PEEROPERATIONS_H

//===--- ExecutionContext.h - What simulated threads share ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_EXECUTIONCONTEXT_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_EXECUTIONCONTEXT_H

#include "Analysis/Detectors/PipelineProtocols/SelectedAddresses.h"
#include "Analysis/Detectors/PipelineProtocols/SharedLayout.h"
#include "Analysis/Detectors/PipelineProtocols/SharedPipeline.h"
#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"
#include "Analysis/Simulation/ConcreteExecutor.h"
#include "Analysis/Simulation/SimulatedCluster.h"
#include <map>

namespace warplint::pipelines {

/// \p E is a copy issued by one thread that completes on an mbarrier.
bool isTrackedCopy(const Event &E);

/// \p E is a copy by the async proxy, which may read shared memory that threads
/// have stored to.
bool mayReadByBulk(const Event &E);

/// \p E is an access that orders nothing and is no part of a copy.
bool isPlainAccess(const Event &E);

/// Threads of the kernel may pass stores to shared memory on to other threads
/// through mbarriers, and synchronize in no other way that passes data
/// (Handshakes).
bool handsStoresOn(const KernelFacts &Facts);

/// Whether control must be known to reach \p E: branches over it must be
/// decided.
bool counts(const Event &E);

/// What all simulated threads of all blocks of a kernel share.
class ExecutionContext {
public:
  ExecutionContext(const mbarriers::BarrierObjects &Objects,
                   const simulation::SimulatedCluster &Cluster);

  /// The statement and the call whose values a simulation sets, since the
  /// thread's own computation does not give them.
  using SiteKey = std::pair<const clang::Stmt *, const CallContext *>;

  const mbarriers::BarrierObjects &Objects;
  const KernelFacts &Facts;
  simulation::SimulatedCluster Cluster;
  simulation::ExecutedKernel Walked;
  StageRuns Made;
  std::map<SiteKey, llvm::SmallVector<const Term *, 2>> GivenAt;
  llvm::SmallVector<const Term *, 4> Elections;
  /// Whether a failed try-wait can be simulated, by try-wait; entered when
  /// asked for.
  llvm::DenseMap<const Event *, bool> GoesOnWhereFailed;
  SharedLayout Layout;
  SelectedAddresses Chosen;
  /// The block is alone in its cluster, as far as kernel and launches say.
  bool IsAlone = false;
  std::optional<SharedPipeline> Pipeline;
  /// Only the destination blocks of multicast copies are wanted; threads that
  /// cannot be simulated do not matter.
  bool AsksForCopies = false;
  uint64_t CopiedTo = 0; ///< One bit for each rank in the cluster.
  llvm::SmallVector<const Event *, 4> ProxyFences;
  /// Addresses are needed as numbers, too.
  bool UsesNumbers = false;

  /// What a term depends on besides parameters.
  struct Inputs {
    /// Phis, and values that statements set.
    llvm::SmallVector<const Term *, 4> Given;
    bool NamesThread = false; ///< It differs among threads of a block.
    /// Values from memory and statements without which it is unknown.
    llvm::SmallVector<const Term *, 2> Needed;
  };
  const Inputs &inputsOf(const Term *T);

  /// The shared memory that an address refers to.
  struct Used {
    /// The location, relative to the largest object around it that a copy
    /// fills, if there is one; nothing if the location is unknown.
    std::optional<AccessPath> At;
    bool IsFilled = false; ///< By copies.
    bool IsStored = false; ///< By threads, for other threads, and by no copy.
  };
  const Used &usedAt(const Term *Address);
  /// The number of the member that \p At lies in.
  unsigned memberOf(const AccessPath &At);
  /// \p At relative to the largest object around it that a copy fills; nothing
  /// if no copy fills it.
  std::optional<AccessPath> partOfFilled(const AccessPath &At) const;
  /// The objects that copies fill, each once.
  llvm::ArrayRef<AccessPath> filled() const { return Filled; }
  /// The terms that decide whether threads reach events that count, and the
  /// operands of those events.
  llvm::ArrayRef<const Term *> deciding();
  /// The number of the asynchronous reader (StageRuns::Readers) that executes
  /// operations of \p Group for the thread of \p Rank in \p Block.
  unsigned readerFor(AsyncGroup Group, unsigned Block, int64_t Rank);

private:
  void note(const Term *T);

  void noteFilled(const Term *Address);
  void noteStored(const AccessPath &To);
  Used use(const Term *Address) const;

  std::vector<AccessPath> Filled, Stored;
  std::vector<const Term *> Deciding;
  /// Looked up, never iterated.
  std::map<const Term *, Used> Uses;
  llvm::DenseMap<const Term *, std::unique_ptr<Inputs>> InputsOf;
  std::map<std::tuple<AsyncGroup, unsigned, int64_t>, unsigned> Readers;
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_EXECUTIONCONTEXT_H

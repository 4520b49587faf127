//===--- ExecutionContext.h - What all threads of a block share -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_EXECUTIONCONTEXT_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_EXECUTIONCONTEXT_H

#include "Analysis/Simulation/ConcreteExecutor.h"
#include "Analysis/Detectors/PipelineProtocols/PostDominators.h"
#include "Analysis/Detectors/PipelineProtocols/ChosenAddresses.h"
#include "Analysis/Simulation/SimulatedCluster.h"
#include "Analysis/Detectors/PipelineProtocols/SharedLayout.h"
#include "Analysis/Detectors/PipelineProtocols/SharedPipeline.h"
#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"
#include <map>

namespace warplint {

/// \p E is a copy by one thread that reports to a barrier object.
bool isTrackedCopy(const Event &E);

/// \p E is a copy past the caches of threads, which reads what they have stored
/// if its source lies in shared memory.
bool mayReadByBulk(const Event &E);

/// \p E orders nothing by itself, and is no part of a copy.
bool isPlainAccess(const Event &E);

/// Threads of the kernel may hand what they store in shared memory to others by
/// barrier objects, and by nothing else that they wait for.
bool handsStoresOn(const KernelFacts &Facts);

/// Branches over \p E must be decided.
bool counts(const Event &E);

/// What all threads share that run through a kernel, in all blocks.
class ExecutionContext {
public:
  ExecutionContext(const BarrierObjects &Objects, const SimulatedCluster &Cluster);

  /// Values of branches and joins that statements give, not the thread's own
  /// computation: by the statement and its call.
  using SiteKey = std::pair<const clang::Stmt *, const CallContext *>;

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  SimulatedCluster Cluster;
  ExecutedKernel Walked;
  StageRuns Made;
  std::map<SiteKey, llvm::SmallVector<const Term *, 2>> GivenAt;
  llvm::SmallVector<const Term *, 4> Elections;
  /// Tries that threads can be followed past where they fail, as far as that
  /// was asked.
  llvm::DenseMap<const Event *, bool> GoesOnWhereFailed;
  SharedLayout Layout;
  ChosenAddresses Chosen;
  const PostDominators &Joins;
  /// The block has no peers, as far as the kernel and its launches tell.
  bool IsAlone = false;
  std::optional<SharedPipeline> Pipeline;
  /// Nothing is asked for but to which blocks copies into several go, and those
  /// who cannot be followed do not matter.
  bool AsksForCopies = false;
  uint64_t CopiedTo = 0; ///< A bit for each rank in the cluster.
  llvm::SmallVector<const Event *, 4> ProxyFences;
  /// Addresses are also needed as numbers.
  bool UsesNumbers = false;

  /// What a term's value hangs on beside parameters.
  struct Inputs {
    /// Joins, and values that statements give.
    llvm::SmallVector<const Term *, 4> Given;
    bool NamesThread = false; ///< Threads of one block differ on it.
    /// What memory and statements give that it cannot be known without.
    llvm::SmallVector<const Term *, 2> Needed;
  };
  const Inputs &inputsOf(const Term *T);

  /// What lies at an address in shared memory.
  struct Used {
    /// As a part of what copies fill, if it is one; nothing if it is not known
    /// where in shared memory it lies.
    std::optional<Location> At;
    bool IsFilled = false; ///< By copies.
    bool IsStored = false; ///< By threads that hand it to others; by no copy.
  };
  const Used &usedAt(const Term *Address);
  /// The number of the member that \p At lies in.
  unsigned memberOf(const Location &At);
  /// \p At as a part of the largest object around it that a copy fills;
  /// nothing if none does.
  std::optional<Location> partOfFilled(const Location &At) const;
  /// Objects that copies fill, each once.
  llvm::ArrayRef<Location> filled() const { return Filled; }
  /// What decides whether threads come to an event that counts, and what such
  /// events are about.
  llvm::ArrayRef<const Term *> deciding();
  /// Who reads for the thread of \p Rank in \p Block by \p Group.
  unsigned readerFor(AsyncGroup Group, unsigned Block, int64_t Rank);

private:
  void note(const Term *T);

  void noteFilled(const Term *Address);
  void noteStored(const Location &To);
  Used use(const Term *Address) const;

  std::vector<Location> Filled, Stored;
  std::vector<const Term *> Deciding;
  /// Looked up, never iterated.
  std::map<const Term *, Used> Uses;
  llvm::DenseMap<const Term *, std::unique_ptr<Inputs>> InputsOf;
  std::map<std::tuple<AsyncGroup, unsigned, int64_t>, unsigned> Readers;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_EXECUTIONCONTEXT_H

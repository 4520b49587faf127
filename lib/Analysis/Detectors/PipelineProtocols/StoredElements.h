//===--- StoredElements.h - Elements passed on by threads -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory that threads store to and pass on to other threads by
// mbarriers. The clocks of a load and a store of the same bytes say whether
// anything orders them, in whatever order the simulation executed them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STOREDELEMENTS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STOREDELEMENTS_H

#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"
#include "Analysis/Detectors/PipelineProtocols/VectorClock.h"
#include <map>

namespace warplint::pipelines {

/// A load and a store by threads of different warps that nothing orders, or a
/// store and a bulk copy that reads its bytes.
struct UnorderedStore {
  const StageCommand *Load = nullptr, *Store = nullptr; ///< Never null.
  uint32_t Times = 0;      ///< Number of stores so far, including `Store`.
  bool IsBefore = false;   ///< `Load` reads an earlier store.
  bool IsUnfenced = false; ///< Ordered, but without a proxy fence.
};

/// The elements of one simulation.
class StoredElements {
public:
  /// A thread of \p Run loads or stores at \p C. \p Known: how many steps of
  /// each run are ordered before, including its own run. Nothing if the access
  /// is ordered after all conflicting ones.
  std::optional<UnorderedStore> access(size_t Run, const StageCommand &C,
                                       llvm::ArrayRef<uint32_t> Known);
  /// A bulk copy of \p Run at \p C reads; when it has finished reading is not
  /// checked. Nothing if it is ordered after the stores that it reads.
  std::optional<UnorderedStore> send(size_t Run, const StageCommand &C,
                                     const VectorClock &Known,
                                     const VectorClockSlots &Slots);
  /// Some element was stored, loaded by another warp and stored again.
  bool areRefilled() const { return Refilled; }

private:
  struct Access {
    size_t Run = 0;
    uint32_t Step = 0;
    const StageCommand *By = nullptr;
  };
  struct Element {
    Access Last; ///< The last store; unset while `Stores` is 0.
    uint32_t Stores = 0;
    std::vector<Access> Loads; ///< Since the last store.
  };
  /// Elements are only compared with elements of the same size.
  using Key = std::pair<SharedPlace, int64_t>;

  std::optional<UnorderedStore> load(Element &E, const Access &Now,
                                     llvm::ArrayRef<uint32_t> Known);
  std::optional<UnorderedStore> store(Element &E, const Access &Now,
                                      llvm::ArrayRef<uint32_t> Known);

  std::map<Key, Element> Elements;
  bool Refilled = false;
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STOREDELEMENTS_H

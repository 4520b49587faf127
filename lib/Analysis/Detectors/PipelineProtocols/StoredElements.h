//===--- StoredElements.h - What threads store for each other ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory that threads fill by stores of their own and hand to others by
// barrier objects. What a load and a store of the same bytes know of each other
// tells whether anything orders them, whatever the order in which the play came
// to them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STOREDELEMENTS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STOREDELEMENTS_H

#include "Analysis/Detectors/PipelineProtocols/VectorClock.h"
#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"
#include <map>

namespace warplint {

/// A load and a store by threads of different warps that nothing orders; or a
/// store and a bulk copy that reads what it has brought.
struct UnorderedStore {
  const StageCommand *Load = nullptr, *Store = nullptr; ///< Never null.
  uint32_t Times = 0;    ///< How often there was a store, `Store` counted.
  bool IsBefore = false; ///< `Load` is for what another store has brought.
  bool IsUnfenced = false; ///< In order, but for a proxy fence.
};

class StoredElements {
public:
  /// A thread of \p Run loads or stores at \p C, and knows that many steps of
  /// each run, its own included.
  std::optional<UnorderedStore> access(size_t Run, const StageCommand &C,
                                       llvm::ArrayRef<uint32_t> Known);
  /// The same of a bulk copy that reads; nothing of whether it has read yet.
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
    Access Last; ///< The last store; none as long as `Stores` is 0.
    uint32_t Stores = 0;
    std::vector<Access> Loads; ///< Since then.
  };
  /// Elements are compared with others of their width.
  using Key = std::pair<SharedPlace, int64_t>;

  std::optional<UnorderedStore> load(Element &E, const Access &Now,
                                     llvm::ArrayRef<uint32_t> Known);
  std::optional<UnorderedStore> store(Element &E, const Access &Now,
                                      llvm::ArrayRef<uint32_t> Known);

  std::map<Key, Element> Elements;
  bool Refilled = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STOREDELEMENTS_H

//===--- SelectedAddresses.h - Resolving selected addresses -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two alternating buffers are often two variables, reached through a pointer to
// one of them: `tile[iteration % 2]`, `odd ? second : first`. If the condition
// is known, so is the address.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_CHOSENADDRESSES_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_CHOSENADDRESSES_H

#include "Analysis/Expr/TermArena.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>

namespace warplint::pipelines {

/// Resolves addresses that contain selections.
class SelectedAddresses {
public:
  explicit SelectedAddresses(TermArena &Arena) : Arena(Arena) {}

  /// \p Address with all selections resolved; \p Decide gives the values of
  /// their conditions. Null if one is unknown, or if there are too many
  /// selections.
  const Term *
  resolve(const Term *Address,
          llvm::function_ref<std::optional<int64_t>(const Term *)> Decide);
  /// All addresses that \p Address may be; empty if there are too many
  /// selections.
  llvm::SmallVector<const Term *, 4> all(const Term *Address);

private:
  const SelectTerm *choiceIn(const Term *Address);
  const Term *taking(const Term *Address, const SelectTerm &Choice, bool First);

  TermArena &Arena;
  // Looked up, never iterated.
  std::map<const Term *, const SelectTerm *> Choices;
  std::map<std::pair<const Term *, bool>, const Term *> Taken;
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_CHOSENADDRESSES_H

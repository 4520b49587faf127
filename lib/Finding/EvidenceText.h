//===--- EvidenceText.h - What a finding rests on, in words -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_EVIDENCETEXT_H
#define WARPLINT_FINDING_EVIDENCETEXT_H

#include "Finding/Finding.h"

namespace warplint {

/// "256,1,1".
std::string textOf(const std::array<int64_t, 3> &Block);

/// What a finding rests on, in words: "rests on: block (16,16,1) guessed
/// (--block-dim states it); 'n' is 8192". Empty if that is nothing, or only
/// what answers of its kind always rest on.
/// \p Provenance, \p Block: of its scenario; empty and 0 where it has none.
std::string restsOnText(llvm::ArrayRef<EvidenceItem> Items,
                        llvm::StringRef Provenance,
                        const std::array<int64_t, 3> &Block);

/// The same for a finding, be it one of a report.
template <typename AnyFinding> std::string restsOnText(const AnyFinding &F) {
  if (F.Scenario)
    return restsOnText(F.RestsOn, F.Scenario->Provenance, F.Scenario->BlockDim);
  return restsOnText(F.RestsOn, "",
                     F.Shown ? F.Shown->BlockDim
                             : std::array<int64_t, 3>{0, 0, 0});
}

} // namespace warplint

#endif // WARPLINT_FINDING_EVIDENCETEXT_H

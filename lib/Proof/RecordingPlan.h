//===--- RecordingPlan.h - What to record to prove findings -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding of a race names two accesses by two threads. To see the race
// happen, both places are recorded while the program runs
// (recorder/warplint_recorder.h). A plan says which places, and which findings
// cannot be proven this way.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_RECORDINGPLAN_H
#define WARPLINT_PROOF_RECORDINGPLAN_H

#include "Output/Report.h"
#include <map>
#include <string>
#include <vector>

namespace warplint {

/// A place that is recorded, as a report names it.
struct RecordedSite {
  std::string File; ///< See ReportedPlace.
  unsigned Line = 0, Column = 0;
  /// The access there stores; otherwise it loads. Updates do both.
  enum class Access : uint8_t { Load, Store, Update } Does = Access::Load;
};

/// The two places of one finding; the same if one access races with itself.
struct RecordedPair {
  unsigned Finding = 0;           ///< Position in the report.
  unsigned First = 0, Second = 0; ///< Positions in `Sites`.
};

struct RecordingPlan {
  std::vector<RecordedSite> Sites;
  std::vector<RecordedPair> Pairs;
  /// Why a finding cannot be proven by recording, by its position.
  std::map<unsigned, std::string> Impossible;
};

/// A plan for the findings of \p R at the positions \p Wanted.
RecordingPlan planRecording(const Report &R, llvm::ArrayRef<unsigned> Wanted);

/// The text of `warplint_sites.h` for \p Plan.
std::string sitesHeader(const RecordingPlan &Plan);
/// The text of `warplint_recorder.h`.
llvm::StringRef recorderHeader();

} // namespace warplint

#endif // WARPLINT_PROOF_RECORDINGPLAN_H

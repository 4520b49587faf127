//===--- RecordingPlan.h - What to record to prove findings -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding of a race names two accesses by two threads; one of convergence
// names a barrier. To see it happen, the places are recorded while the program
// runs (recorder/). A plan says which places.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_RECORDINGPLAN_H
#define WARPLINT_PROOF_RECORDINGPLAN_H

#include "Report/Report.h"
#include <string>
#include <vector>

namespace warplint::proof {

/// A place that is recorded, as a report names it.
struct RecordedSite {
  std::string File; ///< See ReportedPlace.
  unsigned Line = 0, Column = 0;
  /// What happens there. Updates load and store; who waits reaches a barrier
  /// of the block; a lane calls with a mask of the lanes that are to come.
  enum class Access : uint8_t {
    Load,
    Store,
    Update,
    Wait,
    Call
  } Does = Access::Load;
};

/// The two places of one finding; the same if one access races with itself, or
/// if it is a barrier or a call, to which some threads come and others do not.
struct RecordedPair {
  unsigned Finding = 0;           ///< Position in the report.
  unsigned First = 0, Second = 0; ///< Positions in `Sites`.
};

struct RecordingPlan {
  std::vector<RecordedSite> Sites;
  std::vector<RecordedPair> Pairs;

  RecordedSite::Access kindOf(const RecordedPair &Pair) const {
    return Sites[Pair.First].Does;
  }
  /// Two accesses, and not who reaches one place.
  bool isRace(const RecordedPair &Pair) const {
    return kindOf(Pair) != RecordedSite::Access::Wait &&
           kindOf(Pair) != RecordedSite::Access::Call;
  }
};

/// A plan for the findings of \p R at the positions \p Wanted.
RecordingPlan planRecording(const report::Report &R,
                            llvm::ArrayRef<unsigned> Wanted);

/// The text of `warplint_sites.h` for \p Plan.
/// \p Recorded: the pairs, by position, that are looked at.
std::string sitesHeader(const RecordingPlan &Plan,
                        llvm::ArrayRef<unsigned> Recorded);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_RECORDINGPLAN_H

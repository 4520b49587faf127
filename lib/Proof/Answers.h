//===--- Answers.h - What a recorded run says of findings -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what the recorder wrote while a program ran, and says for each finding
// whether the run proved it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_ANSWERS_H
#define WARPLINT_PROOF_ANSWERS_H

#include "Proof/RecordingPlan.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>

namespace warplint::proof {

/// What a run saw of one pair of sites, all units and processes together.
struct SeenPair {
  struct ThreadSeen {
    std::array<int64_t, 3> Block = {0, 0, 0}, Thread = {0, 0, 0};
    /// Barriers of the block passed before, from 0; of a call, calls.
    int64_t Interval = 0;
    bool Left = false; ///< It left the kernel in place of waiting.
  };
  /// How often each site was reached in the blocks that were looked at, up to
  /// the moment at which they met.
  std::array<uint64_t, 2> Reached = {0, 0};
  /// Visits that were not judged: tables were full, or the thread had passed a
  /// barrier with a number.
  uint64_t Lost = 0;
  /// The recorder stopped looking at the pair: it was reached too often.
  bool Stopped = false;
  /// The two threads, in the order of the pair's sites; nothing if none met.
  std::optional<std::array<ThreadSeen, 2>> Met;
  std::string Address; ///< As "0x7f12", if they met.
  bool Shared = false;
  std::string Mask; ///< As "0xffff", if they met at a call.
  RecordedSite::Access Kind = RecordedSite::Access::Load; ///< Of the pair.
  bool OnePlace = false; ///< An access and itself.
  std::string Device;    ///< The GPU that the program ran on.
};

/// \p Text is a line of JSON for each pair and unit. An error if it is nothing
/// that the recorder writes, or if the device did not answer it.
llvm::Expected<std::vector<SeenPair>> readSeen(llvm::StringRef Text,
                                               const RecordingPlan &Plan);

/// Gives each finding of \p R that \p Text has a line of a reproduction for
/// what that saw; a line with "confirmed" goes before others. Returns how many
/// lines of reproductions there are, whether or not of findings of \p R.
unsigned readReproduced(llvm::StringRef Text, report::Report &R);

/// The answer for a finding, as `ReportedFinding::Proven` holds it.
report::ReportedProof answerOf(const SeenPair &Seen);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_ANSWERS_H

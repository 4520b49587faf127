//===--- InstrumentedBuild.h - A build that records -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_CONFIRM_INSTRUMENTEDBUILD_H
#define WARPLINT_WORKFLOWS_CONFIRM_INSTRUMENTEDBUILD_H

#include "CompileCommands/Database.h"
#include "Proof/Delays.h"
#include "Proof/Instrument.h"
#include "Proof/RecordingPlan.h"
#include "Report/Report.h"
#include "Workflows/Confirm/ScratchTree.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warplint::confirm {

/// What all units of a build together record, or where they can be late.
struct InstrumentedBuild {
  std::map<std::string, std::string> Sources;
  std::set<unsigned> Found;
  std::map<unsigned, std::string> Refused, OtherOrder;
  proof::StressPoints Points;
  std::string Trouble; ///< "'a.cu': ...", of the last unit that had some.
  bool IsOutOfMemory = false; ///< Then no other unit was parsed.
};

/// The files of the units to look at, those that hold a site of \p Plan first.
/// Sites in headers may be compiled into any unit of the build.
std::vector<std::string> unitsFor(const report::Report &R,
                                  const proof::RecordingPlan &Plan,
                                  const commands::CommandDatabase &Database,
                                  llvm::StringRef Root);

/// Adds what \p Unit records to \p All, or where it can be late.
void addUnit(proof::InstrumentedUnit Unit, InstrumentedBuild &All);
void addUnit(proof::DelayedUnit Unit, InstrumentedBuild &All);

/// Rewrites the units of the build that may hold sites of \p Plan, to include
/// \p Recorder. What ends the parse of a unit is written to stderr.
InstrumentedBuild instrumentBuild(const report::Report &R,
                                  const proof::RecordingPlan &Plan,
                                  const commands::CommandDatabase &Database,
                                  llvm::StringRef Root,
                                  llvm::StringRef Recorder);

/// The same, to make threads late for the findings \p Asked.
InstrumentedBuild delayBuild(const report::Report &R,
                             llvm::ArrayRef<unsigned> Asked,
                             const proof::RecordingPlan &Plan,
                             const commands::CommandDatabase &Database,
                             llvm::StringRef Root, llvm::StringRef Recorder);

/// Why \p Pair cannot be recorded, although \p Plan wants it; empty if it is.
std::string whyNotRecorded(const proof::RecordedPair &Pair,
                           const proof::RecordingPlan &Plan,
                           const InstrumentedBuild &All);

/// Writes the recorder and the rewritten sources to \p Copy, to record the
/// pairs
/// \p Recorded of \p Plan.
llvm::Error writeSources(const InstrumentedBuild &All, const ScratchTree &Copy,
                         const proof::RecordingPlan &Plan,
                         llvm::ArrayRef<unsigned> Recorded);

} // namespace warplint::confirm

#endif // WARPLINT_WORKFLOWS_CONFIRM_INSTRUMENTEDBUILD_H

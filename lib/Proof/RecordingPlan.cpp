//===--- RecordingPlan.cpp - What to record to prove findings -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/RecordingPlan.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace warplint::proof {

static std::optional<RecordedSite::Access> accessOf(llvm::StringRef Role) {
  using Access = RecordedSite::Access;
  std::optional<report::MemoryRole> Known = report::memoryRoleOf(Role);
  if (!Known)
    return std::nullopt;
  switch (*Known) {
  case report::MemoryRole::Load:
    return Access::Load;
  case report::MemoryRole::Store:
    return Access::Store;
  case report::MemoryRole::Update:
    return Access::Update;
  }
  llvm_unreachable("no such role");
}

static unsigned numberOf(RecordedSite New, std::vector<RecordedSite> &Sites) {
  for (unsigned I = 0; I < Sites.size(); ++I)
    if (Sites[I].File == New.File && Sites[I].Line == New.Line &&
        Sites[I].Column == New.Column && Sites[I].Does == New.Does)
      return I;
  Sites.push_back(std::move(New));
  return Sites.size() - 1;
}

RecordingPlan planRecording(const report::Report &R,
                            llvm::ArrayRef<unsigned> Wanted) {
  RecordingPlan Plan;
  for (unsigned Position : Wanted) {
    const report::ReportedFinding &F = R.Findings[Position];
    std::vector<RecordedSite> Found;
    if (F.Shown)
      for (const report::ReportedThread &Thread : F.Shown->Threads)
        if (auto Does = accessOf(Thread.Role); Does && !Thread.At.File.empty())
          Found.push_back(
              {Thread.At.File, Thread.At.Line, Thread.At.Column, *Does});
    // A finding without two accesses is about the place that it names.
    if (Found.size() != 2) {
      RecordedSite At{F.At.File, F.At.Line, F.At.Column,
                      report::confirmableBy(F) == report::Confirmable::Mask
                          ? RecordedSite::Access::Call
                          : RecordedSite::Access::Wait};
      Found.assign(2, At);
    }
    unsigned First = numberOf(Found[0], Plan.Sites);
    unsigned Second = numberOf(Found[1], Plan.Sites);
    Plan.Pairs.push_back({Position, First, Second});
  }
  return Plan;
}

std::string sitesHeader(const RecordingPlan &Plan,
                        llvm::ArrayRef<unsigned> Recorded) {
  std::string Text = "// Written by warplint: the places that are recorded.\n"
                     "#ifndef WARPLINT_SITES_H\n#define WARPLINT_SITES_H\n"
                     "#define WARPLINT_PAIR_COUNT " +
                     std::to_string(Plan.Pairs.size()) +
                     "\n// X(pair, site, site)\n#define WARPLINT_PAIRS(X)";
  for (unsigned I : Recorded)
    if (Plan.isRace(Plan.Pairs[I]))
      Text += " \\\n  X(" + std::to_string(I) + ", " +
              std::to_string(Plan.Pairs[I].First) + ", " +
              std::to_string(Plan.Pairs[I].Second) + ")";
  Text += "\n// X(pair)\n#define WARPLINT_BARRIERS(X)";
  std::string Calls;
  unsigned CallCount = 0;
  for (unsigned I : Recorded) {
    RecordedSite::Access Kind = Plan.kindOf(Plan.Pairs[I]);
    if (Kind == RecordedSite::Access::Wait)
      Text += " X(" + std::to_string(I) + ")";
    if (Kind == RecordedSite::Access::Call)
      Calls +=
          " X(" + std::to_string(I) + ", " + std::to_string(CallCount++) + ")";
  }
  Text += "\n#define WARPLINT_CALL_COUNT " + std::to_string(CallCount) +
          "\n// X(pair, which of the calls)\n#define WARPLINT_CALLS(X)" + Calls;
  Text += "\n#endif\n";
  return Text;
}

} // namespace warplint::proof

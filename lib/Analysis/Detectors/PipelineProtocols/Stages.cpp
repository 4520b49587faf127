//===--- Stages.cpp - Shared memory that copies fill ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/Stages.h"
#include <map>

namespace warplint::pipelines {

std::vector<Stage> stagesOf(const StageRuns &Runs) {
  std::vector<Stage> Stages;
  std::map<SharedPlace, size_t> Numbers;
  for (const StageRun &Run : Runs.All)
    for (const StageCommand &C : Run.Commands) {
      if (C.K != StageCommand::Kind::Copy)
        continue;
      auto [Number, New] = Numbers.try_emplace(C.Place, Stages.size());
      if (New) {
        Stages.emplace_back();
        Stages.back().From = C.Place;
        Stages.back().Touched.resize(Runs.All.size());
        Stages.back().Read.resize(Runs.Readers);
      }
      Stage &S = Stages[Number->second];
      S.Bytes = std::max(S.Bytes, C.Bytes);
      S.IsReported |= C.Reports.has_value();
    }
  // A stage whose size only a tensor's box has ends where another begins.
  for (auto At = Numbers.begin(); At != Numbers.end(); ++At) {
    auto Next = std::next(At);
    Stage &S = Stages[At->second];
    if (!S.IsReported && Next != Numbers.end() &&
        Next->first.Member == At->first.Member &&
        Next->first.Block == At->first.Block)
      S.Bytes = std::min(S.Bytes, Next->first.Offset - At->first.Offset);
  }
  return Stages;
}

bool overlap(const SharedPlace &A, int64_t BytesOfA, const SharedPlace &B,
             int64_t BytesOfB) {
  return A.Block == B.Block && A.Member == B.Member &&
         A.Offset < B.Offset + BytesOfB && B.Offset < A.Offset + BytesOfA;
}

} // namespace warplint::pipelines

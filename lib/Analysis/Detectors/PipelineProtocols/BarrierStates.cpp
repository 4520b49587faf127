//===--- BarrierStates.cpp - States of simulated barriers -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/BarrierStates.h"
#include "Target/Warp.h"

namespace warplint::pipelines {

size_t BarrierStates::warpOf(size_t Run) const {
  return Runs.All[Run].Thread / LanesPerWarp;
}

int64_t BarrierStates::threadsOf(llvm::ArrayRef<size_t> Of) const {
  int64_t Sum = 0;
  for (size_t Run : Of)
    Sum += Runs.All[Run].Lanes;
  return Sum;
}

BarrierStates::Meeting &BarrierStates::meetingOf(size_t Run,
                                                 const StageCommand &C) {
  int64_t Number = C.Number;
  if (C.K == StageCommand::Kind::MeetWarp)
    Number = -1 - int64_t(warpOf(Run));
  else if (Number != ClusterBarrier)
    Number += (ClusterBarrier + 1) * int64_t(Runs.blockOf(Run));
  Meeting &M = All[Number];
  if (M.Pending.empty())
    M.Pending = M.Known = VectorClock(Known.front().size(), 0);
  return M;
}

/// All that \p C counts have come, or all that have not left.
bool BarrierStates::isFull(const Meeting &M, size_t Run,
                           const StageCommand &C) const {
  bool OfWarp = C.K == StageCommand::Kind::MeetWarp;
  if (!OfWarp && C.Bytes != 0)
    return threadsOf(M.Waiting) + threadsOf(M.Arrived) >= C.Bytes;
  auto Meets = [&](size_t R) {
    return OfWarp ? warpOf(R) == warpOf(Run)
                  : C.Number == ClusterBarrier ||
                        Runs.blockOf(R) == Runs.blockOf(Run);
  };
  size_t Begin = Run, Missing = 0;
  while (Begin > 0 && Meets(Begin - 1))
    --Begin;
  for (size_t R = Begin; R < Known.size() && Meets(R); ++R)
    Missing += !HasLeft(R);
  return M.Waiting.size() +
             llvm::count_if(M.Arrived, [&](size_t R) { return !HasLeft(R); }) >=
         Missing;
}

void BarrierStates::end(Meeting &M) {
  for (size_t T : M.Waiting)
    join(M.Pending, Known[T]);
  for (size_t T : M.Waiting) {
    Known[T] = M.Pending;
    ++Known[T][T];
    HasMet[T] = true;
  }
  M.Known = M.Pending;
  std::fill(M.Pending.begin(), M.Pending.end(), 0);
  M.Waiting.clear();
  M.Arrived.clear();
  ++M.Ended;
}

bool BarrierStates::meet(size_t Run, const StageCommand &C) {
  if (!HasMet[Run]) {
    Meeting &M = meetingOf(Run, C);
    if (!llvm::is_contained(M.Waiting, Run))
      M.Waiting.push_back(Run);
    if (isFull(M, Run, C))
      end(M);
  }
  bool Met = HasMet[Run];
  HasMet[Run] = false;
  return Met;
}

void BarrierStates::arrive(size_t Run, const StageCommand &C) {
  Meeting &M = meetingOf(Run, C);
  ArrivedAt[{Run, C.Number}] = M.Ended;
  M.Arrived.push_back(Run);
  join(M.Pending, Known[Run]);
  ++Known[Run][Run];
  if (isFull(M, Run, C))
    end(M);
}

bool BarrierStates::await(size_t Run, const StageCommand &C) {
  Meeting &M = meetingOf(Run, C);
  auto Arrived = ArrivedAt.find({Run, C.Number});
  // Nothing to wait for.
  if (Arrived == ArrivedAt.end())
    return true;
  if (M.Ended == Arrived->second && isFull(M, Run, C))
    end(M);
  if (M.Ended == Arrived->second)
    return false;
  join(Known[Run], M.Known);
  return true;
}

bool BarrierStates::letWarpGo() {
  for (auto &[Number, M] : All) {
    if (Number >= 0 || M.Waiting.empty())
      continue;
    for (size_t T : M.Waiting)
      HasMet[T] = true;
    M.Waiting.clear();
    return true;
  }
  return false;
}

} // namespace warplint::pipelines

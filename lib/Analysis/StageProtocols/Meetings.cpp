//===--- Meetings.cpp - Threads that come together in a play --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/StageProtocols/Meetings.h"
#include "Model/Hardware.h"

namespace warplint {

static size_t firstOfWarp(size_t Thread) {
  return Thread / LanesPerWarp * LanesPerWarp;
}

Meetings::Meeting &Meetings::meetingOf(size_t Thread, const StageCommand &C) {
  int64_t Number = C.Number;
  if (C.K == StageCommand::Kind::MeetWarp)
    Number = -1 - int64_t(firstOfWarp(Thread));
  else if (Number != ClusterBarrier)
    Number += (ClusterBarrier + 1) * int64_t(Thread / ThreadsPerBlock);
  Meeting &M = All[Number];
  if (M.Told.empty())
    M.Told = M.Known = Clock(Known.front().size(), 0);
  return M;
}

/// All that \p C counts have come, or all that have not left.
bool Meetings::isFull(const Meeting &M, size_t Thread,
                      const StageCommand &C) const {
  bool OfWarp = C.K == StageCommand::Kind::MeetWarp;
  if (!OfWarp && C.Bytes != 0)
    return int64_t(M.Waiting.size() + M.Came.size()) >= C.Bytes;
  size_t Begin = 0, End = Known.size();
  if (C.Number != ClusterBarrier) {
    Begin = Thread / ThreadsPerBlock * ThreadsPerBlock;
    End = Begin + ThreadsPerBlock;
  }
  if (OfWarp) {
    Begin = firstOfWarp(Thread);
    End = std::min(End, Begin + LanesPerWarp);
  }
  int64_t Counted = 0;
  for (size_t T = Begin; T < End; ++T)
    Counted += !HasLeft(T);
  return int64_t(M.Waiting.size()) +
             llvm::count_if(M.Came, [&](size_t T) { return !HasLeft(T); }) >=
         Counted;
}

void Meetings::end(Meeting &M) {
  for (size_t T : M.Waiting)
    join(M.Told, Known[T]);
  for (size_t T : M.Waiting) {
    Known[T] = M.Told;
    ++Known[T][T];
    HasMet[T] = true;
  }
  M.Known = M.Told;
  std::fill(M.Told.begin(), M.Told.end(), 0);
  M.Waiting.clear();
  M.Came.clear();
  ++M.Ended;
}

bool Meetings::meet(size_t Thread, const StageCommand &C) {
  if (!HasMet[Thread]) {
    Meeting &M = meetingOf(Thread, C);
    if (!llvm::is_contained(M.Waiting, Thread))
      M.Waiting.push_back(Thread);
    if (isFull(M, Thread, C))
      end(M);
  }
  bool Met = HasMet[Thread];
  HasMet[Thread] = false;
  return Met;
}

void Meetings::arrive(size_t Thread, const StageCommand &C) {
  Meeting &M = meetingOf(Thread, C);
  CameAt[{Thread, C.Number}] = M.Ended;
  M.Came.push_back(Thread);
  join(M.Told, Known[Thread]);
  ++Known[Thread][Thread];
  if (isFull(M, Thread, C))
    end(M);
}

bool Meetings::await(size_t Thread, const StageCommand &C) {
  Meeting &M = meetingOf(Thread, C);
  auto Came = CameAt.find({Thread, C.Number});
  // Nothing to wait for.
  if (Came == CameAt.end())
    return true;
  if (M.Ended == Came->second && isFull(M, Thread, C))
    end(M);
  if (M.Ended == Came->second)
    return false;
  join(Known[Thread], M.Known);
  return true;
}

bool Meetings::letWarpGo() {
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

} // namespace warplint

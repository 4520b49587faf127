//===--- StageOrderChecker.cpp - Checks the order of stage accesses -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/StageOrderChecker.h"
#include <map>

namespace warplint::pipelines {

/// The stages of \p Runs, by where copies begin, each once, in the order of the
/// threads.
static std::vector<Stage> stagesOf(const StageRuns &Runs) {
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

/// The two ranges have a byte in common.
static bool overlap(const SharedPlace &A, int64_t BytesOfA,
                    const SharedPlace &B, int64_t BytesOfB) {
  return A.Block == B.Block && A.Member == B.Member &&
         A.Offset < B.Offset + BytesOfB && B.Offset < A.Offset + BytesOfA;
}

StageOrderChecker::StageOrderChecker(const StageRuns &Runs)
    : Threads(Runs.All.size()), Readers(Runs.Readers), Stages(stagesOf(Runs)) {}

void StageOrderChecker::fault(StageFault::Kind K, const StageCommand &At,
                              const Stage &Of) {
  auto &Into = K == StageFault::Kind::NotFenced ? Unfenced : Found;
  if (Into)
    return;
  Into = StageFault{K, At.At};
  Into->Thread = int64_t(At.Thread);
  Into->Copy = Of.Last->At;
  Into->Copier = int64_t(Of.Last->Thread);
  Into->Times = Of.Fills;
}

/// The thread that fills \p S knows accesses of others, but through no proxy
/// fence.
void StageOrderChecker::noteUnfenced(const Stage &S, const VectorClock &Known) {
  for (size_t T = 0; T < Threads && !Unfenced; ++T)
    if (S.Touched[T].first > Known[slots().ofFenced(T)])
      fault(StageFault::Kind::NotFenced, *S.Touched[T].second, S);
}

/// What it is that \p By came before the last copy into \p S: a read that came
/// before the first one, of the stage itself, has not waited for it.
static StageFault::Kind kindBefore(const Stage &S, bool IsOfStage,
                                   const StageCommand &By) {
  return IsOfStage && S.Fills == 1 && By.At->Access == AccessKind::Read
             ? StageFault::Kind::TouchedEarly
             : StageFault::Kind::RefilledEarly;
}

/// \p IsThis: \p C fills the stage from its beginning, not some of another one
/// that lies over it.
void StageOrderChecker::fillStage(size_t I, bool IsThis, const StageCommand &C,
                                  const VectorClock &Known) {
  Stage &S = Stages[I];
  bool KnowsLast = Known[slots().ofStage(I)] == S.Fills;
  if (IsThis) {
    ++S.Fills;
    S.Last = &C;
    if (!KnowsLast)
      fault(StageFault::Kind::NotAwaited, C, S);
  }
  if (!S.Last)
    return;
  for (size_t T = 0; T < Threads; ++T)
    if (S.Touched[T].first > Known[T])
      fault(kindBefore(S, IsThis, *S.Touched[T].second), *S.Touched[T].second,
            S);
  noteUnfenced(S, Known);
  for (size_t R = 0; R < Readers; ++R)
    if (S.Read[R].Group > Known[slots().ofReader(R)])
      fault(kindBefore(S, IsThis, *S.Read[R].By), *S.Read[R].By, S);
}

void StageOrderChecker::fill(const StageCommand &C, const VectorClock &Known,
                             VectorClock &Signalled) {
  auto Own =
      llvm::find_if(Stages, [&](const Stage &S) { return S.From == C.Place; });
  for (size_t I = 0; I < Stages.size(); ++I) {
    Stage &S = Stages[I];
    if (!overlap(S.From, S.Bytes, C.Place, std::min(C.Bytes, Own->Bytes)))
      continue;
    bool IsThis = &S == &*Own;
    fillStage(I, IsThis, C, Known);
    if (!IsThis)
      continue;
    join(Signalled, Known);
    uint32_t &Fills = Signalled[slots().ofStage(I)];
    Fills = std::max(Fills, S.Fills);
  }
}

/// The stages that \p C accesses; one of which \p Known does not know the last
/// filling is accessed too early.
std::vector<Stage *> StageOrderChecker::filled(const StageCommand &C,
                                               const VectorClock &Known) {
  std::vector<Stage *> Result;
  for (size_t I = 0; I < Stages.size(); ++I) {
    Stage &S = Stages[I];
    if (!overlap(S.From, S.Bytes, C.Place, C.Bytes))
      continue;
    if (Known[slots().ofStage(I)] < S.Fills)
      fault(StageFault::Kind::TouchedEarly, C, S);
    Result.push_back(&S);
  }
  return Result;
}

void StageOrderChecker::touch(size_t Run, const StageCommand &C,
                              const VectorClock &Known) {
  for (Stage *S : filled(C, Known))
    S->Touched[Run] = {Known[Run], &C};
}

void StageOrderChecker::read(const StageCommand &C, const VectorClock &Known,
                             uint32_t Group) {
  for (Stage *S : filled(C, Known))
    if (S->Read[C.Reader].Group <= Group)
      S->Read[C.Reader] = {Group, &C};
}

void StageOrderChecker::passElement(size_t Run, const StageCommand &C,
                                    const VectorClock &Known) {
  note(Elements.access(Run, C, Known));
}

void StageOrderChecker::send(size_t Run, const StageCommand &C,
                             const VectorClock &Known) {
  note(Elements.send(Run, C, Known, slots()));
}

void StageOrderChecker::note(const std::optional<UnorderedStore> &Clash) {
  if (!Clash || Found)
    return;
  if (Clash->IsUnfenced) {
    Found = StageFault{StageFault::Kind::SentUnfenced, Clash->Store->At,
                       Clash->Load->At};
    Found->Thread = int64_t(Clash->Store->Thread);
    Found->Copier = int64_t(Clash->Load->Thread);
    Found->Times = Clash->Times;
    return;
  }
  Found = StageFault{Clash->IsBefore ? StageFault::Kind::RefilledEarly
                                     : StageFault::Kind::TouchedEarly,
                     Clash->Load->At, Clash->Store->At};
  Found->Thread = int64_t(Clash->Load->Thread);
  Found->Copier = int64_t(Clash->Store->Thread);
  Found->Times = Clash->Times;
}

std::pair<size_t, uint32_t>
StageOrderChecker::fillsOf(const SharedPlace &From) const {
  auto Own =
      llvm::find_if(Stages, [&](const Stage &S) { return S.From == From; });
  return {size_t(Own - Stages.begin()), Own->Fills};
}

bool StageOrderChecker::areRefilled() const {
  return Elements.areRefilled() ||
         llvm::any_of(Stages, [](const Stage &S) { return S.Fills > 1; });
}

} // namespace warplint::pipelines

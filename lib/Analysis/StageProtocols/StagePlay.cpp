//===--- StagePlay.cpp - Whether stages are filled in turn ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/StageProtocols/StagePlay.h"
#include "Analysis/StageProtocols/Stages.h"
#include "Analysis/StageProtocols/StoredElements.h"
#include "Model/Hardware.h"
#include <map>

namespace warplint {

namespace {

/// For each thread, how many of its steps are known; then for each stage, how
/// many of the copies that fill it are; then for each reader, how many of its
/// groups are known to be over. Behind them, for each thread again, how many of
/// its steps are known by way of a proxy fence.
using Clock = std::vector<uint32_t>;

void join(Clock &Into, const Clock &From) {
  for (size_t I = 0; I < Into.size(); ++I)
    Into[I] = std::max(Into[I], From[I]);
}

struct Object {
  int64_t Expected = 0, Missing = 0, Bytes = 0;
  /// Bytes are expected or reported of which it is not known how many.
  bool AnyBytes = false;
  int64_t Phase = 0;
  Clock Told, Known; ///< In the phase under way; in those that have ended.
};

struct Meeting {
  std::vector<size_t> Here;
  Clock Told;
};

class Play {
public:
  Play(const StageRuns &Runs, StepBudget &Steps);

  std::optional<StageOutcome> run();

private:
  enum class Step { Done, Blocked, Lost };
  uint64_t costOf(const StageCommand &C) const;
  Step step(size_t Thread);
  Step arrive(size_t Thread, Object &O, int64_t Count);
  Step wait(size_t Thread, const StageCommand &C, Object &O);
  Step meet(size_t Thread, const StageCommand &C);
  Step copy(size_t Thread, const StageCommand &C);
  void touch(size_t Thread, const StageCommand &C);
  void passElement(size_t Thread, const StageCommand &C);
  void read(size_t Thread, const StageCommand &C);
  Step arriveRead(size_t Thread, const StageCommand &C, Object &O);
  size_t clockSize() const {
    return 2 * Threads + Stages.size() + Runs.Readers;
  }
  size_t fencedSlotOf(size_t Thread) const {
    return Threads + Stages.size() + Runs.Readers + Thread;
  }
  size_t slotOf(unsigned Reader) const {
    return Threads + Stages.size() + Reader;
  }
  void completeIfFull(Object &O, bool IsQuiet);
  bool letGo();
  bool isAwaited(const SharedPlace &Object) const;
  const StageCommand &now(size_t Thread) const {
    return Runs.OfThread[Thread][Next[Thread]];
  }
  bool isOver(size_t Thread) const {
    return Next[Thread] == Runs.OfThread[Thread].size();
  }
  void fault(StageFault::Kind K, const StageCommand &At, size_t Thread,
             const Stage *Of);
  void noteUnfenced(const Stage &S, size_t Copier);
  void fence(size_t Thread);
  void faultOfWaiting();

  const StageRuns &Runs;
  StepBudget &Steps;
  size_t Threads;
  std::vector<size_t> Next;
  std::vector<Clock> Known;
  std::vector<bool> HasMet; ///< The thread's meeting has taken place.
  std::map<SharedPlace, Object> Objects;
  std::map<std::pair<size_t, SharedPlace>, int64_t> Tokens;
  std::vector<Stage> Stages;
  StoredElements Elements;
  /// Groups that a thread has committed to a reader.
  std::map<std::pair<size_t, unsigned>, uint32_t> Groups;
  std::map<int64_t, Meeting> Meetings; ///< Of warps: by their number below 0.
  std::optional<StageFault> Found, Unfenced;
  bool HaveLeft = false; ///< See StageOutcome::HasLeft.
};

} // namespace

Play::Play(const StageRuns &Runs, StepBudget &Steps)
    : Runs(Runs), Steps(Steps), Threads(Runs.OfThread.size()), Next(Threads, 0),
      HasMet(Threads, false), Stages(stagesOf(Runs)) {
  Known.assign(Threads, Clock(clockSize(), 0));
  for (size_t T = 0; T < Threads; ++T)
    Known[T][T] = 1;
}

void Play::fault(StageFault::Kind K, const StageCommand &At, size_t Thread,
                 const Stage *Of) {
  auto &Into = K == StageFault::Kind::NotFenced ? Unfenced : Found;
  if (Into)
    return;
  Into = StageFault{K, At.At};
  Into->Thread = int64_t(Thread);
  if (Of) {
    Into->Copy = Of->Last->At;
    Into->Copier = int64_t(Of->Copier);
    Into->Times = Of->Fills;
  }
}

/// \p Copier fills \p S, and knows what others did to it by no proxy fence.
void Play::noteUnfenced(const Stage &S, size_t Copier) {
  for (size_t T = 0; T < Threads && !Unfenced; ++T)
    if (S.Touched[T].first > Known[Copier][fencedSlotOf(T)])
      fault(StageFault::Kind::NotFenced, *S.Touched[T].second, T, &S);
}

void Play::fence(size_t Thread) {
  Clock &Now = Known[Thread];
  for (size_t T = 0; T < Threads; ++T)
    Now[fencedSlotOf(T)] = std::max(Now[fencedSlotOf(T)], Now[T]);
  // What the thread does from here on is another step.
  ++Now[Thread];
}

/// \p IsQuiet: no thread can go on, so all copies that belong to the phase have
/// been made.
void Play::completeIfFull(Object &O, bool IsQuiet) {
  if (O.Missing != 0 || O.Expected == 0 ||
      (O.AnyBytes ? !IsQuiet : O.Bytes != 0))
    return;
  ++O.Phase;
  O.Missing = O.Expected;
  O.Bytes = 0;
  O.AnyBytes = false;
  join(O.Known, O.Told);
}

Play::Step Play::arrive(size_t Thread, Object &O, int64_t Count) {
  if (O.Missing == 0)
    completeIfFull(O, /*IsQuiet=*/true);
  if (O.Missing < Count)
    return Step::Lost;
  join(O.Told, Known[Thread]);
  ++Known[Thread][Thread];
  O.Missing -= Count;
  completeIfFull(O, /*IsQuiet=*/false);
  return Step::Done;
}

Play::Step Play::wait(size_t Thread, const StageCommand &C, Object &O) {
  bool IsOver = C.K == StageCommand::Kind::WaitFor
                    ? (O.Phase & 1) != (C.Number & 1)
                    : O.Phase > Tokens[{Thread, C.Object}];
  if (!IsOver)
    return Step::Blocked;
  join(Known[Thread], O.Known);
  return Step::Done;
}

/// Threads meet when all that are counted have come. Who has left is not waited
/// for.
Play::Step Play::meet(size_t Thread, const StageCommand &C) {
  if (HasMet[Thread]) {
    HasMet[Thread] = false;
    return Step::Done;
  }
  bool OfWarp = C.K == StageCommand::Kind::MeetWarp;
  size_t First = Thread / LanesPerWarp * LanesPerWarp;
  size_t Begin = OfWarp ? First : 0,
         End = OfWarp ? std::min(Threads, First + LanesPerWarp) : Threads;
  Meeting &M = Meetings[OfWarp ? -1 - int64_t(First) : C.Number];
  if (!llvm::is_contained(M.Here, Thread))
    M.Here.push_back(Thread);
  int64_t Counted = C.K == StageCommand::Kind::Meet ? C.Bytes : 0;
  if (Counted == 0)
    for (size_t T = Begin; T < End; ++T)
      Counted += !isOver(T);
  if (int64_t(M.Here.size()) < Counted)
    return Step::Blocked;
  Clock Together(clockSize(), 0);
  for (size_t T : M.Here)
    join(Together, Known[T]);
  for (size_t T : M.Here) {
    Known[T] = Together;
    ++Known[T][T];
    HasMet[T] = T != Thread;
  }
  M.Here.clear();
  return Step::Done;
}

/// What it is that \p By came before the last copy into \p S: a read that came
/// before the first one, of the stage itself, has not waited for it.
static StageFault::Kind kindBefore(const Stage &S, bool IsOfStage,
                                   const StageCommand &By) {
  return IsOfStage && S.Fills == 1 && By.At->Access == AccessKind::Read
             ? StageFault::Kind::TouchedEarly
             : StageFault::Kind::RefilledEarly;
}

Play::Step Play::copy(size_t Thread, const StageCommand &C) {
  Object &O = Objects[C.Object];
  if (O.Expected == 0)
    return Step::Lost;
  auto Own = llvm::find_if(Stages, [&](const Stage &S) {
    return S.From.Member == C.Place.Member && S.From.Offset == C.Place.Offset;
  });
  for (size_t I = 0; I < Stages.size(); ++I) {
    Stage &S = Stages[I];
    if (!overlap(S.From, S.Bytes, C.Place, std::min(C.Bytes, Own->Bytes)))
      continue;
    bool IsThis = &S == &*Own;
    bool KnowsLast = Known[Thread][Threads + I] == S.Fills;
    if (IsThis) {
      ++S.Fills;
      S.Last = &C;
      S.Copier = Thread;
      if (!KnowsLast)
        fault(StageFault::Kind::NotAwaited, C, Thread, &S);
    }
    for (size_t T = 0; T < Threads && S.Last; ++T)
      if (S.Touched[T].first > Known[Thread][T])
        fault(kindBefore(S, IsThis, *S.Touched[T].second), *S.Touched[T].second,
              T, &S);
    if (S.Last)
      noteUnfenced(S, Thread);
    for (unsigned R = 0; R < Runs.Readers && S.Last; ++R)
      if (S.Read[R].Group > Known[Thread][slotOf(R)])
        fault(kindBefore(S, IsThis, *S.Read[R].By), *S.Read[R].By,
              S.Read[R].Thread, &S);
    if (IsThis) {
      join(O.Told, Known[Thread]);
      O.Told[Threads + I] = std::max(O.Told[Threads + I], S.Fills);
    }
  }
  if (C.IsExpected)
    return Step::Done;
  if (C.Reports)
    O.Bytes -= *C.Reports;
  else
    O.AnyBytes = true;
  completeIfFull(O, /*IsQuiet=*/false);
  return Step::Done;
}

void Play::touch(size_t Thread, const StageCommand &C) {
  for (size_t I = 0; I < Stages.size(); ++I) {
    Stage &S = Stages[I];
    if (!overlap(S.From, S.Bytes, C.Place, C.Bytes))
      continue;
    if (Known[Thread][Threads + I] < S.Fills)
      fault(StageFault::Kind::TouchedEarly, C, Thread, &S);
    S.Touched[Thread] = {Known[Thread][Thread], &C};
  }
}

void Play::passElement(size_t Thread, const StageCommand &C) {
  auto Clash = Elements.access(Thread, C, Known[Thread]);
  if (!Clash || Found)
    return;
  Found = StageFault{Clash->IsBefore ? StageFault::Kind::RefilledEarly
                                     : StageFault::Kind::TouchedEarly,
                     Clash->Load->At, Clash->Store->At};
  Found->Thread = int64_t(Clash->Loader);
  Found->Copier = int64_t(Clash->Storer);
  Found->Times = Clash->Times;
}

void Play::read(size_t Thread, const StageCommand &C) {
  uint32_t Group = Groups[{Thread, C.Reader}] + 1;
  for (size_t I = 0; I < Stages.size(); ++I) {
    Stage &S = Stages[I];
    if (!overlap(S.From, S.Bytes, C.Place, C.Bytes))
      continue;
    if (Known[Thread][Threads + I] < S.Fills)
      fault(StageFault::Kind::TouchedEarly, C, Thread, &S);
    if (S.Read[C.Reader].Group <= Group)
      S.Read[C.Reader] = {Group, &C, Thread};
  }
}

/// The arrival tells what the thread itself does not know yet.
Play::Step Play::arriveRead(size_t Thread, const StageCommand &C, Object &O) {
  uint32_t &Slot = Known[Thread][slotOf(C.Reader)], Before = Slot;
  Slot = ++Groups[{Thread, C.Reader}];
  Step Went = arrive(Thread, O, 1);
  Slot = Before;
  return Went;
}

/// Entries of clocks that \p C looks at, about.
uint64_t Play::costOf(const StageCommand &C) const {
  switch (C.K) {
  case StageCommand::Kind::Touch:
  case StageCommand::Kind::Read:
    return Stages.size();
  case StageCommand::Kind::Load:
  case StageCommand::Kind::Store:
    return uint64_t(C.Bytes);
  case StageCommand::Kind::Commit:
  case StageCommand::Kind::WaitRead:
    return 1;
  case StageCommand::Kind::Fence:
    return Threads;
  case StageCommand::Kind::Copy:
    return (Threads + Runs.Readers) * (1 + Stages.size());
  case StageCommand::Kind::Meet:
  case StageCommand::Kind::MeetWarp:
    return 3 * clockSize();
  default:
    return clockSize();
  }
}

Play::Step Play::step(size_t Thread) {
  using Kind = StageCommand::Kind;
  const StageCommand &C = now(Thread);
  switch (C.K) {
  case Kind::Touch:
    touch(Thread, C);
    return Step::Done;
  case Kind::Load:
  case Kind::Store:
    passElement(Thread, C);
    return Step::Done;
  case Kind::Read:
    read(Thread, C);
    return Step::Done;
  case Kind::Commit:
    ++Groups[{Thread, C.Reader}];
    return Step::Done;
  case Kind::WaitRead: {
    int64_t Over = int64_t(Groups[{Thread, C.Reader}]) - C.Number;
    uint32_t &Slot = Known[Thread][slotOf(C.Reader)];
    Slot = uint32_t(std::max<int64_t>(Slot, Over));
    return Step::Done;
  }
  case Kind::Fence:
    fence(Thread);
    return Step::Done;
  case Kind::Meet:
  case Kind::MeetWarp:
    return meet(Thread, C);
  case Kind::Copy:
    return copy(Thread, C);
  default:
    break;
  }
  Object &O = Objects[C.Object];
  if (O.Told.empty())
    O.Told = O.Known = Clock(clockSize(), 0);
  if (C.K == Kind::Init) {
    O.Expected = O.Missing = C.Number;
    O.Phase = O.Bytes = 0;
    return C.Number > 0 ? Step::Done : Step::Lost;
  }
  if (O.Expected == 0)
    return Step::Lost;
  switch (C.K) {
  case Kind::Expect:
    // Of the phase that begins now, where all is there of the one before.
    if (O.Missing == 0)
      completeIfFull(O, /*IsQuiet=*/true);
    O.AnyBytes |= C.Number < 0;
    O.Bytes += std::max<int64_t>(0, C.Number);
    return Step::Done;
  case Kind::Arrive:
  case Kind::Drop:
    Tokens[{Thread, C.Object}] = O.Phase;
    O.Expected -= C.K == Kind::Drop;
    return arrive(Thread, O, C.K == Kind::Drop ? 1 : C.Number);
  case Kind::ArriveRead:
    return arriveRead(Thread, C, O);
  default:
    return wait(Thread, C, O);
  }
}

/// No thread can go on: copies arrive, and lanes that wait for others of their
/// warp that wait elsewhere go on. False if neither helps.
bool Play::letGo() {
  bool Helped = false;
  for (auto &[Place, O] : Objects) {
    int64_t Before = O.Phase;
    completeIfFull(O, /*IsQuiet=*/true);
    Helped |= O.Phase != Before;
  }
  if (Helped)
    return true;
  for (auto &[Number, M] : Meetings) {
    if (Number >= 0 || M.Here.empty())
      continue;
    for (size_t T : M.Here)
      HasMet[T] = true;
    M.Here.clear();
    return true;
  }
  return false;
}

/// The first thread that waits for a phase, and the first one elsewhere.
/// Nothing is told where some wait at a barrier of the block: it may be of
/// another size.
void Play::faultOfWaiting() {
  using Kind = StageCommand::Kind;
  std::vector<size_t> Waiting;
  for (size_t T = 0; T < Threads; ++T) {
    if (isOver(T))
      continue;
    if (now(T).K == Kind::Meet)
      return;
    if (now(T).K == Kind::WaitFor || now(T).K == Kind::WaitOwn)
      Waiting.push_back(T);
  }
  for (size_t T : Waiting) {
    const StageCommand &C = now(T);
    if (!Found) {
      fault(StageFault::Kind::NeverEnds, C, T, nullptr);
      Found->Times = Objects[C.Object].Phase;
    } else if (C.At != Found->At) {
      Found->Other = C.At;
      Found->OtherThread = int64_t(T);
      break;
    }
  }
  // Somebody waits for threads that still run, or for bytes that do not add up.
  HaveLeft = llvm::none_of(Waiting,
                           [&](size_t T) {
                             const Object &O = Objects[now(T).Object];
                             return O.Missing < O.Expected || O.Bytes != 0;
                           }) &&
             llvm::any_of(Waiting,
                          [&](size_t T) { return !isAwaited(now(T).Object); });
}

/// Some thread that has not come to its end arrives on \p Object later.
bool Play::isAwaited(const SharedPlace &Object) const {
  for (size_t T = 0; T < Threads; ++T)
    for (size_t I = Next[T]; I < Runs.OfThread[T].size(); ++I) {
      const StageCommand &C = Runs.OfThread[T][I];
      if ((C.K == StageCommand::Kind::Arrive ||
           C.K == StageCommand::Kind::Drop ||
           C.K == StageCommand::Kind::ArriveRead) &&
          !(C.Object < Object) && !(Object < C.Object))
        return true;
    }
  return false;
}

std::optional<StageOutcome> Play::run() {
  for (bool Moved = true; Moved && !Found; Moved = Moved || letGo()) {
    Moved = false;
    for (size_t T = 0; T < Threads; ++T)
      while (!isOver(T) && !Found) {
        Step Went = Steps.spend(costOf(now(T))) ? step(T) : Step::Lost;
        if (Went == Step::Lost)
          return std::nullopt;
        if (Went == Step::Blocked)
          break;
        bool Arrives = now(T).K == StageCommand::Kind::Arrive;
        ++Next[T];
        Moved = true;
        // Who runs ahead would end phases that others are still to see.
        if (Arrives)
          break;
      }
  }
  if (!Found)
    faultOfWaiting();
  bool IsTelling =
      Elements.areRefilled() ||
      llvm::any_of(Stages, [](const Stage &S) { return S.Fills > 1; });
  return StageOutcome{Found, Found ? std::nullopt : Unfenced, HaveLeft,
                      IsTelling};
}

std::optional<StageOutcome> playStages(const StageRuns &Runs,
                                       StepBudget &Steps) {
  return Play(Runs, Steps).run();
}

} // namespace warplint

//===--- trials.h - The runs of a reproduction ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reproduction launches one kernel, or calls one function of the host
// (host_trials.h), with arrays that it fills in several ways. Each filling has
// a process of its own, with a time limit: what faults or hangs ends with it.
// In each, of a kernel,
//
// - it runs once, and the recorder says whether the two threads met;
// - it runs again and again with some threads made late (points.h). What it
//   computes may not depend on that: if an array differs, that is shown.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_TRIALS_H
#define WARPLINT_RECORDER_TRIALS_H

#include "disturbances.h"
#include "points.h"
#include "results.h"
#include <set>
#ifdef WARPLINT_HOST
#include "host_trials.h"
#endif

namespace warplint_recorder {

#ifdef WARPLINT_HOST
class Trial : public HostTrials {
public:
  using HostTrials::HostTrials;
  template <class F> Outcome run(F Launch, bool) { return runsHost(Launch); }
};
#else
class Trial : public Results {
public:
  using Results::Results;

  /// \p Launch gets a stream, and whether to start beside an earlier kernel.
  template <class F> Outcome run(F Launch, bool Early) {
    Lateness Nobody = {NobodyLate, Lateness::OneWarp, 0, 0, 0, false, false};
    if (Told.FirstSeed != NobodyLate)
      return runsLate(Launch);
    if (Outcome First = firstRun(Launch, Nobody); First != NotShown)
      return First;
    if (About.Again) {
      strcpy(Told.Doing, "in the second launch, with the device's variables as "
                         "the first left them");
      KeepsVariables = true;
      if (once(Launch, Nobody, false, false) == Hangs)
        return hangs();
      if (differs(/*OfVariables=*/false))
        return Shown;
      KeepsVariables = false;
    }
    if (About.Meets && passesAlone(Launch))
      return Shown;
    if (!About.Compares)
      return meetsLate(Launch);
    if (About.Traffic)
      return disturb(Launch, Early);
    double Start = now();
    for (int Seed = 0; Seed < 600 && now() - Start < TrialSeconds; ++Seed) {
      if (tryOne(Launch, Seed, false, Early) == Hangs)
        return hangs();
      if (tellMeeting() || differs())
        return Shown;
    }
    return tellNothing();
  }

private:
  static const int Groups = 7;

  enum Ending { Ends, Hangs };

  template <class F> Outcome firstRun(F Launch, const Lateness &Nobody) {
    strcpy(Told.Doing, "in the first run");
    must(cudaDeviceSynchronize()); // Copies from the host may be on their way.
    if (once(Launch, Nobody, false, false) == Hangs)
      return hangs();
    Told.Ran = true;
    if (tellMeeting())
      return Shown;
    if (leavesItsArrays())
      return NoAnswer;
    for (Array &Each : Arrays)
      Each.Result = read(Each);
    return NotShown;
  }
  /// The first run ends in an error. If it does not when some threads are late,
  /// the error depends on who comes first.
  template <class F> Outcome runsLate(F Launch) {
    // Blocks, then warps, as they leave and then at each place.
    Lateness Late = latenessOf(0);
    int Place = Told.FirstSeed / 4;
    Late.Point = Place ? About.Places[Place - 1] : LeavingPoint;
    const Lateness::Group Groups[] = {Lateness::OtherBlocks, Lateness::OneBlock,
                                      Lateness::OtherWarps, Lateness::OneWarp};
    Late.Who = Groups[Told.FirstSeed % 4];
    Late.Cycles = 400000;
    describe(Late);
    char Error[200];
    memcpy(Error, Told.Said, sizeof(Error));
    Error[sizeof(Error) - 1] = 0;
    if (once(Launch, Late, false, false) == Hangs)
      return NoAnswer;
    snprintf(Told.Said, sizeof(Told.Said), "%s, and not %s", Error, Told.Doing);
    return Shown;
  }

  /// Whether the recorder sees a meeting when some threads are late: the way to
  /// the places may depend on that.
  template <class F> Outcome meetsLate(F Launch) {
    OnlyMeetings = true;
    double Start = now();
    for (int Seed = 0; Seed < 200 && now() - Start < TrialSeconds / 2; ++Seed) {
      bool Hang = tryOne(Launch, Seed, false, false) == Hangs;
      if (tellMeeting())
        return Shown;
      if (Hang)
        break;
    }
    return tellNothing();
  }

  /// Whether a thread goes on from a place to which others have not come.
  template <class F> bool passesAlone(F Launch) {
    for (int Seed = 0; Seed < 4 * About.PlaceCount; ++Seed) {
      Lateness Late = latenessOf(0);
      Late.Point = About.Places[Seed / 4];
      Late.Who = Seed % 2 ? Lateness::OtherWarps : Lateness::OneWarp;
      Late.Which = unsigned(Seed / 2 % 2);
      Late.Cycles = 400000;
      Late.Meets = true;
      describe(Late);
      const Passing Nobody[FollowedBlocks] = {};
      static const unsigned None[FollowedBlocks * 1024] = {};
      must(cudaMemcpyToSymbol(ThePassing, Nobody, sizeof(Nobody)));
      must(cudaMemcpyToSymbol(TheVisits, None, sizeof(None)));
      must(cudaDeviceSynchronize());
      if (once(Launch, Late, false, false) == Hangs)
        return false;
      Passing Seen[FollowedBlocks];
      must(cudaMemcpyFromSymbol(Seen, ThePassing, sizeof(Seen)));
      for (unsigned Block = 0; Block < FollowedBlocks; ++Block)
        if (Seen[Block].Late) {
          snprintf(Told.Said, sizeof(Told.Said),
                   "thread %u of block %u goes on behind line %u before thread "
                   "%u has come there",
                   unsigned(Seen[Block].Behind) - 1, Block,
                   About.Lines[Late.Point], Seen[Block].Late - 1);
          return true;
        }
    }
    return false;
  }

  /// Where stores are to be slow or reads old, a result that depends on who is
  /// late says nothing; one that comes of that alone does, if it comes again.
  template <class F> Outcome disturb(F Launch, bool Early) {
    std::set<Word> Known = {hashOfResults()};
    size_t InHalf = 1;
    for (int Seed = 0; Seed < 150; ++Seed) {
      if (tryOne(Launch, Seed, false, Early) == Hangs)
        return hangs();
      if (tellMeeting())
        return Shown;
      Known.insert(hashOfResults());
      if (Seed == 75)
        InHalf = Known.size();
    }
    if (Known.size() > 16 || Known.size() != InHalf) {
      snprintf(Told.Said, sizeof(Told.Said),
               "the result depends on who is late, which may be meant");
      return NotShown;
    }
    double Start = now();
    for (int Seed = 0; Seed < 600 && now() - Start < 2 * TrialSeconds; ++Seed) {
      if (tryOne(Launch, Seed, true, Early) == Hangs)
        return hangs();
      if (tellMeeting())
        return Shown;
      if (Known.count(hashOfResults()))
        continue;
      Difference First = findDifference();
      char Doing[sizeof(Told.Doing)];
      memcpy(Doing, Told.Doing, sizeof(Doing));
      for (int Try = 0; Try < 20; ++Try) {
        if (tryOne(Launch, Seed, false, Early) == Hangs)
          return hangs();
        Known.insert(hashOfResults());
      }
      for (int Try = 0; Try < 20; ++Try) {
        if (tryOne(Launch, Seed, true, Early) == Hangs)
          return hangs();
        if (Known.count(hashOfResults()) || !First)
          continue;
        snprintf(Told.Said, sizeof(Told.Said),
                 "word %zu of '%s' is 0x%x, and 0x%x %s, with %s", First.Word,
                 First.In->Name, First.Was, First.Is, Doing,
                 Seed % 2 ? "the arrays in the cache of each block before"
                          : "other kernels that keep the arrays busy");
        return Shown;
      }
    }
    return tellNothing();
  }
  Lateness latenessOf(int Seed) const {
    // The finding's own places come first, then all others.
    int Round = Seed / Groups, At = Round % (About.PlaceCount + About.Points);
    Lateness Late;
    Late.Point =
        At < About.PlaceCount ? About.Places[At] : At - About.PlaceCount;
    Late.Who = Lateness::Group(Seed % Groups);
    Late.Which = unsigned(mixed(Word(Seed), 3) %
                          (Late.Who == Lateness::OneThread ? 64 : 4));
    if (Seed % 3 == 0)
      Late.Which = 0;
    Late.Cycles = Round % 2 ? 4000 : 100000;
    Late.Pattern = Seed % 2 ? 0x3f800000u : 0u;
    Late.Meets = Late.Warms = false;
    return Late;
  }
  void describe(const Lateness &Late) {
    static const char *const Who[] = {
        "warp %u is",     "all warps but %u are",
        "block %u is",    "all blocks but %u are",
        "thread %u is",   "all threads but %u are",
        "all threads are"};
    char Group[60], Where[40] = "the start of the kernel";
    snprintf(Group, sizeof(Group), Who[Late.Who], Late.Which);
    if (Late.Point > 0)
      snprintf(Where, sizeof(Where), "line %u", About.Lines[Late.Point]);
    snprintf(Told.Doing, sizeof(Told.Doing),
             Late.Point == LeavingPoint
                 ? "when %s late at the end of the kernel"
                 : "when %s late at %s and shared memory starts with 0x%x",
             Group, Where, Late.Pattern);
  }

  void reset() {
    for (Array &Each : Arrays)
      if (!Each.IsVariable || !KeepsVariables)
        must(cudaMemcpyAsync(Each.Memory, Each.Start, Each.Bytes,
                             cudaMemcpyDefault, Own));
    must(cudaStreamSynchronize(Own));
  }
  bool endsWithin(double Seconds) {
    for (double Start = now(); now() - Start < Seconds;) {
      cudaError_t Now = cudaStreamQuery(Own);
      if (Now == cudaSuccess)
        return true;
      if (Now != cudaErrorNotReady)
        must(Now);
    }
    return false;
  }
  void setHurry(unsigned To) {
    must(cudaMemcpyToSymbolAsync(TheHurry, &To, sizeof(To), 0,
                                 cudaMemcpyHostToDevice, Beside));
    must(cudaStreamSynchronize(Beside));
  }
  template <class F>
  Ending once(F Launch, const Lateness &Late, bool Traffic, bool Early) {
    Lateness Here = Late;
    Here.SharedBytes = SharedBytes;
    must(cudaMemcpyToSymbolAsync(TheLateness, &Here, sizeof(Here), 0,
                                 cudaMemcpyHostToDevice, Own));
    if (Late.Warms) {
      WarmArrays Warm = {};
      for (size_t I = 0; I < Arrays.size() && I < 16; ++I) {
        Warm.At[I] = (const unsigned *)Arrays[I].Memory;
        Warm.Words[I] =
            unsigned(Arrays[I].Bytes / 4 < 4096 ? Arrays[I].Bytes / 4 : 4096);
        Warm.Count = unsigned(I + 1);
      }
      must(cudaMemcpyToSymbolAsync(TheWarmArrays, &Warm, sizeof(Warm), 0,
                                   cudaMemcpyHostToDevice, Own));
    }
    reset();
    if (Early) {
      // What the arrays start with comes from a kernel that is late.
      for (Array &Each : Arrays)
        must(cudaMemsetAsync(Each.Memory, 0x5a, Each.Bytes, Own));
      must(cudaStreamSynchronize(Own));
      // Each in turn is the one that the last of them writes.
      for (size_t I = 1; I <= Arrays.size(); ++I) {
        Array &Each = Arrays[(I + Turn) % Arrays.size()];
        writeLate<<<16, 256, 0, Own>>>((char *)Each.Memory,
                                       (const char *)Each.Start, Each.Bytes,
                                       I == Arrays.size() ? 400000 : 0);
      }
      ++Turn;
    }
    if (Traffic && !Arrays.empty()) {
      // One of them alone: what goes to the others may overtake it.
      Array &Each = Arrays[Turn++ % Arrays.size()];
      if (Each.Bytes >= 4)
        traffic<<<16, 256, 0, Beside>>>(
            (unsigned *)Each.Memory,
            unsigned(Each.Bytes / 4 < 256 ? Each.Bytes / 4 : 256), 400000);
    }
    Launch(Own, Early);
    must(cudaGetLastError());
    // Loops in which threads are late again and again end once they are not.
    if (!endsWithin(Late.Point < 0 ? LaunchSeconds : LateSeconds)) {
      setHurry(1);
      bool Ended = endsWithin(LaunchSeconds);
      if (!Ended)
        return Hangs;
      setHurry(0);
    }
    must(cudaStreamSynchronize(Beside));
    return Ends;
  }

  template <class F>
  Ending tryOne(F Launch, int Seed, bool Traffic, bool Early) {
    Lateness Late = latenessOf(Seed);
    describe(Late);
    Late.Warms = Traffic && Seed % 2;
    return once(Launch, Late, Traffic && !Late.Warms, Early);
  }

  unsigned *lastPoints() {
    must(cudaMemcpyFromSymbolAsync(Page, TheLast, sizeof(TheLast), 0,
                                   cudaMemcpyDeviceToHost, Beside));
    must(cudaStreamSynchronize(Beside));
    return (unsigned *)Page;
  }
  /// A thread waits, and another of its block has left.
  bool someLeft() {
    const unsigned *Where = lastPoints();
    for (unsigned Block = 0; Block < FollowedBlocks; ++Block) {
      int Waits = -1, Leaves = -1;
      for (int Thread = 0; Thread < 1024; ++Thread)
        if (unsigned Last = Where[Block * 1024 + unsigned(Thread)])
          (Last == Left ? Leaves : Waits) = Thread;
      if (Waits < 0 || Leaves < 0)
        continue;
      snprintf(Told.Said, sizeof(Told.Said),
               "thread %d of block %u waits for ever, and thread %d has left "
               "the kernel %s",
               Waits, Block, Leaves, Told.Doing);
      return true;
    }
    return false;
  }
  /// The kernel does not end: who waits where?
  Outcome hangs() {
    if (tellMeeting())
      return Shown;
    if (About.Leaves && Told.Filling != 0 && someLeft())
      return Shown;
    if (!About.Waits || Told.Filling != 0) {
      snprintf(Told.Said, sizeof(Told.Said), "the launch does not end %s",
               Told.Doing);
      return Told.Ran ? Shown : NoAnswer;
    }
#ifdef WARPLINT_QUIET
    // What is waited for is written, many values in turn; whoever reads them
    // goes on.
    for (unsigned Value = 0; Value < 1200; ++Value) {
      for (Array &Each : Arrays)
        if (Each.Bytes >= 4)
          writeWords<<<1, 256, 0, Beside>>>(
              (unsigned *)Each.Memory,
              unsigned(Each.Bytes / 4 < 65536 ? Each.Bytes / 4 : 65536),
              Value < 1100 ? Value : 0u - (Value - 1100));
      must(cudaStreamSynchronize(Beside));
      usleep(200);
      if (cudaStreamQuery(Own) != cudaErrorNotReady)
        return tellNothing();
    }
    snprintf(Told.Said, sizeof(Told.Said),
             "the launch does not end, although what it waits for has been "
             "written since");
    return Shown;
#else
    unsigned *Where = lastPoints();
    for (unsigned Slot = 0; Slot < FollowedBlocks * 1024; ++Slot)
      for (int Place = 0; Place < About.PlaceCount; ++Place)
        if (Where[Slot] == unsigned(About.Places[Place]) + 1) {
          snprintf(Told.Said, sizeof(Told.Said),
                   "thread %u of block %u waits at line %u and does not come "
                   "on %s",
                   Slot % 1024, Slot / 1024, About.Lines[About.Places[Place]],
                   Told.Doing);
          return Shown;
        }
    snprintf(Told.Said, sizeof(Told.Said),
             "the launch does not end, and nobody waits at the place");
    return NoAnswer;
#endif
  }

  size_t Turn = 0;
  bool KeepsVariables = false; ///< As the launch before left them.
};
#endif

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_TRIALS_H

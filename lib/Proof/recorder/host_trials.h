//===--- host_trials.h - The runs of a function of the host -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of the host is called with its operations one behind the other:
// that is one order that they may have. Then each of them is late in turn, and
// the host at each statement. What comes of it may not depend on that: the
// arrays, what it returns and prints, and the memory that it has allocated.
//
// What is different in two runs one behind the other (times, addresses) says
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_HOST_TRIALS_H
#define WARPLINT_RECORDER_HOST_TRIALS_H

#include "operations.h"
#include "points.h"
#include "results.h"
#include <string>

namespace warplint_recorder {

/// What one call has left.
struct Effects {
  struct Thing {
    std::string Name;
    std::vector<unsigned char> Bytes;
    bool IsNoise;
    bool IsForeign; ///< Freed memory.
  };
  std::vector<Thing> Things;
  size_t OfProgram = 0; ///< So many are no memory that it has allocated.
};

class HostTrials : public Results {
public:
  using Results::Results;

  /// What a function returns: numbers, and what holds such.
  template <class T> void returns(const T &Value) { keep(Value, 0); }
  /// Of a main.
  char **words() {
    static char Name[] = "shown", *Words[] = {Name, nullptr};
    return Words;
  }

protected:
  template <class F> Outcome runsHost(F Launch) {
    Operations &All = operations();
    must(cudaDeviceSynchronize()); // Copies from the host may be on their way.
    All.Filling = Told.Filling;
    All.Beside = Beside;
    must(cudaMallocHost((void **)&All.Staging, StagingBytes));
    must(cudaMallocHost((void **)&All.Brought, MostOperations * BroughtBytes));
    strcpy(Told.Doing, "with one operation behind the other");
    // What it keeps in variables it makes in its first call.
    Effects First, Again;
    if (!call(Launch, Serial, -1, 0, First) ||
        !call(Launch, Serial, -1, 0, First) ||
        !call(Launch, Serial, -1, 1500, Again))
      return doesNotEnd();
    Told.Ran = true;
    bool SameMemory = First.Things.size() == Again.Things.size();
    for (size_t I = 0; I < First.Things.size(); ++I)
      First.Things[I].IsNoise =
          I >= Again.Things.size() ||
          First.Things[I].Bytes != Again.Things[I].Bytes ||
          (I >= First.OfProgram && (All.Queried || !SameMemory));
    if (writesFreed(First))
      return Shown;
    All.Foreign = OtherForeign;
    if (!call(Launch, Serial, -1, 0, Again))
      return doesNotEnd();
    if (const Effects::Thing *Differs = difference(First, Again)) {
      snprintf(Told.Said, sizeof(Told.Said),
               "%s depends on what others write to memory that was freed",
               Differs->Name.c_str());
      return Shown;
    }
    All.Foreign = FirstForeign;
    return trials(Launch, First);
  }

private:
  template <class T>
  typename std::enable_if<std::is_arithmetic<T>::value ||
                          std::is_enum<T>::value>::type
  keep(const T &Value, int) {
    auto *First = (const unsigned char *)&Value;
    Returned.assign(First, First + sizeof(Value));
  }
  template <class T>
  auto keep(const T &Value, int) ->
      typename std::enable_if<std::is_arithmetic<typename std::decay<
          decltype(Value.data()[Value.size()])>::type>::value>::type {
    auto *First = (const unsigned char *)Value.data();
    Returned.assign(First, First + Value.size() * sizeof(Value.data()[0]));
  }
  template <class T> void keep(const T &, long) {}

  template <class F> Outcome trials(F Launch, Effects &First) {
    const int Operation = operations().Count < MostOperations
                              ? int(operations().Count)
                              : MostOperations;
    double Start = now();
    for (int Seed = Told.NextSeed;
         Seed <= Operation + About.Points && now() - Start < HostSeconds;
         ++Seed) {
      Told.NextSeed = Seed + 1;
      int Late = Seed && Seed <= Operation ? Seed - 1 : NoneLate;
      int Point = Seed <= Operation ? -1 : Seed - Operation - 1;
      if (!differsFrom(Launch, First, Late, Point))
        continue;
      // Again, and never without.
      char Said[sizeof(Told.Said)];
      memcpy(Said, Told.Said, sizeof(Said));
      Effects Ordered;
      if (!call(Launch, Serial, -1, 0, Ordered))
        return doesNotEnd();
      for (size_t I = 0; I < First.Things.size(); ++I)
        First.Things[I].IsNoise |=
            I >= Ordered.Things.size() ||
            First.Things[I].Bytes != Ordered.Things[I].Bytes;
      if (!differsFrom(Launch, First, Late, Point))
        continue;
      memcpy(Told.Said, Said, sizeof(Said));
      return Shown;
    }
    snprintf(Told.Said, sizeof(Told.Said),
             "nothing depends on which of %d operations is late, nor on the "
             "host",
             Operation);
    return NotShown;
  }

  template <class F>
  bool differsFrom(F Launch, const Effects &First, int Late, int Point) {
    Operations &All = operations();
    if (Point >= 0)
      snprintf(Told.Doing, sizeof(Told.Doing),
               "when the host is late at line %u", About.Lines[Point]);
    else if (Late == NoneLate)
      strcpy(Told.Doing, "when the host does not wait");
    else
      snprintf(Told.Doing, sizeof(Told.Doing), "when operation %d is late",
               Late);
    Effects Now;
    if (!call(Launch, Late, Point, 0, Now) || (Late >= 0 && !All.LateName))
      return false;
    if (Late >= 0)
      snprintf(Told.Doing, sizeof(Told.Doing), "when %s of line %d is late",
               All.LateName, All.LateLine);
    const Effects::Thing *Differs = difference(First, Now);
    if (!Differs)
      return false;
    tell(*Differs, Now.Things[size_t(Differs - First.Things.data())]);
    return true;
  }

  /// Calls the function, and waits for everything that it has started. False:
  /// that does not end.
  template <class F>
  bool call(F Launch, int Late, int Point, unsigned Pause, Effects &Leaves) {
    Operations &All = operations();
    bool IsSerial = Late == Serial;
    Lateness Nobody = {NobodyLate, Lateness::OneWarp, 0, 0, 0, false,
                       false,      SharedBytes};
    must(cudaMemcpyToSymbol(TheLateness, &Nobody, sizeof(Nobody)));
    for (Array &Each : Arrays)
      must(cudaMemcpy(Each.Memory, Each.Start, Each.Bytes, cudaMemcpyDefault));
    must(cudaDeviceSynchronize());
    Returned.clear();
    All.Made.clear();
    All.Made.reserve(MostAllocated);
    All.StagingUsed = 0;
    memset(All.Brought, 0, MostOperations * BroughtBytes);
    All.Count = All.Captures = 0;
    All.LateName = nullptr;
    All.IsSerial = IsSerial;
    All.Late = Late;
    All.Pause = Pause;
    hostPoint() = Point;
    FILE *Prints = tmpfile();
    int Kept = printsInto(Prints);
    All.IsOn = true;
    Launch(Own, false);
    All.IsOn = false;
    hostPoint() = -1;
    cudaError_t Failed = cudaSuccess;
    bool Ends = deviceEndsWithin(LaunchSeconds, Failed);
    std::vector<unsigned char> Text = printed(Prints, Kept);
    if (!Ends)
      return false;
    must(Failed);
    cudaGetLastError(); // The program may have asked for what cannot be.
    look(std::move(Text), Leaves);
    makeReady();
    return true;
  }

  static int printsInto(FILE *Prints) {
    fflush(stdout);
    int Kept = dup(1);
    if (Prints)
      dup2(fileno(Prints), 1);
    return Kept;
  }
  static std::vector<unsigned char> printed(FILE *Prints, int Kept) {
    fflush(stdout);
    dup2(Kept, 1);
    ::close(Kept);
    std::vector<unsigned char> Text;
    if (!Prints)
      return Text;
    rewind(Prints);
    for (int C; Text.size() < (64u << 10) && (C = fgetc(Prints)) != EOF;)
      Text.push_back((unsigned char)C);
    fclose(Prints);
    return Text;
  }

  void look(std::vector<unsigned char> Text, Effects &Leaves) {
    Leaves.Things.clear();
    for (Array &Each : Arrays)
      Leaves.Things.push_back(
          {std::string("'") + Each.Name + "'", read(Each), false, false});
    Leaves.Things.push_back({"what it returns", Returned, false, false});
    Leaves.Things.push_back({"what it prints", std::move(Text), false, false});
    Leaves.OfProgram = Leaves.Things.size();
    for (int I = 0; I < operations().Count && I < MostOperations; ++I) {
      const unsigned char *First =
          operations().Brought + size_t(I) * BroughtBytes;
      Leaves.Things.push_back(
          {"what operation " + std::to_string(I) + " copies",
           {First, First + BroughtBytes},
           false,
           false});
    }
    const std::vector<Allocated> &Made = operations().Made;
    for (size_t I = 0; I < Made.size(); ++I) {
      std::string Name =
          "the memory that it allocates as number " + std::to_string(I + 1);
      Leaves.Things.push_back(
          {Name, contentOf(Made[I]), false, Made[I].IsFreed});
      Leaves.Things.push_back({Name, Made[I].AtFree, false, false});
    }
  }
  /// The next call allocates the same; it gets other memory, because variables
  /// of the program may still know this.
  void makeReady() {
    Operations &All = operations();
    std::map<std::pair<size_t, int>, size_t> Needed;
    for (const Allocated &Each : All.Made) {
      std::pair<size_t, int> Kind(Each.Bytes, int(Each.Of));
      void *More = nullptr;
      if (All.Ready.count(Kind) < ++Needed[Kind] &&
          allocateReally(&More, Each.Bytes, Each.Of) == cudaSuccess)
        All.Ready.insert({Kind, More});
    }
    cudaGetLastError();
  }

  bool writesFreed(const Effects &Seen) {
    for (const Effects::Thing &Each : Seen.Things)
      for (size_t I = 0;
           Each.IsForeign && !Each.IsNoise && I < Each.Bytes.size(); ++I)
        if (Each.Bytes[I] != operations().Foreign) {
          snprintf(Told.Said, sizeof(Told.Said),
                   "%s is written after it has been freed", Each.Name.c_str());
          return true;
        }
    return false;
  }
  /// What \p Now has otherwise than \p First, one of its things.
  static const Effects::Thing *difference(const Effects &First,
                                          const Effects &Now) {
    bool SameMemory = First.Things.size() == Now.Things.size();
    size_t Count = SameMemory ? First.Things.size() : First.OfProgram;
    bool SameOwner = operations().Foreign == FirstForeign;
    for (size_t I = 0; I < Count; ++I) {
      const Effects::Thing &Was = First.Things[I], &Is = Now.Things[I];
      if (!Was.IsNoise && (SameOwner || !Was.IsForeign) &&
          (I < First.OfProgram || !operations().Queried) &&
          Was.Bytes != Is.Bytes)
        return &Was;
    }
    return nullptr;
  }
  void tell(const Effects::Thing &Was, const Effects::Thing &Is) {
    size_t At = 0, Most = Was.Bytes.size() < Is.Bytes.size() ? Was.Bytes.size()
                                                             : Is.Bytes.size();
    while (At < Most && Was.Bytes[At] == Is.Bytes[At])
      ++At;
    size_t From = At / 4 * 4;
    unsigned Values[2] = {0, 0};
    for (size_t I = From; I < From + 4 && I < Most; ++I) {
      Values[0] |= unsigned(Was.Bytes[I]) << (I - From) * 8;
      Values[1] |= unsigned(Is.Bytes[I]) << (I - From) * 8;
    }
    if (Was.Name == "what it prints")
      snprintf(Told.Said, sizeof(Told.Said), "what it prints is another %s",
               Told.Doing);
    else
      snprintf(Told.Said, sizeof(Told.Said),
               "word %zu of %s is 0x%x, and 0x%x %s", From / 4,
               Was.Name.c_str(), Values[0], Values[1], Told.Doing);
  }
  Outcome doesNotEnd() {
    snprintf(Told.Said, sizeof(Told.Said), "what it starts does not end %s",
             Told.Doing);
    return NoAnswer;
  }

  /// In place of the number of an operation.
  enum : int { Serial = -1, NoneLate = -2 };
  static constexpr double HostSeconds = 2.5;
  std::vector<unsigned char> Returned;
};

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_HOST_TRIALS_H

//===--- trials.h - The runs of a reproduction ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reproduction launches one kernel, or calls one function of the host, with
// arrays that it fills in several ways. Each filling has a process of its own,
// with a time limit: what faults or hangs ends with it. In each
//
// - it runs once, and the recorder says whether the two threads met;
// - it runs again and again with some threads made late (points.h). What it
//   computes may not depend on that: if an array differs, that is shown.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_TRIALS_H
#define WARPLINT_RECORDER_TRIALS_H

#include "disturbances.h"
#include "facts.h"
#include "points.h"
#include "report.h"
#include <chrono>
#include <string.h>
#include <type_traits>
#include <vector>

namespace warplint_recorder {

static const unsigned Fillings = 6;
/// A first run that takes longer does not end, nor does one in which threads
/// were made late; trials with one filling; a process.
static const double LaunchSeconds = 1.5, LateSeconds = 6, TrialSeconds = 0.8,
                    ChildSeconds = 16;
static const size_t ArrayBytes = 32u << 20, KeptBytes = 1u << 20;

inline double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class Trial {
public:
  Trial(const Facts &About, Shared &Told) : About(About), Told(Told) {
    must(cudaStreamCreateWithFlags(&Own, cudaStreamNonBlocking));
    must(cudaStreamCreateWithFlags(&Beside, cudaStreamNonBlocking));
    must(cudaMallocHost(&Page, KeptBytes));
  }

  /// An array for a pointer that the program is given.
  template <class T> T *array(const char *Name) {
    Array New = {Name, nullptr, nullptr, KeptBytes, {}, false};
    std::vector<unsigned char> Bytes(KeptBytes);
    fill<T>(Bytes);
    must(About.Host ? cudaMallocHost(&New.Memory, KeptBytes * 4)
                    : cudaMalloc(&New.Memory, ArrayBytes));
    must(cudaMemset(New.Memory, 0, About.Host ? KeptBytes * 4 : ArrayBytes));
    add(New, Bytes.data());
    return (T *)New.Memory;
  }
  /// A variable of the device.
  template <class T> void global(const char *Name, T &Variable) {
    void *Address = nullptr;
    must(cudaGetSymbolAddress(&Address, Variable));
    size_t Bytes = sizeof(Variable);
    Array New = {Name, Address, nullptr, Bytes < KeptBytes ? Bytes : KeptBytes,
                 {},   true};
    std::vector<unsigned char> First(New.Bytes);
    must(cudaMemcpy(First.data(), Address, New.Bytes, cudaMemcpyDefault));
    add(New, First.data());
  }
  /// A variable of the device that is a pointer: it leads to an array.
  template <class T> void leads(const char *Name, T &Variable) {
    int *To = array<int>(Name);
    must(cudaMemcpyToSymbol(Variable, &To, sizeof(To)));
  }
  /// Memory of the device that holds copies of \p Value: an array that is not
  /// filled otherwise.
  template <class T> T *copies(const char *Name, const T &Value) {
    const unsigned Count = 256;
    Array New = {Name, nullptr, nullptr, sizeof(T) * Count, {}, false};
    std::vector<unsigned char> Bytes(New.Bytes);
    for (unsigned I = 0; I < Count; ++I)
      memcpy(&Bytes[I * sizeof(T)], (const void *)&Value, sizeof(T));
    must(About.Host ? cudaMallocHost(&New.Memory, New.Bytes)
                    : cudaMalloc(&New.Memory, New.Bytes));
    add(New, Bytes.data());
    return (T *)New.Memory;
  }
  /// A number that nothing is known of.
  template <class T> T number(double Usual) const {
    const double Small[] = {0, 4, 3, 1, 8, 64};
    return T(Told.Filling == 0 || Usual < 8 ? Usual : Small[Told.Filling]);
  }
  /// Of a few alternatives one.
  int choice() const { return Told.Filling; }
  template <class T> T &raw() {
    static typename std::aligned_storage<sizeof(T), alignof(T)>::type Storage;
    memset(&Storage, 0, sizeof(T));
    return *(T *)&Storage;
  }
  cudaStream_t stream() const { return Own; }
  /// Dynamic shared memory, as much as fits beside what \p Kernel has.
  unsigned dynamicShared(const void *Kernel) {
    cudaFuncAttributes Has;
    must(cudaFuncGetAttributes(&Has, Kernel));
    unsigned Most = 96u << 10;
    if (cudaFuncSetAttribute(Kernel,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             int(Most)) == cudaSuccess)
      return Most;
    cudaGetLastError();
    return Has.sharedSizeBytes < (48u << 10)
               ? unsigned((48u << 10) - Has.sharedSizeBytes)
               : 0;
  }

  /// Launches what `<<<>>>` cannot: in clusters of \p Cluster blocks (0: none),
  /// all at once, beside the kernel before.
  template <class... P, class... A>
  void launch(void (*Kernel)(P...), dim3 Grid, dim3 Block, unsigned Shared,
              unsigned Cluster, bool Together, bool Early, A &&...Given) {
    cudaLaunchConfig_t How = {};
    cudaLaunchAttribute Has[3];
    How.gridDim = Grid;
    How.blockDim = Block;
    How.dynamicSmemBytes = Shared;
    How.stream = Own;
    How.attrs = Has;
    if (Cluster) {
      Has[How.numAttrs].id = cudaLaunchAttributeClusterDimension;
      Has[How.numAttrs].val.clusterDim.x = Cluster;
      Has[How.numAttrs].val.clusterDim.y = 1;
      Has[How.numAttrs++].val.clusterDim.z = 1;
    }
    if (Together) {
      Has[How.numAttrs].id = cudaLaunchAttributeCooperative;
      Has[How.numAttrs++].val.cooperative = 1;
    }
    if (Early) {
      Has[How.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
      Has[How.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
    }
    must(cudaLaunchKernelEx(&How, Kernel, static_cast<A &&>(Given)...));
  }

  /// \p Launch gets a stream, and whether to start beside an earlier kernel.
  template <class F> Outcome run(F Launch, bool Early) {
    Lateness Nobody = {-1, Lateness::OneWarp, 0, 0, 0};
    strcpy(Told.Doing, "in the first run");
    if (once(Launch, Nobody, -1, false, false) == Hangs)
      return hangs();
    Told.Ran = true;
    if (tellMeeting())
      return Shown;
    for (Array &Each : Arrays)
      Each.Result = read(Each);
    if (About.Again) {
      strcpy(Told.Doing, "in the second launch, with the device's variables as "
                         "the first left them");
      KeepsVariables = true;
      if (once(Launch, Nobody, -1, false, false) == Hangs)
        return hangs();
      if (differs(/*OfVariables=*/false))
        return Shown;
      KeepsVariables = false;
    }
    if (!About.Compares)
      return tellNothing();
    // Where stores are to be slow, a result that depends on who is late says
    // nothing; one that depends on that alone does.
    if (About.Traffic)
      for (int Seed = 0; Seed < 150; ++Seed) {
        if (tryOne(Launch, Seed, false, Early) == Hangs)
          return hangs();
        if (tellMeeting())
          return Shown;
        if (findDifference()) {
          printf("not shown: the result depends on who is late, which may be "
                 "meant\n");
          return NotShown;
        }
      }
    double Start = now();
    for (int Seed = 0;
         Seed < 600 && now() - Start < (About.Host ? 2 : 1) * TrialSeconds;
         ++Seed) {
      if (tryOne(Launch, Seed, About.Traffic, Early) == Hangs)
        return hangs();
      if (tellMeeting() || differs())
        return Shown;
    }
    return tellNothing();
  }

private:
  static const int Groups = 7;

  struct Array {
    const char *Name;
    void *Memory, *Start; ///< Of the device; what it held at the start.
    size_t Bytes;         ///< That are looked at.
    std::vector<unsigned char> Result;
    bool IsVariable;
  };
  enum Ending { Ends, Hangs };

  void must(cudaError_t Failed) {
    if (Failed == cudaSuccess)
      return;
    printf("%s %s\n", cudaGetErrorString(Failed), Told.Doing);
    fflush(stdout);
    // With zeros only: other values may be wrong for reasons of their own.
    bool IsExpected = About.Stops == int(Failed) && Told.Filling == 0;
    _exit(!About.Host && (IsExpected || Told.Ran) ? Shown : NoAnswer);
  }

  void add(Array &New, const void *First) {
    must(cudaMemcpy(New.Memory, First, New.Bytes, cudaMemcpyDefault));
    must(cudaMalloc(&New.Start, New.Bytes));
    must(cudaMemcpy(New.Start, First, New.Bytes, cudaMemcpyDefault));
    Arrays.push_back(New);
  }

  template <class T> void fill(std::vector<unsigned char> &Bytes) const {
    fillAs(Bytes, (typename std::conditional<std::is_arithmetic<T>::value, T,
                                             int>::type *)nullptr);
  }
  template <class T> void fillAs(std::vector<unsigned char> &Bytes, T *) const {
    T *To = (T *)Bytes.data();
    for (size_t I = 0; I < Bytes.size() / sizeof(T); ++I)
      // Of numbers that are no indices some are negative.
      To[I] = std::is_floating_point<T>::value && Told.Filling == 4
                  ? T(int(valueAt(I)) - 1)
                  : T(valueAt(I));
  }
  unsigned valueAt(size_t I) const {
    switch (Told.Filling) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return unsigned(I % 7 + 1);
    case 3:
      return unsigned(I % 64);
    case 4:
      return unsigned(mixed(I, 67) % 4);
    default:
      return unsigned(mixed(I, 66) % 100);
    }
  }
  static Word mixed(Word I, Word Seed) {
    I = (I + Seed) * 0x9E3779B97F4A7C15ull;
    return (I ^ I >> 31) * 0xBF58476D1CE4E5B9ull >> 33;
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
    return Late;
  }
  void describe(const Lateness &Late, int HostPoint) {
    static const char *const Who[] = {
        "warp %u is",     "all warps but %u are",
        "block %u is",    "all blocks but %u are",
        "thread %u is",   "all threads but %u are",
        "all threads are"};
    int Point = HostPoint >= 0 ? HostPoint : Late.Point;
    char Group[60];
    snprintf(Group, sizeof(Group), Who[Late.Who], Late.Which);
    snprintf(Told.Doing, sizeof(Told.Doing),
             "when %s late at line %u and shared memory starts with 0x%x",
             HostPoint >= 0 ? "the host is" : Group,
             Point > 0 ? About.Lines[Point] : 0, Late.Pattern);
  }

  void reset() {
    for (Array &Each : Arrays)
      if (!Each.IsVariable || !KeepsVariables)
        must(cudaMemcpyAsync(Each.Memory, Each.Start, Each.Bytes,
                             cudaMemcpyDefault, Own));
    must(cudaStreamSynchronize(Own));
  }
  std::vector<unsigned char> read(const Array &Of) {
    must(cudaMemcpyAsync(Page, Of.Memory, Of.Bytes, cudaMemcpyDefault, Own));
    must(cudaStreamSynchronize(Own));
    return std::vector<unsigned char>((unsigned char *)Page,
                                      (unsigned char *)Page + Of.Bytes);
  }

  template <class F>
  Ending once(F Launch, const Lateness &Late, int HostPoint, bool Traffic,
              bool Early) {
    must(cudaMemcpyToSymbolAsync(TheLateness, &Late, sizeof(Late), 0,
                                 cudaMemcpyHostToDevice, Own));
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
    if (Traffic)
      for (Array &Each : Arrays)
        if (Each.Bytes >= 4)
          traffic<<<16, 256, 0, Beside>>>(
              (unsigned *)Each.Memory,
              unsigned(Each.Bytes / 4 < 256 ? Each.Bytes / 4 : 256), 400000);
    hostPoint() = HostPoint;
    Launch(Own, Early);
    hostPoint() = -1;
    must(cudaGetLastError());
    if (About.Host) { // It may have used other streams.
      must(cudaDeviceSynchronize());
      return Ends;
    }
    double Start = now();
    for (;;) {
      cudaError_t Now = cudaStreamQuery(Own);
      if (Now == cudaSuccess)
        break;
      if (Now != cudaErrorNotReady)
        must(Now);
      if (now() - Start > (Late.Point < 0 ? LaunchSeconds : LateSeconds))
        return Hangs;
    }
    must(cudaStreamSynchronize(Beside));
    return Ends;
  }

  template <class F>
  Ending tryOne(F Launch, int Seed, bool Traffic, bool Early) {
    Lateness Late = latenessOf(Seed);
    int HostPoint = -1;
    if (About.Host && Seed % 2)
      HostPoint = Late.Point;
    if (About.Host)
      Late = {0, Lateness::Everybody, 0, Seed % 2 ? 0u : 60000000u, 0};
    describe(Late, HostPoint);
    return once(Launch, Late, HostPoint, Traffic, Early);
  }

  bool tellMeeting() {
    Result *Read = (Result *)Page;
    must(cudaMemcpyFromSymbolAsync(Page, TheResults, sizeof(Result), 0,
                                   cudaMemcpyDeviceToHost, Beside));
    must(cudaStreamSynchronize(Beside));
    Last = *Read;
    if (Last.Met != 2)
      return false;
    printf("confirmed: ");
    for (int I = 0; I < 2; ++I)
      printf("%sthread (%u,%u,%u) of block (%u,%u,%u)", I ? " and " : "",
             Last.Who[I].Threads[0], Last.Who[I].Threads[1],
             Last.Who[I].Threads[2], Last.Who[I].Blocks[0],
             Last.Who[I].Blocks[1], Last.Who[I].Blocks[2]);
    if (Last.Mask)
      printf(": a call with mask 0x%x to which the second does not come\n",
             Last.Mask);
    else if (Last.Address)
      printf(" at 0x%llx of %s memory\n", Last.Address,
             Last.Shared ? "shared" : "global");
    else
      printf(": the first waits at the barrier, the second %s\n",
             Last.Who[1].Left ? "leaves without it" : "passes another");
    return true;
  }

  /// What an array holds now that it did not hold after the first run.
  struct Difference {
    const Array *In = nullptr;
    size_t Word = 0;
    unsigned Was = 0, Is = 0;
    explicit operator bool() const { return In; }
  };
  Difference findDifference(bool OfVariables = true) {
    Difference Found;
    for (Array &Each : Arrays) {
      if (Each.IsVariable && !OfVariables)
        continue;
      std::vector<unsigned char> New = read(Each);
      for (size_t At = 0; At < New.size(); At += 4) {
        size_t Many = New.size() - At < 4 ? New.size() - At : 4;
        if (!memcmp(&New[At], &Each.Result[At], Many))
          continue;
        Found.In = &Each;
        Found.Word = At / 4;
        memcpy(&Found.Was, &Each.Result[At], Many);
        memcpy(&Found.Is, &New[At], Many);
        return Found;
      }
    }
    return Found;
  }
  bool differs(bool OfVariables = true) {
    Difference Found = findDifference(OfVariables);
    if (Found)
      printf("confirmed: word %zu of '%s' is 0x%x, and 0x%x %s\n", Found.Word,
             Found.In->Name, Found.Was, Found.Is, Told.Doing);
    return bool(Found);
  }

  /// The kernel does not end: who waits where?
  Outcome hangs() {
    if (tellMeeting())
      return Shown;
    if (!About.Waits || Told.Filling != 0) {
      printf("the launch does not end %s\n", Told.Doing);
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
    printf("confirmed: the launch does not end, although what it waits for has "
           "been written since\n");
    return Shown;
#else
    unsigned *Where = (unsigned *)Page;
    must(cudaMemcpyFromSymbolAsync(Page, TheLast, sizeof(TheLast), 0,
                                   cudaMemcpyDeviceToHost, Beside));
    must(cudaStreamSynchronize(Beside));
    for (unsigned Slot = 0; Slot < FollowedBlocks * 1024; ++Slot)
      for (int Place = 0; Place < About.PlaceCount; ++Place)
        if (Where[Slot] == unsigned(About.Places[Place]) + 1) {
          printf(
              "confirmed: thread %u of block %u waits at line %u and does not "
              "come on %s\n",
              Slot % 1024, Slot / 1024, About.Lines[About.Places[Place]],
              Told.Doing);
          return Shown;
        }
    printf("the launch does not end, and nobody waits at the place\n");
    return NoAnswer;
#endif
  }

  Outcome tellNothing() {
    printf("not shown: the places were reached %llu and %llu times, no two "
           "threads met there, and no result depends on who comes first\n",
           Last.Reached[0], Last.Reached[1]);
    return NotShown;
  }

  const Facts &About;
  Shared &Told;
  cudaStream_t Own = nullptr, Beside = nullptr;
  void *Page = nullptr;
  std::vector<Array> Arrays;
  Result Last = {};
  size_t Turn = 0;
  bool KeepsVariables = false; ///< As the launch before left them.
};

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_TRIALS_H

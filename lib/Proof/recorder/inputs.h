//===--- inputs.h - What a reproduction gives a kernel ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_INPUTS_H
#define WARPLINT_RECORDER_INPUTS_H

#include "facts.h"
#include "report.h"
#include <chrono>
#include <string.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

namespace warplint_recorder {

static const int Fillings = 7, HostFillings = 4, MostConstants = 3;
/// Behind those with the constants of the kernel.
enum Special : int {
  FewTurns = 0, ///< Zeros, and small numbers.
  ComparedWith, ///< Arrays hold what the kernel compares with.
  Falling,      ///< What comes first is largest.
  Specials
};
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

/// The arrays, numbers and launch of one process.
class Inputs {
public:
  Inputs(const Facts &About, Shared &Told) : About(About), Told(Told) {
    must(cudaStreamCreateWithFlags(&Own, cudaStreamNonBlocking));
    snprintf(Told.Device, sizeof(Told.Device), "%s", deviceName());
  }

  /// An array for a pointer that the program is given; \p IsInput: to read.
  template <class T> T *array(const char *Name, bool IsInput = false) {
    Array New = {Name, nullptr, nullptr, KeptBytes, {}, false, IsInput};
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
                 {},   true,    false};
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
  /// A number of which the witness says something. Later fillings try others:
  /// of an array that another call has made it knows nothing.
  template <class T> T known(long long Value, double Usual) const {
    return special() < 0 ? T(Value) : number<T>(Usual);
  }
  /// A number that nothing is known of.
  template <class T> T number(double Usual) const {
    const double Small[] = {0, 4, 3, 1, 8, 64};
    if (special() >= 0)
      return T(Usual < 8 || special() == Falling ? Usual
               : special() == FewTurns           ? 4
                                                 : 64);
    if (Told.Filling >= Fillings && Usual >= 8)
      return T(About.Constant[Told.Filling - Fillings]);
    if (Told.Filling == 6 && Usual >= 8)
      return T(Usual * 4 < 4096 ? Usual * 4 : Usual);
    return T(Told.Filling == 0 || Usual < 8 ? Usual : Small[Told.Filling]);
  }
  /// The threads of a block, if nothing is known of that.
  unsigned threads(unsigned Usual) const {
    return Told.Threads ? unsigned(Told.Threads) : Usual;
  }
  /// Of a few alternatives one.
  int choice() const { return Told.Filling; }
  template <class T> T &raw() {
    static typename std::aligned_storage<sizeof(T), alignof(T)>::type Storage;
    memset(&Storage, 0, sizeof(T));
    return *(T *)&Storage;
  }
  /// How much shared memory blocks of \p Kernel have, which is launched with
  /// \p Dynamic bytes.
  void hasShared(const void *Kernel, unsigned Dynamic) {
    cudaFuncAttributes Has;
    must(cudaFuncGetAttributes(&Has, Kernel));
    // From sm_90 on what is reserved counts as the kernel's own.
    int Device = 0, Reserved = 0;
    must(cudaGetDevice(&Device));
    must(cudaDeviceGetAttribute(
        &Reserved, cudaDevAttrReservedSharedMemoryPerBlock, Device));
    unsigned Static = unsigned(Has.sharedSizeBytes);
    SharedBytes =
        Dynamic +
        (Static > unsigned(Reserved) ? Static - unsigned(Reserved) : 0);
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

protected:
  struct Array {
    const char *Name;
    void *Memory, *Start; ///< Of the device; what it held at the start.
    size_t Bytes;         ///< That are looked at.
    std::vector<unsigned char> Result;
    bool IsVariable;
    bool IsInput;
  };
  void must(cudaError_t Failed) {
    if (Failed == cudaSuccess)
      return;
    snprintf(Told.Said, sizeof(Told.Said), "%s %s", cudaGetErrorString(Failed),
             Told.Doing);
    Told.Failed = !Told.Ran;
    Told.Faulted = Told.Failed && isFault(Failed);
    // With zeros only: other values may be wrong for reasons of their own.
    bool IsExpected = About.Stops == int(Failed) && Told.Filling == 0;
    bool IsLate = Told.Ran && !OnlyMeetings && isFault(Failed);
    _exit(ChildCode +
          (!About.Host && (IsExpected || IsLate) ? Shown : NoAnswer));
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
              : special() == ComparedWith ? T(int(valueAt(I)))
                                          : T(valueAt(I));
  }
  /// One of Special, or a negative number.
  int special() const {
    const int Constants =
        About.Constants < MostConstants ? About.Constants : MostConstants;
    return About.Host ? -1 : Told.Filling - Fillings - Constants;
  }
  unsigned valueAt(size_t I) const {
    switch (special()) {
    case FewTurns:
      return 0;
    case ComparedWith:
      return About.Constants && mixed(I, 68) % 2
                 ? unsigned(
                       About.Constant[mixed(I, 69) % unsigned(About.Constants)])
                 : unsigned(mixed(I, 67) % 4);
    case Falling:
      return unsigned(KeptBytes - I);
    }
    switch (Told.Filling) {
    case 0:
    case 6:
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

  const Facts &About;
  Shared &Told;
  cudaStream_t Own = nullptr;
  std::vector<Array> Arrays;
  unsigned SharedBytes = ~0u; ///< Of a block, if that is known.
  bool OnlyMeetings = false;  ///< Nothing but those shows the finding.
};

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_INPUTS_H

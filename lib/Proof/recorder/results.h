//===--- results.h - What a run of a reproduction leaves --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_RESULTS_H
#define WARPLINT_RECORDER_RESULTS_H

#include "inputs.h"
#include <algorithm>

namespace warplint_recorder {

/// The arrays after a run, and what the recorder has seen.
class Results : public Inputs {
public:
  Results(const Facts &About, Shared &Told) : Inputs(About, Told) {
    must(cudaStreamCreateWithFlags(&Beside, cudaStreamNonBlocking));
    must(cudaMallocHost(&Page, KeptBytes));
  }

protected:
  std::vector<unsigned char> read(const Array &Of) {
    must(cudaMemcpyAsync(Page, Of.Memory, Of.Bytes, cudaMemcpyDefault, Own));
    must(cudaStreamSynchronize(Own));
    return std::vector<unsigned char>((unsigned char *)Page,
                                      (unsigned char *)Page + Of.Bytes);
  }

  /// A kernel that writes to what it only reads has left one of its arrays:
  /// they are too small for these numbers.
  bool leavesItsArrays() {
    for (Array &Each : Arrays) {
      if (!Each.IsInput)
        continue;
      std::vector<unsigned char> Now = read(Each), First(Each.Bytes);
      must(cudaMemcpy(First.data(), Each.Start, Each.Bytes, cudaMemcpyDefault));
      if (Now == First)
        continue;
      snprintf(Told.Said, sizeof(Told.Said),
               "'%s' is written, which is only read: the arrays are too small",
               Each.Name);
      return true;
    }
    return false;
  }

  /// The same words in another order: who comes first may decide that.
  static bool isReordered(std::vector<unsigned char> L,
                          std::vector<unsigned char> R) {
    size_t Words = L.size() / sizeof(unsigned);
    auto *First = (unsigned *)L.data(), *Second = (unsigned *)R.data();
    std::sort(First, First + Words);
    std::sort(Second, Second + Words);
    return L == R;
  }

  Word hashOfResults() {
    Word Hash = 0;
    for (Array &Each : Arrays) {
      std::vector<unsigned char> New = read(Each);
      for (size_t At = 0; At + 8 <= New.size(); At += 8) {
        Word Value;
        memcpy(&Value, &New[At], sizeof(Value));
        Hash = (Hash ^ Value) * 0x9E3779B97F4A7C15ull;
        Hash ^= Hash >> 29;
      }
      for (size_t At = New.size() / 8 * 8; At < New.size(); ++At)
        Hash = (Hash ^ New[At]) * 0x9E3779B97F4A7C15ull;
    }
    return Hash;
  }

  bool tellMeeting() {
    Result *Read = (Result *)Page;
    must(cudaMemcpyFromSymbolAsync(Page, TheResults, sizeof(Result), 0,
                                   cudaMemcpyDeviceToHost, Beside));
    must(cudaStreamSynchronize(Beside));
    Last = *Read;
    if (Last.Met != 2)
      return false;
    char Who[2][100], How[100];
    for (int I = 0; I < 2; ++I)
      snprintf(Who[I], sizeof(Who[I]), "thread (%u,%u,%u) of block (%u,%u,%u)",
               Last.Who[I].Threads[0], Last.Who[I].Threads[1],
               Last.Who[I].Threads[2], Last.Who[I].Blocks[0],
               Last.Who[I].Blocks[1], Last.Who[I].Blocks[2]);
    if (Last.Mask)
      snprintf(How, sizeof(How),
               ": a call with mask 0x%x to which the second does not come",
               Last.Mask);
    else if (Last.Address)
      snprintf(How, sizeof(How), " at 0x%llx of %s memory", Last.Address,
               Last.Shared ? "shared" : "global");
    else
      snprintf(How, sizeof(How),
               ": the first waits at the barrier, the second %s",
               Last.Who[1].Left ? "leaves without it" : "passes another");
    snprintf(Told.Said, sizeof(Told.Said), "%s and %s%s", Who[0], Who[1], How);
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
      if (New == Each.Result || isReordered(New, Each.Result))
        continue;
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
    if (Found && leavesItsArrays())
      return false;
    if (Found)
      snprintf(Told.Said, sizeof(Told.Said),
               "word %zu of '%s' is 0x%x, and 0x%x %s", Found.Word,
               Found.In->Name, Found.Was, Found.Is, Told.Doing);
    return bool(Found);
  }

  Outcome tellNothing() {
    snprintf(Told.Said, sizeof(Told.Said),
             "the places were reached %llu and %llu times, no two threads met "
             "there, and no result depends on who comes first",
             Last.Reached[0], Last.Reached[1]);
    return NotShown;
  }

  cudaStream_t Beside = nullptr;
  void *Page = nullptr;
  Result Last = {};
};

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_RESULTS_H

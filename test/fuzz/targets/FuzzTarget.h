//===--- FuzzTarget.h - What is run on text of any kind ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target is one function that must come back from any input, and aborts where
// what it sees is wrong. libFuzzer runs it in a program of its own; the tests
// run all targets on the seeds that are kept, without libFuzzer.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TEST_FUZZ_TARGETS_FUZZTARGET_H
#define WARPLINT_TEST_FUZZ_TARGETS_FUZZTARGET_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

struct FuzzTarget {
  const char *Name; ///< Of its folder in `seeds`.
  void (*Run)(llvm::StringRef Input);
};

} // namespace warplint

/// Begins the function of target \p NAME: FUZZ_TARGET(PtxText)(StringRef In) {
#define FUZZ_TARGET(NAME)                                                      \
  static void run##NAME(llvm::StringRef Input);                                \
  WARPLINT_FUZZ_ENTRY(NAME)                                                    \
  static void run##NAME

#ifdef WARPLINT_WITH_LIBFUZZER
#define WARPLINT_FUZZ_ENTRY(NAME)                                              \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {    \
    run##NAME({reinterpret_cast<const char *>(Data), Size});                   \
    return 0;                                                                  \
  }
#else
#define WARPLINT_FUZZ_ENTRY(NAME)                                              \
  extern const warplint::FuzzTarget NAME##Target;                              \
  const warplint::FuzzTarget NAME##Target = {#NAME, run##NAME};
#endif

#endif // WARPLINT_TEST_FUZZ_TARGETS_FUZZTARGET_H

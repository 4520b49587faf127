//===--- UnwrittenElements.h - Elements that nobody writes ------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNWRITTENELEMENTS_H
#define WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNWRITTENELEMENTS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include <memory>

namespace warplint {

class Coverage;

/// Which bytes of one object the threads of a block write, where the launch is
/// known.
class WrittenElements {
public:
  WrittenElements(int64_t ObjectSize, const KernelFacts &Facts);
  ~WrittenElements();

  /// Takes in what all threads and iterations write by \p Write. \p Later: whoever
  /// writes has read before, so that only other threads find it there. False
  /// where the launch is not known, or an address follows from more than who
  /// the thread is and loops whose iterations are known or add up; nothing can be
  /// asked then.
  bool add(const Event &Write, bool Later = false);
  /// Some thread reads an element by \p Read that nothing was written to. False
  /// where data decide who reads. \p InFirstIteration: nothing is said of iterations
  /// behind the first.
  bool misses(const Event &Read, bool InFirstIteration = false);

private:
  std::unique_ptr<Coverage> Inside;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNWRITTENELEMENTS_H

//===--- UnwrittenElements.h - Elements that no thread writes ---*- C++ -*-===//
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
struct Event;
} // namespace warplint

namespace warplint::uninitialized {

class Coverage;

/// The bytes of one object that the threads of a block write, for a known
/// launch.
class WrittenElements {
public:
  WrittenElements(int64_t ObjectSize, const KernelFacts &Facts);
  ~WrittenElements();

  /// Adds what all threads and iterations write at \p Write. \p Later: each
  /// thread writes after its own read, so that only other threads find the
  /// values. False if the launch is unknown, or if an address depends on more
  /// than thread identity and loops with known iterations or strides; no
  /// further question may be asked then.
  bool add(const Event &Write, bool Later = false);
  /// Some thread reads at \p Read an element that was not written. False if
  /// data decide which threads read. \p InFirstIteration: later iterations are
  /// not considered.
  bool misses(const Event &Read, bool InFirstIteration = false);

private:
  std::unique_ptr<Coverage> Inside;
};

} // namespace warplint::uninitialized

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNWRITTENELEMENTS_H

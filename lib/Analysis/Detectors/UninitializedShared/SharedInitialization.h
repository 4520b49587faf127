//===--- SharedInitialization.h - Shared memory read unset ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory starts with whatever the last block left there: `__shared__`
// variables cannot have initializers (CUDA Programming Guide, "Variable Memory
// Space Specifiers"). A read of an object is unset for certain if no thread of
// the block can have written anything into the object by then. Objects count as
// a whole; whatever can write to one in a path that is not followed (a call that
// is not seen, inline PTX, a pointer that is lost sight of) counts as a write.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_SHAREDINITIALIZATION_H
#define WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_SHAREDINITIALIZATION_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include <vector>

namespace warplint {

struct UnsetRead {
  /// The first access that uses what is not there: a read, an atomic
  /// read-modify-write.
  const Event *Read = nullptr;
  const clang::VarDecl *Object = nullptr;
  /// A write that comes too late, in the source's order the first; null if
  /// there are none, or only such as make a new value of the old one.
  const Event *LateWrite = nullptr;
  /// Other elements are written in time; that of some thread is not.
  bool OfElement = false;
  /// Of an element: it is written later.
  bool IsSetLater = false;
  /// Only other members are written in time; null if none is.
  const clang::FieldDecl *Member = nullptr;
};

/// At most one read per object: the first in the order of the program. Empty
/// for functions that are not kernels, and where a limit cut the analysis.
std::vector<UnsetRead> findUnsetReads(const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_SHAREDINITIALIZATION_H

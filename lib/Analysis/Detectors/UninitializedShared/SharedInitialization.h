//===--- SharedInitialization.h - Uninitialized shared memory ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory initially has whatever the previous block left there:
// `__shared__` variables cannot have initializers (CUDA Programming Guide,
// "Variable Memory Space Specifiers"). A read of an object is uninitialized for
// certain if no thread of the block can have written anything into the object
// before. Objects count as a whole; whatever may write to one in a way that is
// not followed (an unknown call, inline PTX, an escaped pointer) counts as a
// write.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_SHAREDINITIALIZATION_H
#define WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_SHAREDINITIALIZATION_H

#include <vector>

namespace clang {
class FieldDecl;
class VarDecl;
} // namespace clang

namespace warplint {
class KernelFacts;
struct Event;
} // namespace warplint

namespace warplint::uninitialized {

/// A read of shared memory that nothing has written.
struct UnsetRead {
  /// The first access that uses an unwritten value: a read, or an atomic
  /// read-modify-write.
  const Event *Read = nullptr;
  const clang::VarDecl *Object = nullptr;
  /// The first write in source order that is too late; null if there is none
  /// but updates of the old value.
  const Event *LateWrite = nullptr;
  /// Other elements are written in time; the element of some thread is not.
  bool OfElement = false;
  /// If OfElement: the element is written later.
  bool IsSetLater = false;
  /// The member that is unwritten, where only other members are written in
  /// time; null otherwise.
  const clang::FieldDecl *Member = nullptr;
};

/// At most one read per object, the first in program order. Empty for functions
/// that are not kernels, and if a limit cut the analysis.
std::vector<UnsetRead> findUnsetReads(const KernelFacts &Facts);

} // namespace warplint::uninitialized

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_SHAREDINITIALIZATION_H

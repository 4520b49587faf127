//===--- FirstElements.h - What kernels surely touch ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of which pointer parameters a kernel reads or writes the first element,
// whatever numbers it gets: two launches that get one pointer then meet there.
// The answer is that of thread 0 of block 0 in the first iteration of each
// loop. An element or a condition that a number chooses (`data[offset + i]`)
// is none that is surely touched; a bound (`i < n`) holds, and so does a test
// of what memory holds (Assumption::FirstElement).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_FIRSTELEMENTS_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_FIRSTELEMENTS_H

#include "Analysis/Program/DeviceCode.h"
#include <map>
#include <set>

namespace warplint::hostsync {

/// The parameters of which a kernel touches the first element, by position.
struct FirstElements {
  std::set<unsigned> Read, Written;
};

/// What functions of a translation unit touch. Keeps its answers.
class KernelFirstElements {
public:
  explicit KernelFirstElements(DeviceCode &Code) : Code(Code) {}

  /// Empty for a function without a body.
  const FirstElements &of(const clang::FunctionDecl &Kernel);

private:
  class Walk;

  DeviceCode &Code;
  /// Looked up, never iterated.
  std::map<const clang::FunctionDecl *, FirstElements> Known;
};

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_FIRSTELEMENTS_H

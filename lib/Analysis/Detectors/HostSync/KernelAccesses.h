//===--- KernelAccesses.h - What kernels read and write ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel touches by its parameters, as the host needs it: what it may
// write, and of which pointers it reads or writes the first element, whatever
// numbers it gets: two launches that get one pointer then meet there. That is
// what thread 0 of block 0 does in the first iteration of each loop. An element
// or a condition that a number chooses (`data[offset + i]`) is none that is
// surely touched; a bound (`i < n`) holds, and so does a test of what memory
// holds (Assumption::FirstElement). Pointers loaded from memory are not
// followed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_KERNELACCESSES_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_KERNELACCESSES_H

#include "Analysis/Program/DeviceCode.h"
#include "Assumptions/Assumptions.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <optional>
#include <set>

namespace warplint::hostsync {

/// What a kernel touches. Parameters are named by their position.
struct KernelAccesses {
  /// Those of which the first element is surely touched.
  std::set<unsigned> FirstRead, FirstWritten;
  /// Of what is written, the fields of the record that is pointed to; a null
  /// field stands for all of it.
  using Fields = std::set<const clang::FieldDecl *>; ///< Never iterated.
  std::map<unsigned, Fields> Written;
  /// Through a pointer field of a record parameter.
  llvm::MapVector<std::pair<unsigned, const clang::FieldDecl *>, Fields>
      Members;
  llvm::MapVector<const clang::VarDecl *, Fields> Managed;
  /// Not all that the kernel does is known.
  bool MayDoMore = true;
  bool mayWrite(unsigned Parameter) const {
    return MayDoMore || Written.count(Parameter);
  }
};

/// What the kernels of a translation unit touch. Keeps its answers.
class AccessesOfKernels {
public:
  explicit AccessesOfKernels(DeviceCode &Code) : Code(Code) {}

  /// Empty for a kernel without a body, and for one that is too large.
  const KernelAccesses &of(const clang::FunctionDecl &Kernel);
  /// The unit declares a managed variable, which kernels need no argument for.
  bool haveManaged();

private:
  DeviceCode &Code;
  std::optional<bool> DeclaresManaged; ///< Once it was asked for.
  /// Looked up, never iterated.
  std::map<const clang::FunctionDecl *, KernelAccesses> Known;
};

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_KERNELACCESSES_H

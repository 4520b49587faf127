//===--- KernelWrites.h - What a kernel writes for the host -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through which of its parameters, and into which managed variables, a kernel
// writes: read off its body and the bodies of what it calls, without running
// them. A store that is seen is certain to be there; pointers that come out of
// memory are not followed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_KERNELWRITES_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_KERNELWRITES_H

#include "Analysis/Program/DeviceCode.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <set>

namespace warplint {

/// What a function stores to, each with the fields of the pointed-to record;
/// a null field stands for all of it.
struct WrittenByFunction {
  using Fields = std::set<const clang::FieldDecl *>; ///< Never iterated.
  std::map<unsigned, Fields> Parameters;             ///< By position.
  /// Through a pointer that is a field of a record, by its position.
  llvm::MapVector<std::pair<unsigned, const clang::FieldDecl *>, Fields>
      Members;
  llvm::MapVector<const clang::VarDecl *, Fields> Managed;
};

/// The field of the whole object that the glvalue \p E is a part of, reached
/// from a pointer, reference or variable; null for no record.
const clang::FieldDecl *outermostField(const clang::Expr &E);

class KernelWrites {
public:
  explicit KernelWrites(DeviceCode &Code) : Code(Code) {}

  /// Nothing for a function without a body.
  const WrittenByFunction &of(const clang::FunctionDecl &Function);

private:
  class Reader;

  DeviceCode &Code;
  /// Looked up, never iterated.
  std::map<const clang::FunctionDecl *, WrittenByFunction> Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_KERNELWRITES_H

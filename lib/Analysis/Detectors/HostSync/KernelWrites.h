//===--- KernelWrites.h - Memory that kernels write -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters through which a kernel writes, and the managed variables that
// it writes: read off its body and the bodies of the functions that it calls,
// without execution. Only stores in the source count; pointers loaded from
// memory are not followed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_KERNELWRITES_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_KERNELWRITES_H

#include "Analysis/Program/DeviceCode.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <set>

namespace warplint::hostsync {

/// What a function stores to, each with the written fields of the pointed-to
/// record; a null field stands for the whole record.
struct WrittenByFunction {
  using Fields = std::set<const clang::FieldDecl *>; ///< Never iterated.
  std::map<unsigned, Fields> Parameters;             ///< By position.
  /// Through a pointer field of a record parameter, by its position and field.
  llvm::MapVector<std::pair<unsigned, const clang::FieldDecl *>, Fields>
      Members;
  llvm::MapVector<const clang::VarDecl *, Fields> Managed;
};

/// The field of the outermost object, reached by pointer, reference or
/// variable, of which the glvalue \p E is a part; null if it is not part of a
/// record.
const clang::FieldDecl *outermostField(const clang::Expr &E);

/// What functions of a translation unit write. Keeps its answers.
class KernelWrites {
public:
  explicit KernelWrites(DeviceCode &Code) : Code(Code) {}

  /// Empty for a function without a body.
  const WrittenByFunction &of(const clang::FunctionDecl &Function);

private:
  class Reader;

  DeviceCode &Code;
  /// Looked up, never iterated.
  std::map<const clang::FunctionDecl *, WrittenByFunction> Known;
};

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_KERNELWRITES_H

//===--- OwnSlots.h - Elements that only one thread writes ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `__shared__ int kept[256]; kept[threadIdx.x] = i; ... i = kept[threadIdx.x];`
// gives the thread its own value back, if each write of the array in the kernel
// is to the element of the writing thread: other threads read it only.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_OWNSLOTS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_OWNSLOTS_H

#include "llvm/ADT/DenseSet.h"

namespace clang {
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace warplint {

class SyncModel;
class Term;

/// The `__shared__` arrays of functions whose elements are written by the
/// thread of that number alone, along x. Refers to the model.
class OwnSlots {
public:
  explicit OwnSlots(const SyncModel &Model) : Model(Model) {}

  /// The array of which \p Address lies in the element of the calling thread;
  /// null if it lies elsewhere, or if others may write the element.
  const clang::VarDecl *arrayOf(const Term *Address);

private:
  bool isWrittenByOwners(const clang::VarDecl &Array);

  const SyncModel &Model;
  // Looked up only.
  llvm::DenseSet<const clang::VarDecl *> Arrays;
  llvm::DenseSet<const clang::FunctionDecl *> Read; ///< Bodies so far.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_OWNSLOTS_H

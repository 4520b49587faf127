//===--- SharingCallers.h - Functions that share memory ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_SHARINGCALLERS_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_SHARINGCALLERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace warplint::hostsync {

/// The call graph of host functions, and which of them lead to a function that
/// allocates or names memory shared by host and device, that copies to host
/// memory asynchronously, or that makes a stream: only these can have an early
/// read or two operations in streams that differ. Functions are identified by
/// their definitions.
class SharingCallers {
public:
  explicit SharingCallers(llvm::ArrayRef<const clang::FunctionDecl *> Host);

  /// Some function uses such memory.
  bool isAny() const { return IsAny; }
  /// Another host function calls \p F.
  bool isCalled(const clang::FunctionDecl *F) const { return Called.count(F); }
  /// \p F, or a function reached from it, uses such memory.
  bool leadsToSharing(const clang::FunctionDecl *F) const {
    return Leading.count(F);
  }

private:
  void read(const clang::FunctionDecl &F);

  // Looked up by function, so that no order of addresses is visible.
  using Functions = llvm::SmallPtrSet<const clang::FunctionDecl *, 16>;
  using FunctionList = llvm::SmallVector<const clang::FunctionDecl *, 4>;
  llvm::DenseMap<const clang::FunctionDecl *, Functions> CalledBy;
  llvm::DenseMap<const clang::FunctionDecl *, FunctionList> Callers;
  std::vector<const clang::FunctionDecl *> Callees;
  Functions Called, Leading;
  FunctionList Work;
  bool IsAny = false;
};

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_SHARINGCALLERS_H

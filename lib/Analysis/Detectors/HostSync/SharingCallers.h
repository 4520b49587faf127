//===--- SharingCallers.h - Who comes to shared memory ----------*- C++ -*-===//
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

namespace warplint {

/// Who calls whom, and from whom one comes to a function that makes or names
/// memory that host and device share, or copies into any while it goes on: from
/// others on, no read can be early. Functions are known by their definitions.
class SharingCallers {
public:
  explicit SharingCallers(llvm::ArrayRef<const clang::FunctionDecl *> Host);

  bool isAny() const { return IsAny; }
  /// By another of the host functions.
  bool isCalled(const clang::FunctionDecl *F) const { return Called.count(F); }
  bool comesToSharing(const clang::FunctionDecl *F) const {
    return Comes.count(F);
  }

private:
  void read(const clang::FunctionDecl &F);

  // Looked up by function; no order of addresses comes out.
  using Functions = llvm::SmallPtrSet<const clang::FunctionDecl *, 16>;
  using FunctionList = llvm::SmallVector<const clang::FunctionDecl *, 4>;
  llvm::DenseMap<const clang::FunctionDecl *, Functions> CalledBy;
  llvm::DenseMap<const clang::FunctionDecl *, FunctionList> Callers;
  std::vector<const clang::FunctionDecl *> Callees;
  Functions Called, Comes;
  FunctionList Work;
  bool IsAny = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_SHARINGCALLERS_H

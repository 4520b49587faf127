//===--- EarlyRead.h - Host reads before GPU writes end ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_EARLYREAD_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_EARLYREAD_H

#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include <vector>

namespace clang {
class Expr;
class FunctionDecl;
} // namespace clang

namespace warplint {
class DeviceCode;
} // namespace warplint

namespace warplint::hostsync {

/// A read by the host of memory that a launch or copy may still write.
struct EarlyRead {
  const clang::Expr *Read = nullptr;
  const clang::FunctionDecl *In = nullptr;     ///< The function that reads.
  const clang::Expr *Write = nullptr;          ///< The launch or copy.
  const clang::FunctionDecl *Kernel = nullptr; ///< Null for a copy.
  /// The call that allocates the memory; null for a managed variable.
  const clang::Expr *Made = nullptr;
  /// The last call that waits for something else than the write; null if there
  /// is none.
  const clang::Expr *Missed = nullptr;
  /// The write is a copy into memory that is not pinned; the copying call may
  /// wait for it.
  bool Pageable = false;
  Evidence RestsOn{MadeAssumption{Assumption::CallsSucceed}};
};

/// The early reads of all host functions of \p Code, in the order in which they
/// are met. Only functions without callers are starting points; others are
/// followed from their callers.
std::vector<EarlyRead> earlyReads(DeviceCode &Code);

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_EARLYREAD_H

//===--- StreamFault.h - Operations that no stream orders -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_STREAMFAULT_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_STREAMFAULT_H

#include "Assumptions/Evidence.h"
#include <cstdint>
#include <vector>

namespace clang {
class Expr;
class FunctionDecl;
} // namespace clang

namespace warplint {
class DeviceCode;
} // namespace warplint

namespace warplint::hostsync {

/// What an operation does to a piece of memory.
enum class MemoryUse : uint8_t { Reads, Writes, Allocates, Frees };

/// An operation of the device or of a function that a stream calls, or an
/// access by the host.
struct StreamOperation {
  const clang::Expr *Site = nullptr;           ///< The launch or call.
  const clang::FunctionDecl *Kernel = nullptr; ///< Null for other operations.
  MemoryUse Use = MemoryUse::Reads;
  bool ByHost = false; ///< By a function that the stream calls.
};

/// Two operations on one piece of memory, of which the second may begin before
/// the first is over; or a use behind the release.
struct StreamFault {
  /// What the pair breaks.
  enum class Kind : uint8_t {
    Unordered, ///< At least one writes.
    NotYetAllocated,
    FreedInUse,
    UsedAfterFree,
    Overwritten, ///< The second is a write or a release by the host.
    ReadEarly,   ///< The second is a read by the host.
  };
  Kind Is = Kind::Unordered;
  StreamOperation First, Second;           ///< As the host starts them.
  const clang::FunctionDecl *In = nullptr; ///< Starts the second one.
  /// Allocates the memory; null for a managed variable.
  const clang::Expr *Made = nullptr;
  /// The last call that waits for something else than the first operation;
  /// null if there is none.
  const clang::Expr *Missed = nullptr;
  /// The first is a synchronous copy out of memory that is not pinned: the call
  /// returns once the memory is read, and the copy may go on.
  bool IsStaged = false;
  /// Memory that is not pinned: the call of the first, a copy, may wait for it.
  bool IsPageable = false;
  Evidence RestsOn;
};

/// The faults in all host functions of \p Code, in the order in which they are
/// met, each second operation once. Only functions without callers are starting
/// points; others are followed from their callers. A fault needs memory and
/// streams that are followed from where they are made.
std::vector<StreamFault> streamFaults(DeviceCode &Code);

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_STREAMFAULT_H

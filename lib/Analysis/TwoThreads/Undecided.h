//===--- Undecided.h - Why a pair of accesses is undecided ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_UNDECIDED_H
#define WARPLINT_ANALYSIS_TWOTHREADS_UNDECIDED_H

#include <cstdint>

namespace warplint::twothreads {

/// Why a pair is undecided.
enum class Undecided : uint8_t {
  WorkLimit,   ///< The kernel's work limit is used up.
  PairLimit,   ///< The kernel has too many pairs.
  QueryLimit,  ///< The kernel's limit of solver queries is used up.
  SolverSteps, ///< The solver ran out of steps.
  Unbounded,   ///< A value has no bounds that the solver could use.
  /// It is unknown which threads reach a named barrier, which is treated as one
  /// of the whole block.
  UnknownGroup,
  CutOff,    ///< A budget cut off conditions that may keep the threads apart.
  PeersTalk, ///< Blocks of a cluster may synchronize through memory.
  NoLaunch   ///< No launch that was tried fits the kernel.
};
inline constexpr unsigned UndecidedKinds = unsigned(Undecided::NoLaunch) + 1;

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_UNDECIDED_H

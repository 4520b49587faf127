//===--- ProvenanceKind.h - On whose word a kernel is launched ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ASSUMPTIONS_PROVENANCEKIND_H
#define WARPLINT_ASSUMPTIONS_PROVENANCEKIND_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace warplint {

/// On whose word a kernel is launched as it is judged, the firmest first.
enum class ProvenanceKind : uint8_t {
  LaunchedHere,    ///< This unit makes the launch, or all its launches agree.
  LaunchedInBuild, ///< Another unit makes it, or calls what makes it.
  BoundedByCode,   ///< The kernel's attributes or assertions.
  StatedByUser,    ///< An option or the configuration.
  /// Guessed, but shown in each of several blocks that the kernel may have:
  /// which of them it is, is no evidence.
  EachTried,
  Guessed ///< Nothing says so; it suits the kernel.
};
/// "launched-here", "launched-in-build", "bounded-by-code", "stated-by-user",
/// "each-tried", "guessed".
llvm::StringRef nameOf(ProvenanceKind K);

} // namespace warplint

#endif // WARPLINT_ASSUMPTIONS_PROVENANCEKIND_H

//===--- GivenOptions.h - A unit's options for nvcc -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_GIVENOPTIONS_H
#define WARPLINT_PROOF_GIVENOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace warplint::proof {

/// What a source needs that is compiled without its project's command.
struct GivenOptions {
  /// `#define`, `#undef` and `#include` for `-D`, `-U` and `-include`: nothing
  /// of them is needed on the command line.
  std::string Lines;
  /// Options of nvcc, each behind a blank.
  std::string Flags;
};

/// Of a unit whose command for clang is \p Arguments (Translation::Arguments).
GivenOptions givenOptions(llvm::ArrayRef<std::string> Arguments);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_GIVENOPTIONS_H

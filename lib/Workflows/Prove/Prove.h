//===--- Prove.h - warplint prove -------------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROVE_PROVE_H
#define WARPLINT_WORKFLOWS_PROVE_PROVE_H

#include <optional>
#include <string>
#include <vector>

namespace warplint::prove {

/// `warplint prove`: what is known of each property of each kernel in the units
/// of a build, or in files with the command \p Flags. Returns the exit code.
int prove(const std::optional<std::vector<std::string>> &Flags);

} // namespace warplint::prove

#endif // WARPLINT_WORKFLOWS_PROVE_PROVE_H

//===--- Confirm.h - confirm and reproduce ----------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_CONFIRM_CONFIRM_H
#define WARPLINT_WORKFLOWS_CONFIRM_CONFIRM_H

#include <optional>
#include <string>
#include <vector>

namespace warplint::confirm {

/// `warplint confirm`: builds a copy of the project that records, runs it, and
/// says which findings happened. \p Flags are what follows `--`; nothing
/// without it. Returns the exit code: 0 no finding was confirmed, 1 some were,
/// 2 wrong usage, 3 the copy did not build or the program did not run.
int confirm(const std::optional<std::vector<std::string>> &Flags);

/// `warplint reproduce`: writes one source file that shows one finding.
/// \p Flags as for confirm. Returns the exit code.
int reproduce(const std::optional<std::vector<std::string>> &Flags);

} // namespace warplint::confirm

#endif // WARPLINT_WORKFLOWS_CONFIRM_CONFIRM_H

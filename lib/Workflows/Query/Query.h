//===--- Query.h - warplint query -------------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_QUERY_QUERY_H
#define WARPLINT_WORKFLOWS_QUERY_QUERY_H

#include <optional>
#include <string>
#include <vector>

namespace warplint::query {

/// `warplint query`: where in the units of a build, or in files with the
/// command \p Flags, matchers match. Returns the exit code: 2 for a mistake in
/// the query, 3 if some unit was not read whole.
int query(const std::optional<std::vector<std::string>> &Flags);

} // namespace warplint::query

#endif // WARPLINT_WORKFLOWS_QUERY_QUERY_H

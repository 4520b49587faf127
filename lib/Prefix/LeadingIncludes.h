//===--- LeadingIncludes.h - What a file includes first ------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PREFIX_LEADINGINCLUDES_H
#define WARPLINT_PREFIX_LEADINGINCLUDES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint {

/// The names in `#include <name>` with which \p Text begins, in their order: up
/// to the first token that is neither of such a directive nor a comment nor
/// `#pragma once`, and \p AtMost of them. What they include does not depend on
/// the text.
std::vector<std::string> leadingIncludes(llvm::StringRef Text, size_t AtMost);

} // namespace warplint

#endif // WARPLINT_PREFIX_LEADINGINCLUDES_H

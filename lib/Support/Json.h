//===--- Json.h - JSON that others wrote ------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_JSON_H
#define WARPLINT_SUPPORT_JSON_H

#include "llvm/Support/JSON.h"

namespace warplint {

/// As llvm::json::parse, which calls itself for each level of nesting: text
/// that is nested deeper than anything that we read is an error, not the end of
/// the stack. So is a number that is no finite one, which could not be written
/// again.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_SUPPORT_JSON_H

//===--- Json.h - Parsing JSON of strangers ---------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_JSON_H
#define WARPLINT_SUPPORT_JSON_H

#include "llvm/Support/JSON.h"

namespace warplint::base {

/// Parses JSON like llvm::json::parse, which recurses once for each level of
/// nesting: here deep nesting is an error instead of a stack overflow. A number
/// that is not finite is an error too, since it could not be written again.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_JSON_H

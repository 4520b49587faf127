//===--- Resources.h - Pages that agents can read ------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROTOCOL_RESOURCES_H
#define WARPLINT_PROTOCOL_RESOURCES_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace warplint::protocol {

/// What `resources/list` gives: the page of each check, by the address
/// warplint://checks/<id>.
llvm::json::Array describeResources(llvm::ArrayRef<CheckInfo> Checks);

/// What `resources/read` gives for the address \p Uri; nothing if there is no
/// such page.
std::optional<llvm::json::Object>
readResource(llvm::StringRef Uri, llvm::ArrayRef<CheckInfo> Checks);

} // namespace warplint::protocol

#endif // WARPLINT_PROTOCOL_RESOURCES_H

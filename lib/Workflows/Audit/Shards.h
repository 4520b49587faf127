//===--- Shards.h - Parts of an audit ---------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_SHARDS_H
#define WARPLINT_WORKFLOWS_AUDIT_SHARDS_H

#include "Report/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warplint::audit {

/// Reads "2/8" as a shard; nothing if \p Text is none.
std::optional<report::Shard> parseShard(llvm::StringRef Text);

/// Which shards of an audit are missing among \p Parts, as a sentence; empty if
/// none is or if the audit was never divided.
std::string missingShards(llvm::ArrayRef<report::Shard> Parts);

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_SHARDS_H

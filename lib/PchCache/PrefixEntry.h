//===--- PrefixEntry.h - Record of a precompiled header ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_PREFIXENTRY_H
#define WARPLINT_PCHCACHE_PREFIXENTRY_H

#include "PchCache/Precompile.h"
#include "PchCache/ReadFiles.h"
#include <optional>
#include <string>

namespace warplint::pch {

/// The record that the cache keeps beside a precompiled header.
struct PrefixEntry {
  std::string Sum; ///< Hash of the header and Contents, in hexadecimal.
  ReadFiles Inputs;
  PrecompiledContents Contents;

  /// The value that Sum must have if the precompiled header is \p Header.
  std::string sumOf(llvm::StringRef Header) const;
  /// The record as text.
  std::string text() const;
  /// The record that text() wrote; nothing if \p Text is something else.
  static std::optional<PrefixEntry> read(llvm::StringRef Text);
};

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_PREFIXENTRY_H

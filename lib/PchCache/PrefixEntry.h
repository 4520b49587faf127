//===--- PrefixEntry.h - What is noted of a precompiled header --*- C++ -*-===//
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

namespace warplint {

/// What lies beside a precompiled header in the cache.
struct PrefixEntry {
  std::string Sum; ///< Of the header and of Contents, in hexadecimal.
  ReadFiles Inputs;
  PrecompiledContents Contents;

  /// What Sum has to be if the header is \p Header.
  std::string sumOf(llvm::StringRef Header) const;
  std::string text() const;
  /// Nothing if \p Text is none.
  static std::optional<PrefixEntry> read(llvm::StringRef Text);
};

} // namespace warplint

#endif // WARPLINT_PCHCACHE_PREFIXENTRY_H

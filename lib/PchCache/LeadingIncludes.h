//===--- LeadingIncludes.h - What a file includes first ------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_LEADINGINCLUDES_H
#define WARPLINT_PCHCACHE_LEADINGINCLUDES_H

#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint::pch {

/// What a text begins with before it says anything of its own.
struct LeadingText {
  /// The macro that keeps a header from being read twice, if it begins with
  /// one:
  /// `#ifndef NAME`, `#define NAME`.
  std::string Guard;
  /// The names, with their angles or quotes, in `#include <name>` and `#include
  /// "name"`. What they include does not depend on the text but for the guard.
  std::vector<std::string> Includes;
};

/// What \p Text, in \p Language, begins with: up to the first token that is
/// neither of an include nor of a comment nor `#pragma once`, and \p AtMost
/// includes.
LeadingText leadingText(llvm::StringRef Text,
                        const clang::LangOptions &Language, size_t AtMost);

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_LEADINGINCLUDES_H

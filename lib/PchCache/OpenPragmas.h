//===--- OpenPragmas.h - Unbalanced push pragmas ----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_OPENPRAGMAS_H
#define WARPLINT_PCHCACHE_OPENPRAGMAS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
class SourceManager;
} // namespace clang

namespace warplint::pch {

/// Finds pragmas whose effect a later pragma ends and that a precompiled header
/// does not keep: macros saved by `push_macro`, and diagnostics by `diagnostic
/// push`. A unit may end what its beginning left open.
class OpenPragmas {
public:
  /// Records the pragmas that \p Lexed reads from now on; \p Part returns the
  /// index of the part of the text that is being read. This object must live
  /// until all is read.
  void attach(clang::Preprocessor &Lexed, std::function<size_t()> Part);

  /// The first part that left something open in a header of the user's; nothing
  /// if none did. Headers of libraries are not counted: they leave pragmas open
  /// that no unit ends.
  std::optional<size_t> firstOpen() const;

  /// Whether a macro was popped that was never pushed: an earlier text may have
  /// pushed it.
  bool hasUnbegun() const { return HasUnbegun; }

private:
  class MacroPragma;
  class DiagnosticPragmas;

  struct Begun {
    size_t Part = 0;
    bool IsUsers = false;
  };
  void begin(const std::string &What, clang::SourceLocation At);
  /// False if \p What was not begun.
  bool end(const std::string &What);

  std::function<size_t()> Part;
  /// Where each open pragma was begun, the last one last.
  std::map<std::string, std::vector<Begun>> Open;
  const clang::SourceManager *Files = nullptr;
  bool HasUnbegun = false;
};

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_OPENPRAGMAS_H

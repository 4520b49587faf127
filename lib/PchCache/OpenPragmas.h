//===--- OpenPragmas.h - What a text leaves to be taken back ---- -*- C++
//-*-===//
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

namespace warplint {

/// Pragmas that begin something which another ends, and of which a precompiled
/// header keeps nothing: macros put aside by `push_macro`, and diagnostics by
/// `diagnostic push`. What a text leaves open a unit may end.
class OpenPragmas {
public:
  /// Notes what \p Lexed reads from now on; \p Part numbers the part of the
  /// text that is read at the time. This must live until all is read.
  void attach(clang::Preprocessor &Lexed, std::function<size_t()> Part);

  /// The first part that has left something open in a header of the user's.
  /// Headers of libraries do so, too, where nobody ever ends it.
  std::optional<size_t> firstOpen() const;

  /// A macro was fetched that had not been put aside: a text before this one
  /// may have done that.
  bool hasUnbegun() const { return HasUnbegun; }

private:
  class MacroPragma;
  class DiagnosticPragmas;

  struct Begun {
    size_t Part = 0;
    bool IsUsers = false;
  };
  void begin(const std::string &What, clang::SourceLocation At);
  /// False if it was not begun.
  bool end(const std::string &What);

  std::function<size_t()> Part;
  /// Where each that is open was begun, the last one last.
  std::map<std::string, std::vector<Begun>> Open;
  const clang::SourceManager *Files = nullptr;
  bool HasUnbegun = false;
};

} // namespace warplint

#endif // WARPLINT_PCHCACHE_OPENPRAGMAS_H

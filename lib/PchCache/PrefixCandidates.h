//===--- PrefixCandidates.h - Possible prefixes of a unit -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit begins with includes, and so do the user's headers that it includes. A
// prefix may end at each place before which nothing but includes was read.
// Units that differ in their own headers thus still share what these headers
// begin with.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_PREFIXCANDIDATES_H
#define WARPLINT_PCHCACHE_PREFIXCANDIDATES_H

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <set>
#include <string>
#include <vector>

namespace warplint::pch {

/// A header that is included before the unit has any token of its own.
struct LeadingHeader {
  /// The operand of an include of it from a file in a folder of its own, with
  /// angle brackets or quotes.
  std::string Include;
  /// The name that clang gives the file; empty if it is not known.
  std::string Path;
  bool IsUsers = false;
  bool IsStandard = false; ///< One of the standard library.

  bool operator==(const LeadingHeader &Other) const {
    return Include == Other.Include;
  }
};

/// Whether \p Name, as written in angle brackets, is a header of the C++ or C
/// standard library. A unit may include these in any order and any number of
/// times (C++20 [using.headers], C17 7.1.2).
bool isStandardHeader(llvm::StringRef Name);

/// A possible prefix of a unit.
struct PrefixCandidate {
  std::vector<LeadingHeader> Headers;
  /// Include guards that the unit has defined, as empty, where the prefix ends.
  /// The prefix is equivalent to them only if none of its headers asks for one.
  std::vector<std::string> Guards;
  /// Headers that the unit is still reading where the prefix ends. No header of
  /// the prefix may include one of them, as the order would change.
  std::vector<std::string> Open;
  /// Headers that were left out because all prefixes have them.
  std::vector<std::string> LeftOut;
};

/// The possible prefixes of \p Unit, whose file has the contents \p Text, from
/// the empty one to the longest. \p Known are headers that all of them have and
/// that add nothing when they are included again; they are left out.
std::vector<PrefixCandidate>
prefixCandidates(const clang::CompilerInvocation &Unit, llvm::StringRef Text,
                 const std::set<std::string> &Known,
                 llvm::vfs::FileSystem &Disk);

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_PREFIXCANDIDATES_H

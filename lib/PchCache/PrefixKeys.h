//===--- PrefixKeys.h - Names of what is stored -----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_PREFIXKEYS_H
#define WARPLINT_PCHCACHE_PREFIXKEYS_H

#include "PchCache/PrefixCandidates.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace warplint::pch {

/// The keys under which the store holds what concerns one unit. Two units have
/// the same key for a thing if it is the same for both.
class PrefixKeys {
public:
  /// \p Program identifies the program that makes prefixes, \p Directory is the
  /// folder of the unit's command, \p Folders the text of HeaderFolders.
  PrefixKeys(const std::string &Program, const clang::CompilerInvocation &Unit,
             std::string Directory, const std::string &Folders);

  /// Of the prefix that consists of \p Headers, for all units.
  std::string keyOf(llvm::ArrayRef<LeadingHeader> Headers) const;
  /// Of the prefix that has the key \p Shared for all units, if that one is for
  /// units that find other headers, or have other macros that it asks for.
  std::string ownKey(const std::string &Shared) const;
  /// Of the mark that these headers cannot be precompiled. What all units begin
  /// with is unfit only for who looks in the same folders; what is longer is so
  /// for units of the same macros.
  std::string unfitKey(llvm::ArrayRef<LeadingHeader> Headers) const;
  /// Of the same mark for one include, whatever stands before it.
  std::string headerKey(const LeadingHeader &Header) const;
  /// Of the mark that something precompiled asks for the macro \p Name.
  std::string macroKey(llvm::StringRef Name) const;
  /// Of the number of bytes that come with \p Header where it is read after the
  /// prefix with the key \p After.
  std::string textKey(const LeadingHeader &Header,
                      const std::string &After) const;
  /// Of the number of units to come that begin with the prefix of \p Key.
  std::string expectedKey(const std::string &Key) const;
  /// Of the mark that \p Header reads \p Open, which the unit has begun to
  /// read.
  std::string askKey(const LeadingHeader &Header,
                     const std::string &Open) const;
  /// Of the mark that there is such a header.
  std::string askedKey(const std::string &Open) const;

private:
  std::string wordsFor(const LeadingHeader &Header) const;
  std::string keyAfter(std::string Text,
                       llvm::ArrayRef<LeadingHeader> Headers) const;

  std::string Directory; ///< Of the command.
  /// Parts of keys: for units that may differ by macros (Seed), that have the
  /// same macros (MacroSeed), and that also look for headers in the same
  /// folders (OwnSeed).
  std::string Seed, MacroSeed, OwnSeed;
};

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_PREFIXKEYS_H

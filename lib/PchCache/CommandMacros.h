//===--- CommandMacros.h - Macros that a command defines ------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Units that differ only by macros share what they begin with if that never
// asks for one of them: what is read is the same then, word for word. Clang
// takes a precompiled header for a command that defines more macros, and leaves
// it to others to know that this changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_COMMANDMACROS_H
#define WARPLINT_PCHCACHE_COMMANDMACROS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInvocation;
class IdentifierTable;
} // namespace clang

namespace warplint::pch {

/// The words that a text asks for, and by chance a few more (one in 400 words
/// that it does not ask for).
class AskedWords {
public:
  /// None.
  AskedWords() = default;
  /// All that clang has looked up, those that the text puts together out of
  /// parts too. What stands in text that is left out is not among them.
  explicit AskedWords(const clang::IdentifierTable &Words);

  bool mayHold(llvm::StringRef Word) const;

  std::string text() const;
  /// Nothing if \p Text is not what text() gives.
  static std::optional<AskedWords> fromText(llvm::StringRef Text);

private:
  std::vector<uint8_t> Bits; ///< As many bytes as a power of two, or none.
};

/// The macros of \p Unit's command whose name \p Matters, by name; each as
/// `N=1`, or `-N` if it is undefined there.
std::vector<std::string>
commandMacros(const clang::CompilerInvocation &Unit,
              llvm::function_ref<bool(llvm::StringRef)> Matters);

/// Whether \p Macro, as a command defines or undefines it, is one name, perhaps
/// with parameters, and what clang makes of it a definition of that and nothing
/// else: clang writes the text into a line of its own.
bool isPlainMacro(llvm::StringRef Macro);

/// The name of one of those.
llvm::StringRef nameOfMacro(llvm::StringRef Macro);

/// Takes all others from \p Unit.
void keepMacros(clang::CompilerInvocation &Unit,
                llvm::function_ref<bool(llvm::StringRef)> Matters);

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_COMMANDMACROS_H

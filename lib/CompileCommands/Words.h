//===--- Words.h - Splitting of option text ---------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options reach a compiler as text in three places: a `command` string of a
// compilation database, a response file, and a comma-separated list.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_WORDS_H
#define WARPLINT_COMPILECOMMANDS_WORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint::commands {

/// Splits \p Text at white space as a POSIX shell does: single and double
/// quotes group, a backslash escapes. Nothing is expanded. An unterminated
/// quote is an error.
llvm::Expected<std::vector<std::string>> splitWords(llvm::StringRef Text);

/// Splits a list value of nvcc at commas; `\,` is a comma, and so is one inside
/// double quotes. The quotes stay, as they do in nvcc (`-DX="a,b"` is one
/// macro), and every other backslash too.
std::vector<std::string> splitList(llvm::StringRef Text);

/// Splits the value of nvcc's -Xcompiler: at commas like splitList, then each
/// part into words, because nvcc passes the parts to a shell.
llvm::Expected<std::vector<std::string>> splitHostOptions(llvm::StringRef Text);

/// An error that consists of \p Message alone.
llvm::Error commandError(const llvm::Twine &Message);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_WORDS_H

//===--- Remedies.h - Advice for units that do not parse --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_REMEDIES_H
#define WARPLINT_COMPILECOMMANDS_REMEDIES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace clang {
class LangOptions;
} // namespace clang

namespace warplint::commands {

/// Why a unit does not parse, as far as an error shows it.
enum class ParseTrouble : uint8_t {
  Other,
  StandardLibrary,  ///< A missing header of the standard library.
  LanguageStandard, ///< The code needs a later C++ than the command's.
  ToolkitHeader,    ///< A missing header that CUDA's toolkit may have.
  CoreLibraries,    ///< A missing header of Thrust, CUB or libcu++.
  KnownLibrary,     ///< A missing header of a library that projects fetch.
  Header,           ///< Any other missing header.
  OtherToolkit,     ///< A CUDA name that the headers do not declare.
  ForeignToolkit,   ///< clang's headers for CUDA do not go with the toolkit's.
  Architecture,     ///< The GPU target of the command.
  Flag,             ///< A value or option that clang rejects.
  Refused           ///< `#error`.
};

/// The trouble that clang's error number \p Id with text \p Text in \p File
/// shows. \p Language are the options that the unit is parsed with; null if
/// they are not known.
ParseTrouble troubleOf(unsigned Id, llvm::StringRef Text, llvm::StringRef File,
                       const clang::LangOptions *Language);

/// Advice for \p Why, one clause; empty if there is none.
llvm::StringRef remedyOf(ParseTrouble Why);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_REMEDIES_H

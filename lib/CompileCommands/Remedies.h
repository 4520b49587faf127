//===--- Remedies.h - What helps where a unit does not parse --- -*- C++
//-*-===//
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

namespace warplint {

/// Why a unit does not parse, as far as an error shows it.
enum class ParseTrouble : uint8_t {
  Other,
  StandardLibrary,  ///< A header of it is not there.
  LanguageStandard, ///< A later C++ than the command asks for.
  ToolkitHeader,    ///< A header that CUDA's toolkit may have.
  CoreLibraries,    ///< One of Thrust, CUB or libcu++.
  KnownLibrary,     ///< One of a library that projects fetch.
  Header,           ///< Any other.
  OldToolkit,       ///< A name of CUDA's that the headers do not have.
  Architecture,     ///< The GPU that the command asks for.
  Flag,             ///< A value or option that clang does not take.
  Refused           ///< `#error`: the source does not want to be compiled so.
};

/// The trouble that clang's error number \p Id, whose text is \p Text, tells
/// of, in a unit that is parsed as \p Language says; null where that is not
/// known.
ParseTrouble troubleOf(unsigned Id, llvm::StringRef Text,
                       const clang::LangOptions *Language);

/// What helps, one clause; empty if nothing is known to.
llvm::StringRef remedyOf(ParseTrouble Why);

} // namespace warplint

#endif // WARPLINT_COMPILECOMMANDS_REMEDIES_H

//===--- TypeConstants.h - Values that types determine ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types that stand for numbers: `std::integral_constant<int, 128>`, and the
// layouts and tuples made of them. Calls that compute with them need no
// inlining.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_CALLSUMMARIES_TYPECONSTANTS_H
#define WARPLINT_ANALYSIS_CALLSUMMARIES_TYPECONSTANTS_H

#include "clang/AST/Decl.h"
#include <cstdint>
#include <optional>

namespace warplint::summaries {

/// The number that \p F returns for every object: \p F is a constexpr method
/// without parameters of a class without members, and its body is the return of
/// a constant. Nothing for all other functions.
std::optional<int64_t> numberOfType(const clang::FunctionDecl &F);

/// True if a call of \p F does nothing but make an object without members: \p F
/// is constexpr and gets nothing but numbers and objects made of numbers, none
/// of which it can change.
bool makesEmptyObject(const clang::FunctionDecl &F);

} // namespace warplint::summaries

#endif // WARPLINT_ANALYSIS_CALLSUMMARIES_TYPECONSTANTS_H

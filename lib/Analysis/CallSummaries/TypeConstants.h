//===--- TypeConstants.h - Values that types decide --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers that are types: `std::integral_constant<int, 128>`, and layouts and
// tuples made of such. What calls compute from them needs no look inside.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_CALLSUMMARIES_TYPECONSTANTS_H
#define WARPLINT_ANALYSIS_CALLSUMMARIES_TYPECONSTANTS_H

#include "clang/AST/Decl.h"
#include <cstdint>
#include <optional>

namespace warplint {

/// The number that \p F returns for every object: a constexpr method of a class
/// without members that says what its type stands for. Nothing for others.
std::optional<int64_t> numberOfType(const clang::FunctionDecl &F);

/// All that a call of \p F does is to make an object without members: it is
/// constexpr, and gets numbers and objects that hold nothing but numbers.
bool makesEmptyObject(const clang::FunctionDecl &F);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_CALLSUMMARIES_TYPECONSTANTS_H

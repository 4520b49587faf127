//===--- TermCongruence.h - What terms are multiples of ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_TERMCONGRUENCE_H
#define WARPLINT_ANALYSIS_EXPR_TERMCONGRUENCE_H

#include "Analysis/Expr/Term.h"
#include "Arithmetic/Congruence.h"

namespace warplint {

/// What \p T leaves modulo which number, for all values of what it is made of.
/// Identities, parameters, loads and phis may be any number.
Congruence congruenceOf(const Term *T);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_TERMCONGRUENCE_H

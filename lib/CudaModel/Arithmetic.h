//===--- Arithmetic.h - Integer functions of the libraries ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_ARITHMETIC_H
#define WARPLINT_CUDAMODEL_ARITHMETIC_H

#include "clang/AST/Decl.h"
#include <optional>

namespace warplint {

/// What a library function makes of its integer arguments.
enum class ArithmeticFunction : uint8_t {
  /// Of two numbers of 24 bits (CUDA Math API, "Integer Intrinsics", __mul24).
  Product,
  Minimum,  ///< Of two.
  Maximum,  ///< Of two.
  Absolute, ///< Of one.
  /// The position of the lowest bit that is set, from 1, of one number of 32
  /// bits; 0 if none is (CUDA Math API, "Integer Intrinsics", __ffs).
  LowestBit,
};

/// The function that \p Callee, which the user did not write, computes of
/// integers, taken by value or by reference; nothing for any other function.
std::optional<ArithmeticFunction>
arithmeticOf(const clang::FunctionDecl &Callee);

/// \p Callee, which the user did not write, makes the same of two numbers,
/// floating-point ones among them, whichever comes first: sums, products,
/// extremes (CUDA Math API).
bool isCommutative(const clang::FunctionDecl &Callee);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_ARITHMETIC_H

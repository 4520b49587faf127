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

/// What a library function computes of its integer arguments.
enum class ArithmeticFunction : uint8_t {
  /// The product of two 24-bit numbers (CUDA Math API, "Integer Intrinsics",
  /// __mul24).
  Product,
  Minimum,  ///< The smaller of two numbers.
  Maximum,  ///< The larger of two numbers.
  Absolute, ///< Absolute value.
  /// The position, from 1, of the lowest bit that is set in a 32-bit number; 0
  /// if none is (CUDA Math API, "Integer Intrinsics", __ffs).
  LowestBit,
  /// A number of bits of the argument, from 0 to all (CUDA Math API, "Integer
  /// Intrinsics", __popc, __clz, __ffsll).
  BitCount,
};

/// The function of integers, taken by value or by reference, that \p Callee
/// computes. \p Callee must be a library's. Nothing for any other function.
std::optional<ArithmeticFunction>
arithmeticOf(const clang::FunctionDecl &Callee);

/// Whether \p Callee, which must be a library's, gives the same result if its
/// two numbers, integers or floating-point ones, are exchanged: sums, products,
/// extremes (CUDA Math API).
bool isCommutative(const clang::FunctionDecl &Callee);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_ARITHMETIC_H

//===--- HostValue.h - Abstract values of host variables --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value of a host variable as the HostInterpreter follows it: a number, a
// term over unknown numbers, a record of parts, a kernel, or a pointer to a
// variable.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTVALUE_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTVALUE_H

#include "Analysis/Expr/LaunchTerms.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace warplint::host {

/// What is known of one variable or expression of the host.
struct HostValue {
  enum class Kind : uint8_t {
    Unknown,
    Number,
    Term,
    /// Of two numbers, in Parts, not rounded: a floating-point quotient.
    Quotient,
    Record,
    Kernel,
    Pointer
  };
  Kind K = Kind::Unknown;
  int64_t Number = 0; ///< Of a Number: it. Of a Term: its Ref.
  /// Of a Record: its fields and bases (dim3, a launch configuration), or its
  /// elements by index. An Unknown or absent part is unknown.
  std::vector<HostValue> Parts;
  /// Of a Kernel: the function.
  const clang::FunctionDecl *Kernel = nullptr;
  /// Of a Pointer: the variable into which it points.
  const clang::VarDecl *Pointee = nullptr;
  /// Of a Pointer: the indices of fields and elements from Pointee to the part
  /// at which it points, outermost first.
  llvm::SmallVector<size_t, 2> Path;

  static HostValue number(int64_t V);
  static HostValue term(LaunchTerms::Ref T);
  static HostValue kernel(const clang::FunctionDecl &F);
  static HostValue pointer(const clang::VarDecl &To);
  /// The type at which a Pointer points; null if the path leads into a base or
  /// another part without a field.
  clang::QualType pointedType() const;
  /// The part at \p Index; Unknown if there is none.
  HostValue part(size_t Index) const;
  /// The number; nothing unless this is a Number.
  std::optional<int64_t> asNumber() const;
  /// Calls \p Visit for the Pointee of this value and of each part.
  void
  forEachPointee(llvm::function_ref<void(const clang::VarDecl &)> Visit) const;
  bool operator==(const HostValue &R) const {
    return K == R.K && Number == R.Number && Parts == R.Parts &&
           Kernel == R.Kernel && Pointee == R.Pointee && Path == R.Path;
  }
};

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTVALUE_H

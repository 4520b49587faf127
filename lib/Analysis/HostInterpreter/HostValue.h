//===--- HostValue.h - What is known of variables of the host ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number, an expression over numbers that are open, an object of parts, a
// kernel or a pointer to a variable: what a run of host code follows.
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

namespace warplint {

/// What is known of one variable of the host.
struct HostValue {
  enum class Kind : uint8_t {
    Unknown,
    Number,
    Term,
    Quotient, ///< Of two numbers, its parts, not rounded.
    Record,
    Kernel,
    Pointer
  };
  Kind K = Kind::Unknown;
  int64_t Number = 0; ///< Of a Term: its name in the run's terms.
  /// Of a Record: its fields (dim3, a launch configuration) or elements by
  /// index; those that are absent are unknown.
  std::vector<HostValue> Parts;
  const clang::FunctionDecl *Kernel = nullptr;
  /// Of a Pointer: the variable to which, or to whose first element, it points,
  /// and the part of it that is meant: fields and elements, outermost first.
  const clang::VarDecl *Pointee = nullptr;
  llvm::SmallVector<size_t, 2> Path;

  static HostValue number(int64_t V);
  static HostValue term(LaunchTerms::Ref T);
  static HostValue kernel(const clang::FunctionDecl &F);
  static HostValue pointer(const clang::VarDecl &To);
  /// The type of what a Pointer points to; null if that cannot be told.
  clang::QualType pointedType() const;
  /// The part at \p Index; Unknown where there is none.
  HostValue part(size_t Index) const;
  std::optional<int64_t> asNumber() const;
  /// Calls \p Visit for each variable to which it, or a part of it, points.
  void
  forEachPointee(llvm::function_ref<void(const clang::VarDecl &)> Visit) const;
  bool operator==(const HostValue &R) const {
    return K == R.K && Number == R.Number && Parts == R.Parts &&
           Kernel == R.Kernel && Pointee == R.Pointee && Path == R.Path;
  }
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTVALUE_H

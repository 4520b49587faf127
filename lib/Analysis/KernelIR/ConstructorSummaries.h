//===--- ConstructorSummaries.h - Constructors that keep what they get -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Layout(shape, stride)`: most constructors of tuples, layouts and iterators do
// no more than put what they are given into fields, through constructors of
// bases and members that do the same. What they make is known without a look
// inside.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_CONSTRUCTORSUMMARIES_H
#define WARPLINT_ANALYSIS_KERNELIR_CONSTRUCTORSUMMARIES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace warplint {

class DeviceCode;
class Term;
class TermArena;

/// What a constructor makes.
class ConstructedObject {
public:
  /// The value that the parameter of that index is given.
  using ValueGiven = llvm::function_ref<const Term *(unsigned)>;

  /// Nothing if \p Made does anything but keep what it is given, and numbers.
  static std::optional<ConstructedObject> by(const clang::CXXConstructorDecl &Made);

  /// Its value: asks for what is kept.
  const Term *value(ValueGiven Given, TermArena &Arena) const;

private:
  /// What a field, a parameter of a constructor inside or the whole holds.
  struct Part {
    enum class Kind : uint8_t { Parameter, Number, Object };
    Kind K = Kind::Number;
    unsigned Index = 0;                           ///< Of a Parameter.
    int64_t Number = 0;
    const clang::CXXRecordDecl *Class = nullptr; ///< Of an Object.
    std::vector<std::pair<const clang::FieldDecl *, Part>> Fields;
  };
  class Reader;

  static const Term *valueOf(const Part &Of, ValueGiven Given,
                             TermArena &Arena);

  Part Whole;
};

/// What \p Call does is known though it is not inlined: it names a part of what
/// it is given, or keeps that.
bool isPlainCall(const clang::Expr &Call, DeviceCode &Code);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_CONSTRUCTORSUMMARIES_H

//===--- ConstructorSummaries.h - Constructors that only store --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Layout(shape, stride)`: most constructors of tuples, layouts and iterators
// only store their arguments in fields, through constructors of bases and
// members that do so, too. The object that they make is known without inlining
// them.
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
class Limits;
class Term;
class TermArena;

/// The object that a constructor makes of its arguments.
class ConstructedObject {
public:
  /// The argument for the parameter of the given index.
  using ValueGiven = llvm::function_ref<const Term *(unsigned)>;

  /// The object made by \p Made; nullopt if \p Made does anything but store its
  /// arguments and constants in fields, or more than \p Within allows.
  static std::optional<ConstructedObject>
  by(const clang::CXXConstructorDecl &Made, const Limits &Within);

  /// The object as a Record term. Calls \p Given for the arguments that it
  /// stores.
  const Term *value(ValueGiven Given, TermArena &Arena) const;

private:
  /// The value of the object, of a field, or of an argument to a constructor of
  /// a base or member.
  struct Part {
    enum class Kind : uint8_t { Parameter, Number, Object };
    Kind K = Kind::Number;
    unsigned Index = 0; ///< Of a Parameter.
    int64_t Number = 0;
    const clang::CXXRecordDecl *Class = nullptr; ///< Of an Object.
    std::vector<std::pair<const clang::FieldDecl *, Part>> Fields;
  };
  class Reader;

  static const Term *valueOf(const Part &Of, ValueGiven Given,
                             TermArena &Arena);

  Part Whole;
};

/// Whether the result of \p Call is known without inlining it: the callee is an
/// accessor (DeviceCode::plainResult) or a constructor that only stores its
/// arguments.
bool isPlainCall(const clang::Expr &Call, DeviceCode &Code);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_CONSTRUCTORSUMMARIES_H

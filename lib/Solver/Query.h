//===--- Query.h - A question about integers -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Are there values of these symbols for which all of this holds?" The symbols
// are bounded integers, the rest is C++'s arithmetic on them. A query knows
// nothing of threads and nothing of the solver that answers it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SOLVER_QUERY_H
#define WARPLINT_SOLVER_QUERY_H

#include "Solver/Operator.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// A set of requirements over bounded symbols. Copyable plain data.
class Query {
public:
  /// Index of an expression of this query.
  using Ref = uint32_t;

  struct Expression {
    Operator Kind = Operator::Constant;
    int64_t Value = 0;    ///< Constant; index of a symbol; bits of Truncate.
    bool Signed = false;  ///< Truncate.
    bool IsTruth = false; ///< A truth value, not an integer.
    llvm::SmallVector<Ref, 3> Operands;
    /// Bounds of the value, if they fit into 62 bits.
    std::optional<int64_t> Min, Max;
  };
  struct Symbol {
    std::string Name;
    int64_t Min = 0, Max = 0; ///< Inclusive.
    Ref At = 0;
  };

  Ref constant(int64_t Value);
  /// Names must differ; anything printable without `|` and `\` is a name.
  Ref symbol(llvm::StringRef Name, int64_t Min, int64_t Max);
  /// Operands are converted between integers and truth values as in C++.
  Ref make(Operator Kind, llvm::ArrayRef<Ref> Operands);
  Ref truncate(Ref Operand, unsigned Bits, bool Signed);
  void require(Ref Truth) { Requirements.push_back(asTruth(Truth)); }

  llvm::ArrayRef<Expression> expressions() const { return Expressions; }
  llvm::ArrayRef<Symbol> symbols() const { return Symbols; }
  llvm::ArrayRef<Ref> requirements() const { return Requirements; }

  /// \p E, a Truncate, does not change what it is applied to.
  bool keepsValue(const Expression &E) const;

  /// What the requirements ask for one by one, no conjunction among them.
  std::vector<Ref> conjuncts() const;
  /// The same of some truth values.
  std::vector<Ref> conjunctsOf(llvm::ArrayRef<Ref> Truths) const;
  /// The conjuncts in groups that share no symbol, in the order of their first
  /// ones: each group has an answer of its own, and the query has one if all
  /// of them have.
  std::vector<std::vector<Ref>> independentParts() const;
  /// Which symbols, by index, \p Roots are made of.
  std::vector<bool> symbolsIn(llvm::ArrayRef<Ref> Roots) const;
  /// Those of \p Conjuncts that are made of no other symbols than \p Allowed.
  std::vector<Ref> madeOf(llvm::ArrayRef<Ref> Conjuncts,
                          const std::vector<bool> &Allowed) const;
  /// The same symbols and expressions, with only \p Required to hold.
  Query withRequirements(llvm::ArrayRef<Ref> Required) const;

  /// Expressions that the requirements are made of.
  std::vector<bool> needed() const;

  /// What \p Of is made of, itself included, operands first.
  std::vector<Ref> partsOf(Ref Of) const;

  /// Everything that is needed has bounds: nothing in it can overflow.
  bool isBounded() const;

  /// The value of each expression for \p Values, one per symbol; nothing where
  /// it is not defined (division by zero, overflow of 64 bits).
  std::vector<std::optional<int64_t>>
  evaluate(llvm::ArrayRef<int64_t> Values) const;
  /// The same for the expressions of \p Order alone, operands first, into
  /// \p Known, which has room for all.
  void evaluate(llvm::ArrayRef<int64_t> Values, llvm::ArrayRef<Ref> Order,
                std::vector<std::optional<int64_t>> &Known) const;
  /// Whether the requirements hold for \p Values, one per symbol; nothing if
  /// something they need is not defined.
  std::optional<bool> holds(llvm::ArrayRef<int64_t> Values) const;

private:
  Ref add(Expression E);
  /// Bounds of the type that \p E, a Truncate, is of.
  static std::pair<std::optional<int64_t>, std::optional<int64_t>>
  typeRange(const Expression &E);
  Ref asTruth(Ref R);
  Ref asInteger(Ref R);
  void bound(Expression &E) const;
  void boundTruth(Expression &E) const;
  void boundDivision(Expression &E) const;
  std::vector<bool> neededFor(llvm::ArrayRef<Ref> Roots) const;

  std::vector<Expression> Expressions;
  std::vector<Symbol> Symbols;
  std::vector<Ref> Requirements;
};

} // namespace warplint

#endif // WARPLINT_SOLVER_QUERY_H

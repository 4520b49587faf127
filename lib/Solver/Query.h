//===--- Query.h - Satisfiability questions about integers ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Do values of these symbols exist for which all requirements hold?" The
// symbols are bounded integers; expressions are C++'s arithmetic on them. A
// query knows nothing of threads and nothing of the solver that answers it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SOLVER_QUERY_H
#define WARPLINT_SOLVER_QUERY_H

#include "Arithmetic/ValueRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint::solver {

/// A conjunction of requirements over bounded symbols. Copyable plain data.
class Query {
public:
  /// Index of an expression in its query.
  using Ref = uint32_t;

  struct Expression {
    Operator Kind = Operator::Constant;
    int64_t Value = 0;    ///< Constant; symbol's index; Truncate's bits.
    bool Signed = false;  ///< Truncate extends by the sign.
    bool IsTruth = false; ///< A truth value, not an integer.
    llvm::SmallVector<Ref, 3> Operands;
    /// Bounds of the value; nothing if they do not fit into 62 bits.
    std::optional<int64_t> Min, Max;

    ValueRange range() const { return {Min, Max}; }
    /// What a Truncate truncates to.
    IntegerType type() const { return {unsigned(Value), Signed}; }
  };
  struct Symbol {
    std::string Name;
    int64_t Min = 0, Max = 0; ///< Inclusive.
    Ref At = 0;               ///< The symbol as an expression.
  };

  Ref constant(int64_t Value);
  /// A new symbol from \p Min to \p Max, both included. Names must differ;
  /// every printable text without `|` and `\` is a name.
  Ref symbol(llvm::StringRef Name, int64_t Min, int64_t Max);
  /// The expression of \p Kind on \p Operands, which are converted between
  /// integers and truth values as in C++. Differences, `!=`, minima and maxima
  /// are made of other operators.
  Ref make(Operator Kind, llvm::ArrayRef<Ref> Operands);
  /// \p Operand in \p Bits bits, then extended by its sign or by zeros.
  Ref truncate(Ref Operand, unsigned Bits, bool Signed);
  /// Adds a requirement: \p Truth is not 0.
  void require(Ref Truth) { Requirements.push_back(asTruth(Truth)); }

  llvm::ArrayRef<Expression> expressions() const { return Expressions; }
  llvm::ArrayRef<Symbol> symbols() const { return Symbols; }
  llvm::ArrayRef<Ref> requirements() const { return Requirements; }

  /// Whether \p E, which is a Truncate, never changes its operand: the
  /// operand's bounds fit into the type.
  bool keepsValue(const Expression &E) const;

  /// The requirements, with conjunctions split into their parts.
  std::vector<Ref> conjuncts() const;
  /// \p Truths, with conjunctions split into their parts.
  std::vector<Ref> conjunctsOf(llvm::ArrayRef<Ref> Truths) const;
  /// The conjuncts in groups that share no symbol, in the order of their first
  /// conjuncts. The query is satisfiable exactly if each group by itself is.
  std::vector<std::vector<Ref>> independentParts() const;
  /// For each symbol, by index, whether an expression of \p Roots uses it.
  std::vector<bool> symbolsIn(llvm::ArrayRef<Ref> Roots) const;
  /// The conjuncts of \p Conjuncts that use only symbols of \p Allowed, which
  /// has one entry per symbol.
  std::vector<Ref> madeOf(llvm::ArrayRef<Ref> Conjuncts,
                          const std::vector<bool> &Allowed) const;
  /// A copy of this query with the same symbols and expressions that requires
  /// only \p Required.
  Query withRequirements(llvm::ArrayRef<Ref> Required) const;

  /// For each expression, whether the requirements use it.
  std::vector<bool> needed() const;

  /// \p Of and all expressions that it uses, operands first.
  std::vector<Ref> partsOf(Ref Of) const;

  /// Whether all expressions that the requirements use have bounds: none can
  /// overflow.
  bool isBounded() const;

  /// The value of each expression for \p Values, one per symbol; nothing where
  /// it is not defined (division by zero, overflow of 64 bits).
  std::vector<std::optional<int64_t>>
  evaluate(llvm::ArrayRef<int64_t> Values) const;
  /// Evaluates only the expressions of \p Order, operands first, for \p Values,
  /// one per symbol, into \p Known, which must have an entry for each
  /// expression of the query.
  void evaluate(llvm::ArrayRef<int64_t> Values, llvm::ArrayRef<Ref> Order,
                std::vector<std::optional<int64_t>> &Known) const;
  /// Whether the requirements hold for \p Values, one per symbol; nothing if an
  /// expression that they use is not defined.
  std::optional<bool> holds(llvm::ArrayRef<int64_t> Values) const;

private:
  Ref add(Expression E);
  Ref asTruth(Ref R);
  Ref asInteger(Ref R);
  void bound(Expression &E) const;
  std::vector<bool> neededFor(llvm::ArrayRef<Ref> Roots) const;

  std::vector<Expression> Expressions;
  std::vector<Symbol> Symbols;
  std::vector<Ref> Requirements;
};

} // namespace warplint::solver

#endif // WARPLINT_SOLVER_QUERY_H

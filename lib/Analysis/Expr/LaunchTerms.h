//===--- LaunchTerms.h - Symbolic host numbers at a launch ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer expressions over unknowns of the host: the length of a file, an
// argument of the function that launches, the address that an allocation
// returned. They relate the extents and arguments of one launch:
// `(n + 255) / 256` blocks and `n` elements. Operators work on mathematical
// integers: results that overflow 64 bits are unknown.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_LAUNCHTERMS_H
#define WARPLINT_ANALYSIS_EXPR_LAUNCHTERMS_H

#include "Arithmetic/Operator.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace warplint {

/// Owns terms, each made once, and evaluates them.
class LaunchTerms {
public:
  /// Names a term of this object; equal terms have equal names.
  using Ref = unsigned;
  struct Node {
    Operator Op = Operator::Constant;
    int64_t Value = 0;       ///< The constant, or the number of the symbol.
    Ref Left = 0, Right = 0; ///< Operands; Left of a symbol: 1 for an input.

    bool isLeaf() const {
      return Op == Operator::Constant || Op == Operator::Symbol;
    }
    auto key() const { return std::tie(Op, Value, Left, Right); }
    bool operator==(const Node &R) const { return key() == R.key(); }
  };

  Ref constant(int64_t V) { return add({Operator::Constant, V, 0, 0}); }
  /// The symbol with \p Number. An input comes from outside of the program, so
  /// that it may be any number; another symbol is unknown only because the
  /// analysis does not follow it.
  Ref symbol(unsigned Number, bool IsInput = false) {
    return add({Operator::Symbol, int64_t(Number), Ref(IsInput), 0});
  }
  /// A symbol with the next number that `fresh` has not given out.
  Ref fresh(bool IsInput = false) { return symbol(Symbols++, IsInput); }
  /// True if \p T is a symbol and an input.
  bool isInput(Ref T) const {
    return Nodes[T].Op == Operator::Symbol && Nodes[T].Left;
  }
  /// True if the symbol with \p Number exists and is an input.
  bool isInputSymbol(unsigned Number) const {
    return Known.count({Operator::Symbol, int64_t(Number), 1, 0}) > 0;
  }
  /// The number of terms that \p T is made of, itself included.
  size_t sizeOf(Ref T) const;
  /// True if all symbols of \p T are inputs.
  bool isMadeOfInputs(Ref T) const;
  /// The term \p Left \p Op \p Right, simplified. Nothing if the result is
  /// undefined: a division by 0, or an overflow of constants.
  std::optional<Ref> make(Operator Op, Ref Left, Ref Right);
  /// The term that is 1 where \p T is 0, else 0.
  Ref negation(Ref T);

  const Node &operator[](Ref T) const { return Nodes[T]; }
  size_t size() const { return Nodes.size(); }
  /// All terms, by Ref; operands come before the terms made of them.
  llvm::ArrayRef<Node> nodes() const { return Nodes; }
  /// The constant that \p T is; nothing if it is none.
  std::optional<int64_t> constantOf(Ref T) const;
  /// The number of the symbol that \p T is; nothing if it is none.
  std::optional<unsigned> symbolOf(Ref T) const;

  /// The values of symbols, by number; nothing where unknown.
  using Values = std::vector<std::optional<int64_t>>;
  /// The value of \p T where symbols have the values \p Of; nothing if it
  /// depends on an unknown one, overflows or is undefined.
  std::optional<int64_t> evaluate(Ref T, const Values &Of) const;
  /// The value of \p T where \p Of gives the value of the symbol with a number;
  /// nothing if that is unknown.
  std::optional<int64_t>
  evaluate(Ref T,
           llvm::function_ref<std::optional<int64_t>(unsigned)> Of) const;
  /// The number that \p T must be where none of \p Holds is 0, as far as that
  /// follows from equalities with constants and from comparisons that \p T
  /// contains: in `case 256:` the size is 256, however it was computed. Nothing
  /// if it does not follow.
  std::optional<int64_t> numberWhere(Ref T, llvm::ArrayRef<Ref> Holds) const;
  /// The terms of which at least one is not 0 exactly where \p T is not: of
  /// `a || b || c` all three, otherwise \p T alone.
  llvm::SmallVector<Ref, 4> alternativesOf(Ref T) const;
  /// The symbols of \p T, each once.
  llvm::SmallVector<Ref, 4> symbolTermsOf(Ref T) const;
  /// The numbers of the symbols of \p T, each once.
  llvm::SmallVector<unsigned, 4> symbolsOf(Ref T) const;

  bool operator==(const LaunchTerms &R) const { return Nodes == R.Nodes; }

private:
  struct NodeInfo {
    static Node getEmptyKey() { return {Operator::Constant, 0, ~0U, 0}; }
    static Node getTombstoneKey() { return {Operator::Constant, 0, ~0U, 1}; }
    static unsigned getHashValue(const Node &N) {
      return unsigned(llvm::hash_combine(N.Op, N.Value, N.Left, N.Right));
    }
    static bool isEqual(const Node &L, const Node &R) { return L == R; }
  };
  Ref add(const Node &New);
  std::optional<Ref> simplified(Operator Op, Ref Left, Ref Right);

  std::vector<Node> Nodes; ///< By Ref: operands before what is made of them.
  llvm::DenseMap<Node, Ref, NodeInfo> Known; ///< Looked up.
  /// The next number for `fresh`.
  unsigned Symbols = 0;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_LAUNCHTERMS_H

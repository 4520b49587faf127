//===--- LaunchTerms.h - Numbers that a host has at a launch ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer expressions over what a host does not tell: the length of a file, an
// argument of the function that launches, the address that an allocation
// returned. They say how the extents and arguments of one launch belong
// together: `(n + 255) / 256` blocks and `n` elements.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_LAUNCHTERMS_H
#define WARPLINT_ANALYSIS_EXPR_LAUNCHTERMS_H

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

/// C++ operators on numbers that do not overflow. Comparisons give 0 or 1.
enum class LaunchOperator : uint8_t {
  Constant,
  Symbol, ///< A number that nothing tells.
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  BitAnd,
  Minimum,
  Maximum,
  Less,
  LessEqual,
  Equal,
  NotEqual,
  And,
  Or,
  BitOr,
  BitXor,
};

class LaunchTerms {
public:
  /// Names a term of this object: equal terms have equal names.
  using Ref = unsigned;
  struct Node {
    LaunchOperator Op = LaunchOperator::Constant;
    int64_t Value = 0;       ///< The constant, or the number of the symbol.
    Ref Left = 0, Right = 0; ///< Left of a symbol: 1 for an input.

    bool isLeaf() const {
      return Op == LaunchOperator::Constant || Op == LaunchOperator::Symbol;
    }
    auto key() const { return std::tie(Op, Value, Left, Right); }
    bool operator==(const Node &R) const { return key() == R.key(); }
  };

  Ref constant(int64_t V) { return add({LaunchOperator::Constant, V, 0, 0}); }
  /// An input comes into the program from outside, so that it may be any
  /// number; of others nothing is known because they were not followed.
  Ref symbol(unsigned Number, bool IsInput = false) {
    return add({LaunchOperator::Symbol, int64_t(Number), Ref(IsInput), 0});
  }
  Ref fresh(bool IsInput = false) { return symbol(Symbols++, IsInput); }
  /// \p T is a symbol that is an input.
  bool isInput(Ref T) const {
    return Nodes[T].Op == LaunchOperator::Symbol && Nodes[T].Left;
  }
  /// The same of the symbol with that number.
  bool isInputSymbol(unsigned Number) const {
    return Known.count({LaunchOperator::Symbol, int64_t(Number), 1, 0}) > 0;
  }
  /// Of how many terms \p T is made, itself one of them.
  size_t sizeOf(Ref T) const;
  /// Inputs and constants are all that \p T is made of.
  bool isMadeOfInputs(Ref T) const;
  /// Nothing where constants have no result: a division by 0, an overflow.
  std::optional<Ref> make(LaunchOperator Op, Ref Left, Ref Right);
  /// \p T is 0.
  Ref negation(Ref T);

  const Node &operator[](Ref T) const { return Nodes[T]; }
  size_t size() const { return Nodes.size(); }
  llvm::ArrayRef<Node> nodes() const { return Nodes; }
  std::optional<int64_t> constantOf(Ref T) const;
  /// The symbol that \p T is, and nothing else.
  std::optional<unsigned> symbolOf(Ref T) const;

  /// What each symbol is worth, by its number; nothing where that is open.
  using Values = std::vector<std::optional<int64_t>>;
  std::optional<int64_t> evaluate(Ref T, const Values &Of) const;
  /// \p Of says what the symbol with a number is worth.
  std::optional<int64_t>
  evaluate(Ref T,
           llvm::function_ref<std::optional<int64_t>(unsigned)> Of) const;
  /// The number that \p T is where none of \p Holds is 0, as far as terms tell
  /// that are equal to a number, or a comparison or its opposite: in `case 256:`
  /// the size is 256, however it was made. Nothing where that is open.
  std::optional<int64_t> numberWhere(Ref T, llvm::ArrayRef<Ref> Holds) const;
  /// Those of which one holds where \p T does: of `a || b || c` all three, else
  /// \p T.
  llvm::SmallVector<Ref, 4> alternativesOf(Ref T) const;
  /// The symbols of \p T, each once.
  llvm::SmallVector<Ref, 4> symbolTermsOf(Ref T) const;
  /// Their numbers.
  llvm::SmallVector<unsigned, 4> symbolsOf(Ref T) const;

  bool operator==(const LaunchTerms &R) const { return Nodes == R.Nodes; }

private:
  struct NodeInfo {
    static Node getEmptyKey() { return {LaunchOperator::Constant, 0, ~0U, 0}; }
    static Node getTombstoneKey() {
      return {LaunchOperator::Constant, 0, ~0U, 1};
    }
    static unsigned getHashValue(const Node &N) {
      return unsigned(llvm::hash_combine(N.Op, N.Value, N.Left, N.Right));
    }
    static bool isEqual(const Node &L, const Node &R) { return L == R; }
  };
  Ref add(const Node &New);
  std::optional<Ref> simplified(LaunchOperator Operator, Ref Left, Ref Right);

  std::vector<Node> Nodes; ///< Operands stand before what is made of them.
  llvm::DenseMap<Node, Ref, NodeInfo> Known; ///< Looked up.
  unsigned Symbols = 0;
};

/// The result of \p Op on two numbers.
std::optional<int64_t> applied(LaunchOperator Op, int64_t L, int64_t R);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_LAUNCHTERMS_H

//===--- LaneAgreement.h - Lanes that have one value ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers which lanes of a warp have one value after they have exchanged
// values: in butterflies, trees and scans, of single values and of records. A
// term is evaluated in all lanes at once, with values drawn for what lanes have
// of their own (random interpretation, Gulwani and Necula 2003). Lanes that
// have one value for every draw are said to agree; draws from few values make
// ties. Loops whose trip count is known are executed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_LANEAGREEMENT_H
#define WARPLINT_ANALYSIS_UNIFORMITY_LANEAGREEMENT_H

#include "Analysis/Expr/TermArena.h"
#include "Analysis/Uniformity/ExchangedTerms.h"
#include "Target/Warp.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <array>

namespace warplint {

struct Induction;

/// A value that lanes have computed from values of other lanes.
struct LaneAgreement {
  template <class T> using Set = llvm::SmallSetVector<T, 4>;

  /// The values that lanes had before the first exchange, in no order that can
  /// be seen.
  Set<const Term *> Before;
  /// All that the value is computed from and that no lane has exchanged before:
  /// `Before`, and what was combined with results, selected lanes or ended
  /// loops.
  Set<const Term *> Inputs;
  /// Lanes whose numbers differ only in these bits have one value.
  uint32_t AgreeingBits = 0;
  /// Seen to depend on what the lanes have.
  bool Varies = false;
  /// Variables that lanes exchange in loops, which were executed to their end.
  Set<const Induction *> Loops;
};

/// What is assumed of operations on the values of two lanes.
enum class Trust : uint8_t {
  /// Nothing: an unknown function can give different results for `(a, b)` and
  /// `(b, a)`, and masks can leave lanes out.
  None,
  /// Functions of two values are commutative, and masks name the lanes whose
  /// values are used.
  Meant
};

/// Of a value the bits in which the numbers of lanes may differ that have it in
/// common, in an iteration of its loop or behind that. Lanes that differ in
/// several of them have it in common, too.
using AgreeingBitsOf =
    llvm::function_ref<uint32_t(const Term *, bool InIteration)>;

/// Which lanes agree on \p Value as it is at \p At; null: behind the loop whose
/// variable it is. Without \p Known nullopt if \p Value is computed from
/// anything that lanes give each other in an unknown way, or without an
/// exchange. With it, the value is one step of an analysis: what it is computed
/// from counts as any values of which \p Known holds, where joins, loops and
/// the number of exchanges make it too long to follow. Lanes that differ in the
/// bits \p Least only agree anyway: no more is asked where no others are left.
/// \p Exchanged, if not null, keeps what it has found for the next call.
std::optional<LaneAgreement>
laneAgreement(const Term *Value, const Node *At, Trust Given,
              const Evaluation &Values, TermArena &Arena, const CfgView &View,
              ExchangedTerms *Exchanged = nullptr,
              AgreeingBitsOf Known = nullptr, uint32_t Least = 0);

/// Evaluates terms in all lanes of a warp, for one draw.
class LaneRun {
public:
  LaneRun(const Evaluation &Values, TermArena &Arena, const CfgView &View,
          Trust Given, unsigned Draw, ExchangedTerms &Exchanged,
          AgreeingBitsOf BitsOf, const Term *Top)
      : Values(Values), Arena(Arena), View(View), Given(Given), Draw(Draw),
        Exchanged(Exchanged), BitsOf(BitsOf), Top(Top) {}

  using Table = std::array<int64_t, LanesPerWarp>;
  /// The values of \p T at \p At; nullopt if an exchange or a loop in it is not
  /// understood.
  std::optional<Table> run(const Term *T, const Node *At);

  LaneAgreement Seen; ///< All but the bits.
  bool Exchanges = false;

private:
  using Tables = llvm::SmallVector<Table, 4>;
  std::optional<Table> compute(const Term *T, const Node *At);
  Table drawn(const Term *T, uint32_t Same) const;
  int64_t ofDraw(int64_t Number) const;
  Table given(const Term *T, const Node *At);
  bool isGiven(const Term *T, const Node *At) const;
  bool isExecuted(const Term *T) const;
  bool showsPlaces(const Term *T, const Node *At) const;
  uint32_t bitsOf(const Term *T, const Node *At) const;
  std::optional<Table> identity(const IdentityTerm &T) const;
  std::optional<Table> opaque(const OpaqueTerm &T, const Tables &Of) const;
  std::optional<Table> collective(const ResultTerm &T);
  std::optional<Table> join(const PhiTerm &Phi, const Node *At);
  std::optional<Table> loop(const Induction &Of, const Node *At);
  bool isWithin(const Induction &Of, const Node &At) const;
  void noteBefore(const Term *T, const Node *At);
  bool isOfData(const Term *T) const;
  bool isInput(const Term *T, const Node *At) const;
  template <class F> static Table each(F Compute) {
    Table Result;
    for (unsigned Lane = 0; Lane < LanesPerWarp; ++Lane)
      Result[Lane] = Compute(Lane);
    return Result;
  }

  const Evaluation &Values;
  TermArena &Arena;
  const CfgView &View;
  Trust Given;
  unsigned Draw;
  ExchangedTerms &Exchanged;
  AgreeingBitsOf BitsOf; ///< May be null.
  const Term *Top;       ///< What is asked for.
  unsigned Depth = 0;
  unsigned Through = 0; ///< Exchanges that are evaluated inside of each other.
  bool InInput = false; ///< Parts of an input are computed.
  /// Values in the iteration in progress. Looked up only.
  llvm::DenseMap<const Term *, std::optional<Table>> Known;
  /// The loop whose iterations are executed, its variables with their values,
  /// and those that were missing. Null: none.
  struct Execution {
    const Execution *Around = nullptr;
    const Node *Head = nullptr;
    llvm::MapVector<const Induction *, Table> Variables;
    llvm::SmallVector<const Induction *, 2> Missing;
  } *InLoop = nullptr;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_LANEAGREEMENT_H

//===--- Assumptions.h - What is taken for granted --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registry of assumptions: what the analysis takes for granted without
// proof, each with a name. Users switch assumptions by name (`--assume`),
// findings and silences name those that they rest on (Evidence.h).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ASSUMPTIONS_ASSUMPTIONS_H
#define WARPLINT_ASSUMPTIONS_ASSUMPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace warplint {

/// A row of Assumptions.def.
enum class Assumption : uint8_t {
#define ASSUMPTION(Name, ...) Name,
#include "Assumptions/Assumptions.def"
#undef ASSUMPTION
};

/// What an assumption is about.
enum class AssumptionClass : uint8_t {
  Identity, ///< Which threads are meant, and who of them comes.
  Size,     ///< The values of sizes, offsets and bounds.
  Alias,    ///< Which names lead to one object.
  Layout,   ///< Where things lie in memory and in the block.
  Launch,   ///< With which extents and arguments a kernel runs.
  Data      ///< What memory holds.
};

/// What an assumption does. A row does one of these, never two.
enum class AssumptionEffect : uint8_t {
  /// Something is not reported because of it. Switched off, it is.
  Silences,
  /// Something is reported because of it. Switched off, it is not.
  Accuses,
  /// Answers rest on it, and it cannot be switched.
  Basis
};

/// The columns of a row of Assumptions.def.
struct AssumptionInfo {
  llvm::StringLiteral Id; ///< As options, statistics and reports spell it.
  AssumptionClass Of;
  AssumptionEffect Does;
  bool IsOnByDefault;
  llvm::StringLiteral Checks;   ///< Ids separated by commas, or "all".
  llvm::StringLiteral Sentence; ///< What is assumed, without a final period.
  /// Below test/lit/assumptions. Empty for a Basis of every answer, of which
  /// nobody counts the answers that rest on it.
  llvm::StringLiteral Test;
};

/// All rows, by number of their Assumption.
llvm::ArrayRef<AssumptionInfo> allAssumptions();
inline const AssumptionInfo &infoOf(Assumption A) {
  return allAssumptions()[unsigned(A)];
}
inline llvm::StringRef nameOf(Assumption A) { return infoOf(A).Id; }
/// The assumption that nameOf calls \p Id; nothing for other words.
std::optional<Assumption> assumptionNamed(llvm::StringRef Id);
/// "identity", "size", "alias", "layout", "launch", "data".
llvm::StringRef nameOf(AssumptionClass C);
/// "silences", "accuses", "basis".
llvm::StringRef nameOf(AssumptionEffect E);

inline constexpr unsigned NumAssumptions =
#define ASSUMPTION(...) 1 +
#include "Assumptions/Assumptions.def"
#undef ASSUMPTION
    0;

static_assert(NumAssumptions <= 64, "AssumptionSet::Bits has a bit for each");

/// Which assumptions are made.
class AssumptionSet {
public:
  /// One bit for each, by number.
  using Bits = uint64_t;
  static constexpr Bits bitOf(Assumption A) { return Bits(1) << unsigned(A); }

  /// Those that are on by default.
  AssumptionSet();

  bool isOn(Assumption A) const { return On[unsigned(A)]; }
  /// Takes \p A away, whatever its effect is: to ask what answers remain.
  void takeAway(Assumption A) { On[unsigned(A)] = false; }
  /// Those that are made.
  Bits bits() const { return On.to_ullong(); }
  /// Applies \p Words, the value of `--assume`: "<id>" and "no-<id>" switch one
  /// assumption, "none" switches off all that silence; separated by commas,
  /// later ones override earlier ones. Returns the problem with \p Words, a
  /// sentence without its period, and then changes nothing; empty if there is
  /// none.
  std::string apply(llvm::StringRef Words);

private:
  std::bitset<NumAssumptions> On;
};

/// The assumptions that are made about one kernel, and how often an answer
/// about it rested on each. Facts ask it while they are computed, through a
/// const reference. Copies share their counts.
class AssumptionUses {
public:
  using Counts = std::array<unsigned, NumAssumptions>;

  explicit AssumptionUses(const AssumptionSet &Made = {})
      : Made(Made), Of(std::make_shared<Counts>()),
        Questions(std::make_shared<std::bitset<NumAssumptions>>()),
        Blocks(
            std::make_shared<std::map<Assumption, std::array<int64_t, 3>>>()) {}

  const AssumptionSet &made() const { return Made; }
  /// Whether \p A is switched on. Nothing is counted.
  bool isOn(Assumption A) const {
    Questions->set(unsigned(A));
    return Made.isOn(A);
  }
  /// Whether \p A is switched on. If so, \p Times answers that rest on it are
  /// counted.
  bool assume(Assumption A, unsigned Times = 1) const {
    if (isOn(A))
      (*Of)[unsigned(A)] += Times;
    return isOn(A);
  }
  /// Counts \p Times answers that rest on \p A, which cannot be taken away.
  void count(Assumption A, unsigned Times = 1) const {
    (*Of)[unsigned(A)] += Times;
  }
  const Counts &counts() const { return *Of; }
  /// Counts an answer that rests on \p A, if nobody has counted one.
  void note(Assumption A) const {
    (*Of)[unsigned(A)] = std::max((*Of)[unsigned(A)], 1u);
  }
  /// Notes the block that \p A stands for.
  void guess(Assumption A, const std::array<int64_t, 3> &Block) const {
    Blocks->try_emplace(A, Block);
  }
  /// The first such block; zeros if there is none.
  std::array<int64_t, 3> guessed(Assumption A) const {
    auto Found = Blocks->find(A);
    return Found == Blocks->end() ? std::array<int64_t, 3>() : Found->second;
  }
  /// Whether anything has asked for \p A: no answer rests on another one.
  bool isAsked(Assumption A) const { return Questions->test(unsigned(A)); }

private:
  AssumptionSet Made;
  std::shared_ptr<Counts> Of;
  std::shared_ptr<std::bitset<NumAssumptions>> Questions;
  std::shared_ptr<std::map<Assumption, std::array<int64_t, 3>>> Blocks;
};

} // namespace warplint

#endif // WARPLINT_ASSUMPTIONS_ASSUMPTIONS_H

//===--- Evidence.h - What an answer rests on -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An answer of the analysis holds as far as the assumptions hold that it was
// made with. Evidence lists them and travels with the answer.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ASSUMPTIONS_EVIDENCE_H
#define WARPLINT_ASSUMPTIONS_EVIDENCE_H

#include "Assumptions/ProvenanceKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplint {

class Term;
enum class Assumption : uint8_t;

/// An assumption and what it was made about.
struct MadeAssumption {
  Assumption Id;
  /// A term of the kernel that the answer is about; null if the assumption is
  /// about the kernel as a whole, or about another instance of it. Two terms
  /// if the assumption relates them.
  const Term *Subject = nullptr, *Other = nullptr;
  std::optional<int64_t> Value = std::nullopt; ///< Taken for `Subject`.

  bool operator==(const MadeAssumption &R) const {
    return Id == R.Id && Subject == R.Subject && Other == R.Other &&
           Value == R.Value;
  }
};

/// What an answer rests on: a small set, in the order of first use.
class Evidence {
public:
  Evidence() = default;
  explicit Evidence(MadeAssumption One) { add(One); }

  void add(const MadeAssumption &One);
  /// Everything that \p Other rests on, too. Of two launches the less firm one
  /// stays.
  void add(const Evidence &Other);
  void launched(ProvenanceKind From);
  /// What a budget left out, as `Limits::cut` calls it.
  void cut(llvm::StringRef Construct);

  bool empty() const { return All.empty() && !From && Cuts.empty(); }
  bool rests(Assumption On) const;
  llvm::ArrayRef<MadeAssumption> assumed() const { return All; }
  std::optional<ProvenanceKind> launch() const { return From; }
  llvm::ArrayRef<std::string> cuts() const { return Cuts; }

private:
  llvm::SmallVector<MadeAssumption, 1> All;
  std::optional<ProvenanceKind> From;
  llvm::SmallVector<std::string, 0> Cuts;
};

/// The fewest of \p Asked that an answer rests on, in their order: with all
/// others taken away it is given, and no longer without one more. Of several
/// that each are enough, the first. \p IsGiven: whether the answer is given
/// where these are taken away.
llvm::SmallVector<Assumption, 2>
fewestOf(llvm::ArrayRef<Assumption> Asked,
         llvm::function_ref<bool(llvm::ArrayRef<Assumption>)> IsGiven);

/// How many answers rested on each assumption.
class AssumptionCounts {
public:
  AssumptionCounts();

  /// Counts one answer that rests on \p Of.
  void count(const Evidence &Of);
  void add(const AssumptionCounts &Other);
  unsigned of(Assumption A) const { return Answers[unsigned(A)]; }
  /// By `Assumption`.
  llvm::ArrayRef<unsigned> all() const { return Answers; }

private:
  std::vector<unsigned> Answers;
};

/// A value and what it rests on, or why the value is not known. Whoever takes
/// the value says where its evidence goes, or why it is dropped.
template <typename T> class [[nodiscard]] Answer {
public:
  Answer(T Value, Evidence RestsOn = {})
      : Value(std::move(Value)), RestsOn(std::move(RestsOn)) {}
  /// \p Why is an id, as statistics spell reasons: "unbounded-value".
  static Answer unknown(llvm::StringLiteral Why) {
    Answer Result;
    Result.Why = Why;
    return Result;
  }

  bool isKnown() const { return Value.has_value(); }
  /// Why the value is not known; empty if it is.
  llvm::StringRef why() const { return Why; }
  const Evidence &restsOn() const { return RestsOn; }
  /// The value, which is known; what it rests on is added to \p Into.
  const T &into(Evidence &Into) const {
    assert(isKnown());
    Into.add(RestsOn);
    return *Value;
  }
  /// The value, which is known. Its evidence is dropped for \p Reason, which is
  /// for readers: test/self_check counts the places.
  const T &ignoring(llvm::StringLiteral Reason) const {
    (void)Reason;
    assert(isKnown());
    return *Value;
  }
  /// What \p Make makes of the value, which rests on the same.
  template <typename Function> auto map(Function Make) const {
    using Made = decltype(Make(std::declval<const T &>()));
    Answer<Made> Result;
    if (isKnown())
      Result.Value = Make(*Value);
    Result.RestsOn = RestsOn;
    Result.Why = Why;
    return Result;
  }

private:
  template <typename> friend class Answer;
  Answer() = default;

  std::optional<T> Value;
  Evidence RestsOn;
  llvm::StringRef Why;
};

/// Whether \p L and \p R are both \p Wanted. One that is known not to be
/// decides alone.
inline Answer<bool> bothAre(bool Wanted, const Answer<bool> &L,
                            const Answer<bool> &R) {
  auto Is = [Wanted](bool Value) { return Value == Wanted; };
  Answer<bool> First = L.map(Is), Second = R.map(Is);
  Evidence Of;
  for (const Answer<bool> *Each : {&First, &Second}) {
    Evidence Alone;
    if (Each->isKnown() && !Each->into(Alone))
      return *Each;
    Of.add(Each->restsOn());
  }
  if (!First.isKnown())
    return First;
  return Second.isKnown() ? Answer<bool>(true, std::move(Of)) : Second;
}
/// \p L and \p R. Where one is known to be false, on what that one rests.
inline Answer<bool> both(const Answer<bool> &L, const Answer<bool> &R) {
  return bothAre(true, L, R);
}
/// \p L or \p R. Where one is known to be true, on what that one rests.
inline Answer<bool> either(const Answer<bool> &L, const Answer<bool> &R) {
  return bothAre(false, L, R).map([](bool AreFalse) { return !AreFalse; });
}

} // namespace warplint

#endif // WARPLINT_ASSUMPTIONS_EVIDENCE_H

//===--- LaunchConstraint.cpp - Relations of numbers of a launch ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/LaunchConstraint.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

namespace warplint::launches {

using Op = Operator;
using Ref = LaunchTerms::Ref;

/// Terms of one launch that units record.
static constexpr size_t TermsRecorded = 256;

std::optional<int64_t> LaunchConstraint::numberFor(unsigned Index) const {
  return Index < Arguments.size() && Arguments[Index]
             ? Terms.constantOf(*Arguments[Index])
             : std::nullopt;
}

bool LaunchConstraint::isShared(unsigned Symbol) const {
  auto Mentions = [&](const std::optional<Ref> &Argument) {
    return Argument && llvm::is_contained(Terms.symbolsOf(*Argument), Symbol);
  };
  return llvm::count_if(Arguments, Mentions) > 1;
}

namespace {

/// Copies terms from one pool to another and counts symbols anew.
class Copier {
public:
  explicit Copier(const LaunchTerms &From, LaunchTerms &To)
      : From(From), To(To) {}

  Ref copy(Ref T) {
    std::vector<Ref> Work{T};
    while (!Work.empty()) {
      Ref Next = Work.back();
      const LaunchTerms::Node &N = From[Next];
      if (Done.count(Next)) {
        Work.pop_back();
      } else if (N.Op == Op::Constant) {
        Done[Next] = To.constant(N.Value);
      } else if (N.Op == Op::Symbol) {
        Done[Next] = To.fresh(From.isInput(Next));
        ++Symbols[unsigned(N.Value)];
      } else if (!Done.count(N.Left) || !Done.count(N.Right)) {
        // The left one is met first.
        Work.push_back(N.Right);
        Work.push_back(N.Left);
      } else if (auto New = To.make(N.Op, Done[N.Left], Done[N.Right])) {
        Done[Next] = *New;
      } else {
        Done[Next] = To.fresh();
      }
    }
    return Done[T];
  }
  void copy(std::optional<Ref> &T) {
    if (T)
      T = copy(*T);
  }
  /// The copy of \p T, a symbol, is \p To.
  void bind(Ref T, Ref To) {
    if (From[T].Op == Op::Symbol)
      Done[T] = To;
  }
  /// The copy of \p T, a symbol, is \p Number.
  void fix(Ref T, int64_t Number) {
    bind(T, To.constant(Number));
    ++Symbols[unsigned(From[T].Value)];
  }
  /// True if the condition \p T mentions a copied symbol and, beside these,
  /// nothing but inputs.
  bool concerns(Ref T) const {
    auto IsKnown = [&](unsigned S) { return Symbols.count(S) > 0; };
    auto Of = From.symbolsOf(T);
    return llvm::all_of(Of, IsKnown) ||
           (llvm::any_of(Of, IsKnown) && llvm::all_of(Of, [&](unsigned S) {
              return IsKnown(S) || From.isInputSymbol(S);
            }));
  }

private:
  const LaunchTerms &From;
  LaunchTerms &To;
  std::map<Ref, Ref> Done;
  std::map<unsigned, unsigned> Symbols;
};

} // namespace

/// Turns what \p Of says of extents and arguments into its copies.
static void copyNumbers(Copier &Copy, LaunchConstraint &Of) {
  for (auto *List : {&Of.Grid, &Of.Block})
    for (std::optional<Ref> &T : *List)
      Copy.copy(T);
  for (auto *List : {&Of.Arguments, &Of.Bytes})
    for (std::optional<Ref> &T : *List)
      Copy.copy(T);
}

static LaunchConstraint copied(LaunchConstraint Result,
                               const LaunchTerms &From) {
  Result.Terms = LaunchTerms();
  Copier Copy(From, Result.Terms);
  std::vector<Ref> Holds = std::move(Result.Holds);
  // Where `side == Left` holds, `side == Left ? m : n` is `m`.
  for (Ref T : Holds)
    if (const LaunchTerms::Node &Test = From[T]; Test.Op == Op::Equal)
      if (auto Number = From.constantOf(Test.Right);
          Number && From.symbolOf(Test.Left))
        Copy.fix(Test.Left, *Number);
  copyNumbers(Copy, Result);
  for (std::optional<Ref> &T : Result.Entered)
    Copy.copy(T);
  Result.Holds.clear();
  for (Ref T : Holds)
    if (Copy.concerns(T))
      if (Ref Kept = Copy.copy(T); !Result.Terms.constantOf(Kept).value_or(0))
        Result.Holds.push_back(Kept);
  return Result;
}

LaunchConstraint withOnlyUsedTerms(LaunchConstraint Of,
                                   const LaunchTerms &From) {
  LaunchConstraint Result = copied(Of, From);
  if (Result.Terms.size() <= TermsRecorded)
    return Result;
  // Without its conditions nothing may be said of what the kernel gets.
  Of.Holds.clear();
  for (auto *List : {&Of.Arguments, &Of.Bytes})
    std::fill(List->begin(), List->end(), std::nullopt);
  Result = copied(std::move(Of), From);
  return Result.Terms.size() > TermsRecorded ? LaunchConstraint() : Result;
}

std::optional<LaunchConstraint> calledAs(const LaunchConstraint &Of,
                                         const LaunchConstraint &Call) {
  // Of two declarations of one function.
  if (Of.Entered.size() != Call.Arguments.size())
    return std::nullopt;
  LaunchConstraint Result = Of;
  Result.Terms = LaunchTerms();
  Result.Holds.clear();
  Copier Given(Call.Terms, Result.Terms), Inside(Of.Terms, Result.Terms);
  for (auto [Gets, Argument] : llvm::zip(Of.Entered, Call.Arguments))
    if (Gets && Argument)
      Inside.bind(*Gets, Given.copy(*Argument));
  auto Hold = [&](Ref T) {
    auto Known = Result.Terms.constantOf(T);
    if (!Known)
      Result.Holds.push_back(T);
    return Known != 0;
  };
  // Parameters that the entry has tested to be constants.
  for (auto [Gets, Argument] : llvm::zip(Of.Entered, Call.Arguments)) {
    auto Number = Gets ? Of.Terms.constantOf(*Gets) : std::nullopt;
    auto Same = Number && Argument
                    ? Result.Terms.make(Op::Equal, Given.copy(*Argument),
                                        Result.Terms.constant(*Number))
                    : std::nullopt;
    if (Same && !Hold(*Same))
      return std::nullopt;
  }
  for (Ref T : Call.Holds)
    if (!Hold(Given.copy(T)))
      return std::nullopt;
  for (Ref T : Of.Holds)
    if (!Hold(Inside.copy(T)))
      return std::nullopt;
  copyNumbers(Inside, Result);
  for (size_t I = 0; I < Result.Arguments.size() && I < Result.Bytes.size();
       ++I)
    for (auto [Argument, Bytes] : llvm::zip(Call.Arguments, Call.Bytes))
      if (Argument && Bytes && !Result.Bytes[I] && Result.Arguments[I] &&
          *Result.Arguments[I] == Given.copy(*Argument))
        Result.Bytes[I] = Given.copy(*Bytes);
  Result.Entry = Call.Entry;
  Result.Entered = Call.Entered;
  for (std::optional<Ref> &T : Result.Entered)
    Given.copy(T);
  if (Result.Terms.size() <= TermsRecorded)
    return Result;
  // The call reaches the launch, whatever can be said of it.
  const LaunchTerms All = std::move(Result.Terms);
  return withOnlyUsedTerms(std::move(Result), All);
}

} // namespace warplint::launches

//===--- PathMerging.cpp - Merging of path states -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

using Op = Operator;
using Kind = HostValue::Kind;

/// Neither has anything for certain that the other has not.
bool HostInterpreter::areAlike(const HostValue &L, const HostValue &R) const {
  auto IsOpen = [](const HostValue &V) {
    return V.K == Kind::Unknown || V.K == Kind::Term;
  };
  auto MayBeRecord = [](const HostValue &V) {
    return V.K == Kind::Unknown || V.K == Kind::Record;
  };
  if (IsOpen(L) && IsOpen(R))
    return true;
  if (!MayBeRecord(L) || !MayBeRecord(R))
    return L == R;
  for (size_t I = 0; I < std::max(L.Parts.size(), R.Parts.size()); ++I)
    if (!areAlike(L.part(I), R.part(I)))
      return false;
  return true;
}

bool HostInterpreter::areAlike(const State &L, const State &R) const {
  return L.Escaped == R.Escaped && areAlike(L.Known, R.Known) &&
         areAlike(L.Results, R.Results);
}

template <typename Map>
bool HostInterpreter::areAlike(const Map &L, const Map &R) const {
  auto IsLike = [&](const auto &Each, const Map &Other) {
    auto Found = Other.find(Each.first);
    return areAlike(Each.second,
                    Found == Other.end() ? HostValue() : Found->second);
  };
  return llvm::all_of(L, [&](const auto &Each) { return IsLike(Each, R); }) &&
         llvm::all_of(R, [&](const auto &Each) {
           return L.count(Each.first) || IsLike(Each, L);
         });
}

/// A value that is \p L on the first path and \p R on the second.
HostValue HostInterpreter::joined(const HostValue &L, const HostValue &R) {
  if (L == R)
    return L;
  if (L.K == Kind::Record && R.K == Kind::Record) {
    HostValue Result;
    Result.K = Kind::Record;
    for (size_t I = 0; I < std::max(L.Parts.size(), R.Parts.size()); ++I)
      Result.Parts.push_back(joined(L.part(I), R.part(I)));
    return Result;
  }
  auto Left = termOf(L), Right = termOf(R);
  if (!Left || !Right)
    return {};
  return HostValue::term(joinedTerm(*Left, *Right));
}

/// \p L if \p Test is not 0, else \p R; Unknown if that term would be too
/// large.
HostValue HostInterpreter::chosenBy(LaunchTerms::Ref Test, const HostValue &L,
                                    const HostValue &R) {
  size_t Size = 0;
  for (LaunchTerms::Ref T : {Test, *termOf(L), *termOf(R)})
    Size += Terms.sizeOf(T);
  return Within.allows(BudgetId::HostChoiceTerms, Size)
             ? chosen(HostValue::term(Test), L, R)
             : HostValue();
}

/// A term that is \p L on the first path of a join and \p R on the second.
LaunchTerms::Ref HostInterpreter::eitherOf(LaunchTerms::Ref L,
                                           LaunchTerms::Ref R) {
  // What may be any number may be any number still.
  bool AreInputs = Terms.isMadeOfInputs(L) && Terms.isMadeOfInputs(R);
  if (AreInputs && (Terms.isInput(L) || Terms.isInput(R)))
    return Terms.fresh(/*IsInput=*/true);
  // One open number is as good as two.
  if (Terms.symbolOf(L) && Terms.symbolOf(R))
    return Terms.fresh();
  if (!Parting && !Chooser)
    Chooser = Terms.fresh();
  HostValue Either = chosenBy(Parting ? *Parting : *Chooser, HostValue::term(L),
                              HostValue::term(R));
  return Either.K == Kind::Term ? LaunchTerms::Ref(Either.Number)
                                : Terms.fresh();
}

/// A term that is \p L on the first path of a join and \p R on the second. If
/// both apply one operator to a common operand and different other ones, so
/// does the result: `n / 16` on both paths stays `n / 16` of the joined `n`.
LaunchTerms::Ref HostInterpreter::joinedTerm(LaunchTerms::Ref L,
                                             LaunchTerms::Ref R) {
  // The operands on the path down, from the outermost.
  struct Shared {
    Operator Applied;
    LaunchTerms::Ref Same;
    bool IsLeft; ///< What is the same stands on the left.
    std::pair<LaunchTerms::Ref, LaunchTerms::Ref> Of;
  };
  llvm::SmallVector<Shared, 4> Around;
  std::optional<LaunchTerms::Ref> Result;
  while (!Result) {
    auto Known = JoinedTerms.find({L, R});
    const LaunchTerms::Node &One = Terms[L], &Other = Terms[R];
    bool IsLeft = One.Left == Other.Left;
    if (Known != JoinedTerms.end()) {
      Result = Known->second;
    } else if (One.Op == Other.Op && !One.isLeaf() &&
               (IsLeft || One.Right == Other.Right)) {
      Around.push_back({One.Op, IsLeft ? One.Left : One.Right, IsLeft, {L, R}});
      std::tie(L, R) = IsLeft ? std::tuple(One.Right, Other.Right)
                              : std::tuple(One.Left, Other.Left);
    } else {
      Result = JoinedTerms[{L, R}] = eitherOf(L, R);
    }
  }
  for (const Shared &Each : llvm::reverse(Around)) {
    auto Made = Each.IsLeft ? Terms.make(Each.Applied, Each.Same, *Result)
                            : Terms.make(Each.Applied, *Result, Each.Same);
    Result = JoinedTerms[Each.Of] = Made ? *Made : Terms.fresh();
  }
  return *Result;
}

/// The index in Holds of the test at which the paths \p L and \p R split: it
/// holds on \p L and not on \p R, and all other conditions are equal. Nothing
/// if there is no such test.
std::optional<size_t> HostInterpreter::partingOf(const State &L,
                                                 const State &R) {
  if (L.Holds.size() != R.Holds.size())
    return std::nullopt;
  std::optional<size_t> Result;
  for (auto [Place, T] : llvm::enumerate(L.Holds)) {
    if (T == R.Holds[Place])
      continue;
    if (Result || R.Holds[Place] != Terms.negation(T))
      return std::nullopt;
    Result = Place;
  }
  return Result;
}

/// Joins the two of \p Paths that split at a single test, the earliest such
/// test of all. False if there are no such paths.
bool HostInterpreter::joinSplitPaths(States &Paths) {
  std::optional<size_t> First;
  size_t Left = 0, Right = 0;
  for (size_t I = 0; I < Paths.size(); ++I)
    for (size_t J = I + 1; J < Paths.size(); ++J)
      if (auto Place = partingOf(Paths[I], Paths[J]);
          Place && (!First || *Place < *First))
        std::tie(First, Left, Right) = std::tuple(Place, I, J);
  if (!First)
    return false;
  join(Paths[Left], Paths[Right]);
  Paths.erase(Paths.begin() + ptrdiff_t(Right));
  return true;
}

/// The term `x` if \p T has the form `x == 1 || x == 2`; else nothing.
static std::optional<LaunchTerms::Ref> listedBy(LaunchTerms::Ref T,
                                                const LaunchTerms &Terms) {
  std::optional<LaunchTerms::Ref> Of;
  for (LaunchTerms::Ref Each : Terms.alternativesOf(T)) {
    const LaunchTerms::Node &Is = Terms[Each];
    if (Is.Op != Operator::Equal || !Terms.constantOf(Is.Right) ||
        (Of && *Of != Is.Left))
      return std::nullopt;
    Of = Is.Left;
  }
  return Of;
}

/// The only condition of \p Holds that is not in \p Others, if it lists numbers
/// (listedBy) and all further ones follow from it; else nothing.
static std::optional<LaunchTerms::Ref>
onlyListIn(llvm::ArrayRef<LaunchTerms::Ref> Holds,
           llvm::ArrayRef<LaunchTerms::Ref> Others, const LaunchTerms &Terms) {
  std::optional<LaunchTerms::Ref> List;
  for (LaunchTerms::Ref T : Holds)
    if (!llvm::is_contained(Others, T) && listedBy(T, Terms)) {
      if (List)
        return std::nullopt;
      List = T;
    }
  if (!List)
    return std::nullopt;
  LaunchTerms::Ref Of = *listedBy(*List, Terms);
  // That it is no other number follows.
  auto Follows = [&](LaunchTerms::Ref T) {
    return T == *List || llvm::is_contained(Others, T) ||
           (Terms[T].Op == Operator::NotEqual && Terms[T].Left == Of &&
            Terms.constantOf(Terms[T].Right));
  };
  return llvm::all_of(Holds, Follows) ? List : std::nullopt;
}

/// The condition that lists the numbers of both paths: after `case 1: case 2:
/// break; default: return;` it is 1 or 2.
std::optional<LaunchTerms::Ref> HostInterpreter::listOfBoth(const State &L,
                                                            const State &R) {
  auto Left = onlyListIn(L.Holds, R.Holds, Terms),
       Right = onlyListIn(R.Holds, L.Holds, Terms);
  if (!Left || !Right || listedBy(*Left, Terms) != listedBy(*Right, Terms) ||
      !Within.allows(BudgetId::HostListTerms,
                     Terms.sizeOf(*Left) + Terms.sizeOf(*Right)))
    return std::nullopt;
  return Terms.make(Operator::Or, *Left, *Right);
}

/// Visits where the pointers in \p L and \p R lead that are not in \p Both.
static void forEachLost(const HostValue &L, const HostValue &R,
                        const HostValue &Both,
                        llvm::function_ref<void(const VarDecl &)> Visit) {
  if (Both == L)
    return;
  if (Both.K != HostValue::Kind::Record) {
    L.forEachPointee(Visit);
    R.forEachPointee(Visit);
  }
  for (size_t I = 0; I < Both.Parts.size(); ++I)
    forEachLost(L.part(I), R.part(I), Both.Parts[I], Visit);
}

void HostInterpreter::join(State &Into, const State &Other) {
  auto List = listOfBoth(Into, Other);
  if (Into.Version != Other.Version)
    noteChange(Into);
  JoinedTerms.clear();
  Parting = Chooser = std::nullopt;
  for (LaunchTerms::Ref T : Into.Holds)
    if (!Parting && !llvm::is_contained(Other.Holds, T) &&
        llvm::is_contained(Other.Holds, Terms.negation(T)))
      Parting = T;
  // Where pointers lead that are lost.
  llvm::SmallVector<const VarDecl *, 8> Lost;
  auto Note = [&](const VarDecl &Var) { Lost.push_back(&Var); };
  auto Join = [&](auto &Ours, const auto &Theirs) {
    for (auto &[Of, Value] : Ours) {
      auto Found = Theirs.find(Of);
      HostValue Other = Found == Theirs.end() ? HostValue() : Found->second;
      HostValue Both = joined(Value, Other);
      forEachLost(Value, Other, Both, Note);
      Value = std::move(Both);
    }
  };
  Join(Into.Known, Other.Known);
  Join(Into.Results, Other.Results);
  Into.Escaped.insert(Other.Escaped.begin(), Other.Escaped.end());
  // A variable that nobody else can reach keeps what it holds, whatever that
  // is; the others are read anew.
  llvm::SmallVector<const VarDecl *, 8> Reached;
  for (auto &[Var, Value] : Into.Known)
    if (Var && Value.K == Kind::Unknown) {
      if (Into.Escaped.count(Var))
        Reached.push_back(Var);
      else if (Var->hasLocalStorage())
        Value = unknownOf(Var->getType());
    }
  for (const VarDecl *Var : Reached)
    Into.Known.erase(Var);
  for (const VarDecl *Var : Lost)
    escape(*Var, Into);
  for (const auto &[Var, Name] : Other.Objects)
    if (auto [Known, New] = Into.Objects.try_emplace(Var);
        Known->second != Name)
      Known->second = {{Step::Kind::Unseen, nullptr, ++Unseen}};
  for (auto &[Var, Name] : Into.Objects)
    if (!Other.Objects.count(Var))
      Name = {{Step::Kind::Unseen, nullptr, ++Unseen}};
  llvm::erase_if(Into.Holds, [&](LaunchTerms::Ref T) {
    return !llvm::is_contained(Other.Holds, T);
  });
  if (List)
    suppose(*List, Into);
}

void HostInterpreter::merge(States &Into, States More) {
  JoinedTerms.clear();
  for (State &Each : More) {
    auto Like = llvm::find_if(
        Into, [&](const State &Known) { return areAlike(Known, Each); });
    if (Like == Into.end())
      Into.push_back(std::move(Each));
    else
      join(*Like, Each);
  }
  // Functions in which much is open are followed to their end on few paths.
  bool IsLong = Steps > Within.budgets().HostSteps / 2;
  size_t Most = IsLong ? 1 : Within.budgets().HostPaths;
  if (Into.size() <= Most)
    return;
  Within.cut(IsLong ? BudgetId::HostSteps : BudgetId::HostPaths);
  while (Into.size() > std::max<size_t>(Most / 2, 1) && joinSplitPaths(Into))
    ;
  if (Into.size() <= Most)
    return;
  // Too many: what they do not agree on is unknown.
  for (size_t I = 1; I < Into.size(); ++I)
    join(Into.front(), Into[I]);
  Into.resize(1);
}

} // namespace warplint::host

//===--- TermTraversal.h - Traversal of terms: walks, folds -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms share their parts and can be as deep as a kernel is long. A function
// that recurses over operands by hand takes exponential time on shared parts
// and overflows the stack on deep ones. So all traversals of terms are here,
// each with an explicit stack and a memo.
//
//   walkTerms    looks at the parts of a term, each once, and may stop early
//   TermFold     computes a result per term from the results of its parts
//   TermReach    which terms depend on something, also around loops
//
// A TermRewriter (TermArena.h) makes the same term with some parts replaced.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_TERMTRAVERSAL_H
#define WARPLINT_ANALYSIS_EXPR_TERMTRAVERSAL_H

#include "Analysis/Expr/Term.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <cassert>
#include <optional>
#include <utility>

namespace warplint {

class Evaluation;

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// How a walk continues after the term that it has just visited.
enum class Walk : uint8_t {
  Enter, ///< With the parts of the term.
  Skip,  ///< Without the parts of the term.
  Stop   ///< The walk ends.
};

/// Calls \p Visit for the terms \p From and all terms inside them, each once: a
/// term before its parts, parts from left to right. Does not enter the incoming
/// values of a Phi. False if \p Visit returned Stop.
bool walkTerms(llvm::ArrayRef<const Term *> From,
               llvm::function_ref<Walk(const Term &)> Visit);
using TermList = llvm::SmallVectorImpl<const Term *>;
/// Calls \p Visit for the terms \p From and all terms inside them, each once.
/// Where \p Visit puts terms into \p Instead, these are walked in place of the
/// parts of the term. Does not enter the incoming values of a Phi by itself.
/// False if \p Visit returned Stop.
bool walkTerms(llvm::ArrayRef<const Term *> From,
               llvm::function_ref<Walk(const Term &, TermList &Instead)> Visit);
/// Calls \p Visit for the terms \p From and all terms inside them, each once;
/// of a Phi the incoming values, which \p Values knows, are walked in place of
/// its address. False if \p Visit returned Stop.
bool walkTerms(llvm::ArrayRef<const Term *> From, const Evaluation &Values,
               llvm::function_ref<Walk(const Term &)> Visit);

/// True if \p Wanted holds for \p T or a term inside it. Does not enter the
/// incoming values of a Phi.
bool anyPartOf(const Term *T, llvm::function_ref<bool(const Term &)> Wanted);
/// The same for all that \p T is computed from: enters incoming values.
bool anyPartOf(llvm::ArrayRef<const Term *> T, const Evaluation &Values,
               llvm::function_ref<bool(const Term &)> Wanted);

/// True if \p T mentions a parameter of the kernel, or a part of a class value,
/// which may come from one.
bool dependsOnParameter(const Term *T);
/// True if \p Part is \p T or inside it. Does not enter the incoming values of
/// a Phi.
bool mentions(const Term *T, const Term *Part);
/// What \p T is before it is converted to fewer bits; \p T if it is not.
const Term *withoutNarrowing(const Term *T);
/// The first part of \p T for which \p Wanted holds, in the order of
/// `walkTerms`; null if there is none.
const Term *findPart(const Term *T,
                     llvm::function_ref<bool(const Term &)> Wanted);

/// The members and elements that lead from the object to \p Address.
llvm::SmallVector<const SubobjectTerm *, 4> pathOf(const Term *Address);
/// The nodes of the phis in \p T. Does not enter their incoming values.
llvm::SmallPtrSet<const Node *, 16> joinsIn(const Term *T);
/// The axis, if \p T is threadIdx along an axis.
std::optional<unsigned> threadAxis(const Term *T);

/// True if \p L and \p R are equal but for the places where their loads read.
bool sameButForSites(const Term *L, const Term *R);

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

/// Computes a \p Result for each \p Key from the results of others. The memo
/// lives as long as the fold, so that what was computed once is not computed
/// again by a later call.
///
/// A step computes one key. It asks for the results that it needs, in any order
/// and only as far as it needs them; where one is not known yet, it returns
/// nothing and is run again when it is:
///
///   Depth.run(T, [](const Term *T, auto &Parts) -> std::optional<unsigned> {
///     if (!Parts.knowsAll(T->operands()))
///       return std::nullopt;
///     unsigned Most = 0;
///     for (const Term *Op : T->operands())
///       Most = std::max(Most, *Parts.of(Op));
///     return Most + 1;
///   });
///
/// A step has no effect other than its result, as it can run more than once.
template <typename Key, typename Result> class Fold {
public:
  /// \p OnCycle: the result that a key has while it is itself being computed
  /// (steps that go around a loop through phis). Results computed with it are
  /// kept: where that is not a fixpoint, use TermReach.
  explicit Fold(Result OnCycle = Result()) : OnCycle(std::move(OnCycle)) {}

  /// What a step can ask for.
  class Parts {
  public:
    /// The result of \p Part; nothing if it is not known yet.
    std::optional<Result> of(const Key &Part) {
      Of.note(Part, Now);
      auto Found = Of.Memo.find(Part);
      if (Found == Of.Memo.end()) {
        Missing.push_back(Part);
        return std::nullopt;
      }
      return Found->second ? *Found->second : Of.OnCycle;
    }
    /// True if the results of all \p Keys are known; asks for those that are
    /// not.
    template <typename Range> bool knowsAll(const Range &Keys) {
      for (const Key &Part : Keys) {
        Of.note(Part, Now);
        if (!Of.Memo.count(Part))
          Missing.push_back(Part);
      }
      return Missing.empty();
    }

  private:
    friend class Fold;
    Parts(Fold &Of, const Key &Now) : Of(Of), Now(Now) {}
    Fold &Of;
    const Key Now;
    llvm::SmallVector<Key, 8> Missing;
  };

  /// The result of \p Root. \p Step takes a key and a `Parts &` and returns a
  /// `std::optional<Result>`. `run` can be called from within a step; keys in
  /// progress then have the result of a cycle.
  template <typename StepT> Result run(const Key &Root, StepT &&Step) {
    if (InProgress)
      note(Root, *InProgress);
    auto Known = Memo.find(Root);
    if (Known != Memo.end())
      return Known->second ? *Known->second : OnCycle;
    llvm::SmallVector<std::pair<Key, bool>, 16> Stack{{Root, false}};
    while (!Stack.empty()) {
      auto [Now, Begun] = Stack.back();
      if (!Begun && !Memo.try_emplace(Now).second) {
        Stack.pop_back(); // Computed since, or asked for on a cycle.
        continue;
      }
      Stack.back().second = true;
      Parts Ask(*this, Now);
      const Key *Outer = std::exchange(InProgress, &Ask.Now);
      std::optional<Result> Made = Step(Now, Ask);
      InProgress = Outer;
      if (Made) {
        Memo[Now] = std::move(Made);
        Stack.pop_back();
        continue;
      }
      assert(!Ask.Missing.empty() && "a step that does not say what it needs");
      if (Ask.Missing.empty()) {
        Memo[Now] = OnCycle;
        Stack.pop_back();
      }
      for (auto Part = Ask.Missing.rbegin(); Part != Ask.Missing.rend(); ++Part)
        Stack.push_back({*Part, false});
    }
    return *Memo[Root];
  }

  /// The result of \p Of if it was computed before.
  std::optional<Result> known(const Key &Of) const {
    auto Found = Memo.find(Of);
    return Found == Memo.end() ? std::nullopt : Found->second;
  }
  /// Sets the result of \p Of, in place of a step.
  void set(const Key &Of, Result Value) { Memo[Of] = std::move(Value); }
  void clear() {
    Memo.clear();
    AskedBy.clear();
  }

  /// Sets whether dependences between keys are recorded from here on, as
  /// `forget` needs them. Forgets those recorded before.
  void keepAskers(bool Keeps) {
    KeepsAskers = Keeps;
    AskedBy.clear();
  }
  /// To be called when the step of \p Changed would have another result:
  /// forgets its result and all results that were computed from it.
  void forget(const Key &Changed) {
    llvm::SmallVector<Key, 8> Work{Changed};
    while (!Work.empty()) {
      Key Next = Work.pop_back_val();
      if (!Memo.erase(Next))
        continue;
      auto Found = AskedBy.find(Next);
      if (Found == AskedBy.end())
        continue;
      llvm::append_range(Work, Found->second);
      AskedBy.erase(Found);
    }
  }

private:
  friend class Parts;
  void note(const Key &Part, const Key &Asker) {
    if (KeepsAskers)
      AskedBy[Part].push_back(Asker);
  }

  /// The results; nothing while the key is being computed.
  llvm::DenseMap<Key, std::optional<Result>> Memo;
  Result OnCycle;
  bool KeepsAskers = false;
  /// By key: the keys whose steps asked for its result.
  llvm::DenseMap<Key, llvm::SmallVector<Key, 2>> AskedBy;
  const Key *InProgress = nullptr; ///< The key whose step runs; null if none.
};

template <typename Result> using TermFold = Fold<const Term *, Result>;

//===----------------------------------------------------------------------===//
// Dependence
//===----------------------------------------------------------------------===//

/// Which terms reach a wanted term through the parts that count: the least
/// fixpoint, also where phis lead around a loop. Exact for every term that was
/// ever asked about, in any order of questions; each term is visited once in
/// the life of the object.
///
/// To prove that all parts have a property, ask whether a part without it is
/// reached.
class TermReach {
public:
  /// True if \p From reaches a wanted term. \p Visit says whether a term is
  /// wanted itself; if it is not, it can add the parts that count to the list.
  /// What \p Visit answers must not change between calls.
  bool reaches(const Term *From,
               llvm::function_ref<bool(const Term &, TermList &)> Visit);

private:
  llvm::DenseMap<const Term *, bool> Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_TERMTRAVERSAL_H

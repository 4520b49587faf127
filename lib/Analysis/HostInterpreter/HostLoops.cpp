//===--- HostLoops.cpp - Loops of host code up to its launches ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "CudaModel/HostLibrary.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <iterator>

using namespace clang;

namespace warplint::host {

/// `do { ... } while (0)`.
void HostInterpreter::executeOnce(const Stmt &Body, States &Now, Exits &Out) {
  Exits Inner;
  execute(&Body, Now, Inner);
  merge(Now, std::move(Inner.Continues));
  merge(Now, std::move(Inner.Breaks));
  merge(Out.Returns, std::move(Inner.Returns));
}

/// The elements of the array or list that \p Range names, nothing if they are
/// not all known.
std::optional<std::vector<HostValue>>
HostInterpreter::elementsOf(const Expr &Range, const State &In) {
  const Expr *E = withoutCasts(&Range);
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    E = withoutCasts(List->getSubExpr());
  HostValue V = value(E, In);
  if (containerOf(E->getType()) != HostContainer::None) {
    HostValue Elements = V.part(0);
    auto Count = numberOf(countOf(*E, V), In);
    if (Elements.K != HostValue::Kind::Record || !Count ||
        !Within.allows(BudgetId::HostIterations, uint64_t(*Count)) ||
        *Count != int64_t(Elements.Parts.size()))
      return std::nullopt;
    return std::move(Elements.Parts);
  }
  const auto *Array = Context.getAsConstantArrayType(E->getType());
  if (V.K != HostValue::Kind::Record || !Array ||
      Array->getSize() != V.Parts.size() ||
      !Within.allows(BudgetId::HostIterations, V.Parts.size()))
    return std::nullopt;
  return std::move(V.Parts);
}

void HostInterpreter::executeRange(const CXXForRangeStmt &Range, States &Now,
                                   Exits &Out) {
  const VarDecl *Each = Range.getLoopVariable();
  States After, Unknown;
  States Begin = std::move(Now);
  for (State &In : Begin) {
    auto Elements = holdsLaunch(&Range) ? elementsOf(*Range.getRangeInit(), In)
                                        : std::nullopt;
    States Path{In};
    effects(Range.getRangeInit(), Path);
    if (allowsChange(Each->getType()))
      for (State &Inside : Path)
        escape(withoutCasts(Range.getRangeInit()), Inside);
    if (!Elements) {
      for (State &Inside : Path)
        Inside.Known[Each] = unknownOf(Each->getType());
      merge(Unknown, std::move(Path));
      continue;
    }
    for (const HostValue &Element : *Elements) {
      for (State &Inside : Path) {
        renew(*Each, Inside);
        Inside.Known[Each] = Element;
      }
      Exits Inner;
      execute(Range.getBody(), Path, Inner);
      merge(Path, std::move(Inner.Continues));
      merge(After, std::move(Inner.Breaks));
      merge(Out.Returns, std::move(Inner.Returns));
    }
    merge(After, std::move(Path));
  }
  executeLoop(Range, nullptr, Range.getBody(), nullptr, true, Unknown, Out);
  Now = std::move(After);
  merge(Now, std::move(Unknown));
}

/// \p S calls nobody and holds no loop.
static bool isPlain(const Stmt *S) {
  return !S || (!isa<CallExpr, CXXConstructExpr, CXXNewExpr, LambdaExpr>(S) &&
                !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) &&
                llvm::all_of(S->children(), isPlain));
}

/// Runs a loop that launches nothing, if its condition is known before each
/// iteration and the iterations are few (`while (n < 200) n *= 2;`). False if
/// it is not run.
bool HostInterpreter::runDecided(const Expr &Condition, const Stmt *Body,
                                 const Expr *Step, States &Now) {
  if (!isPlain(&Condition) || !isPlain(Body) || !isPlain(Step))
    return false;
  States Ends;
  for (const State &Begin : Now) {
    if (!number(&Condition, Begin) ||
        holdsLonger(Condition, Step, Begin,
                    Within.budgets().HostPlainIterations))
      return false;
    States Path{Begin};
    for (unsigned Iteration = 0;; ++Iteration) {
      effects(&Condition, Path);
      auto Holds =
          Path.size() == 1 ? number(&Condition, Path.front()) : std::nullopt;
      if (!Holds || !Within.allows(BudgetId::HostPlainIterations, Iteration))
        return false;
      if (!*Holds)
        break;
      Exits Inner;
      execute(Body, Path, Inner);
      if (!Inner.Returns.empty() || !Inner.Breaks.empty())
        return false;
      merge(Path, std::move(Inner.Continues));
      effects(Step, Path);
    }
    merge(Ends, std::move(Path));
  }
  Now = std::move(Ends);
  return true;
}

/// Turns \p In, the state before an iteration of \p Loop, into one that holds
/// before that iteration and all later ones.
void HostInterpreter::forgetIterations(const Stmt &Loop, State &In) {
  auto [Found, IsNew] = Trends.try_emplace(&Loop);
  if (IsNew)
    Found->second = monotonicVariablesIn(Loop, Context);
  std::vector<HostValue> Before;
  for (const MonotonicVariable &Is : Found->second) {
    auto Known = In.Known.find(Is.Var);
    Before.push_back(Known == In.Known.end() ? HostValue() : Known->second);
  }
  forgetAssigned(&Loop, In);
  for (auto [Is, First] : llvm::zip(Found->second, Before)) {
    auto Known = In.Known.find(Is.Var);
    auto Number = First.asNumber();
    if (Known == In.Known.end() || In.Escaped.count(Is.Var) ||
        (Is.Scales && Number.value_or(-1) < 0))
      continue;
    auto Suppose = [&](const HostValue &Low, const HostValue &High) {
      HostValue Holds = applied(Operator::LessEqual, Low, High);
      if (Holds.K == HostValue::Kind::Term)
        suppose(LaunchTerms::Ref(Holds.Number), In);
    };
    if (Is.Grows)
      Suppose(First, Known->second);
    else
      Suppose(Known->second, First);
    if (!Is.Grows && Is.Scales)
      Suppose(HostValue::number(0), Known->second);
  }
}

/// The declaration in the condition of \p Loop; null if there is none.
static const DeclStmt *declaredIn(const Stmt &Loop) {
  const auto *While = dyn_cast<WhileStmt>(&Loop);
  return While ? While->getConditionVariableDeclStmt() : nullptr;
}

void HostInterpreter::executeLoop(const Stmt &Loop, const Expr *Condition,
                                  const Stmt *Body, const Expr *Step,
                                  bool TestsFirst, States &Now, Exits &Out) {
  // What begins with a declaration is the test of a macro rather than a loop.
  if (!holdsLaunch(&Loop) && !declaredIn(Loop)) {
    if (Condition && TestsFirst && !Now.empty() &&
        runDecided(*Condition, Body, Step, Now))
      return;
    skip(Loop, Now, Out);
    // It has ended because its test did not hold any more.
    if (Condition && !mayChange(Condition) &&
        !holdsAny<BreakStmt, GotoStmt, IndirectGotoStmt>(Body))
      for (State &Each : Now)
        suppose(Condition, false, Each);
    return;
  }
  // Where a loop runs longer than it is followed, one iteration by itself is
  // enough: the iteration that stands for the later ones says as much as 16
  // would, which take long where such loops are nested.
  const uint64_t Most = Within.budgets().HostIterations;
  States Few, Many;
  for (State &Each : Now) {
    bool Longer =
        Condition && TestsFirst && holdsLonger(*Condition, Step, Each, Most);
    if (Longer)
      Within.cut(BudgetId::HostIterations);
    (Longer ? Many : Few).push_back(std::move(Each));
  }
  Now = std::move(Few);
  executeIterations(Loop, Condition, Body, Step, TestsFirst, Most, Now, Out);
  executeIterations(Loop, Condition, Body, Step, TestsFirst, 1, Many, Out);
  merge(Now, std::move(Many));
}

/// True if \p Condition surely holds for more than \p Iterations iterations,
/// where only \p Step is looked at.
bool HostInterpreter::holdsLonger(const Expr &Condition, const Expr *Step,
                                  State In, unsigned Iterations) {
  if (!Step || holdsLaunch(Step) || mayChange(&Condition))
    return false;
  States Now{std::move(In)};
  for (unsigned Iteration = 0; Iteration <= Iterations; ++Iteration) {
    if (Now.size() != 1 || !number(&Condition, Now[0]).value_or(0))
      return false;
    effects(Step, Now);
  }
  return true;
}

/// Runs the first \p Iterations iterations one by one, then one that stands for
/// all later ones.
void HostInterpreter::executeIterations(const Stmt &Loop, const Expr *Condition,
                                        const Stmt *Body, const Expr *Step,
                                        bool TestsFirst, unsigned Iterations,
                                        States &Now, Exits &Out) {
  States After;
  for (unsigned Iteration = 0; !Now.empty(); ++Iteration) {
    bool Test = Iteration > 0 || TestsFirst;
    if (const DeclStmt *Declared = declaredIn(Loop))
      executeDeclarations(*Declared, Now);
    effects(Test ? Condition : nullptr, Now);
    States Going;
    bool IsLast = true;
    for (State &Each : Now) {
      auto Holds = Test ? Condition ? number(Condition, Each) : std::nullopt
                        : std::optional<int64_t>(1);
      if (Holds && !*Holds) {
        merge(After, {std::move(Each)});
        continue;
      }
      if (!Holds || Iteration >= Iterations) {
        // Any iteration, and any after it.
        forgetIterations(Loop, Each);
        State Left = Each;
        if (Test && Condition)
          suppose(Condition, false, Left);
        merge(After, {std::move(Left)});
        if (Test && Condition)
          suppose(Condition, true, Each);
      }
      IsLast &= !Holds || Iteration >= Iterations;
      Going.push_back(std::move(Each));
    }
    Exits Inner;
    execute(Body, Going, Inner);
    merge(Going, std::move(Inner.Continues));
    merge(After, std::move(Inner.Breaks));
    merge(Out.Returns, std::move(Inner.Returns));
    effects(Step, Going);
    if (Test && IsLast)
      break;
    Now = std::move(Going);
  }
  Now = std::move(After);
}

} // namespace warplint::host

//===--- HostLoops.cpp - Loops of host code up to its launches ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/HostRun.h"
#include "Analysis/Unit/HostSyntax.h"
#include "Model/HostLibrary.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <iterator>

using namespace clang;

namespace warplint {

/// Rounds of a loop that are run one by one; of one that launches nothing and
/// calls nobody.
static constexpr unsigned MaxRounds = 16, MaxPlainRounds = 32;

/// \p Condition is a constant that is false.
bool HostRun::isNever(const Expr *Condition) const {
  Expr::EvalResult Constant;
  return !Condition->isValueDependent() &&
         Condition->EvaluateAsInt(Constant, Context) &&
         Constant.Val.getInt().isZero();
}

/// `do { ... } while (0)`.
void HostRun::executeOnce(const Stmt &Body, States &Now, Exits &Out) {
  Exits Inner;
  execute(&Body, Now, Inner);
  merge(Now, std::move(Inner.Continues));
  merge(Now, std::move(Inner.Breaks));
  merge(Out.Returns, std::move(Inner.Returns));
}

/// The elements of the array or list that \p Range names, nothing if they are
/// not all known.
std::optional<std::vector<HostValue>> HostRun::elementsOf(const Expr &Range,
                                                          const State &In) {
  const Expr *E = withoutCasts(&Range);
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    E = withoutCasts(List->getSubExpr());
  HostValue V = value(E, In);
  if (containerOf(E->getType()) != HostContainer::None) {
    HostValue Elements = V.part(0);
    auto Count = numberOf(countOf(*E, V), In);
    if (Elements.K != HostValue::Kind::Record || !Count || *Count > MaxRounds ||
        *Count != int64_t(Elements.Parts.size()))
      return std::nullopt;
    return std::move(Elements.Parts);
  }
  const auto *Array = Context.getAsConstantArrayType(E->getType());
  if (V.K != HostValue::Kind::Record || !Array ||
      Array->getSize() != V.Parts.size() || V.Parts.size() > MaxRounds)
    return std::nullopt;
  return std::move(V.Parts);
}

void HostRun::executeRange(const CXXForRangeStmt &Range, States &Now,
                           Exits &Out) {
  const VarDecl *Each = Range.getLoopVariable();
  States After, Unknown;
  States Begin = std::move(Now);
  for (State &In : Begin) {
    auto Elements = holdsLaunch(&Range) ? elementsOf(*Range.getRangeInit(), In)
                                        : std::nullopt;
    States Way{In};
    effects(Range.getRangeInit(), Way);
    if (allowsChange(Each->getType()))
      for (State &Inside : Way)
        escape(withoutCasts(Range.getRangeInit()), Inside);
    if (!Elements) {
      for (State &Inside : Way)
        Inside.Known[Each] = unknownOf(Each->getType());
      merge(Unknown, std::move(Way));
      continue;
    }
    for (const HostValue &Element : *Elements) {
      for (State &Inside : Way) {
        renew(*Each, Inside);
        Inside.Known[Each] = Element;
      }
      Exits Inner;
      execute(Range.getBody(), Way, Inner);
      merge(Way, std::move(Inner.Continues));
      merge(After, std::move(Inner.Breaks));
      merge(Out.Returns, std::move(Inner.Returns));
    }
    merge(After, std::move(Way));
  }
  executeLoop(Range, nullptr, Range.getBody(), nullptr, true, Unknown, Out);
  Now = std::move(After);
  merge(Now, std::move(Unknown));
}

/// \p S can leave the loop around it.
static bool holdsBreak(const Stmt *S) {
  return S && !isa<LambdaExpr>(S) &&
         (isa<BreakStmt, GotoStmt, IndirectGotoStmt>(S) ||
          llvm::any_of(S->children(), holdsBreak));
}

/// \p S calls nobody and holds no loop.
static bool isPlain(const Stmt *S) {
  return !S || (!isa<CallExpr, CXXConstructExpr, CXXNewExpr, LambdaExpr>(S) &&
                !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) &&
                llvm::all_of(S->children(), isPlain));
}

/// Runs \p Body and \p Step, which launch nothing, while \p Condition holds, if
/// that is a few times and certain each time (`while (n < 200) n *= 2;`).
bool HostRun::runDecided(const Expr &Condition, const Stmt *Body,
                         const Expr *Step, States &Now) {
  if (!isPlain(&Condition) || !isPlain(Body) || !isPlain(Step))
    return false;
  States Ends;
  for (const State &Begin : Now) {
    if (!number(&Condition, Begin) ||
        holdsLonger(Condition, Step, Begin, MaxPlainRounds))
      return false;
    States Way{Begin};
    for (unsigned Round = 0;; ++Round) {
      effects(&Condition, Way);
      auto Holds =
          Way.size() == 1 ? number(&Condition, Way.front()) : std::nullopt;
      if (!Holds || Round > MaxPlainRounds)
        return false;
      if (!*Holds)
        break;
      Exits Inner;
      execute(Body, Way, Inner);
      if (!Inner.Returns.empty() || !Inner.Breaks.empty())
        return false;
      merge(Way, std::move(Inner.Continues));
      effects(Step, Way);
    }
    merge(Ends, std::move(Way));
  }
  Now = std::move(Ends);
  return true;
}

/// \p In, which stands before a round of \p Loop, as it is before that one or
/// any later one.
void HostRun::forgetRounds(const Stmt &Loop, State &In) {
  auto [Found, IsNew] = Trends.try_emplace(&Loop);
  if (IsNew)
    Found->second = trendsIn(Loop, Context);
  std::vector<HostValue> Before;
  for (const HostTrend &Is : Found->second) {
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
      HostValue Holds = applied(LaunchOperator::LessEqual, Low, High);
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

/// The variable that \p Loop declares in its test, if it does.
static const DeclStmt *declaredIn(const Stmt &Loop) {
  const auto *While = dyn_cast<WhileStmt>(&Loop);
  return While ? While->getConditionVariableDeclStmt() : nullptr;
}

void HostRun::executeLoop(const Stmt &Loop, const Expr *Condition,
                          const Stmt *Body, const Expr *Step, bool TestsFirst,
                          States &Now, Exits &Out) {
  // What begins with a declaration is the test of a macro rather than a loop.
  if (!holdsLaunch(&Loop) && !declaredIn(Loop)) {
    if (Condition && TestsFirst && !Now.empty() &&
        runDecided(*Condition, Body, Step, Now))
      return;
    skip(Loop, Now, Out);
    // It has ended because its test did not hold any more.
    if (Condition && !mayChange(Condition) && !holdsBreak(Body))
      for (State &Each : Now)
        suppose(Condition, false, Each);
    return;
  }
  // Rounds that come after those that are run one by one say as much as they
  // do, and a table of sizes inside of a loop over sizes takes long.
  States Few, Many;
  for (State &Each : Now) {
    bool Longer = Condition && TestsFirst &&
                  holdsLonger(*Condition, Step, Each, MaxRounds);
    (Longer ? Many : Few).push_back(std::move(Each));
  }
  Now = std::move(Few);
  executeRounds(Loop, Condition, Body, Step, TestsFirst, MaxRounds, Now, Out);
  executeRounds(Loop, Condition, Body, Step, TestsFirst, 1, Many, Out);
  merge(Now, std::move(Many));
}

/// \p Condition holds for more than \p Rounds rounds of which nothing but
/// \p Step is known.
bool HostRun::holdsLonger(const Expr &Condition, const Expr *Step, State In,
                          unsigned Rounds) {
  if (!Step || holdsLaunch(Step) || mayChange(&Condition))
    return false;
  States Now{std::move(In)};
  for (unsigned Round = 0; Round <= Rounds; ++Round) {
    if (Now.size() != 1 || !number(&Condition, Now[0]).value_or(0))
      return false;
    effects(Step, Now);
  }
  return true;
}

/// Runs \p Rounds rounds one by one, then all that may follow as one.
void HostRun::executeRounds(const Stmt &Loop, const Expr *Condition,
                            const Stmt *Body, const Expr *Step, bool TestsFirst,
                            unsigned Rounds, States &Now, Exits &Out) {
  States After;
  for (unsigned Round = 0; !Now.empty(); ++Round) {
    bool Test = Round > 0 || TestsFirst;
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
      if (!Holds || Round >= Rounds) {
        // Any round, and any after it.
        forgetRounds(Loop, Each);
        State Left = Each;
        if (Test && Condition)
          suppose(Condition, false, Left);
        merge(After, {std::move(Left)});
        if (Test && Condition)
          suppose(Condition, true, Each);
      }
      IsLast &= !Holds || Round >= Rounds;
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

} // namespace warplint

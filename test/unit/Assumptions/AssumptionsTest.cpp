//===--- AssumptionsTest.cpp - Switches and evidence ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <set>

namespace assumptions_test {
using namespace warplint;
using Effect = AssumptionEffect;

TEST(Assumptions, EachRowHasItsOwnIdAndSentence) {
  std::set<llvm::StringRef> Ids, Sentences;
  for (const AssumptionInfo &Info : allAssumptions()) {
    EXPECT_TRUE(Ids.insert(Info.Id).second) << Info.Id.str();
    EXPECT_TRUE(Sentences.insert(Info.Sentence).second) << Info.Id.str();
    EXPECT_FALSE(Info.Sentence.ends_with(".")) << Info.Id.str();
    EXPECT_TRUE(!Info.Test.empty() || Info.Does == Effect::Basis)
        << Info.Id.str();
    ASSERT_TRUE(assumptionNamed(Info.Id));
    EXPECT_EQ(nameOf(*assumptionNamed(Info.Id)), Info.Id);
  }
  EXPECT_FALSE(assumptionNamed("none"));
}

TEST(Assumptions, AreSwitchedByName) {
  AssumptionSet Set;
  EXPECT_TRUE(Set.isOn(Assumption::OwnPart));
  EXPECT_EQ(Set.apply("no-own-part, no-no-alias"), "");
  EXPECT_FALSE(Set.isOn(Assumption::OwnPart));
  EXPECT_FALSE(Set.isOn(Assumption::NoAlias));
  EXPECT_TRUE(Set.isOn(Assumption::Pitch));
  EXPECT_EQ(Set.apply("own-part,no-alias"), "");
  EXPECT_TRUE(Set.isOn(Assumption::OwnPart));
  EXPECT_TRUE(Set.isOn(Assumption::NoAlias));
}

TEST(Assumptions, NoneTakesSilenceAwayAndNoFindings) {
  AssumptionSet Set;
  EXPECT_EQ(Set.apply("none"), "");
  for (unsigned I = 0; I < NumAssumptions; ++I)
    EXPECT_EQ(Set.isOn(Assumption(I)),
              allAssumptions()[I].Does != Effect::Silences)
        << allAssumptions()[I].Id.str();
  EXPECT_EQ(Set.apply("none,bound"), "");
  EXPECT_TRUE(Set.isOn(Assumption::Bound));
}

TEST(Assumptions, UnknownNamesChangeNothing) {
  AssumptionSet Set;
  EXPECT_EQ(Set.apply("no-pitch,no-own-parts"),
            "'no-own-parts' names no assumption; near ones: 'own-part'");
  EXPECT_TRUE(Set.isOn(Assumption::Pitch));
  EXPECT_EQ(Set.apply("no-indices"), "'no-indices' names no assumption; near "
                                     "ones: 'distinct-indices'");
  EXPECT_EQ(Set.apply("xyzzy"), "'xyzzy' names no assumption; "
                                "docs/limitations.md lists them");
  EXPECT_EQ(Set.apply("no-no-overflow"),
            "'no-overflow' cannot be switched off: answers rest on it");
  EXPECT_NE(Set.apply(""), "");
}

TEST(Assumptions, AnswersThatRestOnThemAreCounted) {
  AssumptionSet Set;
  Set.apply("no-pitch");
  AssumptionUses Made(Set), Copy = Made;
  EXPECT_FALSE(Made.assume(Assumption::Pitch));
  EXPECT_TRUE(Made.assume(Assumption::OwnPart));
  EXPECT_TRUE(Copy.assume(Assumption::OwnPart, 2));
  EXPECT_TRUE(Made.isOn(Assumption::Bound));
  EXPECT_EQ(Made.counts()[unsigned(Assumption::Pitch)], 0u);
  EXPECT_EQ(Made.counts()[unsigned(Assumption::OwnPart)], 3u);
  EXPECT_EQ(Made.counts()[unsigned(Assumption::Bound)], 0u);
  EXPECT_EQ(AssumptionUses(Set).counts()[unsigned(Assumption::OwnPart)], 0u);
}

TEST(Evidence, IsASetInTheOrderOfFirstUse) {
  Evidence First{{Assumption::OwnPart}};
  First.add({Assumption::Bound});
  First.add({Assumption::OwnPart});
  Evidence Second{{Assumption::NoAlias}};
  Second.add(First);
  ASSERT_EQ(Second.assumed().size(), 3u);
  EXPECT_EQ(Second.assumed()[0].Id, Assumption::NoAlias);
  EXPECT_EQ(Second.assumed()[1].Id, Assumption::OwnPart);
  EXPECT_EQ(Second.assumed()[2].Id, Assumption::Bound);
  EXPECT_TRUE(Second.rests(Assumption::Bound));
  EXPECT_FALSE(First.rests(Assumption::NoAlias));
  EXPECT_TRUE(Evidence().empty());
}

TEST(Assumptions, WhatIsAskedForIsKnown) {
  AssumptionUses Made{AssumptionSet()};
  Made.count(Assumption::AllLaunches);
  EXPECT_FALSE(Made.isAsked(Assumption::AllLaunches));
  EXPECT_EQ(Made.counts()[unsigned(Assumption::AllLaunches)], 1u);
  EXPECT_TRUE(Made.isOn(Assumption::Launch));
  EXPECT_TRUE(Made.isAsked(Assumption::Launch));
  AssumptionSet Less;
  Less.takeAway(Assumption::AsmAsWritten);
  EXPECT_FALSE(Less.isOn(Assumption::AsmAsWritten));
  EXPECT_NE(Less.bits(), AssumptionSet().bits());
}

TEST(Evidence, TheFewestThatAreNeeded) {
  using Rows = llvm::SmallVector<Assumption, 2>;
  constexpr Assumption A = Assumption::Launch, B = Assumption::LoadedValues,
                       C = Assumption::ExampleBlock;
  unsigned Times = 0;
  auto Of = [&](auto IsGiven) {
    Times = 0;
    return fewestOf({A, B, C}, [&](llvm::ArrayRef<Assumption> Off) {
      ++Times;
      return IsGiven(!llvm::is_contained(Off, A), !llvm::is_contained(Off, B),
                     !llvm::is_contained(Off, C));
    });
  };
  EXPECT_EQ(Of([](bool, bool, bool) { return true; }), Rows{});
  EXPECT_EQ(Times, 1u);
  EXPECT_EQ(Of([](bool, bool B, bool) { return B; }), Rows{B});
  EXPECT_EQ(Of([](bool A, bool, bool C) { return A && C; }), (Rows{A, C}));
  EXPECT_EQ(Of([](bool, bool B, bool C) { return B || C; }), Rows{B});
  EXPECT_EQ(Of([](bool A, bool B, bool C) { return A && (B || C); }),
            (Rows{A, B}));
}

TEST(Evidence, OfTwoLaunchesTheLessFirmOneStays) {
  Evidence Of;
  Of.launched(ProvenanceKind::StatedByUser);
  Of.launched(ProvenanceKind::LaunchedHere);
  EXPECT_EQ(Of.launch(), ProvenanceKind::StatedByUser);
  Evidence Guess;
  Guess.launched(ProvenanceKind::Guessed);
  Guess.cut("calls");
  Of.add(Guess);
  Of.add(Guess);
  EXPECT_EQ(Of.launch(), ProvenanceKind::Guessed);
  EXPECT_EQ(Of.cuts().size(), 1u);
  EXPECT_FALSE(Of.empty());
}

TEST(Evidence, AnAnswerSaysWhereItsEvidenceGoes) {
  Evidence All;
  Answer<int> Known(7, Evidence{{Assumption::Pitch}});
  EXPECT_EQ(Known.into(All), 7);
  EXPECT_TRUE(All.rests(Assumption::Pitch));
  EXPECT_EQ(Known.ignoring("a test"), 7);
  auto Open = Answer<int>::unknown("solver-steps");
  EXPECT_FALSE(Open.isKnown());
  EXPECT_EQ(Open.why(), "solver-steps");
}

TEST(Evidence, WhatIsMadeOfAnAnswerRestsOnTheSame) {
  auto Half = [](int Value) { return Value / 2.0; };
  Evidence All;
  auto Made = Answer<int>(7, Evidence{{Assumption::Pitch}}).map(Half);
  EXPECT_EQ(Made.into(All), 3.5);
  EXPECT_TRUE(All.rests(Assumption::Pitch));
  EXPECT_EQ(Answer<int>::unknown("solver-steps").map(Half).why(),
            "solver-steps");
}

TEST(Evidence, AnAnswerThatDecidesAloneIsTheEvidence) {
  auto Of = [](bool Value, Assumption That) {
    return Answer<bool>(Value, Evidence{{That}});
  };
  auto Is = [](const Answer<bool> &Is, bool Value, bool Pitch, bool Bound) {
    Evidence On;
    return Is.isKnown() && Is.into(On) == Value &&
           On.rests(Assumption::Pitch) == Pitch &&
           On.rests(Assumption::Bound) == Bound;
  };
  auto Open = Answer<bool>::unknown("open");
  for (bool Value : {true, false}) {
    auto Together = [&](const Answer<bool> &L, const Answer<bool> &R) {
      return Value ? both(L, R) : either(L, R);
    };
    auto Pitch = Of(Value, Assumption::Pitch),
         Bound = Of(Value, Assumption::Bound),
         NoPitch = Of(!Value, Assumption::Pitch),
         NoBound = Of(!Value, Assumption::Bound);
    EXPECT_TRUE(Is(Together(Pitch, Bound), Value, true, true));
    EXPECT_TRUE(Is(Together(NoPitch, Bound), !Value, true, false));
    EXPECT_TRUE(Is(Together(Pitch, NoBound), !Value, false, true));
    EXPECT_TRUE(Is(Together(NoPitch, NoBound), !Value, true, false));
    EXPECT_TRUE(Is(Together(Open, NoBound), !Value, false, true));
    EXPECT_TRUE(Is(Together(NoPitch, Open), !Value, true, false));
    EXPECT_EQ(Together(Open, Bound).why(), "open");
    EXPECT_EQ(Together(Pitch, Open).why(), "open");
  }
}

} // namespace assumptions_test

//===--- TokenMessages.cpp - Tokens and parities in the user's words ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/TokenMessages.h"
#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"

using namespace clang;

namespace warplint {

namespace {

/// What to say of one kind of fault.
struct Wording {
  std::string Headline, Other, Advice;
};

} // namespace

static std::string touches(const Event &E) {
  return E.Access == AccessKind::Read ? "is read" : "is written";
}

static Wording wordsFor(const mbarriers::TokenFault &Fault,
                        const std::string &In) {
  const Event &E = *Fault.At;
  std::string Name = E.Op ? "'" + E.Op->Spelling + "'" + In : "";
  std::string Object = objectName(E.Address);
  switch (Fault.K) {
  case mbarriers::TokenFault::Kind::NobodyWaits:
    return {Name + " arrives on " + Object + ", and no thread ever waits on it",
            objectName(Fault.Other->Address) + " " + touches(*Fault.Other) +
                " here while other threads may not have arrived yet",
            "keep the token and wait for it before this access"};
  case mbarriers::TokenFault::Kind::OtherObject:
    return {Name + " waits on " + Object + " for a token of another barrier, " +
                objectName(Fault.Other->Address),
            "the token comes from this arrival",
            "wait on the object that gave the token"};
  case mbarriers::TokenFault::Kind::WaitedTwice:
    return {Name + " waits on " + Object +
                " for a token that was waited for before",
            "the first wait is here",
            "each arrival gives one token for one wait: arrive again first"};
  case mbarriers::TokenFault::Kind::ArrivedTwice:
    return {Name + " arrives on " + Object +
                " again without a wait for the phase before",
            "the arrival before is here",
            "wait for the token of the first arrival before arriving again"};
  case mbarriers::TokenFault::Kind::Unordered:
    return {Object + " " + touches(E) + " between the arrival on " +
                objectName(Fault.Arrival->Address) +
                " and the wait, where other threads may not have arrived yet",
            "another thread may still be here, before its arrival: " +
                objectName(Fault.Other->Address) + " " + touches(*Fault.Other),
            "touch it after the wait"};
  case mbarriers::TokenFault::Kind::Completion:
    return {Object + " is written between the arrival on " +
                objectName(Fault.Arrival->Address) +
                " and the wait, where its completion function may be reading "
                "it",
            "the completion function is given here",
            "write to it after the wait"};
  case mbarriers::TokenFault::Kind::SameParity:
    return {
        Name + " waits on " + Object +
            " for the same parity in every iteration of its loop",
        "each iteration ends a phase here, and the parity of phases alternates",
        "flip the parity after each wait"};
  case mbarriers::TokenFault::Kind::Rearmed:
    return {Name + " begins the next phase of " + Object +
                " while other threads may still wait for the phase before",
            "they may still be here, and miss a phase that ends too soon",
            "let all threads pass the wait, and synchronize them, before the "
            "next phase begins"};
  case mbarriers::TokenFault::Kind::WrongStart:
    return {Name + " waits on " + Object +
                " for the phase before the first one, and returns at once",
            "this copy may still be under way, and what it brings is read next",
            "begin with parity 0"};
  }
  llvm_unreachable("fault without words");
}

void explainFault(Finding &F, const KernelFacts &Facts,
                  const mbarriers::TokenFault &Fault) {
  Explanation Words(Facts);
  const Event &E = *Fault.At;
  auto Shown = [&](const Event &Of) {
    if (Fault.K != mbarriers::TokenFault::Kind::Rearmed)
      return Words.outsideWrappers(Of);
    // The order of the two is seen where both are called.
    return Words.inFrame(
        *Of.Owner, Of.Site,
        mbarriers::commonCaller(*E.Owner, *Fault.Other->Owner));
  };
  auto Place = [&](const Event &Of) { return Shown(Of).Loc; };
  MessagePlace At = Shown(E);
  Wording Text = wordsFor(Fault, Words.calledIn(At, E));
  F.Loc = At.Loc;
  F.Message = Text.Headline;
  F.Sure = certaintyAt(Facts, {Fault.At, Fault.Other});
  bool IsRead = Fault.K == mbarriers::TokenFault::Kind::WrongStart;
  if (Fault.Arrival && Fault.Arrival != Fault.At && !IsRead)
    F.Notes.push_back(
        {Place(*Fault.Arrival), "the arrival is here", NoteRole::Operation});
  if (Fault.Other)
    F.Notes.push_back({Place(*Fault.Other), Text.Other, NoteRole::Operation});
  if (IsRead)
    F.Notes.push_back({Place(*Fault.Arrival),
                       objectName(Fault.Arrival->Address) + " is read here",
                       NoteRole::Operation});
  F.Notes.push_back({At.Loc, Text.Advice, NoteRole::Advice});
}

} // namespace warplint

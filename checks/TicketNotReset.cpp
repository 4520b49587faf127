//===--- TicketNotReset.cpp - warplint-ticket-not-reset -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counter that shows the last block keeps its value from launch to launch
// (CUDA Programming Guide, "Memory Fence Functions": the example sets it back).
// One that blocks wait for is set back when all of them have seen it, not
// before.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Detectors/MemoryOrdering/BarrierReuse.h"
#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/Detectors/MemoryOrdering/TicketResets.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/HandshakeMessages.h"
#include "Diagnostics/TicketFixIts.h"
#include "Support/Checked.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class TicketNotReset : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

static Finding overtaken(const memoryorder::EarlyBarrierReuse &Wait,
                         const KernelFacts &Facts, Finding F) {
  Explanation Words(Facts);
  auto At = [&](const MemoryOperation &Op) {
    return Words.inUserCode(*Op.At->Owner, Op.At->Site).Loc;
  };
  std::string Name = nameOfPlace(*Wait.Awaited);
  setCertaintyAt(F, Facts, {&Wait.Moves->node(), &Wait.Awaited->node()});
  F.Notes.push_back({At(*Wait.Arrival), "each block says here that it has come",
                     NoteRole::Operation});
  F.Notes.push_back(
      {At(*Wait.Awaited),
       "a block that has come, but not yet looked here again, waits for good",
       NoteRole::Reason});
  F.Notes.push_back(
      {At(*Wait.Moves),
       Wait.Counts
           ? "use two counters in turn, or wait until " + Name +
                 " is at least what all blocks have counted so far"
           : "count the blocks that have passed the wait, too, and let the "
             "last of them set " +
                 Name + " back",
       NoteRole::Advice});
  return F;
}

void TicketNotReset::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  for (const memoryorder::EarlyBarrierReuse &Wait :
       memoryorder::earlyBarrierReuses(Facts)) {
    const Event &E = *Wait.Moves->At;
    std::string Name = nameOfPlace(*Wait.Awaited);
    Out.add(overtaken(
        Wait, Facts,
        makeFinding(Words.inUserCode(*E.Owner, E.Site).Loc,
                    Wait.Counts
                        ? "the counter " + Name +
                              " is counted on while other blocks may still "
                              "wait for the value that it has now"
                        : "the counter " + Name +
                              " is set back while other blocks may still wait "
                              "for it")));
  }
  for (const memoryorder::UnresetTicket &Ticket :
       memoryorder::unresetTickets(Facts)) {
    const MemoryOperation &Count = *Ticket.Counter->Count;
    std::string Name = nameOfPlace(Count);
    std::string Message =
        Ticket.Early
            ? "the counter " + Name +
                  " is set back before it counts: what other blocks have "
                  "counted by then is lost"
        : Ticket.Leaving
            ? "the counter " + Name +
                  " is not set back where the last block leaves early: the "
                  "next launch goes on counting and finds no last block"
        : Ticket.Excess == 0
            ? "the counter " + Name +
                  " is not set back: the next launch goes on counting and "
                  "finds no last block"
            : nameOfOperation(Count) + " starts " + Name + " again " +
                  std::to_string(base::magnitude(Ticket.Excess)) +
                  (Ticket.Excess > 0 ? " after" : " before") +
                  " the value that tells the last block, so that the next "
                  "launch does not start at 0";
    MessagePlace At = Words.inUserCode(*Count.At->Owner, Count.At->Site);
    Finding F = makeFinding(At.Loc, Message);
    setCertaintyAt(F, Facts, {&Count.node()});
    if (Ticket.Early)
      F.Notes.push_back(
          {Words.inUserCode(*Ticket.Early->At->Owner, Ticket.Early->At->Site)
               .Loc,
           "it is set back here, at the start", NoteRole::Operation});
    if (Ticket.Leaving)
      for (const Node *Branch : Facts.paths().controls(*Ticket.Leaving))
        if (Branch->condition())
          F.Notes.push_back(
              {Words.inUserCode(Branch->owner(), Branch->condition()).Loc,
               "it may leave here, past what sets the counter back",
               NoteRole::Operation});
    F.Notes.push_back(
        {At.Loc,
         Ticket.Excess == 0
             ? ("store 0 to it in the last block, or count with '" +
                suggested::CountUpTo + "'")
                   .str()
             : "wrap at the value that is compared with, or store 0 "
               "in the last block",
         NoteRole::Advice});
    addReset(F, Facts, Ticket);
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeTicketNotReset(const CheckInfo &Info) {
  return std::make_unique<TicketNotReset>(Info);
}

} // namespace warplint

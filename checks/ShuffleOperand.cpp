//===--- ShuffleOperand.cpp - warplint-shuffle-operand -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shuffle reads another lane's register: the lane must exist in the segment,
// take part, and have a value (CUDA Programming Guide, "Warp Shuffle
// Functions"; guidelines 2.2, 2.3).
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/WarpCollectives/ShuffleOperands.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "Target/Warp.h"
#include "checks/Check.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

namespace {

class ShuffleOperand : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

static std::string headline(const std::string &Name,
                            const collectives::ShuffleFault &Fault) {
  std::string Value = std::to_string(Fault.Value);
  std::string Limit = std::to_string(Fault.Limit);
  switch (Fault.K) {
  case collectives::ShuffleFault::Kind::Width:
    return Name + " has width " + Value +
           ", which is not a power of two from 1 to " +
           std::to_string(LanesPerWarp);
  case collectives::ShuffleFault::Kind::LeavesSegment:
    return Name + " moves data by " + Value +
           " lanes, which always leaves its "
           "segment of " +
           Limit;
  case collectives::ShuffleFault::Kind::SourceBeyond:
    return Name + " reads lane " + Value + " of a segment of " + Limit +
           " lanes";
  case collectives::ShuffleFault::Kind::SourceNotNamed:
    return Name + " reads lane " + Value + ", which its mask " +
           hexOf(Fault.Mask) + " does not name";
  case collectives::ShuffleFault::Kind::SourcesNotNamed:
    return Name + " moves data by " + Value +
           " lanes, so each lane that its mask " + hexOf(Fault.Mask) +
           " names reads one that it does not name";
  case collectives::ShuffleFault::Kind::SourceLeft:
    return Name + " reads only lanes that have returned: lanes " +
           hexOf(Fault.Coming) + " of the warp are left";
  case collectives::ShuffleFault::Kind::SourceAbsent:
    return "in " + Name + " lane " + Limit + " reads lane " + Value +
           ", for which the last warp of the block has no thread (its lanes " +
           "are " + hexOf(Fault.Coming) + ")";
  case collectives::ShuffleFault::Kind::LaneForRank:
    return Name + " reads the thread of a rank in the group, and is given the "
                  "number of a lane of the warp: threads that are missing in "
                  "the group have lanes, but no ranks";
  case collectives::ShuffleFault::Kind::Uninitialized:
    return Name + " reads a variable that has no value in lanes " +
           hexOf(Fault.Unset) + " of the warp";
  case collectives::ShuffleFault::Kind::AddedUnguarded:
    return Name + " gives lanes below its distance their own value, and they "
                  "add it all the same";
  }
  llvm_unreachable("fault without words");
}

void ShuffleOperand::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  for (const Event &E : Facts.cfg().events()) {
    auto Fault = collectives::findShuffleFault(Facts, E);
    if (!Fault)
      continue;
    MessagePlace At = Words.inUserCode(*E.Owner, E.Site);
    Finding F = makeFinding(
        At.Loc,
        headline("'" + E.Op->Spelling + "'" + Words.calledIn(At, E), *Fault));
    F.Sure = certaintyAt(Facts, {E.At});
    Words.addCallers(F.Notes, At);
    if (Fault->Branch) {
      F.Sure = both(F.Sure, certaintyOf(*Fault->Branch, Facts));
      MessagePlace If =
          Words.inUserCode(Fault->Branch->owner(), Fault->Branch->condition());
      if (Fault->K == collectives::ShuffleFault::Kind::SourceLeft) {
        F.Notes.push_back({If.Loc, "the others return where this condition "
                                   "says so"});
        F.Notes.push_back({At.Loc,
                           "let all lanes come to the shuffle, and return "
                           "behind it",
                           NoteRole::Advice});
        Out.add(std::move(F));
        continue;
      }
      F.Notes.push_back(
          {If.Loc, "it is assigned only where this condition says so"});
      F.Notes.push_back({At.Loc,
                         "give it a value in every lane that takes "
                         "part, 0 for a sum",
                         NoteRole::Advice});
    }
    if (Fault->K == collectives::ShuffleFault::Kind::AddedUnguarded)
      F.Notes.push_back({At.Loc,
                         "add it only in lanes that are at least the "
                         "distance from the first",
                         NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeShuffleOperand(const CheckInfo &Info) {
  return std::make_unique<ShuffleOperand>(Info);
}

} // namespace warplint

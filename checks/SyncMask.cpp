//===--- SyncMask.cpp - warplint-sync-mask -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp collective completes for the lanes that its mask names: each of them
// must come, with the same mask (CUDA Programming Guide, "Warp Vote Functions"
// and following; guidelines 2.1, 2.3, 2.4).
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Detectors/WarpCollectives/LaneMasks.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "checks/Check.h"
#include <map>
#include <tuple>

using namespace clang;

namespace warplint {
using namespace collectives;

namespace {

using MaskedCall = std::pair<const Event *, MaskFault>;

class SyncMask : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;

private:
  Finding report(const KernelFacts &Facts,
                 llvm::ArrayRef<MaskedCall> Calls) const;
};

} // namespace

void SyncMask::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  // Collectives under one branch are wrong for one reason: one finding.
  // By the number of the branch, or of the node where there is none.
  using Cause = std::tuple<unsigned, unsigned, std::optional<unsigned>>;
  std::map<Cause, std::vector<MaskedCall>> ByCause;
  for (const Event &E : Facts.cfg().events()) {
    auto Fault = isMasked(E) ? findMaskFault(Facts, E) : std::nullopt;
    if (!Fault)
      continue;
    const Node *Branch = Fault->Branch;
    ByCause[{(Branch ? Branch : E.At)->id(), unsigned(Fault->K),
             Branch ? Facts.paths().successorTo(*Branch, *E.At) : std::nullopt}]
        .push_back({&E, *Fault});
  }
  for (const auto &[Why, Calls] : ByCause)
    Out.add(report(Facts, Calls));
}

static std::string headline(const std::string &Name, const MaskFault &Fault) {
  std::string Lane = "lane " + std::to_string(Fault.Lane);
  switch (Fault.K) {
  case MaskFault::Kind::NamedLaneNeverArrives:
    return Name + " waits for " + Lane +
           ", which does not come here with lane " +
           std::to_string(Fault.Other);
  case MaskFault::Kind::ReadsLaneThatLeft:
    return Name + " gives lane " + std::to_string(Fault.Other) +
           " the value of " + Lane + ", which does not come here";
  case MaskFault::Kind::NamedLaneMayNotArrive:
    return Name + " waits for lanes that may not come here";
  case MaskFault::Kind::ComingLaneNotNamed:
    return Name + " is executed by " + Lane + ", which its mask does not name";
  case MaskFault::Kind::MasksDiffer:
    return Name + " is executed with different masks by " + Lane +
           " and lane " + std::to_string(Fault.Other);
  case MaskFault::Kind::ActiveMaskIsOlder:
    return Name + " uses an active mask from before a branch that divides "
                  "its lanes";
  case MaskFault::Kind::ActiveMaskIsLuck:
    return Name + " exchanges data between whichever lanes happen to be active";
  }
  llvm_unreachable("fault without words");
}

static std::string advice(const MaskFault &Fault) {
  switch (Fault.K) {
  case MaskFault::Kind::ComingLaneNotNamed:
    return "the mask has one bit per lane (not a count); name every lane that "
           "executes the call";
  case MaskFault::Kind::MasksDiffer:
    return ("let all lanes of a group compute the same mask, or take it with " +
            suggested::MatchAny)
        .str();
  case MaskFault::Kind::ReadsLaneThatLeft:
    return "let all lanes come, with a neutral value where the condition does "
           "not hold";
  case MaskFault::Kind::ActiveMaskIsLuck:
    return ("take the mask with " + suggested::Ballot +
            " before the branch; the active mask says who is here, not who "
            "will be")
        .str();
  default:
    return ("move the call out of the branch, or take the mask with " +
            suggested::Ballot +
            " on the same condition before the branch, or use " +
            suggested::Coalesced)
        .str();
  }
}

Finding SyncMask::report(const KernelFacts &Facts,
                         llvm::ArrayRef<MaskedCall> Calls) const {
  const auto &[E, Fault] = Calls.front();
  Explanation Words(Facts);
  MessagePlace At =
      Fault.Branch ? Words.inFrame(*E->Owner, E->Site, Fault.Branch->owner())
                   : Words.inUserCode(*E->Owner, E->Site);
  Finding F = makeFinding(
      At.Loc,
      headline("'" + E->Op->Spelling + "'" + Words.calledIn(At, *E), Fault));
  if (Fault.K == MaskFault::Kind::ActiveMaskIsLuck)
    F.Kind = Category::Portability;
  F.Sure = both(certaintyAt(Facts, {E->At}),
                Fault.At ? certaintyOf(*Fault.At) : Certainty::Proven);
  if (Fault.MaskTaken)
    F.Notes.push_back({Fault.MaskTaken->getBeginLoc(), "it is taken here"});
  if (Fault.Branch)
    Words.addBranch(F, *Fault.Branch, At, Scope::Warp);
  if (Fault.At)
    addLanes(F, Facts, *Fault.At, Fault.Mask);
  if (At.Site != E->Site)
    Words.addCalls(F.Notes, At, *E, "the call is here");
  if (Calls.size() > 1)
    F.Notes.push_back({At.Loc, std::to_string(Calls.size() - 1) +
                                   " more under the same condition"});
  F.Notes.push_back({At.Loc, advice(Fault), NoteRole::Advice});
  return F;
}

std::unique_ptr<Check> makeSyncMask(const CheckInfo &Info) {
  return std::make_unique<SyncMask>(Info);
}

} // namespace warplint

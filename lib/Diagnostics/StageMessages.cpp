//===--- StageMessages.cpp - Stages in the user's words -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/StageMessages.h"
#include "Analysis/Detectors/PipelineProtocols/StageFault.h"
#include "Analysis/Expr/Term.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Diagnostics/Explanation.h"

using namespace clang;

namespace warplint {

/// \p Number counts the threads of a cluster, block after block.
static std::string threadName(int64_t Number,
                              const std::array<int64_t, 3> &BlockDim) {
  int64_t Size = BlockDim[0] * BlockDim[1] * BlockDim[2], Block = Number / Size,
          Rank = Number % Size;
  return "thread (" + std::to_string(Rank % BlockDim[0]) + "," +
         std::to_string(Rank / BlockDim[0] % BlockDim[1]) + "," +
         std::to_string(Rank / (BlockDim[0] * BlockDim[1])) + ")" +
         (Block ? " of block " + std::to_string(Block) + " of the cluster"
                : std::string());
}

static std::string advice(const pipelines::StageFault &Fault) {
  switch (Fault.K) {
  case pipelines::StageFault::Kind::TouchedEarly:
    return "wait for the phase in which this stage was filled: with the object "
           "of the stage, and with a parity that changes when the stages begin "
           "anew";
  case pipelines::StageFault::Kind::RefilledEarly:
    return Fault.isByStore()
               ? "give the stage back behind the last access, and let the "
                 "threads that fill it wait for that"
               : "give the stage back behind the last access, and let the "
                 "thread that copies wait for that";
  case pipelines::StageFault::Kind::NotAwaited:
    return "wait until those who use the stage have given it back, before it "
           "is filled again";
  case pipelines::StageFault::Kind::NeverEnds:
    if (Fault.At->Op->Kind == SyncKind::PipelineAcquire ||
        Fault.At->Op->Kind == SyncKind::PipelineWait)
      return "commit each stage that is acquired and release each that was "
             "waited for, by all threads that share the pipeline, and acquire "
             "no more stages than it has before one is released";
    return "compare the parity with the phases that have ended (a new object "
           "lets a wait for parity 1 pass), the expected arrivals with the "
           "threads that arrive, and the expected bytes with what is copied";
  case pipelines::StageFault::Kind::PeerNotReady:
    return "let all threads of the cluster meet ('cluster.sync()') behind the "
           "initialization";
  case pipelines::StageFault::Kind::PeerHasLeft:
    return "let that block wait for it before it leaves: for the phase that it "
           "is part of, or for all threads of the cluster ('cluster.sync()')";
  case pipelines::StageFault::Kind::SenderLeaves:
    return "let the block stay until those that get the copy have waited for "
           "it: an arrival of theirs tells it, or all threads of the cluster "
           "meet ('cluster.sync()')";
  case pipelines::StageFault::Kind::NotFenced:
    return "let those who have used the stage execute a proxy fence before "
           "they give it back, or the thread that copies behind its wait";
  case pipelines::StageFault::Kind::SentUnfenced:
    return "let the threads that write execute a proxy fence after it, before "
           "they tell the one that copies";
  }
  llvm_unreachable("fault without words");
}

static std::string timesOf(const pipelines::StageFault &Fault) {
  return Fault.Times == 1 ? std::string("the first")
                          : "number " + std::to_string(Fault.Times);
}

/// A bulk copy reads what a thread has stored, past the caches of its proxy.
static void explainSend(Finding &F, const pipelines::StageFault &Fault,
                        llvm::StringRef Writes, const Explanation &Words,
                        const std::array<int64_t, 3> &BlockDim) {
  F.Message =
      (Writes + " and then read by a bulk copy without a proxy fence").str();
  F.Notes.push_back({F.Loc, threadName(Fault.Thread, BlockDim) + " is here",
                     NoteRole::Operation});
  F.Notes.push_back({Words.outsideWrappers(*Fault.Copy).Loc,
                     threadName(Fault.Copier, BlockDim) + " starts '" +
                         Fault.Copy->Op->Spelling +
                         "' here, which reads through another proxy",
                     NoteRole::Operation});
}

/// A thread fills the stage by a store of its own.
static void explainStore(Finding &F, const pipelines::StageFault &Fault,
                         llvm::StringRef Reads, const Explanation &Words,
                         const std::array<int64_t, 3> &BlockDim) {
  bool Early = Fault.K == pipelines::StageFault::Kind::TouchedEarly;
  F.Message = (Reads + (Early ? " before it is known that another thread has "
                                "filled it"
                              : " while another thread may already be filling "
                                "it anew"))
                  .str();
  F.Notes.push_back({F.Loc, threadName(Fault.Thread, BlockDim) + " is here",
                     NoteRole::Operation});
  F.Notes.push_back(
      {Words.outsideWrappers(*Fault.Copy).Loc,
       threadName(Fault.Copier, BlockDim) + " stores here, " + timesOf(Fault) +
           " to fill this element, and nothing tells " +
           (Early ? "the other that it is done" : "it that the other is done"),
       NoteRole::Operation});
}

/// A copy fills the stage.
static void explainCopy(Finding &F, const pipelines::StageFault &Fault,
                        const std::string &Object, llvm::StringRef In,
                        const Explanation &Words,
                        const std::array<int64_t, 3> &BlockDim) {
  const Event &E = *Fault.At;
  bool Early = Fault.K == pipelines::StageFault::Kind::TouchedEarly,
       IsFormal = Fault.K == pipelines::StageFault::Kind::NotFenced,
       IsLate = IsFormal && Fault.Other;
  F.Message =
      (Object + (E.Access == AccessKind::Read ? " is read" : " is written") +
       (E.Op && E.Op->Kind == SyncKind::MatrixMultiply
            ? " by '" + E.Op->Spelling + "'"
            : "") +
       In +
       (Early      ? " while the copy that fills it may be under way"
        : IsLate   ? " and then filled anew by a bulk copy: the proxy fence "
                     "comes only behind the copy"
        : IsFormal ? " and then filled anew by a bulk copy without a proxy "
                     "fence"
                   : " while a copy may already be filling it anew"))
          .str();
  F.Notes.push_back({F.Loc, threadName(Fault.Thread, BlockDim) + " is here",
                     NoteRole::Operation});
  F.Notes.push_back(
      {Words.outsideWrappers(*Fault.Copy).Loc,
       threadName(Fault.Copier, BlockDim) + " starts '" +
           Fault.Copy->Op->Spelling + "' here, " + timesOf(Fault) +
           " to fill this stage" +
           (Early      ? ""
            : IsFormal ? ", through another proxy"
                       : ", and nothing tells it that the other is done"),
       NoteRole::Operation});
  if (IsLate)
    F.Notes.push_back({Words.outsideWrappers(*Fault.Other).Loc,
                       "the fence here comes behind the copy, and is for those "
                       "that are made later",
                       NoteRole::Reason});
}

static void explainPeer(Finding &F, const pipelines::StageFault &Fault,
                        llvm::StringRef In, const MessagePlace &At,
                        const std::string &Self) {
  bool IsEarly = Fault.K == pipelines::StageFault::Kind::PeerNotReady,
       IsOwn = Fault.K == pipelines::StageFault::Kind::SenderLeaves;
  F.Message =
      ("'" + Fault.At->Op->Spelling + "'" + In +
       (IsEarly ? " comes to a barrier object of another block that may "
                  "not be initialized yet"
        : IsOwn ? " copies out of the memory of its block, which may have "
                  "left the kernel"
                : " comes to the shared memory of another block, which "
                  "may have left the kernel"))
          .str();
  std::string Peer =
      "block " + std::to_string(Fault.PeerBlock) + " of the cluster";
  F.Notes.push_back(
      {At.Loc,
       Self + " is here, and nothing " +
           (IsEarly ? "tells it that " + Peer + " has initialized the object"
            : IsOwn ? "makes its block wait until the copy has come"
                    : "makes " + Peer + " wait for that"),
       NoteRole::Operation});
}

void explainFault(Finding &F, const KernelFacts &Facts,
                  const pipelines::StageFault &Fault,
                  const std::array<int64_t, 3> &BlockDim) {
  Explanation Words(Facts);
  const Event &E = *Fault.At;
  MessagePlace At = Words.outsideWrappers(E);
  F.Loc = At.Loc;
  setScenario(
      F, scenarios::blockScenario(Facts, scenarios::BlockRule::AtBound).From,
      BlockDim);
  // A program that has a fence, in the wrong place, shows that its author knows
  // one is needed.
  F.Sure =
      (Fault.K == pipelines::StageFault::Kind::NotFenced && !Fault.Other) ||
              Fault.K == pipelines::StageFault::Kind::SenderLeaves
          ? Certainty::Model
          : Certainty::Likely;
  const Term *Address = Fault.isBySend()           ? E.Value
                        : E.Address || !Fault.Copy ? E.Address
                                                   : Fault.Copy->Address;
  std::string Object = objectName(Address), In = Words.calledIn(At, E),
              Self = threadName(Fault.Thread, BlockDim);
  if (Fault.isOfPeer()) {
    explainPeer(F, Fault, In, At, Self);
  } else if (Fault.K == pipelines::StageFault::Kind::NeverEnds) {
    F.Message = "'" + E.Op->Spelling + "'" + In + " waits for a phase of " +
                Object + " that never ends";
    F.Notes.push_back(
        {At.Loc,
         Self + " waits here when " + std::to_string(Fault.Times) +
             (Fault.Times == 1 ? " phase has ended" : " phases have ended"),
         NoteRole::Operation});
    // A class that hands stages on waits for whoever calls it.
    SourceLocation Call =
        Words.inFrame(*E.Owner, E.Site, Facts.cfg().entry().owner()).Loc;
    if (Call != At.Loc)
      F.Notes.push_back({Call, "through this call", NoteRole::Operation});
    if (Fault.Other)
      F.Notes.push_back(
          {Words.outsideWrappers(*Fault.Other).Loc,
           threadName(Fault.OtherThread, BlockDim) + " waits here for " +
               objectName(Fault.Other->Address) + ", and does not go on either",
           NoteRole::Operation});
  } else if (Fault.K == pipelines::StageFault::Kind::NotAwaited) {
    F.Message = Object + " is filled" + In +
                " although nothing tells that it was used before";
    F.Notes.push_back(
        {At.Loc,
         Self + " fills this stage here for the " +
             (Fault.Times == 2 ? std::string("second")
                               : std::to_string(Fault.Times) + "th") +
             " time, and knows nothing of the time before",
         NoteRole::Operation});
  } else if (Fault.K == pipelines::StageFault::Kind::SentUnfenced) {
    explainSend(F, Fault, Object + " is written" + In, Words, BlockDim);
  } else if (Fault.isByStore()) {
    explainStore(F, Fault, Object + " is read" + In, Words, BlockDim);
  } else {
    explainCopy(F, Fault, Object, In, Words, BlockDim);
  }
  F.Notes.push_back({At.Loc, advice(Fault), NoteRole::Advice});
}

} // namespace warplint

//===--- CopyMessages.cpp - Copies in the user's words --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/CopyMessages.h"
#include "Analysis/Detectors/Mbarriers/CopyFault.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "CudaModel/SyncOp.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"

using namespace clang;

namespace warplint {

static bool isOfMultiplication(const mbarriers::CopyFault &Fault) {
  return Fault.Copy && Fault.Copy->Op->Kind == SyncKind::MatrixMultiply;
}

static std::string messageOf(const mbarriers::CopyFault &Fault,
                             const std::string &In) {
  const Event &E = *Fault.At;
  std::string Object = objectName(E.Address);
  bool Copies = E.Op && E.Op->Kind == SyncKind::AsyncCopy;
  std::string Touched =
      Object +
      (E.Access != AccessKind::Read || Copies ? " is written" : " is read") +
      In;
  std::string Reader = isOfMultiplication(Fault)
                           ? "'" + Fault.Copy->Op->Spelling + "'"
                           : "a bulk copy";
  std::string Name = E.Op ? "'" + E.Op->Spelling + "'" + In : "";
  switch (Fault.K) {
  case mbarriers::CopyFault::Kind::NotWaited:
    return Touched + " while an asynchronous copy into it may be under way";
  case mbarriers::CopyFault::Kind::NotCommitted:
    return Touched + " while an asynchronous copy into it may be under way: "
                     "the copy was not committed before the wait";
  case mbarriers::CopyFault::Kind::LeftPending:
    return Touched + " while an asynchronous copy into it may be under way: " +
           (Fault.Commit
                ? "in the last iteration of the loop the wait leaves its "
                  "group pending"
                : "the wait leaves its group pending");
  case mbarriers::CopyFault::Kind::NotSynced:
    return Touched + " after a wait for this thread's own copies only";
  case mbarriers::CopyFault::Kind::SourceInUse:
    return Touched + " while " + Reader + " may still be reading it" +
           (Fault.Wait ? ": the wait leaves its group pending" : "");
  case mbarriers::CopyFault::Kind::SourceNotSynced:
    if (isOfMultiplication(Fault))
      return Touched + " while " + Reader +
             " of another thread may still be reading it: a wait is for the "
             "waiting thread's own groups only";
    return Touched + " while another thread's bulk copy may still be reading "
                     "it: a wait is for the waiting thread's own copies only";
  case mbarriers::CopyFault::Kind::NotFenced:
    return Touched + " and then read by " + Reader + " without a proxy fence";
  case mbarriers::CopyFault::Kind::FencedLate:
    return Touched + " by many threads and then read by " + Reader +
           ": the proxy fence comes only behind the barrier";
  case mbarriers::CopyFault::Kind::FencedAlone:
    return Touched + " by many threads and then read by " + Reader +
           " that is not synchronized with them";
  case mbarriers::CopyFault::Kind::ReleasedEarly:
    return Touched + " after its stage was released: a copy may already be "
                     "filling it anew";
  case mbarriers::CopyFault::Kind::Announced:
    return Name + " signals to others while a bulk copy may still be writing "
                  "what it announces";
  case mbarriers::CopyFault::Kind::MapNotAcquired:
    return Name + " uses a tensor map that no fence acquires";
  case mbarriers::CopyFault::Kind::NotAcquired:
    return Name + " fills a stage of a pipeline that was not acquired";
  case mbarriers::CopyFault::Kind::NothingToWaitFor:
    return Name + " waits for a stage before any was committed";
  case mbarriers::CopyFault::Kind::NeverReleased:
    return Name + " waits for stages of a pipeline that nothing releases";
  }
  llvm_unreachable("fault without words");
}

static std::string advice(const mbarriers::CopyFault &Fault) {
  switch (Fault.K) {
  case mbarriers::CopyFault::Kind::NotWaited:
    return "wait for the copy before this access, and synchronize the block "
           "where other threads' copies are read";
  case mbarriers::CopyFault::Kind::NotCommitted:
    return "commit the copy before the wait";
  case mbarriers::CopyFault::Kind::LeftPending:
    return Fault.Commit
               ? "commit in every iteration, even if nothing was copied: waits "
                 "count "
                 "groups, empty ones too"
               : "leave fewer groups pending, so that the one read next has "
                 "arrived";
  case mbarriers::CopyFault::Kind::NotSynced:
    return "synchronize the block between the wait and this access";
  case mbarriers::CopyFault::Kind::SourceNotSynced:
    if (isOfMultiplication(Fault))
      return "synchronize the block behind the wait of the threads that "
             "multiply, before this access";
    return "synchronize the block behind the wait of the thread that copies, "
           "before this access";
  case mbarriers::CopyFault::Kind::SourceInUse:
    if (isOfMultiplication(Fault) &&
        Fault.Copy->Op->Async == AsyncGroup::Tcgen05)
      return "commit to a barrier object and wait for it before this access";
    if (isOfMultiplication(Fault) && !Fault.Wait)
      return "commit, wait for the group, and synchronize the threads before "
             "this access";
    if (Fault.Wait)
      return isOfMultiplication(Fault)
                 ? "leave fewer groups pending, so that what is overwritten "
                   "next has been read"
                 : "leave fewer groups pending, so that the copy has read what "
                   "is overwritten next";
    return "commit the copy, wait until its source has been read, and "
           "synchronize the block before this access";
  case mbarriers::CopyFault::Kind::NotFenced:
    return "let the threads that write execute a proxy fence after it, and "
           "synchronize them before the copy";
  case mbarriers::CopyFault::Kind::FencedLate:
    return "let the threads that write execute the proxy fence before the "
           "barrier: it is for the writes of the thread that executes it";
  case mbarriers::CopyFault::Kind::FencedAlone:
    return "synchronize the threads that write between their fence and the "
           "copy";
  case mbarriers::CopyFault::Kind::ReleasedEarly:
    return "release the stage behind its last use";
  case mbarriers::CopyFault::Kind::Announced:
    return "wait for the group without '.read' before the signal: with it, "
           "only "
           "the source has been read";
  case mbarriers::CopyFault::Kind::MapNotAcquired:
    return "execute the fence for each map that is used: it is for the 128 "
           "bytes at its address";
  case mbarriers::CopyFault::Kind::NotAcquired:
    return "acquire a stage first";
  case mbarriers::CopyFault::Kind::NothingToWaitFor:
    return "commit the stage first";
  case mbarriers::CopyFault::Kind::NeverReleased:
    return "release each stage after its last use";
  }
  llvm_unreachable("fault without words");
}

void explainFault(Finding &F, const KernelFacts &Facts,
                  const mbarriers::CopyFault &Fault) {
  Explanation Words(Facts);
  const Event &E = *Fault.At;
  MessagePlace At = Words.outsideWrappers(E);
  F.Loc = At.Loc;
  F.Message = messageOf(Fault, Words.calledIn(At, E));
  F.Sure = certaintyAt(Facts, {Fault.At, Fault.Copy});
  auto Add = [&](const Event *Where, const std::string &Text) {
    if (Where)
      F.Notes.push_back(
          {Words.outsideWrappers(*Where).Loc, Text, NoteRole::Operation});
  };
  if (Fault.Copy && Fault.Copy != Fault.At)
    Add(Fault.Copy, "'" + Fault.Copy->Op->Spelling + "' is here" +
                        (Fault.K == mbarriers::CopyFault::Kind::NotSynced
                             ? ", in other threads as well"
                             : ""));
  Add(Fault.Wait, Fault.K == mbarriers::CopyFault::Kind::ReleasedEarly
                      ? "the release is here"
                  : Fault.K == mbarriers::CopyFault::Kind::MapNotAcquired
                      ? "the fence here is for another map"
                      : "the wait is here");
  Add(Fault.Commit, "the last iteration does not come here");
  F.Notes.push_back({At.Loc, advice(Fault), NoteRole::Advice});
}

void explainFault(Finding &F, const KernelFacts &Facts,
                  const mbarriers::RegisterFault &Fault) {
  using Kind = mbarriers::RegisterFault::Kind;
  Explanation Words(Facts);
  std::string Name = "'" + Fault.Multiply->Op->Spelling + "'";
  SourceLocation Multiply = Words.outsideWrappers(*Fault.Multiply).Loc;
  SourceLocation Touch =
      Fault.Touch ? Words.inUserCode(*Fault.In, Fault.Touch).Loc : Multiply;
  switch (Fault.K) {
  case Kind::NotFenced:
    F.Loc = Multiply;
    F.Message = Name + " accumulates into registers that the thread has "
                       "written, with no 'wgmma.fence' since";
    F.Notes.push_back({Touch, "they are written here", NoteRole::Operation});
    break;
  case Kind::NeverFenced:
    F.Loc = Multiply;
    F.Message = Name + " is reached with no 'wgmma.fence' before it";
    break;
  case Kind::NotWaited:
    F.Loc = Touch;
    F.Message = "registers are used that " + Name +
                " accumulates into, which may still run";
    F.Notes.push_back({Multiply, Name + " is here", NoteRole::Operation});
    F.Notes.push_back({Touch,
                       "commit it and wait for its group before this access",
                       NoteRole::Advice});
    return;
  }
  F.Notes.push_back({Multiply,
                     "execute 'wgmma.fence' between the last access to the "
                     "registers and this",
                     NoteRole::Advice});
}

} // namespace warplint

//===--- TensorMemory.cpp - warplint-tensor-memory ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor memory belongs to the block from its allocation to its freeing, and
// loads and stores of it run on until the warp waits (PTX ISA, "tcgen05.alloc",
// "tcgen05.ld", "tcgen05.wait").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/TensorMemory/TensorMemoryFaults.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Diagnostics/Explanation.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {
using tensormemory::TensorMemoryFault;
using Kind = TensorMemoryFault::Kind;

namespace {

class TensorMemory : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

/// What is said of a fault.
struct Words {
  std::string Headline, OfOther, Advice;
};

} // namespace

static Words wordsFor(const TensorMemoryFault &Found) {
  std::string Name = "'" + Found.At->Op->Spelling + "'";
  switch (Found.K) {
  case Kind::WithoutPermit:
    return {Name + " allocates tensor memory after the block has given up its "
                   "right to",
            "the right to allocate is given up here",
            "give it up after the last allocation"};
  case Kind::NeverFreed:
    return {Name + " allocates tensor memory that no warp frees before the "
                   "kernel ends",
            "", "let one warp free the columns when all are done with them"};
  case Kind::UsedAfterFree:
    return {Name + " uses tensor memory that has been freed",
            "the columns are freed here",
            "free them after the last use, behind a barrier of all users"};
  case Kind::NotWaitedFor:
    if (Found.Other && Found.Other->Op->Kind == SyncKind::TensorFree)
      return {"nothing waits for " + Name + " before its columns are freed",
              "the columns are freed here",
              "wait before others may free the columns"};
    return {"nothing waits for " + Name +
                ", which may still run when the warp "
                "lets others go on or ends",
            "other threads go on from here",
            Found.At->Op->Kind == SyncKind::TensorLoad
                ? "wait with 'tcgen05.wait::ld' before the values are used and "
                  "before others may free or overwrite the columns"
                : "wait with 'tcgen05.wait::st' before others may read or free "
                  "the columns"};
  case Kind::PairNotMet:
    return {Name + " frees tensor memory of a pair of blocks, and nothing has "
                   "met the other block since its last use",
            "it is allocated for both blocks here",
            "let both blocks meet at a barrier of the cluster after their last "
            "use and before it is freed"};
  case Kind::MixedGroups:
    return {Name + " acts for another number of blocks than other instructions "
                   "of the kernel",
            "this one, for example",
            "use one '.cta_group' in the whole kernel"};
  }
  llvm_unreachable("fault without words");
}

void TensorMemory::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Explained(Facts);
  for (const TensorMemoryFault &Found :
       Facts.get<tensormemory::TensorMemoryFaults>().all()) {
    Words Said = wordsFor(Found);
    SourceLocation At = Explained.outsideWrappers(*Found.At).Loc;
    Finding F = makeFinding(At, Said.Headline);
    if (Found.Other)
      F.Notes.push_back({Explained.outsideWrappers(*Found.Other).Loc,
                         Said.OfOther, NoteRole::Operation});
    if (Found.K != Kind::MixedGroups) {
      setScenario(F, Found.From, Found.BlockDim);
      F.Notes.push_back({At, "seen in warp " + std::to_string(Found.Warp),
                         NoteRole::Example});
    }
    F.Notes.push_back({At, Said.Advice, NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeTensorMemory(const CheckInfo &Info) {
  return std::make_unique<TensorMemory>(Info);
}

} // namespace warplint

//===--- UninitializedSharedRead.cpp - warplint-uninitialized-shared-read -===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory cannot have an initializer: what nobody has written holds what
// was left there.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/UninitializedShared/SharedInitialization.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "CudaModel/Collectives.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "checks/Check.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace warplint {

namespace {

class UninitializedSharedRead : public Check {
public:
  using Check::Check;
  /// Shared memory that nobody sets needs no barrier to be read.
  bool concerns(const FunctionDecl &Root, DeviceCode &Code) const override {
    return Root.hasAttr<CUDAGlobalAttr>();
  }
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

static std::string headline(const uninitialized::UnsetRead &Unset) {
  std::string Name = "'" + Unset.Object->getNameAsString() + "'";
  if (Unset.Member)
    Name = "'" + Unset.Member->getNameAsString() + "' of " + Name;
  std::string What = Name + " is read";
  if (Unset.Read->Access == AccessKind::Atomic && Unset.Read->Op)
    What = "'" + Unset.Read->Op->Spelling + "' updates " + Name;
  if (Unset.OfElement)
    return "an element of " + What +
           (Unset.IsSetLater ? " before any thread of the block has written it"
                             : " that no thread of the block ever sets");
  return What + (Unset.LateWrite
                     ? " before any thread of the block has written it"
                     : ", but no thread of the block ever sets it");
}

void UninitializedSharedRead::checkKernel(const KernelFacts &Facts,
                                          FindingList &Out) {
  Explanation Words(Facts);
  for (const uninitialized::UnsetRead &Unset :
       uninitialized::findUnsetReads(Facts)) {
    const Event &E = *Unset.Read;
    MessagePlace At = Words.inUserCode(*E.Owner, E.Site);
    Finding F = makeFinding(At.Loc, headline(Unset));
    F.Sure = certaintyAt(Facts, {E.At});
    F.Notes.push_back({Unset.Object->getLocation(),
                       "shared memory starts with whatever was left in it"});
    if (const Event *Write = Unset.LateWrite)
      F.Notes.push_back({Words.inUserCode(*Write->Owner, Write->Site).Loc,
                         "the first write comes only here, behind a barrier",
                         NoteRole::Operation});
    F.Notes.push_back({At.Loc,
                       "set it at the start of the kernel, and put '" +
                           barrierFor(Scope::Block).str() +
                           "' between that and the first use",
                       NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeUninitializedSharedRead(const CheckInfo &Info) {
  return std::make_unique<UninitializedSharedRead>(Info);
}

} // namespace warplint
